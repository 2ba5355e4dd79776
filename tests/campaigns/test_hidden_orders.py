"""An umpire who orders for players replaces only what they set: the rest is hidden, and stays as it was."""

from __future__ import annotations

import pytest
from django.test import Client

from campaigns import services
from campaigns.models import Campaign, Member
from campaigns.ordering import given
from tests.campaigns.test_map_page import page, text

pytestmark = pytest.mark.django_db


@pytest.fixture
def scouting(row: Campaign, enemy: Member) -> Campaign:
    """The island whose Commons have ordered two forces to forage."""
    orders = {"faction": "commons", "forces": {"co1": {"do": "forage"}, "co2": {"do": "forage"}}}
    services.give_orders(row, enemy, orders)
    return row


def test_the_umpire_gives_only_the_orders_that_they_set(scouting: Campaign, as_alice: Client) -> None:
    where = f"{page(scouting, 'orders')}?faction=commons"
    shown = text(as_alice.get(where))
    assert '<option value="" selected>Hidden: leave as it is</option>' in shown
    assert '<option value="hold" selected>' not in shown
    sent = {"act": "give", "co1-do": "hold", "co1-evade": "", "co2-do": ""}
    assert as_alice.post(where, sent).status_code == 302
    forces = given(scouting)["commons"].forces
    assert (forces["co1"].do, forces["co2"].do) == ("hold", "forage")


def test_where_nobody_plays_forces_hold(scouting: Campaign, as_alice: Client) -> None:
    shown = text(as_alice.get(f"{page(scouting, 'orders')}?faction=company"))
    assert "Hidden: leave as it is" not in shown
    assert '<option value="hold" selected>' in shown
