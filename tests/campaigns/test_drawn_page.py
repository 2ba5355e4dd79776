"""The drawing on a campaign's page: last turn's marches as they are known, and the orders being written."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import User

from campaigns import services
from campaigns.engine.shipped import maps
from campaigns.models import Campaign, Member
from campaigns.persistence import state_of
from tests.kit.clients import signed_in

ISLAND = maps()["island"]


def drawn(user: User, row: Campaign, page: str = "") -> str:
    return str(signed_in(user).get(f"{row.get_absolute_url()}{page}").content.decode())


def moves(text: str) -> list[str]:
    return re.findall(r'class="map-move"[^>]*><title>([^<]*)</title>', text)


@pytest.fixture
def marched(row: Campaign, chief: Member) -> tuple[str, str]:
    """The Governor’s Horse has marched: from where to where, by their names."""
    start = state_of(row).forces["cr2"].at
    goal = next(key for key, link in sorted(ISLAND.ways[start].items()) if link.kind == "road")
    orders = {"faction": "crown", "forces": {"cr2": {"do": "march", "path": [goal]}}}
    services.give_orders(row, chief, orders)
    services.resolve(row, row.revision)
    return ISLAND.by_id[start].name, ISLAND.by_id[goal].name


def test_a_march_of_last_turn_is_an_arrow_for_its_own_side_and_the_umpire(
    row: Campaign, alice: User, bob: User, nora: User, marched: tuple[str, str]
) -> None:
    arrow = f"marched: {marched[0]} – {marched[1]}"
    assert arrow in moves(drawn(bob, row))
    assert arrow in moves(drawn(alice, row))
    assert moves(drawn(nora, row)) == []


def test_the_way_of_a_draft_is_drawn_on_the_page_of_orders_for_its_writer_alone(
    row: Campaign, chief: Member, bob: User, dora: User
) -> None:
    start = state_of(row).forces["cr1"].at
    goal = sorted(ISLAND.ways[start])[0]
    orders = {"faction": "crown", "forces": {"cr1": {"do": "march", "path": [goal]}}}
    services.give_orders(row, chief, orders, draft=True)
    assert 'data-plan="cr1"' in drawn(bob, row, "orders/")
    assert "data-plan" not in drawn(dora, row, "orders/")


def test_every_area_of_the_map_leads_to_its_page(row: Campaign, bob: User) -> None:
    text = drawn(bob, row)
    links = re.findall(r'data-area="([^"]+)"><a href="([^"]+)"', text)
    assert dict(links).keys() == ISLAND.by_id.keys()
    client = signed_in(bob)
    assert all(client.get(url).status_code == 200 for _, url in links)
