"""The page of a meeting: its seven steps, who sees what, what stays secret, how it ends."""

from __future__ import annotations

import json
import re

import pytest
from django.contrib.auth.models import User
from django.template.loader import render_to_string
from django.test import Client

from battles import services
from battles.models import Battle
from battles.replay import played
from tests.battles.meetingpage import act, at, finished, page, placing_a_second, send, tactician
from tests.browser.board import kind
from tests.kit.clients import queries
from tests.kit.meetings import SIDES, meeting_setup
from tests.kit.rows import pending

# -- who sees what ----------------------------------------------------------------------------------


def test_who_decides_has_every_answer_as_a_form(as_alice: Client, named: Battle) -> None:
    shown = page(as_alice, named)
    assert "Which scenario do you play?" in shown
    assert shown.count('<form class="option') == len(pending(named).options)
    assert "BFS-30.3.D" in shown
    for name in ("Comparison of strength", "Scenario", "Additional effects", "Terrain", "Deployment"):
        assert name in shown


def test_the_other_player_is_told_for_whom_it_waits(as_bob: Client, named: Battle) -> None:
    shown = page(as_bob, named)
    assert '<form class="option' not in shown
    assert re.search(r"Waiting for\s+<span[^>]*>Crown</span>\s+to decide: alice", shown)


def test_the_notes_on_scenarios_have_the_apostrophe_of_print(as_alice: Client, named: Battle) -> None:
    note = render_to_string("battles/meeting/scenario.html", {"battle": named, "key": "defend_the_crossing"})
    assert "’s bank" in note
    assert "&#x27;" not in note


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


def test_the_names_of_sides_are_escaped(as_alice: Client, alice: User) -> None:
    setup = meeting_setup(sides=["<i>Crown</i>", SIDES[1]])
    row = services.begin(alice, setup, tacticians=(), agreed=True)
    shown = page(as_alice, row)
    assert "<i>Crown" not in shown
    assert "&lt;i&gt;Crown" in shown


# -- secrets ----------------------------------------------------------------------------------------


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
    told = "Only you see this:</b> the flank turn is 4"
    assert told in page(as_bob, row)
    hers = page(as_alice, row)
    theirs = client.get(row.shared_url).content.decode()
    for shown in (hers, theirs):
        assert "has chosen the flank turn in secret" in shown
        assert told not in shown
        assert salt[1] not in shown


def test_a_page_asked_twice_proposes_another_salt(as_bob: Client, alice: User, bob: User) -> None:
    row = at(alice, bob, kind("flank turn", side=1))
    salts = {re.search(r'name="number-salt" value="(\d+)"', page(as_bob, row))[1] for _ in range(2)}  # type: ignore[index]
    assert len(salts) == 2


# -- the end ----------------------------------------------------------------------------------------


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


def test_the_table_in_words_says_where_the_objectives_lie(as_alice: Client, alice: User, bob: User) -> None:
    row = finished(alice, bob)
    with played(row) as found:
        objectives = found.engine.state.objectives
    shown = page(as_alice, row)
    assert objectives
    for mark in objectives:
        place = f"{mark['x']:g} cm from the western edge, {mark['y']:g} from the southern"
        assert f"<li>{mark['name']}: {place}; bases within {mark['radius']:g} cm count" in shown


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


# -- other pages ------------------------------------------------------------------------------------


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


# -- queries ----------------------------------------------------------------------------------------


def test_pages_ask_the_database_little_and_no_more_with_every_step(
    as_alice: Client, alice: User, bob: User
) -> None:
    asked = []
    for row in (at(alice, bob, kind("scenario")), at(alice, bob, placing_a_second), finished(alice, bob)):
        page(as_alice, row)
        asked.append(queries(as_alice, row.get_absolute_url()))
    assert len(set(asked)) == 1
    assert asked[0] <= 12


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
