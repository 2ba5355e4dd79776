"""The addresses of tournaments' calendars: calendars cannot sign in, so the address itself says who reads."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.core import signing
from django.utils.crypto import constant_time_compare, salted_hmac

from tournaments import access
from tournaments.access import Viewer
from tournaments.models import Tournament

SALT = "tournaments.calendar"


def token_of(viewer: Viewer) -> str:
    """Return the secret in the address of somebody's calendar of a tournament. It is sealed with their
    password: whoever changes that has new addresses.
    """
    user = viewer.user
    named = [viewer.tournament.public_id.hex, user.pk if user else 0, _seal(user)]
    return signing.dumps(named, salt=SALT)


def reader(token: str) -> Viewer | None:
    """Return who reads the calendar with this secret, None where it leads nowhere any more."""
    try:
        public_id, pk, seal = signing.loads(token, salt=SALT)
    except (signing.BadSignature, ValueError):
        return None
    user = User.objects.filter(pk=pk, is_active=True).first() if pk else None
    row = Tournament.objects.with_people().filter(public_id=public_id).first()
    if row is None or (pk and user is None) or not constant_time_compare(seal, _seal(user)):
        return None
    return access.viewer(row, user)


def _seal(user: User | None) -> str:
    return salted_hmac(SALT, user.get_session_auth_hash()).hexdigest()[:16] if user else ""
