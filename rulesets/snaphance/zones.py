"""Zones of control: who has one, where they lie, who is exposed to one (SN-4.6)."""

from __future__ import annotations

from rulesets.snaphance.ground import OPEN_GROUND
from rulesets.snaphance.hexes import Hex, neighbours
from rulesets.snaphance.state import Stand, State


def has_zone(state: State, stand: Stand) -> bool:
    """Return whether a stand has a zone of control: Combat Stands, Shot, Skirmishers in cover (SN-4.6.a)."""
    kind = stand.profile.kind
    if kind.zoc:
        return True
    return kind.code == "Sk" and state.map.cell(stand.place).terrain not in OPEN_GROUND


def enemies_around(state: State, place: Hex, side: int) -> list[tuple[int, Stand]]:
    """Return the enemies of `side` in the six hexes around `place`, each with its direction."""
    occupied, around = state.occupied, neighbours(place)
    # Asked for every hex of every plan, and most hexes have nobody beside them.
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
    """Return whether the zone of a stand in direction `towards` reaches the hex."""
    # Seen from the stand the hex lies the opposite way, three sixths further round.
    return (towards + 3 - stand.facing) % 6 < 2 and has_zone(state, stand)


def zones_at(state: State, place: Hex, side: int) -> list[Stand]:
    """Return the enemies of `side` whose zone of control holds `place` (SN-4.6.a)."""
    return [stand for towards, stand in enemies_around(state, place, side) if holds(state, stand, towards)]


def exposed(state: State, stand: Stand, place: Hex, facing: int) -> bool:
    """Return whether an enemy on flank or rear would hold a stand that ended there (SN-4.6.c)."""
    return any(
        (towards - facing) % 6 >= 2 and holds(state, enemy, towards)
        for towards, enemy in enemies_around(state, place, stand.side)
    )
