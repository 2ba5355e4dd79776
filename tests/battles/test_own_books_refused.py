"""Nobody takes a list into a battle, a record, a score or the odds on a book that is somebody else's."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from armylists import services, start
from armylists.models import ArmyList
from battles.models import Battle
from rulesets.engine import booksources
from rulesets.engine.lists import dump_list
from tests.armylists.own_books import kept_book

NO_BOOK = "there is no such book"


@pytest.fixture(autouse=True)
def _nothing_remembered() -> None:
    booksources.forget()


def force(owner: User) -> ArmyList:
    """A force on a book of the owner's own, with what its first card demands."""
    book = kept_book(owner, "by_fire_and_sword")
    card = book.draft["card"][0]["id"]
    return services.create(owner, start.from_card(book.system, book.key, card, 0))


@pytest.fixture
def document(alice: User) -> dict[str, Any]:
    return force(alice).army.to_json()


def send(client: Client, address: str, data: Any) -> tuple[int, str]:
    answer = client.post(address, data, content_type="application/json")
    return answer.status_code, answer.content.decode()


DOORS = {
    "/api/v1/battles/": lambda army: {"lists": [army, army]},
    "/api/v1/records/": lambda army: {"lists": [army, army]},
    "/api/v1/score/": lambda army: {"format": "leaguer-bfs-result", "version": 1, "lists": [army, army]},
    "/api/v1/odds/": lambda army: {"system": "by_fire_and_sword", "forces": [{"list": army}, {"list": army}]},
    "/api/v1/lists/": lambda army: {"document": army},
    "/api/v1/lists/check/": lambda army: army,
}


@pytest.mark.parametrize("address", DOORS)
def test_a_program_cannot_send_a_list_on_somebody_elses_book(
    as_alice: Client, as_bob: Client, document: dict[str, Any], address: str
) -> None:
    body = DOORS[address](document)
    refused, words = send(as_bob, address, body)
    assert (refused, NO_BOOK in words) == (400, True)
    assert NO_BOOK not in send(as_alice, address, body)[1]
    assert not Battle.objects.filter(owner__username="bob").exists()


def test_a_form_cannot_take_in_a_file_on_somebody_elses_book(
    alice: User, as_bob: Client, document: dict[str, Any]
) -> None:
    text = dump_list(ArmyList.objects.get().army)
    for address in ("/battles/new/", "/battles/new/by_fire_and_sword/"):
        data = {f"{side}-file": SimpleUploadedFile("list.json", text.encode()) for side in "ab"}
        answer = as_bob.post(address, data)
        assert answer.status_code == 400, address
        assert NO_BOOK in answer.content.decode(), address
    assert document["book"].startswith("own.")


def test_a_list_that_was_shared_may_be_fought_with(alice: User, bob: User, as_bob: Client) -> None:
    shared = force(alice)
    services.share(shared)
    mine = force(bob)
    page = as_bob.get("/battles/new/by_fire_and_sword/").content.decode()
    assert mine.title in page
    form = {"a-army": f"own:{mine.public_id}", "b-link": shared.shared_url}
    answer = as_bob.post("/battles/new/by_fire_and_sword/", form)
    assert NO_BOOK not in answer.content.decode()
