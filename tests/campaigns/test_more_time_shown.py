"""Asking for more time stands where a player reads the deadline, not inside a fold."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from campaigns import services
from campaigns.models import Campaign, Member

pytestmark = pytest.mark.django_db


@pytest.fixture
def timed(row: Campaign, umpire: Member) -> Campaign:
    """The island with a deadline."""
    services.set_deadline(row, umpire, timezone.now() + timedelta(hours=30))
    return row


def page(client: Client, row: Campaign, rest: str = "") -> str:
    answer = client.get(f"{row.get_absolute_url()}{rest}")
    assert answer.status_code == 200
    return str(answer.content.decode())


@pytest.mark.parametrize("rest", ["", "orders/"])
def test_it_is_in_no_fold_beside_the_orders(timed: Campaign, as_bob: Client, rest: str) -> None:
    shown = page(as_bob, timed, rest)
    assert shown.count("Ask for more time") == 1
    before = shown[: shown.index("<summary>Ask for more time</summary>")]
    ready = before[before.index('id="ready"') :]
    assert len(re.findall("<details", ready)) - len(re.findall("</details", ready)) == 1  # its own


def test_elsewhere_a_link_beside_the_deadline_leads_there(timed: Campaign, as_bob: Client) -> None:
    link = f'href="{timed.get_absolute_url()}#ask-more-time">Ask for more time</a>'
    assert link in page(as_bob, timed, "forces/")
    assert 'id="ask-more-time"' in page(as_bob, timed)


def test_who_gives_no_orders_is_not_asked(
    timed: Campaign, umpire: Member, as_alice: Client, as_bob: Client
) -> None:
    assert "Ask for more time" not in page(as_alice, timed, "forces/")
    services.set_deadline(timed, umpire, None)
    assert "Ask for more time" not in page(as_bob, timed, "forces/")
