"""The stream of a campaign: for its members, and no word of what they do in secret."""

from __future__ import annotations

import pytest
from django.test import Client

from campaigns import services
from campaigns.models import Campaign, Member
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
