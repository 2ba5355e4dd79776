"""Reasons and words that several packages say: why a stand may not, and what befell it."""

from __future__ import annotations

ACTED = "it has acted in this round"
DISORDERED = "it is disordered"
FINISHED = "it has finished"
FIRED = "it has fired"
IN_CLOSE_COMBAT = "it is in close combat"
IN_MELEE = "it is in a melee"
NOBODY_LEFT = "nobody is left"
NOT_ON_OPPORTUNITY = "it is not on opportunity"
TURNED_TWICE = "it has turned twice"

FLANK_OR_REAR = "flank or rear"
WITHOUT_GENERAL = "without a General"


CLASSES = {
    "Pi": "Pistols", "Ln": "Lancers", "Hs": "Horse", "FH": "Fast Horse", "Pk": "Pike", "PS": "Pike and Shot",
    "LC": "Light Cavalry", "Dr": "Dragoons", "Sh": "Shot", "Sk": "Skirmishers", "Art": "Artillery",
}  # fmt: skip
"""Names of the sub-categories of stands."""


def turns_to_attacker(stand: str, facing: str) -> str:
    return f"{stand} turns to face its attacker: {facing}"


def and_disordered(disordered: bool) -> str:
    """Return what is added to the words of a move that disorders."""
    return ", disordered" if disordered else ""
