"""Choosing on the page of a meeting: what is offered, what is refused, dice, what players ask each other."""

from __future__ import annotations

import html
import json
import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from battles import services
from battles.models import Battle
from battles.replay import played
from rulesets.by_fire_and_sword.scenarios.reading import shipped
from rulesets.engine.wording import curly
from rulesets.site.rulebook import rules
from tests.battles.meetingpage import act, at, kept, page, placing_a_second, send
from tests.browser.board import kind
from tests.kit.meetings import meeting_setup
from tests.kit.rows import pending


def test_a_choice_is_made_and_leads_back_to_the_page(as_alice: Client, named: Battle) -> None:
    answer = send(as_alice, named, dict(pending(named).options[0].key))
    assert answer.status_code == 302
    assert answer["Location"] == f"{named.get_absolute_url()}#decision"
    assert kept(named) == named.version + 1


def test_a_choice_that_comes_too_late_is_refused(as_alice: Client, named: Battle) -> None:
    answer = send(as_alice, named, dict(pending(named).options[0].key), revision=named.revision + 1)
    assert answer.status_code == 409
    assert "has changed since you saw it" in answer.content.decode()
    assert kept(named) == named.version


def test_what_is_not_ones_own_to_decide_is_refused(as_bob: Client, named: Battle) -> None:
    answer = send(as_bob, named, dict(pending(named).options[0].key))
    assert answer.status_code == 403
    assert "Not your decision: it is for Crown" in answer.content.decode()
    assert kept(named) == named.version


def test_terrain_too_near_is_refused_with_its_rule(as_alice: Client, alice: User, bob: User) -> None:
    row = at(alice, bob, placing_a_second)
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


def test_while_terrain_is_placed_the_page_knows_where_others_lie(
    as_alice: Client, alice: User, bob: User
) -> None:
    row = at(alice, bob, placing_a_second)
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


def test_the_question_says_what_the_scenario_has_placed(as_alice: Client, alice: User, bob: User) -> None:
    row = at(alice, bob, kind("place terrain"))
    with played(row) as found:
        given = sum("choice" not in each for each in found.engine.state.terrain)
    assert (f"the scenario has placed {given} on the table itself" in page(as_alice, row)) is bool(given)


def test_ready_made_places_are_one_form_a_kind(as_alice: Client, alice: User, bob: User) -> None:
    row = at(alice, bob, kind("place terrain", side=0))
    shown = page(as_alice, row)
    options = pending(row).options
    ready = [each for each in options if "at" in each.key]
    assert len(ready) > 100
    assert shown.count("<form") < 60
    assert "Two fields at once, where you choose" in shown
    assert "Larger or unusual: the other player must agree" in shown
    assert shown.count("<option value=") == len([each for each in options if not each.params])


def test_options_that_share_no_words_are_not_folded_under_one_of_them(
    as_alice: Client, alice: User, bob: User
) -> None:
    row = at(alice, bob, kind("choice of terrain", side=0))
    headings = re.findall(r"<summary>(?:<span>)?([^<]+)", page(as_alice, row).split('class="options"')[1])
    assert "Add a grove" in [each.strip() for each in headings]
    assert not [each for each in headings if each.strip().split()[-1] in ("at", "the", "from", "a")]


def test_a_piece_that_needs_consent_is_drawn_where_it_would_lie(
    as_alice: Client, as_bob: Client, alice: User, bob: User
) -> None:
    row = at(alice, bob, placing_a_second)
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


def test_what_is_chosen_from_is_told_in_the_words_of_its_rules(
    as_alice: Client, as_bob: Client, alice: User, bob: User
) -> None:
    row = at(alice, bob, kind("reconnaissance"))
    asker, other = (as_alice, as_bob) if pending(row).side == 0 else (as_bob, as_alice)
    shown = page(asker, row)
    assert "What each one does" in shown
    words = rules("by_fire_and_sword")["BFS-33.3"]
    assert f"<dt>{words.title}" in shown
    assert "the owner may reroll" in " ".join(shown.split())
    assert "What each one does" not in page(other, row)


def test_scenarios_are_told_before_one_is_chosen_and_afterwards(as_alice: Client, named: Battle) -> None:
    options = [each.key["scenario"] for each in pending(named).options]
    shown = page(as_alice, named)
    for key in options:
        assert f'id="scenario-{key}"' in shown
        assert curly(shipped()[key].victory[0].text) in html.unescape(shown)
    act(named, {"do": "scenario", "scenario": options[0]})
    later = html.unescape(page(as_alice, named))
    assert later.count(curly(shipped()[options[0]].summary)) == 1


# -- dice that are typed in -------------------------------------------------------------------------


def test_dice_are_typed_in_and_a_nought_is_a_ten(as_alice: Client, alice: User, bob: User) -> None:
    row = at(alice, bob, kind("dice", side=0), dice="typed")
    count = pending(row).options[0].params[0].count  # type: ignore[union-attr]
    shown = page(as_alice, row)
    assert shown.count('name="dice-dice"') == count
    assert "(0 is a ten)" in shown
    data = {"key": '{"do":"dice"}', "revision": row.revision, "dice-dice": ["0"] * count}
    assert as_alice.post(f"{row.get_absolute_url()}meeting/choose/", data).status_code == 302
    assert row.choices.get(number=row.version + 1).choice["dice"] == [10] * count


# -- between the players ----------------------------------------------------------------------------


def test_a_choice_is_taken_back_when_the_other_agrees(
    as_alice: Client, as_bob: Client, named: Battle
) -> None:
    send(as_alice, named, dict(pending(named).options[0].key))
    row = Battle.objects.get(pk=named.pk)
    address = row.get_absolute_url()
    assert as_alice.post(f"{address}meeting/undo/", {"revision": row.revision}).status_code == 302
    assert "asks to undo" in page(as_bob, row)
    row.refresh_from_db()
    as_bob.post(f"{address}meeting/answer/", {"revision": row.revision, "accept": "1"})
    assert kept(row) == named.version
    assert "Which scenario do you play?" in page(as_alice, row)


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
