"""The referee reads battles of the tactician again, and is not blind."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from functools import cache
from typing import Any

import pytest

from rulesets.engine.battle import Battle
from rulesets.mail_pike_powder import tactics
from tests.rulesets.mail_pike_powder.battles import bold, random_battle
from tests.rulesets.mail_pike_powder.referee import judged
from tests.rulesets.mail_pike_powder.referee.field import opened
from tests.rulesets.mail_pike_powder.referee.judge import Judge


@cache
def fought(number: int) -> Battle:
    """A battle of the tactician against a bold player, to its end."""
    battle = random_battle(number, max_turns=6)
    battle.play([tactics.choose, bold(number)])
    return battle


@pytest.mark.parametrize("number", range(1000, 1006))
def test_the_referee_agrees_with_battles_of_the_tactician(number: int) -> None:
    checked = judged(fought(number))
    assert sum(checked.values()) > 150


def faults(events: list[dict[str, Any]]) -> list[str]:
    referee = Judge(opened(fought(1000)), events)
    referee.run()
    referee.compare(fought(1000).state.to_json())
    return referee.faults


def rolled(purpose: str) -> Callable[[dict[str, Any]], bool]:
    return lambda event: event["kind"] == "rolled" and event["roll"]["purpose"] == purpose


@pytest.mark.parametrize(
    ("which", "change", "rule"),
    [
        (rolled("Shooting"), {"target": 2}, "MPP-9.2.a"),
        (rolled("Shooting"), {"dice": [6] * 9}, "MPP-9.3.f"),
        (rolled("Saves"), {"target": 3}, "MPP-5.1"),
        (rolled("Saves"), {"dice": [1] * 9}, "MPP-C-17"),
        (rolled("Order"), {"target": 11}, "MPP-2.1"),
        (rolled("Break test"), {"dice": [6, 6]}, "MPP-1.3.5"),
        (rolled("Break test"), {"modifiers": []}, "MPP-1.2.a"),
        (rolled("Hand-to-hand combat"), {"target": 2}, "MPP-8.1.a"),
        (lambda event: event["kind"] == "fired" and event["casualties"], {"casualties": 7}, "MPP-C-16"),
        (lambda event: event["kind"] == "suffered", {"casualties": 9}, "MPP-1.1.a"),
        (lambda event: event["kind"] == "round-fought", {"result": 30}, "MPP-7.3"),
        (lambda event: event["kind"] == "order-given", {"moves": 3, "spent": True}, "MPP-C-0"),
        (lambda event: event.get("how") == "advance", {"inches": 30.0}, "MPP-3.1"),
    ],
)
def test_he_sees_what_is_wrong(which: Any, change: dict[str, Any], rule: str) -> None:
    events = [deepcopy(entry.event.to_json()) for entry in fought(1000).entries]
    assert faults(events) == []
    for event in events:
        if which(event):
            event.get("roll", event).update(change)
    assert any(rule in fault for fault in faults(events))


def test_he_sees_what_is_missing() -> None:
    events = [entry.event.to_json() for entry in fought(1000).entries]
    for kind in ("shaken", "battalia-checked", "recovered", "disordered"):
        if any(event["kind"] == kind for event in events):
            assert faults([event for event in events if event["kind"] != kind])
    untested = [event for event in events if not rolled("Break test")(event)]
    assert any("tested" in fault for fault in faults(untested))
