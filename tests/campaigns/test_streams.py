"""The stream of a campaign: for its members, and no word of what they do in secret."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from campaigns import services
from campaigns.models import Campaign, Member
from campaigns.persistence import state_of
from tests.kit.campaigns import hold
from tests.kit.clients import signed_in
from tests.kit.streams import meanwhile, run, status, stream

pytestmark = pytest.mark.django_db(transaction=True)


def events(row: Campaign) -> str:
    return f"{row.get_absolute_url()}events/"


def test_members_watch_and_strangers_find_nothing(
    row: Campaign, as_alice: Client, as_bob: Client, as_charlie: Client, client: Client
) -> None:
    seen = [status(events(row), each) for each in (as_alice, as_bob, as_charlie, client)]
    assert seen == [200, 200, 404, 404]


def test_what_the_umpire_does_wakes_the_players(
    row: Campaign, umpire: Member, as_bob: Client, as_dora: Client
) -> None:
    async def watched() -> None:
        async with stream(events(row), as_bob) as his, stream(events(row), as_dora) as hers:
            begun = await his.next()
            assert await hers.next() == begun == row.revision
            await meanwhile(services.rename, row, umpire, "Another name")
            assert (await his.next(), await hers.next()) == (begun + 1, begun + 1)

    run(watched)


def in_secret(row: Campaign, chief: Member, enemy: Member) -> None:
    """What players do that others must not learn of: orders and messages."""
    orders = hold(state_of(row), "crown")
    services.give_orders(row, chief, orders, draft=True)
    services.give_orders(row, chief, orders)
    services.withdraw_orders(row, chief)
    services.write_message(row, chief, "They march at dawn.", umpire=True)
    services.write_message(row, enemy, "We wait for them.", umpire=True)


@pytest.mark.parametrize("who", ["alice", "bob", "edward", "dora", "nora"])
def test_no_stream_tells_what_is_done_in_secret(
    row: Campaign, umpire: Member, chief: Member, who: str
) -> None:
    enemy = row.members.select_related("user").get(user__username="dora")
    reader = signed_in(row.members.select_related("user").get(user__username=who).user)

    async def watched() -> None:
        async with stream(events(row), reader) as seen:
            begun = await seen.next()
            await meanwhile(in_secret, row, chief, enemy)
            await meanwhile(services.rename, row, umpire, "Another name")
            # Had anything of it been told, the name would be a later change than the next.
            assert await seen.next() == begun + 1
            await meanwhile(row.refresh_from_db)
            assert row.revision == begun + 1
            assert re.fullmatch(r"retry: 2000\n(data: \d+\n\n)+", seen.sent)

    run(watched)
