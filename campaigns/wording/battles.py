"""Who can fight which battle, how, and what its report may say."""

from __future__ import annotations

from collections.abc import Iterable

from campaigns.wording.labels import points


def only_on_table(name: str) -> str:
    return f"battles of {name} are fought on a table"


SIDE_HAS_NOBODY = "a side has nobody who can fight"


def armies_cannot_meet(names: str) -> str:
    return f"armies of {names} cannot meet on one table"


def worth_too_little(most: int) -> str:
    return f"nobody is worth {most} or less"


ONLY_ON_TABLE_HERE = "battles of this system are fought on a table"


def price_of_resigning(loser: int) -> str:
    most = min(100, 2 * loser)
    return (
        f"In the campaign your side then loses at least {loser}% of its steps, up to {most}% against a "
        "stronger enemy, as if it had lost the battle by the campaign’s dice. Your beaten forces retreat and "
        "can be pursued. If no turn has been played, no unit gains experience."
    )


NOT_RECORDED = "battles of this system are not recorded"
NOT_A_WINNER = "is 0 for the first side, 1 for the second, or null for neither"
DID_NOT_FIGHT = "did not fight in this engagement"


def left_at_most(left: int) -> str:
    return f"is from 0 to the {left} that it had"


def lost_all(unit: str, left: int) -> str:
    return f"{unit} lost all {left}, so it did not stand: choose “fled” or “destroyed”"


def nobody_stood(side: str, other: str) -> str:
    return f"nobody of {side} stood at the end, but some of {other} did: {side} cannot have won"


def command_did_not_fight(key: str) -> str:
    return f"no command “{key}” fought in this engagement"


def command_had_no_leader(key: str) -> str:
    return f"the command “{key}” had no leader"


def not_a_way_to_fight(value: str) -> str:
    return f"“{value}” is not one of the ways that these rules allow battles to be fought"


NOT_IN_THAT_SYSTEM = "this battle cannot be fought in that system"
NOT_IN_THAT_WAY = "this battle cannot be fought in that way"


def only_leaders(names: str) -> str:
    return f"only {names} can do this for your side"


def nobody_plays(name: str) -> str:
    return f"Nobody plays {name}"


def automatic_orders(name: str) -> str:
    return f"{name} now has automatic orders"


RULES_SAY_HOW = "the campaign’s rules say how battles are fought"
ONLY_THE_SIDES = "only the two sides can do this"
THE_OTHER_ACCEPTS = "this is your own proposal: the other side has to accept it"
PROPOSAL_CHANGED = "the proposal has changed since you saw it: look at it again"
NOTHING_PROPOSED = "nobody has proposed how to fight this battle"


def agreed_already(who: str, way: str) -> str:
    return f"{who} agreed already: this battle is fought {way}"


def declined_already(who: str) -> str:
    return f"{who} declined this proposal already"


def withdrawn_already(who: str) -> str:
    return f"{who} withdrew this proposal"


def decided_already(way: str) -> str:
    return f"the umpire decided already: this battle is fought {way}"


STARTED_ALREADY = "the battle has already started, or is settled"
ARMIES_SHOWN = (
    "both armies are shown, so the battle is fought as agreed:"
    " only an umpire who plays no faction can change that"
)
TURN_OVER = "this battle belongs to a turn that is over"
NOT_BEGUN = "there is no battle to cancel, and no report to delete"
NOT_ON_THE_BOARD = "the two armies cannot be put on the board"
NOT_YOUR_BATTLE = "you do not fight in this battle"
SAY_WHY_AS_UMPIRE = "the two sides agree on this: to decide it as umpire, say why"


def one_of(means: Iterable[str]) -> str:
    return f"is one of {', '.join(means)}"


SETTLED_ALREADY = "is already settled"


def not_settled_yet(campaign: str) -> str:
    return f"this battle of the campaign “{campaign}” is not settled yet: finish it first"


def battle_of_area(area: str) -> str:
    return f"the battle of {area}"


def battle_of(factions: Iterable[str]) -> str:
    return f"the battle of {' and '.join(factions)}"


AGREE_FIRST = "both sides have to agree on that first: propose it"
CHOOSE_ARMIES_FIRST = "each side has to choose its army first"
AGREE_ON_TABLE_FIRST = "both sides have to agree to fight on a table before anyone reports"
RESULT_FROM_RECORD = "the result of this battle comes from its record"
REPORT_FIRST = "report the battle yourself first"
NO_SUCH_REPORT = "there is no such report"
REPORT_CHANGED = "the report has changed since you saw it: look at it again"
BATTLE_SETTLED = "the battle is already settled"

ONLY_CHIEF_CHOOSES = "only its commander-in-chief can choose it"
AGREE_ON_SYSTEM_FIRST = "both sides have to agree on another system first"


def forces_not_of(system: str) -> str:
    return f"the forces of this side are not of {system}"


def not_a_list_of(system: str) -> str:
    return f"is not a list of {system}"


def army_not_legal(findings: str) -> str:
    return f"is not legal ({findings}): fix the list, or choose another"


def worth_too_far(worth: float, percent: int, against: float) -> str:
    forces = points(against)
    return f"is worth {points(worth)}, more than {percent}% away from the forces’ {forces}: choose another"


AN_ARMY = "An army"
INCLUDED_SCENARIOS = "Included scenarios"
YOUR_SCENARIOS = "Your scenarios"
CAMPAIGNS_CHOICE = "The campaign’s choice"
RANDOM_GROUND = "Random ground"
NO_SUCH_SCENARIO = "there is no such scenario"
SCENARIO_OF_OTHER_SYSTEM = "that scenario is of another rule system"


def has_lost(unit: str, lost: int, steps: int) -> str:
    """Say what a unit has lost of its steps before a battle."""
    return f"{unit} has lost {lost} of {steps}"


def lost_before(units: Iterable[str]) -> str:
    """Say what units have lost before a battle, each as `has_lost` has it."""
    return f"Lost before this battle: {'; '.join(units)}."


SAY_WHY_CANCELLED = "give a reason: everyone can read why a battle is cancelled"


def cancelled_noted(reason: str) -> str:
    return f"cancelled a battle that had started, so new dice are drawn (“{reason}”), in"


REPORT_YOUR_OWN = "you can only report for your own side"
