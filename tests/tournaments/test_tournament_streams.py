"""The stream of a tournament: for whoever may see it, and it says no more than that something has changed."""

from __future__ import annotations

import re
from contextlib import AsyncExitStack

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client

from tests.kit.clients import signed_in
from tests.kit.streams import meanwhile, run, status, stream
from tests.kit.tournaments import appoint, event, pair, pair_round, read
from tournaments import services
from tournaments.engine.actions import Publish, ReportResult
from tournaments.engine.document import Result
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db(transaction=True)


def events(row: Tournament) -> str:
    return f"{row.get_absolute_url()}events/"


def test_everybody_follows_what_they_may_see_and_nothing_else(
    alice: User, as_alice: Client, as_bob: Client, as_charlie: Client, client: Client, bob: User
) -> None:
    private, public = event(alice, bob, visibility="private"), event(alice, visibility="public")
    clients = (as_alice, as_bob, as_charlie, client)
    assert [status(events(private), each) for each in clients] == [200, 200, 404, 404]
    assert [status(events(public), each) for each in clients] == [200] * 4


def test_a_stream_says_to_nobody_what_was_done(alice: User, bob: User, charlie: User, client: Client) -> None:
    row = pair_round(event(alice, bob, count=6), alice)
    appoint(row, "charlie", "judge")
    report = ReportResult(round=1, player="anna", result=Result(scores=(9, 3)))
    clients = [signed_in(alice), signed_in(bob), signed_in(charlie), client]

    async def watched() -> None:
        async with AsyncExitStack() as stack:
            seen = [await stack.enter_async_context(stream(events(row), each)) for each in clients]
            assert [await each.next() for each in seen] == [row.revision] * 4
            await meanwhile(services.act, row, bob, report)
            assert [await each.next() for each in seen] == [row.revision + 1] * 4
            for each in seen:
                assert re.fullmatch(r"retry: 2000\n(data: \d+\n\n)+", each.sent)

    run(watched)


def test_pages_that_were_followed_show_a_round_when_it_is_published_and_not_before(
    alice: User, as_bob: Client
) -> None:
    row = services.act(event(alice), alice, pair(read(event(alice))))

    async def watched() -> None:
        async with stream(events(row), as_bob) as his:
            assert await his.next() == 1
            await meanwhile(services.act, row, alice, Publish(round=1), 1)
            assert await his.next() == 2

    assert "Round 1" not in as_bob.get(row.get_absolute_url()).content.decode()
    run(watched)
    page = as_bob.get(row.get_absolute_url()).content.decode()
    assert 'data-revision="2"' in page
    assert "Round 1" in page


def test_who_may_no_longer_see_it_hears_no_more(alice: User, charlie: User) -> None:
    row, reader = event(alice, visibility="public"), signed_in(charlie)

    async def watched() -> None:
        async with stream(events(row), reader) as his:
            assert await his.next() == row.revision
            await meanwhile(services.show_to, row, "private")
            await his.until_the_end()

    run(watched)
    assert status(events(row), reader) == 404


@pytest.mark.skipif(connection.vendor == "sqlite", reason="SQLite announces no end of a stream")
def test_a_judge_who_is_dismissed_hears_no_more(alice: User, charlie: User) -> None:
    row, reader = event(alice, visibility="private"), signed_in(charlie)
    appoint(row, "charlie", "judge")

    async def watched() -> None:
        async with stream(events(row), reader) as his:
            assert await his.next() == row.revision
            await meanwhile(services.dismiss, row, charlie.pk)
            await his.until_the_end()

    run(watched)
    assert status(events(row), reader) == 404
