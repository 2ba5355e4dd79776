"""Announcements of new revisions, and the streams that wait for them, in this process and in all others.

PostgreSQL sends an announcement itself (NOTIFY), or Redis where `LEAGUER_WATCH` names one. SQLite cannot:
there one task in each process queries all watched rows, every `PACE` seconds. An announcement holds a kind, a
primary key and a revision, and no more, so nobody can learn from it what is hidden from them.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from contextvars import Context
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary, WeakSet, WeakValueDictionary

import psycopg
import redis
from asgiref.sync import ThreadSensitiveContext, sync_to_async
from django.conf import settings
from django.db import connection, connections, transaction
from django.utils.crypto import salted_hmac
from redis import asyncio as async_redis

if TYPE_CHECKING:
    from armylists.owned.models import Owned

log = logging.getLogger(__name__)

Key = tuple[str, int]
"""A kind of `KINDS`, and the primary key that its rows have there."""

KINDS: dict[str, Any] = {}
"""By kind, a queryset of (primary key, revision, share token) over all its rows."""

PACE = 0.4
"""Seconds between two queries of a database that sends no announcements."""

IDLE = 5.0
"""Seconds after which a listener checks whether any row is still watched."""

KEEPALIVE = {"keepalives_idle": 30, "keepalives_interval": 10, "keepalives_count": 3}
"""How PostgreSQL's client notices that the other end is gone, in seconds."""

AT_ONCE = 500
"""So many rows are looked at with one query."""

_CHANNEL = "leaguer"
_ENDED = "-"


# -- announcing ------------------------------------------------------------------------------------


def announce(row: Owned) -> None:
    """Announce the revision of `row` to all streams about it, once the transaction is committed."""
    key = row.watched
    if key is not None:
        announce_all({key: row.at_revision})


def announce_all(revisions: Mapping[Key, int]) -> None:
    """Announce the revisions of many rows at once, as `announce` does."""
    _send(f"{kind} {pk} {revision}" for (kind, pk), revision in revisions.items())


def end(row: Owned) -> None:
    """End every stream about `row`. A browser that may still see it opens another at once."""
    end_all((kind, row.pk) for kind in row.WATCHED)


def end_all(keys: Iterable[Key]) -> None:
    """End every stream about these rows."""
    _send(f"{kind} {pk} {_ENDED}" for kind, pk in keys)


def _send(words: Iterable[str]) -> None:
    said = list(words)
    if settings.WATCH_URL:
        transaction.on_commit(lambda: _publish(said))
    elif connection.vendor == "postgresql":
        # Inside the transaction: PostgreSQL delivers it with the commit, and forgets it with a rollback.
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_notify(%s, unnest(%s::text[]))", [_CHANNEL, said])


def _publish(said: Sequence[str]) -> None:
    try:
        with (
            redis.Redis.from_url(settings.WATCH_URL, socket_timeout=2, socket_connect_timeout=2) as client,
            client.pipeline(transaction=False) as sent,
        ):
            for each in said:
                sent.publish(_channel(), each)
            sent.execute()
    except redis.RedisError:
        # What was written is written: pages find it a little later.
        log.warning("pages are not told of a change at once: Redis does not answer", exc_info=True)


def _channel() -> str:
    """Return a channel of this site's own: all databases of one Redis share the names."""
    return f"{_CHANNEL}:{salted_hmac(__name__, _CHANNEL).hexdigest()[:16]}"


# -- watching --------------------------------------------------------------------------------------


class Watched:
    """A row that has streams in this process."""

    def __init__(self) -> None:
        self.revision = -1
        self.token: str | None = None
        self.ended = False
        self.streams: WeakSet[Stream] = WeakSet()

    def hear(self, revision: int) -> None:
        """Wake all streams if `revision` is newer than the one that is known."""
        if revision > self.revision:
            self.revision = revision
            self._wake()

    def see(self, revision: int, token: str | None) -> bool:
        """Take in what a query has found. Return whether the row is still shared by the same link."""
        same = self.revision < 0 or token == self.token
        self.token = token
        self.hear(revision)
        return same

    def end(self) -> None:
        """End all streams about the row."""
        self.ended = True
        self._wake()

    def _wake(self) -> None:
        for each in self.streams:
            each.news.set()


class Stream:
    """What one stream watches: a row, or several whose revisions it adds up."""

    def __init__(self, watched: Sequence[Watched]) -> None:
        self._watched = watched
        self.news = asyncio.Event()
        for each in watched:
            each.streams.add(self)

    @property
    def revision(self) -> int:
        """The sum of the revisions: it rises with each of them."""
        return sum(each.revision for each in self._watched)

    @property
    def ended(self) -> bool:
        """Whether one of the rows is gone, or no longer theirs to see."""
        return any(each.ended for each in self._watched)

    async def wait(self, seen: int, patience: float) -> int | None:
        """Return the revision once it is not `seen`, or after `patience` seconds; None when it is over."""
        self.news.clear()
        if self.revision == seen and not self.ended:
            with suppress(TimeoutError):
                async with asyncio.timeout(patience):
                    await self.news.wait()
        return None if self.ended else self.revision


class Watch:
    """All watched rows of one event loop, and the one task that listens while there are any."""

    def __init__(self) -> None:
        # Weak: a stream holds what it watches, and whatever way it ends, that is forgotten with it.
        self.watched: WeakValueDictionary[Key, Watched] = WeakValueDictionary()
        self.streams = 0
        self._task: asyncio.Task[None] | None = None
        self._begun = asyncio.Event()

    async def watch(self, keys: Sequence[Key]) -> Stream | None:
        """Return a stream of the rows of `keys`, at their revisions by now; None if one is gone."""
        found = {key: self._row(key) for key in keys}
        if self._task is None:
            self._begun = asyncio.Event()
            # Without the context of this request, which has a thread that ends with it.
            self._task = asyncio.create_task(self._run(self._begun), name="watch", context=Context())
        await self._begun.wait()
        # Only now: what is written from here on is heard, what was written before is read.
        now = await sync_to_async(look)(keys)
        if len(now) < len(found):
            return None
        for key, each in found.items():
            each.see(*now[key])
        return Stream(list(found.values()))

    @contextmanager
    def counted(self) -> Iterator[None]:
        """Count one more stream."""
        self.streams += 1
        try:
            yield
        finally:
            self.streams -= 1

    def end_all(self) -> None:
        """End every stream of this loop."""
        for key in list(self.watched):
            self._end(key)

    def hear(self, said: str) -> None:
        """Pass an announcement on to the row that it names."""
        kind, pk, word = said.rsplit(" ", 2)
        key = (kind, int(pk))
        if word == _ENDED:
            self._end(key)
        elif found := self.watched.get(key):
            found.hear(int(word))

    def goes_on(self) -> bool:
        """Return whether any row is still watched; if none is, the next one starts another task."""
        if not self.watched:
            self._task = None
        return self._task is not None

    def look_at(self, asked: Iterable[Key], found: dict[Key, tuple[int, str | None]]) -> None:
        """Pass on what a query for `asked` has found; end what is gone, or not shared by the same link."""
        for key in asked:
            watched, now = self.watched.get(key), found.get(key)
            if watched is not None and (now is None or not watched.see(*now)):
                self._end(key)

    def _row(self, key: Key) -> Watched:
        found = self.watched.get(key)
        if found is None:
            found = self.watched[key] = Watched()
        return found

    def _end(self, key: Key) -> None:
        # Taken out: who comes back must not find what has ended.
        if found := self.watched.pop(key, None):
            found.end()

    async def _run(self, begun: asyncio.Event) -> None:
        try:
            await _listener()(self, begun)
        except Exception:
            log.exception("no announcement can be heard: streams end, and pages ask again and again instead")
            self._task = None
            self.end_all()
        finally:
            begun.set()


_watches: WeakKeyDictionary[asyncio.AbstractEventLoop, Watch] = WeakKeyDictionary()


def watch() -> Watch:
    """Return the watch of the running event loop: there is one in each process of a site."""
    return _watches.setdefault(asyncio.get_running_loop(), Watch())


def look(keys: Iterable[Key]) -> dict[Key, tuple[int, str | None]]:
    """Return revision and share token of those that are there. One query for each kind and 500 rows."""
    wanted: dict[str, list[int]] = {}
    for kind, pk in keys:
        wanted.setdefault(kind, []).append(pk)
    return {
        (kind, pk): (revision, token)
        for kind, pks in wanted.items()
        for first in range(0, len(pks), AT_ONCE)
        for pk, revision, token in KINDS[kind].filter(pk__in=pks[first : first + AT_ONCE]).order_by()
    }


# -- listening -------------------------------------------------------------------------------------


def _listener() -> Callable[[Watch, asyncio.Event], Awaitable[None]]:
    if settings.WATCH_URL:
        return _listen_to_redis
    return _listen_to_postgres if connection.vendor == "postgresql" else _look_around


async def _listen_to_postgres(watch: Watch, begun: asyncio.Event) -> None:
    wanted = connections["default"].get_connection_params()
    # What Django adds for its own cursors means nothing to this connection.
    given = {name: value for name, value in wanted.items() if name not in ("cursor_factory", "context")}
    async with await psycopg.AsyncConnection.connect(**given | KEEPALIVE, autocommit=True) as listener:
        await listener.execute(f"LISTEN {_CHANNEL}")
        begun.set()
        while watch.goes_on():
            async for said in listener.notifies(timeout=IDLE):
                watch.hear(said.payload)


async def _listen_to_redis(watch: Watch, begun: asyncio.Event) -> None:
    async with async_redis.Redis.from_url(settings.WATCH_URL) as client, client.pubsub() as listener:
        await listener.subscribe(_channel())
        begun.set()
        while watch.goes_on():
            said = await listener.get_message(ignore_subscribe_messages=True, timeout=IDLE)
            if said is not None:
                watch.hear(said["data"].decode())


async def _look_around(watch: Watch, begun: asyncio.Event) -> None:
    # A thread of its own, whose connection stays open from one look to the next.
    async with ThreadSensitiveContext():
        try:
            begun.set()
            while watch.goes_on():
                await asyncio.sleep(PACE)
                # Not those that are opened while the query goes on: it has not asked for them.
                asked = list(watch.watched)
                watch.look_at(asked, await sync_to_async(look)(asked))
        finally:
            await sync_to_async(connections.close_all)()
