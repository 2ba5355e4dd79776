"""The pages of a record: what they show, what they refuse, who may see them, how many queries they take."""

from __future__ import annotations

import html
import io
import json
import re
from typing import TYPE_CHECKING, Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from pypdf import PdfReader

from battles.models import Battle
from battles.recording import services
from battles.recording.models import Record
from rulesets.by_fire_and_sword.victory.losses import names_in
from rulesets.by_fire_and_sword.victory.score import score
from tests.kit.records import COLONEL, OTHER, UNIT, claim, lists, main_words, record

if TYPE_CHECKING:
    from pytest_django import DjangoAssertNumQueries

pytestmark = pytest.mark.django_db
LOST, FLED = f"{UNIT}.destroyed", f"{UNIT}.fled"
READ = ("", "result/", "history/", "result.json", "result.pdf")


@pytest.fixture
def row(alice: User, bob: User) -> Record:
    """A record of Alice's Poles against Bob's Muscovites."""
    return record(alice, bob, scenario="Forage")


def page(row: Record, name: str = "") -> str:
    return f"{row.get_absolute_url()}{name}"


def press(client: Client, row: Record, **said: Any) -> Any:
    """Press something on the record's page as it is now."""
    row.refresh_from_db()
    return client.post(page(row, "note/"), {"revision": row.revision, **said})


def text(answer: Any) -> str:
    return html.unescape(answer.content.decode())


# -- recording -------------------------------------------------------------------------------------


def test_a_fresh_record_shows_every_unit_and_commander_of_both(row: Record, as_alice: Client) -> None:
    words = main_words(as_alice.get(page(row)))
    for force in services.opened(row).sheet.forces:
        for name in names_in(force).values():
            assert name in words
    assert "0 of 21 Force Value lost: no losses , 6 victory points" in words
    assert "1 more: minor" in words


def test_a_press_on_plus_and_minus_is_kept(row: Record, as_alice: Client) -> None:
    said = [
        html.unescape(each)
        for each in re.findall(r"value='([^']*destroyed[^']*)'", text(as_alice.get(page(row))))
    ]
    assert json.dumps({LOST: 1}) in said
    answer = press(as_alice, row, set=json.dumps({LOST: 1}))
    assert answer.status_code == 302
    words = main_words(as_alice.get(page(row)))
    assert "1 of 21 Force Value lost: minor , 3 victory points" in words
    assert "bob has not agreed yet" in words
    press(as_alice, row, set=json.dumps({LOST: 0}))
    assert "0 of 21 Force Value lost" in main_words(as_alice.get(page(row)))


@pytest.mark.parametrize(("said", "at"), [
    ({"set": json.dumps({LOST: 1})}, "u-0-c1u2"),
    ({"set": json.dumps({f"{COLONEL}.fate": "fled"})}, "c-0-c1u1"),
    ({"word": f"{UNIT}.squadron", "value": "A"}, "u-0-c1u2"),
    ({"set": json.dumps({"s.1.other": 1})}, "side-1"),
    ({"set": json.dumps({"g.1.cut_off": True})}, "side-1"), ({"begin": "2"}, "record"),
])  # fmt: skip
def test_a_press_leads_back_to_where_it_was_made(
    row: Record, as_alice: Client, said: dict[str, str], at: str
) -> None:
    answer = as_alice.post(page(row, "note/"), {"revision": 0, **said})
    assert answer["Location"] == f"{page(row)}#{at}"


def test_with_scripts_a_press_is_answered_with_the_record_alone(row: Record, as_alice: Client) -> None:
    said = {"revision": 0, "set": json.dumps({LOST: 1})}
    answer = as_alice.post(page(row, "note/"), said, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert answer.content.decode().lstrip().startswith('<div id="record"')
    assert "<html" not in answer.content.decode()


def test_a_dispute_is_shown_to_both_with_both_scores_until_it_is_settled(
    row: Record, as_alice: Client, as_bob: Client
) -> None:
    press(as_alice, row, set=json.dumps({LOST: 1}))
    press(as_bob, row, set=json.dumps({LOST: 3}))
    for client in (as_alice, as_bob):
        words = main_words(client.get(page(row)))
        assert "Poles: Pancerni with spears 1: destroyed" in words
        assert "alice says 1" in words
        assert "bob says 3" in words
        assert "By alice’s count" in words
        assert "By bob’s count" in words
    press(as_alice, row, agree=LOST)
    words = main_words(as_alice.get(page(row)))
    assert "Disputed" not in words
    assert "3 of 21 Force Value lost" in words


def test_what_the_other_said_is_agreed_to_at_once(row: Record, as_alice: Client, as_bob: Client) -> None:
    press(as_alice, row, set=json.dumps({LOST: 1, f"{COLONEL}.fate": "killed"}))
    assert "2 entries from the other side to agree to" in main_words(as_bob.get(page(row)))
    press(as_bob, row, agree="all")
    assert "to agree to" not in main_words(as_bob.get(page(row)))


def test_turns_a_squadron_and_the_scenario_are_recorded(row: Record, as_alice: Client) -> None:
    press(as_alice, row, begin=1)
    assert "Turn 1" in main_words(as_alice.get(page(row)))
    press(as_alice, row, word=f"{UNIT}.squadron", value=" A ")
    press(as_alice, row, set=json.dumps({"s.0.other": 5}))
    words = main_words(as_alice.get(page(row, "history/")))
    assert "Squadron: none → A" in words
    assert "scenario points: 0 → 5" in words
    assert "turn 1 begins" in words
    assert services.opened(row).score().sides[0].scenario_points == 5


def test_both_sign_and_the_result_stands(row: Record, as_alice: Client, as_bob: Client) -> None:
    press(as_alice, row, set=json.dumps({"s.0.other": 5}))
    press(as_alice, row, sign=1)
    words = main_words(as_bob.get(page(row)))
    assert "Poles (alice): signed" in words
    press(as_bob, row, sign=1)
    words = main_words(as_alice.get(page(row)))
    assert "Tactical victory for Poles, 11 to 6" in words
    assert "Signed by both sides" in words
    assert 'name="set"' not in text(as_alice.get(page(row)))
    assert "Tactical victory for Poles" in main_words(as_alice.get("/records/"))
    press(as_bob, row, reopen=1)
    assert 'name="set"' in text(as_alice.get(page(row)))


# -- what is refused -------------------------------------------------------------------------------


@pytest.mark.parametrize(("said", "words"), [
    ({"set": "{"}, "could not be read"), ({"set": "[]"}, "could not be read"),
    ({"set": "{}"}, "could not be read"),
    ({"set": json.dumps({LOST: 9})}, "Poles: Pancerni with spears 1, destroyed: is 9"),
    ({"set": json.dumps({LOST: 2, FLED: 2})}, "Poles, Pancerni with spears 1: has lost 4 bases"),
    ({"set": json.dumps({"x": 1})}, "Cannot be recorded"),
    ({"set": "[" * 5000}, "could not be read"),
    ({"begin": "99"}, "must be from 0 to 30"), ({"begin": "x"}, "whole number"),
    ({"begin": "²"}, "whole number"),
    ({"revision": "x", "sign": "1"}, "whole number"), ({"agree": LOST}, "not recorded anything different"),
    ({"test": "1", "side": "0", "regiment": "r", "turn": "1", "points": "3", "how": "passed"},
     "Cannot be recorded"),
    ({"test": "1"}, "could not be read"), ({"reopen": "1"}, "not signed"), ({}, "Nothing was pressed"),
    ({"word": f"{UNIT}.squadron", "value": "x" * 20}, "at most 12"),
])  # fmt: skip
def test_what_cannot_be_is_a_400_with_the_place_and_nothing_changes(
    row: Record, as_alice: Client, said: dict[str, Any], words: str
) -> None:
    answer = as_alice.post(page(row, "note/"), {"revision": 0, **said})
    assert answer.status_code == 400
    assert words in main_words(answer)
    assert "Nothing was changed" in main_words(answer)
    row.refresh_from_db()
    assert row.revision == 0


def test_who_is_late_gets_the_record_as_it_is_now(row: Record, as_alice: Client, as_bob: Client) -> None:
    press(as_alice, row, set=json.dumps({LOST: 1}))
    answer = as_bob.post(page(row, "note/"), {"revision": 0, "set": json.dumps({LOST: 2})})
    assert answer.status_code == 409
    assert "changed this entry since" in main_words(answer)
    row.refresh_from_db()
    assert row.revision == 1


# -- who may see it --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", READ)
def test_a_stranger_and_nobody_read_no_page(
    row: Record, as_charlie: Client, client: Client, name: str
) -> None:
    assert as_charlie.get(page(row, name)).status_code == 404
    answer = client.get(page(row, name))
    assert answer.status_code == 302
    assert answer["Location"].startswith("/accounts/login/")


@pytest.mark.parametrize("name", ["note/", "share/", "archive/"])
def test_a_stranger_changes_nothing(row: Record, as_charlie: Client, client: Client, name: str) -> None:
    said = {"revision": 0, "set": json.dumps({LOST: 1})}
    assert as_charlie.post(page(row, name), said).status_code == 404
    assert client.post(page(row, name), said).status_code == 302
    row.refresh_from_db()
    assert (row.revision, row.archived, row.share_token) == (0, False, None)


@pytest.mark.parametrize("name", ["share/", "archive/"])
def test_the_opponent_neither_shares_nor_puts_away(row: Record, as_bob: Client, name: str) -> None:
    assert as_bob.post(page(row, name)).status_code == 404


def test_who_has_the_link_looks_on(row: Record, alice: User, as_alice: Client, client: Client) -> None:
    claim(row, 0, alice, **{LOST: 1})
    as_alice.post(page(row, "share/"))
    row.refresh_from_db()
    link = f"/r/{row.share_token}/"
    for name in READ:
        assert client.get(f"{link}{name}").status_code == 200
    content = client.get(link).content.decode().split("<main")[1]
    assert "<form" not in content
    assert "<button" not in content
    assert client.post(f"{link}note/", {"revision": 1, "sign": 1}).status_code == 404
    as_alice.post(page(row, "share/"))
    assert client.get(link).status_code == 404


def test_a_record_is_put_away_and_brought_back(row: Record, as_alice: Client) -> None:
    assert row.title in main_words(as_alice.get("/records/"))
    as_alice.post(page(row, "archive/"))
    assert row.title not in main_words(as_alice.get("/records/"))
    assert row.title in main_words(as_alice.get("/records/?archived=1"))
    as_alice.post(page(row, "archive/"))
    assert row.title in main_words(as_alice.get("/records/"))


# -- the poll --------------------------------------------------------------------------------------


def test_the_poll_tells_the_other_s_screen(
    row: Record,
    alice: User,
    as_bob: Client,
    client: Client,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    found = re.search(r'data-poll="(/records/pulse/[^"]+)\?revision="', text(as_bob.get(page(row))))
    assert found is not None
    with django_assert_num_queries(1):
        assert client.get(f"{found[1]}?revision=0").status_code == 204
    claim(row, 0, alice, **{LOST: 1})
    answer = client.get(f"{found[1]}?revision=0")
    assert answer.json() == {"revision": 1}
    assert client.get("/records/pulse/nonsense/").status_code == 404


# -- files -----------------------------------------------------------------------------------------


def test_the_result_document_scores_to_what_the_page_says(row: Record, alice: User, as_alice: Client) -> None:
    claim(row, 0, alice, **{LOST: 2, f"{COLONEL}.fate": "killed", OTHER + ".fled": 3, "s.1.other": 4})
    answer = as_alice.get(page(row, "result.json"))
    assert "attachment" in answer["Content-Disposition"]
    found = score(answer.content)
    assert found.words in main_words(as_alice.get(page(row, "result/")))
    assert found.sides[0].losses.lost == 6
    assert json.loads(answer.content)["scenario"]["name"] == "Forage"


def test_the_victory_sheet_has_losses_thresholds_and_points_and_the_document(
    row: Record, alice: User, as_alice: Client
) -> None:
    claim(row, 0, alice, **{LOST: 2, FLED: 1, f"{COLONEL}.fate": "killed", "s.1.other": 4})
    answer = as_alice.get(page(row, "result.pdf?paper=letter"))
    assert answer["Content-Type"] == "application/pdf"
    pdf = PdfReader(io.BytesIO(answer.content))
    words = " ".join(" ".join(each.extract_text() for each in pdf.pages).split())
    made = services.opened(row).score(0)
    assert made.words in words
    for side in made.sides:
        assert side.force.name in words
        for line in (*side.lines, *side.losses.lines):
            assert line.label in words
        for band in side.bands:
            assert band.words.capitalize() in words
    assert "Not final" in words
    inside = json.loads(pdf.attachments["result.json"][0])
    assert score(inside).words == made.words
    assert pdf.pages[0].mediabox.width == 612


# -- two lists without a meeting -------------------------------------------------------------------


def form(**more: Any) -> dict[str, Any]:
    return {
        "a-army": "sample:polish-1649-52-10", "b-army": "sample:muscovite-1648-76-11", "opponent": "bob",
        "scenario": "Patrol", **more,
    }  # fmt: skip


def test_a_battle_of_two_lists_is_scored_without_a_meeting(as_alice: Client, alice: User, bob: User) -> None:
    for address in ("/records/", "/records/new/"):
        assert re.search(r"(Records|New record) .*For By Fire and Sword", main_words(as_alice.get(address)))
    answer = as_alice.post("/records/new/", form())
    row = Record.objects.get()
    assert answer["Location"] == page(row)
    assert (row.owner, row.opponent, row.invited, row.scenario["name"]) == (alice, None, "bob", "Patrol")
    assert row.lists == [{**each} for each in lists()]


@pytest.mark.parametrize(("more", "words"), [
    ({"opponent": "alice"}, "your own name"),
    ({"a-army": ""}, "Choose a list"), ({"b-army": "sample:royalist-patrol-300"}, "Choose one from the list"),
])  # fmt: skip
def test_a_record_that_cannot_be_begun_is_a_400_at_the_field(
    as_alice: Client, bob: User, more: dict[str, str], words: str
) -> None:
    answer = as_alice.post("/records/new/", form(**more))
    assert answer.status_code == 400
    assert words in main_words(answer)
    assert not Record.objects.exists()


# -- battles that are fought here ------------------------------------------------------------------


def test_a_battle_that_is_fought_here_has_no_record(ready: Battle, as_alice: Client) -> None:
    assert as_alice.get(f"{ready.get_absolute_url()}record/").status_code == 404


# -- figures ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", READ)
def test_no_page_takes_more_than_twelve_queries_however_much_was_recorded(
    row: Record, alice: User, bob: User, as_alice: Client, name: str,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:  # fmt: skip
    with django_assert_max_num_queries(12) as first:
        assert as_alice.get(page(row, name)).status_code == 200
    for number in range(1, 4):
        claim(row, 0, alice, **{LOST: number})
        claim(row, 1, bob, **{OTHER + ".fled": number})
    claim(row, 1, bob, **{LOST: 1})
    with django_assert_max_num_queries(len(first.captured_queries)):
        assert as_alice.get(page(row, name)).status_code == 200


def test_a_press_takes_few_queries(
    row: Record, as_alice: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_max_num_queries(12):
        as_alice.post(
            page(row, "note/"), {"revision": 0, "set": json.dumps({LOST: 1})}, headers={"HX-Request": "true"}
        )


def test_the_shelf_takes_as_many_queries_with_ten_records_as_with_one(
    row: Record, alice: User, bob: User, as_alice: Client,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:  # fmt: skip
    with django_assert_max_num_queries(12) as first:
        as_alice.get("/records/")
    for _ in range(9):
        record(alice, bob)
    with django_assert_max_num_queries(len(first.captured_queries)):
        assert as_alice.get("/records/").status_code == 200
