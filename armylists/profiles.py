"""What the site knows of a person beside their account: the time zone in which they read and write times.

It is guessed from their browser until they choose one. Stored times and feeds are UTC.
"""

from __future__ import annotations

import re
from contextlib import suppress
from datetime import datetime, timedelta, tzinfo
from functools import lru_cache
from zoneinfo import ZoneInfo, available_timezones

from django.conf import settings
from django.contrib.auth.models import User
from django.db import DatabaseError, models
from django.utils import timezone
from django.utils.formats import date_format

from armylists.wording import lists as words

COOKIE = "timezone"
"""The name of the cookie in which a browser says its time zone."""
REGIONS = (
    "Europe", "America", "Australia", "Asia", "Africa", "Atlantic", "Pacific", "Indian", "Arctic",
    "Antarctica",
)  # fmt: skip
"""The parts of the world, those first where most players live."""
_NAME = re.compile(r"[A-Za-z0-9_+\-]{1,20}(/[A-Za-z0-9_+\-]{1,20}){0,2}")


class Profile(models.Model):
    """A person's settings. `time_zone`: "" while nothing is known of it; `chosen`: by them, not guessed."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="profile")
    time_zone = models.CharField(max_length=64, blank=True)
    chosen = models.BooleanField(default=False)

    class Meta:
        app_label = "armylists"

    def __str__(self) -> str:
        return self.time_zone or words.NO_TIME_ZONE


@lru_cache(maxsize=1000)
def zone_named(name: str) -> ZoneInfo | None:
    """Return the time zone of a name such as `Europe/London`, None if there is none."""
    if not _NAME.fullmatch(name):
        return None
    try:
        return ZoneInfo(name)
    except (OSError, ValueError, KeyError):  # unknown names are a KeyError, folders of zones an OSError
        return None


@lru_cache(maxsize=64)
def zones(near: str = "") -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the names of all time zones to choose from, by part of the world, that of the zone `near` (such
    as a browser's) first; `place_words` says them.
    """
    names = sorted(available_timezones())
    first = near.partition("/")[0]
    regions = sorted(REGIONS, key=lambda region: region != first)
    grouped = [(region, tuple(each for each in names if each.startswith(f"{region}/"))) for region in regions]
    return (*grouped, ("World", ("UTC",)))


def place_words(zone: tzinfo | str, now: datetime | None = None) -> str:
    """Return a time zone as pages show it: `Berlin (UTC+1)`, `Buenos Aires, Argentina (UTC−3)`, `UTC`."""
    named = zone_named(zone) if isinstance(zone, str) else zone
    *around, place = str(zone).replace("_", " ").split("/")
    where = ", ".join([place, *reversed(around[1:])])
    apart = named.utcoffset(now or timezone.now()) if named is not None else None
    if apart is None or not around:
        return where
    hours, minutes = divmod(abs(apart) // timedelta(minutes=1), 60)
    sign = "−" if apart < timedelta(0) else "+"
    return f"{where} (UTC{f'{sign}{hours}' if apart else ''}{f':{minutes:02}' if minutes else ''})"


def profile_of(user: object) -> Profile | None:
    """Return somebody's profile; no query for the one who is signed in."""
    return getattr(user, "profile", None)


def zone_of(user: object, browser: str = "") -> tzinfo:
    """Return the time zone in which somebody reads times: the one that they chose, else their browser's,
    else the last one that was guessed, else the site's.
    """
    profile = profile_of(user)
    named = profile.time_zone if profile is not None else ""
    order = (named, browser) if profile is not None and profile.chosen else (browser, named)
    found = (zone_named(each) for each in order if each)
    return next((each for each in found if each is not None), timezone.get_default_timezone())


def guess(user: User, browser: str) -> None:
    """Remember the time zone of somebody's browser, for mail, unless they chose one themselves."""
    profile = profile_of(user)
    if profile is not None and (profile.chosen or profile.time_zone == browser):
        return
    if zone_named(browser) is None:
        return
    with suppress(DatabaseError):  # a disk that is full keeps nobody from reading
        Profile.objects.update_or_create(user=user, defaults={"time_zone": browser})


def choose(user: User, name: str) -> None:
    """Set the time zone that somebody reads times in; "": the one of their browser.

    Raises ValueError for a time zone that there is not.
    """
    if name and zone_named(name) is None:
        raise ValueError(words.no_such_zone(name))
    Profile.objects.update_or_create(user=user, defaults={"time_zone": name, "chosen": bool(name)})


# -- words -----------------------------------------------------------------------------------------


def moment(at: datetime, form: str = "D j M Y, H:i") -> str:
    """Return a time in words, in the reader's time zone, which is named: `Tue 24 Nov 2026, 18:00 CET`."""
    return f"{date_format(timezone.localtime(at), form)} {zone_words(at)}"


def zone_words(at: datetime | None = None) -> str:
    """Return what the reader's time zone is called at a time: `CET`, `UTC+4`."""
    called = timezone.localtime(at or timezone.now()).tzname() or "UTC"
    # Zones without letters of their own are called by their difference, such as "+04" or "-0330".
    if called[0] not in "+-":
        return called
    hours, minutes = called[:3], called[3:]
    return f"UTC{hours[0]}{int(hours[1:])}{f':{minutes}' if minutes else ''}"
