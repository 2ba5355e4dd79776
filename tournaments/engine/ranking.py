"""Who stands where, in a tournament of any kind.

Of a knock-out, whoever came further stands before; those put out in the same round share their place. Of
groups, those in the knock-out stand before all others, who follow by their place in their group and points.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Mapping
from dataclasses import replace
from itertools import groupby

from tournaments.engine import groups, knockout
from tournaments.engine.bracket import reached
from tournaments.engine.document import Tournament
from tournaments.engine.kinds import KNOCKOUTS
from tournaments.engine.rounds import second_line
from tournaments.engine.standings import Standing, Standings, standings
from tournaments.engine.teams import as_players


def ranking(tournament: Tournament, after: int | None = None) -> Standings:
    """Return the standings after the round of a number, else the last; of teams where teams play."""
    past = tournament if after is None else tournament.up_to(after)
    if past.settings.teams is not None:
        return ranking(as_players(past))
    found = standings(past)
    if not past.rounds:
        return found
    if past.settings.kind in KNOCKOUTS:
        came = reached(knockout.battles(past, knockout.line_of(past)))
        return _ranked(found, lambda each: -came.get(each.player.id, -math.inf))
    return _after_groups(past, found) if past.settings.kind == "groups" else found


def _after_groups(past: Tournament, found: Standings) -> Standings:
    before = groups.rounds_in_groups(past)
    came: Mapping[str, float] = {}
    if len(past.rounds) > before:
        came = reached(knockout.battles(past, second_line(past, before), before))
    place = {each.player.id: each.rank for own in groups.group_standings(past) for each in own}
    last = math.inf  # somebody who came when the groups had been drawn

    def key(each: Standing) -> tuple[float, float, int]:
        if each.player.id in came:
            return -came[each.player.id], 0, 0
        return math.inf, place.get(each.player.id, last), each.rank

    return _ranked(found, key)


def _ranked(found: Standings, key: Callable[[Standing], Hashable]) -> Standings:
    """Return standings in another order; who has the same key shares a place."""
    places: list[Standing] = []
    ordered = sorted(found.places, key=key)  # type: ignore[arg-type]
    for _, level in groupby(ordered, key=key):
        rank = len(places) + 1
        places += [replace(each, rank=rank, values=()) for each in level]
    return replace(found, places=tuple(places))
