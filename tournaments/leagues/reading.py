"""A league as somebody may see it: of each tournament no more than the tournament itself shows them."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.http import Http404
from django.utils import timezone

from tournaments.access import Viewer, viewers
from tournaments.engine.league import Event, Person, event_of
from tournaments.engine.league import League as LeagueDocument
from tournaments.engine.progress import over
from tournaments.leagues.people import Accounts, people_of
from tournaments.models import Entry, League, LeagueEvent


@dataclass(frozen=True)
class ShownEvent:
    """A tournament of a league that somebody may see: its row in the league, who looks at it, and what of it
    is in the document. `counts`: it is over and its standings are shown.
    """

    row: LeagueEvent
    viewer: Viewer
    event: Event
    counts: bool


@dataclass(frozen=True)
class ShownLeague:
    """A league as somebody sees it. `document` has what they may know of the events; `runs`: it is theirs;
    `hidden`: how many tournaments they may not see.
    """

    row: League
    runs: bool
    document: LeagueDocument
    events: tuple[ShownEvent, ...]
    hidden: int


def league_of(user: object, public_id: UUID | str) -> League:
    """Return a league that somebody may see; Http404 where it is private and not theirs."""
    row = League.objects.with_people().filter(public_id=public_id).first()
    if row is None or (row.visibility == League.Visibility.PRIVATE and not runs(row, user)):
        raise Http404(League.say(League.MISSING))
    return row


def runs(row: League, user: object) -> bool:
    """Return whether a league is theirs."""
    return getattr(user, "is_authenticated", False) and row.owner_id == getattr(user, "pk", None)


def document_of(row: League) -> LeagueDocument:
    """Return the document of a league without its tournaments."""
    # As JSON: there tuples are lists. It was checked before it was written.
    return LeagueDocument.model_validate_json(json.dumps(row.document))


def as_seen(row: League, user: object) -> ShownLeague:
    """Return a league as somebody may see it. Four queries, however many tournaments there are."""
    kept = document_of(row)
    rows = list(row.events.select_related("tournament").defer("tournament__start"))
    seen = viewers([each.tournament for each in rows], user)
    accounts = _accounts(rows)
    people: dict[str, Person] = {each.id: each for each in kept.people}
    events = [
        _event(row, each, seen[each.tournament_id], accounts[each.tournament_id], people)
        for each in sorted(rows, key=_day)
        if each.tournament_id in seen
    ]
    document = kept.model_copy(
        update={"people": tuple(people.values()), "events": (*kept.events, *(each.event for each in events))}
    )
    return ShownLeague(row, runs(row, user), document, tuple(events), len(rows) - len(events))


def state_of(row: League, user: object) -> tuple[object, ...]:
    """Return what changes with everything that somebody sees of a league: for those who see the same it is
    the same. Four queries, none of which reads a document of a tournament.
    """
    rows = list(row.events.select_related("tournament").defer("tournament__start", "tournament__document"))
    seen = viewers([each.tournament for each in rows], user)
    events = [
        (each.pk, each.season, viewer.tournament.revision, viewer.tournament.updated, viewer.eyes)
        for each in rows
        if (viewer := seen.get(each.tournament_id)) is not None
    ]
    accounts = sorted((pk, sorted(each.items())) for pk, each in _accounts(rows).items())
    # Dates are those of the reader's time zone.
    own = row.updated, row.visibility, row.archived, row.owner.get_username(), runs(row, user)
    return (*own, timezone.get_current_timezone_name(), len(rows), events, accounts)


def _day(row: LeagueEvent) -> tuple[str, int]:
    return str(row.tournament.date or row.tournament.created.date()), row.pk


def _accounts(rows: Sequence[LeagueEvent]) -> Mapping[int, Accounts]:
    """Return whose accounts the people of tournaments are, by tournament."""
    entries = Entry.objects.filter(tournament__in=[each.tournament_id for each in rows], user__isnull=False)
    found: dict[int, dict[tuple[str, int], int]] = defaultdict(dict)
    for tournament, player, person, user in entries.values_list("tournament", "player", "person", "user"):
        found[tournament][player, person] = user
    return found


def _event(
    league: League, row: LeagueEvent, viewer: Viewer, accounts: Accounts, people: dict[str, Person]
) -> ShownEvent:
    """Return what a tournament brings, and add who was in it to the people."""
    found = people_of(league, viewer.tournament, viewer.document, accounts)
    keys = {player: tuple(each.id for each in who) for player, who in found.items()}
    created = timezone.localdate(viewer.tournament.created)
    event = event_of(viewer.document, keys, viewer.tournament.date or created, row.season)
    counts = viewer.sees_standings and over(viewer.document)
    event = event if counts else event.model_copy(update={"places": ()})
    _meet(people, (each for who in found.values() for each in who), event)
    return ShownEvent(row, viewer, event, counts)


def _meet(people: dict[str, Person], found: Iterable[Person], event: Event) -> None:
    sides = [each.people for each in event.places]
    sides += [side for battle in event.battles for side in battle.sides]
    here = {key for side in sides for key in side}
    # Whoever was in a later event is called as they were there.
    people.update((each.id, each) for each in found if each.id in here)
