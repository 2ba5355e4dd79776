"""The only place that writes own maps: drafts that may have faults, of which each saving is an edition.

Two browsers may edit one map: a change names the edition it was made on, and is refused with StaleMap when
another one was kept meanwhile.
"""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User
from django.db.models import F
from django.utils import timezone

from campaigns.editor.draft import Draft, kept
from campaigns.models import OwnMap

MOST = 100
UNNAMED = "Unnamed map"


class StaleMap(Exception):  # noqa: N818 (it is no fault of the program)
    """A change of an edition that is not the current one any more."""

    def __init__(self, current: OwnMap) -> None:
        super().__init__(
            "The map was changed in another window meanwhile. Nothing was overwritten: here it is as it"
            " stands now, without what was changed last."
        )
        self.current = current


def create_map(owner: User, document: Any) -> OwnMap:
    """A new map of `owner`'s; raises MapError for a document that cannot even be drawn."""
    draft = kept(document)
    return OwnMap.objects.create(owner=owner, name=_name(draft), document=draft)


def keep_map(row: OwnMap, edition: int, document: Any) -> bool:
    """Keep another state of a map; False if nothing is different, whatever the edition.

    Raises StaleMap if the map has moved on since `edition`, MapError for what cannot be kept.
    """
    draft = kept(document)
    if draft == row.document:
        return False
    changed = OwnMap.objects.filter(pk=row.pk, edition=edition).update(
        document=draft, name=_name(draft), edition=F("edition") + 1, updated=timezone.now()
    )
    row.refresh_from_db()
    if not changed:
        raise StaleMap(row)
    return True


def delete_map(row: OwnMap) -> None:
    """Take a map away; campaigns that were begun on it have their own copy."""
    row.delete()


def _name(draft: Draft) -> str:
    return " ".join(draft["name"].split()) or UNNAMED
