"""Leagues on a page: the table of a season, and a player of a league."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString

from battles.chart import Line, line_chart
from rulesets.engine.svg import COLOURS
from tournaments.engine.league import Event, League, Person
from tournaments.engine.ratings import Rating, courses
from tournaments.engine.season import Counted, LeagueStanding, Profile, Record, league_standings, profile
from tournaments.wording import leaguepages as words
from tournaments.wording.commands import points


@dataclass(frozen=True, slots=True)
class Cell:
    """What an event brought somebody: points, place, and whether it is one of their best."""

    points: str
    rank: int
    counts: bool


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a league's table; a cell for each event, None where they were not."""

    rank: int
    person: Person
    total: str
    cells: tuple[Cell | None, ...]
    rating: Rating


@dataclass(frozen=True, slots=True)
class Against:
    """A record against an opponent, or with an army book."""

    key: str
    name: str
    record: Record


@dataclass(frozen=True, slots=True)
class Sheet:
    """A player's page: profile, results by event, opponents, army books and the chart of their rating."""

    profile: Profile
    results: tuple[tuple[Event, Cell], ...]
    opponents: tuple[Against, ...]
    books: tuple[Against, ...]
    chart: SafeString
    rated: tuple[tuple[int, Event, int], ...]


def seasons(league: League) -> list[str]:
    """Return the seasons of a league, the newest first."""
    events = league.of_season(None)
    return list(dict.fromkeys(each.season for each in reversed(events) if each.season))


def table(league: League, season: str | None) -> tuple[tuple[Event, ...], tuple[Row, ...]]:
    """Return the events of a season that brought places, and the table over them."""
    events = tuple(each for each in league.of_season(season) if each.places)
    return events, tuple(_row(each, events) for each in league_standings(league, season))


def _row(standing: LeagueStanding, events: Sequence[Event]) -> Row:
    results = {id(each.event): _cell(each) for each in standing.results}
    cells = tuple(results.get(id(each)) for each in events)
    return Row(standing.rank, standing.person, points(standing.total), cells, standing.rating)


def _cell(found: Counted) -> Cell:
    return Cell(points(found.points), found.rank, found.counts)


def sheet(league: League, person: str) -> Sheet:
    """Return a player of a league for their page; raises KeyError for somebody who is not in it."""
    found = profile(league, person)
    names = {each.id: each.name for each in league.people}
    opponents = _against({key: (names[key], each) for key, each in found.opponents.items()})
    books = _against({key: (key, each) for key, each in found.books.items() if key})
    course = tuple(_course(league, person))
    return Sheet(
        found, tuple((each.event, _cell(each)) for each in found.results), opponents, books,
        _chart(found.person, [value for *_, value in course], [number for number, *_ in course]), course,
    )  # fmt: skip


def _against(records: Mapping[str, tuple[str, Record]]) -> tuple[Against, ...]:
    found = (Against(key, name, each) for key, (name, each) in records.items())
    return tuple(sorted(found, key=lambda each: (-each.record.battles, each.name, each.key)))


def _course(league: League, person: str) -> Iterator[tuple[int, Event, int]]:
    """Yield the number of each event in which somebody fought, the event, and their rating after it."""
    events = league.of_season(None)
    before = 0
    for number, (event, rated) in enumerate(zip(events, courses(league, events), strict=True), 1):
        if rated[person].battles > before:
            before = rated[person].battles
            yield number, event, rated[person].value


def _chart(who: Person, values: Sequence[int], numbers: Sequence[int]) -> SafeString:
    line = Line(who.name, COLOURS[0], tuple(float(each) for each in values))
    title = words.RATING_OVER_TIME.format(name=who.name)
    return line_chart(title, numbers, [line], axis=words.EVENT, from_zero=False)
