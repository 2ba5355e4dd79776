"""The only place that writes own maps: drafts that may have faults, of which each saving is an edition.

Two browsers may edit one map: a change names the edition it was made on, and is refused with Stale when
another one was saved meanwhile.
"""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone

from armylists.owned.services import check_fresh, write
from armylists.room import check_room
from campaigns.editor.draft import Draft, as_draft
from campaigns.models import OwnMap

MOST = 100
UNNAMED = "Unnamed map"


def create_map(owner: User, document: Any) -> OwnMap:
    """Return a new map of `owner`'s; raises MapError for a document that cannot even be drawn."""
    check_room(owner, OwnMap)
    draft = as_draft(document)
    return OwnMap.objects.create(owner=owner, name=_name(draft), document=draft)


def save_map(row: OwnMap, edition: int, document: Any) -> bool:
    """Save another state of a map; False if nothing is different, whatever the edition.

    Raises Stale if the map has moved on since `edition`, MapError for what cannot be saved.
    """
    draft = as_draft(document)
    # Before the freshness check, as pages save by themselves and often save the same.
    if draft == row.document:
        return False
    check_fresh(row, edition)
    write(row, document=draft, name=_name(draft), updated=timezone.now())
    return True


def delete_map(row: OwnMap) -> None:
    """Take a map away; campaigns that were begun on it have their own copy."""
    row.delete()


def _name(draft: Draft) -> str:
    return " ".join(draft["name"].split()) or UNNAMED
