"""When nothing can be written: a disk or database that is full or read-only."""

from __future__ import annotations

import errno
import sqlite3

from django.db import DatabaseError

_CODES = frozenset({sqlite3.SQLITE_READONLY, sqlite3.SQLITE_FULL})
_STATES = frozenset({"25006", "53100"})
"""PostgreSQL's: a transaction that is read-only, a disk that is full."""
_ERRNOS = frozenset({errno.ENOSPC, errno.EROFS, errno.EDQUOT})


def cannot_write(error: BaseException | None) -> bool:
    """Return whether an error says that nothing can be written now: reading may go on."""
    if isinstance(error, DatabaseError):
        cause = error.__cause__
        code = getattr(cause, "sqlite_errorcode", None)
        # Extended codes of SQLite hold the plain one in their last byte.
        return (code is not None and code & 0xFF in _CODES) or getattr(cause, "sqlstate", None) in _STATES
    return isinstance(error, OSError) and error.errno in _ERRNOS
