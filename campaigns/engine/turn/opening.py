"""Battles that no map brings about: how ladders and stories open theirs."""

from __future__ import annotations

from campaigns.engine.events.base import ALL, Log
from campaigns.engine.events.turns import Engaged, MarchesOver
from campaigns.engine.state import Engagement, to_json


def open_battle(log: Log, engagement: Engagement, rule: str) -> None:
    """An engagement stands open."""
    document = to_json(engagement)
    log.apply(Engaged(rule, (ALL,), engagement=document))


def begin_battles(log: Log) -> None:
    """The first part of the turn is over; this turn's engagements wait."""
    log.apply(MarchesOver("", (ALL,)))
