"""Reads settings from environment variables, and says which one is wrong."""

import os
from urllib.parse import parse_qs, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

TRUE = frozenset({"1", "true", "yes", "on"})
FALSE = frozenset({"0", "false", "no", "off", ""})


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
