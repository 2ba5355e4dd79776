"""A battle turn by turn from the engine's log, by applying its events once more to a fresh state."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from battles.lines import LogLine, Register, log_line
from rulesets.contract import registry
from rulesets.engine import battle as engine
from rulesets.engine.events import Entry


@dataclass(frozen=True, slots=True)
class TurnMark:
    """A turn in short: its number (0: before the first), how many lines it has, the standing at its end."""

    number: int
    lines: int
    standing: tuple[dict[str, int], ...]


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn in full: its lines, and the state at its end as JSON."""

    number: int
    lines: tuple[LogLine, ...]
    state: dict[str, Any]


def turns_of(battle: engine.Battle) -> Iterator[tuple[TurnMark, Turn]]:
    """Every turn of a battle, in order."""
    system = battle.system
    shown = registry.get(system.slug).presentation
    # A fresh state: the battle's own one stands at its end and cannot go back.
    state = system.core.begin(battle.setup)
    register = Register(battle.setup["sides"], state.to_json())
    for number, entries in by_turn(battle.entries, shown.turn_began):
        for entry in entries:
            entry.event.apply(state)
        lines = tuple(log_line(entry, register, shown) for entry in entries)
        standing = tuple(side.to_json() for side in shown.standing(state))
        yield TurnMark(number, len(lines), standing), Turn(number, lines, engine.seen(state, None))


def by_turn(entries: list[Entry], began: str) -> Iterator[tuple[int, list[Entry]]]:
    """Yield the entries by turn; turn 0 is everything before the first.

    Where each side has a part of a turn, the turn goes on while the event that opens a part names the same.
    """
    starts, last = [], None
    for index, entry in enumerate(entries):
        if began and type(entry.event).kind == began:
            turn = getattr(entry.event, "turn", None)
            if turn is None or turn != last:
                starts.append(index)
            last = turn
    for number, (start, end) in enumerate(pairwise([0, *starts, len(entries)])):
        yield number, entries[start:end]
