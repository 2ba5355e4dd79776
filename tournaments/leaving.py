"""Whoever deletes their account leaves their tournaments to others, and their results without their name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from armylists.owned.services import put, write
from armylists.owned.watching import end
from tournaments.engine.actions import ActionError, Leave
from tournaments.engine.progress import over
from tournaments.leagues.people import key_of_account, key_of_player, linked
from tournaments.models import Entry, Invitation, League, Organiser, Tournament, new_token
from tournaments.persistence import document_of
from tournaments.services import act, hold
from tournaments.wording import services as words


@dataclass(frozen=True, slots=True)
class Parting:
    """What becomes of the tournaments of somebody who deletes their account."""

    handed_on: tuple[tuple[Tournament, Organiser], ...] = ()
    """Their own that get another owner, each with the organiser who does."""
    kept: tuple[Tournament, ...] = ()
    """Their own that others played in, and that need no organiser any more: over, or archived."""
    deleted: tuple[Tournament, ...] = ()
    """Their own in which nobody else takes part."""
    stuck: tuple[Tournament, ...] = ()
    """Their own that go on, and would have no organiser: until these have another one, nobody can leave."""
    played: tuple[Tournament, ...] = ()
    """Those that they are entered in."""


def parting(user: User) -> Parting:
    """Return what `part` would do."""
    handed_on: list[tuple[Tournament, Organiser]] = []
    kept: list[Tournament] = []
    deleted: list[Tournament] = []
    stuck: list[Tournament] = []
    for row in Tournament.objects.filter(owner=user).order_by("pk"):
        heir = _heir(row, user)
        if heir is not None:
            handed_on.append((row, heir))
        elif not _in_company(row, user):
            deleted.append(row)
        else:
            (kept if row.archived or over(document_of(row)) else stuck).append(row)
    played = Tournament.objects.filter(entries__user=user).exclude(pk__in=[each.pk for each in deleted])
    return Parting(tuple(handed_on), tuple(kept), tuple(deleted), tuple(stuck), tuple(played.order_by("pk")))


@transaction.atomic
def part(user: User, name: str) -> None:
    """Take somebody out of all tournaments. What they played stays, under `name`. Raises ActionError while
    one of their own that goes on has no other organiser.
    """
    found = parting(user)
    if found.stuck:
        raise ActionError(words.no_other_organiser([each.name for each in found.stuck]))
    for row in found.deleted:
        row.delete()
    for row, heir in found.handed_on:
        put(row, owner_id=heir.user_id)
        heir.delete()
    for row in Tournament.objects.filter(organisers__user=user):
        row.organisers.filter(user=user).delete()
        end(row)
    Invitation.objects.filter(made_by=user, used=None).delete()  # they would say that nobody invites
    for entry in Entry.objects.filter(user=user).select_related("tournament"):
        _forget(entry, name)
        end(entry.tournament)


def _heir(row: Tournament, user: User) -> Organiser | None:
    """Return who owns a tournament after `user`: whoever has been its organiser for longest. A judge is not:
    they would see lists and pairings that are hidden from them.
    """
    others = row.organisers.filter(role=Organiser.Role.ORGANISER, user__is_active=True).exclude(user=user)
    return others.select_related("user").order_by("pk").first()


def _in_company(row: Tournament, user: User) -> bool:
    """Return whether somebody else plays or judges in it, or counts it in a league."""
    players = row.entries.exclude(Q(user=None) | Q(user=user))
    return (
        players.exists()
        or row.organisers.exclude(user=user).exists()
        or row.leagues.exclude(league__owner=user).exists()
    )


# -- without their name ----------------------------------------------------------------------------


def _forget(entry: Entry, name: str) -> None:
    """Let a player who goes leave what goes on, and put `name` in the place of theirs, everywhere in it."""
    row, account = hold(entry.tournament), entry.user_id
    document = document_of(row)
    player = document.by_id.get(entry.player)
    if player is not None and player.last_round is None and not over(document):
        act(row, None, Leave(player=entry.player))
        row = hold(row)
    _rename(row, entry, name)
    for league in League.objects.select_for_update().filter(events__tournament=row):
        _keep_together(league, entry, account, name)
    # The address to claim the player by is another one: theirs lies in their mail.
    Entry.objects.filter(pk=entry.pk).update(user=None, email="", claim=new_token())


def _rename(row: Tournament, entry: Entry, name: str) -> None:
    for logged in row.log.filter(action__do__in=("enter", "change")):
        if (action := _without(logged.action, entry, name)) != logged.action:
            row.log.filter(pk=logged.pk).update(action=action)
    document, start = (_without(each, entry, name) for each in (row.document, row.start))
    # A new revision, else pages that are kept by revision would show the old name.
    write(row, document=document, start=start, updated=timezone.now())


def _without(document: dict[str, Any], entry: Entry, name: str) -> dict[str, Any]:
    """Return a document of a tournament, or an action about players, with another name for this person."""
    found = dict(document)
    if "players" in document:
        found["players"] = [
            _unnamed(each, entry, name) if each["id"] == entry.player else each
            for each in document["players"]
        ]
    if "about" in document and document["player"] == entry.player:
        found["about"] = _unnamed(document["about"], entry, name)
    return found


def _unnamed(said: dict[str, Any], entry: Entry, name: str) -> dict[str, Any]:
    kept = {key: value for key, value in said.items() if key != "trf"}
    people = list(said.get("people", ()))
    if len([each for each in people if each]) < 2:
        kept.pop("people", None)
        return kept | {"name": name} if "name" in said else kept
    # The other of doubles stays; a side that is called by both names is called by theirs and `name`.
    old, people[entry.person] = people[entry.person], name
    kept["people"] = people
    return kept | {"name": said["name"].replace(old, name)[:120]} if "name" in said else kept


def _keep_together(league: League, entry: Entry, account: int | None, name: str) -> None:
    """Let results of somebody without an account stay those of one person of a league."""
    key = key_of_account(league, account) if account else ""
    links = {alias: each | ({"name": name} if alias == key else {}) for alias, each in league.links.items()}
    links[key_of_player(entry.tournament, entry.player, entry.person)] = {
        "person": linked(league, key),
        "name": name,
    }
    put(league, links=links, updated=timezone.now())
