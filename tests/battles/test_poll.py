"""The poll: one query while nothing happens, and nothing for who should not see the battle."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.core import signing
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from battles import services
from battles.access import shared, viewer_of
from battles.models import Battle
from battles.services import poll_token
from tests.kit.rows import make_choices

pytestmark = pytest.mark.django_db


def address(token: str, revision: object) -> str:
    return f"{reverse('battles:poll', args=[token])}?revision={revision}"


@pytest.fixture
def token(duel: Battle, alice: User) -> str:
    """What Alice's page asks with."""
    return poll_token(viewer_of(alice, duel.public_id))


def test_nothing_new_costs_one_query_and_no_user(duel: Battle, token: str, as_alice: Client) -> None:
    with CaptureQueriesContext(connection) as queries:
        answer = as_alice.get(address(token, duel.revision))
    assert (answer.status_code, answer.content) == (204, b"")
    assert len(queries) == 1
    assert "battles_battle" in queries[0]["sql"]
    assert "no-store" in answer["Cache-Control"]


def test_what_another_player_did_is_told(
    duel: Battle, token: str, client: Client, alice: User, bob: User
) -> None:
    make_choices(duel, 1, alice, bob)
    assert client.get(address(token, 0)).json() == {"revision": 1, "over": False}
    assert client.get(address(token, 1)).status_code == 204
    services.offer_draw(duel, duel.revision, 0, alice)
    assert client.get(address(token, 1)).json() == {"revision": 2, "over": False}
    services.answer(duel, duel.revision, 1, bob, accept=True)
    assert client.get(address(token, 2)).json() == {"revision": 3, "over": True}


@pytest.mark.parametrize("revision", ["", "x", "-1", "00", "9" * 400])
def test_a_revision_that_cannot_be_read_is_simply_not_the_battle_s(
    duel: Battle, token: str, client: Client, revision: str
) -> None:
    assert client.get(address(token, revision)).json()["revision"] == duel.revision


def test_onlookers_lose_the_poll_with_their_link(duel: Battle, alice: User, client: Client) -> None:
    services.share(duel)
    token = poll_token(shared(duel.share_token or ""))
    assert client.get(address(token, duel.revision)).status_code == 204
    services.unshare(duel)
    assert client.get(address(token, duel.revision)).status_code == 404
    services.share(duel)
    assert client.get(address(token, duel.revision)).status_code == 404


def test_a_token_that_is_not_ours_is_no_battle_s(duel: Battle, client: Client) -> None:
    for forged in (
        "x",
        f"{duel.pk}",
        signing.dumps([duel.pk, ""]),
        signing.dumps([duel.pk, ""], salt="other"),
    ):
        assert client.get(address(forged, 0)).status_code == 404


def test_the_poll_of_a_battle_that_is_gone_is_none(duel: Battle, token: str, client: Client) -> None:
    Battle.objects.all().delete()
    assert client.get(address(token, 0)).status_code == 404


def test_the_poll_is_only_read(duel: Battle, token: str, client: Client) -> None:
    assert client.post(address(token, 0)).status_code == 405
