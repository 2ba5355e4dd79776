"""Is an army legal, and what is it worth? One pure function, `check` (MPP-C-04, MPP-C-27, MPP-C-28)."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from rulesets.engine import constraints as c
from rulesets.engine.books import CountLimit
from rulesets.engine.lists import ArmyList, CostLine, ListCommand, Report, Violation
from rulesets.mail_pike_powder.armies.lists import LISTS
from rulesets.mail_pike_powder.armies.profiles import PowderBook, Share, UnitProfile
from rulesets.mail_pike_powder.armies.tables import ArmySize, army_size, commanders, tables
from rulesets.mail_pike_powder.wording import armies as words

RULE = "MPP-C-28"


def check(army: ArmyList, book: PowderBook | None = None) -> Report:
    """Return the total, the derived figures, every violation of `army`, and what is unusual in it.

    `book` is the army's own unless given. Raises ListError for a list of another system or an unknown book.
    """
    LISTS.expect(army)
    found = book or LISTS.book_of(army)
    assert isinstance(found, PowderBook)
    lines = tuple(cost_lines(army, found))
    total, muster = sum(line.points for line in lines), c.Muster(army)
    violations = [fault for rule in constraints(found, army.points) for fault in rule.faults(muster)]
    violations += c.over_budget(total, army.points, LISTS.unit, "MPP-C-27")
    return Report(
        total=total,
        limit=army.points,
        unit=LISTS.unit,
        violations=tuple(violations),
        derived=derived(army, found),
        lines=lines,
        remarks=tuple(remarks(army)),
    )


# ------------------------------------------------------------------------------------------------ figures


def fielded(command: ListCommand, book: PowderBook) -> list[UnitProfile]:
    """Return the units of a battalia; those that are in no book are left out."""
    return [book.unit(unit.entry, unit.options) for unit in command.units if unit.entry in book.entry_by_id]


def cost_lines(army: ArmyList, book: PowderBook) -> Iterator[CostLine]:
    """Yield what each commander and unit costs; every price is a completion (MPP-C-27)."""
    for i, command in enumerate(army.commands):
        if command.leader:
            price = commanders()[command.leader.level].points
            yield CostLine(f"commands[{i}].leader", words.rating(command.leader.level), price, marked=True)
        for j, unit in enumerate(command.units):
            if unit.entry in book.entry_by_id:
                profile = book.unit(unit.entry, unit.options)
                yield CostLine(f"commands[{i}].units[{j}]", profile.label, profile.points, marked=True)


def broken_by(units: list[UnitProfile]) -> int:
    """Return how many units a battalia must lose to be broken, 0 if none are counted: more than half of all
    but artillery and baggage, or of the artillery where it is the majority (MPP-7.1.a, MPP-C-25).
    """
    counted = [unit for unit in units if unit.unit_class != "baggage"]
    fighting = [unit for unit in counted if unit.unit_class != "artillery"]
    if 2 * len(fighting) >= len(counted):
        counted = fighting
    return len(counted) // 2 + 1 if counted else 0


def derived(army: ArmyList, book: PowderBook) -> dict[str, Any]:
    """Return what follows from a list: when battalias and the army are broken (MPP-C-25, MPP-C-26), units by
    class, Stamina, what each battalia costs.
    """
    classes: Counter[str] = Counter()
    broken: dict[str, int] = {}
    points: dict[str, int] = {}
    stamina = 0
    for command in army.commands:
        units = fielded(command, book)
        broken[command.id] = broken_by(units)
        points[command.id] = sum(unit.points for unit in units)
        if command.leader:
            points[command.id] += commanders()[command.leader.level].points
        classes.update(unit.unit_class for unit in units)
        stamina += sum(unit.stamina for unit in units)
    return {
        "units": sum(classes.values()),
        "classes": dict(classes),
        "stamina": stamina,
        "battalias": len(army.commands),
        "broken_by": broken,
        "beaten_by": math.ceil(len(army.commands) / 2),
        "battalia_points": points,
        "commanders_on_foot": bool(army.extras.get("commanders_on_foot")),
    }


def remarks(army: ArmyList) -> Iterator[Violation]:
    """Yield what is allowed but unusual: a battalia of few units (MPP-C-04)."""
    usual = tables().single.usual_units
    for i, command in enumerate(army.commands):
        if 0 < len(command.units) < usual:
            message = words.few_units(command.name, len(command.units), usual)
            yield Violation("MPP-C-04", "few-units", f"commands[{i}]", message, words.JOIN)


# ------------------------------------------------------------------------------------------------ constraints


@dataclass(frozen=True, slots=True)
class AtMostShare:
    """At most a share of the units that are `counted` may be `wanted` ones (MPP-C-28); `others`: a share of
    all but those.
    """

    book: PowderBook
    label: str
    share: Share
    wanted: Callable[[UnitProfile], bool]
    others: bool = False

    def faults(self, muster: c.Muster) -> Iterator[Violation]:
        known = [unit for unit in muster.units if unit.entry in self.book.entry_by_id]
        profiles = [(unit, self.book.unit(unit.entry, unit.options)) for unit in known]
        counted = [(unit, each) for unit, each in profiles if each.unit_class != "baggage"]
        found = [unit for unit, each in counted if self.wanted(each)]
        whole = len(counted) - (len(found) if self.others else 0)
        allowed = whole * self.share.part // self.share.whole
        if len(found) > allowed:
            share = words.share_of(self.share.part, self.share.whole, whole, self.others)
            message = words.too_large_a_share(self.label, len(found), allowed, share)
            cure = words.remove_or_add(len(found) - allowed)
            yield Violation(RULE, "share", found[allowed].path, message, cure)


@dataclass(frozen=True, slots=True)
class RatedAtLeast:
    """The commander of each battalia has a rating of `least` or more (MPP-C-28)."""

    least: int

    def faults(self, muster: c.Muster) -> Iterator[Violation]:
        for path, command in muster.commands:
            if command.leader and commanders()[command.leader.level].rating < self.least:
                message = words.rated_too_low(command.leader.level, self.least)
                yield Violation(RULE, "rating", f"{path}.leader.level", message, words.CHOOSE_BETTER)


def constraints(book: PowderBook, points: int) -> tuple[c.Constraint, ...]:
    """Return everything that an army of `book` must satisfy when `points` were agreed."""
    size = army_size(points)
    built = book.demands  # they go when the book goes: users' books come and go
    if size.points_to not in built:
        built[size.points_to] = tuple(_constraints(book, size))
    return built[size.points_to]


def scaled_range(low: int, high: int, size: ArmySize) -> tuple[int, int]:
    """Return the least and the most of an entry for an army of that size; minima are rounded up."""
    return math.ceil(low * size.least), high * size.most


def _constraints(book: PowderBook, size: ArmySize) -> Iterator[c.Constraint]:
    labels = {row.id: row.label for row in book.entries} | {row.id: row.name for row in book.options}
    allowed = {
        entry: frozenset(option.id for option in book.options_for(entry)) for entry in book.entry_by_id
    }
    yield c.KnownEntries(frozenset(book.entry_by_id), book.name, RULE)
    for rows in book.groups.values():
        low, high = scaled_range(rows[0].min, rows[0].max, size)
        yield c.Range(tuple(row.id for row in rows), low, high, words.one_of(row.label for row in rows), RULE)
    yield c.OptionsFit(allowed, labels, "MPP-C-35")
    for option in book.options:
        if isinstance(option.limit, CountLimit):
            yield c.OptionCap(option.id, option.limit.count, option.name, "MPP-C-35")
    for name in dict.fromkeys(name for option in book.options for name in option.sets):
        same = tuple(option.id for option in book.options if name in option.sets)
        yield c.Exclusive(same, words.its(name), "MPP-C-35")
    limits = book.limits
    yield AtMostShare(book, words.CAVALRY, limits.cavalry, lambda unit: unit.unit_class == "cavalry")
    yield AtMostShare(book, words.ELITE, limits.elite, lambda unit: unit.elite > 0)
    each_gun = Share(part=1, whole=limits.units_per_gun)
    yield AtMostShare(book, words.GUNS, each_gun, lambda unit: unit.unit_class == "artillery", others=True)
    yield c.CommandCount(size.battalias_least, size.battalias_most, "MPP-C-04")
    yield c.NotOnly(_baggage(book), words.BAGGAGE, "MPP-C-04")
    yield c.EachLed("MPP-C-04", words.COMMANDER, words.ADD_COMMANDER, words.BATTALIA)
    yield c.OneCommanderInChief("MPP-C-04")
    yield RatedAtLeast(limits.least_rating)


def _baggage(book: PowderBook) -> frozenset[str]:
    return frozenset(entry.id for entry in book.entries if entry.profile.unit_class == "baggage")
