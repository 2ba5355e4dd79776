"""Battles to test with: small ones, by the real rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache

from battles import replay, services
from battles.models import Battle
from tests.battles.meetingpage import at
from tests.browser.board import kind
from tests.kit.battles import sample, setup
from tests.kit.rows import make_choices

SEED = "5"


@pytest.fixture(autouse=True)
def _nothing_remembered() -> Iterator[None]:
    """Every test begins without battles in memory or cache."""
    replay.forget()
    cache.clear()
    yield
    replay.forget()


@pytest.fixture
def patrol() -> dict[str, Any]:
    """A set-up of two armies of 300 points on open ground."""
    lists = (sample("royalist-patrol-300"), sample("parliament-patrol-300"))
    return setup(*lists, terrain="open", sides=["Royalists", "Parliament"])


@pytest.fixture
def ready(alice: User, patrol: dict[str, Any]) -> Battle:
    """Alice's battle at its first decision, both sides the tactician's."""
    return services.begin(alice, patrol, seed=SEED)


@pytest.fixture
def by_hand(alice: User, patrol: dict[str, Any]) -> Battle:
    """Alice's battle in which she decides for both sides."""
    return services.begin(alice, patrol, seed=SEED, tacticians=())


@pytest.fixture
def going(by_hand: Battle, alice: User) -> Battle:
    """Alice's battle with herself in its first turn."""
    while by_hand.turn == 0:
        make_choices(by_hand, 1, alice)
    return by_hand


@pytest.fixture
def duel(alice: User, bob: User, patrol: dict[str, Any]) -> Battle:
    """A battle between Alice and Bob, each deciding for one side."""
    return services.begin(alice, patrol, opponent=bob, tacticians=())


@pytest.fixture
def fought(ready: Battle) -> Battle:
    """Alice's battle, fought to its end."""
    services.advance(ready, None)
    return ready


@pytest.fixture
def named(alice: User, bob: User) -> Battle:
    """A meeting whose scenario Alice has to pick."""
    return at(alice, bob, kind("scenario", side=0))
