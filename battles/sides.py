"""What everything has that two sides fight: their names, and who leads them."""

from __future__ import annotations

from typing import Any, Self, TypeVar

from django.db import models
from django.db.models import Q
from django.http import Http404

SIDES = (0, 1)
Row = TypeVar("Row", bound=models.Model)


class OfWhoFights(models.QuerySet[Row]):
    """Rows with an owner, who leads the first side or both, and perhaps an opponent, who leads the second."""

    def of(self, user: object) -> Self:
        """Those that `user` takes part in; none for someone who is not signed in."""
        if not getattr(user, "is_authenticated", False):
            return self.none()
        return self.filter(Q(owner=user) | Q(opponent=user))


class TwoSides:
    """The names of the sides of a row."""

    side_a: str
    side_b: str

    @property
    def title(self) -> str:
        """What to call it."""
        return f"{self.side_a} against {self.side_b}"

    @property
    def sides(self) -> tuple[str, str]:
        """The names of the sides."""
        return self.side_a, self.side_b


def sides_of(user: object, row: Any, missing: str) -> frozenset[int]:
    """Which sides of a row `user` leads; Http404, saying what is `missing`, for who leads none."""
    pk = getattr(user, "pk", None)
    if pk is not None and pk == row.owner_id:
        return frozenset(SIDES if row.opponent_id is None else SIDES[:1])
    if pk is not None and pk == row.opponent_id:
        return frozenset(SIDES[1:])
    raise Http404(missing)
