"""The log beside the board: its newest lines, what has happened since a choice, and what a choice was.

All of it is read from the log: nothing is applied or replayed.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from battles.lines import LogLine, Register, log_line, without_repeats
from battles.models import NEVER, Battle
from battles.turns import by_turn
from rulesets.contract import registry
from rulesets.contract.board import Board
from rulesets.contract.presentation import Presentation
from rulesets.engine import battle as engine
from rulesets.engine.events import Entry

NEWEST = 40
SEEN = 6
"""So many lines since a choice stand open, those before them are folded."""
MOST = 60


@dataclass(frozen=True, slots=True)
class TurnLines:
    """Lines of one turn (0: before the first), the newest first."""

    turn: int
    lines: tuple[LogLine, ...]


@dataclass(frozen=True, slots=True)
class Since:
    """Lines in their order: the newest, and those folded before them; `more`: the log has others yet,
    `whole`: they are shown from the beginning, for there was no choice yet.
    """

    earlier: tuple[LogLine, ...]
    lines: tuple[LogLine, ...]
    more: bool
    whole: bool


def newest(entries: list[Entry], register: Register, shown: Presentation) -> list[TurnLines]:
    """Return the last lines of a log by turn, the newest first."""
    found, left = [], NEWEST
    # From the whole log: only there it shows whether a turn that the last lines begin in is still the same.
    for turn, run in reversed(list(by_turn(entries, shown.turn_began))):
        if left <= 0:
            break
        last = run[-left:]
        left -= len(last)
        if last:
            lines = without_repeats(log_line(each, register, shown) for each in reversed(last))
            found.append(TurnLines(turn, tuple(lines)))
    return found


def initiative(entries: Sequence[Entry], register: Register, shown: Presentation) -> LogLine | None:
    """Return the line that says who has the initiative; None before it is decided in a turn."""
    for entry in reversed(entries):
        kind = type(entry.event).kind
        if kind == shown.initiative:
            return log_line(entry, register, shown)
        if kind == shown.turn_began:
            break
    return None


def last_choice(row: Battle, battle: engine.Battle, sides: Collection[int]) -> int | None:
    """Return the place among the choices of the last one made for one of `sides`; None if there is none.

    What was declined for a side that is never asked is no choice of its.
    """
    known = registry.get(row.system).board
    for place in range(len(battle.choices) - 1, -1, -1):
        made = battle.choices[place]
        unasked = row.reactions[made.side] == NEVER and declines(made, known)
        if made.side in sides and not unasked:
            return place
    return None


def declines(made: engine.Made, board: Board | None) -> bool:
    """Return whether a choice was not to react."""
    return board is not None and made.choice == board.reactions.get(made.decision)


def since(battle: engine.Battle, register: Register, shown: Presentation, last: int | None) -> Since | None:
    """Return what the choice at the place `last` brought and what followed; None if nothing happened.

    Without a choice (None) that is the whole battle.
    """
    start = 0 if last is None else battle.choices[last].at
    first = max(start, len(battle.entries) - MOST)
    lines = without_repeats(log_line(entry, register, shown) for entry in battle.entries[first:])
    if not lines:
        return None
    return Since(tuple(lines[:-SEEN]), tuple(lines[-SEEN:]), first > start, last is None)


def what_was_chosen(
    battle: engine.Battle, place: int, register: Register, shown: Presentation
) -> LogLine | None:
    """Return the first line that came of a choice; None if none did."""
    choices = battle.choices
    if place >= len(choices):
        return None
    end = choices[place + 1].at if place + 1 < len(choices) else len(battle.entries)
    entries = battle.entries[choices[place].at : end]
    return next(iter(without_repeats(log_line(entry, register, shown) for entry in entries)), None)
