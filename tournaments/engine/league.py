"""A league: many events, their places and battles, and what counts of them. `{"format": "leaguer-league"}`.

The document holds of each event what the league needs, so that it stands for itself; `event_of` makes that of
a tournament.
"""

from __future__ import annotations

import datetime
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal, TypeVar

from pydantic import Field, ValidationError

from rulesets.engine.errors import Fault, FaultyDocumentError, fault_of
from rulesets.engine.jsontext import read_json
from tournaments.engine.document import MAX_BYTES, Tournament
from tournaments.engine.parts import Key, Points, RoundNumber, Strict, Text
from tournaments.engine.ranking import ranking
from tournaments.engine.scoring import scored
from tournaments.wording import league as words

FORMAT = "leaguer-league"
MOST_PEOPLE = 5_000
MOST_EVENTS = 200
Model = TypeVar("Model", bound=Strict)
Who = Annotated[tuple[Key, ...], Field(min_length=1, max_length=20)]


class LeagueError(FaultyDocumentError):
    """A league document cannot be read: every fault with its path."""

    document = "league"


class Person(Strict):
    """Somebody who plays in a league, in however many events."""

    id: Key
    name: Annotated[str, Field(min_length=1, max_length=120)]
    club: Text = ""
    nation: Text = ""


class Finish(Strict):
    """What a side of an event came to: one person, two of doubles, or the members of a team."""

    people: Who
    rank: Annotated[int, Field(ge=1, le=MOST_PEOPLE)]
    points: Annotated[float, Field(ge=-100_000, le=100_000)] = 0


class Battle(Strict):
    """A battle that was fought: the people of both sides, who won (0, 1 or a draw), with which army books."""

    round: RoundNumber
    sides: tuple[Who, Who]
    winner: Literal[0, 1, "draw"]
    books: tuple[Text, Text] = ("", "")


class Event(Strict):
    """An event of a league, as far as it counts."""

    name: Text = ""
    date: datetime.date
    season: Text = ""
    places: Annotated[tuple[Finish, ...], Field(max_length=MOST_PEOPLE)] = ()
    battles: Annotated[tuple[Battle, ...], Field(max_length=50_000)] = ()


class LeagueSettings(Strict):
    """What counts. `best`: how many of everybody's results (0: all). `counts`: the points of the `places`
    (who shares one has those of the better), the event's own `points`, or the `share` of the winner's points
    in per cent. `provisional`: below how many battles a rating is provisional.
    """

    best: Annotated[int, Field(ge=0, le=MOST_EVENTS)] = 0
    counts: Literal["places", "points", "share"] = "places"
    places: Annotated[tuple[Points, ...], Field(max_length=1000)] = (12, 10, 8, 7, 6, 5, 4, 3, 2, 1)
    provisional: Annotated[int, Field(ge=0, le=1000)] = 8


class League(Strict):
    """A whole league."""

    format: Literal["leaguer-league"] = "leaguer-league"
    version: Literal[1] = 1
    name: Text = ""
    settings: LeagueSettings = LeagueSettings()
    people: Annotated[tuple[Person, ...], Field(max_length=MOST_PEOPLE)] = ()
    events: Annotated[tuple[Event, ...], Field(max_length=MOST_EVENTS)] = ()

    def to_json(self) -> dict[str, Any]:
        """Return the document, without what is as usual."""
        return {"format": FORMAT, "version": 1} | self.model_dump(mode="json", exclude_defaults=True)

    def of_season(self, season: str | None) -> tuple[Event, ...]:
        """Return the events of a season, or all, from the first day to the last."""
        found = [each for each in self.events if season in (None, each.season)]
        return tuple(sorted(found, key=lambda each: each.date))


def read_league(data: str | bytes | Mapping[str, Any]) -> League:
    """Return the league in a document; raises LeagueError with all that is wrong with it."""
    if isinstance(data, (str, bytes)):
        if len(data) > MAX_BYTES:
            raise LeagueError(Fault("", words.TOO_LARGE))
        data = read_json(data)
    if not isinstance(data, Mapping) or data.get("format") != FORMAT:
        raise LeagueError(Fault("format", words.NOT_A_LEAGUE))
    found = _validated(League, data)
    if faults := tuple(_faults_in(found)):
        raise LeagueError(*faults)
    return found


def read_settings(data: Any) -> LeagueSettings:
    """Return what counts in a league; raises LeagueError with all that is wrong with it."""
    return _validated(LeagueSettings, data)


def _validated(model: type[Model], data: Any) -> Model:
    try:
        # As JSON: there tuples are lists.
        return model.model_validate_json(json.dumps(data))
    except ValidationError as error:
        raise LeagueError(*(fault_of(each) for each in error.errors(include_url=False))) from None


def _faults_in(league: League) -> Iterator[Fault]:
    known: set[str] = set()
    for at, person in enumerate(league.people):
        if person.id in known:
            yield Fault(f"people[{at}].id", words.twice(person.id))
        known.add(person.id)
    for at, event in enumerate(league.events):
        yield from _event_faults(event, f"events[{at}]", known)


def _event_faults(event: Event, path: str, known: set[str]) -> Iterator[Fault]:
    placed: set[str] = set()
    for at, place in enumerate(event.places):
        for key in place.people:
            if key not in known:
                yield Fault(f"{path}.places[{at}].people", words.unknown(key))
            if key in placed:
                yield Fault(f"{path}.places[{at}].people", words.twice(key))
            placed.add(key)
    for at, battle in enumerate(event.battles):
        both = [key for side in battle.sides for key in side]
        for key in both:
            if key not in known:
                yield Fault(f"{path}.battles[{at}].sides", words.unknown(key))
        if len(set(both)) < len(both):
            yield Fault(f"{path}.battles[{at}].sides", words.AGAINST_ONESELF)


# -- from tournaments ------------------------------------------------------------------------------


def event_of(
    tournament: Tournament, people: Mapping[str, Sequence[str]], date: datetime.date, season: str = ""
) -> Event:
    """Return what a league needs of a tournament. `people`: for its players' ids, who they are in the league
    (two for doubles); whoever is not named is left out, and so are their battles. Of teams, all members share
    their team's place.
    """
    members = {each.id: each.members for each in tournament.teams} if tournament.settings.teams else {}
    places = [
        Finish(people=who, rank=each.rank, points=float(each.points))
        for each in ranking(tournament).places
        if (who := _known(members.get(each.player.id, (each.player.id,)), people))
    ]
    battles = tuple(_battles(tournament, people))
    return Event(name=tournament.name, date=date, season=season, places=tuple(places), battles=battles)


def _known(keys: Sequence[str], people: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    return tuple(who for key in keys for who in people.get(key, ()))


def _battles(tournament: Tournament, people: Mapping[str, Sequence[str]]) -> Iterator[Battle]:
    books = {each.id: each.book for each in tournament.players}
    for number, found in enumerate(tournament.rounds, 1):
        for pairing in found.pairings:
            one, other = pairing.players
            if pairing.result is None or not pairing.result.played or not people.keys() >= {one, other}:
                continue
            outcome = scored(pairing.result, tournament.settings.scoring).outcomes[0]
            winner: dict[str, Literal[0, 1, "draw"]] = {"win": 0, "loss": 1, "draw": "draw"}
            yield Battle(
                round=number, sides=(tuple(people[one]), tuple(people[other])), winner=winner[outcome],
                books=(books[one], books[other]),
            )  # fmt: skip
