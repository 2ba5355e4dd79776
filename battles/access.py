"""Who may see a battle and for which sides they decide. For everybody else the battle is not there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.http import Http404
from django.urls import reverse

from armylists.owned.access import found
from battles import signals
from battles.models import Battle
from battles.sides import sides_of
from rulesets.engine import battle as engine
from rulesets.engine.decisions import Decision
from rulesets.engine.errors import LeaguerError

ROW_ANNOTATIONS: dict[str, Any] = {}
"""Annotations that other apps add to every battle that is fetched: expressions by name."""


@dataclass(frozen=True, slots=True)
class Viewer:
    """A person at a battle: the sides they decide for, none for an onlooker.

    `member`: whether they look on without a link, as a member of what the battle is a part of; `goes_on`:
    whether such an onlooker may let the tacticians play on.
    """

    battle: Battle
    sides: frozenset[int] = frozenset()
    owner: bool = False
    token: str = ""
    member: bool = False
    goes_on: bool = False

    @property
    def plays_on(self) -> bool:
        """Whether this viewer may let the tacticians play on: the leader of a side, the owner, or who fights
        in the campaign that has them fight it. Nobody may in one that is cancelled.
        """
        if self.battle.cancelled:
            return False
        return self.owner or self.goes_on or bool(self.sides)

    def view(self, battle: engine.Battle) -> dict[str, Any]:
        """Return all that this viewer may know."""
        return battle.view(self.side(battle))

    def side(self, battle: engine.Battle) -> int | None:
        """Return the side that a choice of this viewer is for: the one asked now if it is theirs, else their
        first; None for an onlooker.
        """
        pending = battle.pending
        if pending is not None and pending.side in self.sides:
            return pending.side
        return min(self.sides, default=None)

    def decision(self, battle: engine.Battle) -> Decision | None:
        """Return the pending decision if it is this viewer's; sides left to the tactician are not asked."""
        pending = None if self.battle.cancelled else battle.pending
        if pending is None or pending.side not in self.sides:
            return None
        # Typed dice are always a person's to enter, even when the tactician decides.
        if pending.side in self.battle.tacticians and pending.kind != engine.TYPED:
            return None
        return pending

    def url(self, page: str, *args: object) -> str:
        """Return the address of one of the battle's pages, as this viewer reaches it."""
        if self.token:
            return reverse(f"battles:shared-{page}", args=[self.token, *args])
        return reverse(f"battles:{page}", args=[self.battle.public_id, *args])

    @property
    def home(self) -> str:
        """The battle's first page."""
        return self.battle.shared_url if self.token else self.battle.get_absolute_url()


def viewer_of(user: object, public_id: UUID) -> Viewer:
    """Return how `user` sees a battle, one that is cancelled as an onlooker; Http404 if they take no part in
    it and nobody lets them look on.
    """
    row = _one(public_id=public_id)
    try:
        sides = sides_of(user, row)
    except Http404:
        return _onlooker(user, row)
    owner = getattr(user, "pk", None) == row.owner_id
    if row.cancelled:
        return Viewer(row, owner=owner, member=True)
    # Campaigns can only take sides away here, never give one to a stranger.
    for _, allowed in signals.sides_asked.send(Battle, battle=row, user=user):
        sides = sides if allowed is None else sides & frozenset(allowed)
    return Viewer(row, sides, owner=owner)


def _onlooker(user: object, row: Battle) -> Viewer:
    """Return the viewer of who looks on whether or not the battle is shared; Http404 for a stranger."""
    asked = signals.looking_on_asked.send(Battle, battle=row, user=user)
    answers = [answer for _, answer in asked if answer is not None]
    if not answers:
        raise Http404(Battle.say(Battle.MISSING))
    return Viewer(row, member=True, goes_on=any(answers))


def shared(token: str) -> Viewer:
    """Return the viewer of a shared link, who looks on and does no more."""
    return Viewer(_one(share_token=token), token=token)


def reached(user: object, public_id: UUID | None, token: str = "") -> Viewer:
    """Return the viewer that an address makes: of a shared link by its token, else `user`. Raises Http404."""
    if token:
        return shared(token)
    if public_id is None:
        raise Http404(Battle.say(Battle.MISSING))
    return viewer_of(user, public_id)


def status_of(error: LeaguerError) -> int:
    """Return the HTTP status of a refusal: 403 where another person decides, 409 in a battle that is
    cancelled, else 400.
    """
    return {"not-yours": 403, "cancelled": 409}.get(error.code, 400)


def _one(**where: object) -> Battle:
    return found(Battle.objects.with_people().annotate(**ROW_ANNOTATIONS), **where)
