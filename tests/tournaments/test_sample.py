"""The sample's tournament: sixteen players, two rounds played, a third under way."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User

from tests.kit.clients import signed_in
from tests.kit.tournaments import read
from tournaments import sample, services
from tournaments.cards.leagues import table
from tournaments.engine.check import check_round
from tournaments.engine.feasible import impossible
from tournaments.leagues.reading import as_seen
from tournaments.models import League, Tournament

pytestmark = pytest.mark.django_db


def test_the_sample_is_a_running_event_of_sixteen_in_a_league_and_loads_once(alice: User, bob: User) -> None:
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
    _check_league(row)


def _check_league(row: Tournament) -> None:
    """Its table has everybody once, as who they are. (Loading it takes long: it is loaded by one test.)"""
    found = as_seen(League.objects.get(), None)
    assert [(each.event.name, each.counts) for each in found.events] == [
        ("Spring Muster", True), ("Summer Muster", True), (row.name, False)
    ]  # fmt: skip
    for each in found.events[:2]:
        assert impossible(each.viewer.document.up_to(0)) == ()
        numbers = range(1, len(each.viewer.document.rounds) + 1)
        assert all(check_round(each.viewer.document, number).optimal for number in numbers)
    assert len(found.document.people) == len(sample.PEOPLE)
    events, places = table(found.document, None)
    assert (len(events), len(places)) == (2, 11)
    assert {each.person.name: len([cell for cell in each.cells if cell]) for each in places}["Dora"] == 2
