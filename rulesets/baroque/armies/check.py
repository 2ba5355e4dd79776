"""Is an army legal, and what is it worth? One pure function, `check` (BQ-A.6).

The constraints of a book are built once for each army size (BQ-A.2) and then only evaluated.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

from rulesets.baroque import tables
from rulesets.baroque.armies.extras import LISTS, common, extra_lines
from rulesets.baroque.armies.profiles import BaroqueBook, UnitProfile
from rulesets.baroque.tabletypes import ArmySize
from rulesets.baroque.wording import armies as words
from rulesets.engine import constraints as c
from rulesets.engine.books import CountLimit, FractionLimit, Option
from rulesets.engine.lists import ArmyList, CostLine, ListCommand, Report


def check(army: ArmyList, book: BaroqueBook | None = None) -> Report:
    """Return the total, the derived figures and every violation of `army` (BQ-A.6).

    `book` is the army's own unless given. Raises ListError for a list of another system or an unknown book.
    """
    LISTS.expect(army)
    found = book or LISTS.book_of(army)
    assert isinstance(found, BaroqueBook)
    lines = cost_lines(army, found)
    total = sum(line.points for line in lines)
    muster = c.Muster(army)
    violations = [fault for rule in constraints(found, army.points) for fault in rule.faults(muster)]
    violations += c.over_budget(total, army.points, LISTS.unit, "BQ-A.6")
    return Report(
        total=total,
        limit=army.points,
        unit=LISTS.unit,
        violations=tuple(violations),
        derived=derived(army, found),
        lines=tuple(lines),
    )


# ---------------------------------------------------------------------------- figures


def fielded(command: ListCommand, book: BaroqueBook) -> list[UnitProfile]:
    """Return the units of a command; those that are in no book are left out."""
    return [book.unit(unit.entry, unit.options) for unit in command.units if unit.entry in book.entry_by_id]


def cost_lines(army: ArmyList, book: BaroqueBook) -> list[CostLine]:
    """Return what each unit, leader and extra costs (BQ-A.3)."""
    lines = []
    for i, command in enumerate(army.commands):
        if command.leader:
            level = tables.leader_level(command.leader.level)  # BQ-2.6.1.l
            lines.append(CostLine(f"commands[{i}].leader", level.name, level.cost_points))
        for j, unit in enumerate(command.units):
            if unit.entry in book.entry_by_id:
                profile = book.unit(unit.entry, unit.options)
                lines.append(CostLine(f"commands[{i}].units[{j}]", profile.label, profile.points))
    return lines + extra_lines(book, army.extras)


def derived(army: ArmyList, book: BaroqueBook) -> dict[str, Any]:
    """Return what follows: VDT (BQ-9.1.a), VDC (BQ-9.1.g), dice (BQ-2.9.a), counts, command range.

    Every army has its one Baggage without buying it (BQ-2.8.a), worth more if fortified.
    """
    extras = army.extras
    vdc: dict[str, int] = {}
    points: dict[str, int] = {}
    types: Counter[str] = Counter()
    for command in army.commands:
        units = fielded(command, book)
        vdc[command.id] = sum(unit.vd for unit in units)
        points[command.id] = sum(unit.points for unit in units)
        if command.leader:
            points[command.id] += tables.leader_level(command.leader.level).cost_points
        types.update(unit.type for unit in units)
    followers = tables.army_purchase("camp_followers").vdt_bonus if extras.get("camp_followers") else 0
    structure = str(extras.get("command_structure", book.command_structure))
    return {
        "vdt": sum(vdc.values()) + followers,
        "vdc": vdc,
        "units": sum(types.values()),
        "exploration_dice": tables.tables().exploration_dice.free + int(extras.get("exploration_dice", 0)),
        "command_points": points,
        "types": dict(types),
        "command_range_bu": tables.command_structure(structure).range_bu,
        "baggage_vbu": tables.baggage(bool(extras.get("fortified_baggage"))).vbu,
        "optional_rules": ["BQ-8.RD.a"] if extras.get("rolls_of_destiny") else [],
    }


# ---------------------------------------------------------------------------- constraints


def constraints(book: BaroqueBook, points: int) -> tuple[c.Constraint, ...]:
    """Return everything that an army of `book` must satisfy when `points` were agreed."""
    size = tables.army_size(points)
    built = book.demands  # they go when the book goes: users' books come and go
    if size.points_min not in built:
        built[size.points_min] = tuple(_constraints(book, size))
    return built[size.points_min]


def scaled_range(low: int, high: int, size: ArmySize) -> tuple[int, int]:
    """Return the minimum and maximum of an entry for an army of that size (BQ-A.2)."""
    return math.ceil(low * size.minimum_factor), high * size.maximum_factor


def _constraints(book: BaroqueBook, size: ArmySize) -> Iterator[c.Constraint]:
    """Yield all constraints of a book (BQ-A.6). Nothing ties a unit to a command (BQ-2.1.b)."""
    labels = {row.id: row.label for row in book.entries} | {row.id: row.name for row in book.options}
    entries = frozenset(book.entry_by_id)
    allowed = {entry: frozenset(option.id for option in book.options_for(entry)) for entry in entries}
    yield c.KnownEntries(entries, book.name, "BQ-A.1")
    yield from _ranges(book, size)
    yield c.OptionsFit(allowed, labels, "BQ-A.4")
    for option in book.options:
        yield from _option_limit(option)
    yield from _exclusive_options(book)
    yield c.CommandCount(size.commands_min, size.commands_max, "BQ-2.1.a")
    yield c.EachLed("BQ-2.1.a")
    yield c.NotOnly(book.artillery, words.ARTILLERY, "BQ-2.1.c")
    yield c.OneCommanderInChief("BQ-2.1.d")
    for level in tables.tables().leader_level:
        permitted = book.charismatic_allowed or not level.needs_list_permission
        yield c.LevelAllowed(level.level, level.name, permitted, level.cinc_only, "BQ-2.7.a", "BQ-2.7.1")
    dice = tables.tables().exploration_dice
    yield c.ExtraCap("exploration_dice", dice.max_bought, words.EXPLORATION_DICE, dice.rule)
    rolls = tables.army_purchase("rolls_of_destiny")
    yield c.ExtraCap("rolls_of_destiny", rolls.max, words.ROLLS_OF_DESTINY, rolls.rule)


def _ranges(book: BaroqueBook, size: ArmySize) -> Iterator[c.Range]:
    """Yield the ranges of the entries (BQ-A.1): rows joined by 'or' share one range, and may be mixed."""
    # At the normal size the printed range applies, so the finding names its rule and not that of the sizes.
    rule = "BQ-A.1" if (size.minimum_factor, size.maximum_factor) == (1, 1) else "BQ-A.2"
    for rows in book.groups.values():
        low, high = scaled_range(rows[0].min, rows[0].max, size)
        label = " or ".join(row.label for row in rows)
        yield c.Range(tuple(row.id for row in rows), low, high, label, rule)


def _option_limit(option: Option) -> Iterator[c.Constraint]:
    """Yield the limit of an option (BQ-A.4): a fraction of the deployed units, rounded down, or a number."""
    if isinstance(option.limit, FractionLimit):
        yield c.FractionOf(
            option.id,
            option.applies_to,
            option.limit.numerator,
            option.limit.denominator,
            option.name,
            "BQ-A.4",
            common().readings.fraction_rounding,
        )
    elif isinstance(option.limit, CountLimit):
        yield c.OptionCap(option.id, option.limit.count, option.name, "BQ-A.4")


def _exclusive_options(book: BaroqueBook) -> Iterator[c.Exclusive]:
    """Yield which options exclude each other (BQ-A.4): two that replace the unit or set the same
    characteristic.
    """
    # The groups are keys of a dict rather than members of a set, so that the findings come in the order of
    # the book.
    setters: Mapping[str, dict[tuple[str, ...], None]] = defaultdict(dict)
    for entry in book.entries:
        options = book.options_for(entry.id)
        replacing = tuple(option.id for option in options if option.kind == "replace")
        setters[words.WHOLE_UNIT][replacing] = None
        for name in {name for option in options for name in option.sets}:
            same = tuple(option.id for option in options if option.kind != "replace" and name in option.sets)
            setters[words.its(name)][same] = None
    for what, groups in setters.items():
        for group in groups:
            if len(group) > 1:
                yield c.Exclusive(group, what, "BQ-A.4")
