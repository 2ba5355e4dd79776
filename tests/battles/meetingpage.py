"""Meetings as their pages show them: brought to a decision, looked at, chosen in."""

from __future__ import annotations

import json
from typing import Any

from django.contrib.auth.models import User
from django.http import HttpResponse
from django.test import Client

from battles import services
from battles.models import Battle
from battles.replay import played
from rulesets.engine.battle import Battle as Engine
from rulesets.engine.decisions import Decision
from tests.browser.board import Wanted, battle_at, kind
from tests.kit.meetings import meeting_setup
from tests.kit.rows import pending


def at(alice: User, bob: User, wanted: Wanted, **changes: Any) -> Battle:
    """Alice's meeting with Bob at a decision that is wanted."""
    return battle_at(wanted, alice, bob, meeting_setup(**changes))


def finished(alice: User, bob: User, **changes: Any) -> Battle:
    """A meeting that has come to its end."""
    row = at(alice, bob, kind("deployed"), **changes)
    while not row.over:
        act(row, tactician(row))
    return row


def tactician(row: Battle) -> dict[str, Any]:
    """What the tactician would choose."""
    with played(row) as found:
        assert found.engine.pending is not None
        return dict(found.engine.system.core.tactician(found.engine, found.engine.pending))


def act(row: Battle, choice: dict[str, Any]) -> None:
    """Make a choice for whoever decides."""
    side = pending(row).side
    person = row.opponent if side and row.opponent is not None else row.owner
    services.choose(row, row.revision, choice, side, person)


def page(client: Client, row: Battle) -> str:
    """The meeting's page."""
    answer = client.get(row.get_absolute_url())
    assert answer.status_code == 200
    return answer.content.decode()


def send(client: Client, row: Battle, choice: dict[str, Any], **more: Any) -> HttpResponse:
    """Send a choice as the page's forms do: its key, and its numbers beside it."""
    decision = pending(row)
    option = next(each for each in decision.options if each.matches(choice))
    numbers = {f"number-{param.name}": choice[param.name] for param in option.params}
    data = {"key": json.dumps(dict(option.key)), "revision": row.revision, **numbers, **more}
    return client.post(f"{row.get_absolute_url()}meeting/choose/", data)


def kept(row: Battle) -> int:
    """How many choices are kept."""
    return Battle.objects.get(pk=row.pk).version


def placing_a_second(battle: Engine, decision: Decision) -> bool:
    """A decision of the first side, which places terrain where some lies already."""
    return decision.kind == "place terrain" and decision.side == 0 and bool(battle.state.terrain)
