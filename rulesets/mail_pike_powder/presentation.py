"""How battles of Mail, Pike & Powder are shown: turns, what stands out in a log, Stamina, zones, marks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from rulesets.contract.presentation import Mark, Presentation, Rectangle, Standing, read_hints
from rulesets.freetable.shapes import band
from rulesets.mail_pike_powder import events, tables, victory
from rulesets.mail_pike_powder.setup.pieces import suggested
from rulesets.mail_pike_powder.state import State

SIGNS: Mapping[str, str] = {
    "infantry": "PM", "cavalry": "TR", "skirmishers": "S", "artillery": "ART", "baggage": "baggage",
}  # fmt: skip
"""The drawn sign of each class of units."""
THIN = 0.6  # inches that a line without a width is shown as

_MAJOR = (
    events.BattaliaChecked, events.BattleEnded, events.LeaderLost, events.LeaderReplaced, events.MovesFirst,
    events.Removed, events.Silenced, events.TurnBegan,
)  # fmt: skip
_MINOR = (
    events.Activated, events.Declared, events.MoveMade, events.PhaseBegan, events.Separated, events.TurnEnded,
)  # fmt: skip


def standing(state: State) -> tuple[Standing, ...]:
    """Return the Stamina of each side and what it has lost of it (MPP-C-18)."""
    return tuple(Standing(each["total"], each["lost"]) for each in victory.scores(state))


def zones(state: Mapping[str, Any]) -> tuple[Rectangle, ...]:
    """Return where each side deploys (MPP-C-29)."""
    deep = tables.zone_depth(state["depth"])
    return (
        Rectangle(0.0, 0.0, state["width"], deep),
        Rectangle(0.0, state["depth"] - deep, state["width"], deep),
    )


def place(state: State, key: Mapping[str, Any]) -> tuple[float, ...]:
    """Return where a piece of terrain would lie at the ready-made place that an option names (MPP-C-29)."""
    if key.get("do") != "place" or "kind" not in key or "at" not in key:
        return ()
    try:
        piece = suggested(state, key["kind"], key["at"])
    except LookupError:
        return ()
    if piece.outline:
        return piece.outline
    parts = band(piece.line, max(piece.width, THIN))
    # Both sides of the line, there and back.
    there = [value for part in parts for value in part[:4]]
    back = [value for part in reversed(parts) for value in part[4:]]
    return (*there, *back)


def strength_of(unit: Mapping[str, Any]) -> tuple[int, int]:
    """Return the Stamina that a unit has left, and what it had (MPP-C-18)."""
    return unit["left"], unit["stamina"]


def contacts(state: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield whose front touches whom (MPP-C-21)."""
    return ((one, other) for one, other, _ in state["contacts"])


_HINTS, _TERMS = read_hints(Path(__file__).parent / "data" / "hints.toml")

PRESENTATION = Presentation(
    turn_began=events.TurnBegan.kind,
    major=frozenset(event.kind for event in _MAJOR),
    minor=frozenset(event.kind for event in _MINOR),
    retold=frozenset({events.Fired.kind}),
    measure="Stamina",
    measure_name="Stamina of all units",
    length="in",
    scale=1 / 3,
    strength="Stamina",
    standing=standing,
    zones=zones,
    terrain_name=lambda kind: tables.terrain(kind).name.lower(),
    place=place,
    leader="commander",
    command="battalia",
    sign=lambda kind: SIGNS[kind],
    marks=(
        Mark("shaken", "shaken", "edge", grave=True),
        Mark("disordered", "disordered", "front right"),
        Mark("worn", "worn before the battle"),
        Mark("ordered", "had its order", "rear left", passing=True),
    ),
    strength_of=strength_of,
    gone={
        "broken": "broken", "shattered": "shattered", "destroyed": "destroyed", "left": "off the table",
    },
    contacts=contacts,
    others="Baggage",
    tables={(72.0, 48.0): "for armies of 500 to 1,000 points", (96.0, 48.0): "for larger armies"},
    caption="A square at the rear for each casualty; a broken outline: shaken; a yellow disc: disordered.",
    legend=(
        "A square at the rear for each casualty; a broken outline: shaken.",
        "A yellow disc: disordered. A black disc with a tick: it has had its order or its initiative move in "
        "this turn.",
        "What a unit of a campaign had lost before the battle is among its casualties.",
    ),
    hints=_HINTS,
    terms=_TERMS,
)  # fmt: skip
