"""What the commands `backup` and `restore` have in common: one file, a counter, one line for an error."""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from armylists.backups import BackupError


class BackupCommand(BaseCommand, ABC):
    """Exit 0: done; 2: the file is no good, with one line on standard error."""

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="the backup")

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        try:
            done = self.do(file, **options)
        except BackupError as error:
            self.stderr.write(f"{file}: {error}", self.style.ERROR)
            sys.exit(2)
        self.stdout.write(f"{file}: {done}")

    @abstractmethod
    def do(self, file: Path, **options: Any) -> str:
        """Do it, and return in words what was done; raises BackupError."""

    def progress(self, done: int, of: int) -> None:
        """Show how far a copy is, on a terminal."""
        if self.stderr.isatty():
            self.stderr.write(f"\r{done} of {of} pages copied", ending="\n" if done == of else "")
