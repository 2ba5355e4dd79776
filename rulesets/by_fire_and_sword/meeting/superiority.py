"""Numerical Superiority, an optional rule: markers of the stronger side (BFS-30.6)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from rulesets.by_fire_and_sword.meeting.events import SuperiorityFixed
from rulesets.by_fire_and_sword.meeting.state import MeetingState
from rulesets.by_fire_and_sword.tables import raw, rows
from rulesets.engine.battle import Battle
from rulesets.engine.books import data
from rulesets.engine.records import record

USES = {
    "reroll_own_failed_morale": (
        "BFS-30.6.2",
        "reroll one of your failed Morale tests; if it fails again the Unit loses just 1 Morale Level",
    ),
    "force_enemy_reroll_passed_morale": (
        "BFS-30.6.3",
        "make the enemy reroll a Morale test that he has just passed",
    ),
    "plus_one_combat_result": (
        "BFS-30.6.4",
        "add 1 to your combat result after all other modifiers, one marker a Combat Resolution",
    ),
    "morale_test_instead_of_panic": (
        "BFS-30.6.5",
        "a Unit hit by Panic tests Morale without a Commander’s help and is at worst Disorganized",
    ),
}
"""What a marker may be spent on: the rule and the words."""


@data
class Band:
    """BFS-30.6.1: markers and uses from one difference in FSP to another."""

    diff_from: int
    markers: int
    uses: tuple[str, ...]
    rule: str
    diff_to: int | None = None


@record
class Superiority:
    """The markers that a side has, and their uses as keys of USES."""

    markers: int
    uses: tuple[str, ...]


def superiority(battle: Battle) -> None:
    """BFS-30.6.1: the markers of the stronger side, if the players use them."""
    state: MeetingState = battle.state
    if not state.options["numerical_superiority"] or state.stronger is None:
        return
    strong, weak = state.forces[state.stronger], state.forces[1 - state.stronger]
    found = markers_for(state.advantage, strong.fv, weak.fv)
    battle.apply(SuperiorityFixed("BFS-30.6.1", state.stronger, found.markers, found.uses))


def markers_for(difference: int, fv: int, enemy_fv: int) -> Superiority:
    """BFS-30.6.1, BFS-30.6.6: markers by the difference in FSP as on the rosters, one more for twice the FV;
    a band keeps the uses of those below it.
    """
    row = next(each for each in reversed(_bands()) if difference >= each.diff_from)
    more = _bonus()
    extra = difference >= more["needs_difference_at_least"] and fv >= more["fv_ratio_at_least"] * enemy_fv
    return Superiority(row.markers + (more["markers"] if extra else 0), row.uses)


@cache
def _bands() -> tuple[Band, ...]:
    return rows("numerical_superiority", Band)


def _bonus() -> Mapping[str, Any]:
    found: Mapping[str, Any] = raw()["numerical_superiority"][0]["fv_bonus"]
    return found
