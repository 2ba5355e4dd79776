"""What was typed into the map editor, or painted there, as a part of the draft.

What is no hex, no number, no facing stays as it was typed: the reading of the scenario says what is wrong.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any

from rulesets.engine.bookform import Typed, number
from rulesets.snaphance import hexes
from rulesets.snaphance.scenario_editor.page import sides_of, table
from rulesets.snaphance.scenarios.maps import map_from_text, map_to_text
from rulesets.snaphance.wording import scenario_editor as words

Document = dict[str, Any]
SHORT = {"ne": 0, "n": 1, "nw": 2, "sw": 3, "s": 4, "se": 5}


def typed(draft: Mapping[str, Any], given: Typed) -> Document:
    """Return the draft with what was typed into the fields of the map editor; all else stays."""
    document = copy.deepcopy(dict(draft))
    document["map"] = _map(table(draft.get("map")), given)
    document["sides"] = [_side(side, given, index) for index, side in enumerate(sides_of(draft))]
    return document


def _map(old: Mapping[str, Any], given: Typed) -> Document:
    part = dict(old)
    for key in ("columns", "rows"):
        if given.has(f"map.{key}"):
            part[key] = number(given.one(f"map.{key}").strip(), whole=True)
    for key in ("terrain", "heights", "roads"):
        if given.has(f"map.{key}"):
            _put(part, key, _lines(given.one(f"map.{key}")), always=key == "terrain")
    if given.has("map.edges"):
        _put(part, "edges", [_edge(line) for line in _lines(given.one("map.edges"))])
    return part


def _side(old: Mapping[str, Any], given: Typed, index: int) -> Document:
    side, at = dict(old), f"sides[{index}]"
    if given.has(f"{at}.name"):
        side["name"] = " ".join(given.one(f"{at}.name").split())
    if given.has(f"{at}.break_percent"):
        text = given.one(f"{at}.break_percent").strip()
        _put(side, "break_percent", number(text, whole=True) if text else None)
    for key, line_of in (("placements", _placed), ("generals", _general), ("arrivals", _arriving)):
        if given.has(f"{at}.{key}"):
            _put(side, key, dict(map(line_of, _lines(given.one(f"{at}.{key}")))))
    if given.has(f"{at}.zone"):
        _put(side, "zone", given.one(f"{at}.zone").replace(",", " ").split())
    return side


def _lines(text: str) -> list[str]:
    """Return the lines of a text, without empty ones; spaces within a line of hexes are for the eye alone."""
    return [line.strip() for line in text.splitlines() if line.strip()]


def _put(values: Document, key: str, value: Any, *, always: bool = False) -> None:
    if value or always:
        values[key] = value
    else:
        values.pop(key, None)


def _edge(line: str) -> Document:
    words = line.split(maxsplit=2)
    hex_, side, kind = (*words, "", "")[:3] if len(words) < 3 else words
    return {"hex": hex_, "side": side.upper(), "kind": kind}


def _placed(line: str) -> tuple[str, Document]:
    """Return a placement from a line such as `c1u2 0509 north`."""
    key, hex_, facing = (*line.split(maxsplit=2), "", "")[:3]
    return key, {"hex": hex_, "facing": _facing(facing.strip().lower())}


def _general(line: str) -> tuple[str, str]:
    """Return a General's place from a line such as `c1 0509`."""
    key, *rest = line.split(maxsplit=1)
    return key, " ".join(rest)


def _facing(words: str) -> int | str:
    if words in hexes.FACINGS:
        return hexes.FACINGS.index(words)
    found = SHORT.get(words)
    return found if found is not None else int(words) if words in tuple("012345") else words


def _arriving(line: str) -> tuple[str, Document]:
    """Return an arrival from a line such as `c2u1 4 0110 0210`."""
    key, *words = line.replace(",", " ").split()
    return key, {"round": number(words[0], whole=True) if words else "", "hexes": words[1:]}


def with_list(draft: Mapping[str, Any], side: int, army: Mapping[str, Any]) -> Document:
    """Return the draft with another list for a side, without what was said of stands that are not in it."""
    document = copy.deepcopy(dict(draft))
    sides = [dict(each) for each in sides_of(draft)]
    known = {
        str(unit.get("id"))
        for command in army.get("commands", ())
        for unit in table(command).get("units", ())
        if isinstance(unit, Mapping)
    }
    groups = {str(table(command).get("id")) for command in army.get("commands", ())}
    mine = sides[side]
    mine["list"] = dict(army)
    for key, there in (("placements", known), ("arrivals", known), ("generals", groups)):
        # Places of stands that the new list does not have would be faults that nobody sees on the map.
        _put(mine, key, {name: value for name, value in table(mine.get(key)).items() if name in there})
    if not str(mine.get("name") or "").strip():
        mine["name"] = str(army.get("name") or words.UNNAMED[side])
    document["sides"] = sides
    return document


def map_text(draft: Mapping[str, Any]) -> str:
    """Return the map of a draft as plain text; empty for one that has no rows of letters."""
    part = table(draft.get("map"))
    try:
        return map_to_text(part)
    except (LookupError, TypeError, AttributeError):
        return ""


def with_map_text(draft: Mapping[str, Any], text: str) -> Document:
    """Return the draft with the map of a plain text; raises FaultyBookError with every line that is wrong."""
    document = copy.deepcopy(dict(draft))
    letters = table(draft.get("map")).get("letters")
    document["map"] = map_from_text(text) | ({"letters": letters} if letters else {})
    return document
