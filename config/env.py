"""Reads settings from environment variables, and says which one is wrong."""

import errno
import os
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

import dj_database_url
from django.core.exceptions import ImproperlyConfigured
from django.core.management.utils import get_random_secret_key

from config import wording

TRUE = frozenset({"1", "true", "yes", "on"})
FALSE = frozenset({"0", "false", "no", "off", ""})
SQLITE_PRAGMAS = (
    "PRAGMA journal_mode=WAL;"
    "PRAGMA synchronous=NORMAL;"
    "PRAGMA foreign_keys=ON;"
    "PRAGMA temp_store=MEMORY;"
    "PRAGMA cache_size=-16000;"
)

PAGES = 400
"""How many pages a process stores in memory."""

COUNTS = 10_000
"""How many counts and marks are stored in files, or in memory while Redis does not answer."""


def text(name: str, default: str = "") -> str:
    """Return the variable without surrounding blanks; an empty one counts as missing."""
    return os.environ.get(name, "").strip() or default


def flag(name: str, *, default: bool = False) -> bool:
    """Return a yes or no; anything else is refused rather than guessed at."""
    value = text(name).lower()
    if not value:
        return default
    if value not in TRUE | FALSE:
        raise ImproperlyConfigured(wording.write_1_or_0(name, value))
    return value in TRUE


def number(name: str, default: int) -> int:
    """Return a whole number, zero or more."""
    value = text(name)
    if not value:
        return default
    if not value.isdecimal():
        raise ImproperlyConfigured(wording.write_whole_number(name, value))
    return int(value)


def words(name: str, default: str = "") -> list[str]:
    """Return a list separated by commas."""
    return [word.strip() for word in text(name, default).split(",") if word.strip()]


def choice(name: str, default: str, allowed: tuple[str, ...]) -> str:
    """One of a few words."""
    value = text(name, default)
    if value not in allowed:
        raise ImproperlyConfigured(wording.write_one_of(name, value, allowed))
    return value


def email_settings(name: str) -> dict[str, str | int | bool]:
    """Django's e-mail settings from one address such as `smtp://user:password@host:587?tls=1`.

    Without the variable, messages are printed on the console.
    """
    url = text(name)
    if not url:
        return {"EMAIL_BACKEND": "django.core.mail.backends.console.EmailBackend"}
    parts = urlsplit(url)
    if parts.scheme not in {"smtp", "smtps"} or not parts.hostname:
        raise ImproperlyConfigured(wording.write_smtp(name))
    implicit = parts.scheme == "smtps"
    wants_tls = parse_qs(parts.query).get("tls", ["0"])[-1] in TRUE
    return {
        "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
        "EMAIL_HOST": parts.hostname,
        "EMAIL_PORT": parts.port or (465 if implicit else 587),
        "EMAIL_HOST_USER": unquote(parts.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        "EMAIL_USE_SSL": implicit,
        "EMAIL_USE_TLS": wants_tls and not implicit,
        "EMAIL_TIMEOUT": 15,
    }


def database(url: str, home: Path) -> dict[str, Any]:
    """Django's settings for the database at this address; without one, `leaguer.sqlite3` in `home`."""
    try:
        settings: dict[str, Any] = dict(dj_database_url.parse(url or f"sqlite:///{home / 'leaguer.sqlite3'}"))
    except ValueError as error:
        raise ImproperlyConfigured(wording.WRITE_DATABASE) from error
    if settings["ENGINE"].endswith("sqlite3"):
        # Readers never wait (WAL); a writer takes its lock when it begins, so that none fails half-way.
        options = {"init_command": SQLITE_PRAGMAS, "transaction_mode": "IMMEDIATE", "timeout": 20}
        return settings | {"OPTIONS": options}
    return settings | {"CONN_MAX_AGE": 60, "CONN_HEALTH_CHECKS": True}


def redis(name: str) -> str:
    """Return the address of a Redis, such as `redis://host:6379/0`; "" without the variable."""
    url = text(name)
    if url and urlsplit(url).scheme not in {"redis", "rediss", "unix"}:
        raise ImproperlyConfigured(wording.write_redis(name))
    return url


def cache(name: str, folder: Path, default: str = "") -> dict[str, Any]:
    """Django's settings for a cache on Redis, as the variable or else `default` says; without, in files."""
    url = redis(name) or default
    options = {"OPTIONS": {"MAX_ENTRIES": COUNTS}}
    if not url:
        files = "django.core.cache.backends.filebased.FileBasedCache"
        return {"BACKEND": files, "LOCATION": folder, **options}
    return {"BACKEND": "config.rediscache.Cache", "LOCATION": url, "KEY_PREFIX": "leaguer", **options}


def page_cache(name: str) -> dict[str, Any]:
    """Django's settings for the cache of pages: Redis where the variable says so, else in memory."""
    options = {"OPTIONS": {"MAX_ENTRIES": PAGES}}
    if text(name):
        return cache(name, Path()) | {"KEY_PREFIX": "leaguer.pages", **options}
    return {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": "pages", **options}


def make_folder(path: Path) -> None:
    """Make a folder for its owner alone, unless it is there.

    Raises ImproperlyConfigured if it cannot be written to.
    """
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not os.access(path, os.W_OK | os.X_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    except OSError as error:
        raise ImproperlyConfigured(wording.no_folder(str(path), error.strerror)) from error


def stored_key(path: Path) -> str:
    """Return the key in the file; the first caller makes it, readable by its owner alone.

    Raises ImproperlyConfigured when the file cannot be made or is empty.
    """
    try:
        return _read(path) if path.exists() else _make(path)
    except OSError as error:
        raise ImproperlyConfigured(wording.cannot_hold_key(str(path), error.strerror)) from error


def _make(path: Path) -> str:
    """Write beside the file and link it into place, so that two processes agree on one whole key."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    with open(draft, "x", opener=lambda name, flags: os.open(name, flags, 0o600)) as file:
        file.write(get_random_secret_key())
    try:
        path.hardlink_to(draft)
    except FileExistsError:
        pass
    finally:
        draft.unlink()
    return _read(path)


def _read(path: Path) -> str:
    key = path.read_text().strip()
    if not key:
        raise ImproperlyConfigured(wording.key_file_empty(str(path)))
    return key
