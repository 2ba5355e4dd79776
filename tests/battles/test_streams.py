"""Streams of battles and records: who hears of a change, how soon, and nothing but the revision."""

from __future__ import annotations

import asyncio
import re
import threading
from contextlib import AsyncExitStack
from typing import Any

import pytest
import redis
from django.contrib.auth.models import User
from django.db import connection, transaction
from django.test import Client

from armylists.owned import services as owned
from armylists.owned import streams, watching
from battles import services
from battles.models import Battle
from tests.kit import records
from tests.kit.rows import first_choice
from tests.kit.streams import meanwhile, run, status, stream

pytestmark = pytest.mark.django_db(transaction=True)

HERE = "redis://127.0.0.1:6379/15"


def events(row: Any) -> str:
    return f"{row.get_absolute_url()}events/"


def choose(row: Battle) -> None:
    """The player who is asked makes a choice."""
    current = Battle.objects.get(pk=row.pk)
    side, choice = first_choice(current)
    services.choose(current, current.revision, choice, side, (current.owner, current.opponent)[side])


def test_a_stream_is_opened_by_whom_the_page_is_for(
    duel: Battle, as_alice: Client, as_bob: Client, as_charlie: Client, client: Client
) -> None:
    services.share(duel)
    shared = f"{duel.shared_url}events/"
    seen = {who: status(events(duel), each) for who, each in (("alice", as_alice), ("bob", as_bob))}
    assert seen == {"alice": 200, "bob": 200}
    assert status(events(duel), as_charlie) == 404
    assert status(events(duel), client) == 404
    assert status(shared, client) == status(shared, as_charlie) == 200
    services.unshare(duel)
    assert status(shared, client) == status(shared, as_alice) == 404


def test_the_records_of_a_meeting_and_of_two_lists_have_streams(
    named: Battle, alice: User, bob: User, as_bob: Client, as_charlie: Client, client: Client
) -> None:
    own = records.record(alice, bob)
    services.share(own)
    services.share(named)
    for row, address in ((own, events(own)), (named, f"{named.get_absolute_url()}record/events/")):
        assert status(address, as_bob) == 200
        assert status(address, as_charlie) == status(address, client) == 404
        inner = "" if row is own else "record/"
        assert status(f"{row.shared_url}{inner}events/", client) == 200


def test_a_choice_wakes_everybody_and_says_no_more_than_the_revision(
    duel: Battle, as_alice: Client, as_bob: Client, client: Client
) -> None:
    services.share(duel)

    async def watched() -> None:
        places = ((events(duel), as_alice), (events(duel), as_bob), (f"{duel.shared_url}events/", client))
        async with AsyncExitStack() as stack:
            opened = [await stack.enter_async_context(stream(*each)) for each in places]
            assert [await each.next() for each in opened] == [0, 0, 0]
            for revision in (1, 2):
                await meanwhile(choose, duel)
                assert [await each.next() for each in opened] == [revision] * 3
        for each in opened:
            assert each.headers["content-type"] == "text/event-stream"
            assert each.headers["x-accel-buffering"] == "no"
            assert "no-store" in each.headers["cache-control"]
            assert "default-src 'self'" in each.headers["content-security-policy"]
            assert re.fullmatch(r"retry: 2000\n(data: [0-9]+\n\n)+", each.sent)

    run(watched)


def test_a_claim_wakes_the_other_side_before_and_after_the_record_is_there(
    alice: User, bob: User, as_bob: Client
) -> None:
    row = records.record(alice, bob)

    async def watched() -> None:
        async with stream(events(row), as_bob) as his:
            assert await his.next() == 0
            await meanwhile(owned.write, row, revision=1)
            assert await his.next() == 1

    run(watched)


def test_one_who_watches_another_battle_hears_nothing(
    duel: Battle, going: Battle, as_alice: Client, as_bob: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "BEAT", 1.0)

    async def watched() -> None:
        async with stream(events(duel), as_bob) as his, stream(events(going), as_alice) as hers:
            assert (await his.next(), await hers.next()) == (0, going.revision)
            await meanwhile(choose, going)
            assert await hers.next() == going.revision + 1
            assert await his.next() == 0  # the beat

    run(watched)


def test_what_is_rolled_back_wakes_nobody(
    duel: Battle, as_bob: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def rolled_back() -> None:
        with transaction.atomic():
            owned.write(Battle.objects.get(pk=duel.pk), revision=7)
            transaction.set_rollback(True)

    async def watched() -> None:
        async with stream(events(duel), as_bob) as his:
            assert await his.next() == 0
            await meanwhile(rolled_back)
            await meanwhile(choose, duel)
            assert await his.next() == 1

    run(watched)


def test_a_link_that_is_taken_back_ends_its_streams(duel: Battle, as_bob: Client, client: Client) -> None:
    services.share(duel)

    async def watched() -> None:
        async with (
            stream(f"{duel.shared_url}events/", client) as theirs,
            stream(f"{duel.shared_url}record/events/", client) as no_record,
        ):
            assert no_record.status == 404  # it is fought here
            assert await theirs.next() == 0
            await meanwhile(services.unshare, duel)
            assert await theirs.next() is None
        async with stream(events(duel), as_bob) as his:
            assert await his.next() == 0

    run(watched)


def test_a_stream_ends_after_a_while_and_goes_on_where_the_battle_is(
    duel: Battle, as_bob: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "LASTS", 0.2)

    async def watched() -> None:
        async with stream(events(duel), as_bob) as his:
            assert await his.next() == 0
            while await his.next() is not None:
                pass
        await meanwhile(choose, duel)
        async with stream(events(duel), as_bob) as his:
            assert await his.next() == 1

    run(watched)


def test_streams_hold_neither_threads_nor_connections(duel: Battle, as_bob: Client) -> None:
    many = 30

    async def watched() -> None:
        async with AsyncExitStack() as stack:
            for _ in range(many):
                opened = await stack.enter_async_context(stream(events(duel), as_bob))
                assert await opened.next() == 0
            assert threading.active_count() < 10
            if connection.vendor == "postgresql":
                assert await meanwhile(_connections) <= 4
            await meanwhile(choose, duel)
            assert await opened.next() == 1
        await asyncio.sleep(0)
        assert not watching.watch().watched

    run(watched)


def test_a_page_that_is_opened_while_rows_are_looked_at_goes_on(
    duel: Battle, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, known, opened = watching.Watch(), watching.Watched(), watching.Watched()
    here.watched["battle", duel.pk] = known
    look = watching.look

    def meanwhile_opened(keys: list[watching.Key]) -> Any:
        here.watched["battle-record", duel.pk] = opened
        return look(keys)

    monkeypatch.setattr(watching, "look", meanwhile_opened)
    monkeypatch.setattr(here, "goes_on", iter([True, False]).__next__)
    run(lambda: watching._look_around(here, asyncio.Event()))
    assert known.revision == duel.revision
    assert not opened.ended


def _connections() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()")
        found: int = cursor.fetchone()[0]
        return found


def test_a_server_that_would_spend_a_thread_sends_the_page_back_to_asking(
    duel: Battle, as_bob: Client, as_charlie: Client
) -> None:
    wants = {"Accept": "text/event-stream"}
    assert as_bob.get(events(duel), headers=wants).status_code == 204
    assert as_charlie.get(events(duel), headers=wants).status_code == 404
    assert as_bob.post(events(duel)).status_code == 405


def test_a_page_without_a_stream_asks_at_the_same_address(
    duel: Battle, as_bob: Client, as_charlie: Client
) -> None:
    assert as_bob.get(events(duel), {"revision": 0}).status_code == 204
    choose(duel)
    assert as_bob.get(events(duel), {"revision": 0}).json() == {"revision": 1}
    assert as_charlie.get(events(duel)).status_code == 404


def test_too_many_streams_send_the_page_back_to_asking(
    duel: Battle, as_bob: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "MOST", 0)
    assert status(events(duel), as_bob) == 503


def test_redis_carries_the_word(duel: Battle, as_bob: Client, settings: Any) -> None:
    try:
        redis.Redis.from_url(HERE, socket_connect_timeout=1).ping()
    except redis.exceptions.RedisError as error:
        pytest.skip(f"no Redis answers at {HERE}: {error}")
    settings.WATCH_URL = HERE

    async def watched() -> None:
        async with stream(events(duel), as_bob) as his:
            assert await his.next() == 0
            await meanwhile(choose, duel)
            assert await his.next() == 1

    run(watched)


def test_without_the_redis_that_was_named_choices_are_made_and_pages_ask(
    duel: Battle, as_bob: Client, settings: Any
) -> None:
    settings.WATCH_URL = "redis://127.0.0.1:1/0"
    assert status(events(duel), as_bob) == 503
    choose(duel)
    duel.refresh_from_db()
    assert duel.revision == 1
