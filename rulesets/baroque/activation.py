"""Activation: a Command's units one by one, each with its actions (BQ-4.1.1.d-e)."""

from __future__ import annotations

from collections.abc import Iterator

from rulesets.baroque import command, leaders, leaving
from rulesets.baroque.charge import plan
from rulesets.baroque.charge import run as charge
from rulesets.baroque.events.command import CommandActivated, CommandDone, UnitActivated, UnitDone
from rulesets.baroque.melee.fight import fight
from rulesets.baroque.melee.fight import options as fight_options
from rulesets.baroque.movement import actions as movement
from rulesets.baroque.shooting import fire
from rulesets.baroque.state import BAGGAGE, Command, State, Unit
from rulesets.baroque.wording import command as words
from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Choice, Decision, Group, Menu, Option, Steps

LEADER = frozenset({"leader-move", "leader-join", "leader-leave"})

# ---------------------------------------------------------------------------- a Command


def activate_command(battle: Battle, name: str) -> Steps[None]:
    """Activate a command: its units in any order, or not at all, and its leader meanwhile (BQ-4.1.1.d)."""
    state: State = battle.state
    active = state.commands[name]
    battle.apply(CommandActivated("BQ-4.1.1.d", name))
    while True:
        units = _units_to_activate(state, active)
        if not units and not leaders.leader_options(state):
            break
        text = words.which_unit_next(active.name)
        menu = _menu(state, units)
        choice = yield Decision("command", active.side, text, "BQ-4.1.1.d", menu, name)
        if choice["do"] == "end-command":
            break
        if choice["do"] == "activate":
            yield from activate(battle, state.units[choice["unit"]])
        else:
            leaders.move_leader(battle, choice)
    battle.apply(CommandDone("BQ-4.1.1.d", name))


def _menu(state: State, units: list[Unit]) -> Menu:
    end = Option({"do": "end-command"}, words.FINISH_COMMAND, "BQ-4.1.1.d")
    return Menu(
        ({"do": "activate"}, lambda: _to_activate(units)),
        ({"do": LEADER}, lambda: leaders.leader_options(state)),
        ({"do": "end-command"}, lambda: (end,)),
    )


def _units_to_activate(state: State, active: Command) -> list[Unit]:
    """Return the units of the active Command that can still be activated (BQ-4.1.1.d)."""
    units = [state.units[name] for name in active.units]
    return [unit for unit in units if unit.on_field and not unit.activated and unit.profile.type != BAGGAGE]


def _to_activate(units: list[Unit]) -> Iterator[Option]:
    for unit in units:
        yield Option({"do": "activate", "unit": unit.id}, words.activate(unit.name), "BQ-4.1.1.d")


# ---------------------------------------------------------------------------- a unit


def activate(battle: Battle, unit: Unit) -> Steps[None]:
    """Activate a unit: one action after the other until it has finished or may do nothing more (BQ-4.1.1.e).

    Each module offers its action only as often as it may be done: movement alone is repeated (BQ-4.1.3.k).
    """
    state: State = battle.state
    battle.apply(UnitActivated("BQ-4.1.1.d", unit.id))
    while unit.on_field and state.is_active(unit):
        actions = Menu(*_ACTIONS, *movement.groups(state, unit), facts=(battle, unit))
        if not _anything_left(battle, unit, actions):
            break
        text = words.what_now(unit.name)
        menu = actions.followed_by(*_BESIDES)
        choice = yield Decision("unit", unit.side, text, "BQ-4.1.1.e", menu, unit.id)
        if choice["do"] == "end-unit":
            break
        yield from perform(battle, unit, choice)
    # An action may have ended the activation already: a melee marks all who fight in it as done.
    if state.activation is not None and state.activation.unit == unit.id:
        battle.apply(UnitDone("BQ-4.1.1.e", unit.id))


def _anything_left(battle: Battle, unit: Unit, actions: Menu) -> bool:
    """Return whether any action is offered. Asked first: a unit that has not acted may withdraw or fight."""
    foreseen, known = battle.foreseen, battle.comes_next("unit", unit.side)
    if known is not None:
        return known
    if foreseen and actions.holds(foreseen):
        return True
    activation = battle.state.activation
    fresh = activation is not None and not activation.acted
    if fresh and (actions.holds({"do": "withdraw"}) or actions.holds({"do": "fight"})):
        return True
    return movement.may_step(battle.state, unit) or actions.offers("advance", "back", "oblique")


_ACTIONS: tuple[Group, ...] = (
    ({"do": "rally"}, lambda battle, unit: command.rally_options(battle.state, unit)),
    ({"do": "fight"}, fight_options),
    ({"do": frozenset({"withdraw", "disengage"})}, leaving.options),
    ({"do": "charge"}, charge.options),
    ({"do": "shoot"}, fire.options),
)
"""BQ-4.1.1.e: every action but movement that may be legal for the active unit, made when it is asked for."""

_BESIDES: tuple[Group, ...] = (
    ({"do": LEADER}, lambda battle, _unit: leaders.leader_options(battle.state)),
    ({"do": "end-unit"}, lambda _battle, unit: (_end_of(unit),)),
)
"""BQ-2.6.1.a: the Leader at any moment of the activation, and the end of it."""


def _end_of(unit: Unit) -> Option:
    return Option({"do": "end-unit", "unit": unit.id}, words.end_turn_of(unit.name), "BQ-4.1.1.e")


def perform(battle: Battle, unit: Unit, choice: Choice) -> Steps[None]:
    """Carry out an action of the active unit, or of its Leader."""
    match choice["do"]:
        case "rally":
            yield from command.rally(battle, unit)
        case "withdraw" | "disengage":
            yield from leaving.perform(battle, unit, choice)
        case "fight":
            yield from fight(battle, unit)
        case "charge":
            yield from charge.perform(battle, unit, choice)
        case "shoot":
            yield from fire.perform(battle, unit, choice)
        case "leader-move" | "leader-join" | "leader-leave":
            leaders.move_leader(battle, choice)
        case _:
            yield from movement.perform(battle, unit, choice)


def blocked(state: State, unit: Unit) -> list[tuple[str, str, str]]:
    """Return what the active unit may not do now: (action, rule id, reason), for players who ask why."""
    reasons = {
        "rally": command.why_no_rally(state, unit),
        "withdraw": leaving.why_no_withdrawal(state, unit),
        "disengage": leaving.why_no_disengagement(state, unit),
        "charge": plan.why_no_charge(state, unit),
        "shoot": fire.why_no_fire(state, unit),
    }
    found = [(what, *why) for what, why in reasons.items() if why is not None]
    return [*found, *movement.blocked(state, unit)]
