"""What keeps the first round from being paired, on a page: each with the way to where it is changed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tournaments.engine.document import Tournament
from tournaments.engine.feasible import impossible
from tournaments.wording import feasible as words

_INDEX = re.compile(r"(players|teams)\[(\d+)\]")


@dataclass(frozen=True, slots=True)
class Obstacle:
    """What cannot be, in a sentence; `way`: where it is changed, below the address of the tournament."""

    path: str
    said: str
    way: str


def obstacles(tournament: Tournament) -> list[Obstacle]:
    """Return what keeps the first round from being paired; nothing while too few are entered, or later."""
    return [] if tournament.rounds else list(_obstacles(tournament))


def _obstacles(tournament: Tournament) -> Iterator[Obstacle]:
    for each in impossible(tournament):
        if each.path in ("players", "teams"):
            continue
        place = next(place for place in words.PLACES if each.path.startswith(place))
        title, way = words.PLACES[place]
        if named := _INDEX.match(each.path):
            title = getattr(tournament, named[1])[int(named[2])].name
            title = words.people_of(title) if each.path != named[0] else title
        yield Obstacle(each.path, words.obstacle(title, each.message), way)
