"""Tie-breaks as columns of standings: also those that were not needed to part a player from others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from tournaments.engine.settings import Settings, TieBreak
from tournaments.engine.standings import Standing
from tournaments.engine.terms import Table
from tournaments.engine.tiebreaks import values_of


def columns_of(settings: Settings) -> list[tuple[int, TieBreak]]:
    """Return the tie-breaks that have figures for readers, each with its place among all of them. A lot has
    none.
    """
    return [(at, each) for at, each in enumerate(settings.tiebreaks) if each.by != "lot"]


def figures(
    place: Standing, columns: Iterable[tuple[int, TieBreak]], table: Table
) -> Iterator[Fraction | None]:
    """Yield a player's figure in each column: None for a direct encounter that was not needed, for it is one
    with those who are level.
    """
    for at, how in columns:
        if at < len(place.values):
            value = place.values[at].value
        elif how.by == "direct":
            yield None
            continue
        else:
            value = values_of(how, [place.player.id], table)[place.player.id].value
        yield -value if how.by.endswith("_against") else value
