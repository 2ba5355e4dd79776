"""What is said of knock-outs and groups."""

from __future__ import annotations

NOBODY = "nobody"
FORFEIT = "forfeit"
STAGES = {
    "": "", "losers": "losers’ bracket", "third": "for third place", "final": "Final",
    "reset": "Second final",
}  # fmt: skip
_FROM_THE_END = {0: "Final", 1: "Semi-finals", 2: "Quarter-finals"}


def column(number: int, last: int, *, double: bool) -> str:
    """Name a round of a knock-out."""
    said = "" if double else _FROM_THE_END.get(last - number, "")
    return said or f"Knock-out round {number}"


def source(kind: str, number: int) -> str:
    """Say where somebody will come from."""
    return f"{kind} of battle {number}"


def battle(number: int, one: str, other: str, result: str, winner: str) -> str:
    """Say a battle of a bracket in a sentence."""
    said = f"Battle {number}: {one} against {other}"
    return said + (f", {result}" if result else "") + (f"; {winner} goes on" if winner else "")
