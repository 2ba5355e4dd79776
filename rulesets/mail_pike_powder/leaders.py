"""Commanders: their moves, at risk, replaced; Rally and Follow-me (MPP-3.6, MPP-3.7, MPP-7.1.e, MPP-C-12,
C-38).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from math import hypot
from typing import Any

from rulesets.engine import geometry
from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Choice, Decision, Menu, Option, Refusal, Steps
from rulesets.freetable.placing import point
from rulesets.mail_pike_powder import breaktest, orders, tables, terrain
from rulesets.mail_pike_powder.events import (
    InOrder,
    LeaderJoined,
    LeaderLost,
    LeaderMoved,
    LeaderReplaced,
    Recovered,
)
from rulesets.mail_pike_powder.state import Leader, State, Unit
from rulesets.mail_pike_powder.wording import fire
from rulesets.mail_pike_powder.wording import orders as words

KILLED = 12  # on 2D6 (MPP-C-38)
ELITE_SIDES = 6


def reach(leader: Leader) -> float:
    """Return how far a commander moves, in inches (MPP-3.6, MPP-3.7)."""
    return tables.move("commander_mounted" if leader.mounted else "commander_on_foot").inches


def at_risk(battle: Battle, unit: Unit, casualties: int) -> Steps[None]:
    """Roll for the commanders with a unit, once for each casualty that it takes in a round (MPP-C-38)."""
    for leader in battle.state.joined(unit.id):
        for _ in range(casualties):
            roll: dict[str, Any] = {"rule": "MPP-C-38", "side": unit.side, "unit": leader.id}
            dice = yield from battle.roll(fire.COMMANDER, count=2, **roll)
            killed = sum(dice) >= KILLED
            battle.record(fire.COMMANDER, dice, words.killed(killed), target=KILLED, **roll)
            if killed:
                battle.apply(LeaderLost("MPP-C-38", leader.id, fire.LEADER_KILLED))
                break


def replace_lost(battle: Battle, side: int) -> None:
    """Let successors take over from commanders who were killed before this turn (MPP-C-38)."""
    for leader in battle.state.leaders.values():
        if leader.side == side and not leader.alive:
            level = str(min(leader.rating, tables.figures().replacement))
            battle.apply(LeaderReplaced("MPP-C-38", leader.id, level))


# -- the start of a turn --------------------------------------------------------------------------


def elite(battle: Battle, side: int) -> Steps[None]:
    """Let disordered Elite units lose their disorder, and Brave ones rally (MPP-7.1.b, MPP-C-36,
    MPP-C-35).
    """
    state: State = battle.state
    for unit in list(state.on_field(side)):
        if unit.profile.elite and unit.disordered and not state.engaged(unit.id):
            passed = yield from _die(battle, unit, words.ELITE, unit.profile.elite, "MPP-7.1.b")
            if passed:
                battle.apply(InOrder("MPP-7.1.b", unit.id))
        if unit.has("Brave") and unit.shaken and not state.engaged(unit.id):
            near = tables.figures().proximity
            if all(geometry.gap(unit.place, enemy.place) > near for enemy in state.enemies(unit)):
                passed = yield from _die(battle, unit, words.BRAVE, 4, "MPP-C-35")
                if passed:
                    battle.apply(Recovered("MPP-C-35", unit.id, 1, words.RALLIES))


def _die(battle: Battle, unit: Unit, purpose: str, least: int, rule: str) -> Steps[bool]:
    roll: dict[str, Any] = {"rule": rule, "side": unit.side, "unit": unit.id}
    dice = yield from battle.roll(purpose, **roll)
    battle.record(purpose, dice, words.success(dice[0] >= least), target=least, **roll)
    return bool(dice[0] >= least)


# -- the end of the Command phase -----------------------------------------------------------------


def phase(battle: Battle, side: int) -> Steps[None]:
    """Let commanders move, join units, and give their own orders (MPP-7.1.e)."""
    state: State = battle.state
    while True:
        free = [
            each for each in state.leaders.values() if each.side == side and each.alive and not each.moved
        ]
        if not free:
            return
        groups = [({"leader": each.id}, partial(_options, state, each)) for each in free]
        done = Option({"do": "done"}, words.COMMANDERS_DONE, "MPP-7.1.e")
        menu = Menu(*groups, ({"do": "done"}, lambda: (done,)))  # noqa: B023
        text = words.commanders(state.sides[side].name)
        choice = yield Decision("commander", side, text, "MPP-7.1.e", menu)
        if choice["do"] == "done":
            return
        yield from _perform(battle, state.leaders[choice["leader"]], choice)


def _options(state: State, leader: Leader) -> Iterator[Option]:
    rule = "MPP-3.7" if leader.mounted else "MPP-3.6"
    far = reach(leader)
    box = (
        max(0.0, leader.x - far), max(0.0, leader.y - far),
        min(state.width, leader.x + far), min(state.depth, leader.y + far),
    )  # fmt: skip
    yield Option(
        {"do": "leader-move", "leader": leader.id}, words.move(leader.name, far), rule,
        point(box, "in", leader.x, leader.y), partial(_check_place, state, leader),
    )  # fmt: skip
    for unit in state.on_field(leader.side):
        if leader.attached != unit.id and not reaches(leader, unit):
            continue
        key = {"leader": leader.id, "unit": unit.id}
        if leader.attached != unit.id:
            yield Option({"do": "leader-join", **key}, words.join(leader.name, unit.name), "MPP-C-12")
        if leader.ordered or leader.spent or state.silenced or state.engaged(unit.id):
            continue
        if unit.command != leader.command and not leader.commander_in_chief:
            continue
        if unit.casualties and not unit.disordered and not unit.ordered:  # MPP-C-07, MPP-C-24
            yield Option({"do": "rally", **key}, words.rally(leader.name, unit.name), "MPP-C-12")
        if orders.may_be_ordered(state, unit):
            yield Option({"do": "follow-me", **key}, words.follow_me(leader.name, unit.name), "MPP-C-12")


def reaches(leader: Leader, unit: Unit) -> bool:
    """Return whether a commander can join a unit by his move."""
    return geometry.point_gap(leader.x, leader.y, unit.place) <= reach(leader)


def _check_place(state: State, leader: Leader, choice: Choice) -> None:
    x, y = choice["x"], choice["y"]
    far = hypot(x - leader.x, y - leader.y)
    if far > reach(leader) + 1e-6:
        raise Refusal(words.too_far(far, reach(leader)), rule="MPP-3.7", path="choice.x", code="range")
    if not terrain.leader_may_stand(state, x, y):
        raise Refusal(words.NO_PLACE, rule="MPP-4.1", path="choice.x")
    if any(geometry.point_gap(x, y, unit.place) <= 0.0 for unit in state.on_field()):
        raise Refusal(words.TAKEN, rule="MPP-3.7", path="choice.x")


def _perform(battle: Battle, leader: Leader, choice: Choice) -> Steps[None]:
    state: State = battle.state
    if choice["do"] == "leader-move":
        battle.apply(LeaderMoved("MPP-3.7", leader.id, choice["x"], choice["y"]))
        return
    unit = state.units[choice["unit"]]
    battle.apply(LeaderJoined("MPP-C-12", leader.id, unit.id))
    if choice["do"] == "rally":
        moves = yield from orders.take(battle, leader, [unit], "rally")
        if moves > 0:
            battle.apply(Recovered("MPP-C-12", unit.id, 1, words.RALLIES))
        elif unit.on_field and unit.has("Mercenary") and unit.shaken:
            breaktest.remove(battle, unit, "left", fire.MERCENARIES, "MPP-C-35")
    elif choice["do"] == "follow-me":
        moves = yield from orders.take(battle, leader, [unit], "follow me")
        yield from orders.carry_out(battle, unit, moves, charging=True)
