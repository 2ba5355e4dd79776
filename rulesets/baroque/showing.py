"""How Baroque battles are shown: their turns, what stands out in a log, VDT, deployment zones."""

from __future__ import annotations

from collections.abc import Mapping
from math import hypot
from typing import Any

from rulesets.baroque import events, tables, victory
from rulesets.baroque.events.setup import moved_piece
from rulesets.baroque.setup.suggestions import STEPS, suggested
from rulesets.baroque.state import Piece, State
from rulesets.showing import Rectangle, Showing, Standing

THIN = 0.3  # BU that a line without a width is shown as

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


def place(state: State, key: Mapping[str, Any]) -> tuple[float, ...]:
    """BQ-3.3.e-f: where a piece of terrain would lie that is placed or moved ready-made."""
    try:
        if key.get("do") == "place":
            return _outline(suggested(state, key["kind"], key["at"]))
        if key.get("do") == "move":
            return _outline(moved_piece(state.terrain[key["piece"]], *STEPS[key["to"]]))
    except LookupError:
        pass  # a unit's place, or terrain at numbers of the player's own
    return ()


def _outline(piece: Piece) -> tuple[float, ...]:
    """A piece's outline; for a line the band from its first point to its last."""
    if piece.outline or not piece.line:
        return piece.outline
    x, y, tx, ty = *piece.line[:2], *piece.line[-2:]
    length, half = hypot(tx - x, ty - y), max(piece.width, THIN) / 2
    right, up = ((ty - y) / length * half, (x - tx) / length * half) if length else (half, 0.0)
    return (x - right, y - up, x + right, y + up, tx + right, ty + up, tx - right, ty - up)


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
    place=place,
)
