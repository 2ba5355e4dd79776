"""Whether the lists of a player keep to the limits of a tournament: every fault at its place."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rulesets.engine.lists import ArmyList, Report
from rulesets.engine.lists.report import Violation
from tournaments.engine.allowed import Limits, SmallForces
from tournaments.wording import limits as words


@dataclass(frozen=True, slots=True)
class Sent:
    """A list as it was sent in, what its own system says of it, and the name and period of its army book."""

    army: ArmyList
    report: Report
    book: str = ""
    period: str = ""


def broken_limits(limits: Limits, lists: Sequence[Sent]) -> tuple[Violation, ...]:
    """Return where lists of a player break the limits; paths are `lists[0].book` and the like."""
    return tuple(_broken(limits, lists))


def _broken(limits: Limits, lists: Sequence[Sent]) -> Iterator[Violation]:
    if len(lists) > limits.lists:
        yield _fault("lists", "lists", words.too_many_lists(len(lists), limits.lists), words.LEAVE_LISTS)
    for at, each in enumerate(lists):
        yield from _of_list(limits, each, f"lists[{at}]")
    books = {(each.army.system, each.army.book) for each in lists}
    if limits.one_book and len(books) > 1:
        at = next(at for at, each in enumerate(lists) if each.army.book != lists[0].army.book)
        yield _fault("one_book", f"lists[{at}].book", words.other_book(lists[0].book), words.ONE_BOOK)
    if limits.small_forces is not None and lists:
        yield from _small(limits.small_forces, lists)


def _of_list(limits: Limits, each: Sent, path: str) -> Iterator[Violation]:
    army, report, unit = each.army, each.report, each.report.unit
    if limits.systems and army.system not in limits.systems:
        yield _fault("system", f"{path}.system", words.OTHER_SYSTEM, words.ANOTHER_LIST)
    if limits.books and army.book not in limits.books:
        yield _fault("book", f"{path}.book", words.book_not_allowed(each.book), words.ANOTHER_LIST)
    if limits.kinds and report.derived.get("kind") not in limits.kinds:
        yield _fault("kind", path, words.other_kind(limits.kinds), words.ANOTHER_LIST)
    if limits.most and report.total > limits.most:
        yield _fault("most", f"{path}.points", words.above(report.total, limits.most, unit), words.LESS)
    if report.total < limits.least:
        yield _fault("least", f"{path}.points", words.below(report.total, limits.least, unit), words.MORE)
    if limits.period is not None and not meets(each.period, limits.period):
        said = words.other_period(each.period, limits.period)
        yield _fault("period", f"{path}.book", said, words.ANOTHER_LIST)
    if limits.legal and not report.legal:
        yield _fault("legal", path, words.not_legal(len(report.violations)), words.MEND)


def meets(period: str, years: tuple[int, int]) -> bool:
    """Return whether a period in words (`about 1642-1651`, `1655`) shares a year with some; one without years
    does with all.
    """
    named = [int(each) for each in re.findall(r"\b1\d{3}\b", period)]
    return not named or (min(named) <= years[1] and max(named) >= years[0])


def _small(limits: SmallForces, lists: Sequence[Sent]) -> Iterator[Violation]:
    """Yield what is wrong about small forces; a system that knows them says so under `small`."""
    for at, each in enumerate(lists):
        if not limits.allowed and each.report.derived.get("small"):
            yield _fault("small", f"lists[{at}]", words.SMALL_FORCE, words.ANOTHER_LIST)
    least = min(each.report.total for each in lists)
    unit = lists[0].report.unit
    if limits.allowed and limits.list_for_them and limits.opponent_most and least > limits.opponent_most:
        yield _fault(
            "list_for_them", "lists", words.no_list_for_them(limits.opponent_most, unit), words.ADD_LIST
        )


def lists_against(small: bool, limits: SmallForces, totals: Sequence[int]) -> tuple[int, ...]:
    """Return which of a player's lists, by their points, may be used against an opponent whose list is a
    small force, or is not.
    """
    most = limits.opponent_most
    return tuple(at for at, each in enumerate(totals) if not (small and most) or each <= most)


def _fault(code: str, path: str, message: str, cure: str) -> Violation:
    return Violation("", code, path, message, cure)
