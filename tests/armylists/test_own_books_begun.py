"""On every book that is ready a list can be begun, judged, shown and built, whatever numbers stand in it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from armylists import builder, start
from rulesets.contract import registry
from rulesets.contract.documents import book_rules, check_list, kept_book, list_rules, parse_list, roster
from rulesets.engine import booksources
from rulesets.engine.booksources import Kept
from rulesets.engine.lists import ArmyList, dump_list
from tests.armylists.own_books import SYSTEMS
from tests.kit.effort import tries
from tests.rulesets.engine.test_bookrules import _places, kept

KEY = "own.0123456789abcdef0123456789abcdef"
LIMITED = settings(max_examples=tries(25), suppress_health_check=[HealthCheck.function_scoped_fixture])


@pytest.fixture
def shelf(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, Kept]]:
    """The only source there is: one book, put there by the test."""
    books: dict[str, Kept] = {}
    monkeypatch.setattr(booksources, "_sources", [lambda key, version: books.get(key)])
    yield books
    booksources.forget()


def _begun(system: str) -> Iterator[ArmyList]:
    cards = registry.get(system).roster.cards
    if cards is None:
        yield start.minimum(system, KEY, 600)
        yield start.empty(system, KEY, 300)
        return
    for choice in cards.beginnings(list_rules(system).book(KEY)):
        yield start.from_card(system, KEY, choice.id, 0)


@pytest.mark.parametrize("system", SYSTEMS)
@LIMITED
@given(data=st.data())
def test_a_list_is_begun_on_any_ready_book(system: str, shelf: dict[str, Kept], data: st.DataObject) -> None:
    rules = book_rules(system)
    document = kept(rules, data.draw(st.sampled_from(sorted(rules.shipped()))))
    numbers: list[tuple[Any, Any]] = [
        (holder, key) for holder, key in _places(document) if type(holder[key]) is int
    ]
    for _ in range(data.draw(st.integers(0, 4))):
        holder, key = data.draw(st.sampled_from(numbers))
        before = holder[key]
        holder[key] = data.draw(st.integers(0, 60))
        if rules.faults(document):
            holder[key] = before
    booksources.forget()
    shelf[KEY] = kept_book(system, KEY, "1", document)
    for army in _begun(system):
        assert parse_list(dump_list(army)) == army
        report = check_list(army)
        assert roster(army, report).book == document["name"]
        assert builder.builder_page(army).army == army


def test_the_kind_can_be_chosen_first(as_alice: Client) -> None:
    every = as_alice.get("/books/own/new/").context
    some = as_alice.get("/books/own/new/", {"kind": "baroque/book"}).context
    assert len(list(every["forms"]["copy"].fields["shipped"].choices)) > 1
    names = [name for name, _ in some["forms"]["copy"].fields["shipped"].choices]
    assert names == [dict(some["kinds"])["baroque/book"]]
