"""Who stands where in a league, and what is to be told of a player: record, opponents, armies."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import groupby

from tournaments.engine.league import Event, Finish, League, LeagueSettings, Person
from tournaments.engine.ratings import Rating, ratings


@dataclass(frozen=True, slots=True)
class Counted:
    """What an event brought somebody; `counts`: whether it is one of their best."""

    event: Event
    rank: int
    points: Fraction
    counts: bool = True


@dataclass(frozen=True, slots=True)
class LeagueStanding:
    """Somebody's place in a league: their total, what each event brought, their rating."""

    rank: int
    person: Person
    total: Fraction
    results: tuple[Counted, ...]
    rating: Rating


@dataclass(slots=True)
class Record:
    """Battles won, drawn and lost."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def battles(self) -> int:
        """How many there were."""
        return self.won + self.drawn + self.lost

    def add(self, winner: object, side: int) -> None:
        """Count a battle that a side fought."""
        if winner == "draw":
            self.drawn += 1
        elif winner == side:
            self.won += 1
        else:
            self.lost += 1


@dataclass(frozen=True, slots=True)
class Profile:
    """A player of a league: the record in all, against each opponent and with each army book; the results of
    events; the rating.
    """

    person: Person
    record: Record
    opponents: Mapping[str, Record]
    books: Mapping[str, Record]
    results: tuple[Counted, ...]
    rating: Rating


@dataclass(slots=True)
class _Tally:
    record: Record = field(default_factory=Record)
    opponents: dict[str, Record] = field(default_factory=lambda: defaultdict(Record))
    books: dict[str, Record] = field(default_factory=lambda: defaultdict(Record))


def league_standings(league: League, season: str | None = None) -> tuple[LeagueStanding, ...]:
    """Return the standings of a season, or of all; whoever was in no event of it is left out.

    Equal totals are parted by the best result, the second best and so on, else the place is shared. Ratings
    are those after the season, from all battles up to then.
    """
    events = league.of_season(season)
    rated = ratings(league, _until(league, events))
    results = {
        each.id: _best(tuple(_results(each.id, events, league.settings)), league.settings.best)
        for each in league.people
    }
    rows = [(each, results[each.id]) for each in league.people if results[each.id]]
    ordered = sorted(rows, key=lambda row: (_worth(row[1]), row[0].name, row[0].id))
    found: list[LeagueStanding] = []
    for _, level in groupby(ordered, key=lambda row: _worth(row[1])):
        rank = len(found) + 1
        found += [LeagueStanding(rank, who, _total(own), own, rated[who.id]) for who, own in level]
    return tuple(found)


def profile(league: League, person: str) -> Profile:
    """Return a player of a league, from all its events; raises KeyError for somebody who is not in it."""
    who = {each.id: each for each in league.people}[person]
    events, tally = league.of_season(None), _Tally()
    for event in events:
        for battle in event.battles:
            for side in (0, 1):
                if person in battle.sides[side]:
                    tally.record.add(battle.winner, side)
                    tally.books[battle.books[side]].add(battle.winner, side)
                    for other in battle.sides[1 - side]:
                        tally.opponents[other].add(battle.winner, side)
    results = _best(tuple(_results(person, events, league.settings)), league.settings.best)
    rating = ratings(league, events)[person]
    return Profile(who, tally.record, dict(tally.opponents), dict(tally.books), results, rating)


def _until(league: League, events: Sequence[Event]) -> Sequence[Event]:
    """Return the events up to the last of some: ratings do not begin anew each season."""
    last = max((each.date for each in events), default=None)
    return [each for each in league.of_season(None) if last is not None and each.date <= last]


def _results(person: str, events: Sequence[Event], settings: LeagueSettings) -> Iterator[Counted]:
    for event in events:
        for place in event.places:
            if person in place.people:
                yield Counted(event, place.rank, _points(place, event, settings))


def _points(place: Finish, event: Event, settings: LeagueSettings) -> Fraction:
    """Return what a place counts for the league."""
    if settings.counts == "places":
        table = settings.places
        return Fraction(table[place.rank - 1]) if place.rank <= len(table) else Fraction(0)
    own = Fraction(place.points)
    if settings.counts == "points":
        return own
    most = max(Fraction(each.points) for each in event.places)
    return 100 * own / most if most > 0 else Fraction(0)


def _best(results: tuple[Counted, ...], most: int) -> tuple[Counted, ...]:
    """Return results with those marked that do not count; of equal ones the earlier count."""
    ordered = sorted(range(len(results)), key=lambda at: -results[at].points)
    counted = set(ordered[: most or len(results)])
    return tuple(
        Counted(each.event, each.rank, each.points, at in counted) for at, each in enumerate(results)
    )


def _total(results: Sequence[Counted]) -> Fraction:
    return sum((each.points for each in results if each.counts), Fraction(0))


def _worth(results: Sequence[Counted]) -> tuple[Fraction, ...]:
    """Return what players are ranked by, the least first: the total, then the results from the best down."""
    best = sorted(-each.points for each in results if each.counts and each.points)
    return -_total(results), *best
