"""Reads settings from environment variables, and says which one is wrong."""

import os
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

import dj_database_url
from django.core.exceptions import ImproperlyConfigured
from django.core.management.utils import get_random_secret_key

TRUE = frozenset({"1", "true", "yes", "on"})
FALSE = frozenset({"0", "false", "no", "off", ""})
SQLITE_PRAGMAS = (
    "PRAGMA journal_mode=WAL;"
    "PRAGMA synchronous=NORMAL;"
    "PRAGMA foreign_keys=ON;"
    "PRAGMA temp_store=MEMORY;"
    "PRAGMA cache_size=-16000;"
)


def text(name: str, default: str = "") -> str:
    """Return the variable without surrounding blanks; an empty one counts as missing."""
    return os.environ.get(name, "").strip() or default


def flag(name: str, *, default: bool = False) -> bool:
    """Return a yes or no; anything else is refused rather than guessed at."""
    value = text(name).lower()
    if not value:
        return default
    if value not in TRUE | FALSE:
        raise ImproperlyConfigured(f"{name}={value!r}: write 1 or 0.")
    return value in TRUE


def number(name: str, default: int) -> int:
    """Return a whole number, zero or more."""
    value = text(name)
    if not value:
        return default
    if not value.isdecimal():
        raise ImproperlyConfigured(f"{name}={value!r}: write a whole number.")
    return int(value)


def words(name: str, default: str = "") -> list[str]:
    """Return a list separated by commas."""
    return [word.strip() for word in text(name, default).split(",") if word.strip()]


def choice(name: str, default: str, allowed: tuple[str, ...]) -> str:
    """One of a few words."""
    value = text(name, default)
    if value not in allowed:
        raise ImproperlyConfigured(f"{name}={value!r}: write one of {', '.join(allowed)}.")
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
        raise ImproperlyConfigured(f"{name}: write smtp://user:password@host:587?tls=1 or smtps://...")
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
        raise ImproperlyConfigured(
            "DATABASE_URL: write postgres://user:password@host:5432/name or sqlite:////absolute/path"
        ) from error
    if settings["ENGINE"].endswith("sqlite3"):
        # Readers never wait (WAL); a writer takes its lock when it begins, so that none fails half-way.
        options = {"init_command": SQLITE_PRAGMAS, "transaction_mode": "IMMEDIATE", "timeout": 20}
        return settings | {"OPTIONS": options}
    return settings | {"CONN_MAX_AGE": 60, "CONN_HEALTH_CHECKS": True}


def stored_key(path: Path) -> str:
    """Return the key in the file; the first caller makes it, readable by its owner alone.

    Raises ImproperlyConfigured when the file cannot be made or is empty.
    """
    try:
        return _read(path) if path.exists() else _make(path)
    except OSError as error:
        raise ImproperlyConfigured(
            f"{path} cannot hold the secret key ({error.strerror}). Set LEAGUER_SECRET_KEY instead."
        ) from error


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
        raise ImproperlyConfigured(f"{path} is empty. Delete it, or set LEAGUER_SECRET_KEY.")
    return key
