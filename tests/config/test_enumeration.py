"""Nobody learns who has an account: not by signing up, signing in, a lost password, or a token.

User names are the exception, at sign-up alone: they are public, and no two people can have the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import MD5PasswordHasher
from django.contrib.auth.models import User
from django.core import mail
from django.test import Client
from django.urls import reverse

from tests.kit.clients import signed_in

KNOWN, UNKNOWN = "alice@example.org", "nobody@example.org"
GOOD = "a horse and a warrant"


@pytest.fixture(params=["optional", "none"])
def verification(request: pytest.FixtureRequest, settings: Any) -> str:
    """With a mail server and without one."""
    settings.ACCOUNT_EMAIL_VERIFICATION = request.param
    return str(request.param)


@pytest.fixture
def hashes(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Every hash that is worked out of a password: what takes time at a sign-in."""
    done: list[str] = []
    encode = MD5PasswordHasher.encode

    def counted(self: MD5PasswordHasher, password: str, salt: str) -> str:
        done.append(password)
        return encode(self, password, salt)

    monkeypatch.setattr(MD5PasswordHasher, "encode", counted)
    return done


@pytest.fixture(autouse=True)
def _alice_has_confirmed(alice: User) -> None:
    EmailAddress.objects.create(user=alice, email=KNOWN, primary=True, verified=True)


def sign_up(email: str, username: str = "") -> tuple[Client, Any]:
    client = Client()
    fields = {"email": email, "username": username, "password1": GOOD}
    return client, client.post(reverse("account_signup"), fields)


def words(message: Any, *own: str) -> str:
    """A mail without what differs from person to person."""
    text = f"{message.subject}\n{message.body}"
    for each in own:
        text = text.replace(each, "…")
    return re.sub(r"confirm-email/\S+", "…", text)


def test_signing_up_answers_alike_for_an_address_that_has_an_account(
    verification: str, hashes: list[str]
) -> None:
    seen = []
    for email, name in ((KNOWN, "cornet"), (UNKNOWN, "ensign")):
        mail.outbox.clear()
        hashes.clear()
        client, answer = sign_up(email, name)
        seen.append((
            answer.status_code, answer["Location"], client.get("/").context["user"].get_username() == name,
            [(each.to == [email], words(each, email, name)) for each in mail.outbox], len(hashes),
        ))  # fmt: skip
    assert seen[0] == seen[1]
    assert seen[0][0] == 302
    assert bool(seen[0][3]) == (verification == "optional")


def test_whoever_signs_up_with_somebody_s_address_gets_nothing_of_theirs(
    alice: User, password: str, verification: str
) -> None:
    stranger, _ = sign_up(KNOWN, "cornet")
    # The address stays hers: only one account can confirm it, and a lost password is hers too.
    assert list(EmailAddress.objects.filter(email=KNOWN, verified=True).values_list("user", flat=True)) == [
        alice.pk
    ]
    mail.outbox.clear()
    Client().post(reverse("account_reset_password"), {"email": KNOWN})
    assert [each.to for each in mail.outbox] == [[KNOWN]]
    link = re.search(r"http://testserver(\S+)", str(mail.outbox[0].body))
    assert link
    form = Client()
    page = form.get(link[1], follow=True)
    form.post(
        page.request["PATH_INFO"], {"password1": "new and long enough", "password2": "new and long enough"}
    )
    alice.refresh_from_db()
    assert alice.check_password("new and long enough")
    assert User.objects.get(username="cornet").check_password(GOOD)
    assert stranger.get("/").context["user"].username == "cornet"


def test_a_name_that_is_taken_is_said_whatever_the_address(verification: str) -> None:
    answers = [sign_up(email, "alice")[1].context["form"].errors for email in (KNOWN, UNKNOWN)]
    assert list(answers[0]) == ["username"]
    assert answers[0] == answers[1]
    assert not mail.outbox


def test_an_address_is_added_to_an_account_alike(bob: User, verification: str) -> None:
    seen = []
    for email in (KNOWN, UNKNOWN):
        mail.outbox.clear()
        page = signed_in(bob).post(reverse("account_email"), {"action_add": "", "email": email}, follow=True)
        said = re.search(r'<div id="messages".*?</div>', page.content.decode(), re.DOTALL)
        seen.append(
            (page.status_code, said and said[0].replace(email, "…"), [words(m, email) for m in mail.outbox])
        )
    assert seen[0] == seen[1]


LOGINS = ["alice", "nobody", KNOWN, UNKNOWN]


def test_a_refused_sign_in_says_and_costs_the_same_for_everybody(hashes: list[str]) -> None:
    seen = []
    for login in LOGINS:
        hashes.clear()
        page = Client().post(reverse("account_login"), {"login": login, "password": "wrong"})
        seen.append((page.status_code, str(page.context["form"].non_field_errors()), len(hashes)))
    # Which of the two it was that was typed is no secret.
    assert seen[0] == seen[1]
    assert seen[2] == seen[3]
    assert {cost for *_, cost in seen} == {2}


def test_it_costs_no_more_for_an_address_that_many_have_given(hashes: list[str]) -> None:
    for number in range(3):
        sign_up("many@example.org", f"many{number}")
    hashes.clear()
    Client().post(reverse("account_login"), {"login": "many@example.org", "password": "wrong"})
    assert len(hashes) == 2


def test_a_refused_token_says_and_costs_the_same_for_everybody(hashes: list[str]) -> None:
    seen = []
    for login in LOGINS:
        hashes.clear()
        fields = {"username": login, "password": "wrong"}
        answer = Client().post(reverse("api-token"), fields, content_type="application/json")
        seen.append((answer.status_code, answer.content, len(hashes)))
    assert len(set(seen)) == 1
    assert seen[0][0] == 400


def test_everybody_gets_in_with_the_right_password_in_the_same_time(password: str, hashes: list[str]) -> None:
    for login in ("alice", "ALICE", KNOWN):
        hashes.clear()
        client = Client()
        client.post(reverse("account_login"), {"login": login, "password": password})
        assert client.get("/").context["user"].get_username() == "alice"
        assert len(hashes) == 2


def test_a_closed_account_is_told_so_only_with_its_password(alice: User, password: str) -> None:
    User.objects.filter(pk=alice.pk).update(is_active=False)
    right, wrong = (
        Client().post(reverse("account_login"), {"login": "alice", "password": each})
        for each in (password, "wrong")
    )
    assert right["Location"] == reverse("account_inactive")
    assert wrong.status_code == 200


def test_a_lost_password_answers_alike() -> None:
    answers = [
        Client().post(reverse("account_reset_password"), {"email": email}) for email in (KNOWN, UNKNOWN)
    ]
    assert len({(each.status_code, each["Location"]) for each in answers}) == 1
    assert [each.to for each in mail.outbox] == [[KNOWN], [UNKNOWN]]
