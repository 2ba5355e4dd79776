"""The sample's tournament: sixteen players, two rounds played, a third under way."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User

from tests.kit.clients import signed_in
from tests.kit.tournaments import read
from tournaments import sample, services
from tournaments.engine.check import check_round

pytestmark = pytest.mark.django_db


def test_the_sample_is_a_running_event_of_sixteen_and_loads_once(alice: User, bob: User) -> None:
    users = {"alice": alice, "bob": bob, "carol": User.objects.create_user("carol")}
    row = sample.load(users)
    assert sample.load(users) == row
    found = read(row)
    assert (len(found.players), [each.complete for each in found.rounds]) == (16, [True, True, False])
    assert all(check_round(found, number).optimal for number in (1, 2, 3))
    assert services.folded(row, row.log.all()) == found
    page = signed_in(bob).get(row.get_absolute_url()).content.decode()
    assert "your table" in page
    assert "Waiting for" in page
