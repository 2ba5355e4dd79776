"""The same roster laid out otherwise: as a table, a row for each unit, and as a summary on one page.

Both are made from the `RosterSheet` that every system gives, so that no system has to know of them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rulesets.engine.cards import Figure
from rulesets.engine.roster import CommandCard, RosterSheet, UnitCard

LAYOUTS = {"cards": "Cards", "table": "Table", "summary": "Summary"}
"""What a roster may look like, by the key that addresses and commands use; the first is the usual one."""


def layout_named(name: str) -> str:
    """Return the layout of that key, the usual one for anything else."""
    return name if name in LAYOUTS else next(iter(LAYOUTS))


@dataclass(frozen=True, slots=True)
class TableRow:
    """A unit, or several alike, in a table. `figures` stand under its columns; None where it has none such.

    `arms`: weapons, special rules and options in words. `points`: what they cost together.
    """

    card: UnitCard
    number: int
    figures: tuple[Figure | None, ...]
    arms: str
    points: int


@dataclass(frozen=True, slots=True)
class CommandTable:
    """A command with its units in rows under common columns; `boxes`: some of them have losses to tick."""

    command: CommandCard
    columns: tuple[Figure, ...]
    rows: tuple[TableRow, ...]
    boxes: bool


def tables(sheet: RosterSheet) -> tuple[CommandTable, ...]:
    """Return each command with a row for each unit, those who lead it first."""
    return tuple(_table(command, [[card] for card in _cards(command)]) for command in sheet.commands)


def summary(sheet: RosterSheet) -> tuple[CommandTable, ...]:
    """Return each command with a row for all units that are alike."""
    return tuple(_table(command, _alike(_cards(command))) for command in sheet.commands)


def _cards(command: CommandCard) -> tuple[UnitCard, ...]:
    return (*command.commanders, *command.units)


def _alike(cards: Iterable[UnitCard]) -> list[list[UnitCard]]:
    """Return the units that are alike together; a name sets one apart. What they cost does not: in a list
    built from cards the first of them may be free.
    """
    found: defaultdict[object, list[UnitCard]] = defaultdict(list)
    for card in cards:
        key = card.id if card.name else (card.label, card.option_ids, card.boxes, card.bearing, card.free)
        found[key].append(card)
    return list(found.values())


def _table(command: CommandCard, alike: Sequence[Sequence[UnitCard]]) -> CommandTable:
    columns = {figure.label: figure for cards in alike for figure in cards[0].figures}
    rows = []
    for cards in alike:
        card = cards[0]
        own = {figure.label: figure for figure in card.figures}
        figures = tuple(own.get(label) for label in columns)
        rows.append(TableRow(card, len(cards), figures, _arms(card), sum(each.points for each in cards)))
    return CommandTable(command, tuple(columns.values()), tuple(rows), any(row.card.boxes for row in rows))


def _arms(card: UnitCard) -> str:
    shown = (*(each.name for each in (*card.weapons, *card.traits)), *card.other_options)
    return ", ".join([*([card.size] if card.size else []), *([card.bearing] if card.bearing else []), *shown])
