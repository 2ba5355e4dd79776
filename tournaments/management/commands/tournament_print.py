"""manage.py tournament_print: a tournament on paper."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from armylists.printing import PAPERS
from rulesets.engine.errors import LeaguerError
from tournaments.engine.document import Pairing
from tournaments.files import UNREADABLE, read_file
from tournaments.paper.papers import ALL, Wanted, printed
from tournaments.paper.places import FIRST
from tournaments.paper.rounds import Link
from tournaments.wording import paper as words


class Command(BaseCommand):
    """Exit 0: written; 2: bad input or no place to write, with one line on standard error."""

    help = "Print posters, result slips, standings and more of a tournament as PDF, in black and white."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="the tournament as JSON; - reads standard input")
        parser.add_argument("output", metavar="OUT", help="the PDF file to write; - for standard output")
        parser.add_argument("--what", required=True, choices=list(ALL), help="what to print")
        parser.add_argument("--round", type=int, metavar="N", help="the round; default: the last")
        parser.add_argument(
            "--player", default="", metavar="ID", help="the only this player’s certificate or card"
        )
        parser.add_argument(
            "--first", type=int, default=FIRST, metavar="N", help="certificates: for how many places"
        )
        parser.add_argument(
            "--link", default="", metavar="ADDRESS",
            help="slips: the address in their codes, with {round} and {table} in it",
        )  # fmt: skip
        parser.add_argument("--paper", default=PAPERS[0], choices=PAPERS, help="paper size")

    def handle(self, *args: Any, file: str, output: str, what: str, **options: Any) -> None:
        wanted = Wanted(
            options["paper"], options["round"], options["player"], options["first"], _link(options["link"])
        )
        try:
            pdf = printed(read_file(file), what, wanted).pdf()
            if output == "-":
                sys.stdout.buffer.write(pdf)
            else:
                Path(output).write_bytes(pdf)
        except LeaguerError as error:
            self._fail(f"{file}: {error}")
        except OSError as error:
            self._fail(words.cannot_write(output, str(error.strerror)))

    def _fail(self, message: str) -> None:
        self.stderr.write(" ".join(message.split()), self.style.ERROR)
        sys.exit(UNREADABLE)


def _link(address: str) -> Link | None:
    if not address:
        return None

    def leads(number: int, pairing: Pairing) -> str:
        return address.replace("{round}", str(number)).replace("{table}", str(pairing.table))

    return leads
