"""manage.py restore FILE: a backup in the place of the database."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from armylists.backups import restore
from armylists.management.backing import BackupCommand
from rulesets.engine.wording import counted


class Command(BackupCommand):
    """Exit 0: restored; 2: not, with one line on standard error, and nothing changed."""

    help = "Replace the database with a backup, and bring it up to date. Stop the site first."
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--replace", action="store_true", help="overwrite a database that has users")

    def do(self, file: Path, **options: Any) -> str:
        users = restore(file, self.progress, replace=options["replace"])
        return f"restored, with {counted(users, 'user')}."
