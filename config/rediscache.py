"""The cache on Redis. While Redis does not answer, each process uses a cache in its own memory instead.

So pages are read without Redis, and what is limited stays limited: each process counts by itself, from zero.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import wraps
from threading import Lock
from time import monotonic
from typing import Any
from urllib.parse import urlsplit

import redis
from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache

log = logging.getLogger(__name__)

PATIENCE = 2
"""Seconds that Redis has to answer."""

SILENCE = 10
"""Seconds after which a Redis that did not answer is asked again, by one request of each process."""

UNREACHABLE = (
    redis.exceptions.ConnectionError,
    redis.exceptions.TimeoutError,
    redis.exceptions.OutOfMemoryError,
    redis.exceptions.ReadOnlyError,
)


class Server:
    """A Redis as this process knows it, and what is stored in memory instead while it is silent."""

    def __init__(self, address: str) -> None:
        self.name = urlsplit(address).hostname or urlsplit(address).path
        self.memories: dict[str, LocMemCache] = {}
        self._silent_until: float | None = None
        self._lock = Lock()

    def may_answer(self) -> bool:
        """Whether to ask it: always while it answers, else once in a while."""
        with self._lock:
            if self._silent_until is None:
                return True
            due = monotonic() >= self._silent_until
            if due:  # others go on without it until this one has found out
                self._silent_until = monotonic() + SILENCE
            return due

    def failed(self, error: Exception) -> None:
        """Note that it did not answer."""
        with self._lock:
            known, self._silent_until = self._silent_until, monotonic() + SILENCE
        if known is None:
            log.error("Redis at %s does not answer; this process goes on without: %s", self.name, error)

    def answered(self) -> None:
        """Note that it has answered: what was stored without it counts no more."""
        if self._silent_until is None:
            return
        with self._lock:
            known, self._silent_until = self._silent_until, None
        if known is not None:
            for memory in self.memories.values():
                memory.clear()
            log.warning("Redis at %s answers again", self.name)


SERVERS: dict[str, Server] = {}
"""By address, each Redis that this process uses."""


def _either(name: str) -> Callable[..., Any]:
    """Return the method of that name, which asks Redis or else the memory."""
    of_redis = getattr(RedisCache, name)

    @wraps(of_redis)
    def either(cache: Cache, *args: Any, **kwargs: Any) -> Any:
        if cache.server.may_answer():
            try:
                found = of_redis(cache, *args, **kwargs)
            except UNREACHABLE as error:
                cache.server.failed(error)
            else:
                cache.server.answered()
                return found
        return getattr(cache.memory, name)(*args, **kwargs)

    return either


class Cache(RedisCache):
    """Django's cache on Redis, or in memory while Redis is silent. `MAX_ENTRIES` holds for the memory."""

    def __init__(self, address: str, params: dict[str, Any]) -> None:
        super().__init__(address, params)
        self._options = {"socket_timeout": PATIENCE, "socket_connect_timeout": PATIENCE}
        self.server = SERVERS.setdefault(address, Server(address))
        # Each has a memory of its own: many pages must not crowd out what is counted.
        name = f"{address} {self.key_prefix}"
        self.memory = self.server.memories.setdefault(name, LocMemCache(name, params))

    add = _either("add")
    get = _either("get")
    set = _either("set")
    touch = _either("touch")
    delete = _either("delete")
    get_many = _either("get_many")
    has_key = _either("has_key")
    incr = _either("incr")
    set_many = _either("set_many")
    delete_many = _either("delete_many")
    clear = _either("clear")
