"""Forces too small to fight: where the rules want a side to be worth something, lesser ones slip away from a
greater enemy or are taken, and two of them leave each other alone.
"""

from __future__ import annotations

from campaigns.engine.events.base import Log
from campaigns.engine.state import State
from campaigns.engine.turn.columns import Column
from campaigns.engine.turn.engaging import Clash
from campaigns.engine.turn.losses import capture
from campaigns.engine.turn.movement import Marches

RULE = "battles.least"


def fought(log: Log, marches: Marches, found: list[Clash]) -> list[Clash]:
    """The clashes that become engagements, once those too weak for one have gone or are taken."""
    return [clash for clash in found if not _settled(log, marches, clash)]


def _settled(log: Log, marches: Marches, clash: Clash) -> bool:
    """Whether there is nothing to be fought about, because a side is too weak."""
    weak = [_weak(log.state, side) for side in clash.sides]
    if clash.storm or not any(weak):
        return False
    if not all(weak):
        losers, winners = clash.sides if weak[0] else clash.sides[::-1]
        for column in losers:
            _driven_off(log, marches, column, winners[0])
    return True


def _weak(state: State, side: list[Column]) -> bool:
    return sum(each.force.worth for each in side) < state.rules.battles.least


def _driven_off(log: Log, marches: Marches, column: Column, foe: Column) -> None:
    before = len(marches.tidings)
    if marches.evade(1, column, foe, ()):
        for event in marches.tidings[before:]:
            log.apply(event)
    else:
        capture(log, column.force, foe.faction, f"it was too weak to fight {foe.force.name}", RULE)
