"""A battle of a campaign gives whoever began it no more buttons than the other side."""

from __future__ import annotations

import pytest
from django.test import Client

from battles.models import Battle
from campaigns import services
from campaigns.models import Campaign, Member
from tests.kit.campaigns import outcome
from tests.kit.consent import KEY, begin

pytestmark = pytest.mark.django_db
OWNERS = ("Make private", "Share by link", "Archive</button>", "Anyone with this link", "Onlookers</summary>")


def shown(client: Client, battle: Battle, rest: str) -> str:
    answer = client.get(f"{battle.get_absolute_url()}{rest}")
    assert answer.status_code == 200
    return str(answer.content.decode())


@pytest.mark.parametrize("rest", ["", "board/"])
def test_neither_side_shares_or_archives_a_battle_that_the_campaign_needs(
    met: Campaign, chief: Member, as_bob: Client, as_dora: Client, rest: str
) -> None:
    battle = begin(met, chief, "board")
    for client in (as_bob, as_dora):
        page = shown(client, battle, rest)
        assert not [each for each in OWNERS if each in page]


def test_once_it_is_settled_its_owner_has_their_buttons(met: Campaign, chief: Member, as_bob: Client) -> None:
    battle = begin(met, chief, "board")
    services.settle(met, KEY, outcome(met, KEY))
    assert "Make private" in shown(as_bob, battle, "")
