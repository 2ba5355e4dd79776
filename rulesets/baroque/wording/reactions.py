"""Sentences of reactions and evasion."""

from __future__ import annotations

from rulesets.baroque.wording.common import dice

REACTIONS = {
    "opportunity-charge": "Opportunity charge",
    "countercharge": "Countercharge",
    "opportunity-fire": "Opportunity fire",
    "defensive-fire": "Defensive fire",
    "evade": "Evasion",
}
"""The name of each reaction, by the key of its option."""

# -- what is asked ----------------------------------------------------------------------------------


def about_to(unit: str, how: str) -> str:
    """Ask for a reaction to a move; `how`: its key, such as `about-face`."""
    return f"{unit} is about to {how.replace('-', ' ')}. Do you react?"


def about_to_fire(firer: str, target: str) -> str:
    return f"{firer} is about to fire at {target}. Do you react?"


def charges(unit: str, target: str) -> str:
    return f"{unit} charges {target}. Do you react?"


def charges_now(unit: str, target: str) -> str:
    return f"{unit} now charges {target}. Do you react?"


DO_NOTHING = "Do nothing"


def evades(unit: str, threat: str, chance: float, off_table: bool) -> str:
    return f"{unit} evades from {threat} ({chance:.0%})" + (", off the table" if off_table else "")


def fires_back(unit: str, chance: float) -> str:
    return f"{unit} fires back ({chance:.0%})"


def opportunity_fire(unit: str, chance: float, count: float) -> str:
    return f"{unit}: opportunity fire ({chance:.0%}), {dice(count)}"


def opportunity_charge(unit: str, chance: float, bu: float, reached: float | None) -> str:
    """Name the charge; `reached`: the chance to reach the enemy with the bonus die, None without it."""
    bonus = "" if reached is None else f", bonus die ({reached:.0%} to reach)"
    return f"{unit}: opportunity charge ({chance:.0%}), {bu:.2g} BU{bonus}"


def defensive_fire(unit: str, chance: float) -> str:
    return f"{unit}: defensive fire ({chance:.0%})"


def countercharge(unit: str, chance: float, bonus: bool) -> str:
    return f"{unit}: countercharge ({chance:.0%}){', bonus die' if bonus else ''}"


def of_way(unit: str, bu: float) -> str:
    return f"of {unit}’s way of {bu:.2g} BU"


WHERE = "where (0: at its start, 1: at its end)"


def cannot_fire_there(unit: str) -> str:
    return f"{unit} cannot fire at that point of the way"


def cannot_strike_there(unit: str) -> str:
    return f"{unit} cannot strike at that point of the way"


# -- tests ------------------------------------------------------------------------------------------

DEFENSIVE_FIRE = "defensive fire"
FROM_FOOT = "from foot"
NOT_ANSWERING_FIRE = "not an answer to shooting"
MOUNTED = "mounted"
LIGHT_CAVALRY = "light cavalry"
MASSED = "massed"
EVADED_BEFORE = "evaded before this turn"
CHARGE_BONUS = "Charge bonus"


def bonus(die: int, bonus: int, bu: float) -> str:
    return f"{die}: {bonus} BU, {bu:g} BU in all"


# -- why it may not ---------------------------------------------------------------------------------

NOT_ON_TABLE = "it is not on the table"
HAS_REACTED = "it has tried to react this turn"
HAS_DISENGAGED = "it has disengaged this turn"
BAGGAGE_REACTS_NOT = "the Baggage does not react"
FOOT_DOES_NOT_INTERCEPT = "foot does not charge mounted by opportunity"
ONLY_SOME_EVADE = "only mounted, dragoons and skirmishers evade"


_THREATS = {
    "charging_mounted": "charging mounted",
    "charging_foot": "charging foot",
    "shooting": "shooting",
}


def no_evasion_from(threat: str) -> str:
    """Say that such troops do not evade; `threat`: a word of the troop types' `evade_from`."""
    return f"such troops do not evade from {_THREATS[threat]}"


FOOT_DOES_NOT_COUNTER = "foot does not countercharge mounted"
NOT_BEFORE_FRONT = "the charge does not come before its front"
DOES_NOT_SEE = "it does not see the charger"
FRIEND_IN_WAY = "a friend is in its way"
