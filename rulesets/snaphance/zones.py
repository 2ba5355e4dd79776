"""Zones of control: who has one, where they lie, who is exposed to one (SN-4.6)."""

from __future__ import annotations

from rulesets.snaphance.ground import OPEN_GROUND
from rulesets.snaphance.hexes import Hex, neighbours
from rulesets.snaphance.state import Stand, State


def has_zone(state: State, stand: Stand) -> bool:
    """SN-4.6.a: whether the stand's front hexes are a zone of control: those of every Combat Stand and of
    Shot; of Skirmishers in terrain that is not open ground.
    """
    kind = stand.profile.kind
    if kind.zoc:
        return True
    return kind.code == "Sk" and state.map.cell(stand.place).terrain not in OPEN_GROUND


def enemies_around(state: State, place: Hex, side: int) -> list[tuple[int, Stand]]:
    """Return the enemies of `side` in the six hexes around `place`, each with its direction."""
    occupied, around = state.occupied, neighbours(place)
    if occupied.keys().isdisjoint(around):
        return []
    return [
        (towards, stand)
        for towards, beside in enumerate(around)
        if beside in occupied
        for stand in map(state.stands.__getitem__, occupied[beside])
        if stand.side != side
    ]


def holds(state: State, stand: Stand, towards: int) -> bool:
    """Whether the zone of a stand reaches the hex from which it lies in the direction `towards`."""
    return (towards + 3 - stand.facing) % 6 < 2 and has_zone(state, stand)


def zones_at(state: State, place: Hex, side: int) -> list[Stand]:
    """SN-4.6.a: the enemies of `side` whose zone of control holds `place`."""
    return [stand for towards, stand in enemies_around(state, place, side) if holds(state, stand, towards)]


def exposed(state: State, stand: Stand, place: Hex, facing: int) -> bool:
    """SN-4.6.c: whether a stand that ended at `place` with that facing would have an enemy in a flank or rear
    hex whose zone of control holds it.
    """
    return any(
        (towards - facing) % 6 >= 2 and holds(state, enemy, towards)
        for towards, enemy in enemies_around(state, place, stand.side)
    )
