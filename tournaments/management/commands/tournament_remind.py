"""manage.py tournament_remind: remind players of results that are missing when time is up. For cron."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from tournaments import reminding
from tournaments.wording import commands as words


class Command(BaseCommand):
    """Prints a line for each tournament whose players were reminded."""

    help = "Remind players whose round is over of the results that are missing. For cron, every few minutes."

    def handle(self, *args: Any, **options: Any) -> None:
        for row in reminding.remind_all():
            self.stdout.write(words.reminded(row.name, str(row.public_id)))
