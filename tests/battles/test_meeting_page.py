"""The page of a meeting: its seven steps, who is asked, what is refused, what stays secret, how it ends."""

from __future__ import annotations

import html
import json
import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.test import Client

from battles import services
from battles.models import Battle
from battles.replay import played
from rulesets.by_fire_and_sword.scenarios import shipped
from rulesets.engine.battle import Battle as Engine
from rulesets.engine.decisions import Decision
from rulesets.rulebook import rules
from tests.browser.board import Wanted, battle_at, kind
from tests.kit.meetings import SIDES, meeting_setup


def at(alice: User, bob: User, wanted: Wanted, **changes: Any) -> Battle:
    """Alice's meeting with Bob at a decision that is wanted."""
    return battle_at(wanted, alice, bob, meeting_setup(**changes))


def finished(alice: User, bob: User, **changes: Any) -> Battle:
    """A meeting that has come to its end."""
    row = at(alice, bob, kind("deployed"), **changes)
    while not row.over:
        act(row, tactician(row))
    return row


def pending(row: Battle) -> Decision:
    """What is to be decided."""
    with played(row) as found:
        assert found.engine.pending is not None
        return found.engine.pending


def tactician(row: Battle) -> dict[str, Any]:
    """What the tactician would choose."""
    with played(row) as found:
        assert found.engine.pending is not None
        return dict(found.engine.system.tactician(found.engine, found.engine.pending))


def act(row: Battle, choice: dict[str, Any]) -> None:
    """Make a choice for whoever decides."""
    side = pending(row).side
    person = row.opponent if side and row.opponent is not None else row.owner
    services.choose(row, row.revision, choice, side, person)


def page(client: Client, row: Battle) -> str:
    """The meeting's page."""
    answer = client.get(row.get_absolute_url())
    assert answer.status_code == 200
    return answer.content.decode()


def send(client: Client, row: Battle, choice: dict[str, Any], **more: Any) -> HttpResponse:
    """Send a choice as the page's forms do: its key, and its numbers beside it."""
    decision = pending(row)
    option = next(each for each in decision.options if each.matches(choice))
    numbers = {f"number-{param.name}": choice[param.name] for param in option.params}
    data = {"key": json.dumps(dict(option.key)), "revision": row.revision, **numbers, **more}
    return client.post(f"{row.get_absolute_url()}meeting/choose/", data)


def kept(row: Battle) -> int:
    """How many choices are kept."""
    return Battle.objects.get(pk=row.pk).version


@pytest.fixture
def named(alice: User, bob: User) -> Battle:
    """A meeting whose scenario Alice has to pick."""
    return at(alice, bob, kind("scenario", side=0))


# -- who sees what ---------------------------------------------------------------------------------


def test_who_decides_has_every_answer_as_a_form(as_alice: Client, named: Battle) -> None:
    shown = page(as_alice, named)
    assert "Which scenario is played?" in shown
    assert shown.count('<form class="option') == len(pending(named).options)
    assert "BFS-30.3.D" in shown
    for name in ("Comparison of strength", "Scenario", "Additional effects", "Terrain", "Deployment"):
        assert name in shown


def test_the_other_player_is_told_for_whom_it_waits(as_bob: Client, named: Battle) -> None:
    shown = page(as_bob, named)
    assert '<form class="option' not in shown
    assert re.search(r"It is for\s+<span[^>]*>Crown</span>\s+to decide: alice", shown)


def test_a_stranger_finds_nothing_and_a_visitor_signs_in(
    client: Client, as_charlie: Client, named: Battle
) -> None:
    assert as_charlie.get(named.get_absolute_url()).status_code == 404
    assert client.get(named.get_absolute_url()).status_code == 302


def test_an_onlooker_sees_the_meeting_and_may_do_nothing(client: Client, named: Battle) -> None:
    services.share(named)
    shown = client.get(named.shared_url).content.decode()
    assert "Capture" in shown or "scenario" in shown.lower()
    assert "<form" not in shown.split('id="content"')[1]
    assert "alice" not in shown
    assert client.get(f"{named.shared_url}log/").status_code == 200


def test_every_die_is_shown_with_its_rule(as_bob: Client, named: Battle) -> None:
    shown = page(as_bob, named)
    with played(named) as found:
        rolled = found.engine.state.scenario.rolled
    faces = re.findall(r'<span class="d10" role="img" aria-label="(\d+)">', shown)
    assert [int(face) for face in faces][: len(rolled)] == rolled


def test_the_scenarios_that_were_rolled_stand_in_a_table(as_bob: Client, named: Battle) -> None:
    shown = page(as_bob, named)
    with played(named) as found:
        offers = found.engine.state.scenario.offers
    rows = re.findall(r"<tr[^>]*><td>.*?</tr>", shown, re.DOTALL)
    assert len(rows) == len(offers)


# -- choosing ----------------------------------------------------------------------------------------


def test_a_choice_is_made_and_leads_back_to_the_page(as_alice: Client, named: Battle) -> None:
    answer = send(as_alice, named, dict(pending(named).options[0].key))
    assert answer.status_code == 302
    assert answer["Location"] == f"{named.get_absolute_url()}#decision"
    assert kept(named) == named.version + 1


def test_a_choice_that_comes_too_late_is_refused(as_alice: Client, named: Battle) -> None:
    answer = send(as_alice, named, dict(pending(named).options[0].key), revision=named.revision + 1)
    assert answer.status_code == 409
    assert "moved on" in answer.content.decode()
    assert kept(named) == named.version


def test_what_is_not_ones_own_to_decide_is_refused(as_bob: Client, named: Battle) -> None:
    answer = send(as_bob, named, dict(pending(named).options[0].key))
    assert answer.status_code == 403
    assert "The decision lies with Crown" in answer.content.decode()
    assert kept(named) == named.version


def test_terrain_too_near_is_refused_with_its_rule(as_alice: Client, alice: User, bob: User) -> None:
    row = at(alice, bob, _placing_a_second)
    with played(row) as found:
        near = found.engine.state.terrain[-1]
    choice = {
        "do": "place",
        "kind": "grove",
        "x": near["x"],
        "y": near["y"],
        "width": 10,
        "depth": 10,
        "angle": 0,
    }
    answer = send(as_alice, row, choice)
    assert answer.status_code == 400
    shown = answer.content.decode()
    assert "10 cm are needed" in shown
    assert "BFS-31.3" in shown
    assert "Nothing was changed" in shown
    assert shown.index('id="problem"') < shown.index('class="meeting-table"')
    assert "The tactician would choose" not in shown
    form = _form(shown, {"do": "place", "kind": "grove"})
    assert f'name="number-x" min="0" max="120" step="any" value="{near["x"]:.8g}"' in form
    assert 'name="number-width" min="5" max="30" step="any" value="10"' in form
    assert shown.count(" open><summary>Grove") == 1
    assert kept(row) == row.version


def _form(shown: str, key: dict[str, Any]) -> str:
    """The form of the option with a key."""
    begun = shown.index(f"data-key='{json.dumps(key, separators=(',', ':'))}'")
    return shown[begun : shown.index("</form>", begun)]


@pytest.mark.parametrize("deed", ["choose", "undo", "call-off", "answer", "hand-over", "advance"])
def test_an_address_that_takes_forms_leads_back_to_the_meeting(
    as_alice: Client, named: Battle, deed: str
) -> None:
    answer = as_alice.get(f"{named.get_absolute_url()}meeting/{deed}/")
    assert answer.status_code == 302
    assert answer["Location"] == named.get_absolute_url()
    assert kept(named) == named.version


def _placing_a_second(battle: Engine, decision: Decision) -> bool:
    return decision.kind == "place terrain" and decision.side == 0 and bool(battle.state.terrain)


def test_while_terrain_is_placed_the_page_knows_where_others_lie(
    as_alice: Client, alice: User, bob: User
) -> None:
    row = at(alice, bob, _placing_a_second)
    shown = page(as_alice, row)
    found = re.search(r'<script id="meeting-pieces" type="application/json">(.*?)</script>', shown)
    assert found is not None
    ground = json.loads(found[1])
    with played(row) as engine:
        terrain = engine.engine.state.terrain
    assert [(piece["id"], piece["x"]) for piece in ground["pieces"]] == [
        (piece["id"], piece["x"]) for piece in terrain
    ]
    assert ground["spacing"] == 10
    assert ground["kinds"]["grove"]["oval"]
    assert not ground["kinds"]["wheat_field"]["oval"]
    assert ground["kinds"]["obstacle"]["close"]


def test_ready_made_places_are_one_form_a_kind(as_alice: Client, alice: User, bob: User) -> None:
    row = at(alice, bob, kind("place terrain", side=0))
    shown = page(as_alice, row)
    options = pending(row).options
    ready = [each for each in options if "at" in each.key]
    assert len(ready) > 100
    assert shown.count("<form") < 60
    assert shown.count("<option value=") == len([each for each in options if not each.params])


# -- dice that are typed in ----------------------------------------------------------------------------


def test_dice_are_typed_in_and_a_nought_is_a_ten(as_alice: Client, alice: User, bob: User) -> None:
    row = at(alice, bob, kind("dice", side=0), dice="typed")
    count = pending(row).options[0].params[0].count  # type: ignore[union-attr]
    shown = page(as_alice, row)
    assert shown.count('name="dice-dice"') == count
    assert "(0 is a ten)" in shown
    data = {"key": '{"do":"dice"}', "revision": row.revision, "dice-dice": ["0"] * count}
    assert as_alice.post(f"{row.get_absolute_url()}meeting/choose/", data).status_code == 302
    assert row.choices.get(number=row.version + 1).choice["dice"] == [10] * count


# -- secrets -----------------------------------------------------------------------------------------


@pytest.mark.rule("BFS-33.6.1")
def test_the_turn_of_a_flanking_maneuver_is_its_sides_alone(
    as_alice: Client, as_bob: Client, client: Client, alice: User, bob: User
) -> None:
    row = at(alice, bob, kind("flank turn", side=1))
    assert "does not see what you choose" in page(as_bob, row)
    before = page(as_bob, row)
    salt = re.search(r'name="number-salt" value="(\d+)"', before)
    assert salt is not None
    answer = send(as_bob, row, {"do": "write", "turn": 4, "salt": int(salt[1])})
    assert answer.status_code == 302
    services.share(row)
    told = "Yours alone:</b> the flank turn is 4"
    assert told in page(as_bob, row)
    hers = page(as_alice, row)
    theirs = client.get(row.shared_url).content.decode()
    for shown in (hers, theirs):
        assert "has written the flank turn down in secret" in shown
        assert told not in shown
        assert salt[1] not in shown


def test_a_page_asked_twice_proposes_another_salt(as_bob: Client, alice: User, bob: User) -> None:
    row = at(alice, bob, kind("flank turn", side=1))
    salts = {re.search(r'name="number-salt" value="(\d+)"', page(as_bob, row))[1] for _ in range(2)}  # type: ignore[index]
    assert len(salts) == 2


# -- between the players -------------------------------------------------------------------------------


def test_a_choice_is_taken_back_when_the_other_agrees(
    as_alice: Client, as_bob: Client, named: Battle
) -> None:
    send(as_alice, named, dict(pending(named).options[0].key))
    row = Battle.objects.get(pk=named.pk)
    address = row.get_absolute_url()
    assert as_alice.post(f"{address}meeting/undo/", {"revision": row.revision}).status_code == 302
    assert "asks to take back" in page(as_bob, row)
    row.refresh_from_db()
    as_bob.post(f"{address}meeting/answer/", {"revision": row.revision, "accept": "1"})
    assert kept(row) == named.version
    assert "Which scenario is played?" in page(as_alice, row)


def test_a_side_can_be_left_to_the_tactician(as_alice: Client, alice: User) -> None:
    row = services.begin(alice, meeting_setup(), tacticians=(), agreed=True)
    address = f"{row.get_absolute_url()}meeting/hand-over/"
    for side in ("0", "1"):
        row.refresh_from_db()
        as_alice.post(address, {"revision": row.revision, "side": side, "tactician": "1"})
    row.refresh_from_db()
    while not row.over:
        as_alice.post(f"{row.get_absolute_url()}meeting/advance/", {"revision": row.revision, "side": "0"})
        row.refresh_from_db()
    assert "The table is ready" in page(as_alice, row)


def test_somebody_elses_side_can_not_be_left(as_alice: Client, named: Battle) -> None:
    data = {"revision": named.revision, "side": "1", "tactician": "1"}
    assert as_alice.post(f"{named.get_absolute_url()}meeting/hand-over/", data).status_code == 404


def test_the_tactician_says_what_he_would_do(as_alice: Client, named: Battle) -> None:
    shown = as_alice.get(f"{named.get_absolute_url()}?advice=1").content.decode()
    assert "The tactician would choose" in shown
    assert kept(named) == named.version


def test_scenarios_are_told_before_one_is_chosen_and_afterwards(as_alice: Client, named: Battle) -> None:
    options = [each.key["scenario"] for each in pending(named).options]
    shown = page(as_alice, named)
    for key in options:
        assert f'id="scenario-{key}"' in shown
        assert shipped()[key].victory[0].text in html.unescape(shown)
    act(named, {"do": "scenario", "scenario": options[0]})
    later = html.unescape(page(as_alice, named))
    assert later.count(shipped()[options[0]].summary) == 1


def test_what_is_chosen_from_is_told_in_the_words_of_its_rules(
    as_alice: Client, as_bob: Client, alice: User, bob: User
) -> None:
    row = at(alice, bob, kind("reconnaissance"))
    asker, other = (as_alice, as_bob) if pending(row).side == 0 else (as_bob, as_alice)
    shown = page(asker, row)
    assert "What each of them does" in shown
    words = rules("by_fire_and_sword")["BFS-33.3"]
    assert f"<dt>{words.title}" in shown
    assert "the owner may reroll" in " ".join(shown.split())
    assert "What each of them does" not in page(other, row)


# -- the end -----------------------------------------------------------------------------------------


def test_a_finished_meeting_says_that_the_table_is_ready(
    as_alice: Client, as_bob: Client, client: Client, alice: User, bob: User
) -> None:
    row = finished(alice, bob)
    shown = page(as_alice, row)
    assert "The table is ready" in shown
    assert f"{row.get_absolute_url()}record/" in shown
    assert "Sheet for Crown" in shown
    assert "Sheet for Horde" not in shown
    assert "Sheet for Horde" in page(as_bob, row)
    services.share(row)
    assert "sheet-" not in client.get(row.shared_url).content.decode()


def test_each_step_opens_to_its_dice_and_choices(as_alice: Client, alice: User, bob: User) -> None:
    row = finished(alice, bob)
    shown = page(as_alice, row)
    for number in range(1, 8):
        assert f'id="step-{number}"' in shown
    assert "is the weaker side" in shown
    assert "has the initiative in turn 1" in shown
    assert "deploys first" in shown


def test_what_has_ended_since_ones_last_choice_stands_open(
    as_alice: Client, as_bob: Client, alice: User, bob: User
) -> None:
    row = at(alice, bob, lambda battle, decision: decision.kind == "place terrain")
    players = {0: as_alice, 1: as_bob}
    first = pending(row).side
    assert _standing_open(page(players[first], row)) >= {3}
    act(row, tactician(row))
    assert pending(row).side != first
    assert _standing_open(page(players[first], row)) == set()
    assert _standing_open(page(players[1 - first], row)) >= {3}


def _standing_open(shown: str) -> set[int]:
    return {int(number) for number in re.findall(r'<details class="step" id="step-(\d)" open>', shown)}


def test_a_meeting_that_was_called_off_is_not_called_ready(
    as_alice: Client, as_bob: Client, named: Battle
) -> None:
    row, address = named, named.get_absolute_url()
    as_alice.post(f"{address}meeting/call-off/", {"revision": row.revision})
    row.refresh_from_db()
    assert "offers to call the meeting off" in page(as_bob, row)
    as_bob.post(f"{address}meeting/answer/", {"revision": row.revision, "accept": "1"})
    row.refresh_from_db()
    shown = page(as_alice, row)
    assert "The meeting was called off" in shown
    assert "The table is ready" not in shown
    assert "Called off" in as_alice.get("/battles/").content.decode()


def test_the_list_of_battles_speaks_of_meetings(
    as_alice: Client, alice: User, bob: User, named: Battle
) -> None:
    going = as_alice.get("/battles/").content.decode()
    assert "your move" in going
    assert "Board<" not in going.split("<tbody>")[1]
    finished(alice, bob)
    shown = as_alice.get("/battles/").content.decode()
    assert "Table ready" in shown
    assert "a draw" not in shown


def test_the_log_goes_by_steps(as_alice: Client, alice: User, bob: User) -> None:
    row = finished(alice, bob)
    address = f"{row.get_absolute_url()}log/"
    assert "Step 1: Comparison of strength" in as_alice.get(address).content.decode()
    shown = as_alice.get(address, {"turn": 4}).content.decode()
    assert "Step 4: Terrain" in shown
    assert "Deployment</a>" not in shown


@pytest.mark.parametrize("part", ["board/", "board/now/", "board/hand/?unit=a", "field/", "orders/"])
def test_pages_of_battles_that_are_fought_here_lead_to_the_meeting(
    as_alice: Client, named: Battle, part: str
) -> None:
    answer = as_alice.get(f"{named.get_absolute_url()}{part}")
    assert answer.status_code == 302
    assert answer["Location"] == named.get_absolute_url()


# -- queries -----------------------------------------------------------------------------------------


def test_pages_ask_the_database_little_and_no_more_with_every_step(
    as_alice: Client, alice: User, bob: User, django_assert_max_num_queries: Any
) -> None:
    asked = []
    for row in (at(alice, bob, kind("scenario")), at(alice, bob, _placing_a_second), finished(alice, bob)):
        page(as_alice, row)
        with django_assert_max_num_queries(12) as queries:
            page(as_alice, row)
        asked.append(len(queries))
    assert len(set(asked)) == 1


def test_the_names_of_sides_are_escaped(as_alice: Client, alice: User) -> None:
    setup = meeting_setup(sides=["<i>Crown</i>", SIDES[1]])
    row = services.begin(alice, setup, tacticians=(), agreed=True)
    shown = page(as_alice, row)
    assert "<i>Crown" not in shown
    assert "&lt;i&gt;Crown" in shown


# -- files -------------------------------------------------------------------------------------------


def test_the_victory_sheet_of_a_meeting_is_ones_own_sheet_for_the_table(
    as_alice: Client, as_bob: Client, client: Client, alice: User, bob: User
) -> None:
    row = finished(alice, bob)
    address = row.get_absolute_url()
    for number, player in enumerate((as_alice, as_bob)):
        answer = player.get(f"{address}battle.pdf")
        assert answer["Location"] == f"{address}meeting/sheet-{number}.pdf"
        sheet = player.get(answer["Location"])
        assert sheet["Content-Type"] == "application/pdf"
        assert player.get(f"{address}meeting/sheet-{1 - number}.pdf").status_code == 404
    services.share(row)
    assert client.get(f"{row.shared_url}battle.pdf").status_code == 404


def test_the_table_in_words_says_where_the_objectives_lie(as_alice: Client, alice: User, bob: User) -> None:
    row = finished(alice, bob)
    with played(row) as found:
        objectives = found.engine.state.objectives
    shown = page(as_alice, row)
    assert objectives
    for mark in objectives:
        place = f"{mark['x']:g} cm from the western edge, {mark['y']:g} from the southern"
        assert f"<li>{mark['name']}: {place}; bases within {mark['radius']:g} cm count" in shown


def test_there_is_no_sheet_before_the_table_is_ready(as_alice: Client, named: Battle) -> None:
    answer = as_alice.get(f"{named.get_absolute_url()}meeting/sheet-0.pdf")
    assert answer.status_code == 409
    assert "when the table is ready" in answer.content.decode()


def test_the_file_of_a_meeting_keeps_what_is_secret(as_alice: Client, alice: User, bob: User) -> None:
    row = at(alice, bob, kind("flank turn", side=1))
    act(row, {"do": "write", "turn": 5, "salt": 918273645})
    while not row.over:
        act(row, tactician(row))
    text = as_alice.get(f"{row.get_absolute_url()}battle.json").content.decode()
    assert "918273645" not in text
    assert json.loads(text)["format"] == "leaguer-battle"


def test_a_meeting_over_rest(as_alice: Client, alice: User) -> None:
    setup = meeting_setup()
    asked = {"lists": setup["lists"], "sides": setup["sides"], "tacticians": [0, 1], "agreed": True}
    begun = as_alice.post("/api/v1/battles/", json.dumps(asked), content_type="application/json")
    assert begun.status_code == 201, begun.content
    address = f"/api/v1/battles/{begun.json()['id']}/"
    done = as_alice.post(f"{address}advance/", "{}", content_type="application/json").json()
    assert done["status"] == "over"
    assert Battle.objects.get().setup["table"] == {"width": 120, "depth": 120}
    for side in (0, 1):
        sheet = as_alice.get(f"{address}pdf/", {"side": side})
        assert sheet.status_code == 200
        assert sheet.content.startswith(b"%PDF")


def test_a_piece_that_needs_consent_is_drawn_where_it_would_lie(
    as_alice: Client, as_bob: Client, alice: User, bob: User
) -> None:
    row = at(alice, bob, _placing_a_second)
    choice = {"do": "propose", "kind": "lake", "x": 60, "y": 60, "width": 20, "depth": 14, "angle": 30}
    with played(row) as found:
        free = next(
            {**choice, "x": x, "y": y} for x in range(15, 106, 5) for y in range(15, 106, 5)
            if all(abs(p["x"] - x) > 45 or abs(p["y"] - y) > 45 for p in found.engine.state.terrain)
        )  # fmt: skip
    assert send(as_alice, row, free).status_code == 302
    for client in (as_alice, as_bob):
        assert "Proposed: Lake, 20 × 14 cm" in page(client, row)
    assert "do you agree" in page(as_bob, row)
    row.refresh_from_db()
    act(row, {"do": "agree"})
    assert "Proposed" not in page(as_alice, row)


def test_options_that_share_no_words_are_not_folded_under_one_of_them(
    as_alice: Client, alice: User, bob: User
) -> None:
    row = at(alice, bob, kind("choice of terrain", side=0))
    headings = re.findall(r"<summary>(?:<span>)?([^<]+)", page(as_alice, row).split('class="options"')[1])
    assert "Add a grove" in [each.strip() for each in headings]
    assert not [each for each in headings if each.strip().split()[-1] in ("at", "the", "from", "a")]
