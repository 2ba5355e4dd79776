"""Sentences of fire, defensive fire and pistols."""

from __future__ import annotations

from collections.abc import Sequence

from rulesets.baroque.wording.common import dice
from rulesets.engine.wording import counted

AT = {
    "point_blank": "at point blank",
    "short": "at short range",
    "long": "at long range",
    "extreme": "at extreme range",
}
"""Each band of distance in words."""

# -- dice -------------------------------------------------------------------------------------------

AT_LEAST_ONE_DIE = "at least one die"


def hit(at: str) -> str:
    return f"hit {AT[at]}"


def weapon_at_range(weapon: str, at: str) -> str:
    return f"{weapon} {AT[at]}"


SHOOTING_MODIFIER = "shooting modifier"


def movement_actions(moves: int) -> str:
    return counted(moves, "movement action")


INDIRECT_FIRE = "indirect fire"


def at_type(type_name: str) -> str:
    return f"at {type_name}"


TARGET_EVADES = "the target evades"
CANNON_AT_MASSED = "cannon at a massed unit"
LIMITED_FIRE = "limited fire: half"
THROUGH_SCREEN = "through skirmishers or light cavalry: half"
REGIMENTAL_ARTILLERY = "regimental artillery"
CUIRASSES = "the target wears cuirasses"

# -- shots ------------------------------------------------------------------------------------------

NO_MISSILES = "it has no missile weapons"
IS_NOT_ACTIVE = "it is not active"
HAS_FIRED = "it has fired in this activation"
TURNED_ABOUT = "turning about was its only action"
PASSED_THROUGH = "it has just passed through friends and must move again first"
RESERVE = "movement actions, a die each"
ONLY_REITERS_CARACOLE = "only massed Reiters make the caracole"
AFTER_FIRST_FIRE = "it comes right after its first fire"
DO_NOT = "Do not"


CARACOLE = "Caracole"


def asks_caracole(chance: float) -> str:
    return f"Caracole: fire a second time? {chance:.0%} to pass; a failure ends the activation"


CARACOLE_FAILED = "the caracole has failed"


_FIRES = {
    "active": "Fire",
    "caracole": CARACOLE,
    "opportunity": "Opportunity fire",
    "defensive": "Defensive fire",
    "pistols": "Point-blank pistols",
}


def purpose(fire: str, target: str) -> str:
    """Name a volley; `fire`: the word of the Fired event."""
    return f"{_FIRES[fire]} at {target}"


def circumstances(
    distance: float, at: str, edge: str, limited: bool, indirect: bool, through: bool
) -> list[str]:
    """Return what there is to say of an aim: distance in BU, band, and what is unusual."""
    how = [f"{round(distance, 2):g} BU", AT[at]]
    how += [f"from the {edge}"] if edge != "front" else []
    how += [word for word, holds in (("limited", limited), ("indirect", indirect)) if holds]
    return how + (["through a screen"] if through else [])


def shot(fire: str, target: str, how: Sequence[str], count: int, hits: float) -> str:
    """Return words such as `Fire at Blue (1.5 BU, at short range, limited): 4 dice, 0.81 hits expected`."""
    return f"{purpose(fire, target)} ({', '.join(how)}): {dice(count)}, {hits:.2f} hits expected"


def volley(weapon: str, at: str, distance: float, first: bool, vbu: int, count: int) -> str:
    """Return words such as `musket at short range, 1.5 BU, first volley, VBU 6, 4 dice`."""
    parts = [weapon_at_range(weapon, at), f"{round(distance, 2):g} BU"]
    parts += ["first volley"] if first else []
    return ", ".join([*parts, f"VBU {vbu}", dice(count)])


# -- defence ----------------------------------------------------------------------------------------

BAGGAGE_SHOOTS_NOT = "the Baggage does not shoot"
NO_DEFENSIVE_FIRE = "such troops make no Defensive Fire"


def charged_on(face: str) -> str:
    return f"it is charged on its {face}"
