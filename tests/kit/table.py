"""Meetings of which only the table matters: terrain, reconnaissance, deployment, one step at a time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from rulesets.by_fire_and_sword.armies.force import Force
from rulesets.by_fire_and_sword.meeting import compare
from rulesets.by_fire_and_sword.meeting.events import ScenarioFixed
from rulesets.by_fire_and_sword.meeting.state import MeetingState
from rulesets.by_fire_and_sword.scenarios.reading import catalogue
from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Refusal, Steps
from rulesets.engine.dice import DiceSource
from rulesets.engine.events import Event
from tests.kit.meeting import Procedure, force, met

WEAK, STRONG = force(6, cp=3, units=4), force(10, cp=3, units=6)


def table(
    *steps: Procedure, scenario: str = "patrol", value: int | None = None, terrain: Any = "roll",
    one: Force = WEAK, two: Force = STRONG, width: float = 120, depth: float = 120,
    dice: DiceSource | Sequence[int] | str = "seed", prepare: Any = None, **options: Any,
) -> Battle:  # fmt: skip
    """A meeting whose scenario is known and that plays just these steps. Side 0 is the weaker one.

    `prepare(state)` changes the state before the first of them.
    """

    def begin(battle: Battle) -> Steps[None]:
        state: MeetingState = battle.state
        state.options["terrain"] = terrain
        state.table = {"width": width, "depth": depth}
        compare.compare(battle)
        found = catalogue(state.options["scenarios"])[scenario]
        cost = found.value_fsp if value is None else value
        battle.apply(ScenarioFixed("BFS-30.3.D", scenario, found.name, cost, found.variable, "agreed"))
        if prepare is not None:
            prepare(state)
        return
        yield

    return met(one, two, begin, *steps, dice=dice, **options)


def events(battle: Battle, kind: type[Event]) -> list[Any]:
    """The events of a kind so far."""
    return [entry.event for entry in battle.entries if isinstance(entry.event, kind)]


def refused(battle: Battle, choice: Mapping[str, Any]) -> Refusal:
    """Why a choice is refused; nothing has changed then."""
    before = battle.hash
    with pytest.raises(Refusal) as caught:
        battle.choose(choice)
    assert battle.hash == before
    return caught.value


def asked(battle: Battle) -> tuple[str, int]:
    """The kind of the pending decision and who has to make it."""
    assert battle.pending is not None
    return battle.pending.kind, battle.pending.side
