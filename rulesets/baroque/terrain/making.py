"""Terrain pieces made from a few numbers, as players place them (BQ-3.2): BU and degrees."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from rulesets.baroque.state import Piece
from rulesets.baroque.tables import terrain_kind
from rulesets.engine.geometry import Polygon
from rulesets.freetable.making import Form, Table, draw, ridge

KINDS = (
    "gentle_hill", "ridge", "broken", "steep_hill", "wooded_hill", "wood", "village", "swamp", "rocks",
    "lake", "open_field", "orchard", "linear_obstacle", "road", "river", "shore",
)  # fmt: skip
_FORMS: Mapping[str, Form] = {
    "river": "river", "road": "road", "linear_obstacle": "obstacle", "shore": "shore",
}  # fmt: skip
_RECTANGULAR = frozenset({"village", "open_field", "orchard"})  # BQ-3.2.a; the others are oval


def form_of(kind: str) -> Form:
    """What numbers make a piece of that kind (`draw`)."""
    return _FORMS.get(kind, "area")


def make_piece(
    kind: str, id_: str, numbers: Mapping[str, float], table: Table, *, placed_by: int = -1, options: int = 0
) -> Piece:
    """A piece from the numbers of its form; raises KeyError for a missing number."""
    drawn = draw(form_of(kind), numbers, table, oval=kind not in _RECTANGULAR)
    made = plain_piece(kind, id_, drawn.outline, drawn.line)
    if made.ridge:
        made = replace(made, line=ridge(numbers))
    return replace(made, width=drawn.width, placed_by=placed_by, options=options)


def plain_piece(kind: str, id_: str, outline: Polygon = (), line: tuple[float, ...] = ()) -> Piece:
    """A piece with the marks that its kind has by itself (BQ-3.1.1.e, BQ-3.1.4.c, BQ-3.1.4.i)."""
    row = terrain_kind(kind)
    return Piece(
        id_, kind, outline, line,
        ridge=kind == "ridge", blocks_sight=row.visibility_bu == 0.0, enclosed=row.edged,
    )  # fmt: skip
