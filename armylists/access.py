"""Who may see a list: its owner, and whoever has the link of a shared one. For others it is not there."""

from __future__ import annotations

from uuid import UUID

from django.http import Http404

from armylists.models import ArmyList

NOT_THERE = "There is no such list, or it is not yours."


def owned(user: object, public_id: UUID) -> ArmyList:
    """The list if it is `user`'s own, put away or not; Http404 otherwise."""
    return _one(public_id=public_id, owner_id=getattr(user, "pk", None) or -1)


def shared(token: str) -> ArmyList:
    """The list that is shared under `token`; Http404 otherwise."""
    return _one(share_token=token)


def _one(**where: object) -> ArmyList:
    found = ArmyList.objects.light().filter(**where).first()
    if found is None:
        raise Http404(NOT_THERE)
    return found
