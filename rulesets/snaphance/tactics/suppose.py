"""The map as it would be if a stand stood elsewhere or had lost its order: looked at, and put back."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rulesets.snaphance.hexes import Hex
from rulesets.snaphance.state import Stand, State


@contextmanager
def standing(state: State, stand: Stand, place: Hex, facing: int) -> Iterator[None]:
    """The state with `stand` on another hex and facing, as long as the block lasts."""
    before, faced, occupied = stand.hex, stand.facing, state.occupied
    moved = dict(occupied)
    if before is not None:
        left = tuple(id_ for id_ in occupied.get(before, ()) if id_ != stand.id)
        moved.pop(before, None)
        if left:
            moved[before] = left
    moved[place] = (*moved.get(place, ()), stand.id)
    stand.hex, stand.facing, state.occupied = place, facing, moved
    try:
        yield
    finally:
        stand.hex, stand.facing, state.occupied = before, faced, occupied


@contextmanager
def shaken_up(stand: Stand) -> Iterator[None]:
    """A stand disordered, as long as the block lasts."""
    before, stand.disordered = stand.disordered, True
    try:
        yield
    finally:
        stand.disordered = before
