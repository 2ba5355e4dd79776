"""The players on their page."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass

from django.urls import reverse

from tournaments.access import Viewer
from tournaments.engine.document import Player


@dataclass(frozen=True, slots=True)
class Claim:
    """One who plays, the `person` of those: `user`, "" for nobody yet, and then the `link` to claim it, and
    `email`, where organisers send it.
    """

    name: str
    user: str
    link: str
    person: int = 0
    email: str = ""


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """A player. `claims`: those who play, for organisers, and for oneself in doubles; `mine`: it is the
    viewer.
    """

    player: Player
    claims: tuple[Claim, ...]
    mine: bool

    @property
    def gone(self) -> bool:
        """Whether they have left."""
        return self.player.last_round is not None


def player_rows(viewer: Viewer, absolute: Callable[[str], str]) -> list[PlayerRow]:
    """Return all players by name, those on the waiting list last. One query at most."""
    found, claims = [], _claims(viewer, absolute)
    for player in sorted(viewer.document.players, key=lambda each: (each.waiting, each.name.casefold())):
        found.append(PlayerRow(player, tuple(claims[player.id]), player.id == viewer.player))
    return found


def _claims(viewer: Viewer, absolute: Callable[[str], str]) -> dict[str, list[Claim]]:
    """Return those who play as each player, as far as somebody may know."""
    found: dict[str, list[Claim]] = defaultdict(list)
    players, rows = viewer.document.by_id, viewer.tournament.entries.select_related("user").order_by("person")
    own = players.get(viewer.player)
    if not viewer.organises:
        rows = rows.filter(player=viewer.player) if own and len(own.names) > 1 else rows.none()
    for each in rows:
        if each.player in players and each.person < len(players[each.player].names):
            user = each.user.get_username() if each.user else ""
            link = "" if user else absolute(reverse("tournaments:claim", args=[each.claim]))
            email = each.email if viewer.organises else ""
            name = players[each.player].person(each.person)
            found[each.player].append(Claim(name, user, link, each.person, email))
    return found
