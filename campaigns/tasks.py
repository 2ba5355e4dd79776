"""What takes long in campaigns: forecasts, and mail."""

from __future__ import annotations

import logging

from django.core.cache import cache
from django.core.mail import DNS_NAME, EmailMessage, get_connection
from django_tasks import task

from armylists import work
from armylists.work import Work
from campaigns import forecasting
from campaigns.fields import as_fought
from campaigns.models import EngagementRow

log = logging.getLogger(__name__)

SENT = 24 * 3600
"""Seconds for which a mail that was sent is remembered."""


@task()
def forecast(campaign_id: str, key: str) -> int:
    """Fight the battles of an engagement's forecast, until somebody stops it; return how many are fought."""
    found = EngagementRow.objects.select_related("campaign").filter(
        campaign__public_id=campaign_id, key=key, undone=False
    )
    row, done = found.first(), 0
    while row is not None and not work.stopped(Work.FORECAST, campaign_id, key):
        far = forecasting.forecasting(row.campaign, *as_fought(row.campaign, row), forecasting.SLICE)
        done = far.done
        if far.whole:
            break
        row = found.first()  # what the umpire has changed meanwhile makes another forecast of it
    return done


@task()
def post(mails: list[dict[str, str]]) -> int:
    """Send these mails (`to`, `subject`, `words`, `stop`: the address that stops them, and `number`, another
    one for each mail); return how many were sent. One that cannot be sent holds nothing up.
    """
    sent = 0
    try:
        with get_connection() as connection:
            for each in mails:
                # A worker that was killed may have sent some of them; who begins again sends the others.
                mark = f"mail:{each['number']}"
                if cache.get(mark) is None:
                    sent += connection.send_messages([_message(each)]) or 0
                    cache.set(mark, 1, SENT)
    except OSError as error:  # also smtplib's: what was done is done, mail or not
        log.warning("%d mails about a campaign cannot be sent: %s", len(mails) - sent, error)
    return sent


def _message(mail: dict[str, str]) -> EmailMessage:
    """Return a mail by whose headers mail programs know it if it comes twice, and offer to unsubscribe with
    one click (RFC 8058).
    """
    headers = {"Message-ID": f"<{mail['number']}@{DNS_NAME}>"}
    if stop := mail.get("stop"):
        headers |= {"List-Unsubscribe": f"<{stop}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}
    return EmailMessage(mail["subject"], mail["words"], to=[mail["to"]], headers=headers)
