"""manage.py rqworker: a worker, for all queues unless some are named."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management import CommandError
from django_rq.management.commands import rqworker

from armylists import work
from armylists.wording import tasks as words


class Command(rqworker.Command):
    """As Django-RQ's own, which takes the queue `default` alone if none is named."""

    def handle(self, *args: str, **options: Any) -> None:
        """Take what is short first, whatever waits in the other queue."""
        if not work.in_workers():
            raise CommandError(words.NO_WORKERS)
        queues = args or settings.QUEUES
        super().handle(*queues, **options)  # type: ignore[no-untyped-call]
