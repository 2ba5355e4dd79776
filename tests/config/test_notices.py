"""Mail to the owner of an account about every change to the ways into it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.models import User
from django.core import mail
from django.core.cache import cache
from django.core.mail.backends.locmem import EmailBackend
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from armylists import apitokens
from armylists.apitokens import ApiToken
from tests.config.test_two_factor import turn_on
from tests.kit.clients import signed_in

NEW = "another-horse-and-warrant"
TOKENS = "/api/v1/tokens/"


@pytest.fixture(autouse=True)
def _no_code_is_used() -> None:
    cache.clear()


@pytest.fixture
def at_home(alice: User, password: str) -> Client:
    """A browser in which Alice has just entered her password."""
    client = Client()
    client.post(reverse("account_login"), {"login": "alice", "password": password})
    mail.outbox.clear()
    return client


def sent() -> list[tuple[str, list[str]]]:
    """Subject and addressees of all mail that was sent."""
    return [(each.subject.removeprefix("Leaguer: "), each.to) for each in mail.outbox]


def changed_password(client: Client, password: str) -> None:
    fields = {"oldpassword": password, "password1": NEW, "password2": NEW}
    client.post(reverse("account_change_password"), fields)


def reset_password(client: Client, password: str) -> None:
    client.logout()
    client.post(reverse("account_reset_password"), {"email": "alice@example.org"})
    link = re.search(r"http://testserver(\S+)", str(mail.outbox.pop().body))
    assert link
    form = client.get(link[1], follow=True)
    client.post(form.request["PATH_INFO"], {"password1": NEW, "password2": NEW})


def made_on_the_page(client: Client, password: str) -> None:
    client.post(reverse("account_token"), {"name": "Bot"})


def made_over_rest(client: Client, password: str) -> None:
    client.post(TOKENS, {"name": "Bot"}, content_type="application/json")


def made_by_password(client: Client, password: str) -> None:
    fields = {"username": "alice", "password": password}
    Client().post(reverse("api-token"), fields, content_type="application/json")


@pytest.mark.parametrize(
    ("change", "subject"),
    [
        (changed_password, "Your password was changed"),
        (reset_password, "Your password was changed"),
        (made_on_the_page, "An API token was made"),
        (made_over_rest, "An API token was made"),
        (made_by_password, "An API token was made"),
    ],
)
def test_the_owner_gets_a_mail(
    at_home: Client, password: str, change: Callable[..., None], subject: str
) -> None:
    change(at_home, password)
    assert sent() == [(subject, ["alice@example.org"])]
    words = " ".join(str(mail.outbox[0].body).split())
    assert "from the IP address 127.0.0.1. If it was not you, choose a new password now:" in words
    assert f"http://testserver{reverse('account_reset_password')}" in words


@pytest.mark.django_db(transaction=True)
def test_the_owner_hears_of_their_two_factor_sign_in(at_home: Client, password: str) -> None:
    turn_on(at_home, password)
    at_home.post(reverse("mfa_generate_recovery_codes"))
    at_home.post(reverse("mfa_deactivate_totp"))
    assert sent() == [
        (subject, ["alice@example.org"])
        for subject in (
            "Two-factor sign-in is on",
            "You have new recovery codes",
            "Two-factor sign-in is off",
        )
    ]


def test_the_old_address_hears_of_the_new_one(at_home: Client, alice: User) -> None:
    for email, primary in (("alice@example.org", True), ("other@example.org", False)):
        EmailAddress.objects.create(user=alice, email=email, primary=primary, verified=True)
    here = reverse("account_email")
    at_home.post(here, {"action_primary": "", "email": "other@example.org"})
    assert sent() == [("Your e-mail address was changed", ["alice@example.org"])]
    assert "was alice@example.org and is now other@example.org" in " ".join(str(mail.outbox[0].body).split())
    at_home.post(here, {"action_remove": "", "email": "alice@example.org"})
    assert sent()[1:] == [("An e-mail address was removed", ["other@example.org"])]


@pytest.mark.parametrize("over_rest", [False, True])
def test_renewed_and_deleted_tokens_are_told_by_their_names(
    at_home: Client, alice: User, over_rest: bool
) -> None:
    row = apitokens.make(alice, "Bot & Co.")[0]
    if over_rest:
        at_home.post(f"{TOKENS}{row.public_id}/renew/")
        at_home.delete(f"{TOKENS}{row.public_id}/")
    else:
        at_home.post(reverse("account_renew_token", args=[row.public_id]))
        at_home.post(reverse("account_delete_token", args=[row.public_id]))
    assert not ApiToken.objects.exists()
    assert [subject for subject, _ in sent()] == ["An API token was renewed", "An API token was deleted"]
    assert all("the API token “Bot & Co.” was" in str(each.body) for each in mail.outbox)


def test_a_program_that_signs_in_again_and_again_sends_one_mail_a_day(at_home: Client, password: str) -> None:
    for _ in range(3):
        made_by_password(at_home, password)
    assert len(sent()) == 1
    ApiToken.objects.update(created=timezone.now() - apitokens.DAY)
    made_by_password(at_home, password)
    assert len(sent()) == 2


def test_no_mail_holds_a_secret(at_home: Client, alice: User) -> None:
    key = at_home.post(TOKENS, {"name": "Bot"}, content_type="application/json").json()["token"]
    assert key not in str(mail.outbox[0].body)


def test_a_refused_change_and_others_tokens_send_nothing(at_home: Client, bob: User) -> None:
    fields = {"oldpassword": "wrong", "password1": NEW, "password2": NEW}
    at_home.post(reverse("account_change_password"), fields)
    theirs = apitokens.make(bob, "Bot")[0]
    assert at_home.delete(f"{TOKENS}{theirs.public_id}/").status_code == 404
    assert at_home.post(TOKENS, {}, content_type="application/json").status_code == 400
    assert sent() == []


def test_who_has_no_address_gets_none(alice: User, password: str) -> None:
    User.objects.update(email="")
    signed_in(alice).post(reverse("account_token"), {"name": "Bot"})
    assert (sent(), ApiToken.objects.count()) == ([], 1)


def test_a_change_is_made_though_no_mail_can_be_sent(
    at_home: Client, alice: User, password: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*args: Any) -> int:
        raise ConnectionRefusedError

    monkeypatch.setattr(EmailBackend, "send_messages", fail)
    changed_password(at_home, password)
    alice.refresh_from_db()
    assert alice.check_password(NEW)


def test_a_server_that_names_no_address_of_a_browser_sends_mail_without_it(at_home: Client) -> None:
    made = at_home.post(TOKENS, {"name": "Bot"}, content_type="application/json", REMOTE_ADDR="")
    assert made.status_code == 201
    assert " UTC. If it was not you," in " ".join(str(mail.outbox[0].body).split())
