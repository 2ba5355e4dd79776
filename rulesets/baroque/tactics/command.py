"""Setting up, initiative, the order of activation, leaders."""

from __future__ import annotations

from math import hypot

from rulesets.baroque import tables
from rulesets.baroque.shooting.dice import reach
from rulesets.baroque.state import Leader, State, Unit
from rulesets.baroque.tactics import enemies
from rulesets.baroque.tactics.options import allowed, offered, pick, plain
from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Choice, Decision, Number
from rulesets.engine.events import Rolled

# ---------------------------------------------------------------------------- before the battle


def accept(battle: Battle, decision: Decision) -> Choice:
    """Exploration Dice are kept: being Second Player is no great harm."""
    return pick(decision, "accept")


def place_terrain(battle: Battle, decision: Decision) -> Choice:
    """As little terrain as allowed, of a kind and at a place that the battle's public hash points to."""
    if offered(decision, "done"):
        return pick(decision, "done")
    ready = [option for option in decision.fitting({"do": "place"}) if not option.params]
    return plain(ready[int(battle.hash[:8], 16) % len(ready)]) if ready else plain(decision.options[0])


def _suggested(decision: Decision) -> Choice:
    return plain(next((o for o in decision.options if not o.params), decision.options[0]))


def leave_terrain(battle: Battle, decision: Decision) -> Choice:
    """The terrain is good enough as it is."""
    return pick(decision, "done")


def line_up(battle: Battle, decision: Decision) -> Choice:
    """Units in line of battle, leaders behind their units."""
    if offered(decision, "line-up"):
        return pick(decision, "line-up")
    return pick(decision, "behind") if offered(decision, "behind") else _suggested(decision)


# ---------------------------------------------------------------------------- initiative


def name_command(battle: Battle, decision: Decision) -> Choice:
    """The command that has most to do: in melee, or with the enemy near."""
    state: State = battle.state
    return plain(max(decision.options, key=lambda option: _urgency(state, option.key["command"])))


def _urgency(state: State, name: str) -> float:
    command = state.commands[name]
    urgency = 0.0
    for id_ in command.units:
        unit = state.units[id_]
        if not unit.on_field:
            continue
        if state.engaged(id_):
            urgency += 2.0
            continue
        _, far = enemies.nearest(state, unit)
        urgency += max(0.0, 1.0 - far / 5.0) + 0.01
    leader = state.leaders[command.leader]
    bonus = tables.leader_level(leader.level).leadership_bonus if leader.alive else 0
    return urgency + 0.2 * bonus


def reroll(battle: Battle, decision: Decision) -> Choice:
    """A leader re-rolls dice that show less than the average; each by itself if his level allows it."""
    rolls = (entry.event.roll for entry in reversed(battle.entries) if isinstance(entry.event, Rolled))
    first, second = next(roll.dice for roll in rolls if roll.side == decision.side)
    if offered(decision, "re-roll", dice="first") is None:
        return pick(decision, "re-roll" if first + second < 7 else "keep")
    which = {(True, True): "both", (True, False): "first", (False, True): "second"}.get(
        (first < 4, second < 4)
    )
    again = None if which is None else offered(decision, "re-roll", dice=which)
    return pick(decision, "keep") if again is None else plain(again)


def keep(battle: Battle, decision: Decision) -> Choice:
    """The initiative is kept."""
    return pick(decision, "keep")


# ---------------------------------------------------------------------------- activation


def choose(battle: Battle, decision: Decision) -> Choice:
    """Guns and shooters first, then whoever is nearest to the enemy; at last the leader keeps up."""
    state: State = battle.state
    waiting = list(decision.fitting({"do": "activate"}))
    if waiting:
        return plain(min(waiting, key=lambda option: _order(state, state.units[option.key["unit"]])))
    return _leader(state, decision) or pick(decision, "end-command")


def _order(state: State, unit: Unit) -> tuple[int, float]:
    """Fire before the charges it prepares; the foremost before those behind them."""
    _, far = enemies.nearest(state, unit)
    shooter = reach(unit.profile) > 0 and far <= reach(unit.profile) and not state.engaged(unit.id)
    return (0 if shooter else 1, far)


def _leader(state: State, decision: Decision) -> Choice | None:
    """A free leader follows his command so that it stays in his range."""
    option = offered(decision, "leader-move")
    if option is None:
        return None
    leader = state.leaders[option.key["leader"]]
    spot = _post(state, leader)
    limits = [param for param in option.params if isinstance(param, Number)]
    if spot is None or len(limits) != 2:
        return None
    far = hypot(spot[0] - leader.x, spot[1] - leader.y)
    if far < 1.5:
        return None
    left = tables.tables().leader.move_bu - leader.moved
    part = min(1.0, max(0.0, left - 0.01) / far)
    choice = plain(
        option,
        x=round(leader.x + part * (spot[0] - leader.x), 3),
        y=round(leader.y + part * (spot[1] - leader.y), 3),
    )
    moved = hypot(choice["x"] - leader.x, choice["y"] - leader.y)
    return choice if moved > 0.75 and allowed(option, choice) else None


def _post(state: State, leader: Leader) -> tuple[float, float] | None:
    """A place behind the middle of his units."""
    units = (state.units[id_] for id_ in state.commands[leader.command].units)
    places = [unit.place for unit in units if unit.on_field]
    if not places:
        return None
    back = 1.6
    x = sum(place.cx - back * place.fx for place in places) / len(places)
    y = sum(place.cy - back * place.fy for place in places) / len(places)
    return min(max(x, 0.1), state.width - 0.1), min(max(y, 0.1), state.depth - 0.1)
