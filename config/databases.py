"""The database of `DATABASE_URL`, with what SQLite and PostgreSQL each need to be safe under load."""

from pathlib import Path
from typing import Any

import dj_database_url
from django.core.exceptions import ImproperlyConfigured

SQLITE_PRAGMAS = (
    "PRAGMA journal_mode=WAL;"
    "PRAGMA synchronous=NORMAL;"
    "PRAGMA foreign_keys=ON;"
    "PRAGMA temp_store=MEMORY;"
    "PRAGMA cache_size=-16000;"
)


def database(url: str, home: Path) -> dict[str, Any]:
    """Django's settings for the database at this address; without one, `leaguer.sqlite3` in `home`."""
    try:
        settings: dict[str, Any] = dict(dj_database_url.parse(url or f"sqlite:///{home / 'leaguer.sqlite3'}"))
    except ValueError as error:
        raise ImproperlyConfigured(
            "DATABASE_URL: write postgres://user:password@host:5432/name or sqlite:////absolute/path"
        ) from error
    if settings["ENGINE"].endswith("sqlite3"):
        return settings | {"OPTIONS": _sqlite_options()}
    return settings | {"CONN_MAX_AGE": 60, "CONN_HEALTH_CHECKS": True}


def _sqlite_options() -> dict[str, Any]:
    """Readers never wait (WAL); a writer takes its lock when it begins, so that none fails half-way."""
    return {"init_command": SQLITE_PRAGMAS, "transaction_mode": "IMMEDIATE", "timeout": 20}
