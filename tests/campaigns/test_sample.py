"""The sample's campaign: its players gave their orders, and going back finds them again."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User

from campaigns import ordering, sample, services
from campaigns.models import Campaign
from tests.campaigns.test_map_page import page, text
from tests.kit.campaigns import member_of
from tests.kit.clients import signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def loaded(alice: User, bob: User, dora: User) -> Campaign:
    return sample.load({"alice": alice, "bob": bob, "carol": dora})


def test_going_back_in_the_sample_brings_back_what_its_turn_began_with(
    loaded: Campaign, alice: User, bob: User
) -> None:
    """Players gave their orders themselves, so that these are there again, and their deadline."""
    marched = loaded.turns.get(part="march", turn=loaded.turn)
    factions = sorted(sample.PLAYERS.values())
    assert loaded.automatic == ["commons"]
    assert loaded.engagements.filter(undone=False).exists()
    services.roll_back(loaded, loaded.revision, member_of(loaded, alice), loaded.turn, "once more")
    assert (loaded.turn, loaded.phase) == (marched.turn, "orders")
    assert loaded.deadline == marched.deadline_before is not None
    assert not loaded.engagements.filter(undone=False, turn=loaded.turn).exists()
    given = {key: each.to_json() for key, each in ordering.given(loaded).items()}
    assert given == {key: marched.inputs["orders"][key] for key in factions}
    assert loaded.orders.filter(turn=loaded.turn, given__isnull=False, member__user=bob).exists()
    assert "These orders will be carried out." in text(signed_in(bob).get(page(loaded, "orders")))
    umpires = text(signed_in(alice).get(f"{page(loaded, 'orders')}?faction=crown"))
    assert "Orders of The Crown given by bob." in umpires
    brought = services.preview(loaded)
    assert sorted(brought.orders) == sorted([*factions, "commons"])
