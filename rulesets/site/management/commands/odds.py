"""manage.py odds: exact odds, of the rule system that the query names, else of the first that has any."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from rulesets.engine.errors import LeaguerError
from rulesets.engine.jsontext import read_json
from rulesets.site.odds import asked

UNREADABLE = 2
MAX_BYTES = 100_000


class Command(BaseCommand):
    """Exit 0: answered, 2: the query cannot be read, with one line on standard error."""

    help = "Work out the exact odds of a shot, a melee or a meeting. Exit 0, or 2 for a bad query."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="the query as JSON; - reads standard input")
        parser.add_argument("--json", action="store_true", help="print the answer as JSON")

    def handle(self, *args: Any, file: str, **options: Any) -> None:
        try:
            odds, query = asked(_read(file))
            answer = odds.answer(query)
        except LeaguerError as error:
            self.stderr.write(f"{file}: {' '.join(str(error).split())}", self.style.ERROR)
            sys.exit(UNREADABLE)
        as_json = json.dumps(answer, ensure_ascii=False, indent=2)
        self.stdout.write(as_json if options["json"] else "\n".join(odds.lines(answer)))


def _read(file: str) -> Any:
    try:
        raw = sys.stdin.buffer.read(MAX_BYTES + 1) if file == "-" else Path(file).read_bytes()
    except OSError as error:
        raise LeaguerError(error.strerror or "cannot be read", code="unreadable") from error
    if len(raw) > MAX_BYTES:
        raise LeaguerError(f"is larger than {MAX_BYTES // 1000} kB", code="size")
    return read_json(raw)
