"""The Redis of the cache is stopped: pages are read, requests and passwords counted, one line says so."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from http import HTTPStatus
from secrets import token_hex
from typing import Any

import pytest
import redis
from django.contrib.auth.models import User
from django.core.cache import cache, caches
from django.test import Client

from armylists.counting import count
from config import env, rediscache
from tests.kit.workers import own_redis


@pytest.fixture
def own_state(monkeypatch: pytest.MonkeyPatch) -> None:
    """What this process knows of Redis begins anew."""
    monkeypatch.setattr(rediscache, "SERVERS", {})


@pytest.fixture
def nowhere(settings: Any, monkeypatch: pytest.MonkeyPatch, own_state: None) -> Iterator[str]:
    """The site's caches are on a Redis at a port where nothing listens."""
    with socket.socket() as taken:  # bound, and never listened at: nobody else gets the port meanwhile
        taken.bind(("127.0.0.1", 0))
        url = f"redis://:secret@127.0.0.1:{taken.getsockname()[1]}/0"
        on_redis(settings, monkeypatch, url)
        yield url


def on_redis(settings: Any, monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    monkeypatch.setenv("LEAGUER_CACHE", url)
    folder = settings.VAR_DIR / "unused"
    prefix = f"test-{token_hex(4)}"
    settings.CACHES = {
        "default": env.cache("LEAGUER_CACHE", folder) | {"KEY_PREFIX": prefix},
        "pages": env.page_cache("LEAGUER_CACHE") | {"KEY_PREFIX": f"{prefix}.pages"},
    }


@pytest.mark.usefixtures("nowhere")
def test_pages_are_read_without_redis(client: Client, as_alice: Client, db: None) -> None:
    for address in ("/rules/baroque/", "/books/", "/odds/?system=baroque", "/", "/lists/", "/battles/"):
        for reader in (client, as_alice):
            answers = [reader.get(address, follow=True) for _ in range(2)]
            assert [each.status_code for each in answers] == [HTTPStatus.OK, HTTPStatus.OK]


@pytest.mark.usefixtures("nowhere")
def test_requests_are_counted_without_redis() -> None:
    assert [count("somebody", 3_600) for _ in range(3)] == [1, 2, 3]
    assert count("somebody-else", 3_600, 10) == 10


@pytest.mark.usefixtures("nowhere")
def test_pages_in_memory_do_not_crowd_out_what_is_counted() -> None:
    assert count("somebody", 3_600) == 1
    names = [f"page-{number}" for number in range(2 * env.PAGES)]
    for name in names:
        caches["pages"].set(name, "")
    assert count("somebody", 3_600) == 2
    assert len(caches["pages"].get_many(names)) <= env.PAGES


@pytest.mark.usefixtures("nowhere")
def test_passwords_cannot_be_guessed_without_redis(alice: User, settings: Any, password: str) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"login_failed": "100/m/ip,3/300s/key"}
    for _ in range(3):
        Client().post("/accounts/login/", {"login": "alice", "password": "wrong"})
    answer = Client().post("/accounts/login/", {"login": "alice", "password": password})
    assert answer.status_code == HTTPStatus.OK
    assert b"Too many" in answer.content


def test_one_line_says_that_redis_is_gone_and_names_no_password(
    nowhere: str, client: Client, db: None, caplog: pytest.LogCaptureFixture
) -> None:
    for address in ("/rules/baroque/", "/books/"):
        client.get(address)
    count("somebody", 60)
    lines = [each.getMessage() for each in caplog.records]
    assert len(lines) == 1
    assert lines[0].startswith("Redis at 127.0.0.1 does not answer")
    assert "secret" not in lines[0]


@pytest.fixture
def real() -> Iterator[str]:
    """A Redis that answers."""
    yield from own_redis()


def test_once_redis_answers_again_everything_is_there_as_before(
    real: str,
    settings: Any,
    monkeypatch: pytest.MonkeyPatch,
    own_state: None,
    caplog: pytest.LogCaptureFixture,
) -> None:
    on_redis(settings, monkeypatch, real)
    monkeypatch.setattr(rediscache, "SILENCE", 0)
    cache.set("word", "with Redis")
    with monkeypatch.context() as silent:
        silent.setattr(redis.ConnectionPool, "get_connection", _refuse)
        assert cache.get("word") is None
        cache.set("word", "without Redis")
        assert cache.get("word") == "without Redis"
    assert cache.get("word") == "with Redis"
    assert [each.levelname for each in caplog.records] == ["ERROR", "WARNING"]
    with monkeypatch.context() as silent:
        silent.setattr(redis.ConnectionPool, "get_connection", _refuse)
        assert cache.get("word") is None  # nothing is left of the last silence


def _refuse(*_: object, **__: object) -> None:
    raise redis.exceptions.ConnectionError


def test_a_silent_redis_is_not_asked_for_each_page(nowhere: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []

    def refuse(*_: object, **__: object) -> None:
        asked.append(_)
        raise redis.exceptions.TimeoutError

    monkeypatch.setattr(redis.ConnectionPool, "get_connection", refuse)
    for name in ("default", "pages"):
        for number in range(20):
            caches[name].set(f"{number}", number)
            assert caches[name].get(f"{number}") == number
    assert len(asked) == 1
