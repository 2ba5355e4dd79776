"""Countries to draw: areas in rows with borders that they share, and whoever stands in them."""

from __future__ import annotations

from random import Random
from typing import Any

from campaigns.engine.maps import CampaignMap, read_map

TERRAINS = ("fields", "open", "hills", "forest", "marsh", "moor", "mountains", "steppe")
NAMES = (
    "Ashbury",
    "Great Wending",
    "Coldford",
    "Market Harrow",
    "Stoke",
    "Long Barrow",
    "Wick",
    "Saint Oswin",
)


def country(
    columns: int, rows: int, *, each: float = 30.0, seed: int = 1, points: bool = False
) -> CampaignMap:
    """A map of `columns` times `rows` areas, each about `each` kilometres across."""
    return read_map(country_document(columns, rows, each=each, seed=seed, points=points))


def country_document(
    columns: int, rows: int, *, each: float = 30.0, seed: int = 1, points: bool = False
) -> dict[str, Any]:
    """The document of a country."""
    dice = Random(seed)
    edge = each * 1.2
    corners = {
        (column, row): (
            round(edge + column * each + dice.uniform(-0.28, 0.28) * each, 3),
            round(edge + row * each + dice.uniform(-0.28, 0.28) * each, 3),
        )
        for column in range(columns + 1)
        for row in range(rows + 1)
    }
    sides: dict[Any, list[tuple[float, float]]] = {}

    def side(a: tuple[int, int], b: tuple[int, int]) -> list[tuple[float, float]]:
        if (b, a) in sides:
            return sides[b, a][::-1]
        if (a, b) not in sides:
            (x1, y1), (x2, y2) = corners[a], corners[b]
            sides[a, b] = [
                (
                    round(x1 + (x2 - x1) * part / 6 + dice.uniform(-0.05, 0.05) * each * (part > 0), 3),
                    round(y1 + (y2 - y1) * part / 6 + dice.uniform(-0.05, 0.05) * each * (part > 0), 3),
                )
                for part in range(6)
            ] + [corners[b]]
        return sides[a, b]

    areas, links = [], []
    for row in range(rows):
        for column in range(columns):
            number = row * columns + column
            around = [(column, row), (column + 1, row), (column + 1, row + 1), (column, row + 1)]
            ring = [
                point
                for a, b in zip(around, around[1:] + around[:1], strict=True)
                for point in side(a, b)[:-1]
            ]
            middle = tuple(round(sum(corners[each][axis] for each in around) / 4, 2) for axis in (0, 1))
            owner = "north" if row < rows / 2 - 1 else "south" if row > rows / 2 + 0.5 else ""
            features: list[dict[str, Any]] = []
            if number % 7 == 2:
                features.append({"kind": "city", "name": ""})
            if number % 9 == 4:
                features.append({"kind": "fortress", "strength": 3})
            if number % 11 == 6:
                features.append({"kind": "magazine"})
            if number % 5 == 1 and not features:
                features.append({"kind": "village"})
            areas.append(
                {
                    "id": f"a{column}-{row}",
                    "name": f"{NAMES[dice.randrange(len(NAMES))]}{'' if number < 8 else f' {number}'}",
                    "terrain": TERRAINS[dice.randrange(len(TERRAINS))],
                    "at": middle,
                    "outlines": [] if points else [ring],
                    "features": features,
                    "owner": owner,
                    "home": owner,
                    "income": number % 4,
                }
            )
            if column:
                kind = ("road", "track", "pass")[dice.randrange(3)]
                links.append({"a": f"a{column - 1}-{row}", "b": f"a{column}-{row}", "kind": kind})
            if row:
                kind = "crossing" if row == rows // 2 else "road"
                links.append({"a": f"a{column}-{row - 1}", "b": f"a{column}-{row}", "kind": kind})
    coast = []
    for a, b in _round(columns, rows):
        coast += side(a, b)[:-1]
    river = [
        point for column in range(columns) for point in side((column, rows // 2), (column + 1, rows // 2))
    ]
    return {
        "format": "leaguer-campaign-map", "version": 1, "name": "A country",
        "width": columns * each + 2 * edge,
        "height": rows * each + 2 * edge, "areas": areas, "links": links,
        "land": [] if points else [coast], "rivers": [{"name": "Wend", "line": river}],
    }  # fmt: skip


def _round(columns: int, rows: int) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """The sides of the coast, clockwise from the north-west."""
    corners = (
        [(column, 0) for column in range(columns)]
        + [(columns, row) for row in range(rows)]
        + [(column, rows) for column in range(columns, 0, -1)]
        + [(0, row) for row in range(rows, 0, -1)]
    )
    return list(zip(corners, corners[1:] + corners[:1], strict=True))
