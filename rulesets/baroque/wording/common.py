"""Sentences and parts of sentences that several packages use."""

from __future__ import annotations

BAGGAGE_STAYS = "the Baggage does not move"
IN_MELEE = "it is in melee"
DISORDERED = "it is Disordered"
NO_ROOM_BEHIND = "there is no room behind it"
EDGE_OF_TABLE = "the edge of the table"


def only_charge_touches(enemy: str) -> str:
    return f"only a charge may touch {enemy}"


def moves_up_to(bu: float) -> str:
    return f"it moves up to {bu:g} BU"


def stands_there(other: str) -> str:
    return f"{other} stands there"


def may_not_pass(other: str) -> str:
    return f"it may not pass through {other}"


def dice(count: float) -> str:
    """Return `1 die`, `4 dice`."""
    return f"{count:g} dice" if count > 1 else "1 die"


def always(die: int, passed: bool) -> str:
    """Say that a natural 1 or 6 decided a test, whatever was needed."""
    return f" (a {die} always {'passes' if passed else 'fails'})"


LEADER_ATTACHED = "leader attached"
AGITATORS = "agitators"
IMPASSABLE_IN_WAY = "impassable terrain is in the way"

CHARGE_FAILED = "its charge has failed"
CHARGES_OVER_OBSTACLE = "charges over a linear obstacle"
DISORDERED_MODIFIER = "disordered"
EXHAUSTED = "it is Exhausted"
