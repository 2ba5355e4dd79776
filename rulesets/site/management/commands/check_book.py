"""manage.py check_book: is a book of one's own ready to be played with?"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from rulesets.contract import registry
from rulesets.engine.bookrules import MAX_BYTES, BookRules, Document, read_file
from rulesets.engine.errors import Fault, LeaguerError
from rulesets.site.files import rules_for

READY, FAULTY, UNREADABLE = 0, 1, 2


class Command(BaseCommand):
    """Exit 0: ready, 1: it has faults, 2: it cannot be read, with one line on standard error."""

    help = (
        "Check an army book or a scenario: exit 0 if it is ready, 1 if it has faults, 2 if it is not a book."
    )
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="the book as TOML or JSON; - reads standard input")
        parser.add_argument("--json", action="store_true", help="print the faults as JSON")

    def handle(self, *args: Any, file: str, **options: Any) -> None:
        try:
            document = read_file(_read(file))
            rules = rules_for(document)
        except LeaguerError as error:
            self.stderr.write(f"{file}: {' '.join(str(error).split())}", self.style.ERROR)
            sys.exit(UNREADABLE)
        document = rules.kept(document)
        faults = rules.faults(document)
        write = _as_json if options["json"] else _as_text
        self.stdout.write(write(rules, document, faults))
        sys.exit(FAULTY if faults else READY)


def _read(file: str) -> bytes:
    try:
        if file == "-":
            return sys.stdin.buffer.read(MAX_BYTES + 1)
        with Path(file).open("rb") as stream:
            return stream.read(MAX_BYTES + 1)
    except OSError as error:
        raise LeaguerError(f"cannot be opened: {error.strerror}", code="file") from None


def _as_json(rules: BookRules, document: Document, faults: tuple[Fault, ...]) -> str:
    report = {
        "system": rules.system,
        "kind": rules.kind,
        "name": document.get("name", ""),
        "ready": not faults,
        "faults": [fault.to_json() for fault in faults],
    }
    return json.dumps(report, ensure_ascii=False, indent=2)


def _as_text(rules: BookRules, document: Document, faults: tuple[Fault, ...]) -> str:
    number = len(faults)
    verdict = "ready" if not faults else f"{number} fault{'s' * (number != 1)}"
    kind = {"book": "army book", "scenario": "scenario"}[rules.kind]
    lines = [f"{document.get('name', 'Unnamed')} ({registry.get(rules.system).name}, {kind}): {verdict}"]
    return "\n".join([*lines, *(f"  {fault}" for fault in faults)])
