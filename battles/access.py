"""Who is which side of a battle, and what he may see of it. For everybody else the battle is not there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.urls import reverse

from armylists.owned.access import found
from battles import signals
from battles.models import Battle
from battles.sides import SIDES, sides_of
from rulesets.engine import battle as engine
from rulesets.engine.decisions import Decision
from rulesets.engine.errors import LeaguerError

ROW_ANNOTATIONS: dict[str, Any] = {}
"""What other apps want to know of a battle when it is found: expressions by the names they give them."""


@dataclass(frozen=True, slots=True)
class Viewer:
    """Somebody at a battle: the sides he decides for, none for who only looks on."""

    battle: Battle
    sides: frozenset[int] = frozenset()
    owner: bool = False
    token: str = ""

    @property
    def plays_on(self) -> bool:
        """Whether what tacticians do may go on from here: for who leads a side, and whose the battle is."""
        return self.owner or bool(self.sides)

    def view(self, battle: engine.Battle) -> dict[str, Any]:
        """All that this viewer may know."""
        return battle.view(self.side(battle))

    def side(self, battle: engine.Battle) -> int | None:
        """The side that a choice of this viewer is for: the one that is asked now if it is one of its own,
        else its first; None for who only looks on.
        """
        pending = battle.pending
        if pending is not None and pending.side in self.sides:
            return pending.side
        return min(self.sides, default=None)

    def decision(self, battle: engine.Battle) -> Decision | None:
        """The pending decision if it is one of this viewer's; the tactician's sides are not asked here."""
        pending = battle.pending
        if pending is None or pending.side not in self.sides:
            return None
        if pending.side in self.battle.tacticians and pending.kind != engine.TYPED:
            return None
        return pending

    def url(self, page: str, *args: object) -> str:
        """The address of one of the battle's pages, as this viewer reaches it."""
        if self.token:
            return reverse(f"battles:shared-{page}", args=[self.token, *args])
        return reverse(f"battles:{page}", args=[self.battle.public_id, *args])

    @property
    def home(self) -> str:
        """The battle's first page."""
        return self.battle.shared_url if self.token else self.battle.get_absolute_url()


def viewer_of(user: object, public_id: UUID) -> Viewer:
    """Return how `user` sees a battle; Http404 if they take no part in it."""
    row = _one(public_id=public_id)
    sides = sides_of(user, row)
    owner = SIDES[0] in sides
    for _, allowed in signals.sides_asked.send(Battle, battle=row, user=user):
        sides = sides if allowed is None else sides & allowed
    return Viewer(row, sides, owner=owner)


def shared(token: str) -> Viewer:
    """Return the viewer of a shared link, who looks on and does no more."""
    return Viewer(_one(share_token=token), token=token)


def status_of(error: LeaguerError) -> int:
    """The HTTP status of a refusal: 403 for what is somebody else's to decide, else 400."""
    return 403 if error.code == "not-yours" else 400


def _one(**where: object) -> Battle:
    return found(Battle.objects.with_people().annotate(**ROW_ANNOTATIONS), **where)
