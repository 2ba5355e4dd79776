"""Tournament documents in files, for the commands."""

from __future__ import annotations

import sys
from pathlib import Path

from rulesets.engine.errors import Fault
from tournaments import wording as words
from tournaments.engine.document import MAX_BYTES, Tournament, TournamentError, read_tournament
from tournaments.engine.trf.lines import is_trf
from tournaments.engine.trf.read import read_trf

UNREADABLE = 2


def read_file(name: str) -> Tournament:
    """Return the tournament in a file, JSON or TRF, or on standard input for `-`; raises TournamentError."""
    data = content_of(name)
    if is_trf(data):
        if len(data) > MAX_BYTES:
            raise TournamentError(Fault("", words.TOO_LARGE))
        return read_trf(data)
    return read_tournament(data)


def content_of(name: str) -> bytes:
    """Return what is in a file, or on standard input for `-`, no more than a document may have and one byte;
    raises TournamentError if it cannot be read.
    """
    try:
        with sys.stdin.buffer if name == "-" else Path(name).open("rb") as file:
            return file.read(MAX_BYTES + 1)
    except OSError as error:
        raise TournamentError(Fault("", words.cannot_read(str(error.strerror)))) from None
