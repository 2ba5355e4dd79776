"""The parts of a board on their own: drawing, panel, looking back."""

from __future__ import annotations

import re
from itertools import islice
from typing import Any
from xml.etree import ElementTree

import pytest

from battles.board import past
from battles.board.drawing import BoardDrawing, board_drawing
from battles.board.panel import Field, Panel, panel
from battles.field import UNIT
from rulesets.contract import registry
from rulesets.contract.presentation import Presentation
from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Decision, Option
from tests.kit.battles import baroque, sample
from tests.kit.players import straight_on

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def fighting() -> Battle:
    """A battle in the middle: units of both sides are in melee."""
    battle = baroque(sample("royalist-patrol-300"), sample("parliament-patrol-300"), seed="3")
    while battle.pending is not None and not battle.state.contacts:
        battle.choose(straight_on(battle, battle.pending))
    assert battle.state.contacts
    return battle


def drawn(state: dict[str, Any], **more: str) -> BoardDrawing:
    drawing = board_drawing(state, registry.get("baroque").presentation, **more)
    assert drawing is not None
    return drawing


def svg(drawing: BoardDrawing) -> ElementTree.Element:
    content = f"<defs>{drawing.symbols}</defs>{drawing.ground}{drawing.pieces}"
    return ElementTree.fromstring(f'<svg xmlns="http://www.w3.org/2000/svg">{content}</svg>')


def pieces(drawing: BoardDrawing) -> dict[str, ElementTree.Element]:
    return {g.attrib["data-piece"]: g for g in svg(drawing).iter(f"{SVG}g") if "data-piece" in g.attrib}


def used(piece: ElementTree.Element) -> set[str]:
    return {use.attrib["href"] for use in piece.iter(f"{SVG}use")}


# -- drawing ---------------------------------------------------------------------------------------


def test_all_references_lead_somewhere_and_ids_are_unique(fighting: Battle) -> None:
    drawing = drawn(fighting.state.to_json())
    whole = f"{drawing.symbols}{drawing.ground}{drawing.pieces}"
    ids = re.findall(r' id="([^"]+)"', whole)
    assert len(ids) == len(set(ids)) > 20
    assert set(re.findall(r'(?:href="#|url\(#)([^")]+)', whole)) <= set(ids)


def test_the_sides_differ_in_more_than_colour(fighting: Battle) -> None:
    found = pieces(drawn(fighting.state.to_json()))
    fills = {side: set() for side in "01"}  # type: dict[str, set[str]]
    edges = {side: set() for side in "01"}  # type: dict[str, set[int]]
    for piece in found.values():
        side = piece.attrib["data-side"]
        fills[side].add(next(piece.iter(f"{SVG}rect")).attrib["fill"])
        edges[side].add(sum(path.attrib.get("fill") == "none" for path in piece.iter(f"{SVG}path")))
    assert fills == {"0": {"#f4dcd2"}, "1": {"url(#f-hatch)"}}
    assert edges == {"0": {0}, "1": {1}}


@pytest.mark.parametrize("mark", ["disordered", "reacted", "activated"])
def test_what_a_unit_has_done_and_suffered_is_marked(fighting: Battle, mark: str) -> None:
    state = fighting.state.to_json()
    unit = next(unit for unit in state["units"] if unit["base"])
    unit[mark] = False
    without = pieces(drawn(state))[unit["id"]]
    unit[mark] = True
    with_it = pieces(drawn(state))[unit["id"]]
    assert used(with_it) - used(without) == {f"#f-{mark}"}
    assert mark in with_it.attrib["aria-label"]
    assert mark not in without.attrib["aria-label"]


def test_who_fights_says_against_whom_and_crossed_swords_stand_between(fighting: Battle) -> None:
    state = fighting.state.to_json()
    drawing = drawn(state)
    names = {unit["id"]: unit["name"] for unit in state["units"]}
    for one, other, _ in state["contacts"]:
        assert names[other] in pieces(drawing)[one].attrib["aria-label"].split("in melee with")[1]
        assert names[one] in pieces(drawing)[other].attrib["aria-label"].split("in melee with")[1]
    pairs = {frozenset(contact[:2]) for contact in state["contacts"]}
    assert drawing.pieces.count('class="melee"') == len(pairs)


def test_leaders_stand_free_or_with_their_unit(fighting: Battle) -> None:
    state = fighting.state.to_json()
    leader = next(each for each in state["leaders"] if each["alive"])
    unit = next(unit for unit in state["units"] if unit["base"] and unit["side"] == leader["side"])
    leader |= {"placed": True, "attached": "", "x": 4.0, "y": 3.0}
    free = drawn(state).pieces
    leader |= {"attached": unit["id"]}
    with_unit = drawn(state)
    mark = f'data-leader="{leader["id"]}"'
    tag = re.search(rf"<g [^>]*{mark}[^>]*>", free)
    assert tag is not None
    assert 'data-x="4" data-y="3"' in tag[0]
    assert re.search(rf'class="leader side-. attached"[^>]*{mark}', with_unit.pieces)
    assert f"with {leader['name']}" in pieces(with_unit)[unit["id"]].attrib["aria-label"]


def test_markup_in_names_is_text(fighting: Battle) -> None:
    state = fighting.state.to_json()
    for each in (*state["units"], *state["leaders"], *state["sides"]):
        each["name"] = "<script>\"'&"
    drawing = drawn(state)
    assert "<script>" not in drawing.pieces
    svg(drawing)


def test_the_ruler_measures_the_table(fighting: Battle) -> None:
    drawing = drawn(fighting.state.to_json())
    ruler = drawing.ground[drawing.ground.index('id="board-ruler"') :]
    wide, deep = int(drawing.width), int(drawing.depth)
    figures = re.findall(r"<text[^>]*>(\d+)</text>", ruler)
    assert [int(f) for f in figures] == [*range(5, wide + 1, 5), *range(5, deep + 1, 5)]
    assert ">BU</text>" in ruler
    grid = next(g for g in svg(drawing).iter(f"{SVG}g") if g.attrib.get("id") == "board-grid")
    cell = next(p for p in svg(drawing).iter(f"{SVG}pattern") if p.attrib["id"] == "f-cell")
    assert len(list(grid)) == 2
    assert float(cell.attrib["width"]) == UNIT


def test_terrain_bears_its_name(fighting: Battle) -> None:
    state = fighting.state.to_json()
    state["terrain"] = [{"id": "t", "kind": "wood", "outline": [2, 2, 5, 2, 5, 5], "line": [], "width": 0}]
    assert ">Wood</text>" in drawn(state).ground


def test_a_leader_does_not_hide_the_name_of_a_hill(fighting: Battle) -> None:
    state = fighting.state.to_json()
    state["terrain"] = [
        {"id": "t", "kind": "gentle_hill", "outline": [2, 2, 6, 2, 6, 6, 2, 6], "line": [], "width": 0}
    ]
    first = state["leaders"][0]
    state["leaders"] = [first | {"alive": True, "placed": True, "attached": "", "x": 4.0, "y": 4.0}]

    def height() -> float:
        names = [each for each in svg(drawn(state)).iter(f"{SVG}text") if each.text == "Gentle hill"]
        return float(names[0].attrib["y"])

    disc = next(g for g in svg(drawn(state)).iter(f"{SVG}g") if "data-leader" in g.attrib)
    middle = float(disc.attrib["transform"].rstrip(")").split()[-1])
    assert height() - 11 > middle + 10.5, "the letters begin below the disc"
    state["leaders"][0]["x"] = 14.0
    assert height() == pytest.approx(middle + 5, abs=0.1), "in the middle where nobody stands"


def test_a_battle_without_a_table_has_no_board() -> None:
    assert board_drawing({"wounds": [0, 0]}, Presentation()) is None


# -- panel -----------------------------------------------------------------------------------------


def asked(*options: Option) -> Panel:
    decision = Decision("test", 0, "What now?", "", options)
    pieces = {id_: (id_,) for id_ in ("a.u1", "a.u2", "b.u1")} | {"a.c1": ("a.u1", "a.u2")}
    return panel(decision, {"a.u1": "First", "a.u2": "Second"}.__getitem__, pieces)


def option(label: str, **key: Any) -> Option:
    return Option(key, label, "BQ-1")


def headings(found: Panel) -> list[tuple[str, bool, int]]:
    return [(section.heading, section.folded, len(section.options)) for section in found.sections]


def test_few_options_stand_as_they_are() -> None:
    found = asked(*(option(f"Charge {n}", do="charge", target=f"b.u{n}") for n in range(6)))
    assert headings(found) == [("", False, 6)]


def test_many_of_one_sort_are_folded_under_their_common_words() -> None:
    shots = [option(f"Fire at Foot {n}", do="shoot", target=str(n)) for n in range(9)]
    moves = [option("Advance", do="advance"), option("Wheel left", do="wheel"), option("Stand", do="stand")]
    found = asked(*shots, *moves, option("Finished", do="end-unit"))
    assert headings(found)[0] == ("Fire at Foot", True, 9)
    assert all(not folded for _, folded, _ in headings(found)[1:])
    assert sum(len(section.options) for section in found.sections) == 13


def test_many_of_one_sort_without_common_words_are_folded_under_the_ways_that_there_are() -> None:
    steps = [
        option(f"{way} to 0{n}01", do="step", n=n)
        for n, way in enumerate(("Forward",) * 3 + ("Sideways",) * 2)
    ]
    others = [option(f"Deed {n}", do=f"deed-{n}") for n in range(9)]
    assert headings(asked(*steps, *others))[0] == ("Forward or sideways", True, 5)


def test_many_of_one_sort_that_have_nothing_in_common_stand_as_they_are() -> None:
    acts = [option(f"{name} acts", do="activate", n=name) for name in "ABCDEFGHIJKLMN"]
    assert headings(asked(*acts)) == [("", False, 14)]


def test_places_on_a_map_are_told_once_and_count_as_one() -> None:
    rides = [option(f"Condé rides to 01{n:02}", do="ride", hex=f"01{n:02}") for n in range(20)]
    steps = [option(f"Forward {n}", do="step", to=n) for n in range(5)]
    found = asked(*steps, *rides)
    assert headings(found) == [("", False, 5), ("", False, 1)]
    ride = found.sections[1].options[0]
    assert ride.label == "Condé rides to"
    assert [pick.label for pick in ride.picks[:2]] == ["0100", "0101"]


def test_one_thing_at_many_places_is_folded() -> None:
    places = [option(f"Wood (2 options), place {n}", do="place", kind="wood", at=str(n)) for n in range(3)]
    more = [option(f"Lake (2 options), place {n}", do="place", kind="lake", at=str(n)) for n in range(12)]
    found = asked(option("Wood (2 options)", do="place", kind="wood"), *places, *more)
    assert headings(found) == [("Wood (2 options)", True, 4), ("Lake (2 options)", True, 12)]
    assert [section.places for section in found.sections] == [3, 12]


def test_options_of_several_units_stand_under_their_names() -> None:
    found = asked(
        option("First evades", do="evade", unit="a.u1"),
        option("First fires", do="fire", unit="a.u1", target="b.u1"),
        option("Second fires", do="fire", unit="a.u2", target="b.u1"),
        option("Do nothing", do="none"),
    )
    assert headings(found) == [("First", False, 2), ("Second", False, 1), ("", False, 1)]
    assert found.sections[0].options[1].pieces == "a.u1 b.u1"


def test_many_orders_are_folded_under_the_units_that_get_them() -> None:
    orders = [
        option(f"Order {name} to {do} {n}", do="order", unit=unit, intent=do, leader=str(n))
        for unit, name in (("a.u1", "First"), ("a.u2", "Second"))
        for do in ("move", "charge") for n in range(7)
    ]  # fmt: skip
    found = asked(*orders, option("No more orders", do="done"))
    assert headings(found) == [("First", True, 14), ("Second", True, 14), ("", False, 1)]
    assert [section.unit for section in found.sections] == ["a.u1", "a.u2", ""]


def test_a_command_stands_for_its_units() -> None:
    found = asked(option("Centre", do="name", command="a.c1"), option("Nobody", do="none"))
    assert [each.pieces for each in found.sections[0].options] == ["a.u1 a.u2"]


def test_keys_are_canonical() -> None:
    found = asked(Option({"unit": "a.u1", "do": "march", "n": 1}, "March", ""))
    assert found.sections[0].options[0].json == '{"do":"march","n":1,"unit":"a.u1"}'


# -- looking back ----------------------------------------------------------------------------------


def states(battle: Battle) -> dict[int, dict[str, Any]]:
    """The state after some events, each found by playing all before it."""
    found = {}
    for number in (0, 7, 30, 31, len(battle.entries)):
        state = battle.system.core.begin(battle.setup)
        for entry in islice(battle.entries, number):
            entry.event.apply(state)
        found[number] = state.to_json()
    return found


def state_after(battle: Battle, number: int) -> dict[str, Any]:
    return past.read_after(battle, number, "one", lambda state: state.to_json())


def test_looking_back_gives_the_same_in_any_order(fighting: Battle) -> None:
    past.forget()
    wanted = states(fighting)
    last = len(fighting.entries)
    assert wanted[last] == fighting.state.to_json()
    for number in (30, 31, 7, last, 0, 31, last):
        assert state_after(fighting, number) == wanted[number]
    past.forget()


def test_looking_back_at_another_log_of_the_same_name_starts_anew(fighting: Battle) -> None:
    past.forget()
    other = baroque(sample("royalist-patrol-300"), sample("parliament-patrol-300"), seed="another")
    while len(other.entries) < 31:
        assert other.pending is not None
        other.choose(straight_on(other, other.pending))
    state_after(other, 20)
    assert state_after(fighting, 31) == states(fighting)[31]
    past.forget()


@pytest.mark.parametrize(
    ("low", "value", "words"),
    [(0.01, 2, "0.1 to 2 BU"), (0.01, 0.05, "0.01 to 2 BU"), (-1, 1, "−1 to 2 BU"), (0.5, 1, "0.5 to 2 BU")],
)
def test_a_page_offers_no_move_of_a_hair_unless_it_is_the_one_proposed(
    low: float, value: float, words: str
) -> None:
    assert Field("bu", "How far", low, 2, "any", value, "BU").limits == words
