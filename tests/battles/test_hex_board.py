"""The board of a battle on hexes: what its pages hold, what they cost, and places picked from a list."""

from __future__ import annotations

import re
from itertools import pairwise
from math import cos, radians, sin
from typing import Any
from xml.etree import ElementTree

import pytest
from django.contrib.auth.models import User
from django.test import Client

from battles import services
from battles.board.drawing import board_drawing
from battles.cards import armies, numbers
from battles.field import field_svg
from battles.hexfield import HexDrawing
from battles.lines import Register, log_line
from battles.models import Battle
from rulesets.engine.battle import Battle as Engine
from rulesets.engine.canonical import canonical_json
from rulesets.engine.decisions import Decision
from rulesets.engine.document import begin
from rulesets.snaphance import SYSTEM, scenarios
from rulesets.snaphance.events.fire import Fired
from rulesets.snaphance.presentation import PRESENTATION, SIGNS
from tests.kit.battles import sample
from tests.kit.board import WITH_SCRIPT, address, forms, text
from tests.kit.hexlists import setup
from tests.kit.hexplayers import eager

SEED = "7"
SVG = "{http://www.w3.org/2000/svg}"


def armed(**changes: Any) -> dict[str, Any]:
    """A set-up of two whole sample armies on ground by dice."""
    lists = sample("swedish-army-1632"), sample("imperial-army-1632")
    return setup(
        *lists, **{"terrain": "roll", "sides": ["Swedes", "Imperialists"], "max_turns": 3, **changes}
    )


def played_to(kind: str, number: int = 0) -> Engine:
    """A battle at a decision of a kind, after so many choices at least."""
    battle, player = begin(SYSTEM, armed(), SEED), eager("board")
    while battle.pending is not None:
        if battle.pending.kind == kind and len(battle.choices) >= number:
            return battle
        battle.choose(player(battle, battle.pending))
    return battle


def row_of(battle: Engine, owner: User) -> Battle:
    """The same battle of Alice's, kept."""
    row = services.begin(owner, battle.setup, seed=SEED, tacticians=(), agreed=True)
    for made in battle.choices:
        services.choose(row, row.revision, made.choice, made.side, owner)
    return row


@pytest.fixture(scope="module")
def at_a_stand() -> Engine:
    """A battle in which a stand is asked what it does."""
    return played_to("stand", 120)


@pytest.fixture
def going(at_a_stand: Engine, alice: User) -> Battle:
    return row_of(at_a_stand, alice)


def pending(battle: Engine) -> Decision:
    assert battle.pending is not None
    return battle.pending


# -- drawings --------------------------------------------------------------------------------------


def test_the_field_is_one_picture_with_every_stand_in_words(at_a_stand: Engine) -> None:
    state = at_a_stand.view(None)["state"]
    drawing = field_svg(state, PRESENTATION, title="The field")
    titles = {each.text for each in ElementTree.fromstring(drawing).iter(f"{SVG}title")}
    for unit in state["units"]:
        left, whole = PRESENTATION.strength_of(unit)
        said = f"{unit['name']}: SP {left} of {whole}"
        assert any(str(title).startswith(said) for title in titles) is (unit["base"] is not None), unit


@pytest.mark.parametrize("heading", [30, 90, 150, 210, 270, 330])
def test_a_stands_number_is_framed_and_left_of_its_strength_however_it_is_turned(
    at_a_stand: Engine, heading: int
) -> None:
    state = at_a_stand.view(None)["state"]
    unit = next(each for each in state["units"] if each["base"])
    x, y, _, *size = unit["base"]
    turned = {**unit, "base": [x, y, heading, *size]}
    drawing = HexDrawing(state, PRESENTATION, "f", "")
    root = ElementTree.fromstring(f'<svg xmlns="{SVG[1:-1]}">{"".join(drawing.base(turned))}</svg>')
    places: dict[bool, float] = {}
    for group in root.iter(f"{SVG}g"):
        text, frame = group.find(f"{SVG}text"), group.find(f"{SVG}rect")
        at = re.match(r"translate\((\S+) (\S+)\)", group.get("transform", ""))
        if text is not None and at is not None:
            angle = radians(90 - heading)
            places[frame is not None] = float(at[1]) * cos(angle) - float(at[2]) * sin(angle)
            bold = text.get("font-weight") == "700"
            assert bold is (frame is None)
    assert places[True] < places[False]


def test_the_board_says_hex_and_facing_of_each_stand(at_a_stand: Engine) -> None:
    state = at_a_stand.view(None)["state"]
    board = board_drawing(state, PRESENTATION)
    assert board is not None
    assert board.still
    for unit in state["units"]:
        if unit["base"]:
            assert f"at {unit['hex']}, facing {unit['faces']}" in board.said[unit["id"]]


def test_zones_of_control_are_drawn_for_who_asks_for_them(at_a_stand: Engine) -> None:
    state = at_a_stand.view(None)["state"]
    board = board_drawing(state, PRESENTATION)
    assert board is not None
    assert board.pieces.count('<polygon class="control') == sum(len(u["controls"]) for u in state["units"])


def test_both_armies_are_listed_with_their_marks(at_a_stand: Engine) -> None:
    cards = armies(at_a_stand.view(None)["state"], PRESENTATION)
    units = [unit for card in cards for command in card.commands for unit in command.units]
    assert {unit.sign for unit in units} <= set(SIGNS.values())
    for unit in units:
        disordered = at_a_stand.state.stands[unit.id].disordered
        assert [mark.word for mark in unit.marks].count("disordered") == (disordered and not unit.gone)


# -- pages -----------------------------------------------------------------------------------------


def test_the_board_speaks_of_rounds_generals_and_break_points(as_alice: Client, going: Battle) -> None:
    page = text(as_alice.get(address(going)))
    assert f"Round {going.turn}" in page
    assert ">BP</abbr></span>" in page
    assert "A disc with a plume is a General" in page
    for foreign in ("VBU", "VDT", "exhausted", "demoralised", "Camp "):
        assert foreign not in page


def test_the_map_is_sent_once(as_alice: Client, going: Battle) -> None:
    assert 'id="board-ground"' in text(as_alice.get(address(going)))
    assert 'id="board-ground"' not in text(as_alice.get(address(going, "now/"), **WITH_SCRIPT))


def test_so_many_places_are_picked_from_a_list(as_alice: Client, alice: User) -> None:
    row = row_of(played_to("deploy unit"), alice)
    page = text(as_alice.get(address(row)))
    found = [form for form in forms(page, "/board/choose/") if "<select" in form]
    assert len(found) == 1
    assert found[0].count("<option") > 100
    columns = [int(each) for each in re.findall(r'<optgroup label="Column (\d+) \(\d+\)">', found[0])]
    assert len(columns) > 5
    assert columns == sorted(set(columns))
    assert len(forms(page, "/board/choose/")) < 5
    action = re.search(r'action="([^"]+)"', found[0])
    key = re.search(r"<option value='([^']+)'", found[0])
    assert action is not None
    assert key is not None
    data = {"revision": row.revision, "key": key[1], "unit": ""}
    assert as_alice.post(action[1], data).status_code == 302
    row.refresh_from_db()
    assert row.choices.get(number=row.version).choice["do"] == "place"


# -- what it costs ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "number"), [("deploy unit", 10), ("stand", 120), ("react", 0)])
def test_the_first_page_is_light(as_alice: Client, alice: User, kind: str, number: int) -> None:
    row = row_of(played_to(kind, number), alice)
    assert len(as_alice.get(address(row)).content) < 300_000


def test_the_first_page_of_a_large_scenario_is_light(as_alice: Client, alice: User) -> None:
    document = scenarios.documents()["meeting_engagement"]
    columns, rows = document["map"]["columns"], document["map"]["rows"]
    setting = setup(
        *(side["list"] for side in document["sides"]), sides=[side["name"] for side in document["sides"]],
        table={"width": columns, "depth": rows}, options={"scenario": document},
    )  # fmt: skip
    row = services.begin(alice, setting, seed=SEED, tacticians=(), agreed=True)
    page = text(as_alice.get(address(row)))
    assert f"{columns} × {rows} hexes" in page
    assert len(page.encode()) < 300_000


# -- the question ------------------------------------------------------------------------------------


def test_under_a_stand_s_name_the_buttons_do_not_name_it_again(as_alice: Client, alice: User) -> None:
    battle = played_to("group", 60)
    page = as_alice.get(address(row_of(battle, alice))).content.decode()
    key = next(option.key for option in pending(battle).options if option.key["do"] == "activate")
    name = battle.state.stands[key["unit"]].name.removesuffix(" 1")
    place = numbers(battle.state.to_json())[key["unit"]]
    quoted = canonical_json(key).replace('"', "&quot;")
    found = next(each for each in forms(page, "/choose/") if canonical_json(key) in each or quoted in each)
    assert (
        f'<span class="visually-hidden">no. {place} {name} </span><span class="rest">use this stand</span>'
        in found
    )


def test_who_is_asked_about_an_enemy_reads_whose_stand_it_is(as_alice: Client, alice: User) -> None:
    battle = played_to("react")
    asked = pending(battle)
    acts = battle.state.stands[asked.subject]
    assert acts.side != asked.side
    page = as_alice.get(address(row_of(battle, alice))).content.decode()
    words = " ".join(re.sub(r"<[^>]+>", " ", page.split('id="decision"')[1].split("<h2")[0]).split())
    sides = battle.setup["sides"]
    assert re.search(
        rf"{sides[asked.side]} asked while no. \d+ {acts.name} of {sides[acts.side]} acts", words
    )


# -- the log ---------------------------------------------------------------------------------------


def test_the_sum_of_a_shot_begins_with_its_dice() -> None:
    """Each volley of a battle, and no other roll, says what its modifiers change: the SP that fire."""
    battle, player, sums = begin(SYSTEM, armed(), SEED), eager("board"), 0
    while battle.pending is not None:
        battle.choose(player(battle, battle.pending))
    state = SYSTEM.core.begin(battle.setup)
    register = Register(battle.setup["sides"], state.to_json())
    for entry, follows in pairwise(battle.entries):
        strengths = {stand.id: stand.ranks for stand in state.stands.values()}
        entry.event.apply(state)
        line = log_line(entry, register, PRESENTATION)
        if line.roll is None or not line.roll.modifiers:
            continue
        fired = follows.event
        assert (line.roll.begun is None) == (fired.kind != "fired")
        if isinstance(fired, Fired):
            assert line.roll.begun == strengths[fired.unit][fired.rank]
            assert line.roll.begun + line.roll.total == len(line.roll.dice)
            sums += 1
    assert sums > 5
