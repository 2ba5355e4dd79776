"""Deployment (BQ-3.4): who begins, command after command, unit after unit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial

from rulesets.baroque.events.command import LeaderPlaced
from rulesets.baroque.events.setup import CommandDeployed, ExplorationDieSpent, LeftOut, UnitDeployed
from rulesets.baroque.setup.beginning import base_size
from rulesets.baroque.setup.lineup import (
    RULE,
    behind,
    check_base,
    check_leader,
    free,
    line_up,
    nearest_free,
    spots,
    unit_zone,
    zone_of,
)
from rulesets.baroque.state import BAGGAGE, Command, State, Unit, enemy
from rulesets.baroque.wording import setup as words
from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Choice, Decision, Menu, Option, Steps
from rulesets.engine.geometry import Base
from rulesets.engine.mustering import SIDES
from rulesets.freetable.placing import heading, point

Place = tuple[str, Base]


def deploy(battle: Battle) -> Steps[None]:
    """Deploy both armies (BQ-3.4)."""
    state: State = battle.state
    side = yield from _first(battle)
    for each in (side, enemy(side)):  # BQ-3.4.a: Baggage and the largest Command first
        yield from _deploy_baggage(battle, each)
        command = yield from _choose_command(each, _largest(state, each))
        yield from _deploy_command(battle, command)
    while any(not command.deployed for command in state.commands.values()):
        waiting = _waiting(state, side)
        if waiting:
            command = yield from _choose_command(side, waiting)
            yield from _deploy_command(battle, command)
        side = enemy(side)


# -- who begins -----------------------------------------------------------------------------------


def _first(battle: Battle) -> Steps[int]:
    """Return who deploys first (BQ-3.4.b): the Second Player, unless Exploration Dice turn it round."""
    state: State = battle.state
    side = enemy(state.first)
    while state.sides[side].exploration_dice > 0:
        choice = yield _challenge_decision(state, side)
        if choice["do"] != "challenge":
            break
        if (yield from _roll_off(battle, side)):
            side = enemy(side)
    return side


def _challenge_decision(state: State, side: int) -> Decision:
    left, theirs = state.sides[side].exploration_dice, state.sides[enemy(side)].exploration_dice
    text, rule = words.asks_order(left), "BQ-3.4.b"
    options = (
        Option({"do": "challenge"}, words.challenge_order(theirs), rule),
        Option({"do": "accept"}, words.DEPLOY_FIRST, rule),
    )
    return Decision("deployment challenge", side, text, rule, options)


def _roll_off(battle: Battle, side: int) -> Steps[bool]:
    """Roll for the order of deployment: True if the challenger wins, or the other has no die (BQ-3.4.b)."""
    state: State = battle.state
    rule, purpose, other = "BQ-3.4.b", words.DEPLOYMENT_ORDER, enemy(side)
    battle.apply(ExplorationDieSpent(rule, side, "deployment"))
    if state.sides[other].exploration_dice < 1:
        return True
    battle.apply(ExplorationDieSpent(rule, other, "deployment"))
    mine = yield from battle.roll(purpose, side=side, rule=rule)
    theirs = yield from battle.roll(purpose, side=other, rule=rule)
    won = mine[0] > theirs[0]
    result = words.order_rolled(mine[0], theirs[0], won)
    battle.record(purpose, theirs, str(theirs[0]), rule=rule, side=other)
    battle.record(purpose, mine, result, rule=rule, side=side, target=theirs[0] + 1)
    return won


# -- commands -------------------------------------------------------------------------------------


def _waiting(state: State, side: int) -> list[Command]:
    return [command for command in state.commands.values() if command.side == side and not command.deployed]


def _largest(state: State, side: int) -> list[Command]:
    """Return the commands with the highest sum of VD (BQ-3.4.a)."""
    waiting = _waiting(state, side)
    most = max(command.vdc for command in waiting)
    return [command for command in waiting if command.vdc == most]


def _choose_command(side: int, commands: list[Command]) -> Steps[Command]:
    if len(commands) == 1:
        return commands[0]
    options = tuple(
        Option({"do": "deploy", "command": each.id}, words.command_with_vd(each.name, each.vdc), "BQ-3.4.a")
        for each in commands
    )
    choice = yield Decision("deploy command", side, words.WHICH_COMMAND, "BQ-3.4.a", options)
    return next(each for each in commands if each.id == choice["command"])


def _deploy_command(battle: Battle, command: Command) -> Steps[None]:
    """Deploy the units one by one, or all that are left at once; then the leader (BQ-3.4.c)."""
    state: State = battle.state
    for id_ in command.units:
        unit = state.units[id_]
        choice = yield _unit_decision(state, command, unit)
        if choice["do"] == "line-up":
            _line_up(battle, command)
            break
        _put(battle, unit, _chosen(state, unit, choice, places_of(state, unit) if "at" in choice else {}))
    yield from _deploy_leader(battle, command)
    battle.apply(CommandDeployed("BQ-3.4.a", command.id))


def _unit_decision(state: State, command: Command, unit: Unit) -> Decision:
    rest = sum(state.units[id_].base is None for id_ in command.units)
    label = words.draw_up(command.name, rest, rest == len(command.units))
    in_line = Option({"do": "line-up", "command": command.id}, label, RULE)
    menu = Menu(({"do": "line-up"}, lambda: (in_line,)), ({"do": "place"}, partial(_placings, state, unit)))
    return Decision("deploy unit", unit.side, words.place_where(unit.name), RULE, menu, unit.id)


def _placings(state: State, unit: Unit) -> Iterator[Option]:
    """Yield a place of the player's own, and those that are ready-made."""
    places = places_of(state, unit)
    yield _free_option(state, unit, places)
    yield from _spot_options(unit, places.items())


def _line_up(battle: Battle, command: Command) -> None:
    state: State = battle.state
    waiting = [state.units[id_] for id_ in command.units if state.units[id_].base is None]
    for unit, base in line_up(state, command, waiting):
        if base is None:
            battle.apply(LeftOut(RULE, unit.id))
        else:
            _put(battle, unit, base)


def _deploy_leader(battle: Battle, command: Command) -> Steps[None]:
    state: State = battle.state
    id_, side = command.leader, command.side
    own = behind(state, command)
    place = point(zone_of(state, side).box, "BU", *own)

    def check(choice: Choice) -> None:
        check_leader(state, side, choice["x"], choice["y"])

    options = (
        Option({"do": "behind", "leader": id_}, words.BEHIND_COMMAND, RULE),
        Option({"do": "place", "leader": id_}, words.OWN_PLACE, RULE, place, check),
    )
    text = words.place_leader_where(state.leaders[id_].name)
    choice = yield Decision("deploy leader", side, text, RULE, options, id_)
    x, y = own if choice["do"] == "behind" else (choice["x"], choice["y"])
    battle.apply(LeaderPlaced(RULE, id_, x, y))


# -- single bases ---------------------------------------------------------------------------------


def _deploy_baggage(battle: Battle, side: int) -> Steps[None]:
    """Deploy the Baggage in the zone, but without its side margin (BQ-3.4.a)."""
    state: State = battle.state
    unit = state.units[f"{SIDES[side]}.baggage"]
    places = places_of(state, unit)
    if not places:
        battle.apply(LeftOut(RULE, unit.id))
        return
    options = (*_spot_options(unit, places.items()), _free_option(state, unit, places))
    choice = yield Decision("deploy unit", side, words.PLACE_BAGGAGE_WHERE, RULE, options, unit.id)
    _put(battle, unit, _chosen(state, unit, choice, places))


def places_of(state: State, unit: Unit) -> dict[str, Base]:
    """Return the ready-made places offered to a unit or the Baggage, by the `at` of their options."""
    return dict(_camps(state, unit) if unit.profile.type == BAGGAGE else spots(state, unit))


def _camps(state: State, unit: Unit) -> Iterator[Place]:
    """Yield places for the Baggage at the table edge: corners and middle, or wherever there is room."""
    zone, size = unit_zone(state, unit), base_size(unit.profile)
    wanted = {"left": zone.x0 + size[0] / 2, "right": zone.x1 - size[0] / 2, "centre": zone.middle}
    bases = {at: zone.base(x, size[1], size) for at, x in wanted.items()}
    found = [(at, base) for at, base in bases.items() if free(state, unit, base)]
    if not found:
        other = nearest_free(state, unit, bases["left"])
        found = [] if other is None else [("room", other)]
    yield from found


def _spot_options(unit: Unit, places: Iterable[Place]) -> Iterator[Option]:
    for at, base in places:
        yield Option({"do": "place", "unit": unit.id, "at": at}, words.ready_place(at, base.x, base.y), RULE)


def _free_option(state: State, unit: Unit, places: Mapping[str, Base]) -> Option:
    """Return a place of the player's own to choose, at first one of the free `places`."""
    zone, size = unit_zone(state, unit), base_size(unit.profile)
    base = next(iter(places.values()), None)
    if base is None:
        base = nearest_free(state, unit, zone.base(zone.middle, size[1], size))
    place = point(zone.box, "BU") if base is None else point(zone.box, "BU", base.x, base.y)

    def check(choice: Choice) -> None:
        check_base(state, unit, Base(choice["x"], choice["y"], choice["heading"], *size))

    return Option(
        {"do": "place", "unit": unit.id}, words.OWN_PLACE_OF_FRONT, RULE,
        (*place, heading(default=zone.heading)), check,
    )  # fmt: skip


def _chosen(_state: State, unit: Unit, choice: Choice, places: dict[str, Base]) -> Base:
    if "at" in choice:
        return places[choice["at"]]
    return Base(choice["x"], choice["y"], choice["heading"], *base_size(unit.profile))


def _put(battle: Battle, unit: Unit, base: Base) -> None:
    battle.apply(UnitDeployed(RULE, unit.id, base.x, base.y, base.heading, base.width, base.depth))
