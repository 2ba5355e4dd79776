"""A battle told turn by turn: its log lines, the field and the standing at the end of each turn.

It is made from the engine's log by applying the events once more to a fresh state. For a battle that is over
it is made once and kept in the site's cache, a piece for each turn, so that its pages load fast; the cache
may vanish.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from django.core.cache import cache

from battles.lines import LogLine, Register, log_line
from battles.models import Battle
from battles.replay import played
from rulesets.contract import registry
from rulesets.engine import battle as engine
from rulesets.engine.document import Stop
from rulesets.engine.events import Entry

KEEP = 7 * 24 * 3600
FORMAT = 5  # of what is kept: raise it whenever one of the classes below changes


@dataclass(frozen=True, slots=True)
class TurnMark:
    """A turn in short: its number (0: before the first), how many lines it has, the standing at its end."""

    number: int
    lines: int
    standing: tuple[dict[str, int], ...]


@dataclass(frozen=True, slots=True)
class Overview:
    """All turns in short. `same`: the replay gave the hash that was kept; `stop`: why it did not go on."""

    turns: tuple[TurnMark, ...]
    same: bool
    stop: Stop | None

    @property
    def last(self) -> int:
        """The number of the last turn."""
        return self.turns[-1].number


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn in full: its lines, and the state at its end as JSON."""

    number: int
    lines: tuple[LogLine, ...]
    state: dict[str, Any]


def tell(battle: engine.Battle) -> Iterator[tuple[TurnMark, Turn]]:
    """Every turn of a battle, in order."""
    system = battle.system
    shown = registry.get(system.slug).presentation
    state = system.core.begin(battle.setup)
    register = Register(battle.setup["sides"], state.to_json())
    for number, entries in by_turn(battle.entries, shown.turn_began):
        for entry in entries:
            entry.event.apply(state)
        lines = tuple(log_line(entry, register, shown) for entry in entries)
        standing = tuple(side.to_json() for side in shown.standing(state))
        yield TurnMark(number, len(lines), standing), Turn(number, lines, engine.seen(state, None))


def overview(row: Battle) -> Overview:
    """All turns of a battle in short."""
    found = _cached(row, "overview")
    return found if isinstance(found, Overview) else _make(row)[0]


def turn(row: Battle, number: int | None = None) -> tuple[Overview, Turn]:
    """One turn of a battle, the last by default or where there is no such one."""
    whole = _cached(row, "overview")
    if isinstance(whole, Overview):
        found = _cached(row, f"turn-{_within(whole, number)}")
        if isinstance(found, Turn):
            return whole, found
    whole, turns = _make(row)
    return whole, turns[_within(whole, number)]


def _within(whole: Overview, number: int | None) -> int:
    return number if number is not None and 0 <= number <= whole.last else whole.last


def _make(row: Battle) -> tuple[Overview, list[Turn]]:
    with played(row) as found:
        turns = list(tell(found.engine))
        same = found.stop is None and found.engine.hash == row.hash
    whole = Overview(tuple(mark for mark, _ in turns), same, found.stop)
    turns = [each for _, each in turns]
    if row.over:
        cache.set(_key(row, "overview"), whole, KEEP)
        for each in turns:
            cache.set(_key(row, f"turn-{each.number}"), each, KEEP)
    return whole, turns


def _cached(row: Battle, part: str) -> Any:
    return cache.get(_key(row, part)) if row.over else None


def _key(row: Battle, part: str) -> str:
    return f"battle:{FORMAT}:{row.public_id}:{row.hash}:{part}"


def by_turn(entries: list[Entry], began: str) -> Iterator[tuple[int, list[Entry]]]:
    """The entries by turn; turn 0 is everything before the first."""
    starts = [index for index, entry in enumerate(entries) if began and type(entry.event).kind == began]
    for number, (start, end) in enumerate(pairwise([0, *starts, len(entries)])):
        yield number, entries[start:end]
