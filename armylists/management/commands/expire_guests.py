"""manage.py expire_guests: delete guests who have not been back, with what they made."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from armylists import work
from armylists.guests import DAYS
from armylists.tasks import remove_guests
from armylists.work import Work
from rulesets.engine.wording import counted


class Command(BaseCommand):
    """Exit 0 when all are gone."""

    help = f"Delete guests who were last here more than {DAYS} days ago, with their lists and battles."

    def handle(self, *args: Any, **options: Any) -> None:
        if work.in_workers():
            work.begin(Work.GUESTS)
            self.stdout.write("A worker deletes them.")
        else:
            self.stdout.write(f"{counted(remove_guests.call(), 'guest')} deleted")
