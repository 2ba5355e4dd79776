"""The pages that belong to no app, and what a visitor sees when something goes wrong."""

import re
from collections.abc import Iterator
from unittest import mock

import pytest
from django.db import DatabaseError
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import Settings

from armylists import guests
from battles import sample
from tests.kit.clients import signed_in

pytestmark = pytest.mark.django_db

POLICY = {
    "default-src": "'self'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data:",
    "font-src": "'self'",
    "connect-src": "'self'",
    "object-src": "'none'",
    "base-uri": "'self'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
}


def policy(header: str) -> dict[str, str]:
    return dict(part.strip().split(" ", 1) for part in header.split(";"))


@pytest.fixture
def forgiving() -> Client:
    """A client that shows what a visitor sees instead of raising."""
    return Client(raise_request_exception=False)


@pytest.fixture
def broken_home() -> Iterator[None]:
    """A first page that fails."""
    with mock.patch("config.views.render", side_effect=RuntimeError("secret of the house")):
        yield


@pytest.mark.parametrize("name", ["home", "about", "api-docs", "account_login"])
def test_a_page_opens_for_anyone_under_the_strict_policy(client: Client, name: str) -> None:
    answer = client.get(reverse(name))
    assert answer.status_code == 200
    assert policy(answer["Content-Security-Policy"]) == POLICY
    assert answer["X-Frame-Options"] == "DENY"
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Referrer-Policy"] == "same-origin"


def test_the_first_page_leads_to_every_part(client: Client) -> None:
    page = client.get("/").content.decode()
    targets = {href for href in re.findall(r'href="(/[^"]*)"', page) if not href.startswith("/static/")}
    assert {"/accounts/login/", "/accounts/signup/", "/about/", "/api/v1/docs/"} <= targets
    assert '<html lang="en">' in page


def test_the_navigation_marks_the_place(client: Client) -> None:
    page = client.get(reverse("api-docs")).content.decode()
    assert re.findall(r'aria-current="true">([^<]+)<', page) == ["API"]


def test_health_is_plain(client: Client) -> None:
    answer = client.get("/healthz")
    assert (answer.status_code, answer.content) == (200, b"ok\n")
    assert "no-store" in answer["Cache-Control"]


def test_health_fails_with_the_database(client: Client) -> None:
    with mock.patch("config.views.connection.cursor", side_effect=DatabaseError("gone")):
        answer = client.get("/healthz")
    assert answer.status_code == 503
    assert b"gone" not in answer.content


def test_a_missing_page_says_so_in_our_look(client: Client) -> None:
    answer = client.get("/no-such-page/")
    assert answer.status_code == 404
    assert b"Page not found" in answer.content
    assert b"masthead" in answer.content
    assert "Content-Security-Policy" in answer


def test_a_missing_endpoint_answers_in_json(client: Client) -> None:
    answer = client.get("/api/v1/no-such-thing/")
    assert (answer.status_code, answer.json()) == (404, {"detail": "There is nothing at this address."})


def test_a_form_from_elsewhere_is_refused_without_a_reason_for_attackers() -> None:
    answer = Client(enforce_csrf_checks=True).post(reverse("account_login"), {"login": "x", "password": "y"})
    assert answer.status_code == 403
    assert b"This form has expired" in answer.content


@pytest.mark.usefixtures("broken_home")
def test_a_failure_shows_a_page_and_no_trace(forgiving: Client) -> None:
    answer = forgiving.get("/")
    assert answer.status_code == 500
    assert b"Something went wrong" in answer.content
    assert b"secret of the house" not in answer.content
    assert b"Traceback" not in answer.content


def test_a_failure_of_an_endpoint_is_json(forgiving: Client) -> None:
    with mock.patch("config.schema.SchemaView.get", side_effect=RuntimeError("secret of the house")):
        answer = forgiving.get(reverse("api-schema"))
    assert answer.status_code == 500
    assert list(answer.json()) == ["detail"]
    assert b"secret" not in answer.content


def test_too_many_fields_are_refused_with_a_page(client: Client) -> None:
    answer = client.post(reverse("account_login"), {f"field{n}": "x" for n in range(2100)})
    assert answer.status_code == 400
    assert b"That did not work" in answer.content


def test_a_foreign_host_name_gets_a_plain_refusal(client: Client) -> None:
    answer = client.get("/", headers={"host": "evil.example.org"})
    assert answer.status_code == 400
    assert answer["Content-Type"] == "text/plain"
    assert b"evil" not in answer.content


def test_only_reading_is_offered_on_the_first_page(client: Client) -> None:
    assert client.post("/").status_code == 405


def test_the_first_page_shows_the_sample_to_visitors_where_that_is_wanted(
    client: Client, settings: Settings
) -> None:
    battle = sample.load()
    assert "leaguer-sample" not in client.get("/").content.decode()
    settings.SHOW_SAMPLE = True
    page = client.get("/").content.decode()
    assert "leaguer-sample" in page
    assert f'href="{battle.shared_url}"' in page
    assert client.get(battle.shared_url).status_code == 200
    # It stays there for guests and members: whoever looks around comes back to it.
    for user in (guests.make(), battle.owner):
        assert f'href="{battle.shared_url}"' in signed_in(user).get("/").content.decode()
