"""Scenarios from their documents: every fault named, shipped or brought along."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from rulesets.engine.books import data_schema, read_document
from rulesets.engine.errors import MISSING, Fault, FaultyBookError
from rulesets.engine.lists import ListError
from rulesets.engine.wording import documents as shared
from rulesets.engine.wording import listed
from rulesets.snaphance import hexes
from rulesets.snaphance.armies.book import SnaphanceBook, StandProfile
from rulesets.snaphance.armies.check import check
from rulesets.snaphance.armies.lists import LISTS
from rulesets.snaphance.ground import Map
from rulesets.snaphance.hexes import Hex
from rulesets.snaphance.scenarios.definitions import FORMAT, VERSION, Scenario, ScenarioSide, figure_problems
from rulesets.snaphance.scenarios.maps import problems as map_problems
from rulesets.snaphance.sheet import DATA, Sheet, effective
from rulesets.snaphance.wording import scenarios as words

FOLDER = DATA / "scenarios"
ORDER = ("training_clash", "meeting_engagement", "luetzen_1632")


def read(document: Mapping[str, Any]) -> Scenario:
    """Return a scenario from its document (JSON or TOML values), with everything in it checked.

    Raises FaultyBookError with every fault and its path.
    """
    try:
        # Text can be cached, a mapping cannot; the same document is read on every page of its battle.
        text = json.dumps(document, default=str)
    except (TypeError, ValueError, RecursionError) as error:
        raise FaultyBookError(Fault("", shared.not_json_value(error))) from None
    return _read(text)


@lru_cache(maxsize=64)
def _read(text: str) -> Scenario:
    document = json.loads(text)
    faults = list(_frame(document))
    if faults:
        raise FaultyBookError(*faults)
    scenario = read_document(document, Scenario, _in_words_of_the_map)
    if found := tuple(problems(scenario)):
        raise FaultyBookError(*found)
    return scenario


_A_HEX = re.compile(r"\.(hex|hexes\[\d+\]|zone\[\d+\]|generals\.[^.]+)$")
_NO_FACING = words.no_facing(listed(hexes.FACINGS, "or"), len(hexes.FACINGS) - 1)


def _in_words_of_the_map(path: str, error: Any) -> str | None:
    """Return what is wrong in the words of the map, where a hex or a facing is none."""
    if path.endswith(".facing") and error["type"] != MISSING:
        return _NO_FACING
    if _A_HEX.search(path) and error["type"] == "string_pattern_mismatch":
        return words.not_a_hex(error["input"])
    return None


def _frame(document: Any) -> Iterator[Fault]:
    """Yield what is no scenario at all, or one of a later version."""
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        yield Fault("format", words.no_scenario(FORMAT))
    elif isinstance(document.get("version"), int) and document["version"] > VERSION:
        yield Fault("version", shared.written_by_newer(document["version"], VERSION))


@cache
def shipped() -> Mapping[str, Scenario]:
    """Return the scenarios that come with Leaguer, by key; raises FaultyBookError for one that is damaged."""
    return {key: read(document) for key, document in documents().items()}


@cache
def documents() -> Mapping[str, dict[str, Any]]:
    """Return the documents of the shipped scenarios, by key."""
    return {key: _plain(FOLDER / f"{key}.toml") for key in ORDER if (FOLDER / f"{key}.toml").exists()}


def _plain(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(
        json.dumps(tomllib.loads(path.read_text(encoding="utf-8")), default=str)
    )
    return found


def schema() -> dict[str, Any]:
    """Return the JSON Schema of a scenario, as docs/schemas/snaphance_scenario.schema.json."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "snaphance_scenario.schema.json",
        **data_schema(Scenario),
        "title": words.TITLE,
    }


# ---------------------------------------------------------------------------- faults


def problems(scenario: Scenario) -> Iterator[Fault]:
    """Yield everything in a scenario that its types cannot say: sheet, map, lists and places of stands."""
    try:
        sheet = effective(scenario.sheet)
    except FaultyBookError as error:
        yield from _within("sheet", error.faults)
        return
    yield from _within("sheet", figure_problems(scenario.sheet))
    found = tuple(_within("map", map_problems(scenario.ground, sheet)))
    yield from found
    armies = []
    for number, side in enumerate(scenario.sides):
        try:
            armies.append(side.army)
        except ListError as error:
            yield from _within(f"sides[{number}].list", error.faults)
    # Where map or lists cannot be read there is nothing that stands could be placed by.
    if found or len(armies) < len(scenario.sides):
        return
    plain = True
    for number, army in enumerate(armies):
        if army.system == LISTS.slug:  # armies are legal, but they may cost what they like
            violations = [each for each in check(army).violations if each.code != "over-budget"]
            faults = [Fault(each.path, words.with_cure(each.message, each.cure)) for each in violations]
        else:
            faults = [Fault("system", words.other_system(army.system, LISTS.slug))]
        yield from _within(f"sides[{number}].list", faults)
        plain = plain and not faults
    if plain:
        yield from _Standing(scenario, sheet).faults()


def _within(where: str, faults: Any) -> Iterator[Fault]:
    for fault in faults:
        yield Fault(f"{where}.{fault.path}".rstrip("."), fault.message)


class _Standing:
    """Where the stands of both sides stand, and what is wrong with it."""

    def __init__(self, scenario: Scenario, sheet: Sheet) -> None:
        self.scenario, self.sheet, self.map = scenario, sheet, scenario.map()
        self.taken: dict[Hex, tuple[int, str]] = {}

    def faults(self) -> Iterator[Fault]:
        for number, side in enumerate(self.scenario.sides):
            for fault in self._side(number, side):
                yield Fault(f"sides[{number}].{fault.path}", fault.message)
        # no two enemies begin in contact: charges are what brings them together (SN-10.0.a)
        for number, side in enumerate(self.scenario.sides):
            for key, placed in side.placements.items():
                for place in hexes.front(placed.place, placed.facing):
                    other = self.taken.get(place)
                    if other is not None and other[0] != number:
                        yield Fault(f"sides[{number}].placements.{key}", words.in_contact(other[1]))

    def _side(self, number: int, side: ScenarioSide) -> Iterator[Fault]:
        book = LISTS.book_of(side.army)
        assert isinstance(book, SnaphanceBook)
        stands = {unit.id: book.stand(unit.entry, unit.options) for unit in side.army.units()}
        for key in (*side.placements, *side.arrivals):
            if key not in stands:
                part = "placements" if key in side.placements else "arrivals"
                yield Fault(f"{part}.{key}", words.no_such_stand(key))
        for key in side.placements:
            if key in stands:
                yield from self._placed(number, side, key, stands[key])
        for key, arrival in side.arrivals.items():
            for index, place in enumerate(arrival.places):
                path = f"arrivals.{key}.hexes[{index}]"
                if place not in self.map:
                    yield Fault(path, words.off_map(arrival.hexes[index]))
                elif key in stands and not enterable(self.map, self.sheet, place, stands[key]):
                    yield Fault(path, words.may_not_enter(stands[key].kind.name, arrival.hexes[index]))
            if self.scenario.rounds and arrival.round > self.scenario.rounds:
                yield Fault(f"arrivals.{key}.round", words.after_last_round(self.scenario.rounds))
        # SN-C-setup: a General begins in the hex of a stand of the own group
        groups = {command.id: {unit.id for unit in command.units} for command in side.army.commands}
        for key, label in side.generals.items():
            if key not in groups:
                yield Fault(f"generals.{key}", words.no_such_group(key))
            elif not any(side.placements[each].hex == label for each in groups[key] & {*side.placements}):
                yield Fault(f"generals.{key}", words.nobody_of_group(label))
        yield from self._zone(number, side, stands)

    def _placed(self, number: int, side: ScenarioSide, key: str, stand: StandProfile) -> Iterator[Fault]:
        place, path = side.placements[key].place, f"placements.{key}"
        label = side.placements[key].hex
        if place not in self.map:
            yield Fault(f"{path}.hex", words.off_map(label))
            return
        if place in self.taken:
            yield Fault(f"{path}.hex", words.taken(label, self.taken[place][1]))
        self.taken.setdefault(place, (number, key))
        if not enterable(self.map, self.sheet, place, stand):
            terrain = self.sheet.terrain[self.map.cell(place).terrain].name
            yield Fault(f"{path}.hex", words.may_not_stand(stand.kind.name, label, terrain))
        if key in side.arrivals:
            yield Fault(path, words.PLACED_AND_ARRIVES)

    def _zone(self, number: int, side: ScenarioSide, stands: Mapping[str, StandProfile]) -> Iterator[Fault]:
        """Yield a fault if there is no room for all that is neither placed nor to come."""
        for index, label in enumerate(side.zone):
            if hexes.named(label) not in self.map:
                yield Fault(f"zone[{index}]", words.off_map(label))
        left = [key for key in stands if key not in side.placements and key not in side.arrivals]
        free = {place for place in self.scenario.zone(number) if place not in self.taken}
        if len(free) < len(left):
            yield Fault("zone", words.no_room(len(free), len(left)))


def enterable(map_: Map, sheet: Sheet, place: Hex, stand: StandProfile) -> bool:
    """Return whether a stand may be in a hex at all, by the terrain that fills it (SN-C-terrain)."""
    return sheet.terrain[map_.cell(place).terrain].entry[stand.kind.ground] != "no"
