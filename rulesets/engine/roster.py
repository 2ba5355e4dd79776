"""A roster as dataclasses that know no page and no paper: what a list is, ready to be shown or printed.

A rule system fills them in its own `roster` module, whose `ROSTER` holds its two entry points; every figure
comes with its long name, and with a mark where its value was reconstructed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from rulesets.engine.books import Book
from rulesets.engine.errors import LeaguerError
from rulesets.engine.lists import ArmyList, Report, Violation
from rulesets.engine.lists.rules import check_list


@dataclass(frozen=True, slots=True)
class Figure:
    """A value under its short name; `title` says it in full, `marked` that it is reconstructed or ours."""

    label: str
    value: str
    title: str
    rule: str = ""
    marked: bool = False


@dataclass(frozen=True, slots=True)
class Trait:
    """A weapon or a special characteristic, with the rule that explains it."""

    name: str
    rule: str = ""
    effect: str = ""
    marked: bool = False


@dataclass(frozen=True, slots=True)
class UnitCard:
    """A unit as it stands on the table.

    `boxes` are the losses it can take; the one numbered `exhausted_by` (0: none) is the loss that exhausts
    it. `sources` says in sentences which of its values are not as printed.
    """

    id: str
    path: str
    entry: str
    name: str
    label: str
    sign: str
    kind: str
    points: int
    points_marked: bool
    figures: tuple[Figure, ...]
    weapons: tuple[Trait, ...]
    traits: tuple[Trait, ...]
    options: tuple[str, ...]
    option_ids: tuple[str, ...]
    boxes: int
    exhausted_by: int
    sources: tuple[str, ...] = ()
    findings: tuple[Violation, ...] = ()
    known: bool = True

    @property
    def other_options(self) -> tuple[str, ...]:
        """The options it takes that are not among its weapons and special characteristics already."""
        shown = {trait.name for trait in (*self.weapons, *self.traits)}
        return tuple(option for option in self.options if option not in shown)


@dataclass(frozen=True, slots=True)
class LeaderCard:
    """Who leads a command."""

    name: str
    level: str
    chief: bool
    points: int
    figures: tuple[Figure, ...]


@dataclass(frozen=True, slots=True)
class CommandCard:
    """A command with its leader and units. `place` counts from 1."""

    id: str
    path: str
    place: int
    name: str
    leader: LeaderCard | None
    figures: tuple[Figure, ...]
    units: tuple[UnitCard, ...]
    findings: tuple[Violation, ...] = ()


@dataclass(frozen=True, slots=True)
class Purchase:
    """Something that the whole army bought."""

    name: str
    value: str
    points: int
    rule: str
    note: str
    marked: bool = False


@dataclass(frozen=True, slots=True)
class ReferenceTable:
    """A table of the rules, cut down to what this army uses. The first column names the row."""

    title: str
    rule: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Source:
    """Where the values of a row come from, if not from the print as it stands."""

    about: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Finding:
    """A violation with the part it is about in words; `part` is the id of that unit or command, or empty."""

    rule: str
    message: str
    cure: str
    where: str
    part: str = ""


@dataclass(frozen=True, slots=True)
class RosterSheet:
    """A whole army, ready to be shown or printed."""

    title: str
    player: str
    system: str
    system_name: str
    book: str
    book_key: str
    book_note: str
    total: int
    limit: int
    unit: str
    figures: tuple[Figure, ...]
    commands: tuple[CommandCard, ...]
    purchases: tuple[Purchase, ...]
    findings: tuple[Finding, ...]
    tables: tuple[ReferenceTable, ...]
    traits: tuple[Trait, ...]
    sources: tuple[Source, ...]
    notes: str = ""

    @property
    def legal(self) -> bool:
        return not self.findings

    @property
    def units(self) -> int:
        """How many units there are."""
        return sum(len(command.units) for command in self.commands)


@dataclass(frozen=True, slots=True)
class RosterRules:
    """What a rule system offers to show its lists.

    `sheet(army, report)` is the whole roster, `card(book, entry, options)` one unit outside of a list,
    `leader(level)` a leader without a name.
    """

    sheet: Callable[[ArmyList, Report], RosterSheet]
    card: Callable[[Book[Any], str, Sequence[str]], UnitCard]
    leader: Callable[[str], LeaderCard]


def roster_rules(system: str) -> RosterRules:
    """The roster of a rule system: ROSTER in its package; raises LeaguerError for an unknown one."""
    module = f"rulesets.{system}.roster"
    try:
        rules: RosterRules = import_module(module).ROSTER
    except ModuleNotFoundError as error:
        if error.name not in (module, f"rulesets.{system}"):
            raise
        raise LeaguerError(f"{system!r} is no rule system known here", path="system") from error
    return rules


def roster(army: ArmyList, report: Report | None = None) -> RosterSheet:
    """The list with the findings of its judgement, ready to be shown or printed."""
    return roster_rules(army.system).sheet(army, report or check_list(army))


def located(violations: Sequence[Violation], commands: Sequence[CommandCard]) -> Iterator[Finding]:
    """Each violation with the name of the unit or command that it is about, or of the army as a whole."""
    for each in violations:
        where, part = _place(each.path, commands)
        yield Finding(each.rule, each.message, each.cure, where, part)


def _place(path: str, commands: Sequence[CommandCard]) -> tuple[str, str]:
    for command in commands:
        if _within(path, command.path):
            for unit in command.units:
                if _within(path, unit.path):
                    return f"{command.name}: {unit.name or unit.label}", unit.id
            return command.name, command.id
    return "The army", ""


def _within(path: str, part: str) -> bool:
    return path == part or path.startswith(f"{part}.")
