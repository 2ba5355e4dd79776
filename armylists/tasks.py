"""What is done for lists and people by whatever runs the site's tasks: PDFs, mail, guests who stay away."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
from smtplib import SMTPRecipientsRefused
from uuid import uuid4

from django.core.cache import cache
from django.core.mail import DNS_NAME, EmailMessage, get_connection
from django_tasks import task

from armylists import guests, prints, taskredis, work

log = logging.getLogger(__name__)

SENT = 24 * 3600
"""Seconds for which a mail that was sent is remembered."""


@task(queue_name=work.LONG)
def remove_guests() -> int:
    """Delete the guests who have not been back, and return how many."""
    return guests.expire()


@task()
def print_pages(key: str) -> int:
    """Set the pages of an order of `prints.py`; return how many bytes they are, 0 if it was cancelled."""
    return prints.make(key)


def send(mails: Iterable[Mapping[str, str]]) -> None:
    """Have mails sent (`to`, `subject`, `words`, and perhaps `stop`: the address that stops them), so that no
    slow mail server holds up a request. Workers that cannot be reached hold up no mail: it is sent here.
    """
    numbered = [{**each, "number": uuid4().hex} for each in mails]
    try:
        post.enqueue(numbered)
    except taskredis.SILENT as error:
        log.warning("%d mails are sent without workers: %s", len(numbered), error)
        _post(numbered)


@task()
def post(mails: list[dict[str, str]]) -> int:
    """Send these mails, each with a `number` of its own; return how many were sent. An address that is
    refused holds nothing up. If the mail server does not answer, a worker begins again later.
    """
    return _post(mails, again=work.in_workers())


def _post(mails: list[dict[str, str]], *, again: bool = False) -> int:
    sent = 0
    try:
        with get_connection() as connection:
            for each in mails:
                # A worker that was killed may have sent some of them; who begins again sends the others.
                mark = f"mail:{each['number']}"
                if cache.get(mark) is None:
                    try:
                        sent += connection.send_messages([_message(each)]) or 0
                    except SMTPRecipientsRefused as error:
                        log.warning("A mail cannot be sent: %s", error)
                    cache.set(mark, 1, SENT)
    except OSError as error:  # also smtplib's
        if again:
            raise
        # What was done is done, mail or not.
        log.warning("%d mails cannot be sent: %s", len(mails) - sent, error)
    return sent


def _message(mail: dict[str, str]) -> EmailMessage:
    """Return a mail by whose headers mail programs know it if it comes twice, and offer to unsubscribe with
    one click (RFC 8058).
    """
    headers = {"Message-ID": f"<{mail['number']}@{DNS_NAME}>"}
    if stop := mail.get("stop"):
        headers |= {"List-Unsubscribe": f"<{stop}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}
    return EmailMessage(mail["subject"], mail["words"], to=[mail["to"]], headers=headers)
