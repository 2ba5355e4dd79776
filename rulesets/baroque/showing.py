"""How Baroque battles are shown: their turns, what stands out in a log, VDT, deployment zones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulesets.baroque import events, tables, victory
from rulesets.baroque.state import State
from rulesets.showing import Rectangle, Showing, Standing

_MAJOR = (
    events.BattleEnded,
    events.CommandActivated,
    events.CommandBroken,
    events.LeaderLost,
    events.Removed,
    events.RolesFixed,
    events.TurnBegan,
    events.TurnEnded,
)
_MINOR = (events.CommandDone, events.Declared, events.Separated, events.UnitActivated, events.UnitDone)


def standing(state: State) -> tuple[Standing, ...]:
    """BQ-9.1.a-e: the VDT of each side and what it has lost of it."""
    return tuple(Standing(side.vdt, victory.vd_lost(state, side.index).total) for side in state.sides)


def zones(state: Mapping[str, Any]) -> tuple[Rectangle, ...]:
    """BQ-3.4.c: where each side deploys its units."""
    row = tables.tables().deployment
    deep, off = row.depth_from_own_edge_bu, row.distance_from_side_edges_bu
    width = state["width"] - 2 * off
    return Rectangle(off, 0.0, width, deep), Rectangle(off, state["depth"] - deep, width, deep)


def terrain_name(kind: str) -> str:
    """The name that the terrain tables give a kind of piece."""
    return tables.terrain_kind(kind).name


SHOWING = Showing(
    turn_began=events.TurnBegan.kind,
    major=frozenset(event.kind for event in _MAJOR),
    minor=frozenset(event.kind for event in _MINOR),
    retold=frozenset({events.Fired.kind}),
    measure="VDT",
    measure_name="total demoralisation value",
    length="BU",
    strength="VBU",
    standing=standing,
    zones=zones,
    terrain_name=terrain_name,
)
