"""API tokens: by which programs act for a member. Each has a name; all end when the password changes.

The token itself is shown once, to whoever makes it. Only its SHA-256 is stored: it is 160 random bits, which
nobody finds by trying, so that no slow hash is needed.
"""

from __future__ import annotations

import hashlib
import secrets
import uuid
from contextlib import suppress
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.db import DatabaseError, models, transaction
from django.db.models.functions import Coalesce
from django.http import Http404
from django.utils import timezone

from armylists.guests import check_account
from armylists.wording import lists as words
from rulesets.engine.errors import LeaguerError

MOST = 30
"""How many tokens an account may have."""
UNNAMED = 10
"""How many of these may be without a name: those that a program gets for name and password."""
DAY = timedelta(days=1)
FRESH = timedelta(minutes=1)
"""The last use is written at most so often."""
NAME_LENGTH = 60


class ApiToken(models.Model):
    """A token of `user`. `name`: what for, "" for one that a program got for name and password."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="api_tokens")
    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    name = models.CharField(max_length=NAME_LENGTH, blank=True)
    digest = models.CharField(max_length=64, unique=True, editable=False)
    created = models.DateTimeField(default=timezone.now)
    used = models.DateTimeField(null=True, blank=True)

    class Meta:
        app_label = "armylists"
        ordering = ("-created", "-id")

    def __str__(self) -> str:
        return self.title

    @property
    def title(self) -> str:
        """What to call it."""
        return self.name or words.MADE_WITH_PASSWORD


def digest_of(key: str) -> str:
    """Return what is stored of a token."""
    return hashlib.sha256(key.encode()).hexdigest()


def token_of(key: str) -> ApiToken | None:
    """Return the row of a token with its user, as requests need them; None if there is none. One query."""
    rows = ApiToken.objects.select_related("user__guest", "user__profile")
    return rows.filter(digest=digest_of(key), user__is_active=True).first()


def owned(user: User, public_id: uuid.UUID) -> ApiToken:
    """Return a token of `user`; Http404 if they have none of that id."""
    found = ApiToken.objects.filter(user=user, public_id=public_id).first()
    if found is None:
        raise Http404(words.NO_SUCH_TOKEN)
    return found


@transaction.atomic
def make(user: User, name: str = "") -> tuple[ApiToken, str]:
    """Return a new token and its key. Of those without a name the ones that were used longest ago make room.

    Raises GuestRefusal for a guest, LeaguerError (`not-met`) if the account has too many.
    """
    check_account(user, words.GUESTS_HAVE_NO_TOKENS)
    mine = ApiToken.objects.filter(user=user)
    if not name:
        last = Coalesce("used", "created")
        kept = mine.filter(name="").order_by(last.desc(), "-pk")[: UNNAMED - 1]
        mine.filter(name="").exclude(pk__in=[each.pk for each in kept]).delete()
    if mine.count() >= MOST:
        raise LeaguerError(words.too_many_tokens(MOST), code="not-met")
    key = _new_key()
    return ApiToken.objects.create(user=user, name=name, digest=digest_of(key)), key


def first_of_day(row: ApiToken) -> bool:
    """Return whether no other token without a name was made in the day before: programs may make many."""
    others = ApiToken.objects.filter(user=row.user, name="", created__gt=row.created - DAY)
    return not others.exclude(pk=row.pk).exists()


def renew(row: ApiToken) -> str:
    """Return a new key for a token; the old one works no more. Http404 if it was deleted meanwhile."""
    key = _new_key()
    columns: dict[str, Any] = {"digest": digest_of(key), "created": timezone.now(), "used": None}
    if not ApiToken.objects.filter(pk=row.pk).update(**columns):
        raise Http404(words.NO_SUCH_TOKEN)
    row.refresh_from_db()
    return key


def note_use(row: ApiToken) -> None:
    """Write that a token was used, unless that was written a moment ago."""
    now = timezone.now()
    if row.used is None or now - row.used >= FRESH:
        # A disk that is full keeps nobody from reading.
        with suppress(DatabaseError):
            ApiToken.objects.filter(pk=row.pk).update(used=now)


def end_all(user: User) -> None:
    """End every token of `user`."""
    ApiToken.objects.filter(user=user).delete()


def _new_key() -> str:
    return secrets.token_hex(20)
