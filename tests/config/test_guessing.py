"""Guessing passwords: few tries at every door, and the owner is not shut out by them."""

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import Settings

from armylists.apitokens import make

TRIES = 3


@pytest.fixture(autouse=True)
def _limits(settings: Settings) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"login_failed": f"100/m/ip,{TRIES}/300s/key"}
    cache.clear()


def signs_in(client: Client, password: str, login: str = "alice") -> bool:
    client.post(reverse("account_login"), {"login": login, "password": password})
    return "_auth_user_id" in client.session


def token(client: Client, password: str) -> int:
    return client.post(reverse("api-token"), {"username": "alice", "password": password}).status_code


def test_an_account_is_closed_to_strangers_after_a_few_wrong_passwords(alice: User, password: str) -> None:
    for _ in range(TRIES):
        assert not signs_in(Client(), "wrong")
    assert not signs_in(Client(), password)


@pytest.mark.parametrize("login", ["alice", "ALICE", "alice@example.org"])
def test_the_owner_still_gets_in_from_a_browser_they_have_used(
    alice: User, password: str, login: str
) -> None:
    own = Client()
    assert signs_in(own, password)
    own.post(reverse("account_logout"))
    for name in ("alice", "alice@example.org"):
        for _ in range(TRIES + 1):
            signs_in(Client(), "wrong", name)
    assert signs_in(own, password, login)


def test_a_browser_that_somebody_else_has_used_is_no_way_in(alice: User, bob: User, password: str) -> None:
    theirs = Client()
    assert signs_in(theirs, password, "bob")
    theirs.post(reverse("account_logout"))
    for _ in range(TRIES):
        assert not signs_in(theirs, "wrong")
    assert not signs_in(theirs, password)
    theirs.cookies["known_device"] = "made up"
    assert not signs_in(theirs, password)


def test_tokens_count_with_the_page(alice: User, password: str) -> None:
    assert token(Client(), password) == 200
    for _ in range(TRIES):
        assert token(Client(), "wrong") == 400
    refused = Client().post(reverse("api-token"), {"username": "alice", "password": password})
    assert refused.status_code == 429
    assert "Too many wrong passwords" in refused.json()["detail"]
    assert not signs_in(Client(), password)


def test_nobody_signs_in_at_the_door_of_the_administration(alice: User, password: str) -> None:
    User.objects.filter(pk=alice.pk).update(is_staff=True)
    client = Client()
    answer = client.post("/admin/login/?next=/admin/", {"username": "alice", "password": password})
    assert answer.status_code == 302
    assert answer["Location"].startswith(reverse("account_login"))
    assert signs_in(client, password)
    assert client.get("/admin/").status_code == 200


ELSEWHERE, HOME = "192.0.2.7", "198.51.100.9"


@pytest.fixture
def own_limits(settings: Settings) -> None:
    """The limits of a site that is served: test_settings says what they are."""
    settings.ACCOUNT_RATE_LIMITS = {}


@pytest.mark.usefixtures("own_limits")
def test_guesses_from_elsewhere_shut_out_the_thief_and_not_the_owner(alice: User, password: str) -> None:
    own, thief = Client(REMOTE_ADDR=HOME), Client(REMOTE_ADDR=ELSEWHERE)
    assert signs_in(own, password)
    key = make(alice, "Bot")[1]
    own.post(reverse("account_logout"))
    for number in range(5):
        if number % 2:
            assert not signs_in(thief, f"wrong {number}")
        else:
            assert token(thief, f"wrong {number}") == 400
    assert not signs_in(thief, password)
    assert token(thief, password) == 429
    assert signs_in(own, password)
    program = Client(REMOTE_ADDR=HOME, headers={"Authorization": f"Token {key}"})
    assert program.get(reverse("api-tokens")).status_code == 200


@pytest.mark.usefixtures("own_limits")
def test_one_address_cannot_try_many_names(alice: User, password: str) -> None:
    thief = Client(REMOTE_ADDR=ELSEWHERE)
    for number in range(10):
        assert not signs_in(thief, "wrong", f"somebody{number}")
    assert not signs_in(thief, password)
    assert signs_in(Client(REMOTE_ADDR=HOME), password)


def test_the_door_of_the_administration_checks_no_password(alice: User, password: str) -> None:
    User.objects.filter(pk=alice.pk).update(is_staff=True)
    for _ in range(TRIES + 1):
        answer = Client().post("/admin/login/", {"username": "alice", "password": "wrong"})
        assert answer["Location"].startswith(reverse("account_login"))
    assert signs_in(Client(), password), "what was sent there is no try"
