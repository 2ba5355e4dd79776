"""The whole database as one file, and back: SQLite by its own copying, PostgreSQL by its programs."""

from __future__ import annotations

import os
import sqlite3
import subprocess
from collections.abc import Callable
from pathlib import Path

from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import DatabaseError, connection

from armylists.wording import lists as words
from rulesets.engine.errors import LeaguerError

SQLITE, POSTGRES = b"SQLite format 3\0", b"PGDMP"
"""How the files begin."""

Progress = Callable[[int, int], None]
"""Called with how many pages of an SQLite database are copied, and of how many."""

_PAGES = 2_000


class BackupError(LeaguerError):
    """A backup cannot be written or read back; nothing was changed."""


def backup(path: Path, progress: Progress) -> int:
    """Write the database to a new file that its owner alone may read; return its size in bytes.

    People may go on using the site: the copy is the state of one moment. Raises BackupError for a file that
    is there already, a folder that cannot be written to, or a missing or failing pg_dump.
    """
    part = path.with_name(f"{path.name}.part")
    try:
        if path.exists():
            raise BackupError(words.FILE_THERE)
        part.touch(mode=0o600)
        if connection.vendor == "sqlite":
            copy = sqlite3.connect(part)
            try:
                _live().backup(copy, pages=_PAGES, progress=lambda _, left, all_: progress(all_ - left, all_))
            finally:
                copy.close()
        else:
            _run("pg_dump", "--format=custom", "--no-owner", "--file", str(part))
        part.replace(path)
        return path.stat().st_size
    except OSError as error:
        raise BackupError(words.cannot_be_written(error.strerror)) from None
    finally:
        if path.parent.is_dir():
            part.unlink(missing_ok=True)


def restore(path: Path, progress: Progress, *, replace: bool) -> int:
    """Put a backup in the place of the database, bring it up to date, and return how many users it has.

    Raises BackupError for what is no backup of this kind of database, and for a database with users in it
    unless `replace` says that they may go.
    """
    kind = _kind(path)
    if kind != (SQLITE if connection.vendor == "sqlite" else POSTGRES):
        other = "PostgreSQL" if kind == POSTGRES else "SQLite"
        raise BackupError(words.backup_of_other(other))
    if not replace and (users := _users()):
        raise BackupError(words.would_replace(users))
    if kind == SQLITE:
        _copy_back(path, progress)
    else:
        _run(
            "pg_restore", "--clean", "--if-exists", "--no-owner", "--single-transaction", "--exit-on-error",
            "--dbname", "{database}", str(path),
        )  # fmt: skip
    call_command("migrate", verbosity=0, interactive=False)
    return _users()


def _kind(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            head = file.read(len(SQLITE))
    except OSError as error:
        raise BackupError(words.cannot_be_opened(error.strerror)) from None
    for kind in (SQLITE, POSTGRES):
        if head.startswith(kind):
            return kind
    raise BackupError(words.NOT_A_BACKUP)


def _copy_back(path: Path, progress: Progress) -> None:
    source = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)
    try:
        whole = source.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        ours = source.execute("SELECT 1 FROM sqlite_master WHERE name = 'django_migrations'").fetchone()
        if not whole or not ours:
            raise BackupError(words.DAMAGED if ours else words.OTHER_PROGRAM)
        source.backup(_live(), pages=-1, progress=lambda _, left, all_: progress(all_ - left, all_))
    except sqlite3.DatabaseError as error:
        raise BackupError(words.cannot_be_read_back(str(error))) from None
    finally:
        source.close()


def _live() -> sqlite3.Connection:
    connection.ensure_connection()
    live: sqlite3.Connection = connection.connection
    return live


def _users() -> int:
    try:
        return User.objects.count()
    except DatabaseError:  # a database without tables has no users
        return 0


def _run(program: str, *options: str) -> None:
    """Run a program of PostgreSQL on the database; `{database}` among the options stands for its name."""
    # Django knows how psql is told where the database is, and the others take the same options.
    (_, *where, database), env = connection.client.settings_to_cmd_args_env(connection.settings_dict, [])
    named = [each.format(database=database) for each in options]
    try:
        subprocess.run(
            [program, *where, *named, *([] if database in named else [database])],
            env={**os.environ, **(env or {})}, check=True, capture_output=True, text=True,
        )  # fmt: skip
    except FileNotFoundError:
        raise BackupError(words.needs_program(program)) from None
    except subprocess.CalledProcessError as error:
        lines = str(error.stderr).strip().splitlines() or [f"{program} failed"]
        raise BackupError(lines[0]) from None
