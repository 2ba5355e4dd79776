"""Programs start, import, undo and redo lists as people do."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from armylists import edits, services
from armylists.models import ArmyList

LISTS = "/api/v1/lists/"


def post(client: Client, path: str, body: object) -> tuple[int, dict[str, object]]:
    answer = client.post(f"{LISTS}{path}", body, content_type="application/json")
    return answer.status_code, answer.json()


@pytest.mark.parametrize(("start", "units"), [("typical", 8), ("minimum", 4), ("empty", 0)])
def test_a_list_is_started(as_alice: Client, start: str, units: int) -> None:
    body = {"system": "baroque", "book": "polish", "points": 600, "start": start, "name": "Host"}
    status, answer = post(as_alice, "start/", body)
    assert status == 201
    army = ArmyList.objects.get().army
    assert (army.name, army.book, answer["name"]) == ("Host", "polish", "Host")
    assert len(list(army.units())) >= units
    assert answer["legal"] is (start != "empty")


def test_a_list_of_cards_is_started(as_alice: Client) -> None:
    body = {"system": "by_fire_and_sword", "book": "muscovite", "card": "mounted", "start": "minimum"}
    assert post(as_alice, "start/", body)[0] == 201
    assert ArmyList.objects.get().army.commands[0].card == "mounted"


@pytest.mark.parametrize(
    "body",
    [{}, {"system": "chess", "book": "polish"}, {"system": "baroque", "book": "narnia", "points": 300}],
)
def test_what_cannot_be_started_is_refused(as_alice: Client, body: dict[str, object]) -> None:
    assert post(as_alice, "start/", body)[0] == 400
    assert not ArmyList.objects.exists()


def test_a_posted_list_is_imported_in_two_steps(as_alice: Client) -> None:
    text = "Book: Polish-Lithuanian\nSystem: baroque\nRight wing\nFoot x2\nHussars"
    status, first = post(as_alice, "import/", {"text": text})
    assert (status, first["list"]) == (200, None)
    (left,) = first["leftovers"]  # type: ignore[misc]
    answers = [{"line": left["line"], "was": left["text"], "text": left["choices"][0]["text"]}]
    status, second = post(as_alice, "import/", {"text": text, "answers": answers})
    assert (status, second["leftovers"]) == (201, [])
    assert len(list(ArmyList.objects.get().army.units())) == 3


def test_a_posted_list_is_imported_without_the_rest(as_alice: Client) -> None:
    text = "Book: Polish-Lithuanian\nSystem: baroque\nRight wing\nFoot x2\nHussars"
    status, answer = post(as_alice, "import/", {"text": text, "skip": True})
    assert status == 201
    assert len(answer["leftovers"]) == 1  # type: ignore[arg-type]
    assert [unit.entry for unit in ArmyList.objects.get().army.units()] == ["polish.hussars"]
    assert post(as_alice, "import/", {"text": "nothing of the kind"})[0] == 400


def test_a_posted_list_is_read_with_the_book_that_is_named(as_alice: Client) -> None:
    text = "Our army\n2 Dragoons\nWinged things"
    body = {"text": text, "system": "baroque", "book": "ottoman"}
    _, answer = post(as_alice, "import/", body)
    assert (answer["system"], answer["book"], answer["book_name"]) == ("baroque", "ottoman", "Ottoman")
    status, answer = post(as_alice, "import/", {"text": text, "book": "ottoman"})
    assert (status, answer["errors"][0]["path"]) == (400, "system")  # type: ignore[index]
    assert post(as_alice, "import/", {**body, "book": "narnia"})[0] == 400


def test_a_change_is_undone_and_redone(as_alice: Client, kept: ArmyList, alice: User) -> None:
    services.change(kept, 1, edits.rename_unit("c1u1", "Changed"), alice)
    path = f"{kept.public_id}"
    assert post(as_alice, f"{path}/undo/", {"version": 1})[0] == 409
    status, answer = post(as_alice, f"{path}/undo/", {"version": 2})
    assert (status, answer["version"]) == (200, 3)
    assert post(as_alice, f"{path}/undo/", {"version": 3})[0] == 400
    status, answer = post(as_alice, f"{path}/redo/", {"version": 3})
    assert (status, answer["version"]) == (200, 4)
    kept.refresh_from_db()
    assert next(kept.army.units()).name == "Changed"


def test_nobody_undoes_what_is_somebody_elses(as_bob: Client, kept: ArmyList) -> None:
    for step in ("undo", "redo"):
        assert post(as_bob, f"{kept.public_id}/{step}/", {"version": 1})[0] == 404
