"""The only writer of leagues."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from armylists.guests import check_account
from armylists.owned.access import found
from armylists.owned.services import put, write
from armylists.room import check_room
from rulesets.engine.errors import Fault
from tournaments import access
from tournaments.engine.league import MOST_EVENTS, LeagueError
from tournaments.engine.league import League as LeagueDocument
from tournaments.leagues.people import events_by_person
from tournaments.leagues.reading import as_seen, document_of, runs
from tournaments.models import League, LeagueEvent, Tournament
from tournaments.wording import leaguepages as words
from tournaments.wording import services as said


def create(user: User, document: LeagueDocument, visibility: str = League.Visibility.PRIVATE) -> League:
    """Return a new league, with what its document holds. Raises GuestRefusal or RoomRefusal."""
    check_account(user, words.GUESTS)
    check_room(user, League)
    row = League(owner=user, visibility=visibility, **_columns(document))
    row.save(force_insert=True)
    return row


def change(row: League, document: LeagueDocument, visibility: str) -> None:
    """Write a league's settings; raises Stale if somebody else did since the row was read."""
    write(row, visibility=visibility, **_columns(document))


def _columns(document: LeagueDocument) -> dict[str, Any]:
    return {"name": document.name, "document": document.to_json(), "updated": timezone.now()}


def add(row: League, user: User, tournament: Tournament, season: str = "") -> LeagueEvent:
    """Let a tournament count for a league, or put it in another season of it. Only someone who runs both may:
    raises NotAllowed; LeagueError where a league would have too many.
    """
    viewer = access.viewer(tournament, user)
    if not runs(row, user) or viewer is None or not viewer.organises:
        raise access.NotAllowed(words.RUN_BOTH)
    others = row.events.exclude(tournament=tournament).count()
    if others + len(row.document.get("events", ())) >= MOST_EVENTS:
        raise LeagueError(Fault("tournament", words.too_many(MOST_EVENTS)))
    found, _ = row.events.update_or_create(tournament=tournament, defaults={"season": season})
    put(row, updated=timezone.now())
    return found


def remove(row: League, user: User, event: LeagueEvent) -> None:
    """Take a tournament out of a league. Who runs either may; raises NotAllowed."""
    viewer = access.viewer(event.tournament, user)
    if not runs(row, user) and (viewer is None or not viewer.organises):
        raise access.NotAllowed(said.NOT_YOURS_TO_DO)
    event.delete()
    put(row, updated=timezone.now())


# -- who is who ------------------------------------------------------------------------------------


def link(row: League, user: User, one: str, other: str) -> None:
    """Say that two keys of a league are one person, who has the first from now on. Raises LeagueError for
    somebody who is not in it, and for two who were in the same event.
    """
    with transaction.atomic():
        row.links = found(League.objects.select_for_update().only("links"), pk=row.pk).links
        document, kept = as_seen(row, user).document, {each.id for each in document_of(row).people}
        names, events = {each.id: each.name for each in document.people}, events_by_person(document)
        if one == other or not {one, other} <= names.keys():
            raise LeagueError(Fault("other", words.CHOOSE_TWO))
        if events[one] & events[other]:
            raise LeagueError(Fault("other", words.MET))
        if other in kept:
            # Whoever came in with a file keeps their key: the events of the file name it.
            one, other = other, one
        if other in kept:
            raise LeagueError(Fault("other", words.BOTH_FROM_A_FILE))
        moved = {
            alias: each | ({"person": one} if each["person"] == other else {})
            for alias, each in row.links.items()
        }
        links = moved | {other: {"person": one, "name": names[other]}}
        put(row, links=links, updated=timezone.now())


def unlink(row: League, alias: str) -> None:
    """Let somebody be themselves again."""
    with transaction.atomic():
        links = found(League.objects.select_for_update().only("links"), pk=row.pk).links
        links.pop(alias, None)
        put(row, links=links, updated=timezone.now())
