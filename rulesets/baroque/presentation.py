"""How Baroque battles are shown: their turns, what stands out in a log, VDT, deployment zones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import hypot
from pathlib import Path
from typing import Any

from rulesets.baroque import tables, victory
from rulesets.baroque.events.command import (
    CommandActivated,
    CommandBroken,
    CommandDone,
    InitiativeRolled,
    LeaderLost,
    TurnBegan,
    TurnEnded,
    UnitActivated,
    UnitDone,
)
from rulesets.baroque.events.field import BattleEnded, Declared, Fired, Removed, Separated
from rulesets.baroque.events.setup import RolesFixed, moved_piece
from rulesets.baroque.setup.placing import STEPS, suggested
from rulesets.baroque.state import BAGGAGE, Piece, State
from rulesets.contract.presentation import (
    LossGroup,
    LossLine,
    Mark,
    Presentation,
    Rectangle,
    Score,
    Standing,
    read_hints,
)

THIN = 0.3  # BU that a line without a width is shown as

_MAJOR = (BattleEnded, CommandActivated, CommandBroken, LeaderLost, Removed, RolesFixed, TurnBegan, TurnEnded)
_MINOR = (CommandDone, Declared, Separated, UnitActivated, UnitDone)


def standing(state: State) -> tuple[Standing, ...]:
    """Return the VDT of each side and what it has lost of it (BQ-9.1.a-e)."""
    return tuple(Standing(side.vdt, victory.vd_lost(state, side.index).total) for side in state.sides)


def zones(state: Mapping[str, Any]) -> tuple[Rectangle, ...]:
    """Return where each side deploys its units (BQ-3.4.c)."""
    row = tables.tables().deployment
    deep, off = row.depth_from_own_edge_bu, row.distance_from_side_edges_bu
    width = state["width"] - 2 * off
    return Rectangle(off, 0.0, width, deep), Rectangle(off, state["depth"] - deep, width, deep)


def place(state: State, key: Mapping[str, Any]) -> tuple[float, ...]:
    """Return where a piece of terrain would lie that is placed or moved ready-made, and where one lies that a
    player may move anywhere (BQ-3.3.e-f).
    """
    try:
        if key.get("do") == "place":
            return _outline(suggested(state, key["kind"], key["at"]))
        if key.get("do") == "move" and "to" not in key:
            return _outline(state.terrain[key["piece"]])
        if key.get("do") == "move":
            return _outline(moved_piece(state.terrain[key["piece"]], *STEPS[key["to"]]))
    except LookupError:
        pass  # a unit's place, or terrain at numbers of the player's own
    return ()


def _outline(piece: Piece) -> tuple[float, ...]:
    """Return a piece's outline; for a line the band from its first point to its last."""
    if piece.outline or not piece.line:
        return piece.outline
    x, y, tx, ty = *piece.line[:2], *piece.line[-2:]
    length, half = hypot(tx - x, ty - y), max(piece.width, THIN) / 2
    right, up = ((ty - y) / length * half, (x - tx) / length * half) if length else (half, 0.0)
    return (x - right, y - up, x + right, y + up, tx + right, ty + up, tx - right, ty - up)


def sign(kind: str) -> str:
    """Return the name of the sign of a type of troops, the Baggage among them (BQ-2.2)."""
    return "baggage" if kind == BAGGAGE else kind.replace("&", "")


def strength_of(unit: Mapping[str, Any]) -> tuple[int, int]:
    """Return the VBU that a unit has left, below 0 if it lost more, and what it had (BQ-2.3.a)."""
    return unit["vbu"], unit["vbu"] + unit["losses"]


def contacts(state: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Return whose front touches whom (BQ-7.1.a)."""
    return ((one, other) for one, other, _ in state["contacts"])


def score(side: Mapping[str, Any]) -> Score:
    """Return the VDT, what was lost of it, by command, and what camp and villages cost (BQ-9.1.a-e)."""
    return Score(
        side.get("vdt", 0), side.get("lost", 0), side.get("left", 0), side.get("percentage", 0.0),
        tuple(_groups(side)),
    )  # fmt: skip


def _groups(side: Mapping[str, Any]) -> Iterator[LossGroup]:
    for command in side.get("commands", ()):
        notes = ["demoralised"] if command["broken"] else []
        if not command["leader_alive"]:
            notes.append("leader lost")
        lines = tuple(_line(line) for line in command["lines"])
        yield LossGroup(command["name"], command["vdc"], command["lost"], tuple(notes), lines)
    if side.get("other"):
        lines = tuple(_line(line) for line in side["other"])
        yield LossGroup("Camp and villages", None, sum(line.value for line in lines), (), lines)


def _line(line: Mapping[str, Any]) -> LossLine:
    return LossLine(line["name"], line["why"], line["rule"], line["vd"])


_HINTS, _TERMS = read_hints(Path(__file__).parent / "data" / "hints.toml")

PRESENTATION = Presentation(
    turn_began=TurnBegan.kind,
    initiative=InitiativeRolled.kind,
    major=frozenset(event.kind for event in _MAJOR),
    minor=frozenset(event.kind for event in _MINOR),
    retold=frozenset({Fired.kind}),
    measure="VDT",
    measure_name="total demoralisation value",
    length="BU",
    strength="VBU",
    standing=standing,
    zones=zones,
    terrain_name=lambda kind: tables.terrain_kind(kind).name,
    place=place,
    sign=sign,
    marks=(
        Mark("exhausted", "exhausted", "edge", grave=True),
        Mark("disordered", "disordered", "front right"),
        Mark("worn", "worn before the battle"),
        Mark("activated", "activated", "rear left", passing=True),
        Mark("reacted", "reacted", "front left", passing=True),
    ),
    strength_of=strength_of,
    gone={status: status for status in ("routed", "dispersed", "destroyed", "withdrawn", "left")},
    contacts=contacts,
    broken="demoralised",
    others="Camp",
    tables={(20.0, 15.0): "for up to 600 points", (30.0, 20.0): "for larger armies"},
    score=score,
    caption="A square at the rear for each lost VBU; a broken outline: exhausted; a yellow disc: disordered.",
    legend=(
        "A square at the rear for each loss; a broken outline: exhausted.",
        "A yellow disc: disordered. A black disc with a tick: it has been activated in this turn. A disc "
        "with a bent arrow: it has reacted.",
        "What a unit of a campaign had lost before the battle is among its losses.",
    ),
    hints=_HINTS,
    terms=_TERMS,
)
