"""The newest lines of the log, told from the log's end: nothing is applied or replayed for them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from battles.lines import LogLine, Register, log_line, without_repeats
from rulesets.contract.presentation import Presentation
from rulesets.engine.events import Entry

NEWEST = 40


@dataclass(frozen=True, slots=True)
class TurnLines:
    """Lines of one turn (0: before the first), the newest first."""

    turn: int
    lines: tuple[LogLine, ...]


def newest(
    entries: list[Entry], turn: int, register: Register, showing: Presentation, count: int = NEWEST
) -> list[TurnLines]:
    """The last `count` lines of a log that has come to a turn, by turn, the newest first."""
    found: list[TurnLines] = []
    for run in _by_turn(entries[-count:] if count else [], showing.turn_began):
        lines = without_repeats(log_line(entry, register, showing) for entry in run)
        found.append(TurnLines(turn - len(found), tuple(lines)))
    return found


def _by_turn(entries: list[Entry], began: str) -> Iterator[list[Entry]]:
    """Entries from the last backwards, cut before each one that opens a turn."""
    run: list[Entry] = []
    for entry in reversed(entries):
        run.append(entry)
        if began and type(entry.event).kind == began:
            yield run
            run = []
    if run:
        yield run
