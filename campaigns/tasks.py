"""Campaigns in the background: mail, by whatever runs the site's tasks."""

from __future__ import annotations

import logging

from django.core.mail import EmailMessage, get_connection
from django_tasks import task

log = logging.getLogger(__name__)


@task()
def post(to: list[str], subject: str, words: str) -> int:
    """Send everybody a message of their own; how many were sent. One that cannot be sent holds nothing up."""
    messages = [EmailMessage(subject, words, to=[each]) for each in to]
    try:
        with get_connection() as connection:
            return connection.send_messages(messages) or 0
    except OSError as error:  # also smtplib's: what was done is done, mail or not
        log.warning("%d messages about a campaign cannot be sent: %s", len(messages), error)
        return 0
