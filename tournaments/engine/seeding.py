"""Who is seeded before whom, and who comes into which group."""

from __future__ import annotations

import math
from collections.abc import Iterable

from tournaments.engine.document import Player, Tournament
from tournaments.engine.lots import open_lot


def seeded(tournament: Tournament, players: Iterable[Player], *, by_lot: bool = False) -> list[str]:
    """Return players from the best down: by starting number, then rating, then lot; or all by lot."""

    def place(each: Player) -> tuple[float, int, int]:
        drawn = open_lot(tournament, "seeding", each.id)
        return (0, 0, drawn) if by_lot else (each.number or math.inf, -each.rating, drawn)

    return [each.id for each in sorted(players, key=place)]


def snake(seeds: list[str], count: int) -> tuple[tuple[str, ...], ...]:
    """Return `count` groups: the best one to each from the first to the last, the next ones back again."""
    groups: list[list[str]] = [[] for _ in range(count)]
    for at, key in enumerate(seeds):
        lap, place = divmod(at, count)
        groups[count - 1 - place if lap % 2 else place].append(key)
    return tuple(map(tuple, groups))
