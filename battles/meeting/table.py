"""The table of a meeting as pages draw it, read from the meeting's state: dataclasses that know no HTML."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rulesets.contract.presentation import Area, Meeting


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of terrain: its middle, size and angle (degrees, against the clock). `oval`: it does not fill
    its width and depth; `close`: it only has to avoid contact with others.
    """

    kind: str
    name: str
    x: float
    y: float
    width: float
    depth: float
    angle: float = 0.0
    oval: bool = False
    close: bool = False
    id: str = ""
    houses: int = 0


@dataclass(frozen=True, slots=True)
class Objective:
    """A marker on the table; `radius`: how far around it bases count, 0 for none."""

    name: str
    words: str
    x: float
    y: float
    radius: float = 0.0


@dataclass(frozen=True, slots=True)
class Table:
    """The table in cm. `edges`: the side whose edge it is, by the name of the edge; `spacing`: how far pieces
    lie apart; `proposed`: one that is not there yet.
    """

    width: float
    depth: float
    sides: tuple[str, str]
    pieces: tuple[Piece, ...] = ()
    zones: tuple[Area, ...] = ()
    objectives: tuple[Objective, ...] = ()
    edges: Mapping[str, int] = field(default_factory=dict)
    spacing: float = 0.0
    proposed: Piece | None = None


def table_of(
    state: Mapping[str, Any],
    sides: Sequence[str],
    meeting: Meeting,
    areas: Iterable[Area] = (),
    proposed: Mapping[str, Any] | None = None,
) -> Table:
    """Return the table as a meeting's state has it, with the areas where the sides deploy and a piece that
    one of them proposes.
    """
    return Table(
        state["table"]["width"], state["table"]["depth"], (sides[0], sides[1]),
        tuple(_piece(each, meeting) for each in state["terrain"]),
        tuple(areas),
        tuple(_objective(each) for each in state["objectives"]),
        {edge: int(side) for side, edge in state["edges"].items()},
        meeting.spacing, None if proposed is None else _piece(proposed, meeting),
    )  # fmt: skip


def _objective(mark: Mapping[str, Any]) -> Objective:
    return Objective(mark["name"], mark.get("text", ""), mark["x"], mark["y"], mark.get("radius", 0.0))


def _piece(piece: Mapping[str, Any], meeting: Meeting) -> Piece:
    ground = meeting.ground(piece["kind"])
    return Piece(
        piece["kind"], piece.get("name") or ground.name, piece["x"], piece["y"], piece["width"],
        piece["depth"], piece.get("angle", 0.0), ground.oval, ground.close,
        piece.get("id", ""), int(piece.get("buildings") or 0),
    )  # fmt: skip
