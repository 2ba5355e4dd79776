"""Stands that may act together: of one kind, of one group, in a chain of adjacent hexes (SN-4.9.a-b)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from rulesets.snaphance import hexes
from rulesets.snaphance.state import Stand

MOST = 256
"""How many chains are offered of stands that all hang together: every one of up to eight stands."""


def chains(stands: Sequence[Stand], alike: Callable[[Stand], object]) -> Iterator[list[Stand]]:
    """SN-4.9.a: every two or more of `stands` that are of one sub-category and of one `alike`, and whose
    hexes hang together; the longest first. Each chain is in the order of the army.
    """
    for pool in _pools(stands, alike):
        yield from _connected(pool)


def _pools(stands: Sequence[Stand], alike: Callable[[Stand], object]) -> Iterator[list[Stand]]:
    """The stands sorted by kind and likeness, and those into what hangs together."""
    kinds: dict[object, list[Stand]] = {}
    for stand in stands:
        kinds.setdefault((stand.profile.code, alike(stand)), []).append(stand)
    for same in kinds.values():
        left = list(same)
        while left:
            part = _reached(left)
            left = [stand for stand in left if stand not in part]
            if len(part) > 1:
                yield part


def _reached(stands: Sequence[Stand]) -> list[Stand]:
    """Those that hang together with the first one, in the order given."""
    found, waiting = {stands[0].id}, [stands[0]]
    while waiting:
        stand = waiting.pop()
        for other in stands:
            if other.id not in found and hexes.distance(stand.place, other.place) == 1:
                found.add(other.id)
                waiting.append(other)
    return [stand for stand in stands if stand.id in found]


def _connected(pool: list[Stand]) -> Iterator[list[Stand]]:
    """Every part of a chain that is a chain itself, made by leaving out one stand after the other."""
    seen = {tuple(stand.id for stand in pool)}
    waiting = [pool]
    for part in waiting:
        yield part
        if len(part) == 2:
            continue
        for stand in part:
            rest = [other for other in part if other is not stand]
            key = tuple(other.id for other in rest)
            if key not in seen and len(seen) < MOST and len(_reached(rest)) == len(rest):
                seen.add(key)
                waiting.append(rest)
