"""The pages of battles: set-up, the running counter, decisions, result, log, field, armies."""

from __future__ import annotations

import json
import re
from typing import Any
from xml.etree import ElementTree

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from armylists import services as list_services
from armylists.models import ArmyList
from armylists.owned.services import share, unshare
from battles import record, replay, services
from battles.models import Battle
from rulesets.baroque.armies import sample_lists
from rulesets.contract import registry
from rulesets.contract.documents import parse_list, read_document
from rulesets.engine.document import replay as play_again
from tests.kit.battles import sample
from tests.kit.board import forms, sent, text
from tests.kit.clients import queries

pytestmark = pytest.mark.django_db

FORM = {
    "a-army": "sample:royalist-patrol-300", "b-army": "sample:parliament-patrol-300", "table": "20x15",
    "terrain": "open", "max_turns": "16", "who": "both", "dice": "stream", "seed": "5",
}  # fmt: skip


def keep(owner: User, name: str) -> ArmyList:
    """A list of `owner` from the samples."""
    return list_services.create(owner, sample_lists()[name])


# -- the wizard ------------------------------------------------------------------------------------


def test_two_lists_make_a_battle(as_alice: Client) -> None:
    assert as_alice.get("/battles/new/").status_code == 200
    answer = as_alice.post("/battles/new/", FORM)
    row = Battle.objects.get()
    assert answer["Location"] == row.get_absolute_url()
    assert row.tacticians == [0, 1]
    page = text(as_alice.get(answer["Location"]))
    assert row.seed_hash in page
    assert "Ready" not in page
    assert row.choices.exists()
    assert row.over or 'hx-trigger="load' in page


@pytest.mark.parametrize(
    ("first", "second", "size"),
    [
        ("royalist-patrol-300", "parliament-patrol-300", {"width": 20, "depth": 15}),
        ("swedish-army-1632", "imperial-army-1632", {"width": 18, "depth": 12}),
    ],
)
def test_the_usual_table_is_that_of_the_rules_of_the_lists(
    as_alice: Client, first: str, second: str, size: dict[str, int]
) -> None:
    lists = {"a-army": f"sample:{first}", "b-army": f"sample:{second}"}
    assert as_alice.post("/battles/new/", {**FORM, **lists, "table": "usual"}).status_code == 302
    assert Battle.objects.get().setup["table"] == size


def test_the_wizard_begins_with_the_list_one_comes_from(as_alice: Client, alice: User) -> None:
    mine = keep(alice, "royalist-patrol-300")
    page = text(as_alice.get(f"/battles/new/?list={mine.public_id}"))
    assert re.search(rf'<option value="own:{mine.public_id}"\s+selected', page)


def test_own_lists_shared_links_and_files_can_fight(as_alice: Client, alice: User, bob: User) -> None:
    mine, his = keep(alice, "royalist-patrol-300"), keep(bob, "parliament-patrol-300")
    link = f"http://testserver/l/{list_services.share(his)}/?layout=table"
    chosen = {**FORM, "a-army": f"own:{mine.public_id}", "b-army": "", "b-link": link}
    assert as_alice.post("/battles/new/", chosen).status_code == 302
    file = SimpleUploadedFile("list.json", json.dumps(sample("parliament-patrol-300")).encode())
    sent = {**FORM, "b-army": "", "b-file": file}
    assert as_alice.post("/battles/new/", sent).status_code == 302
    assert Battle.objects.count() == 2


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"a-army": ""}, "Choose a list"),
        ({"a-army": "own:00000000-0000-4000-8000-000000000000"}, "Choose one from the list"),
        ({"b-army": "", "b-link": "http://testserver/l/nothing-there/"}, "no shared list"),
        ({"b-army": "", "b-link": "not a link at all"}, "not a link to a shared list"),
        ({"max_turns": "-3"}, "Enter 1 or more."),
        ({"max_turns": "many"}, "whole number"),
        ({"table": "other"}, "Give the size in BU"),
        ({"table": "other", "width": "-5", "depth": "15"}, "Enter 8 or more."),
        ({"table": "other", "width": "81", "depth": "15"}, "Enter 80 or less."),
        ({"table": "other", "width": "nan", "depth": "15"}, "Enter a number"),
        ({"opponent": "alice", "who": "hand"}, "yourself"),
        ({"seed": "x" * 65}, "at most 64"),
        ({"terrain": "moon"}, "Choose one from the list"),
    ],
)
def test_a_bad_set_up_is_told_at_its_place_and_nothing_begins(
    as_alice: Client, bob: User, changes: dict[str, str], words: str
) -> None:
    answer = as_alice.post("/battles/new/", {**FORM, **changes})
    assert answer.status_code == 400
    assert words in text(answer)
    assert not Battle.objects.exists()


def test_a_file_that_holds_no_list_is_refused_with_the_way_out(as_alice: Client) -> None:
    file = SimpleUploadedFile("list.json", b'{"format": "something-else"}')
    answer = as_alice.post("/battles/new/", {**FORM, "b-army": "", "b-file": file})
    assert answer.status_code == 400
    assert "leaguer-list" in text(answer)


def test_a_list_that_is_not_legal_shows_its_findings_and_fights_by_agreement(
    as_alice: Client, alice: User
) -> None:
    poor = parse_list({**sample("royalist-patrol-300"), "points": 200})
    mine = list_services.create(alice, poor)
    chosen = {**FORM, "a-army": f"own:{mine.public_id}"}
    answer = as_alice.post("/battles/new/", chosen)
    assert answer.status_code == 400
    assert 'class="finding"' in text(answer)
    assert as_alice.post("/battles/new/", {**chosen, "agreed": "on"}).status_code == 302


def test_two_sides_of_one_name_are_told_apart(as_alice: Client) -> None:
    as_alice.post("/battles/new/", {**FORM, "a-side": "Us", "b-side": "Us"})
    assert Battle.objects.get().sides == ("Us (1)", "Us (2)")


def test_markup_in_a_name_stays_text_on_every_page(as_alice: Client) -> None:
    name = "<script>alert(1)</script>&\"'"
    where = as_alice.post("/battles/new/", {**FORM, "a-side": name})["Location"]
    services.advance(Battle.objects.get(), None)
    for page in ("", "log/", "field/", "orders/"):
        content = text(as_alice.get(f"{where}{page}"))
        assert "<script>alert" not in content
        assert "&lt;script&gt;alert" in content
    assert "<script>alert" not in text(as_alice.get("/battles/"))


# -- the fight -------------------------------------------------------------------------------------


def test_the_counter_runs_until_the_battle_is_over_and_leads_to_the_result(
    as_alice: Client, ready: Battle
) -> None:
    slices = 0
    while True:
        answer = as_alice.post(f"{ready.get_absolute_url()}advance/", headers={"HX-Request": "true"})
        slices += 1
        if "HX-Redirect" in answer.headers:
            break
        assert 'hx-trigger="load' in text(answer)
        assert slices < 100
    page = text(as_alice.get(answer.headers["HX-Redirect"]))
    assert "Replay verified" in page
    assert "Victory for " in page


def test_without_scripts_a_button_and_a_refresh_do_the_same(as_alice: Client, ready: Battle) -> None:
    address = ready.get_absolute_url()
    answer = as_alice.post(f"{address}advance/")
    for _ in range(1000):  # a busy machine plays less in each slice
        if answer.status_code == 302:
            if not answer["Location"].endswith("?go=1"):
                break
        else:
            assert '<noscript><meta http-equiv="refresh"' in text(answer)
        answer = as_alice.get(f"{address}?go=1")
    assert Battle.objects.get(pk=ready.pk).over


def test_looking_at_a_battle_that_was_not_ordered_to_begin_begins_nothing(
    as_alice: Client, ready: Battle
) -> None:
    as_alice.get(f"{ready.get_absolute_url()}?go=1")
    assert Battle.objects.get(pk=ready.pk).version == 0


def test_a_person_decides_by_the_page_s_own_forms(as_alice: Client, by_hand: Battle) -> None:
    address = by_hand.get_absolute_url()
    for number in range(25):
        offered = map(sent, forms(text(as_alice.get(address)), "/choose/"))
        # Numbers as they stand in the form may be too far for the unit in question; a button always works.
        answers = (as_alice.post(f"{address}choose/", fields).status_code for fields in offered)
        assert any(code == 302 for code in answers)
        assert Battle.objects.get(pk=by_hand.pk).version == number + 1


def test_a_choice_from_an_old_page_is_told_and_changes_nothing(as_alice: Client, by_hand: Battle) -> None:
    address = by_hand.get_absolute_url()
    offered = sent(forms(text(as_alice.get(address)), "/choose/")[0])
    as_alice.post(f"{address}choose/", offered)
    answer = as_alice.post(f"{address}choose/", offered)
    assert answer.status_code == 409
    assert "has changed since you saw it" in text(answer)
    assert Battle.objects.get(pk=by_hand.pk).version == 1


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"revision": "x", "key": "{}"},
        {"revision": "0", "key": "[]"},
        {"revision": "0", "key": "{"},
        {"revision": "0", "key": "[" * 5000},
        {"revision": "0", "key": '{"do": "fly"}'},
        {"revision": "0", "key": '{"do": "fly"}', "number-bu": "far"},
        {"revision": "0", "key": '{"do": "fly"}', "dice-dice": "6"},
        {"revision": "-1", "key": "{}"},
    ],
)
def test_a_choice_that_cannot_be_made_is_told_and_changes_nothing(
    as_alice: Client, by_hand: Battle, given: dict[str, str]
) -> None:
    answer = as_alice.post(f"{by_hand.get_absolute_url()}choose/", given)
    assert answer.status_code in (400, 409)
    assert "Nothing was changed" in text(answer)
    assert Battle.objects.get(pk=by_hand.pk).version == 0


def test_a_side_goes_to_the_tactician_and_back(as_alice: Client, by_hand: Battle) -> None:
    address = f"{by_hand.get_absolute_url()}hand-over/"
    as_alice.post(address, {"side": "1", "tactician": "1"})
    assert Battle.objects.get(pk=by_hand.pk).tacticians == [1]
    as_alice.post(address, {"side": "1", "tactician": "0"})
    assert Battle.objects.get(pk=by_hand.pk).tacticians == []
    assert as_alice.post(address, {"side": "7"}).status_code == 404


def test_a_side_that_is_the_opponent_s_is_not_handed_over(as_alice: Client, duel: Battle) -> None:
    address = f"{duel.get_absolute_url()}hand-over/"
    assert as_alice.post(address, {"side": "1", "tactician": "1"}).status_code == 404
    assert Battle.objects.get(pk=duel.pk).tacticians == []


# -- looking back ----------------------------------------------------------------------------------


def test_the_result_tells_who_won_by_what_and_what_it_cost(as_alice: Client, fought: Battle) -> None:
    page = text(as_alice.get(fought.get_absolute_url()))
    assert fought.result is not None
    assert f"Victory for {fought.winner_name}" in page
    assert fought.result["rule"] in page
    for score in fought.result["scores"]:
        for command in score["commands"]:
            assert all(line["name"] in page for line in command["lines"])
    assert fought.seed_hash in page
    assert fought.hash in page


def test_every_turn_has_its_log_its_field_and_its_armies(as_alice: Client, fought: Battle) -> None:
    for name in ("log", "field", "orders"):
        for turn in range(fought.turn + 1):
            answer = as_alice.get(f"{fought.get_absolute_url()}{name}/?turn={turn}")
            assert answer.status_code == 200
            assert 'aria-current="page"' in text(answer)


@pytest.mark.parametrize("turn", ["-1", "x", "99999", "½", ""])
def test_a_turn_that_is_none_shows_another(as_alice: Client, fought: Battle, turn: str) -> None:
    assert as_alice.get(f"{fought.get_absolute_url()}log/", {"turn": turn}).status_code == 200


def test_every_roll_of_the_log_opens_to_its_dice_and_modifiers(as_alice: Client, fought: Battle) -> None:
    page = text(as_alice.get(f"{fought.get_absolute_url()}log/?turn=2"))
    turn = record.turn(fought, 2)[1]
    rolls = [line for line in turn.lines if line.roll is not None and line.roll.explained]
    assert len(rolls) == page.count("<details>") > 3
    assert page.count('class="die"') >= sum(len(line.roll.dice) for line in rolls if line.roll)
    assert "rule-id" in page


@pytest.mark.parametrize("turn", [0, 3])
def test_the_field_is_a_well_formed_drawing_with_every_unit_on_it(
    as_alice: Client, fought: Battle, turn: int
) -> None:
    page = text(as_alice.get(f"{fought.get_absolute_url()}field/?turn={turn}"))
    drawing = re.search(r"<svg xmlns.*?</svg>\s*<figcaption", page, re.DOTALL)
    assert drawing
    root = ElementTree.fromstring(drawing[0].rpartition("<figcaption")[0])
    titles = [each.text or "" for each in root.iter("{http://www.w3.org/2000/svg}title")]
    units = [unit for unit in record.turn(fought, turn)[1].state["units"] if unit["base"]]
    for unit in units:
        assert any(title.startswith(f"{unit['name']}: VBU") for title in titles)
    assert "style=" not in drawing[0]


def test_files_of_a_fought_battle_leave_and_replay(as_alice: Client, fought: Battle) -> None:
    for kind in ("json", "jsonl"):
        answer = as_alice.get(f"{fought.get_absolute_url()}battle.{kind}")
        document = read_document(answer.content)
        assert play_again(registry.get("baroque"), document).same
        assert answer["Content-Disposition"].endswith(f'.{kind}"')


@pytest.mark.usefixtures("workers")
def test_where_there_are_workers_the_victory_sheet_is_waited_for_or_cancelled(
    as_alice: Client, fought: Battle
) -> None:
    waiting = as_alice.get(f"{fought.get_absolute_url()}battle.pdf")
    assert waiting.url.startswith("/pdf/")
    assert as_alice.post(waiting.url).url == fought.get_absolute_url()


def test_a_battle_whose_rules_changed_says_so_and_keeps_its_result(as_alice: Client, fought: Battle) -> None:
    fought.choices.filter(number=20).update(choice={"do": "forbidden now"})
    replay.forget()
    page = text(as_alice.get(fought.get_absolute_url()))
    assert "Replay differs" in page
    assert fought.winner_name in page
    assert as_alice.get(f"{fought.get_absolute_url()}log/?turn=1").status_code == 200
    assert as_alice.get(f"{fought.get_absolute_url()}battle.pdf").status_code == 409


def test_a_battle_whose_set_up_can_no_longer_be_read_has_a_page_of_its_own(
    as_alice: Client, fought: Battle
) -> None:
    Battle.objects.filter(pk=fought.pk).update(system="gone", hash="0" * 64)
    replay.forget()
    answer = as_alice.get(fought.get_absolute_url())
    assert answer.status_code == 409
    assert "cannot be shown" in text(answer)


# -- the index -------------------------------------------------------------------------------------


def test_the_shelf_shows_one_s_own_battles_by_filter(
    as_alice: Client, as_bob: Client, fought: Battle
) -> None:
    assert fought.side_a in text(as_alice.get("/battles/"))
    assert fought.side_a not in text(as_bob.get("/battles/"))
    assert fought.side_a in text(as_alice.get("/battles/?status=over&system=baroque&name=royal"))
    assert "No battle matches" in text(as_alice.get("/battles/?status=ready"))
    assert as_alice.get("/battles/?status=nonsense&page=99").status_code == 200


def test_a_battle_that_was_put_away_is_found_there(as_alice: Client, fought: Battle) -> None:
    as_alice.post(f"{fought.get_absolute_url()}archive/")
    assert fought.side_a not in text(as_alice.get("/battles/"))
    assert fought.side_a in text(as_alice.get("/battles/?archived=on"))


def test_the_shelf_needs_no_more_queries_for_more_battles(
    as_alice: Client, alice: User, patrol: dict[str, Any]
) -> None:
    counts = []
    for more in (1, 8):
        for _ in range(more):
            services.begin(alice, patrol)
        counts.append(queries(as_alice, "/battles/"))
    assert counts[0] == counts[1]


@pytest.mark.parametrize("name", ["", "log/?turn=2", "field/?turn=2", "orders/"])
def test_a_fought_battle_s_pages_need_four_queries_at_most(
    as_alice: Client, fought: Battle, name: str
) -> None:
    as_alice.get(fought.get_absolute_url())
    assert queries(as_alice, f"{fought.get_absolute_url()}{name}") <= 4


def test_optional_rules_and_other_agreements_go_into_the_setup(as_alice: Client) -> None:
    page = as_alice.get("/battles/new/").content.decode()
    assert "Rolls of Destiny may be used" in page
    agreed = {"agree-baroque-rolls_of_destiny": "on", "agree-baroque-river": "dry"}
    assert as_alice.post("/battles/new/", {**FORM, **agreed}).status_code == 302
    assert Battle.objects.get().setup["options"] == {"rolls_of_destiny": True, "river": "dry"}


def test_a_form_comes_back_with_its_problems_on_top_and_links_to_the_fields(as_alice: Client) -> None:
    bad = {**FORM, "max_turns": "0", "agree-baroque-river": "frozen"}
    shown = as_alice.post("/battles/new/", bad).content.decode()
    summary = shown[shown.index("error-summary") : shown.index('class="setup"')]
    assert 'tabindex="-1" autofocus' in summary
    assert '<a href="#id_max_turns">Maximum number of turns</a>' in summary
    assert '<a href="#id_agree-baroque-river">' in summary
    assert 'id="id_max_turns"' in shown
    assert "There are 2 problems" in summary
    assert "error-summary" not in as_alice.get("/battles/new/").content.decode()


def test_an_agreement_that_is_none_is_refused_at_its_field(as_alice: Client) -> None:
    answer = as_alice.post("/battles/new/", {**FORM, "agree-baroque-river": "frozen"})
    assert answer.status_code == 400
    assert "that one is not in it." in answer.content.decode()


def test_the_result_under_a_link_is_made_once_and_sent_once(
    client: Client, fought: Battle, monkeypatch: pytest.MonkeyPatch
) -> None:
    share(fought)
    client.get(fought.shared_url)
    first = client.get(fought.shared_url)
    assert "no-store" not in first["Cache-Control"]

    def never(*_: object) -> None:
        raise AssertionError("made again")

    monkeypatch.setattr("battles.views.play.result", never)
    assert client.get(fought.shared_url).content.count(b"verdict") == first.content.count(b"verdict") > 0
    known = {"if-none-match": first["ETag"]}
    assert client.get(fought.shared_url, headers=known).status_code == 304
    unshare(fought)
    assert client.get(f"/b/{'x' * 20}/", headers=known).status_code == 404
