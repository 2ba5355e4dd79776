"""Nobody brings a list into a campaign on a book that is somebody else's; who owns the book may."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User

from armylists import services as lists
from armylists import start
from campaigns import services
from campaigns.engine import shipped
from campaigns.models import Campaign, Member
from campaigns.persistence import state_of
from rulesets.engine.lists import ListError
from tests.armylists.own_books import kept_book
from tests.kit.campaigns import member_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def army(alice: User) -> dict[str, Any]:
    """A list on a book of Alice's own."""
    book = kept_book(alice, "by_fire_and_sword")
    document: dict[str, Any] = lists.create(
        alice, start.from_card(book.system, book.key, book.draft["card"][0]["id"], 0)
    ).army.to_json()
    return document


def document(army: dict[str, Any]) -> dict[str, Any]:
    """The island with one more force."""
    value = shipped.document("island")
    value["systems"].append("by_fire_and_sword")
    value["forces"].append({"id": "x1", "faction": "crown", "at": "kingsmoor", "list": army})
    return value


def adds(army: dict[str, Any]) -> list[dict[str, Any]]:
    return [{"do": "add", "faction": "crown", "area": "wrack", "name": "X", "list": army}]


def test_the_books_owner_begins_with_it_and_musters_of_it(alice: User, army: dict[str, Any]) -> None:
    row = services.create(alice, document(army))
    services.override(row, row.revision, member_of(row, alice), adds(army), "more of them")
    assert {"x1", "u1"} <= set(state_of(row).forces)


DOORS: dict[str, Callable[[Campaign, User, Member, dict[str, Any]], object]] = {
    "create": lambda row, bob, second, army: services.create(bob, document(army)),
    "override": lambda row, bob, second, army: services.override(row, row.revision, second, adds(army), "x"),
    "orders": lambda row, bob, second, army: services.give_orders(
        row,
        second,
        {"faction": "crown", "acts": [{"do": "raise", "area": "kingsmoor", "name": "X", "list": army}]},
        draft=True,
    ),
    "import": lambda row, bob, second, army: services.import_file(
        bob, services.export_file(services.create(row.owner, document(army)))
    ),
}


@pytest.mark.parametrize("door", DOORS)
def test_others_find_no_such_book(row: Campaign, charlie: User, army: dict[str, Any], door: str) -> None:
    second = services.add_member(row, charlie, "umpire")
    before = row.state
    with pytest.raises(ListError) as refused:
        DOORS[door](row, charlie, second, army)
    assert "there is no such book" in str(refused.value)
    row.refresh_from_db()
    assert row.state == before
    assert not Campaign.objects.filter(owner=charlie).exists()
