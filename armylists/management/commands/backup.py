"""manage.py backup FILE: the whole database as one file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from armylists.backups import backup
from armylists.management.backing import BackupCommand


class Command(BackupCommand):
    """Exit 0: written; 2: not, with one line on standard error."""

    help = "Write the whole database to a new file. The site can keep running. Restore it with: restore FILE."

    def do(self, file: Path, **options: Any) -> str:
        return f"{backup(file, self.progress):,} bytes. Keep it as safe as the database."
