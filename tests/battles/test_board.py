"""The board's page: what stands on it for whom, and its fragments."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from battles import replay, services
from battles.models import Battle
from rulesets.contract import board as boards
from rulesets.contract import registry
from rulesets.contract.board import Action, Fact, Ghost, Move, UnitInspection
from rulesets.engine.battle import Battle as Engine
from rulesets.engine.canonical import canonical_json
from rulesets.site.rulebook import rules
from tests.kit.board import address, attributes, element, forms, options, text
from tests.kit.clients import queries
from tests.kit.rows import make_choices, pending, state, until

pytestmark = pytest.mark.django_db

PARTS = ("board-head", "board-pieces", "board-panel", "board-inspection", "board-units", "board-log")


def deployed(row: Battle, *users: User) -> None:
    """Play until the first turn has begun."""
    while row.turn == 0:
        make_choices(row, 1, *users)


# -- the page --------------------------------------------------------------------------------------


def test_the_board_carries_what_its_script_needs(as_alice: Client, going: Battle) -> None:
    page = text(as_alice.get(address(going)))
    root = attributes(element(page, "board"))
    table = state(going)
    assert root["data-revision"] == str(going.revision)
    assert root["data-events"] == f"{going.get_absolute_url()}events/"
    assert root["data-sides"] == "0 1"
    assert (float(root["data-width"]), float(root["data-depth"])) == (table["width"], table["depth"])
    assert root["data-length"] == "BU"
    assert as_alice.get(f"{root['data-poll']}{going.revision}").status_code == 204
    for name, more in (("data-now", ""), ("data-at", "1"), ("data-inspection", table["units"][0]["id"])):
        assert as_alice.get(f"{root[name]}{more}").status_code == 200
    for part in (*PARTS, "board-view", "board-svg", "board-overlay", "board-ground", "board-live"):
        element(page, part)
    tools = set(re.findall(r'data-tool="(\w+)"', page))
    assert tools == {"in", "out", "fit", "turn", "grid", "measure", "pan"}
    slider = attributes(element(page, "board-slider"))
    assert (slider["max"], slider["value"]) == (str(going.event_count), str(going.event_count))


def test_ids_on_the_board_are_unique(as_alice: Client, going: Battle) -> None:
    ids = re.findall(r'\bid="([^"]+)"', text(as_alice.get(address(going))))
    assert len(ids) == len(set(ids)) > 50


def test_every_piece_says_what_it_is_and_where(as_alice: Client, going: Battle) -> None:
    page = text(as_alice.get(address(going)))
    units = {unit["id"]: unit for unit in state(going)["units"] if unit["base"]}
    pieces = [attributes(tag) for tag in re.findall(r'<g class="piece [^>]*>', page)]
    assert {piece["data-piece"] for piece in pieces} == set(units)
    for piece in pieces:
        unit = units[piece["data-piece"]]
        assert piece["id"] == f"p-{unit['id']}"
        assert [float(piece[f"data-{name}"]) for name in ("x", "y", "heading")] == unit["base"][:3]
        assert len(json.loads(piece["data-outline"])) == 8
        assert piece["aria-label"].startswith(f"{going.sides[unit['side']]}: {unit['name']}")
        assert f"VBU {unit['vbu']} of" in piece["aria-label"]


def test_the_panel_holds_every_option_of_the_decision(as_alice: Client, going: Battle) -> None:
    page = text(as_alice.get(address(going)))
    with replay.played(going) as found:
        pending = found.engine.pending
        assert pending is not None
        offered = [dict(option.key) for option in pending.options]
        assert pending.text in page
    key = canonical_json
    assert sorted(map(key, options(page))) == sorted(map(key, offered))
    for form in forms(page, "/board/choose/"):
        assert f'name="revision" value="{going.revision}"' in form
        assert "csrfmiddlewaretoken" in form


def test_numbers_are_asked_for_with_their_limits(as_alice: Client, by_hand: Battle, alice: User) -> None:
    while not any(o.params for o in pending(by_hand).options):
        make_choices(by_hand, 1, alice)
    page = text(as_alice.get(address(by_hand)))
    option = next(o for o in pending(by_hand).options if o.params)
    form = next(f for f in forms(page, "/choose/") if json.loads(attributes(f)["data-key"]) == option.key)
    for number in option.params:
        tag = re.search(rf'<input [^>]*name="number-{number.name}"[^>]*>', form)
        assert tag is not None
        given = attributes(tag[0])
        assert (float(given["min"]), float(given["max"])) == (number.low, number.high)  # type: ignore[union-attr]
        assert attributes(element(form, given["aria-describedby"]))


def test_real_dice_are_typed_in(as_alice: Client, alice: User, patrol: dict[str, Any]) -> None:
    row = services.begin(alice, {**patrol, "dice": "typed"}, tacticians=())
    while pending(row).kind != "dice":
        make_choices(row, 1, alice)
    page = text(as_alice.get(address(row)))
    dice = pending(row).options[0].params[0]
    assert len(re.findall(r'name="dice-dice"[^>]*max="6"', page)) == dice.count


def test_ready_made_places_of_terrain_are_folded_by_kind(as_alice: Client, alice: User, patrol: Any) -> None:
    row = services.begin(alice, {**patrol, "terrain": "roll"}, seed="3", tacticians=())
    while pending(row).kind != "place terrain":
        make_choices(row, 1, alice)
    page = text(as_alice.get(address(row)))
    assert len(options(page)) == len(list(pending(row).options)) > 100
    folds = re.findall(r'<details class="fold" id="([^"]+)">', page)
    assert len(folds) == len(set(folds)) > 8
    loose = re.sub(r'<details class="fold".*?</details>', "", page, flags=re.DOTALL)
    assert len(options(loose)) < 20
    placed = [form for form in forms(page, "/choose/") if '"at"' in attributes(form)["data-key"]]
    assert all(len(json.loads(attributes(form)["data-outline"])) >= 6 for form in placed)


def test_both_armies_are_there_as_a_list_that_takes_pieces_in_hand(as_alice: Client, going: Battle) -> None:
    page = text(as_alice.get(address(going)))
    for unit in state(going)["units"]:
        assert f'?unit={unit["id"]}#board-inspection" data-take="{unit["id"]}"' in page
    assert as_alice.get(address(going), {"unit": "a.c1u1"}).status_code == 200


def test_deployment_zones_are_drawn_while_the_armies_are_set_up(
    as_alice: Client, by_hand: Battle, alice: User
) -> None:
    dashed = 'stroke-dasharray="2 6"'
    assert text(as_alice.get(address(by_hand))).count(dashed) == 2
    deployed(by_hand, alice)
    assert text(as_alice.get(address(by_hand))).count(dashed) == 0


# -- the log ---------------------------------------------------------------------------------------


def test_the_newest_lines_open_to_dice_and_rules(as_alice: Client, fought: Battle) -> None:
    page = text(as_alice.get(address(fought)))
    log = page[page.index('id="board-log"') :]
    numbers = [int(number) for number in re.findall(r'<li class="[^"]*" id="e(\d+)">', log)]
    assert numbers == sorted(numbers, reverse=True)
    assert numbers[0] == fought.event_count
    assert 20 < len(numbers) <= 40
    linked = set(re.findall(r'<a class="rule-id" href="[^"]*">([^<]+)</a>', log))
    assert linked
    assert linked <= set(rules("baroque"))
    assert '<dl class="roll">' in log


def test_lines_stand_under_their_turn(going: Battle, as_alice: Client, alice: User) -> None:
    while going.turn < 2:
        make_choices(going, 1, alice)
    page = text(as_alice.get(address(going)))
    assert re.findall(r"<h3>(Turn \d+|Set-up)</h3>", page)[:2] == ["Turn 2", "Turn 1"]


# -- who sees what ---------------------------------------------------------------------------------


def test_who_looks_on_sees_the_field_and_no_forms(going: Battle, client: Client) -> None:
    token = services.share(going)
    page = text(client.get(f"/b/{token}/board/"))
    root = attributes(element(page, "board"))
    assert root["data-sides"] == ""
    assert '<g class="piece ' in page
    assert 'method="post"' not in page
    assert "alice" not in page
    assert root["data-now"] == f"/b/{token}/board/now/"
    for part in ("now/", "at/?event=3", "hand/?unit=a.c1u1"):
        assert client.get(f"/b/{token}/board/{part}").status_code == 200


def test_the_other_player_is_told_who_decides_and_nothing_of_the_choice(
    as_alice: Client, as_bob: Client, duel: Battle, alice: User, bob: User
) -> None:
    until(duel, 1, alice, bob)
    page, other = text(as_bob.get(address(duel))), text(as_alice.get(address(duel)))
    assert options(page)
    assert not options(other)
    assert pending(duel).text not in other
    assert "Waiting for Parliament: bob" in re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", other))


@pytest.mark.parametrize("part", ["", "now/", "hand/?unit=a.c1u1", "at/?event=1"])
def test_strangers_find_no_board(as_charlie: Client, client: Client, going: Battle, part: str) -> None:
    assert as_charlie.get(address(going, part)).status_code == 404
    answer = client.get(address(going, part))
    assert answer.status_code == 302
    assert "/accounts/login/" in answer["Location"]


# -- the selected unit -----------------------------------------------------------------------------


@pytest.fixture
def _told(monkeypatch: pytest.MonkeyPatch) -> None:
    """A rule system that tells of every piece; a piece of side 0 may do what is pending."""

    def hand(battle: Engine, unit: str) -> UnitInspection:
        if unit not in battle.state.units:
            raise LookupError(unit)
        key = {"do": "secret-move", "unit": unit}
        ghost = Ghost(1.0, (0.0, 0.0, 1.0, 0.0, 1.0, 1.0), 90.0)
        actions = (Action("march", True, "", "BQ-5.1.a", key), Action("shoot", False, "no arms", "BQ-6.1.a"))
        return UnitInspection(
            unit, "The <Old> Regiment", battle.state.units[unit].side, actions=actions,
            facts=(Fact("VBU", "5 of 6"),),
            moves=(Move(key, "March on", "BQ-5.1.a", "bu", (ghost,)),),
        )  # fmt: skip

    told = boards.Board(inspect=hand, reactions={})
    monkeypatch.setitem(vars(registry.get("baroque")), "board", told)


@pytest.mark.usefixtures("_told")
def test_a_piece_in_hand_is_told_with_keys_as_the_forms_carry_them(as_alice: Client, going: Battle) -> None:
    page = text(as_alice.get(address(going, "hand/?unit=a.c1u1")))
    data = re.search(r'<script id="inspection-data" type="application/json">(.*?)</script>', page, re.DOTALL)
    assert data is not None
    told = json.loads(data[1])
    assert told["unit"] == "a.c1u1"
    assert told["moves"][0]["key"] == '{"do":"secret-move","unit":"a.c1u1"}'
    assert told["name"] == "The <Old> Regiment"
    assert "The <Old> Regiment" not in page
    assert "no arms" in page


@pytest.mark.usefixtures("_told")
def test_nobody_learns_from_a_piece_what_its_player_is_asked(
    as_alice: Client, as_bob: Client, duel: Battle, client: Client, alice: User, bob: User
) -> None:
    deployed(duel, alice, bob)
    token = services.share(duel)
    assert "secret-move" in text(as_alice.get(address(duel, "hand/?unit=a.c1u1")))
    for answer in (
        as_bob.get(address(duel, "hand/?unit=a.c1u1")),
        as_bob.get(address(duel, "?unit=a.c1u1")),
        client.get(f"/b/{token}/board/hand/?unit=a.c1u1"),
    ):
        assert answer.status_code == 200
        assert "secret-move" not in text(answer)
        assert "no arms" in text(answer)


@pytest.mark.usefixtures("_told")
@pytest.mark.parametrize("unit", ["", "a.c9u9", "a.c1", "a.c1u1 ", "é", "[]", "<script>", "x" * 300])
def test_a_piece_that_is_not_there_cannot_be_taken(as_alice: Client, going: Battle, unit: str) -> None:
    assert as_alice.get(address(going, "hand/"), {"unit": unit}).status_code == 404
    expected = 404 if unit else 200
    assert as_alice.get(address(going), {"unit": unit}).status_code == expected
    assert as_alice.get(address(going, "now/"), {"unit": unit}).status_code == 200


# -- fragments and looking back --------------------------------------------------------------------


def test_the_fragments_hold_the_parts_of_the_page(as_alice: Client, going: Battle) -> None:
    answer = text(as_alice.get(address(going, "now/")))
    assert "<html" not in answer
    meta = attributes(element(answer, "board-meta"))
    assert meta["data-revision"] == str(going.revision)
    assert meta["data-events"] == str(going.event_count)
    assert meta["data-over"] == ""
    assert meta["data-url"] == address(going)
    for part in PARTS:
        if part != "board-inspection":
            element(answer, part)
    assert 'id="board-inspection"' in text(as_alice.get(address(going, "now/?unit=a.c1u1")))


def test_the_ground_comes_along_so_that_who_looked_back_at_a_bare_table_has_it_again(
    as_alice: Client, alice: User, patrol: Any
) -> None:
    row = services.begin(alice, {**patrol, "terrain": "roll"}, seed="3", tacticians=(0, 1))
    services.advance(row, None)
    piece = "<title>"
    then = text(as_alice.get(address(row, "at/?event=0"))).split('id="board-pieces"')[0]
    now = text(as_alice.get(address(row, "now/"))).split('id="board-pieces"')[0]
    element(then, "board-ground")
    element(now, "board-ground")
    assert piece not in then
    assert piece in now


def test_any_event_can_be_looked_back_at(as_alice: Client, going: Battle) -> None:
    with replay.played(going) as found:
        entries, system, setup = found.engine.entries, found.engine.system, found.engine.setup
        fresh, places = system.core.begin(setup), {}
        for entry in entries:
            entry.event.apply(fresh)
            places[entry.number] = {u.id for u in fresh.units.values() if u.base is not None}
    for number in (5, len(entries) - 1, 12, 9):
        answer = text(as_alice.get(address(going, f"at/?event={number}")))
        assert set(re.findall(r'data-piece="([^"]+)"', answer)) == places[number]
        assert f"After event {number} of {len(entries)}" in answer
        assert 'id="board-panel"' not in answer
        assert not options(answer)
    page = text(as_alice.get(address(going), {"event": 5}))
    assert "After event 5" in page
    assert not options(page)
    assert "This is an earlier moment" in page


def test_round_standing_and_log_are_those_of_the_moment_that_is_looked_back_at(
    as_alice: Client, fought: Battle
) -> None:
    shown = registry.get(fought.system).presentation
    with replay.played(fought) as found:
        entries, system, setup = found.engine.entries, found.engine.system, found.engine.setup
        then = system.core.begin(setup)
        number = next(
            e.number for e in entries if type(e.event).kind == shown.turn_began and e.event.turn == 3
        )
        for entry in entries[:number]:
            entry.event.apply(then)
        left = [side.left for side in shown.standing(then)]
        assert left != [side.left for side in shown.standing(found.engine.state)]
    for answer in (
        text(as_alice.get(address(fought, f"at/?event={number}"))),
        text(as_alice.get(address(fought), {"event": number})),
    ):
        head = answer.split('id="board-head"')[1].split('class="board-field"')[0].split("board-fragment")[0]
        head = re.sub(r"<[^>]+>", "", head)
        assert "Turn 3, looking back" in head
        assert "Over" not in head
        assert [int(each) for each in re.findall(r"(\d+) of \d+ VDT", head)] == left
        assert f"Log up to event {number}" in answer
    assert "looked back at" not in text(as_alice.get(address(fought, "now/")))


@pytest.mark.parametrize("event", ["", "-1", "x", "١", "1e3", "99999999"])
def test_an_event_that_is_none_is_not_found(as_alice: Client, going: Battle, event: str) -> None:
    assert as_alice.get(address(going, "at/"), {"event": event}).status_code == 404
    expected = 404 if event else 200
    assert as_alice.get(address(going), {"event": event}).status_code == expected


def test_a_unit_that_is_lost_still_leads_to_the_board(as_alice: Client, fought: Battle) -> None:
    lost = next(unit["id"] for unit in state(fought)["units"] if not unit["base"])
    assert 'id="board-inspection"' in text(as_alice.get(address(fought), {"unit": lost}))


def test_beyond_the_last_event_is_now(as_alice: Client, going: Battle) -> None:
    answer = text(as_alice.get(address(going, "at/?event=9999999")))
    assert options(answer)
    assert "After event" not in answer


def test_after_the_end_there_is_the_result_and_what_to_take_along(as_alice: Client, fought: Battle) -> None:
    page = text(as_alice.get(address(fought)))
    assert not forms(page, "/choose/")
    assert "data-over" in element(page, "board")
    for kind in ("json", "jsonl", "pdf"):
        assert f"/battles/{fought.public_id}/battle.{kind}" in page
    assert attributes(element(text(as_alice.get(address(fought, "now/"))), "board-meta"))["data-over"] == "1"


def test_before_the_end_it_is_said_why_there_is_no_document_yet(
    as_alice: Client, alice: User, patrol: dict[str, Any]
) -> None:
    row = services.begin(alice, patrol, seed="the seed that nobody knows", tacticians=())
    page = text(as_alice.get(address(row)))
    assert "You can download the whole battle when it is over" in page
    assert "battle.json" not in page
    assert row.seed_hash[:12] in page
    assert row.seed not in page


# -- what it costs ---------------------------------------------------------------------------------


@pytest.mark.parametrize("part", ["", "now/", "at/?event=20", "hand/?unit=a.c1u1"])
def test_the_board_asks_the_database_three_times(as_alice: Client, going: Battle, part: str) -> None:
    as_alice.get(address(going))
    assert queries(as_alice, address(going, part)) == 3


def test_the_first_page_of_a_whole_battle_is_light(as_alice: Client, fought: Battle) -> None:
    assert len(as_alice.get(address(fought)).content) < 300_000
