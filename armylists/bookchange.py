"""What a newer version of its book would change for a list: total, findings, characteristics of its units."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from armylists import bookaccess
from armylists.edits import Edited, edit
from armylists.models import OwnBook
from armylists.wording import edits as words
from rulesets.contract import registry
from rulesets.contract.documents import check_list, list_rules
from rulesets.engine.bookrules import changes
from rulesets.engine.books import Book
from rulesets.engine.errors import LeaguerError
from rulesets.engine.lists import ArmyList, ListError, Report
from rulesets.engine.roster import UnitCard


@dataclass(frozen=True, slots=True)
class BookChange:
    """The version that a list was built on, and the newest one of its book.

    `units`: what changes in units of the list; `added` and `cured`: findings in words; `book`: what else
    changed in the book. `unreadable` says why the list cannot take the version.
    """

    name: str
    old: str
    new: str
    before: Report
    after: Report | None
    units: tuple[str, ...]
    added: tuple[str, ...]
    cured: tuple[str, ...]
    book: tuple[str, ...]
    unreadable: str = ""

    @property
    def indifferent(self) -> bool:
        """True if nothing changes for the list."""
        same = self.after is not None and self.after.total == self.before.total
        return same and not (self.units or self.added or self.cured)


def newer(army: ArmyList) -> BookChange | None:
    """Return what the newest version of its book would change for a list; None if it has that version."""
    rules = list_rules(army.system)
    own = bookaccess.by_key(army.book)
    newest = str(own.version) if own else rules.book(army.book).version
    if newest == army.book_version:
        return None
    old, new = rules.book_of(army), rules.book(army.book, newest)
    # Both versions are judged by today's rules, so that only what the book changed shows.
    before, taken = check_list(army), on_version(army, newest)
    try:
        after = check_list(taken)
    except (ListError, KeyError) as error:
        return BookChange(
            new.name,
            army.book_version,
            newest,
            before,
            None,
            (),
            (),
            (),
            (),
            words.cannot_be_checked(str(error)),
        )
    earlier, later = _findings(before), _findings(after)
    return BookChange(
        name=new.name,
        old=army.book_version,
        new=newest,
        before=before,
        after=after,
        units=tuple(dict.fromkeys(_units(army, old, new))),
        added=tuple(words for words in later if words not in earlier),
        cured=tuple(words for words in earlier if words not in later),
        book=tuple(_in_the_book(own, army.book_version)) if own else (),
    )


def on_version(army: ArmyList, version: str) -> ArmyList:
    """Return the list on another version of its book."""
    return army.model_copy(update={"book_version": version})


@edit
def taking(army: ArmyList, _number: int, version: str) -> Edited:
    """Take a version of the book; what the list then breaks, its findings say."""
    return Edited(on_version(army, version), words.updated_to_version(version))


def _findings(report: Report) -> dict[str, None]:
    return dict.fromkeys(f"{each.message} {each.cure}".strip() for each in report.violations)


def _units(army: ArmyList, old: Book[Any], new: Book[Any]) -> Iterator[str]:
    """Yield what changes in the units that stand in the list, each kind of them once.

    The size of a unit is named if the list leaves it to the book.
    """
    show = registry.get(army.system).roster
    for entry, options, sized in dict.fromkeys(
        (each.entry, each.options, bool(each.bases)) for each in army.units()
    ):
        # A list may name what its book never had; its findings say so already.
        if entry not in old.entry_by_id:
            continue
        before = show.card(old, entry, options)
        if entry not in new.entry_by_id:
            yield words.left_the_book(before.label)
            continue
        after = show.card(new, entry, options)
        differing = list(_differing(before, after))
        if before.size != after.size and not sized:
            differing.insert(0, words.sizes_become(before.size, after.size))
        if differing:
            taken = f" with {', '.join(before.options)}" if before.options else ""
            yield f"{before.label}{taken}: {'; '.join(differing)}."


def _differing(old: UnitCard, new: UnitCard) -> Iterator[str]:
    if old.label != new.label:
        yield words.called_now(new.label)
    if old.points != new.points:
        yield words.price_becomes(old.points, new.points)
    values = {figure.label: figure.value for figure in old.figures}
    after = {figure.label: figure.value for figure in new.figures}
    for label in dict.fromkeys([*values, *after]):
        if values.get(label) != after.get(label):
            yield words.value_becomes(label, values.get(label, "none"), after.get(label, "none"))
    arms = [each.name for each in (*old.weapons, *old.traits)]
    now = [each.name for each in (*new.weapons, *new.traits)]
    for name in now:
        if name not in arms:
            yield words.has_now(name)
    for name in arms:
        if name not in now:
            yield words.loses(name)


def _in_the_book(book: OwnBook, version: str) -> Iterator[str]:
    """Yield what changed in the book between the two versions."""
    numbers = (int(version), book.version)
    found = {each.number: each.document for each in book.versions.filter(number__in=numbers)}
    # A list may name a version that is not there: then there is nothing to compare.
    if len(found) < 2:
        return
    try:
        form = bookaccess.rules_of(book).form()
    except LeaguerError:
        return
    for change in changes(form, found[numbers[0]], found[numbers[1]]):
        yield change.words
