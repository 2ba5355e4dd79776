"""Parts of a map as lines of text, for those who type: written here, read back, unchanged.

Features: `fortress 4 Torun @120,85` (strength, name and place may be left out). Outlines: a line of
corners `x,y x,y x,y` for each ring. Links: `torun plock road cost 2 km 90 by the Vistula`. Rivers:
`Vistula: x,y x,y`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from campaigns.engine.maps import MapError
from campaigns.wording import maps as words
from rulesets.engine.errors import Fault

_NUMBER = r"-?\d+(?:\.\d+)?"
_PLACE = re.compile(rf"^({_NUMBER}),({_NUMBER})$")
_FEATURE = re.compile(rf"^(\S+)(?:\s+(\d{{1,9}}))?(?:\s+(.*?))?(?:\s*@({_NUMBER}),({_NUMBER}))?$")
_LINK = re.compile(
    rf"^(\S+)\s+(\S+)(?:\s+(\S+))?(?:\s+cost\s+({_NUMBER}))?(?:\s+km\s+({_NUMBER}))?(?:\s+(.*))?$"
)

Values = Mapping[str, Any]


def _number(value: float) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".")


def _corners(points: Iterable[tuple[float, float]]) -> str:
    return " ".join(f"{_number(x)},{_number(y)}" for x, y in points)


def _points(text: str, path: str) -> list[list[float]]:
    found = []
    for number, word in enumerate(text.split(), start=1):
        place = _PLACE.match(word)
        if place is None:
            raise MapError(Fault(path, words.not_a_place(word[:40], number)))
        found.append([float(place[1]), float(place[2])])
    return found


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]


def rings_text(rings: Iterable[Iterable[tuple[float, float]]]) -> str:
    """Outlines, a line for each ring."""
    return "\n".join(_corners(ring) for ring in rings)


def read_rings(text: str, path: str) -> list[list[list[float]]]:
    """Outlines as `rings_text` wrote them; raises MapError with the line that is none."""
    return [_points(line, f"{path}, line {number}") for number, line in enumerate(_lines(text), start=1)]


def features_text(features: Iterable[Values]) -> str:
    """Return features, a line for each."""
    lines = []
    for each in features:
        line = each["kind"]
        # A name that begins with a figure would be read as a strength, unless one stands before it.
        if each["strength"] or each["name"][:1].isdigit():
            line += f" {each['strength']}"
        line += f" {each['name']}" if each["name"] else ""
        lines.append(line + (f" @{_corners([each['at']])}" if each["at"] else ""))
    return "\n".join(lines)


def read_features(text: str, path: str) -> list[dict[str, Any]]:
    """Features as `features_text` wrote them; raises MapError with the line that is none."""
    found = []
    for number, line in enumerate(_lines(text), start=1):
        read = _FEATURE.match(line)
        if read is None:
            raise MapError(Fault(f"{path}, line {number}", words.NOT_A_FEATURE_LINE))
        kind, strength, name, x, y = read.groups()
        at = [float(x), float(y)] if x else None
        found.append({"kind": kind, "strength": int(strength or 0), "name": name or "", "at": at})
    return found


def links_text(links: Iterable[Values]) -> str:
    """Return links, a line for each."""
    return "\n".join(
        f"{each['a']} {each['b']} {each['kind']}"
        + (f" cost {_number(each['cost'])}" if each["cost"] else "")
        + (f" km {_number(each['km'])}" if each["km"] else "")
        + (f" {each['name']}" if each["name"] else "")
        for each in links
    )


def read_links(text: str, path: str) -> list[dict[str, Any]]:
    """Links as `links_text` wrote them; raises MapError with the line that is none."""
    found = []
    for number, line in enumerate(_lines(text), start=1):
        read = _LINK.match(line)
        if read is None:
            raise MapError(Fault(f"{path}, line {number}", words.NOT_A_LINK))
        a, b, kind, cost, km, name = read.groups()
        found.append(
            {"a": a, "b": b, "kind": kind or "road", "cost": float(cost or 0), "km": float(km or 0),
             "name": name or ""}
        )  # fmt: skip
    return found


def rivers_text(rivers: Iterable[Values]) -> str:
    """Rivers, a line for each: its name, a colon, its points."""
    return "\n".join(f"{each['name']}: {_corners(each['line'])}" for each in rivers)


def read_rivers(text: str, path: str) -> list[dict[str, Any]]:
    """Rivers as `rivers_text` wrote them; raises MapError with the line that is none."""
    found = []
    for number, line in enumerate(_lines(text), start=1):
        name, colon, points = line.rpartition(":")
        where = f"{path}, line {number}"
        if not colon:
            raise MapError(Fault(where, words.NOT_A_RIVER))
        found.append({"name": name.strip(), "line": _points(points, where)})
    return found
