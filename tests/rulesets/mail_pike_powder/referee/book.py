"""Figures of the sheet and its completions as the referee has copied them by hand; lengths in inches."""

from __future__ import annotations

import tomllib
from functools import cache
from math import cos, hypot, radians, sin
from pathlib import Path
from typing import Any, TypeAlias

Base: TypeAlias = tuple[float, float, float, float, float]  # front middle x, y, heading, width, depth
Point: TypeAlias = tuple[float, float]

BOOKS = Path(__file__).parents[4] / "rulesets" / "mail_pike_powder" / "data" / "books"

RANGE = {  # MPP-9.1
    "": 0, "pistol": 6, "thrown_weapon": 6, "short_bow": 12, "smoothbore_carbine": 12, "bow": 18,
    "crossbow": 18, "smoothbore_musket": 18, "light_artillery": 24, "medium_artillery": 36,
    "heavy_artillery": 48,
}  # fmt: skip
SIZES = {"standard": (0, 0, 0), "large": (2, 1, 1), "small": (-2, -1, -1)}  # MPP-C-03
# MPP-1.3: a score of 4 or less, 5 ... 11, 12 or more. H hold, C hold disordered or retreat, R retreat, r
# retreat disordered, G give ground, g give ground disordered, a all of them disordered, d alone and
# disordered, B break; s break if shaken, else r; h break if hurt, else r; S break if shaken, else a; t break
# if shaken, else d.
RESULTS = {
    ("infantry", "ranged"): "HHHHCCrsh", ("infantry", "hand"): "HHHGGgSSB",
    ("cavalry", "ranged"): "HHHRrrssh", ("cavalry", "hand"): "GGGggSSBB",
    ("skirmishers", "ranged"): "HRrrrshBB", ("skirmishers", "hand"): "HdtBBBBBB",
    ("artillery", "ranged"): "HHHHBBBBB", ("artillery", "hand"): "BBBBBBBBB",
}  # fmt: skip
CHAPTER = {"infantry": 1, "cavalry": 2, "skirmishers": 3, "artillery": 4}


def result(unit_class: str, cause: str, score: int, *, shaken: bool, hurt: bool) -> str:
    """What a score means for a unit (MPP-1.3)."""
    letter = RESULTS[unit_class, cause][min(max(score, 4), 12) - 4]
    if letter in "sSt" and shaken:
        return "B"
    if letter == "h" and hurt:
        return "B"
    return {"s": "r", "h": "r", "S": "a", "t": "d"}.get(letter, letter)


@cache
def _book(key: str) -> dict[str, Any]:
    return tomllib.loads((BOOKS / f"{key}.toml").read_text(encoding="utf-8"))


def stat_line(book: str, entry: str, options: list[str]) -> dict[str, Any]:
    """The figures of a unit after its options and size."""
    found = next(each for each in _book(book)["entries"] if each["id"] == entry)["profile"]
    row: dict[str, Any] = {
        "size": "standard", "special": [], "weapon": "", "morale": 0, "mounted": False, "pikes": False,
        "heavy": False, "open_order": False, "gun": "", "elite": 0, **found,
    }  # fmt: skip
    for option in (each for each in _book(book)["options"] if each["id"] in options):
        row |= option.get("sets", {})
        for name, more in option.get("adds", {}).items():
            row[name] = [*row[name], *more]
    hand, shots, stamina = SIZES[row["size"]]
    for key, by in (("clash", hand), ("sustained", hand), ("stamina", stamina)):
        row[key] = max(1, row[key] + by)
    for key in ("short", "long"):
        if row[key] and row["weapon"]:
            row[key] = max(1, row[key] + shots)
    return row


def rate(row: dict[str, Any], formation: str) -> float:
    """MPP-3."""
    if formation == "hedgehog" or row["gun"] == "heavy":
        return 0
    if row["gun"]:
        return (9 if row["mounted"] else 6) if formation == "limbered" else 3
    if row["mounted"]:
        return 12 if row["open_order"] and formation == "skirmish" else 9
    return 6


def corners(base: Base) -> list[Point]:
    x, y, heading, width, depth = base
    fx, fy = cos(radians(heading)), sin(radians(heading))
    rx, ry = fy * width / 2, -fx * width / 2
    bx, by = fx * depth, fy * depth
    return [(x - rx, y - ry), (x + rx, y + ry), (x + rx - bx, y + ry - by), (x - rx - bx, y - ry - by)]


def centre(base: Base) -> Point:
    """The middle of a base, to a ten-thousandth of an inch as commanders are placed."""
    x, y, heading, _, depth = base
    return round(x - cos(radians(heading)) * depth / 2, 4), round(y - sin(radians(heading)) * depth / 2, 4)


def _to_edge(p: Point, a: Point, b: Point) -> float:
    dx, dy = b[0] - a[0], b[1] - a[1]
    part = ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / ((dx * dx + dy * dy) or 1.0)
    part = min(1.0, max(0.0, part))
    return hypot(p[0] - a[0] - part * dx, p[1] - a[1] - part * dy)


def to_point(p: Point, base: Base) -> float:
    """From a point to the nearest of a base; 0 within."""
    us, vs = seen(base, [p])
    if abs(us[0]) <= base[3] / 2 and -base[4] <= vs[0] <= 0:
        return 0.0
    found = corners(base)
    return min(_to_edge(p, found[i - 1], found[i]) for i in range(4))


def gap(one: Base, two: Base) -> float:
    """Between the nearest points of two bases that stand apart."""
    return min(min(to_point(p, two) for p in corners(one)), min(to_point(p, one) for p in corners(two)))


def seen(base: Base, points: list[Point]) -> tuple[list[float], list[float]]:
    """Points as a unit sees them from its front: to its right, and ahead."""
    x, y, heading, _, _ = base
    fx, fy = cos(radians(heading)), sin(radians(heading))
    us = [(px - x) * fy - (py - y) * fx for px, py in points]
    return us, [(px - x) * fx + (py - y) * fy for px, py in points]
