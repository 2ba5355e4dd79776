"""Guests: people who play without an account. A guest is a user with a mark, without password or e-mail.

Whoever signs up or signs in takes over what they made as a guest. A guest who has not been back for
`DAYS` days is deleted with everything they made.
"""

from __future__ import annotations

import secrets
from datetime import date, timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.db import DatabaseError, models, transaction
from django.utils import timezone

DAYS = 14
"""How long a guest is kept after their last visit."""

ROOM = {"list": 12, "battle": 12, "book": 4, "scenario": 4, "record": 4}
"""How many of each kind a guest may have; of all other kinds none."""
UPLOADS = 10_485_760
"""How many bytes a guest may upload in a day."""

_TRIES = 20


class GuestRefusal(PermissionDenied):
    """Something that needs an account: 403 with a sentence, on pages and over REST."""


class Guest(models.Model):
    """The mark of a user who is a guest; `used`: the last day on which they were here."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="guest")
    made = models.DateTimeField(auto_now_add=True)
    used = models.DateField(db_index=True)

    class Meta:
        app_label = "armylists"

    def __str__(self) -> str:
        return self.user.get_username()

    @property
    def until(self) -> date:
        """The last day on which their work is kept if they do not come back."""
        return self.used + timedelta(days=DAYS)


def is_guest(user: object) -> bool:
    """Return whether a user plays without an account; no query for the one who is signed in."""
    return getattr(user, "guest", None) is not None


@transaction.atomic
def make() -> User:
    """Return a new guest, called `Guest` and a number."""
    for digits in range(4, 4 + _TRIES):
        # The blank keeps such a name from ever being one that somebody signs up with.
        name = f"Guest {secrets.randbelow(9 * 10 ** (digits - 1)) + 10 ** (digits - 1)}"
        if not User.objects.filter(username=name).exists():
            break
    user = User(username=name)
    user.set_unusable_password()
    user.save(force_insert=True)
    Guest.objects.create(user=user, used=timezone.localdate())
    return user


def touch(guest: Guest) -> bool:
    """Note that a guest is here today; return whether that was news."""
    today = timezone.localdate()
    if guest.used >= today:
        return False
    try:
        Guest.objects.filter(pk=guest.pk).update(used=today)
    except DatabaseError:
        return False  # a disk that is full keeps nobody from reading
    guest.used = today
    return True


def check_account(user: object, words: str) -> None:
    """Raise GuestRefusal with these words if `user` is a guest."""
    if is_guest(user):
        raise GuestRefusal(words)


@transaction.atomic
def take_over(guest: User, user: User) -> int:
    """Give everything that a guest made to `user` and remove the guest; return how many things moved."""
    moved = 0
    for relation in User._meta.related_objects:
        rows = _rows(relation)
        # Rows there is one of for each user (such as the mark itself) stay behind and go with the guest.
        if relation.field.unique:
            continue
        count = rows.filter(**{relation.field.name: guest}).update(**{relation.field.name: user})
        moved += count if relation.field.name == "owner" else 0
    User.objects.filter(pk=guest.pk).delete()
    return moved


def expire(today: date | None = None) -> int:
    """Delete guests who were last here more than `DAYS` days ago, with their work; return how many."""
    last = (today or timezone.localdate()) - timedelta(days=DAYS)
    away = Guest.objects.filter(used__lt=last)
    gone = 0
    for pk in list(away.values_list("pk", flat=True)):
        with transaction.atomic():
            # Read anew: they may have come back, or have signed up, while others were deleted.
            guest = away.select_for_update(of=("self",)).select_related("user").filter(pk=pk).first()
            if guest is None:
                continue
            for relation in User._meta.related_objects:
                if relation.field.name == "owner":
                    # What would outlive its owner (own books) is nobody else's: a guest cannot share.
                    _rows(relation).filter(owner=guest.user).delete()
            guest.user.delete()
            gone += 1
    return gone


def _rows(relation: Any) -> models.QuerySet[Any]:
    rows: models.QuerySet[Any] = relation.related_model._base_manager.all()
    return rows
