"""Initiative, the order of activation, leaders. Distances in BU."""

from __future__ import annotations

from math import hypot

from rulesets.baroque import tables
from rulesets.baroque.shooting.dice import reach
from rulesets.baroque.state import Leader, State, Unit
from rulesets.baroque.tactics import enemies
from rulesets.baroque.tactics.options import allowed, offered, pick, plain
from rulesets.baroque.wording import tactics as words
from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Decision, Number
from rulesets.engine.events import Rolled
from rulesets.engine.records import record
from rulesets.engine.system import Advice

NEAR = 5.0
"""An enemy within so many BU makes a command urgent."""

AVERAGE = 7
"""Of two dice."""

BEHIND_UNIT = 1.5
"""How far behind the middle of a unit a leader stops who leaves it and finds no room in the own place."""

# ---------------------------------------------------------------------------- initiative


@record
class Urgency:
    """What waits in a command: units in melee, units with the enemy near, both as a figure."""

    fighting: int
    threatened: int
    figure: float

    def describe(self) -> str:
        return words.urgency(self.fighting, self.threatened, NEAR)


def name_command(battle: Battle, decision: Decision) -> Advice:
    """Choose the command that has most to do: in melee, or with the enemy near."""
    state: State = battle.state
    waiting = [(urgency(state, option.key["command"]), option) for option in decision.options]
    most, option = max(waiting, key=lambda pair: pair[0].figure)
    name = state.commands[option.key["command"]].name
    return Advice(plain(option), words.names_command(name, len(waiting), most.describe()))


def urgency(state: State, name: str) -> Urgency:
    """Return how much a command has to do."""
    command = state.commands[name]
    figure = 0.0
    fighting = threatened = 0
    for id_ in command.units:
        unit = state.units[id_]
        if not unit.on_field:
            continue
        if state.engaged(id_):
            fighting += 1
            figure += 2.0
            continue
        _, far = enemies.nearest(state, unit)
        threatened += far < NEAR
        figure += max(0.0, 1.0 - far / NEAR) + 0.01
    leader = state.leaders[command.leader]
    bonus = tables.leader_level(leader.level).leadership_bonus if leader.alive else 0
    return Urgency(fighting, threatened, figure + 0.2 * bonus)


def reroll(battle: Battle, decision: Decision) -> Advice:
    """Re-roll dice that show less than the average; each by itself if the level allows it."""
    rolls = (entry.event.roll for entry in reversed(battle.entries) if isinstance(entry.event, Rolled))
    first, second = next(roll.dice for roll in rolls if roll.side == decision.side)

    if offered(decision, "re-roll", dice="first") is None:
        if first + second < AVERAGE:
            return pick(decision, "re-roll", words.rerolls_both(first, second, AVERAGE))
        return pick(decision, "keep", words.keeps_both(first, second, AVERAGE))
    which = {(True, True): "both", (True, False): "first", (False, True): "second"}.get(
        (first < 4, second < 4)
    )
    again = None if which is None else offered(decision, "re-roll", dice=which)
    if again is None:
        return pick(decision, "keep", words.keeps_each(first, second))
    return Advice(plain(again), words.rerolls(again.key["dice"], first, second))


def keep(battle: Battle, decision: Decision) -> Advice:
    """Keep the initiative."""
    state: State = battle.state
    name, urgent = state.commands[decision.subject].name, urgency(state, decision.subject)
    return pick(decision, "keep", words.keeps_initiative(name, urgent.describe()))


# ---------------------------------------------------------------------------- activation


def activate(battle: Battle, decision: Decision) -> Advice:
    """Activate guns and shooters, then whoever is nearest to the enemy; at last move the leader."""
    state: State = battle.state
    waiting = list(decision.fitting({"do": "activate"}))
    if not waiting:
        why = words.COMMAND_DONE
        return _part(state, decision) or _keep_up(state, decision) or pick(decision, "end-command", why)
    orders = [(_order(state, state.units[option.key["unit"]]), option) for option in waiting]
    (late, far), option = min(orders, key=lambda pair: pair[0])
    name = state.units[option.key["unit"]].name
    if not late:
        why = words.activates_shooter(name, len(waiting))
    else:
        why = words.activates_nearest(name, len(waiting), far)
    return Advice(plain(option), why)


def _order(state: State, unit: Unit) -> tuple[int, float]:
    """Fire before the charges it prepares; the foremost before those behind them."""
    _, far = enemies.nearest(state, unit)
    shooter = reach(unit.profile) > 0 and far <= reach(unit.profile) and not state.engaged(unit.id)
    return (0 if shooter else 1, far)


def _part(state: State, decision: Decision) -> Advice | None:
    """Detach a leader whose unit has no melee any more, for the full command range (BQ-2.6.1.h)."""
    option = offered(decision, "leader-leave")
    if option is None:
        return None
    leader = state.leaders[option.key["leader"]]
    unit = state.units[leader.attached]
    spot = _post(state, leader)
    if spot is None or state.engaged(unit.id):
        return None
    place = unit.place
    behind = (place.cx - place.fx * BEHIND_UNIT, place.cy - place.fy * BEHIND_UNIT)
    for x, y in (spot, behind):
        choice = plain(option, x=round(x, 3), y=round(y, 3))
        if allowed(option, choice):
            why = words.leaves_unit(leader.name, unit.name)
            return Advice(choice, why)
    return None


def _keep_up(state: State, decision: Decision) -> Advice | None:
    """Move a free leader after the command so that it stays in range."""
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
    if moved <= 0.75 or not allowed(option, choice):
        return None
    return Advice(choice, words.keeps_up(leader.name, moved, far))


def _post(state: State, leader: Leader) -> tuple[float, float] | None:
    """Return a place behind the middle of a leader’s units."""
    units = (state.units[id_] for id_ in state.commands[leader.command].units)
    places = [unit.place for unit in units if unit.on_field]
    if not places:
        return None
    back = 1.6
    x = sum(place.cx - back * place.fx for place in places) / len(places)
    y = sum(place.cy - back * place.fy for place in places) / len(places)
    return min(max(x, 0.1), state.width - 0.1), min(max(y, 0.1), state.depth - 0.1)
