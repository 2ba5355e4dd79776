"""Armies of Push of Pike: books, the check of a list, the roster (TOY-1.1)."""

from collections.abc import Sequence
from pathlib import Path

from rulesets.contract.library import Library
from rulesets.contract.lists import Lists
from rulesets.engine import constraints as c
from rulesets.engine import roster
from rulesets.engine.books import Book, data, read_book, read_books
from rulesets.engine.cards import Figure
from rulesets.engine.lists import ArmyList, CostLine, ListRules, Report, samples_in

HERE = Path(__file__).parent / "data"


@data
class Profile:
    """What a unit is in play: the sign of its kind, its strength, its move and reach in inches."""

    sign: str
    strength: int
    move: float
    reach: float


BOOKS = read_books(HERE / "books", lambda path: read_book(path, Book[Profile]))
LISTS = ListRules(slug="toy", name="Push of Pike", unit="points", books=lambda: BOOKS, points=100)


def constraints(book: Book[Profile], points: int) -> Sequence[c.Constraint]:
    """Return what a list of `book` must satisfy (TOY-1.1)."""
    ranges = [c.Range((each.id,), each.min, each.max, each.label, "TOY-1.1") for each in book.entries]
    return (c.KnownEntries(frozenset(book.entry_by_id), book.name, "TOY-1.1"), *ranges)


def check(army: ArmyList) -> Report:
    """Return what a list costs, and why it is not legal (TOY-1.1); raises ListError for an unknown book."""
    LISTS.expect(army)
    book, muster = LISTS.book_of(army), c.Muster(army)
    known = [unit for unit in muster.units if unit.entry in book.entry_by_id]
    lines = tuple(CostLine(each.path, each.entry, book.entry_by_id[each.entry].points) for each in known)
    faults = [fault for each in constraints(book, army.points) for fault in each.faults(muster)]
    total = sum(line.points for line in lines)
    faults += c.over_budget(total, army.points, LISTS.unit, "TOY-1.1")
    return Report(total, army.points, LISTS.unit, tuple(faults), {}, lines)


def card(book: Book[Profile], entry: str, options: Sequence[str] = ()) -> roster.UnitCard:
    """Return the card of a unit outside of a list."""
    row = book.entry_by_id[entry]
    strength = Figure("St", str(row.profile.strength), "Strength: the dice it strikes with", "TOY-2.3")
    move = Figure("Move", f"{row.profile.move:g}", "Inches that it advances", "TOY-2.2")
    return roster.UnitCard(
        id=entry, path="", entry=entry, name="", label=row.label, sign=row.profile.sign, kind=row.name,
        points=row.points, figures=(strength, move), boxes=row.profile.strength,
    )  # fmt: skip


def sheet(army: ArmyList, report: Report) -> roster.RosterSheet:
    """Return the whole roster."""
    commands = roster.command_cards(army, LISTS.book_of(army), report, card)
    return roster.roster_sheet(LISTS, army, report, commands)


ARMIES = Lists(LISTS, check, constraints, samples=lambda: samples_in(HERE / "lists", LISTS))
ROSTER = roster.RosterRules(sheet=sheet, card=card)
LIBRARY = Library({"TOY-1": "Armies", "TOY-2": "The turn", "TOY-3": "Victory"}, columns=("St", "Move"))
