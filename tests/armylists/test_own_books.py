"""Books of one's own: drafts, versions that never change, who may see them, lists that are built on them."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from armylists import bookservices, services, start
from armylists.bookchange import newer
from armylists.models import ArmyList, OwnBook, OwnBookVersion
from armylists.owned.services import Stale
from rulesets.contract.documents import check_list, list_rules, to_text
from rulesets.engine import booksources
from rulesets.engine.bookrules import Document
from rulesets.engine.errors import FaultyBookError
from rulesets.engine.lists import ListError, dump_list
from tests.armylists.own_books import SYSTEMS, change, kept_book, list_on, shipped
from tests.kit.clients import queries

# ------------------------------------------------------------------------------------------------ versions


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_book_begins_as_a_draft_and_becomes_a_version(alice: User, system: str) -> None:
    book = bookservices.create(alice, system, shipped(system))
    assert (book.version, book.versions.count(), book.name) == (0, 0, shipped(system)["name"])
    with pytest.raises(ListError, match="not an army book"):
        list_rules(system).book(book.key)
    version = bookservices.save_version(book, book.edition)
    assert (book.version, version.number, version.summary) == (1, 1, "First version")
    found = list_rules(system).book(book.key, "1")
    assert (found.key, found.version, found.name) == (book.key, "1", book.name)


def test_a_draft_may_have_faults_and_a_version_may_not(alice: User) -> None:
    document = shipped()
    document["entries"][0]["points"] = "many"
    book = bookservices.create(alice, "baroque", document)
    with pytest.raises(FaultyBookError, match=r"entries\[0\].points: must be a whole number"):
        bookservices.save_version(book, book.edition)
    assert OwnBookVersion.objects.count() == 0


def test_a_version_says_what_changed_and_the_old_one_stays(book: OwnBook) -> None:
    first = list_rules("baroque").book(book.key, "1")
    change(book, lambda document: document["entries"][0].update(points=77))
    newest = book.versions.get(number=2)
    assert newest.summary == f"Unit {first.entries[0].label}: points {first.entries[0].points} became 77."
    booksources.forget()
    again = list_rules("baroque").book(book.key, "1")
    assert again.entries == first.entries
    assert list_rules("baroque").book(book.key).entries[0].points == 77


def test_what_is_kept_twice_is_one_version(book: OwnBook) -> None:
    assert bookservices.save_version(book, book.edition).number == 1
    assert book.versions.count() == 1


def test_two_windows_do_not_overwrite_each_other(book: OwnBook) -> None:
    here, there = OwnBook.objects.get(pk=book.pk), OwnBook.objects.get(pk=book.pk)
    bookservices.save_draft(here, here.edition, {**here.draft, "name": "Here"})
    for late in (
        lambda: bookservices.save_draft(there, there.edition, {**there.draft, "name": "There"}),
        lambda: bookservices.save_version(OwnBook.objects.get(pk=book.pk), book.edition),
    ):
        with pytest.raises(Stale):
            late()
    book.refresh_from_db()
    assert (book.name, book.version) == ("Here", 1)


def test_a_draft_can_be_dropped(book: OwnBook) -> None:
    bookservices.save_draft(book, book.edition, {**book.draft, "name": "Worse"})
    bookservices.drop_draft(book, book.edition)
    assert book.draft == book.versions.get().document
    assert book.name == shipped()["name"]


# ------------------------------------------------------------------------------------------------ lists


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_list_is_built_on_an_own_book_through_the_form(alice: User, as_alice: Client, system: str) -> None:
    book = kept_book(alice, system)
    page = as_alice.get(reverse("armylists:new"), {"system": system, "book": book.key}).content.decode()
    assert f"{book.name} (your book)" in page
    form = {"book": f"{system}/{book.key}", "size": "600", "begin": "minimum"}
    if system == "by_fire_and_sword":
        card = shipped(system)["card"][0]
        assert card["name"] in page
        form = {"card": f"{system}/{book.key}/{card['id']}"}
    answer = as_alice.post(reverse("armylists:new"), form)
    assert answer.status_code == 302
    army = ArmyList.objects.get().army
    assert (army.book, army.book_version) == (book.key, "1")
    assert as_alice.get(answer["Location"]).status_code == 200
    assert as_alice.get(ArmyList.objects.get().get_absolute_url()).status_code == 200


def test_a_book_that_demands_too_much_is_told_of(alice: User, as_alice: Client) -> None:
    document = shipped()
    for row in document["entries"]:
        row.update(min=40, max=60, group="")
    book = kept_book(alice, document=document)
    form = {"book": f"baroque/{book.key}", "size": "600", "begin": "minimum"}
    answer = as_alice.post(reverse("armylists:new"), form)
    assert answer.status_code == 400
    assert "at most 200 can be read" in answer.content.decode()


def test_a_list_remembers_its_version_and_its_page_says_what_changes(as_alice: Client, book: OwnBook) -> None:
    army_list = list_on(book)
    total = check_list(army_list.army).total
    page = as_alice.get(army_list.get_absolute_url()).content.decode()
    assert "a newer version of the army book" not in page
    first = next(army_list.army.units()).entry.removeprefix(f"{book.key}.")

    def dearer(document: Document) -> None:
        row = next(row for row in document["entries"] if row["id"] == first)
        row["points"] += 9
        row["profile"]["vbu"] += 1

    change(book, dearer)
    assert check_list(army_list.army).total == total
    found = newer(army_list.army)
    assert found is not None
    assert found.after is not None
    assert (found.old, found.new, found.indifferent) == ("1", "2", False)
    number = sum(unit.entry == f"{book.key}.{first}" for unit in army_list.army.units())
    assert found.after.total == total + 9 * number
    assert "VBU" in found.units[0]
    page = as_alice.get(army_list.get_absolute_url()).content.decode()
    assert "a newer version of the army book" in page
    assert f"from {total} to {total + 9 * number}" in page
    as_alice.post(
        reverse("armylists:take-version", args=[army_list.public_id]), {"version": "1", "book_version": "2"}
    )
    army_list.refresh_from_db()
    assert (army_list.version, army_list.army.book_version) == (2, "2")
    assert army_list.revisions.first().summary == "Updated to version 2 of its book"  # type: ignore[union-attr]
    assert check_list(army_list.army).total == total + 9 * number
    assert newer(army_list.army) is None


def test_units_that_grow_with_the_book_are_told_unless_the_list_says_their_size(alice: User) -> None:
    document = shipped("by_fire_and_sword")
    book = kept_book(alice, "by_fire_and_sword", document)
    card = document["card"][0]
    army = start.from_card("by_fire_and_sword", book.key, card["id"], 0, "On my card")
    slot = card["core"]["slot"][0]
    for row in document["unit"]:
        row["skill"] += 1
    slot["bases"] += 1
    bookservices.save_draft(book, book.edition, document)
    bookservices.save_version(book, book.edition)
    found = newer(army)
    assert found is not None
    cossacks = [words for words in found.units if words.startswith("Servant Cossacks")]
    assert cossacks == ["Servant Cossacks: 3 bases become 4 bases; Skill 3 becomes 4."]
    assert [words for words in found.units if words.startswith("Boyars:")] == ["Boyars: Skill 4 becomes 5."]
    [command] = army.commands
    sized = command.model_copy(update={"units": tuple(
        unit.model_copy(update={"bases": 3}) if unit.entry.endswith(f".{slot['id']}") else unit
        for unit in command.units
    )})  # fmt: skip
    kept_size = newer(army.model_copy(update={"commands": (sized,)}))
    assert kept_size is not None
    assert "Servant Cossacks: Skill 3 becomes 4." in kept_size.units


def test_a_unit_that_left_the_book_is_told_and_found(book: OwnBook) -> None:
    army_list = list_on(book)
    gone = next(army_list.army.units()).entry

    def without(document: Document) -> None:
        bare = gone.removeprefix(f"{book.key}.")
        document["entries"] = [row for row in document["entries"] if row["id"] != bare]
        for row in document["options"]:
            row["applies_to"] = [each for each in row["applies_to"] if each != bare]
        document["options"] = [row for row in document["options"] if row["applies_to"]]

    change(book, without)
    found = newer(army_list.army)
    assert found is not None
    assert any("is no longer in the book" in words for words in found.units)
    assert found.added
    assert found.book


def test_taking_a_version_on_an_old_page_changes_nothing(as_alice: Client, book: OwnBook) -> None:
    army_list = list_on(book)
    change(book, lambda document: document.update(name="Newer"))
    address = reverse("armylists:take-version", args=[army_list.public_id])
    for data in ({"version": "9", "book_version": "2"}, {"version": "1", "book_version": "7"}, {}):
        answer = as_alice.post(address, data, follow=True)
        assert answer.status_code == 200
        assert "Check " in answer.content.decode()
    army_list.refresh_from_db()
    assert (army_list.version, army_list.army.book_version) == (1, "1")


def test_a_list_stays_when_its_book_is_put_away_or_its_owner_leaves(
    alice: User, bob: User, as_alice: Client, book: OwnBook
) -> None:
    army_list = list_on(book)
    services.share(army_list)
    total = check_list(army_list.army).total
    bookservices.archive(book)
    booksources.forget()
    assert as_alice.get(army_list.get_absolute_url()).status_code == 200
    OwnBook.objects.filter(pk=book.pk).update(owner=bob)
    bob.delete()
    booksources.forget()
    book.refresh_from_db()
    assert book.owner is None
    assert check_list(ArmyList.objects.get().army).total == total
    assert Client().get(army_list.shared_url).status_code == 200


def test_a_shared_list_shows_the_values_of_its_book(book: OwnBook) -> None:
    army_list = list_on(book)
    services.share(army_list)
    label = check_list(army_list.army).lines[0].label
    for ending in ("", "list.json", "list.txt", "list.pdf"):
        answer = Client().get(f"{army_list.shared_url}{ending}")
        assert answer.status_code == 200
    assert label
    assert book.name in Client().get(army_list.shared_url).content.decode()


# ------------------------------------------------------------------------------------------------ who may


def _documents(army_list: ArmyList) -> dict[str, Any]:
    army = army_list.army
    text = to_text(army, list_rules(army.system).book_of(army))
    escaped = json.dumps(army.to_json()).replace("own.", "\\u006fwn.")
    return {"text": text, "document": dump_list(army), "escaped": escaped}


@pytest.mark.parametrize("kind", ["text", "document", "escaped"])
def test_nobody_builds_on_a_book_he_cannot_see(
    as_alice: Client, as_bob: Client, book: OwnBook, kind: str
) -> None:
    sent = _documents(list_on(book))[kind]
    refused = as_bob.post(reverse("armylists:upload"), {"text": sent})
    assert refused.status_code == 400
    assert "there is no such book" in refused.content.decode()
    assert ArmyList.objects.count() == 1
    assert as_alice.post(reverse("armylists:upload"), {"text": sent}).status_code == 302


def test_no_fault_of_a_text_tells_what_stands_in_a_book(as_bob: Client, book: OwnBook) -> None:
    text = f"System: baroque\nBook: Mine [{book.key}]\nBook version: 1\n\nHusars\n"
    page = as_bob.post(reverse("armylists:upload"), {"text": text}).content.decode()
    assert "there is no such book" in page
    assert "nearest" not in page.partition("<details>")[0]


def test_nobody_builds_on_a_book_he_cannot_see_through_the_form_or_rest(
    bob: User, as_bob: Client, book: OwnBook
) -> None:
    army_list = list_on(book)
    page = as_bob.get(reverse("armylists:new"), {"book": book.key}).content.decode()
    assert book.key not in page
    form = {"book": f"baroque/{book.key}", "size": "600", "begin": "minimum"}
    assert as_bob.post(reverse("armylists:new"), form).status_code == 400
    body = {"document": army_list.army.to_json()}
    for client, address, data in (
        (as_bob, "/api/v1/lists/", body),
        (as_bob, "/api/v1/lists/check/", body["document"]),
        (Client(), "/api/v1/lists/check/", body["document"]),
    ):
        answer = client.post(address, data, content_type="application/json")
        assert answer.status_code == 400
        assert "there is no such book" in answer.content.decode()
    with pytest.raises(ListError, match="no such book"):
        services.create(bob, army_list.army)
    own = services.create(bob, start.minimum("baroque", "polish", 600))
    answer = as_bob.put(
        f"/api/v1/lists/{own.public_id}/",
        {"document": army_list.army.to_json(), "version": 1},
        content_type="application/json",
    )
    assert answer.status_code == 400
    own.refresh_from_db()
    assert own.version == 1


def test_a_shared_list_is_copied_with_its_book_only_if_that_is_shared(
    bob: User, as_bob: Client, book: OwnBook
) -> None:
    army_list = list_on(book)
    services.share(army_list)
    take = reverse("armylists:take", args=[army_list.share_token])
    answer = as_bob.post(take, follow=True)
    assert "uses a book that is not shared" in answer.content.decode()
    assert not ArmyList.objects.of(bob).exists()
    bookservices.share(book)
    for _ in range(2):
        as_bob.post(take)
    mine = OwnBook.objects.get(owner=bob)
    first, second = ArmyList.objects.of(bob)
    for copy in (first, second):
        assert (copy.book, copy.army.book_version) == (mine.key, "1")
        assert check_list(copy.army).total == check_list(army_list.army).total
        assert check_list(copy.army).legal == check_list(army_list.army).legal
    assert mine.origin == f"{book.key}@1"
    original = book.versions.get().document
    assert mine.versions.get().document == {**original, "name": f"{original['name']} (copy)"}


# ------------------------------------------------------------------------------------------------ queries


def _queries(client: Client, address: str) -> int:
    booksources.forget()
    return queries(client, address)


def test_queries_do_not_grow_with_the_books(alice: User, as_alice: Client) -> None:
    few = [list_on(kept_book(alice)) for _ in range(2)]
    kept_book(alice, "by_fire_and_sword")
    pages = {name: reverse(f"armylists:{name}") for name in ("own-books", "index", "new")}
    pages["list"] = few[0].get_absolute_url()
    pages["api"] = "/api/v1/lists/"
    pages["cards"] = f"{pages['new']}?system=by_fire_and_sword"
    before = {name: _queries(as_alice, address) for name, address in pages.items()}
    for _ in range(6):
        list_on(kept_book(alice))
        kept_book(alice, "by_fire_and_sword")
    after = {name: _queries(as_alice, address) for name, address in pages.items()}
    assert after == before
    assert max(after.values()) <= 12
