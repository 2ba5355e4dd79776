"""Army lists to choose from where a force is raised: one's own, and the samples."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.contrib.auth.models import User
from django.http import Http404

from armylists import booksource
from armylists.models import ArmyList
from armylists.owned.access import owned
from campaigns.engine.forces import MusterError
from rulesets.contract.documents import samples

OWN, SAMPLE = "own", "sample"


def list_choices(user: User, systems: Collection[str]) -> list[Any]:
    """The lists of these systems that a force can be raised from. One query."""
    rows = ArmyList.objects.of(user).in_use().filter(system__in=systems)
    booksource.fetch_for(rows)
    own = [(f"{OWN}:{row.public_id}", row.title) for row in rows]
    ready = [(f"{SAMPLE}:{key}", army.name) for key, army in samples().items() if army.system in systems]
    return [("", "–"), *([("Your lists", own)] if own else []), ("Sample lists", ready)]


def list_of(value: str, user: User) -> dict[str, Any]:
    """The document of a list that was chosen; raises MusterError for one that is not there."""
    kind, _, key = value.partition(":")
    if kind == SAMPLE and key in samples():
        return samples()[key].to_json()
    try:
        return owned(ArmyList, user, key).army.to_json()
    except (Http404, ValueError):
        raise MusterError("there is no such list", path="list") from None
