"""Friends in the way: who may move through whom and by which way, who displaces whom (SN-4.10, SN-4.11)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from rulesets.snaphance import hexes, zones
from rulesets.snaphance.ground import Cost, enter_cost, entry
from rulesets.snaphance.hexes import Hex, neighbours
from rulesets.snaphance.movement.mover import Mover
from rulesets.snaphance.state import Mode, Stand, State


def may_pass(_state: State, mover: Stand, other: Stand) -> bool:
    """Return whether a stand may move through a friend (SN-4.10.a-b).

    Support Stands pass through anybody and let anybody pass. Of two Combat Stands both must face exactly the
    same way, and a Pike block passes through none; others may pass through the Pike block.
    """
    if mover.side != other.side:
        return False
    if not (mover.profile.kind.combat and other.profile.kind.combat):
        return True
    return mover.profile.code != "Pk" and mover.facing == other.facing


def displaces(state: State, mover: Stand, other: Stand, facing: int | None = None) -> bool:
    """Return whether a stand may enter a neighbouring friend's hex, which falls back into its own
    (SN-4.11.a-b).

    Combat Stands displace any Support Stand in a front hex of theirs; Shot, Light Cavalry and Dragoons any
    Support Stand, Skirmishers only Skirmishers, from any direction; Artillery nobody. Whether the friend has
    moved does not matter (SN-4.11.c). `facing`: that of the mover, if it is another than it has now.
    Nobody falls back out of an ongoing melee (SN-4.6.e) nor into ground that it may not enter.
    """
    if mover.side != other.side or other.profile.kind.combat or state.in_melee(other.id):
        return False
    place, there = mover.place, other.place
    if mover.profile.kind.combat:
        if there not in hexes.front(place, mover.facing if facing is None else facing):
            return False
    elif mover.profile.code == "Art" or (mover.profile.code == "Sk" and other.profile.code != "Sk"):
        return False
    return falls_back(state, other, place)


def falls_back(state: State, other: Stand, place: Hex) -> bool:
    """Return whether the ground lets a displaced friend back into a hex; heavy guns are taken along."""
    return entry(state, other.profile.kind.ground, other.place, place) != "no"


Places: TypeAlias = tuple[Hex, ...]
"""Where those who move together stand."""
Path: TypeAlias = tuple[Places, ...]
"""The same after each hex of a way."""


def passages(state: State, who: Mover, modes: Mapping[int, Mode]) -> Iterator[tuple[Mode, Path, Cost]]:
    """Yield the cheapest way through friends to each end; `modes`: by direction of a step (SN-4.10.a-b).

    All who move go the same way (SN-4.9.a) by steps of kinds that go together, and end in hexes of their own
    (SN-1.2.a), within what is left of the single move. On the way nobody stands in an enemy zone of control,
    for there it would have to halt (SN-4.6.b), nor in ground that takes a whole move. The mode of a way is
    that of its last step.
    """
    found: dict[Places, tuple[Mode, Path, int]] = {}
    left = {mode: who.left(mode) for mode in modes.values()}
    begin, occupied = tuple([stand.place for stand in who.stands]), state.occupied.keys()
    pending: list[tuple[Mode, Places, Places, Path, int]] = [
        (mode, begin, ends, (), 0)
        for towards, mode in modes.items()
        if not occupied.isdisjoint(ends := tuple([neighbours(place)[towards] for place in begin]))
    ]
    # First come, first served: with so few hexes a sorted queue would cost more than it saves.
    while pending:
        mode, starts, ends, path, spent = pending.pop(0)
        clear = _clear(state, who, ends)
        # A way that meets no friend at once is no passage, but an ordinary step.
        if clear is None or (clear and not path) or ends == begin:
            continue
        mp = _cost(state, who, starts, ends)
        if mp is None or spent + mp > left[mode]:
            continue
        spent, path = spent + mp, (*path, ends)
        if clear:
            if ends not in found or found[ends][2] > spent:
                found[ends] = mode, path, spent
        elif not any(zones.zones_at(state, end, who.side) for end in ends):
            pending.extend(
                (then, ends, onward, path, spent)
                for towards, then in modes.items()
                if _joins(who, mode, then)
                and (onward := tuple([neighbours(end)[towards] for end in ends])) != starts
            )
    for mode, path, spent in found.values():
        yield mode, path, Cost(spent)


def _joins(who: Mover, mode: Mode, then: Mode) -> bool:
    """Return whether steps of two kinds may follow each other: Shot mix sideways and forward (SN-4.8.b)."""
    return then == mode or (who.shot and "backward" not in (mode, then))


def _cost(state: State, who: Mover, starts: Places, ends: Places) -> int | None:
    """Return the MP of a step for all who make it; None if one may not make it or needs a whole move."""
    most = 0
    for stand, start, end in zip(who.stands, starts, ends, strict=True):
        cost = enter_cost(state, stand, start, end)
        if cost is None or cost.whole:
            return None
        most = max(most, cost.mp)
    return most


def _clear(state: State, who: Mover, ends: Places) -> bool | None:
    """Return whether all these hexes are clear; None if somebody in one of them may not be passed."""
    clear = True
    for stand, end in zip(who.stands, ends, strict=True):
        for id_ in state.occupied.get(end, ()):
            if id_ in who.members:
                continue
            clear = False
            if not may_pass(state, stand, state.stands[id_]):
                return None
    return clear
