"""The page of soft scores: who may enter them, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.kit.clients import queries, signed_in
from tests.kit.pageforms import forms
from tests.kit.tournaments import appoint, event, read
from tournaments import services
from tournaments.engine.actions import Soft
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
PAINTING: dict[str, Any] = {"soft": [{"name": "Painting", "most": 5}, {"name": "Sportsmanship", "most": 3}]}


def _scores(row: Tournament) -> dict[str, dict[str, float]]:
    found = read(Tournament.objects.get(pk=row.pk)).players
    return {each.id: {score.name: score.points for score in each.soft} for each in found if each.soft}


def test_organisers_and_judges_enter_soft_scores_on_a_page_and_nobody_else(
    alice: User, bob: User, charlie: User
) -> None:
    row = event(alice, charlie, **PAINTING)
    appoint(row, "bob", "judge")
    address = f"{row.get_absolute_url()}soft/"
    for user, key, points in ((alice, "anna", "4.5"), (bob, "bob", "3")):
        client = signed_in(user)
        assert address in client.get(f"{row.get_absolute_url()}players/").content.decode()
        (form,) = (
            each for each in forms(client.get(address).content.decode(), address) if "anna.0" in each.fields
        )
        assert client.post(address, form.fields | {f"{key}.0": points}).status_code == 302
    assert _scores(row) == {"anna": {"Painting": 4.5}, "bob": {"Painting": 3}}
    assert Tournament.objects.get().log.count() == 2
    for client in (signed_in(charlie), signed_in(User.objects.create_user("dora"))):
        assert client.get(address).status_code == 404
        assert client.post(address, {"anna.0": "1"}).status_code == 404
        assert address not in client.get(f"{row.get_absolute_url()}players/").content.decode()
    assert Client().get(address).status_code == 404
    assert Client().post(address, {"anna.0": "1"}).status_code == 302
    assert _scores(row) == {"anna": {"Painting": 4.5}, "bob": {"Painting": 3}}


def test_too_high_a_soft_score_is_said_at_its_field_and_saves_nothing(alice: User) -> None:
    row, client = event(alice, **PAINTING), signed_in(alice)
    address = f"{row.get_absolute_url()}soft/"
    for wrong in ("5.5", "-1", "much", "nan"):
        answer = client.post(address, {"anna.0": "2", "bob.0": wrong})
        assert answer.status_code == 400
        assert f'value="{wrong}"' in answer.content.decode()
    assert _scores(row) == {}


def test_two_judges_do_not_overwrite_each_other(alice: User) -> None:
    row, client = event(alice, **PAINTING), signed_in(alice)
    address = f"{row.get_absolute_url()}soft/"
    old = next(
        each for each in forms(client.get(address).content.decode(), address) if "anna.0" in each.fields
    )
    services.act(row, alice, Soft(player="bob", name="Painting", points=4))
    client.post(address, old.fields | {"anna.1": "2"})
    assert _scores(row) == {"anna": {"Sportsmanship": 2}, "bob": {"Painting": 4}}


def test_the_page_of_soft_scores_asks_as_often_for_many_players(alice: User) -> None:
    client = signed_in(alice)
    asked = {queries(client, f"{event(alice, count=n, **PAINTING).get_absolute_url()}soft/") for n in (4, 10)}
    assert len(asked) == 1
    assert "no soft scores" in client.get(f"{event(alice).get_absolute_url()}soft/").content.decode()
