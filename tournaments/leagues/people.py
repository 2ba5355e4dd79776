"""Who is who in a league: a player of a tournament is somebody by their account, or by an organiser's word.

Nobody is taken for somebody else because they are called alike: that is suggested, and an organiser confirms.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.crypto import salted_hmac

from tournaments.engine.document import Player
from tournaments.engine.document import Tournament as Document
from tournaments.engine.league import League as LeagueDocument
from tournaments.engine.league import Person
from tournaments.models import League, Tournament

Accounts = Mapping[tuple[str, int], int]
"""Whose account it is, by the id of a player and which of the two of doubles."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Two people of a league who are called alike, and never met nor played in the same event."""

    one: Known
    other: Known


@dataclass(frozen=True, slots=True)
class Known:
    """Somebody of a league, and the events that they were in, in words."""

    person: Person
    where: str


def key_of_account(league: League, user_id: int) -> str:
    """Return the key that somebody with an account has in a league; in another league it is another one."""
    return f"a{salted_hmac('league-person', f'{league.public_id}:{user_id}').hexdigest()[:20]}"


def key_of_player(tournament: Tournament, player: str, at: int = 0) -> str:
    """Return the key of a player without an account; `at`: which of the two of doubles."""
    return f"e{hashlib.sha256(f'{tournament.public_id}:{player}:{at}'.encode()).hexdigest()[:20]}"


def linked(league: League, key: str) -> str:
    """Return the key of the person that somebody is, after what an organiser linked."""
    found: str = league.links.get(key, {"person": key})["person"]
    return found


def people_of(
    league: League, tournament: Tournament, document: Document, accounts: Accounts
) -> dict[str, tuple[Person, ...]]:
    """Return who the players of a tournament are in a league, by their ids."""
    taken: set[str] = set()
    return {
        each.id: tuple(_persons(league, tournament, each, accounts, taken))
        for each in document.players
        if not each.waiting
    }


def _persons(
    league: League, tournament: Tournament, player: Player, accounts: Accounts, taken: set[str]
) -> Iterator[Person]:
    for at, name in enumerate(player.names):
        own = key_of_player(tournament, player.id, at)
        user_id = accounts.get((player.id, at))
        wanted = key_of_account(league, user_id) if user_id else own
        key = linked(league, wanted)
        # Nobody plays twice in one event: whoever was linked so is themselves.
        key = own if key in taken else key
        taken.add(key)
        yield Person(id=key, name=name, club=player.club, nation=player.nation)


def suggestions(document: LeagueDocument) -> list[Suggestion]:
    """Return who may be the same person: called alike, and never in the same event."""
    alike: dict[str, list[Known]] = defaultdict(list)
    for each in everybody(document):
        alike[" ".join(each.person.name.casefold().split())].append(each)
    events = events_by_person(document)
    return [
        Suggestion(own[0], other)
        for own in alike.values()
        for other in own[1:]
        if not events[own[0].person.id] & events[other.person.id]
    ]


def everybody(document: LeagueDocument) -> list[Known]:
    """Return all people of a league with their events, by name."""
    events = events_by_person(document)
    found = [
        Known(each, ", ".join(document.events[at].name for at in sorted(events[each.id])))
        for each in document.people
    ]
    return sorted(found, key=lambda each: (each.person.name.casefold(), each.person.id))


def events_by_person(document: LeagueDocument) -> dict[str, set[int]]:
    """Return in which events of a league, by their index, everybody was."""
    found: dict[str, set[int]] = defaultdict(set)
    for at, event in enumerate(document.events):
        sides: Sequence[Sequence[str]] = [each.people for each in event.places]
        for side in (*sides, *(side for battle in event.battles for side in battle.sides)):
            for key in side:
                found[key].add(at)
    return found
