"""A battle turn by turn: its log lines, the field and the standing at the end of each turn.

For a battle that is over it is made once and stored in the site's cache, a piece for each turn, so that its
pages load fast; the cache may vanish.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.core.cache import cache

from battles.models import Battle
from battles.replay import played
from battles.turns import Turn, TurnMark, turns_of
from rulesets.engine.document import Stop

KEEP = 7 * 24 * 3600
FORMAT = 5  # of what is saved: raise it whenever one of the classes in it changes


@dataclass(frozen=True, slots=True)
class Overview:
    """All turns in short. `same`: the replay gave the hash that was saved; `stop`: why it did not go on."""

    turns: tuple[TurnMark, ...]
    same: bool
    stop: Stop | None

    @property
    def last(self) -> int:
        """The number of the last turn."""
        return self.turns[-1].number


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
        every = list(turns_of(found.engine))
        same = found.stop is None and found.engine.hash == row.hash
    whole = Overview(tuple(mark for mark, _ in every), same, found.stop)
    turns = [each for _, each in every]
    # Only what can no longer change is cached; a battle that goes on is already in memory.
    if row.over:
        cache.set(_key(row, "overview"), whole, KEEP)
        for each in turns:
            cache.set(_key(row, f"turn-{each.number}"), each, KEEP)
    return whole, turns


def _cached(row: Battle, part: str) -> Any:
    return cache.get(_key(row, part)) if row.over else None


def _key(row: Battle, part: str) -> str:
    # The hash is in the key: after an undo or new rules nothing old is found.
    return f"battle:{FORMAT}:{row.public_id}:{row.hash}:{part}"
