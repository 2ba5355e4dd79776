"""manage.py print_list: an army list as a PDF roster."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from armylists.pdf import roster_pdf
from armylists.printing import PAPERS
from rulesets.engine.errors import LeaguerError
from rulesets.engine.rosterlayouts import LAYOUTS
from rulesets.site.files import read_file, read_stream

DONE, UNREADABLE = 0, 2


class Command(BaseCommand):
    """Exit 0: printed, legal or not; 2: the list cannot be read or the PDF not written, with one line why."""

    help = "Print an army list as a PDF roster. If it is not legal, its problems are printed too."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="the list as JSON, plain text or roster PDF; - reads standard input")
        parser.add_argument(
            "-o", "--output", required=True, help="the PDF file to write; - for standard output"
        )
        parser.add_argument("--paper", default=PAPERS[0], choices=PAPERS, help="paper size")
        parser.add_argument(
            "--layout",
            default="cards",
            choices=list(LAYOUTS),
            help="a card or a table row for each unit, or one page",
        )

    def handle(self, *args: Any, file: str, output: str, paper: str, layout: str, **options: Any) -> None:
        try:
            army = read_stream(sys.stdin.buffer) if file == "-" else read_file(Path(file))
            pdf = roster_pdf(army, paper, layout=layout)
            if output == "-":
                sys.stdout.buffer.write(pdf)
            else:
                Path(output).write_bytes(pdf)
        except LeaguerError as error:
            self._fail(f"{file}: {error}")
        except OSError as error:
            self._fail(f"{output}: cannot be written: {error.strerror}")

    def _fail(self, message: str) -> None:
        self.stderr.write(" ".join(message.split()), self.style.ERROR)
        sys.exit(UNREADABLE)
