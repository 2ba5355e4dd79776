"""What is said of the lists that players of a tournament send in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rulesets.engine.wording import counted, listed

if TYPE_CHECKING:
    from tournaments.engine.allowed import Limits

LIMITS_SAVED = "The rules for lists are saved."
UNREADABLE = "This list can no longer be read."
HIDDEN = "The lists are hidden for now."
SIZES_CROSS = "This is less than the minimum size."


def of_player(name: str, player: str, *, named: bool) -> str:
    """Name a list, with its player where there are several."""
    return f"{player}: {name}" if named else name


def sent(name: str, problems: int) -> str:
    if problems:
        return f"“{name}” has been sent in. It breaks {counted(problems, 'rule')}: open it to see which."
    return f"“{name}” has been sent in."


def accepted(count: int) -> str:
    if not count:
        return "No list that is waiting is free of problems."
    return f"{counted(count, 'list')} {'is' if count == 1 else 'are'} accepted."


def note(team: str, *, late: bool) -> str:
    """Say what a booklet says of a list besides its player."""
    return ", ".join(each for each in (team, "late" if late else "") if each)


def rules(limits: Limits, systems: Sequence[str] = (), unit: str = "points") -> list[str]:
    """Say which lists may come, a sentence each."""
    return list(_rules(limits, systems, unit))


def _rules(limits: Limits, systems: Sequence[str], unit: str) -> Iterator[str]:
    yield f"Each player brings {'up to ' if limits.lists > 1 else ''}{counted(limits.lists, 'list')}."
    if limits.one_book and limits.lists > 1:
        yield "All must be from the same army book."
    if systems:
        yield f"System: {listed(list(systems))}."
    if limits.least or limits.most:
        yield f"Size: {_size(limits)} {unit}."
    if limits.kinds:
        yield f"Kind of force: {', '.join(limits.kinds)}."
    if limits.period is not None:
        yield f"Period: {limits.period[0]}–{limits.period[1]}."


def _size(limits: Limits) -> str:
    if limits.least == limits.most:
        return str(limits.most)
    if limits.least and limits.most:
        return f"{limits.least} to {limits.most}"
    return f"at most {limits.most}" if limits.most else f"at least {limits.least}"
