"""Meetings that have received additional effects: what they are, and what is reminded of for them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rulesets.by_fire_and_sword.armies.force import Force
from rulesets.by_fire_and_sword.meeting.compare import compare
from rulesets.by_fire_and_sword.meeting.effects import receive
from rulesets.by_fire_and_sword.meeting.events import InitiativeFixed, ScenarioFixed
from rulesets.engine.battle import Battle
from tests.kit.meeting import Procedure, commander, decide, force, met


def patrol(battle: Battle) -> None:
    """A scenario that is worth nothing, so that the whole advantage becomes effects."""
    battle.apply(ScenarioFixed("BFS-30.3.D", "patrol", "Patrol", 0, False, "for a test"))


def initiative(battle: Battle) -> None:
    """The weaker side begins."""
    battle.apply(InitiativeFixed("BFS-30.3.J", battle.state.weaker))


def rolled(
    due: int, dice: Sequence[int], *choices: Mapping[str, Any], enemy: Force | None = None,
    own: Force | None = None, then: Sequence[Procedure] = (), **options: Any,
) -> Battle:  # fmt: skip
    """The meeting after so many effects due were received with these dice."""
    strong = enemy or force(4 + due, units=9, commanders=(commander(cp=3), commander("k2")))
    steps = (compare, patrol, receive, *then)
    return decide(met(own or force(4), strong, *steps, dice=dice, **options), *choices)


def keys(battle: Battle) -> list[str]:
    """The effects that were received."""
    return [effect.key for effect in battle.state.effects]


def reminded(battle: Battle, rule: str) -> list[Any]:
    """The reminders of a rule."""
    return [each for each in battle.state.reminders if each.rule == rule]
