"""Is an army ready for battle, what is it worth, and when does it break? One pure function, `check`.

The rules leave the composition of armies to scenarios, so little is forbidden: what they call usual (at least
three groups, a break level between a third and a half) is reported as a remark.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import ceil
from typing import Any

from rulesets.engine import constraints as c
from rulesets.engine.books import MANY, CountLimit
from rulesets.engine.lists import ArmyList, CostLine, ListCommand, Report, Violation
from rulesets.engine.lists.document import MAX_COMMANDS
from rulesets.snaphance.armies.book import SnaphanceBook, StandProfile
from rulesets.snaphance.armies.lists import LISTS
from rulesets.snaphance.sheet import load
from rulesets.snaphance.wording import armies as words

LEAST_GROUPS = 3
"""SN-1.1.a: left wing, centre, right wing."""
USUAL_BREAK = (33, 50)
"""SN-14.0.b: percent, one third to one half."""


def check(army: ArmyList, book: SnaphanceBook | None = None) -> Report:
    """Return total, derived figures, violations and remarks of `army` (SN-1.1.a, SN-14.0.a-b, SN-15.0.a).

    `book` is the army's own unless given. Raises ListError for a list of another system or an unknown book.
    """
    LISTS.expect(army)
    found = book or LISTS.book_of(army)
    assert isinstance(found, SnaphanceBook)
    lines = tuple(cost_lines(army, found))
    total = sum(line.points for line in lines)
    muster = c.Muster(army)
    violations = [fault for rule in constraints(found) for fault in rule.faults(muster)]
    if not army.commands:
        violations.append(Violation("SN-1.1.a", "no-group", "commands", words.NO_GROUP, words.ADD_GROUP))
    if break_percent(army) < 1:
        message, cure = words.NO_BREAK_LEVEL, words.CHOOSE_BREAK_LEVEL
        violations.append(Violation("SN-14.0.b", "break-level", "extras.break_percent", message, cure))
    if army.points:
        violations += c.over_budget(total, army.points, LISTS.unit, "SN-15.0.a")
    return Report(
        total=total,
        limit=army.points,
        unit=LISTS.unit,
        violations=tuple(violations),
        derived=derived(army, found),
        lines=lines,
        remarks=tuple(remarks(army)),
    )


# ---------------------------------------------------------------------------- figures


def fielded(command: ListCommand, book: SnaphanceBook) -> list[StandProfile]:
    """Return the stands of a group; those that are in no book are left out."""
    return [book.stand(unit.entry, unit.options) for unit in command.units if unit.entry in book.entry_by_id]


def break_percent(army: ArmyList) -> int:
    """Return the share of its break points, in percent, whose loss breaks the army (SN-14.0.b)."""
    return int(army.extras.get("break_percent", load().numbers.break_percent))


def break_at(points: int, percent: int) -> int:
    """Return how many of `points` break points must be lost to break an army, rounded up (SN-14.0.b).

    An army of no break points never breaks before it is gone: the least is 1.
    """
    # Otherwise an army without break points would have lost before the first shot.
    return max(1, ceil(points * percent / 100))


def cost_lines(army: ArmyList, book: SnaphanceBook) -> Iterator[CostLine]:
    """Yield what each stand costs; Generals cost nothing. Every price is ours (SN-C-points)."""
    for i, command in enumerate(army.commands):
        for j, unit in enumerate(command.units):
            if unit.entry in book.entry_by_id:
                stand = book.stand(unit.entry, unit.options)
                marked = "points" in stand.provenance.ours
                yield CostLine(f"commands[{i}].units[{j}]", stand.label, stand.points, marked)


def derived(army: ArmyList, book: SnaphanceBook) -> dict[str, Any]:
    """Return what follows from a list: break points and level (SN-14.0.a-b), stands, ranks, SP, points."""
    by_group: dict[str, int] = {}
    points: dict[str, int] = {}
    types: Counter[str] = Counter()
    ranks = sp = 0
    for command in army.commands:
        stands = fielded(command, book)
        by_group[command.id] = sum(stand.break_points * stand.ranks for stand in stands)
        points[command.id] = sum(stand.points for stand in stands)
        types.update(stand.code for stand in stands)
        ranks += sum(stand.ranks for stand in stands)
        sp += sum(stand.sp * stand.ranks for stand in stands)
    total = sum(by_group.values())
    return {
        "break_points": total,
        "break_percent": break_percent(army),
        "break_at": break_at(total, break_percent(army)),
        "break_points_by_group": by_group,
        "group_points": points,
        "groups": len(army.commands),
        "units": sum(types.values()),
        "ranks": ranks,
        "sp": sp,
        "types": dict(types),
        "training": str(army.extras.get("training", "unspecified")),
    }


# ---------------------------------------------------------------------------- constraints


class UsualGroups(c.CommandCount):
    """SN-1.1.a: so many groups are usual. Fewer are no fault but a remark; new lists begin with as many."""

    def faults(self, muster: c.Muster) -> Iterator[Violation]:
        """Return no violation: `remarks` reports too few groups."""
        return iter(())


def constraints(book: SnaphanceBook, _points: int = 0) -> tuple[c.Constraint, ...]:
    """Return everything that an army of `book` must satisfy, the same whatever `points` were agreed."""
    labels = {row.id: row.label for row in book.entries} | {row.id: row.name for row in book.options}
    allowed = {
        entry: frozenset(option.id for option in book.options_for(entry)) for entry in book.entry_by_id
    }
    ranges = (
        c.Range(
            tuple(row.id for row in rows),
            rows[0].min,
            None if rows[0].max >= MANY else rows[0].max,
            words.one_of([row.label for row in rows]),
            "SN-15.0.a",
        )
        for rows in book.groups.values()
    )
    return (
        c.KnownEntries(frozenset(book.entry_by_id), book.name, "SN-15.0.a"),
        *ranges,
        c.OptionsFit(allowed, labels, "SN-15.0.b"),
        *(
            c.OptionCap(option.id, option.limit.count, option.name, "SN-15.0.b")
            for option in book.options
            if isinstance(option.limit, CountLimit)
        ),
        UsualGroups(LEAST_GROUPS, MAX_COMMANDS, "SN-1.1.a"),
        c.EachLed("SN-1.1.a", words.GENERAL, words.ADD_GENERAL, "group"),
        c.NotOnly(frozenset(), "nothing", "SN-1.1.a"),
    )


def remarks(army: ArmyList) -> Iterator[Violation]:
    """Yield what is allowed but unusual: few groups (SN-1.1.a), an unusual break level (SN-14.0.b)."""
    if 0 < len(army.commands) < LEAST_GROUPS:
        message = words.few_groups(len(army.commands))
        yield Violation("SN-1.1.a", "few-groups", "commands", message, words.DIVIDE)
    low, high = USUAL_BREAK
    percent = break_percent(army)
    if percent >= 1 and not low <= percent <= high:
        message, cure = words.unusual_break_level(percent), words.choose_percent(low, high)
        yield Violation("SN-14.0.b", "unusual-break-level", "extras.break_percent", message, cure)
