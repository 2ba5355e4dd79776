"""Whoever deletes their account leaves no name in what the campaigns of others have written down."""

from __future__ import annotations

import json
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Q, TextField
from django.db.models.functions import Cast

from campaigns.models import Deletion, Disclosure, EngagementRow, News


def forget(user: User, name: str) -> None:
    """Put `name` in the place of a user's: in disclosures, in what was done about battles, in the news of
    others, and where campaigns were deleted. Only corrections keep it: the hashes of their turns prove them.
    """
    old = user.get_username()
    Disclosure.objects.filter(user=user).update(name=name)
    Disclosure.objects.filter(by=old).update(by=name)
    Deletion.objects.filter(user=user).delete()
    Deletion.objects.filter(by=old).update(by=name)
    for news in News.objects.annotate(text=Cast("about", TextField())).filter(_holds(old)):
        news.about = _renamed(news.about, old, name)
        news.save(update_fields=["about"])
    for row in EngagementRow.objects.annotate(text=Cast("dealings", TextField())).filter(_holds(old)):
        row.dealings = [_renamed(each, old, name) for each in row.dealings]
        row.save(update_fields=["dealings"])


def _holds(name: str) -> Q:
    # SQLite stores other letters than ASCII's as escapes, PostgreSQL as they are.
    return Q(text__contains=json.dumps(name)) | Q(text__contains=json.dumps(name, ensure_ascii=False))


def _renamed(said: dict[str, Any], old: str, name: str) -> dict[str, Any]:
    return said | {"who": name} if said.get("who") == old else said
