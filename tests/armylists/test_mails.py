"""Mails are sent once each, whatever happens to a worker, an address or the mail server."""

from __future__ import annotations

from smtplib import SMTPRecipientsRefused

import pytest
from django.core.cache import cache
from django.core.mail import EmailMessage
from django.core.mail.backends.locmem import EmailBackend

from armylists.tasks import post

PEOPLE = ("alice", "bob", "charlie")
MAILS = [
    {"to": f"{each}@example.org", "subject": "Hello", "words": "Come.", "number": f"number-{each}"}
    for each in PEOPLE
]


class Killed(BaseException):
    """The worker ends here."""


def failing(monkeypatch: pytest.MonkeyPatch, error: BaseException, person: str = "bob") -> None:
    """Have each mail to a person fail."""
    send = EmailBackend.send_messages

    def sent(backend: EmailBackend, mails: list[EmailMessage]) -> int:
        if mails[0].to == [f"{person}@example.org"]:
            raise error
        return send(backend, mails)

    monkeypatch.setattr(EmailBackend, "send_messages", sent)


def people(mailoutbox: list[EmailMessage]) -> list[str]:
    """Who got mail."""
    return [each.to[0].partition("@")[0] for each in mailoutbox]


@pytest.fixture(autouse=True)
def _nothing_sent_before() -> None:
    cache.clear()


def test_who_begins_again_after_a_kill_sends_the_others_only(mailoutbox: list[EmailMessage]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        failing(patch, Killed())
        with pytest.raises(Killed):
            post.call(MAILS)
    assert people(mailoutbox) == ["alice"]
    assert post.call(MAILS) == 2
    assert post.call(MAILS) == 0
    assert people(mailoutbox) == list(PEOPLE)


def test_an_address_that_is_refused_holds_no_other_mail_up(
    mailoutbox: list[EmailMessage], monkeypatch: pytest.MonkeyPatch
) -> None:
    failing(monkeypatch, SMTPRecipientsRefused({"bob@example.org": (550, b"nobody here")}))
    assert post.call(MAILS) == 2
    assert people(mailoutbox) == ["alice", "charlie"]


def test_without_workers_a_mail_server_that_does_not_answer_holds_nothing_up(
    mailoutbox: list[EmailMessage], monkeypatch: pytest.MonkeyPatch
) -> None:
    failing(monkeypatch, ConnectionRefusedError("nobody there"))
    assert post.call(MAILS) == 1
    assert people(mailoutbox) == ["alice"]


@pytest.mark.usefixtures("workers")
def test_a_worker_begins_again_when_the_mail_server_does_not_answer(
    mailoutbox: list[EmailMessage], monkeypatch: pytest.MonkeyPatch
) -> None:
    failing(monkeypatch, ConnectionRefusedError("nobody there"))
    with pytest.raises(ConnectionRefusedError):
        post.call(MAILS)
    monkeypatch.undo()
    assert post.call(MAILS) == 2
    assert people(mailoutbox) == list(PEOPLE)
