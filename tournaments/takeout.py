"""Everything of somebody's in tournaments and leagues, as documents; of each no more than they may see."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Exists, OuterRef, Q, QuerySet

from armylists.owned.files import file_among
from tournaments.access import Viewer, viewers
from tournaments.leagues.reading import as_seen
from tournaments.models import Entry, League, LeagueEvent, Organiser, SentList, Tournament

Part = tuple[str, str]
"""The name of a file and its text."""


def tournaments(user: User) -> Iterator[Part]:
    """Yield each tournament that somebody runs: as owner or organiser they see all of it."""
    organised = Organiser.objects.filter(user=user, role=Organiser.Role.ORGANISER).values("tournament")
    for row in Tournament.objects.filter(Q(owner=user) | Q(pk__in=organised)).order_by("pk"):
        yield file_among("tournaments", row.title, row.public_id.hex), _json(row.document)


def sent_lists(user: User) -> Iterator[Part]:
    """Yield each army list that somebody has sent in, or that was sent in for them."""
    for row in _sent(user):
        yield file_among("sent", f"{row.tournament.name} {row.name}", row.key), _json(row.document)


def leagues(user: User) -> Iterator[Part]:
    """Yield each league that somebody runs, with what they may see of its tournaments."""
    for row in League.objects.filter(owner=user).order_by("pk"):
        yield (
            file_among("leagues", row.title, row.public_id.hex),
            _json(as_seen(row, user).document.to_json()),
        )


def taken_part(user: User) -> dict[str, Any]:
    """Return what is stored of somebody's part in tournaments: entries with their battles, lists that were
    sent in and how they stand, roles, tournaments of theirs that count in a league.
    """
    entries = list(Entry.objects.filter(user=user).select_related("tournament__owner").order_by("made"))
    seen = viewers([each.tournament for each in entries], user)
    roles = Organiser.objects.filter(user=user).select_related("tournament").order_by("pk")
    counted = LeagueEvent.objects.filter(Q(tournament__owner=user) | Q(league__owner=user)).order_by("pk")
    return {
        "tournaments": [_entry(each, seen[each.tournament_id]) for each in entries],
        "sent_lists": [
            {
                "tournament": each.tournament.name, "id": each.tournament.public_id, "player": each.player,
                "name": each.name, "sent": each.made, **_mark(each),
            }
            for each in _sent(user)
        ],
        "organises": [
            {"name": each.tournament.name, "id": each.tournament.public_id, "role": each.role}
            for each in roles
        ],
        "leagues": [
            {"name": each.league.name, "tournament": each.tournament.name, "season": each.season}
            for each in counted.select_related("league", "tournament")
        ],
    }  # fmt: skip


def _sent(user: User) -> QuerySet[SentList]:
    own = Entry.objects.filter(tournament=OuterRef("tournament"), player=OuterRef("player"), user=user)
    rows = SentList.objects.filter(Q(user=user) | Exists(own)).select_related("tournament")
    return rows.order_by("pk")


def _mark(row: SentList) -> dict[str, Any]:
    """Return how a list stands; nothing for one that was withdrawn."""
    for player in row.tournament.document["players"]:
        for each in player.get("lists", ()):
            if each["key"] == row.key:
                return {key: each[key] for key in ("state", "late", "reason") if key in each}
    return {"state": "withdrawn"}


def _entry(row: Entry, viewer: Viewer) -> dict[str, Any]:
    found = {
        "name": row.tournament.name, "id": row.tournament.public_id, "player": row.player,
        "entered": row.made, "e_mail": row.email,
    }  # fmt: skip
    player = viewer.document.by_id.get(row.player)
    if player is None:  # removed by an organiser
        return found
    rounds = [
        {"round": number, **pairing.model_dump(mode="json", exclude_defaults=True)}
        for number, each in enumerate(viewer.document.rounds, 1)
        for pairing in each.pairings
        if row.player in pairing.players
    ]
    return {**found, "entry": player.model_dump(mode="json", exclude_defaults=True), "rounds": rounds}


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1)
