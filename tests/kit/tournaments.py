"""Tournaments for tests: a small field, and whole rounds played."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User

from tournaments import inviting, services
from tournaments.engine.actions import (
    Action,
    Decide,
    Enter,
    Pair,
    Publish,
    fold,
    read_action,
)  # fmt: skip
from tournaments.engine.document import Player, Result, Round, Tournament, read_tournament
from tournaments.engine.swiss import propose
from tournaments.models import Entry, Organiser
from tournaments.models import Tournament as Row

NAMES = ("Anna", "Bob", "Cora", "Dan", "Eve", "Finn", "Gwen", "Hal", "Ida", "Jon")


def tournament(count: int = 4, rounds: int = 3, **settings: Any) -> Tournament:
    """A tournament of so many players before its first round."""
    players = [{"id": name.lower(), "name": name} for name in NAMES[:count]]
    return read_tournament(
        {"format": "leaguer-tournament", "version": 1, "name": "Club day", "seed": "s",
         "settings": {"rounds": rounds} | settings, "players": players}
    )  # fmt: skip


def do(found: Tournament, *actions: dict[str, Any] | Action) -> Tournament:
    """What these actions make of a tournament."""
    return fold(found, [read_action(each) if isinstance(each, dict) else each for each in actions])


def pair(found: Tournament) -> Pair:
    """The action that adds the best next round."""
    return Pair(number=len(found.rounds) + 1, round=propose(found, locks=found.locks).round)


def paired(found: Tournament) -> Tournament:
    """The tournament with its next round, which everybody sees."""
    found = do(found, pair(found))
    return do(found, Publish(round=len(found.rounds)))


def results(found: Round, scores: tuple[int, int] = (10, 4)) -> list[tuple[str, Result]]:
    """The same result for every pairing that has none, with a player of each."""
    return [(each.players[0], Result(scores=scores)) for each in found.pairings if each.result is None]


def played(found: Tournament) -> Tournament:
    """The tournament with its next round played."""
    found = paired(found)
    number = len(found.rounds)
    return do(
        found, *(Decide(round=number, player=key, result=each) for key, each in results(found.rounds[-1]))
    )


def event(owner: User, *players: User, count: int = 4, visibility: str = "public", **settings: Any) -> Row:
    """A tournament in the database whose first players are these users."""
    row = services.create(owner, tournament(count, **settings), visibility)
    for name, user in zip(NAMES, players, strict=False):
        Entry.objects.filter(tournament=row, player=name.lower()).update(user=user)
    return row


def appoint(row: Row, name: str, role: str) -> Organiser:
    """Let somebody accept an invitation to run or judge a tournament."""
    made = inviting.invite(row, row.owner, role)
    return inviting.accept(made.token, User.objects.get(username__iexact=name))


def pair_round(row: Row, owner: User) -> Row:
    """Pair and publish the next round."""
    row = services.act(row, owner, pair(read(row)), row.revision)
    return services.act(row, owner, Publish(round=len(read(row).rounds)), row.revision)


def play_round(row: Row, owner: User) -> Row:
    """Pair, publish and play the next round."""
    row = pair_round(row, owner)
    found = read(row)
    for key, result in results(found.rounds[-1]):
        row = services.act(row, owner, Decide(round=len(found.rounds), player=key, result=result))
    return row


def read(row: Row) -> Tournament:
    """The whole document, read as strictly as one that somebody uploads."""
    return read_tournament(row.document)


def entered(name: str, **more: Any) -> Enter:
    """The action that enters one more player."""
    return Enter(players=(Player(id=name.lower(), name=name, **more),))
