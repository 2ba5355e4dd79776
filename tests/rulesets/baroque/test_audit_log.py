"""Played battles before a referee who knows the book but not the code, and the referee before forged logs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from rulesets.baroque import tactics
from rulesets.engine.battle import Battle, Player
from tests.kit.players import straight_on, uniform
from tests.kit.referee.battle import BattleReferee, judged, readable
from tests.rulesets.baroque.test_play import random_battle

NUMBERS = range(12)
Forgery = Callable[[Any], Any]


@cache
def fought(number: int) -> Battle:
    """A battle on open ground, in one of several ways."""
    players: list[list[Player]] = [
        [straight_on, straight_on],
        [tactics.choose, straight_on],
        [uniform(number), straight_on],
        [tactics.choose, tactics.choose],
    ]
    battle = random_battle(number, 400, max_turns=10, terrain="open")
    battle.play(players[number % len(players)])
    return battle


@pytest.mark.rule(
    "BQ-2.4.1.a", "BQ-2.4.1.b", "BQ-4.1.3.i", "BQ-5.1.e", "BQ-5.4.2.e", "BQ-5.4.3.e", "BQ-5.6.c",
    "BQ-6.1.1.a", "BQ-6.1.3", "BQ-6.2.b", "BQ-6.2.d", "BQ-6.3.3.c", "BQ-6.5.d", "BQ-6.6.h",
    "BQ-7.5.a", "BQ-7.5.2.a", "BQ-7.5.2.i", "BQ-7.6.b", "BQ-7.6.c", "BQ-9.1.f",
)  # fmt: skip
@pytest.mark.parametrize("number", NUMBERS)
def test_every_figure_of_a_battle_is_that_of_the_book(number: int) -> None:
    referee = judged(fought(number))

    assert referee.faults == []
    assert referee.notes


def test_the_battles_hold_all_that_the_referee_looks_at() -> None:
    checked = sum((Counter(judged(fought(number)).checked) for number in NUMBERS), Counter[str]())

    for what in (
        "BQ-2.4.1", "BQ-6.1.1.a", "BQ-6.3.3", "BQ-6.2.b", "BQ-7.2", "BQ-7.5.a", "BQ-7.6.a", "BQ-7.5.2.i",
        "BQ-7.5.4.d", "BQ-5.5", "BQ-5.4.1.b", "BQ-5.6.h", "BQ-9.1.f",
    ):  # fmt: skip
        assert checked[what], what


def _with_roll(event: Any, **changes: Any) -> Any:
    return replace(event, roll=replace(event.roll, **changes))


def _purpose(event: Any) -> str:
    return event.roll.purpose if event.kind == "rolled" else ""


FORGERIES: dict[str, tuple[Callable[[Any], bool], Forgery | None]] = {
    "a die too many in melee": (
        lambda e: _purpose(e) == "Melee", lambda e: _with_roll(e, dice=(*e.roll.dice, 1)),
    ),
    "a die too few in support": (
        lambda e: _purpose(e) == "Melee support", lambda e: _with_roll(e, dice=e.roll.dice[1:]),
    ),
    "a kinder Critical Number": (
        lambda e: _purpose(e) == "Cohesion test", lambda e: _with_roll(e, target=e.roll.target + 1),
    ),
    "a Discipline Test that is passed in the end": (
        lambda e: _purpose(e) == "Rally" and "failed" in e.roll.result,
        lambda e: _with_roll(e, result=e.roll.result.replace("failed", "passed")),
    ),
    "fire at a half that is not halved": (
        lambda e: _purpose(e).startswith("Fire at") and any("half" in m.why for m in e.roll.modifiers),
        lambda e: _with_roll(e, modifiers=[m for m in e.roll.modifiers if "half" not in m.why]),
    ),
    "a hit too many": (lambda e: e.kind == "fired", lambda e: replace(e, hits=e.hits + 1)),
    "a shot too many": (lambda e: e.kind == "fired" and e.fire == "active", lambda e: [e, e]),
    "a failed march that goes on": (
        lambda e: e.kind == "spent" and e.march_over and not e.done and e.rule == "BQ-5.1.d", None,
    ),
    "a loss that is forgotten": (lambda e: e.kind == "lost-vbu" and e.rule == "BQ-6.2.d", None),
    "a loss from nowhere": (
        lambda e: e.kind == "lost-vbu" and e.rule == "BQ-6.2.d", lambda e: replace(e, losses=e.losses + 1),
    ),
    "a retreat by another table": (
        lambda e: _purpose(e) == "Retreat", lambda e: _with_roll(e, result="1: 5 BU"),
    ),
    "a loser who stays": (lambda e: _purpose(e) == "Retreat", None),
    "Disorder that does not come": (
        lambda e: e.kind == "disordered" and e.rule in ("BQ-6.2.a", "BQ-7.5.b"), None,
    ),
    "VD that nobody has lost": (
        lambda e: e.kind == "turn-ended", lambda e: replace(e, lost=(e.lost[0] + 9, e.lost[1])),
    ),
}  # fmt: skip


@pytest.mark.parametrize("forgery", FORGERIES)
def test_the_referee_finds_a_forged_line(forgery: str) -> None:
    which, change = FORGERIES[forgery]
    for number in NUMBERS:
        state, events = readable(fought(number))
        at = next((at for at, event in enumerate(events) if which(event)), None)
        if at is not None:
            forged = [] if change is None else change(events[at])
            events[at : at + 1] = forged if isinstance(forged, list) else [forged]
            referee = BattleReferee(state, events)
            referee.read()
            assert referee.faults
            return
    pytest.fail("no battle holds such a line")
