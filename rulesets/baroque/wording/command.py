"""Sentences of command: initiative, activation, rallying and leaders."""

from __future__ import annotations

from collections.abc import Sequence

from rulesets.engine.wording import counted

# -- initiative -------------------------------------------------------------------------------------


def leader_bonus(level: str) -> str:
    return f"{level} leader"


def bid(first: int, second: int, bonus: int, total: int) -> str:
    return f"{first} + {second} + {bonus} = {total}"


def activate(name: str) -> str:
    return f"Activate {name}"


def let_enemy_activate(command: str) -> str:
    return f"Let the enemy activate {command} first"


KEEP_OR_HAND_OVER = "You have the initiative. Keep it or hand it over?"
WHICH_COMMAND = "Which command do you choose for the initiative?"
WHICH_COMMAND_NEXT = "Which command is next?"


def initiative_of(command: str) -> str:
    return f"Initiative of {command}"


def keep_roll(bid: str) -> str:
    return f"Keep {bid}"


def asks_reroll(command: str, bid: str, against: str) -> str:
    return f"{command} has {bid}{against}. Re-roll?"


def against(total: int, leads: bool) -> str:
    """Say how a bid stands against the enemy's `total`, for a player who may re-roll it."""
    return f" against {total}: {'you have' if leads else 'you do not have'} the initiative"


def initiative_again(command: str) -> str:
    return f"Initiative of {command} again"


def re_roll(dice: str) -> str:
    return f"Re-roll {dice}"


def re_roll_chance(dice: str, chance: float) -> str:
    return f"Re-roll {dice}: {chance:.0%} to have the initiative"


STIRRED_UP = "its agitators have stirred it up"


def lost_to_double(double: int) -> str:
    return f"an incompetent leader and double {double}"


# -- activation -------------------------------------------------------------------------------------


def which_unit_next(command: str) -> str:
    return f"Which unit of {command} do you activate next?"


FINISH_COMMAND = "Finish this command"


def what_now(unit: str) -> str:
    return f"{unit}: what now?"


def end_turn_of(unit: str) -> str:
    return f"End the turn of {unit}"


# -- tests and rallying -----------------------------------------------------------------------------

OUT_OF_COMMAND = "out of command"


def again(purpose: str) -> str:
    return f"{purpose} again"


def outcome(die: int | str, passed: bool, decided: str = "") -> str:
    """Return `5, passed`; `decided`: what is added if a 1 or a 6 decided (`common.always`)."""
    return f"{die}, {'passed' if passed else 'failed'}{decided}"


def march_harder(harder: int) -> str:
    return f"march {harder} harder"


def needs(target: int, parts: Sequence[str]) -> str:
    return f"needs {target} or more ({', '.join(parts)})"


IN_GOOD_ORDER = "it is in good order"
STIRRED_UP_THIS_TURN = "its agitators have stirred it up this turn"
RALLY = "Rally"
RALLY_FIRST = "rallying must be the first action of an activation"


def forced_rally(dice: int) -> str:
    return f"Forced rally: {counted(dice, 'die', 'dice')}, then nothing more"


STAY_DISORDERED = "Stay Disordered and act"
RALLY_FAILED = "The rally failed. Force it, or act while disordered?"
FORCED_RALLY = "Forced rally"

# -- leaders ----------------------------------------------------------------------------------------


def moves_up_to(leader: str, bu: float) -> str:
    return f"{leader} moves up to {bu:g} BU"


def joins(leader: str, unit: str) -> str:
    return f"{leader} joins {unit}"


def leaves_unit(leader: str) -> str:
    return f"{leader} leaves the unit"


LEADER_STANDS_THERE = "the leader stands there already: say where to go"


def too_far(way: float, reach: float) -> str:
    return f"that is {way:.2f} BU away: the leader may move {reach:g} BU"


def too_far_from_unit(way: float, reach: float) -> str:
    return f"that is {way:.2f} BU from the unit: the leader may move {reach:g} BU"


NO_LEADER_IN_IMPASSABLE = "no Leader can stand in impassable terrain"
