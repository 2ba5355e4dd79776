"""A tournament of sixteen to look around in: two rounds are played, the third is under way; and a league of
it and of two smaller ones that are over. Loading it again changes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta

from django.contrib.auth.models import User
from django.utils import timezone

from tournaments import services
from tournaments.engine.actions import (
    CheckIn,
    Clock,
    Decide,
    Pair,
    Penalise,
    Publish,
    ReportResult,
)
from tournaments.engine.day import Penalty
from tournaments.engine.document import Player, Result
from tournaments.engine.document import Tournament as Document
from tournaments.engine.league import League as LeagueDocument
from tournaments.engine.league import LeagueSettings
from tournaments.engine.lots import lot
from tournaments.engine.presets import load_presets
from tournaments.engine.rounds import paired
from tournaments.leagues import services as leagues
from tournaments.leagues.people import suggestions
from tournaments.leagues.reading import as_seen
from tournaments.models import Entry, League, Tournament
from tournaments.persistence import document_of

NAME, SEED, PRESET = "Autumn Muster", "sixteen at one muster", "by-fire-and-sword"
OWNER = "alice"
PLAYERS = {"bob": "bob", "carol": "carol"}
"""Who plays as which player."""
PEOPLE = (
    ("bob", "Bob", "York", "Polish-Lithuanian"), ("carol", "Carol", "Leeds", "Swedish"),
    ("dora", "Dora", "York", "Muscovite"), ("emil", "Emil", "Hull", "Ottoman"),
    ("frank", "Frank", "Leeds", "Polish-Lithuanian"), ("grete", "Grete", "Hull", "Brandenburg"),
    ("hugo", "Hugo", "York", "Cossack"), ("ines", "Ines", "Ripon", "Tatar"),
    ("jan", "Jan", "Ripon", "Swedish"), ("klara", "Klara", "Leeds", "Ottoman"),
    ("lukas", "Lukas", "Hull", "Muscovite"), ("marta", "Marta", "York", "Transylvanian"),
    ("nils", "Nils", "Ripon", "Swedish"), ("olga", "Olga", "Leeds", "Cossack"),
    ("piotr", "Piotr", "Hull", "Polish-Lithuanian"), ("rosa", "Rosa", "Ripon", "Imperial"),
)  # fmt: skip
ROUNDS = 2
LEAGUE = "Northern Muster League"
EVENTS = (
    ("Spring Muster", 26, ("bob", "carol", "dora", "emil", "frank", "grete")),
    ("Summer Muster", 12, ("bob", "carol", "dora", "hugo", "ines", "jan", "klara", "lukas")),
)
"""The names of the league's other events, how many weeks ago they were, and who played."""


def load(users: Mapping[str, User]) -> Tournament:
    """Return the sample's tournament: Alice runs it, Bob and Carol play, the others have no account."""
    row = find()
    if row is not None:
        return row
    owner = users[OWNER]
    row = services.create(owner, _beginning(), Tournament.Visibility.PUBLIC)
    for name, player in PLAYERS.items():
        services.claim(Entry.objects.get(tournament=row, player=player), users[name])
    for each in document_of(row).players:
        row = services.act(row, owner, CheckIn(player=each.id))
    for _ in range(ROUNDS):
        row = _play(_paired(row, owner), owner)
    _league(row, users)
    penalty = Penalty(points=1, reason="An unpainted regiment")
    row = services.act(row, owner, Penalise(player="hugo", penalty=penalty))
    return _under_way(_paired(row, owner), users)


def _beginning() -> Document:
    players = (Player(id=key, name=name, club=club, book=book) for key, name, club, book in PEOPLE)
    return Document(
        name=NAME, date=timezone.localdate(), seed=SEED, settings=load_presets()[PRESET].copy_settings(),
        players=tuple(players),
    )  # fmt: skip


def _paired(row: Tournament, owner: User) -> Tournament:
    """Pair and publish the next round."""
    document = document_of(row)
    number = len(document.rounds) + 1
    row = services.act(row, owner, Pair(number=number, round=paired(document).round), row.revision)
    return services.act(row, owner, Publish(round=number), row.revision)


def _play(row: Tournament, owner: User) -> Tournament:
    """Enter a result, drawn from the seed, at every table of the last round."""
    rounds = document_of(row).rounds
    for each in rounds[-1].pairings:
        result = _result(SEED, len(rounds), each.players)
        row = services.act(row, owner, Decide(round=len(rounds), player=each.players[0], result=result))
    return row


def _result(seed: str, number: int, players: tuple[str, str]) -> Result:
    one, other = (lot(seed, "score", number, player) % 16 for player in players)
    return Result(scores=(one, other))


def _under_way(row: Tournament, users: Mapping[str, User]) -> Tournament:
    """Start the clock, and let Bob report a result that his opponent has not confirmed."""
    number = len(document_of(row).rounds)
    ends = timezone.now().replace(microsecond=0) + timedelta(minutes=150)
    row = services.act(row, users[OWNER], Clock(round=number, ends=ends))
    report = ReportResult(round=number, player="bob", result=Result(scores=(9, 4)))
    return services.act(row, users["bob"], report)


def _league(row: Tournament, users: Mapping[str, User]) -> None:
    """Make a league of this tournament and two that are over, in which everybody is who they are here."""
    owner, today = users[OWNER], timezone.localdate()
    settings = LeagueSettings(best=2)
    league = leagues.create(owner, LeagueDocument(name=LEAGUE, settings=settings), League.Visibility.PUBLIC)
    for name, weeks, people in EVENTS:
        day = today - timedelta(weeks=weeks)
        event = services.create(owner, _over(name, day, people), Tournament.Visibility.PUBLIC)
        for user, player in PLAYERS.items():
            services.claim(Entry.objects.get(tournament=event, player=player), users[user])
        leagues.add(league, owner, event, str(day.year))
    leagues.add(league, owner, row, str(today.year))
    while alike := suggestions(as_seen(league, owner).document):
        leagues.link(league, owner, alike[0].one.person.id, alike[0].other.person.id)


def _over(name: str, day: date, people: tuple[str, ...]) -> Document:
    """Return a tournament whose every round is played."""
    found = _beginning().model_copy(update={"name": name, "date": day, "seed": name})
    found = found.model_copy(update={"players": tuple(each for each in found.players if each.id in people)})
    for number in range(1, found.settings.rounds + 1):
        made = paired(found).round
        pairings = tuple(
            each.model_copy(update={"result": _result(name, number, each.players)}) for each in made.pairings
        )
        found = found.with_round(made.model_copy(update={"pairings": pairings}))
    return found


def find() -> Tournament | None:
    """Return the sample's tournament if it was loaded."""
    return Tournament.objects.filter(owner__username=OWNER, name=NAME).order_by("pk").light().first()
