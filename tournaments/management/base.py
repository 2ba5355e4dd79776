"""What the commands of tournaments share: a document in, an exit status out."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from rulesets.engine.errors import LeaguerError
from tournaments.engine.document import Tournament
from tournaments.engine.trf.write import write_trf
from tournaments.files import UNREADABLE, read_file


def add_trf(parser: ArgumentParser, what: str) -> None:
    """Add the option that prints a TRF."""
    parser.add_argument(
        "--trf", nargs="?", const="26", choices=("16", "26"), metavar="16|26", help=f"print {what} as TRF"
    )


class TournamentCommand(BaseCommand):
    """A command on a tournament document. Exit 2: bad input, with one line on standard error."""

    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="the tournament as JSON or TRF; - reads standard input")
        parser.add_argument("--json", action="store_true", help="print JSON")

    def handle(self, *args: Any, file: str, **options: Any) -> None:
        try:
            status = self.run(read_file(file), **options)
        except LeaguerError as error:
            self.stderr.write(f"{file}: {' '.join(str(error).split())}", self.style.ERROR)
            sys.exit(UNREADABLE)
        if status:
            sys.exit(status)

    def run(self, tournament: Tournament, **options: Any) -> int:
        """Do it, and return the exit status; raises LeaguerError for what cannot be done."""
        raise NotImplementedError

    def print_trf(self, tournament: Tournament, version: str) -> None:
        """Print a tournament as TRF-16 or TRF-26; raises TournamentError if a TRF cannot hold it."""
        self.stdout.write(write_trf(tournament, 16 if version == "16" else 26), ending="")

    def print_json(self, value: Any) -> None:
        """Print JSON as all commands do."""
        self.stdout.write(json.dumps(value, ensure_ascii=False, indent=2))
