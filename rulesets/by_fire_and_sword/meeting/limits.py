"""How many terrain elements, how large, how far apart (BFS-31.2 to BFS-31.6), as the tables have it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from rulesets.by_fire_and_sword import pieces, tables


@dataclass(frozen=True, slots=True)
class Element:
    """A kind of terrain element: `typical` or not, whether both must consent; `most` cm a side at most (None:
    as all), `above`: at least one side is longer than that.
    """

    key: str
    name: str
    typical: bool
    consent: bool
    most: float | None
    above: float | None
    rule: str


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of all elements: number of atypical ones, least and greatest size and spacing in cm."""

    atypical: int
    least: float
    greatest: float
    spacing: float


@cache
def limits() -> Limits:
    """The row of BFS-31.6 (sizes of BFS-31.4, spacing of BFS-31.3)."""
    row = tables.plain_rows("terrain_limit")[0]
    return Limits(row["max_atypical"], row["min_size_cm"][0], row["max_size_cm"][0], row["spacing_cm"])


@cache
def elements() -> Mapping[str, Element]:
    """The kinds that may be placed as elements of BFS-31, by key."""
    rows = {row["name"]: row for row in tables.plain_rows("terrain_element")}
    return {kind.key: _element(kind, rows[kind.element]) for kind in pieces.kinds().values() if kind.element}


def _element(kind: pieces.PieceKind, row: Mapping[str, Any]) -> Element:
    typical = row["class"] == "typical"
    most = row.get("max_side_cm") or row.get("max_length_cm")
    above = elements_above(row["name"])
    return Element(kind.key, kind.name, typical, row["consent_both"], most, above, row["rule"])


def elements_above(name: str) -> float | None:
    """BFS-31.6: a large building has a side above what a single typical one may have."""
    if not name.startswith("Building above"):
        return None
    rows = tables.plain_rows("terrain_element")
    return next(float(row["max_side_cm"]) for row in rows if "max_side_cm" in row)


def number_of_elements(length: float, width: float) -> int:
    """BFS-31.2: 4, and 1 more for every full 20 cm above 100 on either side; sides in cm, at least 100.

    Raises ValueError for a shorter side.
    """
    row = tables.plain_rows("terrain_count")[0]
    least, step = row["min_side_cm"], row["step_cm"]
    if min(length, width) < least:
        raise ValueError(f"a table has sides of at least {least} cm")
    return int(row["base"] + (length - least) // step + (width - least) // step)


def is_atypical(piece: Mapping[str, Any]) -> bool:
    """Whether a piece counts as atypical terrain (BFS-31.6)."""
    element = elements().get(piece["kind"])
    return element is not None and not element.typical
