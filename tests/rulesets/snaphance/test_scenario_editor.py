"""How scenarios are told, edited as texts, and begun."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any

import pytest

from rulesets.contract.documents import read_setup, samples
from rulesets.engine.bookform import Typed
from rulesets.engine.errors import FaultyBookError
from rulesets.snaphance.scenario_editor import SCENARIO_EDITOR
from rulesets.snaphance.scenarios import documents, read
from rulesets.snaphance.sheet import load
from tests.armylists.scenarios import clash

Document = dict[str, Any]


def draft() -> Document:
    return clash()


def texts(document: Mapping[str, Any]) -> dict[str, str]:
    """Every field of the map editor."""
    page = SCENARIO_EDITOR.page(document)
    fields = (*page.fields, *(field for side in page.sides for field in side.fields))
    return {field.name: field.value for field in fields}


def typed(document: Document, **changes: str) -> Document:
    """The draft after its form was sent with some fields filled in otherwise."""
    given = {name: [text] for name, text in (texts(document) | changes).items()}
    return SCENARIO_EDITOR.typed(document, Typed(lambda name: given.get(name, [])))


@pytest.mark.parametrize("key", list(documents()))
def test_what_the_editor_shows_comes_back_unchanged(key: str) -> None:
    document = copy.deepcopy(dict(documents()[key]))
    assert read(typed(document)) == read(document)


def test_what_was_not_on_the_page_stays() -> None:
    document = draft()
    assert SCENARIO_EDITOR.typed(document, Typed(lambda name: [])) == document


@pytest.mark.parametrize(
    ("line", "placed"),
    [
        ("c1u1 0509 north", {"hex": "0509", "facing": 1}),
        ("c1u1 0509 SE", {"hex": "0509", "facing": 5}),
        ("c1u1 0509 4", {"hex": "0509", "facing": 4}),
        ("c1u1 0509 uphill", {"hex": "0509", "facing": "uphill"}),
        ("c1u1 0509", {"hex": "0509", "facing": ""}),
        ("c1u1", {"hex": "", "facing": ""}),
    ],
)
def test_a_stand_is_placed_by_a_line(line: str, placed: Document) -> None:
    found = typed(draft(), **{"sides[0].placements": line})["sides"][0]["placements"]
    assert found == {"c1u1": placed}


def test_what_is_emptied_leaves_the_document() -> None:
    names = ("map.roads", "map.edges", "sides[0].placements", "sides[0].zone")
    document = typed(draft(), **dict.fromkeys(names, ""))
    assert not {"roads", "edges"} & document["map"].keys()
    assert not {"placements", "zone"} & document["sides"][0].keys()
    assert document["map"]["terrain"] == draft()["map"]["terrain"]


@pytest.mark.parametrize(
    "odd",
    [
        {},
        {"map": [], "sides": {}},
        {"map": {"columns": "many", "rows": -3, "terrain": [1, None, "w"], "edges": [7, {"hex": 5}]}},
        {"sides": [{"placements": {"c1u1": 5}, "arrivals": {"x": []}, "generals": 3, "zone": [1]}, None]},
        {"sheet": {"terrain": 5}, "map": {"letters": {"ab": 1, "z": "nowhere"}}},
        {"sheet": {"numbers": {"zone_depth": "deep"}}},
    ],
)
def test_any_draft_can_be_edited(odd: Document) -> None:
    assert SCENARIO_EDITOR.page(odd).svg.startswith("<svg")
    again = typed(odd)
    assert SCENARIO_EDITOR.page(again).fields == SCENARIO_EDITOR.page(typed(again)).fields
    assert isinstance(SCENARIO_EDITOR.map_text(odd), str)


def test_a_new_list_takes_only_what_it_lacks_off_the_map() -> None:
    army = samples()["huguenot-army"].to_json()
    document = draft()
    document["sides"][0]["generals"] = {"c1": "0509", "c9": "0509"}
    side = SCENARIO_EDITOR.with_list(document, 0, army)["sides"][0]
    ids = {unit["id"] for command in army["commands"] for unit in command["units"]}
    assert side["list"] == army
    assert set(side["placements"]) == set(document["sides"][0]["placements"]) & ids
    assert side["generals"] == {"c1": "0509"}
    assert document["sides"][0]["list"]["book"] == "swedish"  # the draft itself is untouched


def test_the_map_goes_through_plain_text_and_back() -> None:
    text = SCENARIO_EDITOR.map_text(draft())
    assert SCENARIO_EDITOR.with_map_text(draft(), text)["map"] == draft()["map"]
    with pytest.raises(FaultyBookError):
        SCENARIO_EDITOR.with_map_text(draft(), "?? !!")


@pytest.mark.parametrize(
    ("path", "field", "unit", "hexes"),
    [
        ("sides[0].placements.c1u2.hex", "sides[0].placements", "a.c1u2", ("0609",)),
        ("sides[1].placements.c1u7", "sides[1].placements", "b.c1u7", ("0501",)),
        ("sides[1].list.commands[0]", "sides[1].list", "", ()),
        ("map.edges[0].kind", "map.edges", "", ("0706",)),
        ("map.edges[99].kind", "map.edges", "", ()),
        ("map.terrain[3]", "map.terrain", "", ()),
        ("map", "map.terrain", "", ()),
        ("name", "", "", ()),
    ],
)
def test_a_fault_is_shown_where_it_can_be_cured(
    path: str, field: str, unit: str, hexes: tuple[str, ...]
) -> None:
    place = SCENARIO_EDITOR.fault(draft(), path)
    assert (place.field, place.unit, place.hexes) == (field, unit, hexes)


@pytest.mark.parametrize("key", list(documents()))
@pytest.mark.rule("SN-C-setup")
def test_a_battle_is_set_up_from_every_scenario_that_ships(key: str) -> None:
    setup = read_setup(SCENARIO_EDITOR.setup(documents()[key]))
    scenario = read(documents()[key])
    assert setup["table"] == {"width": scenario.ground.columns, "depth": scenario.ground.rows}
    assert setup["options"]["scenario"]["name"] == scenario.name
    assert len(setup["lists"]) == 2


def test_a_scenario_with_faults_is_not_told() -> None:
    with pytest.raises(FaultyBookError):
        SCENARIO_EDITOR.summary(draft() | {"map": {}})


@pytest.mark.rule("SN-1.0.a")
def test_the_sheet_says_where_each_row_comes_from_and_what_the_scenario_changes() -> None:
    document = draft()
    document["sheet"] = {"weapons": {"musket": {"dice": {"1": 1}}}, "numbers": {"zone_depth": 2}}
    told = SCENARIO_EDITOR.summary(document)
    lines = {line.name: line for part in told.sheet for line in part.lines}
    assert lines[load().weapons["musket"].name].status == "scenario"
    assert lines[load().weapons["pistol"].name].status == "recommended"
    assert lines["Disordered"].status == "stated"
    assert lines[load().weapons["pistol"].name].cells[:2] == ("0", "−2")
    changed = [line.name for line in lines.values() if line.changed]
    assert changed == [load().weapons["musket"].name, "Depth of the deployment zones, in H"]
    assert all(len(line.cells) == len(part.columns) for part in told.sheet for line in part.lines)


@pytest.mark.rule("SN-15.0.a")
def test_the_order_of_battle_tells_every_stand_and_where_it_begins() -> None:
    told = SCENARIO_EDITOR.summary(clash())
    stands = [stand for group in told.sides[0].groups for stand in group.stands]
    assert [stand.id for stand in stands] == [f"c1u{number}" for number in range(1, 8)]
    first = stands[0]
    assert (first.sign, first.where) == ("PS", "0509, facing north")
    assert dict(first.figures)["SP"] == "6"
    assert dict(stands[-1].figures)["Fire"] == "light gun"
    assert told.sides[0].groups[0].leader == "Colonel: Good, +1 to initiative, commands 3H"
    against = [stand for group in told.sides[1].groups for stand in group.stands]
    assert dict(against[0].figures)["SP"] == "6×2"
    assert "map" not in told.to_json()


def test_the_legend_tells_of_what_is_drawn_and_of_who_is_not() -> None:
    document = draft()
    for side in document["sides"]:
        side.pop("generals", None)
        side.pop("arrivals", None)
    legend = SCENARIO_EDITOR.summary(document).legend
    assert "ring" not in legend
    assert "Dotted" not in legend
    assert "choose the stand that they begin with: Swedes: Colonel, Imperialists: Colonel" in legend
    del document["sides"][0]["placements"]["c1u7"]
    document["sides"][0]["generals"] = {"c1": "0509"}
    document["sides"][0]["arrivals"] = {"c1u7": {"round": 3, "hexes": ["0110"]}}
    legend = SCENARIO_EDITOR.summary(document).legend
    assert "A ring is a General." in legend
    assert "Dotted hexes" in legend
    assert "begin with: Imperialists: Colonel." in legend
    late = document["sides"][1]["placements"]
    document["sides"][1]["arrivals"] = {key: {"round": 3, "hexes": ["0101"]} for key in late}
    document["sides"][1]["placements"] = {}
    assert "Not drawn" not in SCENARIO_EDITOR.summary(document).legend  # he comes with his stands
