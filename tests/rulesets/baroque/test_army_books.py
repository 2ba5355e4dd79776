"""The seven Baroque army books: every row and option by construction."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.baroque.armies import BaroqueBook, books, check, unit_profile
from rulesets.contract.documents import parse_list
from rulesets.engine.books import CountLimit, FractionLimit, option_points
from tests.kit.examples import example
from tests.kit.lists import document

NORMAL = 999  # the most points at which ranges are neither halved nor doubled

BOOKS = list(books().values())
GROUPS = [(book, key) for book in BOOKS for key in book.groups]
OPTIONS = [(book, option.id) for book in BOOKS for option in book.options]


def name(value: Any) -> str:
    return value.key if isinstance(value, BaroqueBook) else str(value)


def faults(book: BaroqueBook, rows: list[tuple[str, list[str]]]) -> list[tuple[str, str]]:
    """(code, label of the fault) of a list of those units in one command."""
    units = [{"id": f"u{i}", "entry": entry, "options": options} for i, (entry, options) in enumerate(rows)]
    report = check(parse_list(document(book.key, [{"id": "c1", "units": units}], points=NORMAL)))
    return [(fault.code, fault.message.partition(":")[0]) for fault in report.violations]


def test_there_are_seven_books_with_their_rows_and_options():
    assert len(BOOKS) == 7
    assert sum(len(book.entries) for book in BOOKS) == 91
    assert sum(len(book.options) for book in BOOKS) == 58


@pytest.mark.parametrize(("book", "group"), GROUPS, ids=name)
@pytest.mark.rule("BQ-A.1")
def test_one_unit_more_than_the_maximum_is_illegal(book: BaroqueBook, group: str):
    rows = book.groups[group]
    label = " or ".join(row.label for row in rows)
    mixed = [(rows[i % len(rows)].id, []) for i in range(rows[0].max + 1)]
    assert ("too-many", label) in faults(book, mixed)
    assert ("too-many", label) not in faults(book, mixed[:-1])


@pytest.mark.parametrize(("book", "group"), GROUPS, ids=name)
@pytest.mark.rule("BQ-A.1")
def test_one_unit_fewer_than_the_minimum_is_illegal(book: BaroqueBook, group: str):
    rows = book.groups[group]
    label = " or ".join(row.label for row in rows)
    enough = [(rows[i % len(rows)].id, []) for i in range(rows[0].min)]
    assert ("too-few", label) not in faults(book, enough)
    assert (("too-few", label) in faults(book, enough[:-1])) == (rows[0].min > 0)


@pytest.mark.parametrize(("book", "option_id"), OPTIONS, ids=name)
@pytest.mark.rule("BQ-A.4")
def test_an_option_may_be_taken_as_often_as_its_limit_says(book: BaroqueBook, option_id: str):
    option = book.option_by_id[option_id]
    deployed = 7
    match option.limit:
        case FractionLimit(numerator=numerator, denominator=denominator):
            allowed, code = deployed * numerator // denominator, "fraction"
        case CountLimit(count=count):
            allowed, code = count, "option-count"
        case _:
            allowed, code = deployed, "none"
    rows = [option.applies_to[i % len(option.applies_to)] for i in range(deployed)]

    def taken(number: int) -> list[tuple[str, str]]:
        return faults(book, [(row, [option_id] if i < number else []) for i, row in enumerate(rows)])

    assert (code, option.name) not in taken(allowed)
    assert not any(fault == "option-not-for-unit" for fault, _ in taken(deployed))
    if allowed < deployed:
        assert (code, option.name) in taken(allowed + 1)


@pytest.mark.parametrize(("book", "option_id"), OPTIONS, ids=name)
@pytest.mark.rule("BQ-A.4")
def test_an_option_is_for_its_own_entries_and_once_each(book: BaroqueBook, option_id: str):
    option = book.option_by_id[option_id]
    other = next(entry.id for entry in book.entries if entry.id not in option.applies_to)
    assert "option-not-for-unit" in dict(faults(book, [(other, [option_id])]))
    assert "option-twice" in dict(faults(book, [(option.applies_to[0], [option_id, option_id])]))


@pytest.mark.parametrize(("book", "option_id"), OPTIONS, ids=name)
@pytest.mark.rule("BQ-A.4")
def test_an_option_changes_the_unit_and_its_price_as_the_book_says(book: BaroqueBook, option_id: str):
    option = book.option_by_id[option_id]
    for entry_id in option.applies_to:
        entry = book.entry_by_id[entry_id]
        unit = unit_profile(book, entry_id, [option_id])
        assert unit.points == entry.points + option_points(entry, option)
        for field, value in option.sets.items():
            got = getattr(unit, field)
            assert (list(got) if isinstance(got, tuple) else got) == value
        for added in option.adds.get("special", ()):
            assert unit.has(added)


@pytest.mark.parametrize("book", BOOKS, ids=name)
def test_every_row_is_a_known_type_with_a_plausible_profile(book: BaroqueBook):
    for entry in book.entries:
        unit = unit_profile(book, entry.id)
        assert unit.type_name
        assert unit.m_bu in (1, 2)
        assert 1 <= unit.vbu <= 8
        assert unit.vd == max(1, unit.vbu // 2) or unit.provenance.doubtful
        assert unit.sm <= 0 <= unit.mm


def test_rebuilt_values_are_told():
    foot = unit_profile("tyw-catholic", "tyw-catholic.foot-lte")
    assert foot.provenance.reconstructed == ("i",)
    assert foot.provenance.doubtful
    assert "I read as 2" in foot.provenance.note
    assert not unit_profile("polish", "polish.hussars").provenance.doubtful
    assert unit_profile("ottoman", "ottoman.quapukulu").provenance.printed == {"type": "SI"}
    assert "command_structure" in books()["polish"].provenance.ours


# ------------------------------------------------------------------------------------------------ profiles


@pytest.mark.example("EX-2.3")
@pytest.mark.rule("BQ-2.3.a", "BQ-2.4")
def test_the_swedish_foot_is_the_sample_unit():
    given = example("EX-2.3")["given"]
    unit = unit_profile("tyw-swedish", "tyw-swedish.swedish-foot")
    for field in ("type", "m_bu", "vbu", "i", "d", "vd", "points", "sm"):
        assert getattr(unit, field) == given[field]
    assert list(unit.weapons) == given["weapons"]
    assert list(unit.special) == given["special"]
    assert unit.move == "1"


@pytest.mark.example("EX-A.cuirass", "EX-A.hm")
@pytest.mark.rule("BQ-A.4", "BQ-2.2.g")
@pytest.mark.parametrize(
    ("key", "entry", "option"),
    [
        ("EX-A.cuirass", "tyw-catholic.cuirassiers", "tyw-catholic.option.remove-cuirass"),
        ("EX-A.hm", "tyw-swedish.latta-ryttare", "tyw-swedish.option.horse-and-muskets"),
    ],
)
def test_cuirassiers_without_cuirass_and_horse_and_muskets_are_the_printed_ones(
    key: str, entry: str, option: str
) -> None:
    expected = example(key)["expect"]
    made = unit_profile(entry.partition(".")[0], entry, [option])
    assert {field: getattr(made, field) for field in expected} == expected
    assert made.mounted
    assert not made.has("Cuirass")


def test_a_replacement_comes_before_what_is_set_whatever_the_order_in_the_list():
    options = ["tyw-swedish.option.discipline-a", "tyw-swedish.option.horse-and-muskets"]
    for order in (options, options[::-1]):
        unit = unit_profile("tyw-swedish", "tyw-swedish.latta-ryttare", order)
        assert (unit.type, unit.d, unit.points) == ("H&M", "A", 71)


@pytest.mark.rule("BQ-2.3.1.a", "BQ-A.5")
def test_a_massed_unit_gets_two_melee_dice_unless_its_row_says_otherwise():
    book = books()["tyw-catholic"]
    assert book.unit("tyw-catholic.reiters-re").massed is False
    massed = book.unit("tyw-catholic.reiters-re", ["tyw-catholic.option.massed-reiters"])
    assert (massed.massed, massed.mm, massed.move, massed.points) == (True, 2, "2S", 43)
    assert (book.unit("tyw-catholic.foot-ete").massed, book.unit("tyw-catholic.foot-ete").mm) == (True, 4)
    azabs = unit_profile("ottoman", "ottoman.azabs")
    assert (azabs.massed, azabs.mm) == (True, 2)


@pytest.mark.rule("BQ-A.5")
@pytest.mark.parametrize(
    ("entry", "option", "move"),
    [
        ("delis", "massed-delis", "2"),
        ("janissaries", "massed-janissaries", "1S"),
        ("feudal-5", "massed-sipahis", "2S"),
    ],
)
def test_standing_in_depth_slows_a_unit_as_its_list_says(entry: str, option: str, move: str):
    assert unit_profile("ottoman", f"ottoman.{entry}", [f"ottoman.option.{option}"]).move == move


def test_options_of_other_entries_change_nothing():
    plain = unit_profile("polish", "polish.hussars")
    assert unit_profile("polish", "polish.hussars", ["polish.option.demotivated", "no.such"]) == plain
    with pytest.raises(KeyError):
        unit_profile("polish", "polish.elephants")
