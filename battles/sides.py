"""What everything has that two sides fight: their names, and who leads them."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.http import Http404

from armylists.owned.models import Owned, OwnedQuerySet, Row
from battles.signals import archiving
from rulesets.contract import registry
from rulesets.engine.decisions import Refusal

SIDES = (0, 1)

ACCEPTED, OPEN, DECLINED = "", "open", "declined"
"""How an invitation stands; the first also where nobody was invited."""


class OfWhoFights(OwnedQuerySet[Row]):
    """Rows with an owner, who leads the first side or both, and perhaps an opponent, who leads the second."""

    def taking_part(self, user: object) -> Q:
        return Q(owner=user) | Q(opponent=user)


def opponent_field(rows: str) -> Any:
    """Who leads the second side; a user has the rows that they do not own as `rows`."""
    return models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name=rows
    )


class TwoSides(Owned):
    """Something that two sides fight: whose it is, its rules and the names of the sides.

    `invited`: the name of who is asked to lead the second side. While their `invitation` is open it waits
    for them, and nobody decides for either side.
    """

    PEOPLE = ("owner", "opponent")

    system = models.CharField(max_length=40)
    side_a = models.CharField(max_length=120)
    side_b = models.CharField(max_length=120)
    invited = models.CharField(max_length=150, blank=True)
    invitation = models.CharField(max_length=8, blank=True, choices=[(OPEN, "open"), (DECLINED, "declined")])

    objects = OfWhoFights.as_manager()  # type: ignore[misc]  # the plugin takes the base's for a class variable

    class Meta(Owned.Meta):
        abstract = True

    def check_archived(self) -> None:
        """Raise Refusal while somebody needs it where its players find it."""
        for _, reason in archiving.send(type(self), row=self):
            if reason is not None:
                raise Refusal(reason, path="archived", code="needed")

    @property
    def waits(self) -> bool:
        """Whether somebody is invited who has not answered yet."""
        return bool(self.invitation == OPEN)

    @property
    def declined_by(self) -> str:
        """The name of who did not want to play; empty if nobody did so."""
        return str(self.invited) if self.invitation == DECLINED else ""

    @property
    def system_name(self) -> str:
        """What its rule system is called."""
        return registry.get(self.system).name

    @property
    def title(self) -> str:
        """What to call it."""
        return f"{self.side_a} against {self.side_b}"

    @property
    def sides(self) -> tuple[str, str]:
        """The names of the sides."""
        return self.side_a, self.side_b


def sides_of(user: object, row: Any) -> frozenset[int]:
    """Which sides of a row `user` leads, none while it waits for an answer; Http404 for a stranger."""
    pk = getattr(user, "pk", None)
    if pk is not None and pk == row.owner_id:
        if row.waits:
            return frozenset()
        return frozenset(SIDES if row.opponent_id is None else SIDES[:1])
    if pk is not None and pk == row.opponent_id:
        return frozenset(SIDES[1:])
    raise Http404(row.say(row.MISSING))
