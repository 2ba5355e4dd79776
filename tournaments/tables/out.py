"""Players, pairings, results and standings as tables. Headings of players are those that are read again."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction

from tournaments.engine.columns import columns_of, figures
from tournaments.engine.document import Pairing, Tournament
from tournaments.engine.ranking import ranking
from tournaments.engine.scoring import scored
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
    """Return every result that counts, with the match points that both have of it."""
    people = {each.id: each.name for each in tournament.players}
    rows = [
        (number, each.table or None, *_result(each, people, tournament))
        for number, found in enumerate(tournament.rounds, 1)
        for each in sorted(found.pairings, key=lambda each: each.table)
        if each.result is not None
    ]
    return [words.RESULTS, *rows]


def _result(pairing: Pairing, people: Mapping[str, str], tournament: Tournament) -> Iterator[Cell]:
    assert pairing.result is not None
    first, second = (people[key] for key in pairing.players)
    scores = pairing.result.scores if pairing.result.played else (None, None)
    worth = scored(pairing.result, tournament.settings.scoring)
    yield from (first, *scores, second, *(_number(each) for each in worth.points))
    yield words.NO_SHOW if pairing.result.forfeit else worth.level


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
