"""Documents read by the rule system that they name: lists, books and scenarios of users, set-ups, battles."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from rulesets.contract import registry, wording
from rulesets.engine import document, lists
from rulesets.engine.bookrules import BookRules
from rulesets.engine.books import Book
from rulesets.engine.booksources import Kept
from rulesets.engine.errors import Fault, LeaguerError
from rulesets.engine.lists import ArmyList, Change, ListError, ListRules, Posted, Report
from rulesets.engine.roster import RosterSheet
from rulesets.engine.system import TableLimits
from rulesets.engine.wording.lists import unnamed_list


def list_rules(system: str) -> ListRules:
    """Return what a list of a system may hold; raises ListError for an unknown one."""
    if system not in registry.PACKAGES:
        raise ListError(Fault("system", wording.unknown_system(system)), code="system")
    return registry.get(system).lists.rules


def parse_list(source: str | bytes | Mapping[str, Any]) -> ArmyList:
    """Return the list in a JSON text or object, with every extra at least at its default.

    Raises ListError with every fault and its path: unreadable JSON, a foreign format, a newer version,
    unknown fields, wrong types, negative counts, long texts, ids used twice, an unknown system or book.
    """
    return lists.read_list(source, list_rules)


def title_of(source: Mapping[str, Any]) -> str:
    """Return what to call a list: its name, else its army book and what it costs, so that two without a name
    can be told apart; a word for one that cannot be read.
    """
    name = source.get("name")
    if isinstance(name, str) and name.strip():
        return name.strip()
    try:
        army = parse_list(source)
        report = check_list(army)
        return unnamed_list(list_rules(army.system).book_of(army).name, report.total, report.unit)
    except LeaguerError:
        return lists.UNNAMED


def check_list(army: ArmyList) -> Report:
    """Return the judgement on a list by its own system; raises ListError for an unknown one."""
    list_rules(army.system)
    return registry.get(army.system).lists.check(army)


def to_text(army: ArmyList, book: Book[Any]) -> str:
    """Return the list as plain text: all of it but the ids."""
    return lists.write_text(army, book, list_rules(army.system))


def from_text(text: str, *systems: str) -> ArmyList:
    """Return the list in a plain text; if it names no system, of the first of `systems` with its book.

    Raises ListError with every line that cannot be read and the names nearest to it.
    """
    return lists.read_text(text, systems, list_rules)


def from_post(text: str, *systems: str, book: str = "") -> Posted:
    """Return what can be understood of a text that somebody posted, and what cannot, line by line; with the
    book of that key of the one system, if it is given.

    Raises ListError if nothing in it is known, or there is no such book.
    """
    return lists.read_posted(text, systems or tuple(registry.PACKAGES), list_rules, book)


def diff(old: ArmyList, new: ArmyList) -> list[Change]:
    """Return what changed from `old` to `new`, two lists of one rule system."""
    word = registry.get(new.system).roster.words.command
    return lists.compare(old, new, list_rules(new.system), word)


@cache
def samples() -> Mapping[str, ArmyList]:
    """Return the ready-made lists of all systems by the name of their file, in the order of the registry."""
    return {name: army for each in registry.systems() for name, army in each.lists.samples().items()}


def roster(army: ArmyList, report: Report | None = None) -> RosterSheet:
    """Return the list with the findings of its judgement, ready to be shown or printed."""
    return registry.get(army.system).roster.sheet(army, report or check_list(army))


def book_rules(system: str, kind: str = "book") -> BookRules:
    """Return how users' books or scenarios of a system are read; raises LeaguerError where it has none."""
    known = registry.get(system) if system in registry.PACKAGES else None
    parts = {"book": known.own_books, "scenario": known.own_scenarios} if known else {}
    rules = parts.get(kind)
    if rules is None:
        raise LeaguerError(wording.none_of_own(system, kind), path="system", code="system")
    return rules


def kept_book(system: str, key: str, version: str, document: Mapping[str, Any]) -> Kept:
    """Return a version of a user's book as sources of books keep it, to be read by its system's rules."""
    return Kept(version, lambda: book_rules(system).read(document, key, version))


def _tables(system: str) -> TableLimits | None:
    return registry.get(system).core.table if system in registry.PACKAGES else None


def read_setup(value: Any) -> dict[str, Any]:
    """Return a setup document, checked and with defaults filled in; raises SetupError with the path."""
    return document.read_setup(value, _tables)


def read_document(text: str | bytes) -> dict[str, Any]:
    """Return a battle document from either form; raises DocumentError naming what is wrong and where."""
    return document.read_document(text, _tables)
