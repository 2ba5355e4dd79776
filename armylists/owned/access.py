"""Finding what somebody owns. What is somebody else's and private is not there: whoever asks gets a 404."""

from __future__ import annotations

from typing import Any, cast
from uuid import UUID

from django.db.models import QuerySet
from django.http import Http404

from armylists.owned.models import Row


def owned(kind: type[Row], user: object, public_id: UUID | str) -> Row:
    """Return the row if `user` owns it or takes part in it, archived or not; Http404 otherwise."""
    return cast("Row", found(kind.objects.of(user).with_people(), public_id=public_id))


def shared(kind: type[Row], token: str) -> Row:
    """Return the row that is shared under `token`; Http404 otherwise."""
    return cast("Row", found(kind.objects.with_people(), share_token=token))


def found(rows: QuerySet[Row], **where: Any) -> Row:
    """Return the one of these rows that is so; Http404 if there is none."""
    row = rows.filter(**where).first()
    if row is None:
        raise Http404(rows.model.say(rows.model.MISSING))
    return row
