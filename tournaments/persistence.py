"""How the document of a tournament is read from its row."""

from __future__ import annotations

import hashlib
import json
from functools import lru_cache

from tournaments.engine.document import Pairing
from tournaments.engine.document import Tournament as Document
from tournaments.models import Tournament


def document_of(row: Tournament) -> Document:
    """Return the whole document of a tournament, which `engine.visible` cuts for whoever looks."""
    return _read(json.dumps(row.document))


@lru_cache(maxsize=16)
def _read(text: str) -> Document:
    """Return the document in a text; a hall of phones asks for the same one again and again, and nothing
    changes what was read.
    """
    # As JSON: there tuples are lists. It was checked before it was written.
    return Document.model_validate_json(text)


def start_of(row: Tournament) -> Document:
    """Return what a tournament began from."""
    return _read(json.dumps(row.start))


def mark_of(pairing: Pairing) -> str:
    """Return a mark that changes with everything that is reported of a pairing: whoever reports, confirms or
    decides names the one that they saw.
    """
    return hashlib.sha256(pairing.model_dump_json(exclude={"table", "locked"}).encode()).hexdigest()[:16]
