"""Two-factor sign-in: turned on by those who like it, and asked for at every door."""

from __future__ import annotations

import re
from html import unescape
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlsplit

import pytest
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import User
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from armylists import guests
from battles.models import Battle
from tests.kit.clients import code_for, signed_in

if TYPE_CHECKING:
    from pytest_django.fixtures import Settings

TRIES = 3


@pytest.fixture(autouse=True)
def _no_code_is_used() -> None:
    cache.clear()


def confirm(client: Client, password: str, name: str) -> Any:
    """Ask for a page that has the password asked once more, and enter it."""
    asked = client.get(reverse(name))
    assert asked["Location"].startswith(reverse("account_reauthenticate")), asked["Location"]
    return client.post(asked["Location"], {"password": password}, follow=True)


def turn_on(client: Client, password: str) -> str:
    """Turn it on, as somebody does at their screen; return the secret of the app."""
    page = confirm(client, password, "mfa_activate_totp").content.decode()
    (secret,) = re.findall(r'<code class="key">([\w ]+)</code>', page)
    secret = secret.replace(" ", "")
    done = client.post(reverse("mfa_activate_totp"), {"code": code_for(secret)}, follow=True)
    assert done.redirect_chain == [(reverse("mfa_view_recovery_codes"), 302)]
    cache.clear()
    return secret


@pytest.fixture
def secret(alice: User, as_alice: Client, password: str) -> str:
    """The secret of Alice's app; she has two-factor sign-in."""
    return turn_on(as_alice, password)


@pytest.fixture
def codes(secret: str, as_alice: Client) -> list[str]:
    """Alice's recovery codes."""
    return re.findall(
        r"<code>(\d{8})</code>", as_alice.get(reverse("mfa_view_recovery_codes")).content.decode()
    )


def enter(client: Client, password: str, to: str = "") -> Any:
    return client.post(reverse("account_login"), {"login": "alice", "password": password, "next": to})


def is_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


def token(password: str, **more: str) -> Any:
    sent = {"username": "alice", "password": password} | more
    return Client().post(reverse("api-token"), sent, content_type="application/json")


def test_the_phone_that_has_the_app_needs_no_picture(as_alice: Client, alice: User, password: str) -> None:
    page = confirm(as_alice, password, "mfa_activate_totp").content.decode()
    (link,) = re.findall(r'href="(otpauth://totp/[^"]+)"', page)
    (shown,) = re.findall(r'<code class="key">([\w ]+)</code>', page)
    key = shown.replace(" ", "")
    assert {len(group) for group in shown.split()[:-1]} == {4}
    assert parse_qs(urlsplit(unescape(link)).query)["secret"] == [key]
    assert f'data-copy="{key}"' in page


def test_it_is_off_until_somebody_turns_it_on(alice: User, password: str, as_alice: Client) -> None:
    assert "Off. <a" in as_alice.get(reverse("account_email")).content.decode()
    client = Client()
    enter(client, password)
    assert is_in(client)


def test_the_code_is_drawn_as_the_policy_allows(alice: User, as_alice: Client, password: str) -> None:
    page = confirm(as_alice, password, "mfa_activate_totp")
    shown = page.content.decode()
    assert 'src="data:image/svg+xml;base64,' in shown
    assert "data:" in page["Content-Security-Policy"].split("img-src")[1].split(";")[0]


def test_signing_in_takes_a_code(secret: str, password: str) -> None:
    client = Client()
    assert enter(client, password)["Location"] == reverse("mfa_authenticate")
    assert not is_in(client)
    page = client.post(reverse("mfa_authenticate"), {"code": "000000"})
    assert "This code is not correct" in page.content.decode()
    assert not is_in(client)
    client.post(reverse("mfa_authenticate"), {"code": code_for(secret)})
    assert is_in(client)


def test_a_code_works_once(secret: str, password: str) -> None:
    found = []
    code = code_for(secret)
    for _ in range(2):
        client = Client()
        enter(client, password)
        client.post(reverse("mfa_authenticate"), {"code": code})
        found.append(is_in(client))
    assert found == [True, False]


def test_a_recovery_code_works_once_in_place_of_the_app(codes: list[str], password: str) -> None:
    assert len(set(codes)) == 10
    found = []
    for _ in range(2):
        client = Client()
        enter(client, password)
        client.post(reverse("mfa_authenticate"), {"code": codes[0]})
        found.append(is_in(client))
    assert found == [True, False]


def test_recovery_codes_are_shown_printed_saved_and_made_anew(codes: list[str], as_alice: Client) -> None:
    saved = as_alice.get(reverse("mfa_download_recovery_codes"))
    assert saved["Content-Disposition"] == 'attachment; filename="recovery-codes.txt"'
    assert re.findall(r"^\d{8}$", saved.content.decode(), re.MULTILINE) == codes
    assert b"data-print" in as_alice.get(reverse("mfa_view_recovery_codes")).content
    anew = as_alice.post(reverse("mfa_generate_recovery_codes"), follow=True).content.decode()
    assert not {*codes} & {*re.findall(r"<code>(\d{8})</code>", anew)}


@pytest.mark.parametrize(
    "name", ["mfa_deactivate_totp", "mfa_view_recovery_codes", "mfa_generate_recovery_codes"]
)
def test_changing_it_takes_the_password(secret: str, password: str, alice: User, name: str) -> None:
    client = signed_in(alice)  # a browser that was left open
    assert client.get(reverse(name))["Location"].startswith(reverse("account_reauthenticate"))
    # A code is not enough for it.
    client.post(reverse("mfa_reauthenticate"), {"code": code_for(secret)})
    assert client.get(reverse(name))["Location"].startswith(reverse("account_reauthenticate"))
    assert confirm(client, password, name).status_code == 200


def test_turned_off_the_password_is_enough(secret: str, as_alice: Client, password: str) -> None:
    done = as_alice.post(reverse("mfa_deactivate_totp"), follow=True)
    assert "Two-factor sign-in is off." in done.content.decode()
    assert not Authenticator.objects.exists()
    client = Client()
    enter(client, password)
    assert is_in(client)


def test_the_administration_takes_a_code_too(secret: str, alice: User, password: str) -> None:
    User.objects.filter(pk=alice.pk).update(is_staff=True)
    client = Client()
    assert client.get("/admin/")["Location"].startswith("/admin/login/")
    assert enter(client, password, "/admin/")["Location"].startswith(reverse("mfa_authenticate"))
    assert client.get("/admin/").status_code == 302
    client.post(reverse("mfa_authenticate"), {"code": code_for(secret), "next": "/admin/"})
    assert client.get("/admin/").status_code == 200


def test_a_token_takes_a_code_and_says_so(secret: str, codes: list[str], password: str) -> None:
    refused = token(password)
    assert refused.status_code == 400
    assert [each["path"] for each in refused.json()["errors"]] == ["code"]
    assert "two-factor sign-in" in refused.json()["errors"][0]["message"]
    wrong = token(password, code="000000")
    assert (wrong.status_code, wrong.json()["errors"][0]["path"]) == (400, "code")
    assert token(password, code=code_for(secret)).status_code == 200
    assert token(password, code=codes[0]).status_code == 200
    # Nobody learns of it without the password.
    assert "two-factor" not in token("wrong").content.decode()


def test_guesses_of_codes_are_limited_on_pages_and_over_rest(
    secret: str, password: str, settings: Settings
) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"login_failed": f"100/m/ip,{TRIES}/300s/key"}
    for _ in range(TRIES):
        client = Client()
        enter(client, password)
        client.post(reverse("mfa_authenticate"), {"code": "000000"})
    page = client.post(reverse("mfa_authenticate"), {"code": code_for(secret)})
    assert "Too many" in page.content.decode()
    assert not is_in(client)
    over_rest = token(password, code=code_for(secret))
    assert over_rest.status_code == 429
    assert "Too many wrong codes" in over_rest.json()["detail"]


def test_secrets_are_stored_sealed(secret: str, codes: list[str], settings: Settings, password: str) -> None:
    stored = str([each.data for each in Authenticator.objects.all()])
    assert secret not in stored
    assert not any(code in stored for code in codes)
    # Under another key no code fits, and nobody gets in without one.
    settings.SECRET_KEY = "another"
    client = Client()
    enter(client, password)
    assert client.post(reverse("mfa_authenticate"), {"code": code_for(secret)}).status_code == 200
    assert not is_in(client)


def test_a_guest_has_none(db: None) -> None:
    client = signed_in(guests.make())
    for name in ("mfa_activate_totp", "mfa_view_recovery_codes", "mfa_index"):
        assert client.get(reverse(name)).status_code == 403


def test_a_guest_who_signs_in_with_a_code_keeps_their_work(secret: str, alice: User, password: str) -> None:
    client = Client()
    client.post(reverse("start-clash"))
    guest = Battle.objects.get().owner
    assert enter(client, password)["Location"] == reverse("mfa_authenticate")
    assert Battle.objects.get().owner == guest
    assert client.get(reverse("mfa_authenticate")).status_code == 200
    client.post(reverse("mfa_authenticate"), {"code": code_for(secret)})
    assert client.get("/").context["user"] == alice
    assert Battle.objects.get().owner == alice


def test_a_browser_that_has_entered_a_code_is_known_and_one_that_has_not_is_none(
    secret: str, password: str
) -> None:
    client = Client()
    enter(client, password)
    assert "known_device" not in client.cookies
    client.post(reverse("mfa_authenticate"), {"code": code_for(secret)})
    assert "known_device" in client.cookies
