"""Scenarios: documents read with every fault named, those that ship, those that users begin with."""

from __future__ import annotations

import copy
from typing import Any

import jsonschema
import pytest

from rulesets.contract.documents import book_rules
from rulesets.engine.bookrules import read_text, to_toml
from rulesets.engine.errors import FaultyBookError
from rulesets.snaphance import hexes, scenarios
from rulesets.snaphance.armies import LISTS, check
from rulesets.snaphance.scenarios import SCENARIOS, documents, read, shipped, strip

KEYS = ["training_clash", "meeting_engagement", "luetzen_1632"]


@pytest.fixture
def clash() -> dict[str, Any]:
    """The document of the training clash, to be spoilt."""
    return copy.deepcopy(dict(documents()["training_clash"]))


def paths(document: dict[str, Any]) -> list[str]:
    with pytest.raises(FaultyBookError) as caught:
        read(document)
    return [fault.path for fault in caught.value.faults]


# -- those that ship ------------------------------------------------------------------------------


@pytest.mark.rule("SN-1.0.a")
@pytest.mark.parametrize("key", KEYS)
def test_a_shipped_scenario_is_whole(key: str):
    scenario = shipped()[key]
    told = (scenario.summary, scenario.told, scenario.scale, scenario.ours, scenario.victory.words)
    assert all((*told, scenario.rounds))
    for number, side in enumerate(scenario.sides):
        report = check(side.army)
        assert report.legal
        stands = {unit.id for unit in side.army.units()}
        assert stands == {*side.placements, *side.arrivals}, "everybody is placed or comes later"
        assert not set(side.placements) & set(side.arrivals)
        rows = [hexes.column_row(placed.place)[1] for placed in side.placements.values()]
        own_half = sum(row > scenario.ground.rows / 2 for row in rows) > len(rows) / 2
        assert own_half == (number == 0), "the first side stands at the lower edge"
        assert {placed.facing for placed in side.placements.values()} == {1 if number == 0 else 4}


@pytest.mark.parametrize("key", KEYS[:2])
def test_the_armies_of_a_made_scenario_are_of_a_worth(key: str):
    first, second = (check(side.army).total for side in shipped()[key].sides)
    assert abs(first - second) / max(first, second) < 0.12


def test_the_historical_one_names_its_sources_and_what_is_ours():
    scenario = shipped()["luetzen_1632"]
    assert len(scenario.sources) >= 6
    assert "Ours:" in scenario.ours
    pappenheim = {arrival.round for arrival in scenario.sides[1].arrivals.values()}
    assert pappenheim == {3}


@pytest.mark.parametrize("key", KEYS)
def test_a_scenario_survives_toml_and_fits_the_schema(key: str):
    rules = book_rules("snaphance", "scenario")
    document = rules.kept(dict(documents()[key]))
    assert rules.faults(document) == ()
    assert read_text(to_toml(document)) == document
    jsonschema.Draft202012Validator(rules.schema()).validate(document)


# -- what it says ---------------------------------------------------------------------------------


@pytest.mark.rule("SN-14.0.b")
def test_a_side_may_have_a_break_level_of_its_own(clash: dict[str, Any]):
    assert read(clash).break_percent(0) == 40
    clash["sides"][0]["break_percent"] = 50
    assert (read(clash).break_percent(0), read(clash).break_percent(1)) == (50, 40)


def test_without_a_zone_of_its_own_a_side_has_the_strip_along_its_edge(clash: dict[str, Any]):
    assert read(clash).zone(0) == strip(12, 10, 0, 3)
    assert {hexes.column_row(place)[1] for place in read(clash).zone(1)} == {0, 1, 2}
    clash["sides"][0]["zone"] = ["0101", "0201"]
    assert read(clash).zone(0) == {hexes.named("0101"), hexes.named("0201")}


@pytest.mark.rule("SN-1.0.a")
def test_the_sheet_of_a_scenario_is_its_own(clash: dict[str, Any]):
    clash["sheet"] = {"numbers": {"zone_depth": 2}, "terrain": {"rough": {"cover": -2}}}
    scenario = read(clash)
    assert scenario.zone(0) == strip(12, 10, 0, 2)
    assert scenario.summary_sheet.terrain["rough"].cover == -2


# -- faults ---------------------------------------------------------------------------------------


def spoil(document: dict[str, Any], way: str, value: Any) -> dict[str, Any]:
    """The document with another value at a way such as `sides.0.name`; None takes it away."""
    *steps, last = (int(step) if step.isdigit() else step for step in way.split("."))
    part: Any = document
    for step in steps:
        part = part.setdefault(step, {}) if isinstance(part, dict) else part[step]
    if value is None:
        del part[last]
    else:
        part[last] = value
    return document


@pytest.mark.parametrize(
    ("way", "value", "path"),
    [
        ("format", "leaguer-list", "format"),
        ("version", 2, "version"),
        ("name", "", "name"),
        ("weather", "fog", "weather"),
        ("rounds", 99, "rounds"),
        ("map.terrain.3", "....", "map.terrain[3]"),
        ("map.terrain.3", "......?.....", "map.terrain[3]"),
        ("map.rows", 11, "map.terrain"),
        ("map.heights", ["0" * 12] * 9, "map.heights"),
        ("map.heights", ["7" * 12] * 10, "map.heights[0]"),
        ("map.letters", {"w": "woods"}, "map.letters.w"),
        ("map.letters", {"o": "orchard"}, "map.letters.o"),
        ("map.edges.0", {"hex": "1301", "side": "E", "kind": "stream"}, "map.edges[0].hex"),
        ("map.edges.0", {"hex": "1201", "side": "E", "kind": "stream"}, "map.edges[0].side"),
        ("map.edges.0", {"hex": "0505", "side": "E", "kind": "woods"}, "map.edges[0].kind"),
        ("map.edges.0", {"hex": "0706", "side": "NE", "kind": "stream"}, "map.edges[1].side"),
        ("sheet", {"fire": {"rain": {}}}, "sheet.fire.rain"),
        ("sides.0.list.book", "none", "sides[0].list.book"),
        ("sides.0.list.commands.0.leader", None, "sides[0].list.commands[0].leader"),
        ("sides.1.list.commands.0.units.0.entry", "imperial.elephants",
         "sides[1].list.commands[0].units[0].entry"),
        ("sides.0.placements.c9u1", {"hex": "0101", "facing": 1}, "sides[0].placements.c9u1"),
        ("sides.0.placements.c1u1.hex", "1301", "sides[0].placements.c1u1.hex"),
        ("sides.0.placements.c1u1.hex", "0609", "sides[0].placements.c1u2.hex"),
        ("sides.0.placements.c1u7.hex", "0708", "sides[0].placements.c1u7.hex"),
        ("sides.0.placements.c1u1.facing", 6, "sides[0].placements.c1u1.facing"),
        ("sides.0.placements.c1u1", {"hex": "0503", "facing": 1}, "sides[0].placements.c1u1"),
        ("sides.0.arrivals.c1u1", {"round": 2, "hexes": ["0110"]}, "sides[0].placements.c1u1"),
        ("sides.0.arrivals.c1u9", {"round": 2, "hexes": ["0110"]}, "sides[0].arrivals.c1u9"),
        ("sides.0.arrivals.c1u1", {"round": 13, "hexes": ["0110"]}, "sides[0].arrivals.c1u1.round"),
        ("sides.0.arrivals.c1u1", {"round": 2, "hexes": ["1910"]}, "sides[0].arrivals.c1u1.hexes[0]"),
        ("sides.0.arrivals.c1u7", {"round": 2, "hexes": ["0708"]}, "sides[0].arrivals.c1u7.hexes[0]"),
        ("sides.0.generals.c9", "0509", "sides[0].generals.c9"),
        ("sides.0.generals.c1", "0101", "sides[0].generals.c1"),
        ("sides.0.zone", ["1301"], "sides[0].zone[0]"),
    ],
)  # fmt: skip
def test_every_fault_is_named_with_its_path(clash: dict[str, Any], way: str, value: Any, path: str):
    assert path in paths(spoil(clash, way, value))


def test_what_is_not_a_hex_is_quoted_whole(clash: dict[str, Any]):
    spoil(clash, "sides.0.placements.c1u1.hex", "0609 is not a valid key")
    with pytest.raises(FaultyBookError, match="'0609 is not a valid key' is not a hex"):
        read(clash)


def test_who_is_not_placed_needs_room_in_the_zone(clash: dict[str, Any]):
    clash["sides"][0] |= {"placements": {}, "zone": ["0110", "0210"]}
    assert paths(clash) == ["sides[0].zone"]
    clash["sides"][0]["zone"] = [f"{column:02d}10" for column in range(1, 8)]
    assert read(clash).sides[0].placements == {}


def test_armies_cost_what_they_like(clash: dict[str, Any]):
    clash["sides"][0]["list"]["points"] = 20
    assert read(clash).sides[0].army.points == 20


# -- of one's own ---------------------------------------------------------------------------------


def test_a_new_scenario_can_be_fought_as_it_is():
    document = SCENARIOS.kept(SCENARIOS.empty("Mine"))
    assert SCENARIOS.faults(document) == ()
    scenario = SCENARIOS.read(document, "any", "1")
    assert (scenario.name, scenario.ground.columns, scenario.ground.rows) == ("Mine", 18, 12)
    assert all(LISTS.book_of(side.army) for side in scenario.sides)


def test_a_long_story_breaks_the_limits_of_the_form():
    document = SCENARIOS.empty("Mine") | {"told": "x" * 5001}
    assert [fault.path for fault in SCENARIOS.faults(document)] == ["told"]


def test_the_package_offers_what_others_ask_for():
    assert scenarios.FORMAT == "leaguer-snaphance-scenario"
    assert book_rules("snaphance", "scenario") is SCENARIOS
