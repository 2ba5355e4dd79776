"""The lists that a set-up offers: what they cost and whether they are legal."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from armylists import services, start
from armylists import services as list_services
from armylists.models import ArmyList
from battles.armyforms import army_choices
from battles.models import Battle
from rulesets.contract import registry
from rulesets.contract.documents import samples
from rulesets.engine.lists import dump_list
from tests.armylists.own_books import kept_book
from tests.kit.clients import queries


def offered(user: User) -> dict[str, dict[str, str]]:
    """The words of each list by its value, by the name of its group."""
    _, *groups = army_choices(user, [registry.get("baroque")])
    return {name: dict(rows) for name, rows in groups}


def test_a_list_is_offered_with_its_cost_and_its_verdict(alice: User) -> None:
    sample = samples()["royalist-patrol-300"]
    few = sample.model_copy(update={"name": "Few", "commands": sample.commands[:1], "points": 100})
    plain, illegal = (list_services.create(alice, army) for army in (sample, few))
    found = offered(alice)
    own = found["Your lists"]
    assert own[f"own:{plain.public_id}"] == found["Sample lists"]["sample:royalist-patrol-300"]
    assert own[f"own:{plain.public_id}"].startswith(f"{sample.name} (")
    assert own[f"own:{plain.public_id}"].endswith(f" of {sample.points} points, legal)")
    assert own[f"own:{illegal.public_id}"].startswith("Few (")
    assert own[f"own:{illegal.public_id}"].endswith(("problem)", "problems)"))


def test_lists_of_several_systems_stand_under_their_names(alice: User) -> None:
    list_services.create(alice, samples()["swedish-army-1632"])
    groups = dict(army_choices(alice)[1:])
    assert list(groups) == [
        "Your lists, Snaphance", "Sample lists, Baroque", "Sample lists, Mail, Pike & Powder",
        "Sample lists, Snaphance",
    ]  # fmt: skip
    assert "sample:swedish-army-1632" in dict(groups["Sample lists, Snaphance"])
    assert "sample:swedish-army-1632" not in dict(groups["Sample lists, Baroque"])


def test_a_list_without_a_limit_is_offered_with_what_it_costs(alice: User) -> None:
    _, (_, ready) = army_choices(alice, [registry.get("by_fire_and_sword")])
    words = dict(ready)["sample:cossack-12"]
    assert words == "Cossacks with tabor and rabble (12 FSP, legal)"


def test_a_list_that_is_put_away_or_somebody_elses_is_not_offered(alice: User, bob: User) -> None:
    list_services.archive(list_services.create(alice, samples()["royalist-patrol-300"]))
    list_services.create(bob, samples()["royalist-patrol-300"])
    assert list(offered(alice)) == ["Sample lists"]


def test_a_list_that_can_no_longer_be_read_says_so(alice: User) -> None:
    row = list_services.create(alice, samples()["royalist-patrol-300"])
    row.document["book"] = "gone"
    row.save()
    assert offered(alice)["Your lists"][f"own:{row.public_id}"] == f"{row.title} (cannot be read)"


def test_many_lists_need_no_more_queries_than_one(as_alice: Client, alice: User) -> None:
    asked = []
    for _ in range(2):
        for _ in range(8):
            list_services.create(alice, samples()["royalist-patrol-300"])
        asked.append(queries(as_alice, "/battles/new/"))
    assert asked[0] == asked[1] <= 6


NO_BOOK = "there is no such book"


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
