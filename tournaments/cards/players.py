"""The players on their page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.urls import reverse

from tournaments.access import Viewer
from tournaments.engine.document import Player


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """A player. `user`: who plays as them, "" for nobody; `link`: where to claim them; both for
    organisers alone. `mine`: it is the viewer.
    """

    player: Player
    user: str
    link: str
    mine: bool

    @property
    def gone(self) -> bool:
        """Whether they have left."""
        return self.player.last_round is not None


def player_rows(viewer: Viewer, absolute: Callable[[str], str]) -> list[PlayerRow]:
    """Return all players by name, those on the waiting list last. One query for organisers, else none."""
    entries = {}
    if viewer.organises:
        entries = {each.player: each for each in viewer.tournament.entries.select_related("user")}
    found = []
    for player in sorted(viewer.document.players, key=lambda each: (each.waiting, each.name.casefold())):
        entry = entries.get(player.id)
        user = entry.user.get_username() if entry and entry.user else ""
        link = absolute(reverse("tournaments:claim", args=[entry.claim])) if entry and not user else ""
        found.append(PlayerRow(player, user, link, player.id == viewer.player))
    return found
