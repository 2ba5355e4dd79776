"""manage.py score: the score of a battle that was fought on a table."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from armylists.printing import PAPERS
from battles import wording as words
from battles.recording.documents import MAX_BYTES, ScoreError, read_scored, score_pdf
from battles.setups import read_json, read_lists
from rulesets.engine.errors import LeaguerError

UNREADABLE = 2


class Command(BaseCommand):
    """Exit 0: scored; 2: bad input or no place to write, with one line on standard error."""

    help = "Score a battle fought on a table. Exit 0 when it is scored, 2 if the result cannot be read."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "result", help="the RESULT document as JSON; its lists may be paths relative to it"
        )
        parser.add_argument("--json", action="store_true", help="print the score as JSON")
        parser.add_argument("--pdf", metavar="OUT", help="write the victory sheet")
        parser.add_argument("--paper", default="A4", choices=PAPERS, help="for --pdf")

    def handle(self, *args: Any, result: str, **options: Any) -> None:
        try:
            document = _document(Path(result))
            system, score = read_scored(document)
            if options["pdf"]:
                Path(options["pdf"]).write_bytes(score_pdf(document, score, system, options["paper"]))
        except LeaguerError as error:
            self.stderr.write(f"{result}: {' '.join(str(error).split())}", self.style.ERROR)
            sys.exit(UNREADABLE)
        except OSError as error:
            self.stderr.write(f"{error.filename}: cannot be written: {error.strerror}", self.style.ERROR)
            sys.exit(UNREADABLE)
        value = json.dumps({"system": system, **score.to_json()}, ensure_ascii=False, indent=2)
        self.stdout.write(value if options["json"] else "\n".join(score.as_text()))


def _document(path: Path) -> dict[str, Any]:
    """Return the document in a file, its lists read in; raises LeaguerError naming the place."""
    document = read_json(path, MAX_BYTES, "result", ScoreError)
    if not isinstance(document, dict):
        raise ScoreError(words.NOT_A_RESULT)
    if isinstance(document.get("lists"), list):
        document["lists"] = read_lists(document["lists"], path.parent, ScoreError)
    return document
