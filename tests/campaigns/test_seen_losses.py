"""What a battle cost an enemy shows in what its opponents know of them: on the map, in lists, over REST."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client

from campaigns import services
from campaigns.engine.state import Sighting, State
from campaigns.models import Campaign
from campaigns.persistence import state_of
from tests.campaigns.test_map_page import page, text
from tests.kit.campaigns import battles, change, outcome
from tests.kit.clients import signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def fought(row: Campaign) -> tuple[float, float]:
    """A battle that cost the Commons' first force two steps; its worth before, and after as the Crown saw."""
    battles(row, ("cr1", "co1"))

    def meets(state: State) -> None:
        for own, other in (("cr1", "co1"), ("co1", "cr1")):
            met = state.forces[other]
            known = Sighting(met.id, met.name, met.faction, met.at, state.turn, met.worth, "fought")
            state.factions[state.forces[own].faction].sightings[met.id] = known

    change(row, meets)
    force = state_of(row).forces["co1"]
    unit = next(force.ready())
    services.settle(row, "t1e1", outcome(row, "t1e1", lost=(0, 2)))
    row.refresh_from_db()
    return force.worth, round(force.worth - 2 * unit.worth / unit.steps, 2)


def test_the_map_shows_what_is_left_of_an_enemy(
    row: Campaign, fought: tuple[float, float], as_bob: Client
) -> None:
    before, after = fought
    seen = state_of(row).factions["crown"].sightings["co1"]
    assert (row.turn, seen.turn, seen.how) == (2, 1, "fought")
    assert seen.worth <= after < before
    shown = text(as_bob.get(page(row)))
    assert f"<b>{seen.worth:.0f}</b>" in shown
    assert f"about <b>{seen.worth:.0f}</b>" not in shown
    assert f"<b>{before:.0f}</b>" not in shown
    assert "met in battle" in shown


def test_over_rest_it_is_the_same(row: Campaign, fought: tuple[float, float], as_bob: Client) -> None:
    known = as_bob.get(f"/api/v1/campaigns/{row.public_id}/view/").json()["sightings"]
    (seen,) = [each for each in known if each["force"] == "co1"]
    assert (seen["how"], seen["turn"], seen["age"]) == ("fought", 1, 1)
    assert seen["strength"] <= fought[1]


def test_the_chronicle_tells_it_to_who_fought_alone(
    row: Campaign, fought: tuple[float, float], as_bob: Client, as_dora: Client, nora: User
) -> None:
    told = "After the battle The Crown saw"
    assert told in text(as_bob.get(page(row, "chronicle")))
    assert told not in text(as_dora.get(page(row, "chronicle")))
    assert told not in text(signed_in(nora).get(page(row, "chronicle")))
