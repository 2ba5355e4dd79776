"""A tournament of sixteen to look around in: two rounds are played, the third is under way. Loading it again
changes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta

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
from tournaments.engine.lots import lot
from tournaments.engine.presets import load_presets
from tournaments.engine.rounds import paired
from tournaments.models import Entry, Tournament
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
        result = Result(scores=(_score(len(rounds), each.players[0]), _score(len(rounds), each.players[1])))
        row = services.act(row, owner, Decide(round=len(rounds), player=each.players[0], result=result))
    return row


def _score(number: int, player: str) -> int:
    return lot(SEED, "score", number, player) % 16


def _under_way(row: Tournament, users: Mapping[str, User]) -> Tournament:
    """Start the clock, and let Bob report a result that his opponent has not confirmed."""
    number = len(document_of(row).rounds)
    ends = timezone.now().replace(microsecond=0) + timedelta(minutes=150)
    row = services.act(row, users[OWNER], Clock(round=number, ends=ends))
    report = ReportResult(round=number, player="bob", result=Result(scores=(9, 4)))
    return services.act(row, users["bob"], report)


def find() -> Tournament | None:
    """Return the sample's tournament if it was loaded."""
    return Tournament.objects.filter(owner__username=OWNER, name=NAME).order_by("pk").light().first()
