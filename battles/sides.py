"""What everything has that two sides fight: their names, and who leads them."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.http import Http404

from armylists.owned.models import Owned, OwnedQuerySet, Row

SIDES = (0, 1)


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
    """Something that two sides fight: whose it is, its rules and the names of the sides."""

    PEOPLE = ("owner", "opponent")

    system = models.CharField(max_length=40)
    side_a = models.CharField(max_length=120)
    side_b = models.CharField(max_length=120)

    objects = OfWhoFights.as_manager()  # type: ignore[misc]  # the plugin takes the base's for a class variable

    class Meta(Owned.Meta):
        abstract = True

    @property
    def title(self) -> str:
        """What to call it."""
        return f"{self.side_a} against {self.side_b}"

    @property
    def sides(self) -> tuple[str, str]:
        """The names of the sides."""
        return self.side_a, self.side_b


def sides_of(user: object, row: Any) -> frozenset[int]:
    """Which sides of a row `user` leads; Http404 for who leads none."""
    pk = getattr(user, "pk", None)
    if pk is not None and pk == row.owner_id:
        return frozenset(SIDES if row.opponent_id is None else SIDES[:1])
    if pk is not None and pk == row.opponent_id:
        return frozenset(SIDES[1:])
    raise Http404(row.say(row.MISSING))
