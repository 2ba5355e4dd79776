"""The Summary Sheet of a scenario by its plain form: what differs is kept, the rest stays as recommended."""

from __future__ import annotations

from html import unescape
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from armylists.models import OwnBook
from rulesets.contract import registry
from tests.armylists.scenarios import SYSTEM, clash, scenario_of

pytestmark = pytest.mark.django_db


def sheet_page(book: OwnBook) -> str:
    return f"{reverse('armylists:edit-book', args=[book.public_id])}?at=sheet"


def sent(book: OwnBook, **changed: str) -> dict[str, Any]:
    """The form with some of its figures typed otherwise; `__` stands for a dot."""
    staged = registry.get(SYSTEM).scenarios
    assert staged is not None
    rows = (row for table in staged.figures(book.draft) for row in table.rows)
    found = {figure.name: figure.value for row in rows for figure in row.figures}
    typed = {f"sheet.{name.replace('__', '.')}": value for name, value in changed.items()}
    assert typed.keys() <= found.keys() | {"sheet.do"}
    return found | typed | {"edition": str(book.edition), "at": "sheet"}


def post(client: Client, book: OwnBook, data: dict[str, Any], **more: Any) -> Any:
    answer = client.post(sheet_page(book), data, **more)
    book.refresh_from_db()
    return answer


def test_what_is_as_recommended_is_not_written(as_alice: Client, alice: User) -> None:
    book = scenario_of(alice)
    assert "at=sheet" in as_alice.get(reverse("armylists:edit-book", args=[book.public_id])).content.decode()
    assert post(as_alice, book, sent(book)).status_code == 302
    assert book.edition == 1
    assert "sheet" not in book.draft


def test_what_differs_is_kept_and_goes_back(as_alice: Client, alice: User) -> None:
    book = scenario_of(alice)
    data = sent(
        book, weapons__musket__dice__4="", weapons__musket__dice__3="−2", melee__flank__dice="2",
        terrain__woods__entry__mcs="no", terrain__woods__blocks="no", numbers__zone_depth="2",
        generals__good__command_range="5",
    )  # fmt: skip
    assert post(as_alice, book, data).status_code == 302
    assert book.draft["sheet"] == {
        "weapons": {"musket": {"dice": {"1": 0, "2": 0, "3": -2}}},
        "melee": {"flank": {"dice": 2}},
        "terrain": {"woods": {"entry": {"mcs": "no"}, "blocks": False}},
        "generals": {"good": {"command_range": 5}},
        "numbers": {"zone_depth": 2},
    }
    page = as_alice.get(sheet_page(book)).content.decode()
    assert "Nothing is wrong" in page
    assert page.count("this scenario’s own") == 5
    answer = post(as_alice, book, sent(book) | {"do": "back:sheet.weapons.musket"})
    assert answer.url.endswith("?at=sheet#f-sheet-weapons-musket")
    assert "weapons" not in book.draft["sheet"]
    data = sent(book, melee__flank__dice="1", terrain__woods__entry__mcs="", terrain__woods__blocks="yes")
    post(as_alice, book, data | {"do": "back:sheet.generals.good"})
    assert book.draft["sheet"] == {"numbers": {"zone_depth": 2}}
    post(as_alice, book, sent(book) | {"do": "back:sheet.numbers.zone_depth"})
    assert "sheet" not in book.draft


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("weapons__musket__dice__4", "-99", "Is -99: it must be -9 to 9"),
        ("weapons__musket__dice__4", "two", "Must be a whole number"),
        ("terrain__woods__cover", "40", "Is 40: it must be -9 to 9"),
        ("terrain__woods__entry__mcs", "0", "Must be MP, 1 or more, or one of all, all_d, no"),
        ("terrain__woods__entry__mcs", "99", "Is 99: it must be 1 to 12"),
        ("generals__good__command_range", "0", "Is 0: it must be 1 to 60"),
        ("numbers__zone_depth", "-3", "Is -3: it must be 1 to 40"),
    ],
)
def test_every_fault_stands_at_its_field(
    as_alice: Client, alice: User, field: str, value: str, words: str
) -> None:
    book = scenario_of(alice)
    assert post(as_alice, book, sent(book, **{field: value})).status_code == 302
    page = unescape(as_alice.get(sheet_page(book)).content.decode())
    id_ = f"f-sheet-{field.replace('__', '-')}"
    assert f'id="{id_}-faults"><li>{words}' in page
    assert f"?at=sheet#{id_}" in page  # the fault above leads there
    keep = reverse("armylists:save-book", args=[book.public_id])
    as_alice.post(keep, {"edition": book.edition})
    assert not book.versions.exists()


@pytest.mark.parametrize(
    "sheet",
    [
        3,
        {"weapons": 3},
        {"bogus": {}},
        {"weapons": {"musket": 1}},
        {"terrain": {"woods": {"entry": 2}}},
        {"weapons": {"musket": {"dice": {"far": 1}}}},
        {"numbers": {"zone_depth": "deep"}},
    ],
)
def test_any_sheet_can_be_opened(as_alice: Client, alice: User, sheet: Any) -> None:
    book = scenario_of(alice, clash() | {"sheet": sheet})
    page = as_alice.get(sheet_page(book)).content.decode()
    assert 'class="finding"' in page
    assert post(as_alice, book, sent(book)).status_code == 302


def test_a_row_of_its_own_is_taken_out(as_alice: Client, alice: User) -> None:
    own = {"name": "Sling", "dice": {"1": 0}}
    book = scenario_of(alice, clash() | {"sheet": {"weapons": {"sling": own}}})
    page = as_alice.get(sheet_page(book)).content.decode()
    assert ">Delete<" in page
    post(as_alice, book, sent(book, weapons__sling__dice__2="-1"))
    assert book.draft["sheet"]["weapons"]["sling"]["dice"] == {"1": 0, "2": -1}
    post(as_alice, book, sent(book) | {"do": "back:sheet.weapons.sling"})
    assert "sheet" not in book.draft


def test_who_edits_an_older_state_overwrites_nothing(as_alice: Client, alice: User) -> None:
    book = scenario_of(alice)
    first, second = sent(book, melee__flank__dice="2"), sent(book, melee__flank__dice="3")
    post(as_alice, book, first)
    answer = post(as_alice, book, second, headers={"hx-request": "true"})
    assert answer.status_code == 409
    assert answer["HX-Retarget"] == "#sheet-editor"
    assert book.draft["sheet"]["melee"]["flank"]["dice"] == 2


def test_the_sheet_is_the_owners_alone(as_bob: Client, alice: User) -> None:
    book = scenario_of(alice)
    assert as_bob.get(sheet_page(book)).status_code == 404
    assert as_bob.post(sheet_page(book), sent(book)).status_code == 404
