"""How the document of a tournament is read from its row."""

from __future__ import annotations

import hashlib
import json

from tournaments.engine.document import Pairing
from tournaments.engine.document import Tournament as Document
from tournaments.models import Tournament


def document_of(row: Tournament) -> Document:
    """Return the whole document of a tournament, which `engine.visible` cuts for whoever looks."""
    # As JSON: there tuples are lists. It was checked before it was written.
    return Document.model_validate_json(json.dumps(row.document))


def start_of(row: Tournament) -> Document:
    """Return what a tournament began from."""
    return Document.model_validate_json(json.dumps(row.start))


def mark_of(pairing: Pairing) -> str:
    """Return a mark that changes with everything that is reported of a pairing: whoever reports, confirms or
    decides names the one that they saw.
    """
    return hashlib.sha256(pairing.model_dump_json(exclude={"table", "locked"}).encode()).hexdigest()[:16]
