"""manage.py print_sheet: the tables that two armies need, on the front and back of one sheet."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from armylists.pdf import play_sheet
from armylists.printing import PAPERS
from rulesets.contract import registry
from rulesets.engine.errors import LeaguerError
from rulesets.engine.lists import ArmyList, ListCommand, ListUnit
from rulesets.site.files import read_file

UNREADABLE = 2


class Command(BaseCommand):
    """Exit 0: printed; 2: an army cannot be read or the PDF not written, with one line why."""

    help = "Print the tables that two armies need when they meet, as a PDF of two pages: front and back."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        about = "a list in a file, or a whole army book as SYSTEM/BOOK"
        parser.add_argument("armies", nargs=2, metavar="army", help=about)
        parser.add_argument("-o", "--output", required=True, help="the PDF file to write")
        parser.add_argument("--paper", default=PAPERS[0], choices=PAPERS, help="paper size")

    def handle(self, *args: Any, armies: list[str], output: str, paper: str, **options: Any) -> None:
        found = []
        for each in armies:
            try:
                found.append(_of_book(each) or read_file(Path(each)))
            except LeaguerError as error:
                self._fail(f"{each}: {error}")
        try:
            Path(output).write_bytes(play_sheet(found, paper).pdf())
        except LeaguerError as error:
            self._fail(str(error))
        except OSError as error:
            self._fail(f"{output}: cannot be written: {error.strerror}")

    def _fail(self, message: str) -> None:
        self.stderr.write(" ".join(message.split()), self.style.ERROR)
        sys.exit(UNREADABLE)


def _of_book(name: str) -> ArmyList | None:
    """Return an army of every unit that a shipped book has; None for a name that is no book's."""
    system, _, key = name.partition("/")
    book = registry.get(system).lists.books().get(key) if system in registry.PACKAGES else None
    if book is None:
        return None
    every = tuple(ListUnit(id=f"u{number}", entry=entry.id) for number, entry in enumerate(book.entries))
    return ArmyList(system=system, book=key, name=book.name, commands=(ListCommand(id="k1", units=every),))
