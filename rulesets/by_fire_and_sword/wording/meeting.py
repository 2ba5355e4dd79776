"""What a meeting says before the table is laid out, and the reasons of the policy."""

from __future__ import annotations

from collections.abc import Iterable

# -- campaign/__init__.py


def unusable_scenario(error: object) -> str:
    return f"is not a scenario that can be used: {error}"


# -- record.py


MEETING_CALLED_OFF = "The meeting was called off: its battle has not begun."


# -- meeting/compare.py


REROLL_OWN = "reroll one of your failed Morale tests; if it fails again the Unit loses just 1 Morale Level"
REROLL_ENEMYS = "make the enemy reroll a Morale test that was just passed"
PLUS_ONE = "add 1 to your combat result after all other modifiers, one marker a Combat Resolution"
MORALE_AGAINST_PANIC = (
    "a Unit hit by Panic tests Morale without a Commander’s help and is at worst Disorganized"
)


def small_force(fsp: int) -> str:
    return f"is a Small Skirmish Force of {fsp} FSP"


def too_strong_for_small(most: str | int, enemy: int) -> str:
    return f"should not meet a force of more than {most} FSP, and meets {enemy}"


NO_SMALL_FORCES = "Small Skirmish Forces are not allowed here"


def list_too_large(most: int) -> str:
    return f"meets a Small Skirmish Force: use a list of at most {most} FSP"


# -- meeting/effects.py


def choose_effect(name: str) -> str:
    return f"Choose {name}"


ROLL_NEXT_EFFECT = "Roll the next effect"


def next_effect(due: int) -> str:
    return f"The next of {due} additional effects"


def additional_effect(number: int, due: int) -> str:
    return f"Additional effect {number} of {due}"


def again_as_impossible(purpose: str, effect: str) -> str:
    return f"{purpose} again ({effect} is not possible)"


def good_day(commander: str, cp: int) -> str:
    return f"Good day: {commander} has {cp} CP"


def bad_day(commander: str, cp: int) -> str:
    return f"Bad day: {commander} has {cp} CP"


GOOD_OR_BAD = "A good day or a bad day?"


# -- meeting/fortify.py


def finish_building(begun: bool) -> str:
    return "Finish building" if begun else "Build nothing"


def what_is_built(cost: int, room: int) -> str:
    return f"What do you build? {cost} of {room} FSP spent"


def fortifications(elements: int) -> str:
    return f"Field fortifications, {elements} elements for 1 FSP"


def kobylicas_for(unit: str, bases: int, fsp: int) -> str:
    """Return the words of a purchase; `fsp`: what it adds to what was bought before."""
    return f"Kobylicas for {unit}, {bases} elements: {fsp} FSP{'' if fsp else ' more'}"


def chevaux_de_frise_for(unit: str, elements: int) -> str:
    return f"Chevaux de frise for {unit}, {elements} elements for 1 FSP"


# -- meeting/options.py


CHOICE_OF_EFFECTS = "the weaker side chooses a third of its additional effects"
NUMERICAL_SUPERIORITY = "a much stronger side has markers of Numerical Superiority"
MORE_ATYPICAL = "how many pieces of atypical terrain are allowed beyond the first"
LARGER_PIECES = "terrain may be larger than 30 × 30 cm"
AGREED_WATER = "streams, rivers, lakes and buildings with a side above 15 cm may be placed"
SMALL_FORCE_LIMIT = "the most FSP that a Small Skirmish Force should meet, 0 for no limit"
FLANKING_PRICE = "the price of a flanking maneuver of up to 3 bases, in reconnaissance points"


NOT_A_KEY_OF_SCENARIO = "must be the key of a scenario"


def not_a_scenario(known: Iterable[str]) -> str:
    return f"is not a scenario: choose from {', '.join(known)}"


NOT_OWN_OR_ENEMY = "must be own or enemy"
NOT_SCENARIO_DICE = "must be numbers from 1 to 10"


# -- meeting/play.py


IS_A_DIVISION = "is a division: only skirmish forces have scenarios (BFS-30.1)"
NO_COMMANDER = "has no Skirmish Force Commander (BFS-29.10.4)"
NO_UNITS = "has no units: add some first"


def table_ready_for(scenario: str) -> str:
    return f"the table is ready: {scenario}"


# -- meeting/policy.py


NOTHING_MAY_BE_CHOSEN = "nothing that was rolled may be chosen"


def worth_without_luck(fsp: int) -> str:
    return f"worth {fsp} FSP without luck"


LEFT_OVER_BECOMES_EFFECTS = "what is left over becomes effects"
NOBODY_TO_PROTECT = "there is nobody to put behind them"


def would_protect(fsp: int) -> str:
    return f"{fsp} would cover the foot and the guns"


ROLL_FIRST = "roll first, then choose what is still missing"
BEST_EFFECT = "the best that may be chosen"


def cp_against(one: int, other: int) -> str:
    return f"{one} CP against {other}"


REASONS = {
    ("place terrain", "place"): "well spread over the table",
    ("terrain consent", "refuse"): "the rules allow it if both agree",
    ("choice of terrain", "remove"): "it is in the way",
    ("choice of terrain", "leave"): "nothing is in the way",
    ("reconnaissance", "buy"): "the first it can afford, in a fixed order",
    ("flanking maneuver", "send"): "the largest that the points paid for allow",
    ("ambush", "send"): "the largest that the points paid for allow",
    ("squadron", "done"): "the units fight better on their own",
    ("squadron grows", "done"): "the units fight better on their own",
    ("flank turn", "write"): "late enough to surprise, early enough to matter",
}


# -- meeting/scenario.py


BOTH_AGREED = "both players have agreed on it"
EQUAL_AND_DEFENSIVE = "one of two equal forces is a Defensive Skirmish Force"
IT_WAS_ROLLED = "it was rolled"
ALL_DISCARDED = "all that was rolled has been discarded"
NONE_ROLLED_BEFORE = "none of those rolled before may be chosen"
NO_OTHER = "no other may be chosen"


def chooses_it(side: str) -> str:
    return f"{side} chooses it"


def scenario_die_again(number: int, rule: str) -> str:
    return f"Scenario die {number} again ({rule})"


def scenario_of(scenario: str, variable: bool, fsp: int) -> str:
    least = "at least " if variable else ""
    return f"{scenario}, {least}{fsp} FSP"


def discard_and_delay(names: str) -> str:
    return f"Discard {names} and play Delay the enemy"


KEEP_THEM = "Keep them, though none may be chosen: one die decides"
WHICH_SCENARIO = "Which scenario do you play?"


def worth_and_left(fsp: int, name: str, left: int) -> str:
    """Return a worth of a scenario with its name, such as `: Well posted`, and what is left to spend."""
    return f"{fsp} FSP{name}. {left} FSP left for obstacles and additional effects"


def how_much_worth(scenario: str, advantage: int) -> str:
    return f"How much is {scenario} worth? You pay it from your advantage of {advantage} FSP"
