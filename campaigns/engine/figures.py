"""How factions stand, in figures: what charts show turn by turn, and what a campaign's balance is told by."""

from __future__ import annotations

from typing import TypedDict

from campaigns.engine.state import State


class Figures(TypedDict):
    """A faction in figures: areas held, forces standing, their worth and strength (steps), victory points,
    money.
    """

    areas: int
    forces: int
    worth: float
    strength: int
    points: int
    money: int


def figures(state: State) -> dict[str, Figures]:
    """The figures of every faction, by its id."""
    found = {
        key: Figures(areas=0, forces=0, worth=0.0, strength=0, points=each.points, money=each.money)
        for key, each in sorted(state.factions.items())
    }
    for area in state.areas.values():
        if area.owner in found:
            found[area.owner]["areas"] += 1
    for force in state.standing():
        of = found[force.faction]
        of["forces"] += 1
        of["strength"] += force.strength
        of["worth"] = round(of["worth"] + force.worth, 2)
    return found
