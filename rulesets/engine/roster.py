"""A roster as dataclasses that know no page and no paper: what a list is, ready to be shown or printed.

A rule system fills them in its own `roster` module, whose `ROSTER` holds its two entry points; every figure
comes with its long name, and with a mark where its value was reconstructed. `roster_sheet` and
`command_cards` fill in what every system says alike.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rulesets.engine.books import Book, Provenance
from rulesets.engine.cards import CardRules, Figure, Trait
from rulesets.engine.lists import (
    ArmyList,
    ListCommand,
    ListLeader,
    ListRules,
    ListUnit,
    Report,
    Violation,
)
from rulesets.engine.wording.lists import unnamed_list


@dataclass(frozen=True, slots=True)
class UnitCard:
    """A unit as it stands on the table.

    `boxes` are the losses it can take; the one numbered `exhausted_by` (0: none) is the loss that exhausts
    it. `box_rows` names the rows of boxes where there is more than one to tick, `half_rows` those of them
    whose boxes count half, `states` are what else is ticked at the table. `free`: it has no price of its own.
    `size` and `bearing` say how large it is and what some of it bears, where units of one kind differ;
    `size_marked`: no source gives its size. `sources` says in sentences which of its values are not as
    printed.
    """

    id: str
    path: str
    entry: str
    name: str
    label: str
    sign: str
    kind: str
    points: int
    points_marked: bool = False
    figures: tuple[Figure, ...] = ()
    weapons: tuple[Trait, ...] = ()
    traits: tuple[Trait, ...] = ()
    options: tuple[str, ...] = ()
    option_ids: tuple[str, ...] = ()
    boxes: int = 0
    exhausted_by: int = 0
    sources: tuple[str, ...] = ()
    findings: tuple[Violation, ...] = ()
    known: bool = True
    box_rows: tuple[str, ...] = ()
    half_rows: tuple[str, ...] = ()
    states: tuple[str, ...] = ()
    free: bool = False
    size: str = ""
    bearing: str = ""
    size_marked: bool = False

    @property
    def other_options(self) -> tuple[str, ...]:
        """The options it takes that are not among its weapons and special characteristics already."""
        shown = {trait.name for trait in (*self.weapons, *self.traits)}
        return tuple(option for option in self.options if option not in shown)


@dataclass(frozen=True, slots=True)
class LeaderCard:
    """Who leads a command. `points`: None where leaders have no price."""

    name: str
    level: str
    chief: bool
    points: int | None
    figures: tuple[Figure, ...]


@dataclass(frozen=True, slots=True)
class CommandCard:
    """A command with its leader and units. `place` counts from 1.

    `commanders`: those who lead it, where a list counts them among its units. `note` says what it is built
    from, `hints` (each with its rule) what may be done with its units. `tally`: what is counted for it at the
    table, and up to what number; `tally_marked`: that number rests on values that no source gives.
    """

    id: str
    path: str
    place: int
    name: str
    leader: LeaderCard | None
    figures: tuple[Figure, ...]
    units: tuple[UnitCard, ...]
    findings: tuple[Violation, ...] = ()
    commanders: tuple[UnitCard, ...] = ()
    note: str = ""
    hints: tuple[tuple[str, str], ...] = ()
    tally: tuple[str, int] | None = None
    tally_marked: bool = False


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
class SheetPage:
    """One page of a play sheet: its title, and the tables on it in their order."""

    title: str
    tables: tuple[ReferenceTable, ...]


@dataclass(frozen=True, slots=True)
class SumLine:
    """One part of a sum: what it is for, how much, by which rule; `marked`: no source gives it."""

    label: str
    value: int
    rule: str = ""
    marked: bool = False


@dataclass(frozen=True, slots=True)
class Sum:
    """A figure of the whole army, explained line by line. `label` is its short name, `title` the long one."""

    label: str
    title: str
    total: int
    rule: str
    lines: tuple[SumLine, ...]

    @property
    def marked(self) -> bool:
        """True if a part of it is."""
        return any(line.marked for line in self.lines)


@dataclass(frozen=True, slots=True)
class LossBand:
    """A band of losses: its limits in words, a box for each loss in it, what it brings either player, if
    anything."""

    name: str
    span: str
    boxes: int
    own: str = ""
    enemy: str = ""


@dataclass(frozen=True, slots=True)
class LossChart:
    """What losses cost the whole army, ready to be ticked."""

    title: str
    rule: str
    bands: tuple[LossBand, ...]
    note: str = ""

    @property
    def scored(self) -> bool:
        """True if losses bring a player points."""
        return any(band.own or band.enemy for band in self.bands)


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
class RosterWords:
    """How the lists of a system are spoken of.

    `total`: the heading over what a list costs. `command`: what the units under one commander are called
    together. `no_leader`: said of such a part that nobody leads; empty where the list knows no leaders.
    `by_command`: short and long name of the first figure of each command. `compared`: the figures of a
    report, as label and key, by which two versions of a list are compared. `fight`: what is done with it.
    `leader`: what leaders are called. `extras`: what a list says of the whole army. `shortened`: short words
    and what they stand for.
    """

    total: str = "Points"
    command: str = "command"
    no_leader: str = ""
    by_command: tuple[str, str] | None = None
    compared: tuple[tuple[str, str], ...] = ()
    fight: str = "Fight with this list"
    leader: str = "Leader"
    extras: str = "Purchases"
    shortened: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class RosterSheet:
    """A whole army, ready to be shown or printed.

    `limit` is 0 where none was agreed. `sums` explain figures of the army, `losses` says what losses cost it.
    `remarks` are what a player should know though it is legal. `total_marked`: prices in it are ours.
    """

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
    purchases: tuple[Purchase, ...] = ()
    findings: tuple[Finding, ...] = ()
    tables: tuple[ReferenceTable, ...] = ()
    traits: tuple[Trait, ...] = ()
    sources: tuple[Source, ...] = ()
    notes: str = ""
    words: RosterWords = RosterWords()
    sums: tuple[Sum, ...] = ()
    losses: LossChart | None = None
    remarks: tuple[Finding, ...] = ()
    total_marked: bool = False

    @property
    def over(self) -> bool:
        """True if the army costs more than was agreed."""
        return bool(self.limit) and self.total > self.limit

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
    `leader(level)` a leader without a name. `words`: how its lists are spoken of. `sizes`: the usual sizes
    of an army, in points and in words, the one in the middle the most usual; none where a list needs none.
    `cards`: how lists are built, where they are built from cards. `play_sheet(armies)`: what armies that
    meet need at the table, as the front and the back of one sheet of paper; None where there is none.
    """

    sheet: Callable[[ArmyList, Report], RosterSheet]
    card: Callable[[Book[Any], str, Sequence[str]], UnitCard]
    leader: Callable[[str], LeaderCard] = lambda level: LeaderCard("", level, False, None, ())
    words: RosterWords = RosterWords()
    sizes: tuple[tuple[int, str], ...] = ()
    cards: CardRules | None = None
    play_sheet: Callable[[Sequence[ArmyList]], tuple[SheetPage, SheetPage]] | None = None


class Findings:
    """The violations of a report, handed out to the parts they are about; each goes to one part alone."""

    def __init__(self, violations: Sequence[Violation]) -> None:
        self._open = list(violations)

    def at(self, path: str) -> tuple[Violation, ...]:
        """Return those about the part at `path` and what is in it, as far as nobody has taken them."""
        mine = tuple(each for each in self._open if _within(each.path, path))
        self._open = [each for each in self._open if each not in mine]
        return mine


def unknown_card(
    unit: ListUnit, path: str, findings: tuple[Violation, ...] = (), *, free: bool = False
) -> UnitCard:
    """Return the card of a unit whose entry the book does not have. `free`: as that of UnitCard."""
    return UnitCard(
        id=unit.id,
        path=path,
        entry=unit.entry,
        name=unit.name,
        label=unit.entry,
        sign="camp",
        kind="Not in the book",
        points=0,
        options=unit.options,
        option_ids=unit.options,
        findings=findings,
        known=False,
        free=free,
    )


def command_cards(
    army: ArmyList,
    book: Book[Any],
    report: Report,
    card: Callable[[Book[Any], str, Sequence[str]], UnitCard],
    leader: Callable[[ListLeader], LeaderCard] | None = None,
    figures: Callable[[ListCommand, Sequence[UnitCard]], Iterable[Figure]] = lambda _command, _units: (),
    one: str = "Command",
) -> tuple[CommandCard, ...]:
    """Return the commands of a list, each called `one` with its number if it has no name, with their
    findings.

    `card` makes a unit (as RosterRules have it), `leader` who leads, `figures` those of a command.
    """
    findings, cards = Findings(report.violations), []
    for i, command in enumerate(army.commands):
        path, units = f"commands[{i}]", []
        for j, unit in enumerate(command.units):
            at = f"{path}.units[{j}]"
            mine = findings.at(at)
            if unit.entry in book.entry_by_id:
                made = card(book, unit.entry, unit.options)
                units.append(replace(made, id=unit.id, path=at, name=unit.name, findings=mine))
            else:
                units.append(unknown_card(unit, at, mine))
        led = leader(command.leader) if leader and command.leader else None
        name, shown = command.name or f"{one} {i + 1}", tuple(figures(command, units))
        cards.append(CommandCard(command.id, path, i + 1, name, led, shown, tuple(units), findings.at(path)))
    return tuple(cards)


def roster_sheet(
    rules: ListRules, army: ArmyList, report: Report, commands: Sequence[CommandCard], **parts: Any
) -> RosterSheet:
    """Return the whole roster; `parts` are fields of it that a system fills in."""
    book = rules.book_of(army)
    common = {
        "title": army.name or unnamed_list(book.name, report.total, report.unit),
        "player": army.player, "system": army.system,
        "system_name": rules.name, "book": book.name, "book_key": book.key, "book_note": book.about,
        "total": report.total, "limit": report.limit, "unit": report.unit, "notes": army.notes,
        "commands": tuple(commands), "findings": tuple(located(report.violations, commands)),
        "remarks": tuple(located(report.remarks, commands)), "figures": (),
    }  # fmt: skip
    return RosterSheet(**{**common, **parts})


def sources(
    army: ArmyList, book: Book[Any], sentences: Callable[[Provenance], Iterable[str]]
) -> tuple[Source, ...]:
    """Return which values of the book and of every entry and option in use are not as printed, each named
    once.
    """
    rows = {book.key: (book.name, book.provenance)}
    for unit in army.units():
        if entry := book.entry_by_id.get(unit.entry):
            rows.setdefault(entry.id, (entry.label, entry.provenance))
            for option in book.taken(unit.entry, unit.options):
                rows.setdefault(option.id, (f"{entry.label}, {option.name}", option.provenance))
    return tuple(Source(about, words) for about, row in rows.values() for words in sentences(row))


def located(violations: Sequence[Violation], commands: Sequence[CommandCard]) -> Iterator[Finding]:
    """Yield each violation with the name of the unit, command or army that it is about."""
    for each in violations:
        where, part = _place(each.path, commands)
        yield Finding(each.rule, each.message, each.cure, where, part)


def _place(path: str, commands: Sequence[CommandCard]) -> tuple[str, str]:
    for command in commands:
        if _within(path, command.path):
            for unit in (*command.commanders, *command.units):
                if _within(path, unit.path):
                    return f"{command.name}: {unit.name or unit.label}", unit.id
            return command.name, command.id
    return "The army", ""


def _within(path: str, part: str) -> bool:
    return path == part or path.startswith(f"{part}.")
