"""A typical army: the troops that a book demands, then more of them in the book's own proportions, until the
points are spent.

How many of a kind the book allows at most says how usual it is. Units are added one by one, each time of the
range that lags behind its share the most (the method of Sainte-Laguë); what the check of the system
refuses is not added, so that the army stays legal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from armylists import cardedits
from armylists import start as begin
from armylists.edits import EditError
from rulesets.contract import registry
from rulesets.contract.documents import check_list, list_rules
from rulesets.engine.books import Book
from rulesets.engine.constraints import CommandCount, NotOnly, Range
from rulesets.engine.lists import MAX_UNITS, ArmyList, ListCommand

_UNLIMITED = 6
"""The share of what the book sets no maximum to."""
_USUAL = 10
"""What an army of a system without usual sizes costs."""


def typical(
    system: str, book: str, points: int, name: str = "", player: str = "", card: str = ""
) -> ArmyList:
    """Return a legal army of a book that spends its points; of a book of cards, of `card` or the first one.

    Raises ListError for an unknown system, book or card.
    """
    if registry.get(system).roster.cards:
        return _from_card(system, book, points, name, player, card)
    least = begin.minimum(system, book, points, name, player)
    maker = _Maker(least, points or _usual(system))
    best, refused = least, set[str]()
    entries = [each.entries[0] for each in maker.ranges for _ in range(each.low)]
    while (wanted := maker.next_entry(entries, refused)) and len(entries) < MAX_UNITS:
        more = maker.arranged([*entries, wanted])
        if more is None and len(entries) >= maker.number:
            refused.add(wanted)
        else:
            entries, best = [*entries, wanted], more or best
    return maker.with_options(best)


def started(
    *, system: str, book: str, points: int, start: str, name: str = "", player: str = "", card: str = ""
) -> ArmyList:
    """Return a new list: `typical`, of the `minimum` or `empty`; raises ListError."""
    if start == "typical":
        return typical(system, book, points, name, player, card)
    if start == "minimum" and card:
        return begin.from_card(system, book, card, points, name, player)
    return (begin.minimum if start == "minimum" else begin.empty)(system, book, points, name, player)


def _usual(system: str) -> int:
    """Return the usual size of an army of a system, in points."""
    sizes = registry.get(system).roster.sizes
    return list_rules(system).points or (sizes[len(sizes) // 2][0] if sizes else _USUAL)


class _Maker:
    """Puts units into commands, and says which unit comes next."""

    def __init__(self, least: ArmyList, limit: int) -> None:
        self.least, self.limit = least, limit
        self.rules = list_rules(least.system)
        self.book: Book[Any] = self.rules.book_of(least)
        demands = begin.constraints(least)
        self.ranges = begin.ranges(demands)
        counts = [each for each in demands if isinstance(each, CommandCount)]
        low, high = (
            max((each.low for each in counts), default=1),
            min((each.high for each in counts), default=3),
        )
        self.number = max(low, min(3, high), 1)
        self.followers = frozenset[str]().union(
            *(each.entries for each in demands if isinstance(each, NotOnly))
        )
        places = {entry.id: place for place, entry in enumerate(self.book.entries)}
        show = registry.get(least.system).roster
        self.kinds = {entry.id: show.card(self.book, entry.id, ()).kind for entry in self.book.entries}
        self.order: Callable[[str], int] = places.__getitem__

    def next_entry(self, entries: Sequence[str], refused: set[str]) -> str:
        """Return the entry whose range lags behind its share the most; empty if nothing is left to try."""
        taken = Counter(entries)
        best, entry = float("inf"), ""
        for each in self.ranges:
            open_entries = [one for one in each.entries if one not in refused]
            together = sum(taken[one] for one in each.entries)
            if not open_entries or (each.high is not None and together >= each.high):
                continue
            # what is counted so: the next unit of a range against its share, first in the book if alike
            lag = (2 * together + 1) / self._share(each)
            if lag < best:
                best, entry = lag, min(open_entries, key=lambda one: (taken[one], self.order(one)))
        return entry

    def _share(self, each: Range) -> float:
        share = _UNLIMITED if each.high is None else min(each.high, 2 * _UNLIMITED)
        return share / (2 if set(each.entries) <= self.followers else 1)

    def arranged(self, entries: Sequence[str]) -> ArmyList | None:
        """Return the army with these units, the most usual kind of troops in the middle; None if that is not
        legal.
        """
        fighting = sorted((one for one in entries if one not in self.followers), key=self.order)
        if len(fighting) < self.number:
            fighting += [one for one in sorted(entries, key=self.order) if one in self.followers]
        kinds: Counter[str] = Counter()
        for one in fighting:
            kinds[self.kinds[one]] += self.book.entry_by_id[one].points
        most = max(kinds, key=lambda kind: kinds[kind], default="")
        shares: list[list[str]] = [[] for _ in range(self.number)]
        middle = self.number // 2
        wings = [place for place in range(self.number) if place != middle] or [middle]
        for one in fighting:
            if self.kinds[one] == most:
                shares[middle].append(one)
            else:
                min((shares[place] for place in wings), key=len).append(one)
        for share in shares:  # nobody leads nobody
            if not share and any(shares):
                share.append(max(shares, key=len).pop())
        left = Counter(entries) - Counter(one for share in shares for one in share)
        shares[middle] += sorted(left.elements(), key=self.order)
        commands = tuple(self._command(place, share) for place, share in enumerate(shares))
        army = self.least.model_copy(update={"commands": commands})
        report = check_list(army)
        return army if report.legal and report.total <= self.limit else None

    def _command(self, place: int, share: Sequence[str]) -> ListCommand:
        lead = begin.leader(self.rules, place == self.number // 2)
        return begin.command(place, sorted(share, key=self.order), lead, self.number)

    def with_options(self, army: ArmyList) -> ArmyList:
        """Return the army with what is left spent on options, one of each that fits, in the book's order."""
        spent = check_list(army).total
        for option in self.book.options:
            for changed in _with(army, option.id, self.book):
                report = check_list(changed)
                if report.legal and spent < report.total <= self.limit:
                    army, spent = changed, report.total
                    break
        return army


def _with(army: ArmyList, option: str, book: Book[Any]) -> Iterator[ArmyList]:
    """Yield the army with the option on one unit that may take it and has none yet."""
    for at, command in enumerate(army.commands):
        for place, unit in enumerate(command.units):
            if unit.options or option not in {each.id for each in book.options_for(unit.entry)}:
                continue
            bearer = unit.model_copy(update={"options": (option,)})
            units = (*command.units[:place], bearer, *command.units[place + 1 :])
            changed = command.model_copy(update={"units": units})
            commands = (*army.commands[:at], changed, *army.commands[at + 1 :])
            yield army.model_copy(update={"commands": commands})
            break


def _from_card(system: str, book: str, points: int, name: str, player: str, card: str) -> ArmyList:
    """Return a force that takes a part of each level of its card in turn, as far as its points go."""
    cards = registry.get(system).roster.cards
    assert cards is not None
    found = list_rules(system).book(book)
    begun = begin.from_card(system, book, card or cards.beginnings(found)[0].id, points, name, player)
    limit = points or _usual(system)
    number, army, problems = 1000, begun, len(check_list(begun).violations)
    for place in range(len(begun.commands)):
        tried: set[str] = set()
        while part := _next_part(cards.panels(army)[place], tried):
            tried.add(part)
            try:
                taken = cardedits.take(army.commands[place].id, part)(army, number).army
            except EditError:
                continue
            report = check_list(taken)
            if report.total <= limit and len(report.violations) <= problems:
                army, number, problems = taken, number + 1, len(report.violations)
    return army


def _next_part(panel: Any, tried: set[str]) -> str:
    """Return the next part of a card that may be taken: of the levels from below, one of each."""
    for section in panel.sections if panel else ():
        if section.figure is None or any(part.taken for part in section.parts):
            continue
        for part in section.parts:
            if part.id not in tried and not part.why_not:
                return str(part.id)
    return ""
