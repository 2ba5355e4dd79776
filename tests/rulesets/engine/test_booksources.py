"""Books that users keep: found by key and version, read once, and told apart from the shipped ones."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest

from rulesets.contract.documents import (
    book_rules,
    check_list,
    from_text,
    kept_book,
    list_rules,
    parse_list,
    to_text,
)
from rulesets.engine import booksources
from rulesets.engine.booksources import Kept
from rulesets.engine.lists import ListError, dump_list

KEY = "own.0123456789abcdef0123456789abcdef"


@dataclass
class Shelf:
    """A source with two versions of one book, that counts how often it was asked."""

    versions: dict[str, Kept] = field(default_factory=dict)
    asked: list[tuple[str, str]] = field(default_factory=list)

    def __call__(self, key: str, version: str) -> Kept | None:
        self.asked.append((key, version))
        return self.versions.get(version or max(self.versions)) if key == KEY else None


@pytest.fixture
def shelf(monkeypatch: pytest.MonkeyPatch) -> Iterator[Shelf]:
    """A shelf that is the only source there is."""
    monkeypatch.setattr(booksources, "_sources", [])
    rules = book_rules("baroque")
    first = rules.kept(dict(rules.shipped()["polish"]))
    second = {**first, "name": "Polish, put right", "entries": [dict(row) for row in first["entries"]]}
    second["entries"][0]["points"] += 5
    shelf = Shelf({"1": kept_book("baroque", KEY, "1", first), "2": kept_book("baroque", KEY, "2", second)})
    booksources.register(shelf)
    yield shelf
    booksources.unregister(shelf)


def test_a_kept_book_is_found_in_the_version_asked_for(shelf: Shelf) -> None:
    rules = list_rules("baroque")
    first, second = rules.book(KEY, "1"), rules.book(KEY, "2")
    assert (first.key, first.version, second.version) == (KEY, "1", "2")
    assert second.entries[0].points == first.entries[0].points + 5
    assert first.entries[0].id.startswith(f"{KEY}.")
    assert rules.book(KEY) is second


def test_a_version_is_read_once(shelf: Shelf) -> None:
    rules = list_rules("baroque")
    assert rules.book(KEY, "1") is rules.book(KEY, "1")
    assert shelf.asked == [(KEY, "1")]


def test_the_newest_is_asked_for_each_time(shelf: Shelf) -> None:
    rules = list_rules("baroque")
    rules.book(KEY)
    del shelf.versions["2"]
    assert rules.book(KEY).version == "1"


def test_shipped_books_are_never_asked_for_elsewhere(shelf: Shelf) -> None:
    assert list_rules("baroque").book("polish").key == "polish"
    assert shelf.asked == []


@pytest.mark.parametrize(("key", "version"), [(KEY, "9"), ("own.nothing", ""), ("narnia", "")])
def test_what_no_source_has_is_no_army_book(shelf: Shelf, key: str, version: str) -> None:
    with pytest.raises(ListError, match="is not an army book of Baroque"):
        list_rules("baroque").book(key, version)


def test_what_is_missing_can_be_fetched_together(shelf: Shelf) -> None:
    wanted = [(KEY, "1"), (KEY, "2"), ("polish", "1")]
    assert booksources.missing(wanted) == [(KEY, "1"), (KEY, "2")]
    booksources.remember(KEY, shelf.versions["1"])
    assert booksources.missing(wanted) == [(KEY, "2")]
    assert list_rules("baroque").book(KEY, "1").version == "1"
    assert shelf.asked == []


def test_no_more_books_are_remembered_than_there_is_room_for(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(booksources, "REMEMBERED", 1)
    rules = list_rules("baroque")
    for version in ("1", "2", "1"):
        rules.book(KEY, version)
    assert len(shelf.asked) == 3


def test_a_list_is_judged_by_the_version_it_was_built_on(shelf: Shelf) -> None:
    entry = f"{KEY}.{shelf.versions['1'].read().entries[0].id.rpartition('.')[2]}"
    document = {
        "format": "leaguer-list", "version": 1, "system": "baroque", "book": KEY, "book_version": "1",
        "commands": [{"id": "c1", "units": [{"id": "c1u1", "entry": entry}]}],
    }  # fmt: skip
    old, new = parse_list(document), parse_list({**document, "book_version": "2"})
    assert check_list(new).total == check_list(old).total + 5
    for army in (old, new):
        assert parse_list(dump_list(army)) == army
        again = from_text(to_text(army, list_rules("baroque").book_of(army)))
        assert again.model_dump(exclude={"commands"}) == army.model_dump(exclude={"commands"})
        assert [unit.entry for unit in again.units()] == [entry]


def test_a_book_that_can_no_longer_be_read_says_so(shelf: Shelf) -> None:
    shelf.versions["1"] = kept_book("baroque", KEY, "1", {"name": "Nothing in it"})
    with pytest.raises(ListError, match=r"can no longer be read: .*entries"):
        list_rules("baroque").book(KEY, "1")
