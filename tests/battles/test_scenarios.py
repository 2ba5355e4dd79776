"""Scenarios: shown with map, armies and sheet, begun as battles, and nobody's who may not see them."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from armylists import bookservices
from armylists.models import OwnBook
from battles.models import Battle
from rulesets.contract.documents import book_rules
from tests.armylists.scenarios import SMALL, clash, scenario_of
from tests.kit.clients import queries

pytestmark = pytest.mark.django_db


def page(key: str) -> str:
    return reverse("battles:scenario", args=[key])


def shared(book: OwnBook) -> str:
    return f"shared.{bookservices.share(book)}"


def test_anybody_reads_those_that_ship(client: Client) -> None:
    shelf = client.get(reverse("battles:scenarios")).content.decode()
    assert page(SMALL) in shelf
    shown = client.get(page(SMALL)).content.decode()
    for words in ("A training clash", "Swedish Brigade", ", facing north", "recommended", "Sign in"):
        assert words in shown
    assert 'aria-label="The map of A training clash"' in shown


def test_a_battle_is_begun_from_one_that_ships(as_alice: Client) -> None:
    answer = as_alice.post(page(SMALL), {"who": "hand", "dice": "stream"})
    assert answer.status_code == 302
    row = Battle.objects.get()
    assert (row.system, row.tacticians) == ("snaphance", [])
    assert row.setup["options"]["scenario"]["name"] == "A training clash"
    assert list(row.sides) == ["Swedes", "Imperialists"]


def test_the_battle_tells_of_its_scenario(as_alice: Client) -> None:
    as_alice.post(page("luetzen_1632"), {"who": "hand", "dice": "stream"})
    shown = as_alice.get(Battle.objects.get().get_absolute_url()).content.decode()
    assert "The scenario: Lützen 1632" in shown
    assert "from round" in shown  # who comes later


def test_the_battles_of_a_player_are_told_apart_and_found_by_their_scenarios(as_alice: Client) -> None:
    as_alice.post(page(SMALL), {"who": "hand", "dice": "stream"})
    shelf = reverse("battles:index")
    assert "<small>A training clash</small>" in as_alice.get(shelf).content.decode()
    assert "A training clash" in as_alice.get(shelf, {"name": "training"}).content.decode()
    assert "No battle matches" in as_alice.get(shelf, {"name": "Lützen"}).content.decode()


def test_two_people_fight_a_scenario_of_ones_own(as_alice: Client, alice: User, bob: User) -> None:
    book = scenario_of(alice, kept=True)
    answer = as_alice.post(page(book.key), {"who": "hand", "dice": "stream", "opponent": "bob"})
    assert answer.status_code == 302
    row = Battle.objects.get()
    assert (row.opponent, row.invited, row.tacticians) == (None, "bob", [])


@pytest.mark.parametrize("who", ["first", "second", "both"])
def test_whoever_is_invited_leads_instead_of_the_tactician(as_alice: Client, who: str) -> None:
    assert as_alice.post(page(SMALL), {"who": who, "dice": "stream", "opponent": "bob"}).status_code == 302
    row = Battle.objects.get()
    assert (row.tacticians, row.choices.count()) == ([], 0)


def test_one_that_is_left_to_the_tactician_is_fought_at_once(as_alice: Client) -> None:
    answer = as_alice.post(page(SMALL), {"who": "both", "dice": "stream"})
    row = Battle.objects.get()
    assert row.choices.exists()
    shown = as_alice.get(answer["Location"]).content.decode()
    assert ">Fight</button>" not in shown
    assert row.over or 'hx-trigger="load' in shown


@pytest.mark.parametrize(
    "wrong", [{"who": "nobody"}, {"dice": "loaded"}, {"strength": "genius"}, {"opponent": "alice"}]
)
def test_what_is_wrong_is_said_at_its_field(as_alice: Client, wrong: dict[str, str]) -> None:
    answer = as_alice.post(page(SMALL), {"who": "hand", "dice": "stream", **wrong})
    assert answer.status_code == 400
    assert 'class="errors"' in answer.content.decode()
    assert not Battle.objects.exists()


def test_who_is_not_signed_in_is_asked_to_first(client: Client) -> None:
    answer = client.post(page(SMALL), {"who": "both", "dice": "stream"})
    assert answer.status_code == 302
    assert "login" in answer.url


def test_whoever_has_the_link_reads_and_fights_a_shared_one(client: Client, alice: User, bob: User) -> None:
    book = scenario_of(alice, kept=True)
    key = shared(book)
    assert "Swedish Brigade" in client.get(page(key)).content.decode()
    client.force_login(bob)
    assert client.post(page(key), {"who": "hand", "dice": "stream"}).status_code == 302
    assert Battle.objects.get().owner == bob
    bookservices.unshare(book)
    assert client.get(page(key)).status_code == 404


def test_somebody_elses_is_not_there_by_any_door(client: Client, alice: User, bob: User) -> None:
    book = scenario_of(alice, kept=True)
    client.force_login(bob)
    doors: tuple[tuple[str, str, Any], ...] = (
        ("get", page(book.key), None),
        ("post", page(book.key), {"who": "both", "dice": "stream"}),
        ("get", page(f"shared.{book.public_id.hex}"), None),
        ("get", book.get_absolute_url(), None),
        ("get", reverse("armylists:edit-book", args=[book.public_id]), None),
        ("get", f"/api/v1/scenarios/{book.key}/", None),
        ("post", f"/api/v1/scenarios/{book.key}/begin/", {}),
        ("get", f"/api/v1/own-books/{book.public_id}/", None),
    )
    for verb, address, data in doors:
        assert getattr(client, verb)(address, data).status_code == 404, address
    assert (
        book.name
        not in client.get(reverse("battles:scenarios")).content.decode().split("Included scenarios")[0]
    )
    assert not Battle.objects.exists()


@pytest.mark.parametrize("key", ["own.", "own.zz", "shared.nothing-here", "nobody", "own." + "0" * 32])
def test_a_key_of_nothing_is_a_404(as_alice: Client, key: str) -> None:
    assert as_alice.get(page(key)).status_code == 404


def test_a_draft_has_to_be_kept_first(as_alice: Client, alice: User) -> None:
    assert as_alice.get(page(scenario_of(alice).key)).status_code == 404


def test_a_book_is_no_scenario(client: Client, alice: User) -> None:
    book = bookservices.create(alice, "baroque", {"name": "Cards"})
    client.force_login(alice)
    assert client.get(page(book.key)).status_code == 404


def test_queries_do_not_grow_with_scenarios(as_alice: Client, alice: User) -> None:
    scenario_of(alice, kept=True)
    before = queries(as_alice, reverse("battles:scenarios"))
    for number in range(4):
        scenario_of(alice, clash() | {"name": f"Mine {number}"}, kept=True)
    assert queries(as_alice, reverse("battles:scenarios")) == before
    assert "Mine 3" in as_alice.get(reverse("battles:scenarios")).content.decode()


# -- a scenario on somebody else's book -----------------------------------------------------------


def foreign(book: OwnBook) -> dict[str, Any]:
    """A scenario whose first list is built on a book of somebody else's."""
    document = clash()
    document["sides"][0]["list"] |= {"book": book.key, "book_version": "1"}
    return document


def test_a_scenario_tells_nothing_of_another_players_book(as_alice: Client, alice: User, bob: User) -> None:
    rules = book_rules("snaphance")
    secret = bookservices.create(bob, "snaphance", dict(rules.shipped()["swedish"]))
    bookservices.save_version(secret, secret.edition)
    document = foreign(secret)
    begun = as_alice.post("/api/v1/own-books/", {"document": document}, content_type="application/json")
    assert begun.status_code == 400
    assert "there is no such book" in begun.content.decode()
    checked = as_alice.post(
        "/api/v1/own-books/check/", {"document": document}, content_type="application/json"
    )
    assert "there is no such book" in checked.content.decode()
    mine = scenario_of(alice)
    changed = as_alice.put(
        f"/api/v1/own-books/{mine.public_id}/",
        {"edition": mine.edition, "document": document},
        content_type="application/json",
    )
    assert changed.status_code == 400
    lists = [each["list"] for each in clash()["sides"]]
    battle = as_alice.post(
        "/api/v1/battles/",
        {"lists": lists, "options": {"scenario": document}},
        content_type="application/json",
    )
    assert battle.status_code == 400
    assert "there is no such book" in battle.content.decode()


def on_a_book_of(owner: User, *, is_shared: bool) -> tuple[OwnBook, OwnBook]:
    """A scenario that `owner` shares, with a list on a book of his, and that book."""

    book = bookservices.create(owner, "snaphance", dict(book_rules("snaphance").shipped()["swedish"]))
    bookservices.save_version(book, book.edition)
    if is_shared:
        bookservices.share(book)
    document = foreign(book)
    for command in document["sides"][0]["list"]["commands"]:
        for unit in command["units"]:
            unit["entry"] = unit["entry"].replace("swedish.", f"{book.key}.")
    return scenario_of(owner, document, kept=True), book


def test_a_copy_takes_the_books_of_its_lists_along_if_they_are_shared(
    as_alice: Client, alice: User, bob: User
) -> None:
    scenario, book = on_a_book_of(bob, is_shared=True)
    token = bookservices.share(scenario)
    assert as_alice.post(reverse("armylists:take-book", args=[token])).status_code == 302
    mine = OwnBook.objects.get(owner=alice, kind=OwnBook.SCENARIO)
    copied = OwnBook.objects.get(owner=alice, kind=OwnBook.BOOK)
    assert mine.draft["sides"][0]["list"]["book"] == copied.key
    assert book.key not in str(mine.draft)
    assert as_alice.get(page(mine.key)).status_code == 200
    assert as_alice.post(reverse("armylists:take-book", args=[token])).status_code == 302
    assert OwnBook.objects.filter(owner=alice).count() == 2  # the copy that is there already


def test_a_list_on_a_book_that_is_not_shared_keeps_a_scenario_from_being_copied(
    as_alice: Client, alice: User, bob: User
) -> None:
    scenario, _ = on_a_book_of(bob, is_shared=False)
    token = bookservices.share(scenario)
    answer = as_alice.post(reverse("armylists:take-book", args=[token]), follow=True)
    assert "not shared" in answer.content.decode()
    assert not OwnBook.objects.filter(owner=alice).exists()
    assert as_alice.post(page(f"shared.{token}"), {"who": "hand", "dice": "stream"}).status_code == 302


# -- REST -----------------------------------------------------------------------------------------


def test_programs_read_scenarios_and_begin_battles(as_alice: Client, alice: User) -> None:
    book = scenario_of(alice, clash() | {"name": "Of mine"}, kept=True)
    listed = {each["key"]: each for each in as_alice.get("/api/v1/scenarios/").json()}
    assert listed[SMALL]["own"] is False
    assert listed[book.key] == {
        "key": book.key, "system": "snaphance", "name": "Of mine", "date": "", "place": "A village road",
        "summary": clash()["summary"].strip(), "own": True,
    }  # fmt: skip
    found = as_alice.get(f"/api/v1/scenarios/{book.key}/").json()
    assert found["document"]["name"] == "Of mine"
    assert found["told"]["sides"][0]["groups"][0]["stands"][0]["where"] == "0509, facing north"
    assert "map" not in found["told"]
    begun = as_alice.post(
        f"/api/v1/scenarios/{book.key}/begin/", {"tacticians": []}, content_type="application/json"
    )
    assert begun.status_code == 201
    assert Battle.objects.get().setup["options"]["scenario"]["name"] == "Of mine"


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"strengths": ["genius", "veteran"]}, "strengths"),
        ({"opponent": "alice"}, "your own name"),
        ({"dice": "loaded"}, "dice"),
        ({"opponent": "bob", "seed": "7"}, "seed"),
    ],
)
def test_a_program_is_told_what_is_wrong(
    as_alice: Client, bob: User, asked: dict[str, str], words: str
) -> None:
    answer = as_alice.post(f"/api/v1/scenarios/{SMALL}/begin/", asked, content_type="application/json")
    assert answer.status_code == 400
    assert words in answer.content.decode()
    assert not Battle.objects.exists()


def test_a_visitor_reads_over_rest_and_begins_nothing(client: Client) -> None:
    assert [each["own"] for each in client.get("/api/v1/scenarios/").json()] == [False] * 3
    assert client.get(f"/api/v1/scenarios/{SMALL}/").status_code == 200
    assert client.post(f"/api/v1/scenarios/{SMALL}/begin/").status_code in (401, 403)
