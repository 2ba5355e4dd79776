"""How often the REST interface may be asked: each address, user and check counts, and on Redis exactly."""

from __future__ import annotations

import secrets
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
import redis
from django.contrib.auth.models import AnonymousUser, User
from django.core.cache import cache
from django.core.exceptions import ImproperlyConfigured
from django.test import Client
from rest_framework.test import APIRequestFactory, force_authenticate

from armylists import counting
from armylists.api.lists import CheckView
from armylists.api.ownbooks import CheckBookView
from battles.api.recording import ScorePdfView, ScoreView
from config import env, throttles
from config.throttles import ByAddress, ByScope, ByUser
from rulesets.site.api import OddsView, SystemsView

CHECKS = (CheckView, CheckBookView, OddsView, ScoreView, ScorePdfView)
HERE = "redis://127.0.0.1:6379/15"


@pytest.fixture(autouse=True)
def _limits(monkeypatch: pytest.MonkeyPatch) -> None:
    rates = {"anon": "5/hour", "user": "7/hour", "check": "3/hour"}
    monkeypatch.setattr(throttles.Counted, "THROTTLE_RATES", rates)
    for view in (*CHECKS, SystemsView):
        monkeypatch.setattr(view, "throttle_classes", [ByAddress, ByUser, ByScope])
    cache.clear()


def passed(view: Any, *, user: User | None = None, address: str = "192.0.2.1", times: int = 10) -> int:
    """How many of some requests get past the limits."""
    request = APIRequestFactory().get if view is SystemsView else APIRequestFactory().post
    answers = []
    for _ in range(times):
        asked = request("/", REMOTE_ADDR=address)
        if user is not None:
            force_authenticate(asked, user)
        answers.append(view.as_view()(asked))
    assert all(0 < int(each["Retry-After"]) <= 3600 for each in answers if each.status_code == 429)
    return sum(each.status_code != 429 for each in answers)


def test_addresses_and_users_are_counted_each_by_itself(alice: User, bob: User) -> None:
    assert passed(SystemsView) == 5
    assert passed(SystemsView, address="192.0.2.2") == 5
    assert passed(SystemsView, user=alice) == 7
    assert passed(SystemsView, user=bob) == 7


def test_checks_have_a_limit_of_their_own(alice: User) -> None:
    assert passed(CheckView, user=alice) == 3
    # All kinds of checks count together, and nothing else is shut by them.
    assert passed(OddsView, user=alice) == 0
    assert passed(SystemsView, address="192.0.2.1") == 5


@pytest.mark.parametrize("view", CHECKS)
def test_every_check_is_limited(view: Any, alice: User) -> None:
    assert passed(view, user=alice, times=4) == 3


def test_the_next_stretch_of_time_begins_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [7_200.0]
    monkeypatch.setattr(counting.time, "time", lambda: now[0])
    assert passed(SystemsView) == 5
    now[0] += 3_599
    assert passed(SystemsView) == 0
    now[0] += 1
    assert passed(SystemsView) == 5


def test_a_disk_that_is_full_keeps_nobody_from_reading(settings: Any, tmp_path: Any) -> None:
    (tmp_path / "cache").write_text("no folder")
    settings.CACHES = {**settings.CACHES, "default": env.cache("LEAGUER_NO_CACHE", tmp_path / "cache")}
    assert passed(SystemsView) == 10


@pytest.fixture
def on_redis(settings: Any) -> None:
    """The cache of this test is a Redis that answers on this machine."""
    try:
        redis.Redis.from_url(HERE, socket_connect_timeout=1).ping()
    except redis.exceptions.RedisError as error:
        pytest.skip(f"no Redis answers at {HERE}: {error}")
    settings.CACHES = {"default": {**_redis(), "KEY_PREFIX": f"test-{secrets.token_hex(4)}"}}


def _redis() -> dict[str, Any]:
    return {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": HERE, "TIMEOUT": 60}


@pytest.mark.usefixtures("on_redis")
def test_on_redis_no_request_of_many_at_once_is_missed() -> None:
    with ThreadPoolExecutor(8) as pool:
        totals = list(pool.map(lambda _: counting.count("many", 3_600), range(400)))
    assert sorted(totals) == list(range(1, 401))


@pytest.mark.usefixtures("on_redis")
def test_on_redis_as_many_requests_at_once_pass_as_are_allowed() -> None:
    def ask(_: int) -> bool:
        request = APIRequestFactory().get("/", REMOTE_ADDR="192.0.2.9")
        request.user = AnonymousUser()
        return ByAddress().allow_request(request, None)

    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(ask, range(80))) == 5


def test_the_cache_is_named_by_a_variable(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    monkeypatch.setenv("LEAGUER_CACHE", "redis://cache:6379/2")
    assert env.cache("LEAGUER_CACHE", tmp_path)["LOCATION"] == "redis://cache:6379/2"
    monkeypatch.setenv("LEAGUER_CACHE", "memcached://cache")
    with pytest.raises(ImproperlyConfigured, match="LEAGUER_CACHE: write redis://host:6379/0"):
        env.cache("LEAGUER_CACHE", tmp_path)


def test_a_refusal_is_said_in_the_shape_of_all_of_them(db: None) -> None:
    for _ in range(5):
        assert Client().get("/api/v1/systems/").status_code == 200
    refused = Client().get("/api/v1/systems/")
    assert refused.status_code == 429
    assert "detail" in refused.json()
