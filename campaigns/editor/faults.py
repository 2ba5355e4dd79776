"""What is wrong with a map that is being made: what keeps it from being read, and what looks like a slip."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from campaigns.editor.draft import Draft
from campaigns.engine.maps import CampaignMap, MapError, Point, read_map
from campaigns.wording import maps as words
from rulesets.engine.errors import Fault

_AREA = re.compile(r"^areas\[(\d+)\]\.?(.*)$")
_PART = re.compile(r"(\w+?)s?\[(\d+)\]")
_LINK = re.compile(r"^links\[(\d+)\]\.?(.*)$")


@dataclass(frozen=True, slots=True)
class MapFault:
    """Something wrong: where in words, what; the area that it is about ("" for none); `advice`: the map can
    be played on all the same.
    """

    where: str
    words: str
    area: str = ""
    advice: bool = False

    def to_json(self) -> dict[str, Any]:
        """Return the fault as JSON values."""
        return asdict(self)


def judged(draft: Draft) -> list[MapFault]:
    """Everything that is wrong with a draft, the faults before the advice."""
    try:
        map = read_map(draft)
    except MapError as error:
        return [_map_fault(draft, fault) for fault in error.faults]
    return list(_advice(map))


def _map_fault(draft: Draft, fault: Fault) -> MapFault:
    """Return a fault with its place in words, instead of its place in the document."""
    if found := _AREA.match(fault.path):
        area = draft["areas"][int(found[1])]
        called = area["name"] or area["id"] or words.AREA_WITHOUT_NAME
        return MapFault(_at(called, found[2]), fault.message, area["id"])
    if found := _LINK.match(fault.path):
        link = draft["links"][int(found[1])]
        names = {area["id"]: area["name"] for area in draft["areas"]}
        ends = " and ".join(names.get(link[end]) or link[end] or "nothing" for end in ("a", "b"))
        return MapFault(words.link_between(ends), fault.message, link["a"])
    if fault.path == "areas" and not draft["areas"]:
        return MapFault(words.THE_MAP, words.ADD_AN_AREA)
    return MapFault(_at(words.THE_MAP, fault.path), fault.message)


def _at(what: str, field: str) -> str:
    """Return a place in words: `Reading, feature 2, strength`."""
    numbered = _PART.sub(lambda found: f"{found[1]} {int(found[2]) + 1}", field)
    return ", ".join([what, *filter(None, numbered.split("."))])


def _advice(map: CampaignMap) -> Iterator[MapFault]:
    """Yield what can be played on and yet looks like a slip."""
    for area in map.areas:
        if not area.name:
            yield MapFault(area.id, words.NAME_IT, area.id, advice=True)
        if not (0 <= area.at[0] <= map.width and 0 <= area.at[1] <= map.height):
            yield MapFault(area.name, words.OUTSIDE_MAP, area.id, advice=True)
        if not map.ways[area.id] and len(map.areas) > 1:
            yield MapFault(area.name, words.NO_LINK, area.id, advice=True)
        if area.outlines and not any(near(area.at, ring) for ring in area.outlines):
            yield MapFault(area.name, words.FAR_OUTSIDE_OUTLINE, area.id, advice=True)
    yield from _severed(map)


def _severed(map: CampaignMap) -> Iterator[MapFault]:
    """Parts of the map that no link joins to the rest, named by one of their areas."""
    parts: list[set[str]] = []
    for area in map.areas:
        if map.ways[area.id] and not any(area.id in part for part in parts):
            part, waiting = {area.id}, [area.id]
            while waiting:
                found = map.ways[waiting.pop()].keys() - part
                part |= found
                waiting += found
            parts.append(part)
    for part in sorted(parts, key=len)[:-1]:
        first = map.by_id[min(part)]
        yield MapFault(first.name, words.severed(len(part) - 1), first.id, advice=True)


def near(place: Point, ring: Sequence[Point]) -> bool:
    """Whether a place lies within the bounds of an outline: on a coast it may well lie beside the line."""
    xs, ys = zip(*ring, strict=True)
    return bool(min(xs) <= place[0] <= max(xs) and min(ys) <= place[1] <= max(ys))
