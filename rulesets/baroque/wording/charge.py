"""Sentences of charges."""

from __future__ import annotations

from collections.abc import Sequence


def charge(target: str, bu: float, face: str) -> str:
    return f"Charge {target}: {bu:.2g} BU, {face}"


def with_bonus_die(label: str, chance: float) -> str:
    return f"{label}, bonus die ({chance:.0%} to reach)"


def potential(target: str, bu: float, face: str) -> str:
    return f"Potential charge on {target}: {bu:.2g} BU, {face}"


def declared(bonus: bool) -> str:
    return "charge with the bonus die" if bonus else "charge"


def potential_declared(bu: float) -> str:
    return f"potential charge of {bu:g} BU"


THE_SHOT = "the shot"
ENEMY_BONUS = "the enemy’s bonus die"
OVER = "its charge is over"
MOVE_THIS_FAR = "Move this far"


def how_far(unit: str) -> str:
    return f"{unit}: how far?"


def complete_into(enemies: Sequence[str]) -> str:
    return f"Complete the move into {' and '.join(enemies)}"


def complete(bu: float) -> str:
    return f"Complete the move, {bu:.2g} BU"


STOP_HERE = "Stop here"


def target_dispersed(unit: str) -> str:
    return f"{unit} has dispersed its target. Does it complete its move?"


NO_IMPETUS = "units with an impetus of 0 cannot charge"
NO_FIRE_AND_CHARGE = "foot without Salvo may not fire and charge"
MARCH_TEST = "the march test"
