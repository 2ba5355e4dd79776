"""Players, pairings, results and standings as tables. Players and results can be read again
from their tables.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from tournaments.engine.columns import columns_of, figures
from tournaments.engine.document import Pairing, Result, Tournament
from tournaments.engine.ranking import ranking
from tournaments.engine.scoring import scored
from tournaments.engine.settings import Scoring
from tournaments.engine.terms import Table
from tournaments.tables.sheets import Cell, Rows
from tournaments.wording import tables as words
from tournaments.wording import tiebreaks as names


def players(tournament: Tournament) -> Rows:
    """Return all players, a row each, with both people of doubles."""
    pairs = any(each.people for each in tournament.players)
    rows = [
        (each.id, each.name, each.club, each.nation, each.team, each.allegiance, each.book,
         each.rating or None, *((*each.people, "", "")[:2] if pairs else ()))
        for each in tournament.players
    ]  # fmt: skip
    return [(*words.PLAYERS, *(words.PEOPLE if pairs else ())), *rows]


def pairings(tournament: Tournament) -> Rows:
    """Return who plays whom at which table in every round; a bye is a row with one player."""
    rows: list[Sequence[Cell]] = []
    people = {each.id: each.name for each in tournament.players}
    for number, found in enumerate(tournament.rounds, 1):
        for each in sorted(found.pairings, key=lambda each: each.table):
            first, second = (people[key] for key in each.players)
            rows.append((number, each.table or None, first, second, each.scenario))
        rows += [(number, None, people[each.player], words.BYES[each.kind], "") for each in found.byes]
    return [words.PAIRINGS, *rows]


def results(tournament: Tournament) -> Rows:
    """Return the tables of every published round with their results, as far as they count, and the match
    points that both have of them; what is beside the scores only if any result has it.
    """
    people = {each.id: each.name for each in tournament.players}
    tables = [
        (number, each)
        for number, found in enumerate(tournament.rounds, 1) if found.published
        for each in sorted(found.pairings, key=lambda each: each.table)
    ]  # fmt: skip
    there = [each.result for _, each in tables if each.result is not None]
    beside = [field for field in words.BESIDE if any(getattr(each, field) is not None for each in there)]
    heads = [head for field in beside for head in words.BESIDE[field]]
    rows = [
        (number, each.table or None, *_result(each, people, tournament.settings.scoring),
         *(cell for field in beside for cell in _beside(each.result, field)))
        for number, each in tables
    ]  # fmt: skip
    return [(*words.RESULTS, *heads), *rows]


def _result(pairing: Pairing, people: Mapping[str, str], scoring: Scoring) -> Iterator[Cell]:
    first, second = (people[key] for key in pairing.players)
    found = pairing.result
    if found is None:
        yield from (first, None, None, second, None, None, "")
        return
    scores = map(_plain, found.scores) if found.played else (None, None)
    worth = scored(found, scoring)
    yield from (first, *scores, second, *(_number(each) for each in worth.points))
    yield words.NO_SHOW if found.forfeit else worth.level


def _beside(result: Result | None, field: str) -> Sequence[Cell]:
    """Return what a result has in a field, as it is read again: both figures, or a word."""
    value: Any = getattr(result, field, None)
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    pair = len(words.BESIDE[field]) > 1
    return [None, None] if pair else [words.SIDES.get(value, value)]


def _plain(value: float) -> int | float:
    return int(value) if value == int(value) else value


def standings(tournament: Tournament) -> Rows:
    """Return who stands where, with the figures of every tie-break but the lot."""
    found = ranking(tournament)
    columns = columns_of(tournament.settings)
    table = Table(tournament, {each.player.id: list(each.games) for each in found.places})
    rows = [
        (each.rank, each.player.name, each.player.team, each.player.club, each.player.book,
         _number(each.points), *map(_number, figures(each, columns, table)))
        for each in found.places
    ]  # fmt: skip
    return [(*words.STANDINGS, *(names.name(how) for _, how in columns)), *rows]


def _number(value: Fraction | None) -> int | float | None:
    if value is None:
        return None
    return value.numerator if value.denominator == 1 else round(float(value), 4)


ALL: Mapping[str, Callable[[Tournament], Rows]] = {
    "players": players,
    "pairings": pairings,
    "results": results,
    "standings": standings,
}
"""All tables, by their names in addresses."""
