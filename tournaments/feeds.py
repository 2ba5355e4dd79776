"""The addresses of tournaments' calendars: calendars cannot sign in, so the address itself says who reads."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.core import signing
from django.db.models import F
from django.utils.crypto import constant_time_compare, salted_hmac

from tournaments import access
from tournaments.access import Viewer
from tournaments.models import CalendarAddress, Tournament

SALT = "tournaments.calendar"


def token_of(viewer: Viewer) -> str:
    """Return the secret in the address of somebody's calendar of a tournament. It is sealed with their
    password: whoever changes that has new addresses.
    """
    user = viewer.user
    renewed = _renewed(viewer.tournament, user)
    return _token(viewer.tournament, user, renewed)


def _token(row: Tournament, user: User | None, renewed: int) -> str:
    named = [row.public_id.hex, user.pk if user else 0, _seal(user, renewed)]
    return signing.dumps(named, salt=SALT)


def reader(token: str) -> Viewer | None:
    """Return who reads the calendar with this secret, None where it leads nowhere any more."""
    try:
        public_id, pk, seal = signing.loads(token, salt=SALT)
    except (signing.BadSignature, ValueError):
        return None
    user = User.objects.filter(pk=pk, is_active=True).first() if pk else None
    row = Tournament.objects.with_people().filter(public_id=public_id).first()
    if (
        row is None
        or (pk and user is None)
        or not constant_time_compare(seal, _seal(user, _renewed(row, user)))
    ):
        return None
    return access.viewer(row, user)


def renew(row: Tournament, user: User) -> None:
    """Give somebody's calendar of a tournament another address: the old one leads nowhere from now on."""
    found, _ = CalendarAddress.objects.get_or_create(tournament=row, user=user)
    CalendarAddress.objects.filter(pk=found.pk).update(renewed=F("renewed") + 1)


def feeds_of(user: User) -> list[tuple[Tournament, str]]:
    """Return the tournaments in use that somebody takes part in, each with the secret of their calendar of
    it. Two queries.
    """
    rows = list(Tournament.objects.of(user).filter(archived=False).light().order_by("name", "pk"))
    found = CalendarAddress.objects.filter(user=user, tournament__in=rows)
    renewed = dict(found.values_list("tournament", "renewed"))
    return [(each, _token(each, user, renewed.get(each.pk, 0))) for each in rows]


def _renewed(row: Tournament, user: User | None) -> int:
    if user is None:
        return 0
    found = CalendarAddress.objects.filter(tournament=row, user=user).values_list("renewed", flat=True)
    return found.first() or 0


def _seal(user: User | None, renewed: int) -> str:
    if user is None:
        return ""
    # Whoever has never renewed it keeps the address that they have.
    secret = user.get_session_auth_hash() + (f":{renewed}" if renewed else "")
    return salted_hmac(SALT, secret).hexdigest()[:16]
