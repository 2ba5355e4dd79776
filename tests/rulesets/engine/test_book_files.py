"""Army books are read strictly: a damaged one is named with its file, entry and key."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from rulesets.engine.books import (
    Book,
    BookError,
    Entry,
    changed_profile,
    data,
    read_book,
    read_books,
    unit_points,
)


@data
class Profile:
    """What a unit is worth in a made-up system."""

    strength: int
    traits: tuple[str, ...] = ()


@data
class MadeBook(Book[Profile]):
    entries: tuple[Entry[Profile], ...]


BOOK = """
key = "made"
system = "made_up"
version = "1"
name = "Made-up army"

[[entries]]
id = "made.foot"
name = "Foot"
label = "Foot"
min = 1
max = 4
points = 20
profile = { strength = 3 }

[[entries]]
id = "made.horse"
name = "Horse"
label = "Horse"
min = 0
max = 2
group = "horse"
points = 30
profile = { strength = 4, traits = ["Fast"] }

[[entries]]
id = "made.heavy"
name = "Horse"
label = "Heavy horse"
min = 0
max = 2
group = "horse"
points = 40
profile = { strength = 5 }

[[options]]
id = "made.option.elite"
name = "Elite"
effect = "one stronger, and steady"
kind = "upgrade"
applies_to = ["made.horse", "made.heavy"]
limit = { type = "count", count = 1 }
points = 5
sets = { strength = 6 }
adds = { traits = ["Steady"] }

[[options]]
id = "made.option.dismount"
name = "Dismounted"
effect = "fights on foot"
kind = "replace"
applies_to = ["made.horse"]
limit = { type = "any" }
points_total = 25
sets = { strength = 2, traits = [] }
"""


@dataclass
class Library:
    folder: Path

    def read(self, text: str, name: str = "made.toml") -> MadeBook:
        path = self.folder / name
        path.write_text(text)
        return read_book(path, MadeBook)


@pytest.fixture
def library(tmp_path: Path) -> Library:
    return Library(tmp_path)


def test_a_book_is_read_into_typed_rows(library: Library):
    book = library.read(BOOK)
    assert book.entry_by_id["made.horse"].profile == Profile(strength=4, traits=("Fast",))
    assert [entry.id for entry in book.groups["horse"]] == ["made.horse", "made.heavy"]
    assert [option.name for option in book.options_for("made.horse")] == ["Elite", "Dismounted"]
    assert book.options_for("made.elephant") == ()
    assert book.entry_by_label["heavy horse"].points == 40


def test_books_of_a_folder_come_by_key_in_the_order_of_their_names(library: Library):
    library.read(BOOK)
    library.read(
        BOOK.replace("made.", "also.").replace('"made"', '"also"').replace("Made-up", "A"), "also.toml"
    )
    assert list(read_books(library.folder, lambda path: read_book(path, MadeBook))) == ["also", "made"]


def test_options_change_a_profile_replacements_first(library: Library):
    book = library.read(BOOK)
    elite, dismounted = book.options
    profile = book.entry_by_id["made.horse"].profile
    assert changed_profile(profile, [elite]) == Profile(strength=6, traits=("Fast", "Steady"))
    assert changed_profile(profile, [elite, dismounted]) == Profile(strength=6, traits=("Steady",))


def test_a_unit_costs_its_entry_and_its_options(library: Library):
    book = library.read(BOOK)
    horse = book.entry_by_id["made.horse"]
    assert unit_points(book, horse, []) == 30
    assert unit_points(book, horse, ["made.option.elite"]) == 35
    assert unit_points(book, horse, ["made.option.dismount", "made.option.elite", "no.such"]) == 30


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("points = 20", "point = 20", "made.foot: point is not a known key"),
        ("points = 20", "points = 'twenty'", "made.foot: points is 'twenty'"),
        ("points = 20", "", "made.foot: points is missing"),
        ("strength = 3", "strength = 3.5", "made.foot: profile.strength is 3.5"),
        ("strength = 3", "strong = 3", "made.foot: profile.strong is not a known key"),
        ('id = "made.foot"', 'id = "maid.foot"', "maid.foot: id must begin with made."),
        ('id = "made.heavy"', 'id = "made.foot"', "made.foot: id is used 2 times"),
        ('label = "Heavy horse"', 'label = "horse"', "horse: label is used 2 times"),
        ('label = "Foot"', 'label = "Foot, old"', "made.foot: label 'Foot, old' must not hold a comma"),
        ("min = 1", "min = 5", "made.foot: min 5 and max 4 are no range"),
        ('max = 2\ngroup = "horse"\npoints = 40', 'max = 3\ngroup = "horse"\npoints = 40', "differ from"),
        (
            'applies_to = ["made.horse"]',
            'applies_to = ["made.mule"]',
            "made.option.dismount: applies_to names made.mule",
        ),
        (
            "sets = { strength = 6 }",
            "sets = { stench = 6 }",
            "made.option.elite: stench is not a field of a unit",
        ),
        ("sets = { strength = 6 }", "sets = { strength = 'six' }", "made.option.elite: strength is 'six'"),
        ('name = "Dismounted"', 'name = "Elite"', "made.horse: 2 options for it have the name elite"),
        ("points_total = 25", "points_total = 25\npoints = 2", "made.option.dismount: give either points or"),
        ('type = "count", count = 1', 'type = "most", count = 1', "made.option.elite: limit"),
        ('name = "Elite"', 'name = "Elite: guards"', "made.option.elite: name 'Elite: guards' must not hold"),
        ("[[entries]]", "[[entries", "is not valid TOML"),
    ],
)
def test_what_is_wrong_is_named_with_file_entry_and_key(library: Library, old: str, new: str, message: str):
    assert old in BOOK
    with pytest.raises(BookError) as error:
        library.read(BOOK.replace(old, new, 1))
    assert str(error.value).startswith("made.toml: ")
    assert message in str(error.value)
    assert "\n" not in str(error.value)


def test_a_missing_file_is_named(tmp_path: Path):
    with pytest.raises(BookError, match=r"gone\.toml: cannot be read"):
        read_book(tmp_path / "gone.toml", MadeBook)
