"""The builder's page as dataclasses: the book beside the army, and at every part what can be done to it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from armylists.start import constraints, ranges
from rulesets.engine.books import Book, CountLimit, FractionLimit, Option, option_points
from rulesets.engine.constraints import Constraint, FractionOf, Range
from rulesets.engine.lists import ArmyList, Extra, ExtraValue, Report, list_rules
from rulesets.engine.lists.rules import check_list
from rulesets.engine.roster import CommandCard, RosterRules, RosterSheet, UnitCard, roster, roster_rules


@dataclass(frozen=True, slots=True)
class OptionSwitch:
    """An option of a unit, to be switched on or off. `limit` says how many may have it and how many do."""

    id: str
    name: str
    effect: str
    points: int
    limit: str
    taken: bool
    marked: bool


@dataclass(frozen=True, slots=True)
class UnitRow:
    """A unit in its command."""

    card: UnitCard
    switches: tuple[OptionSwitch, ...]
    first: bool
    last: bool


@dataclass(frozen=True, slots=True)
class Level:
    """A level that the leader of a command may have."""

    key: str
    name: str
    points: int
    chosen: bool


@dataclass(frozen=True, slots=True)
class CommandPanel:
    """A command with what can be done to it. `given_name` is its own name, if it has one."""

    card: CommandCard
    given_name: str
    units: tuple[UnitRow, ...]
    levels: tuple[Level, ...]
    first: bool
    last: bool


@dataclass(frozen=True, slots=True)
class BookRow:
    """An entry of the book: how many of it stand in the list, of how many that must and may."""

    card: UnitCard
    taken: int
    together: int
    low: int
    high: int | None
    shared_with: tuple[str, ...]

    @property
    def state(self) -> str:
        """`short`, `over` or nothing."""
        if self.together < self.low:
            return "short"
        return "over" if self.high is not None and self.together > self.high else ""


@dataclass(frozen=True, slots=True)
class BookGroup:
    """Entries of one kind of troops."""

    kind: str
    sign: str
    rows: tuple[BookRow, ...]


@dataclass(frozen=True, slots=True)
class ExtraField:
    """Something the army may buy, and what is bought of it now."""

    extra: Extra
    value: ExtraValue
    points: int


@dataclass(frozen=True, slots=True)
class Desk:
    """The whole builder. `target` is the id of the command that new units go to."""

    army: ArmyList
    sheet: RosterSheet
    groups: tuple[BookGroup, ...]
    commands: tuple[CommandPanel, ...]
    extras: tuple[ExtraField, ...]
    target: str


def desk(army: ArmyList, target: str = "") -> Desk:
    """The builder for `army`; `target` is the command that new units go to, the last one if it is unknown."""
    report = check_list(army)
    sheet = roster(army, report)
    demands = constraints(army)
    ids = [command.id for command in army.commands]
    return Desk(
        army=army,
        sheet=sheet,
        groups=tuple(_groups(army, demands)),
        commands=tuple(_commands(army, sheet, demands)),
        extras=tuple(_extras(army, report)),
        target=target if target in ids else (ids[-1] if ids else ""),
    )


# ------------------------------------------------------------------------------------------------ the book


def _groups(army: ArmyList, demands: Sequence[Constraint]) -> Iterator[BookGroup]:
    book, rules = list_rules(army.system).book(army.book), roster_rules(army.system)
    counts = Counter(unit.entry for unit in army.units())
    rows = [_row(book, rules, entry, each, counts) for each in ranges(demands) for entry in each.entries]
    places = {entry.id: place for place, entry in enumerate(book.entries)}
    kinds: dict[str, int] = {}
    for row in sorted(rows, key=lambda row: places[row.card.entry]):
        kinds.setdefault(row.card.kind, len(kinds))
    rows.sort(key=lambda row: (kinds[row.card.kind], places[row.card.entry]))
    for kind, some in groupby(rows, key=lambda row: row.card.kind):
        of_kind = tuple(some)
        yield BookGroup(kind, of_kind[0].card.sign, of_kind)


def _row(book: Book[Any], rules: RosterRules, entry: str, each: Range, counts: Counter[str]) -> BookRow:
    others = tuple(book.entry_by_id[other].label for other in each.entries if other != entry)
    together = sum(counts[other] for other in each.entries)
    card = rules.card(book, entry, ())
    return BookRow(card, counts[entry], together, each.low, each.high, others)


# ------------------------------------------------------------------------------------------------ the army


def _commands(army: ArmyList, sheet: RosterSheet, demands: Sequence[Constraint]) -> Iterator[CommandPanel]:
    switches = _Switches(army, demands)
    last = len(sheet.commands) - 1
    for place, (card, command) in enumerate(zip(sheet.commands, army.commands, strict=True)):
        level = command.leader.level if command.leader else ""
        yield CommandPanel(
            card=card,
            given_name=command.name,
            units=tuple(_units(card, switches)),
            levels=tuple(_levels(army.system, level)),
            first=place == 0,
            last=place == last,
        )


def _units(command: CommandCard, switches: _Switches) -> Iterator[UnitRow]:
    last = len(command.units) - 1
    for place, card in enumerate(command.units):
        yield UnitRow(card, tuple(switches.of(card)), place == 0, place == last)


def _levels(system: str, chosen: str) -> Iterator[Level]:
    rules, show = list_rules(system), roster_rules(system)
    for key in rules.leader_levels:
        leader = show.leader(key)
        yield Level(key, leader.level, leader.points, key == chosen)


class _Switches:
    """The options of the book with how many units have each now."""

    def __init__(self, army: ArmyList, demands: Sequence[Constraint]) -> None:
        self.book = list_rules(army.system).book(army.book)
        self.taken = Counter(option for unit in army.units() for option in set(unit.options))
        entries = Counter(unit.entry for unit in army.units())
        self.allowed = {
            each.option: each.allowed(sum(entries[entry] for entry in each.entries))
            for each in demands
            if isinstance(each, FractionOf)
        }

    def of(self, card: UnitCard) -> Iterator[OptionSwitch]:
        """The switches of a unit; options it has but may not have come last, to be put off."""
        known = self.book.options_for(card.entry) if card.known else ()
        on = frozenset(card.option_ids)
        for option in known:
            yield OptionSwitch(
                id=option.id,
                name=option.name,
                effect=option.effect if option.effect != option.name else "",
                points=option_points(self.book.entry_by_id[card.entry], option),
                limit=self._limit(option),
                taken=option.id in on,
                marked=option.provenance.doubtful,
            )
        for stray in sorted(on - {option.id for option in known}):
            found = self.book.option_by_id.get(stray)
            yield OptionSwitch(stray, found.name if found else stray, "", 0, "not for this unit", True, False)

    def _limit(self, option: Option) -> str:
        taken = self.taken[option.id]
        if isinstance(option.limit, FractionLimit):
            share = f"{option.limit.numerator}/{option.limit.denominator}"
            return f"{taken} of {self.allowed.get(option.id, 0)}, at most {share} of the units"
        if isinstance(option.limit, CountLimit):
            return f"{taken} of {option.limit.count} in the army"
        return ""


def _extras(army: ArmyList, report: Report) -> Iterator[ExtraField]:
    rules = list_rules(army.system)
    prices = {line.path: line.points for line in report.lines}
    for extra in rules.extras(rules.book(army.book)):
        value = army.extras.get(extra.key, extra.default)
        yield ExtraField(extra, value, prices.get(f"extras.{extra.key}", 0))
