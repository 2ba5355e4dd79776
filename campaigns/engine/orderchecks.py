"""What speaks against orders, as far as those who write them can know.

Only what a faction knows is judged: the map, who holds what, its own forces and money. That an enemy bars the
way or that a fortress has a garrison is found out on the march.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from campaigns.engine.forces import muster
from campaigns.engine.ladder import refusals
from campaigns.engine.orders import ChallengeAct, DiplomacyAct, ForceOrder, Orders, PayAct, RaiseAct
from campaigns.engine.state import Force, State
from campaigns.engine.turn.acts import captive, fitting_class, raise_cost
from campaigns.engine.turn.ground import raises_men
from campaigns.engine.turn.recruiting import detached
from campaigns.engine.ways import around, blocked, ground_of, map_of
from campaigns.wording import orders as words
from campaigns.wording import unknown
from rulesets.engine.errors import Fault, LeaguerError

STRATEGIC = ("scout", "recruit", "raise")
"""What `per_turn` of the rules limits."""
Found = Iterator[tuple[str, str]]
"""Faults of one order or act: where in it, and a sentence."""


def check(state: State, orders: Orders) -> list[Fault]:
    """Everything that cannot be done as ordered, with its path (`forces.sw1.path[2]`) and a sentence."""
    if orders.faction not in state.factions:
        return [Fault("faction", unknown.faction(orders.faction))]
    faults = [
        Fault(f"forces.{key}{path}", said)
        for key in orders.forces
        for path, said in _force(state, orders, key)
    ]
    for number, act in enumerate(orders.acts):
        faults += [Fault(f"acts[{number}]{path}", said) for path, said in _act(state, orders, act)]
    return [*faults, *_on_ladder(state, orders), *_too_much(state, orders), *_too_many(state, orders)]


# Forces


def _force(state: State, orders: Orders, key: str) -> Found:
    force, order = state.forces.get(key), orders.forces[key]
    if force is None or force.gone or force.faction != orders.faction:
        yield "", unknown.NO_SUCH_FORCE
    elif state.map is None:
        yield "", words.NO_MAP_TO_MARCH
    elif order.do not in state.rules.orders:
        yield ".do", words.no_such_order(order.do)
    else:
        yield from _path(state, orders, force, order)
        yield from _manner(state, force, order)
        if order.do in _CHECKS:
            yield from _CHECKS[order.do](state, force, order)
        yield from _at_goal(state, force, order)


def goal_of(state: State, force: Force, order: ForceOrder) -> str:
    """Where an order takes a force: the end of its path, "" if that is nowhere on the map."""
    goal = order.path[-1] if order.path else force.at
    return goal if goal in map_of(state).by_id else ""


def _path(state: State, orders: Orders, force: Force, order: ForceOrder) -> Found:
    if order.do == "march" and not order.path:
        yield ".path", words.MARCH_NEEDS_WAY
    if order.path and "march" not in state.rules.orders:
        yield ".path", words.NO_ORDER_TO_MARCH
    at = force.at
    for number, goal in enumerate(order.path):
        if goal not in map_of(state).by_id:
            yield f".path[{number}]", unknown.area(goal)
            return
        why = blocked(state, force.faction, at, goal)
        if why and not _about_to_be_enemy(state, orders, goal):
            yield f".path[{number}]", why
            return
        at = goal


def _about_to_be_enemy(state: State, orders: Orders, area: str) -> bool:
    """Whether war on the owner of an area is declared together with the march into it."""
    owner = state.areas[area].owner
    return any(
        isinstance(act, DiplomacyAct) and (act.to, act.relation) == (owner, "war") for act in orders.acts
    )


def _manner(state: State, force: Force, order: ForceOrder) -> Found:
    """How it is done: in ambush, by storm, in a hurry."""
    if order.ambush and (order.do != "hold" or order.path):
        yield ".ambush", words.ONLY_HOLDING_AMBUSHES
    elif order.ambush and map_of(state).by_id[force.at].terrain not in state.rules.contact.ambush_ground:
        yield ".ambush", words.nobody_hides(map_of(state).by_id[force.at].name)
    if order.storm and order.do != "besiege" and not (force.inside and order.do == "hold"):
        yield ".storm", words.STORM_OR_SALLY
    if order.forced and not order.path:
        yield ".forced", words.ONLY_MARCHING_HURRIES


def _scout(state: State, force: Force, order: ForceOrder) -> Found:
    goal, reach = goal_of(state, force, order), state.rules.scouting.scouts
    if order.target and order.target not in map_of(state).by_id:
        yield ".target", unknown.area(order.target)
    elif order.target and goal and order.target not in around(state, goal, reach):
        yield (
            ".target",
            words.too_far_to_scout(reach, map_of(state).by_id[goal].name),
        )


def _join(state: State, force: Force, order: ForceOrder) -> Found:
    other = state.forces.get(order.target)
    if other is None or other.gone or other.faction != force.faction or other.id == force.id:
        yield ".target", words.NO_OTHER_FORCE
    elif (force.system, force.book, force.book_version) != (other.system, other.book, other.book_version):
        yield ".target", words.other_book(other.name)


def _units(_state: State, force: Force, order: ForceOrder) -> Found:
    known = {each.id for each in force.units}
    for number, unit in enumerate(order.units):
        if unit not in known:
            yield f".units[{number}]", unknown.unit_in(unit, force.name)


def _split(state: State, force: Force, order: ForceOrder) -> Found:
    yield from _units(state, force, order)
    commands = {each.id for each in force.commands}
    for number, command in enumerate(order.commands):
        if command not in commands:
            yield f".commands[{number}]", unknown.command_in(command, force.name)
    if why := detached(force, order):
        yield ".units", why


def _at_goal(state: State, force: Force, order: ForceOrder) -> Found:
    """Yield what speaks against what is done at the end of the march."""
    if not (goal := goal_of(state, force, order)):
        return
    area, ground = map_of(state).by_id[goal], ground_of(state, force.faction, goal)
    friendly = ground in ("own", "friendly")
    match order.do:
        case "garrison" if not (area.has("city") or area.has("fortress")):
            yield ".do", words.nothing_to_lie_in(area.name)
        case "garrison" if area.walls and ground == "enemy":
            yield ".do", words.has_to_be_besieged(area.name)
        case "besiege" if not area.has("fortress"):
            yield ".do", words.nothing_to_besiege(area.name)
        case "besiege" if friendly:
            yield ".do", words.held_by_friends(area.name)
        case "raid" if friendly:
            yield ".do", words.country_of_friends(area.name)
        case "recruit" if why := no_recruits(state, force.faction, goal):
            yield ".do", why


def no_recruits(state: State, faction: str, area: str) -> str:
    """Why a faction can get no men in an area, "" if it can."""
    place = map_of(state).by_id[area]
    if raises_men(state, place, faction):
        return ""
    if state.areas[area].owner != faction:
        return words.not_held(place.name)
    return words.no_men_raised(place.name, state.rules.raising.at)


_CHECKS: Mapping[str, Callable[[State, Force, ForceOrder], Found]] = {
    "scout": _scout, "join": _join, "split": _split, "recruit": _units, "refit": _units,
}  # fmt: skip


# Acts


def _act(state: State, orders: Orders, act: DiplomacyAct | PayAct | RaiseAct | ChallengeAct) -> Found:
    if isinstance(act, ChallengeAct):
        if state.ladder is None:
            yield ".do", words.ONLY_ON_LADDERS
    elif act.do not in state.rules.orders:
        yield ".do", words.no_such_act(act.do)
    elif isinstance(act, RaiseAct):
        yield from _raised(state, orders, act)
    elif act.to not in state.factions or act.to == orders.faction:
        yield ".to", unknown.other_faction(act.to)
    elif isinstance(act, DiplomacyAct):
        if state.relation(orders.faction, act.to) == act.relation:
            yield ".relation", words.relation_already(act.relation)
    elif act.ransom:
        ransom = state.rules.battles.leaders.ransom
        if captive(state, orders.faction, act.ransom, act.to) is None:
            yield ".ransom", words.holds_no_leader(state.factions[act.to].name, act.ransom)
        elif act.amount < ransom:
            yield ".amount", words.ransom_is(ransom)


def _raised(state: State, orders: Orders, act: RaiseAct) -> Found:
    if state.map is None:
        yield "", words.NO_MAP_TO_RAISE
        return
    if act.area not in state.map.by_id:
        yield ".area", unknown.area(act.area)
    elif why := no_recruits(state, orders.faction, act.area):
        yield ".area", why
    if (force := _mustered(orders, act)) is None:
        yield ".list", words.NO_FORCE_OF_LIST
    elif force.system not in state.systems:
        yield ".list", words.other_system(force.system)
    elif not fitting_class(state.rules, force.worth, act.klass):
        yield ".list", words.no_class_for_worth(force.worth)


def _mustered(orders: Orders, act: RaiseAct) -> Force | None:
    try:
        return muster("raised", act.name, orders.faction, act.area, act.list)
    except LeaguerError:
        return None


# All orders together


def _on_ladder(state: State, orders: Orders) -> Iterator[Fault]:
    """Challenges and answers that the ladder does not allow, one after the other as they are carried out."""
    if state.ladder is not None:
        for number, why in refusals(state, orders):
            yield Fault(f"acts[{number}].to", why)


def _too_much(state: State, orders: Orders) -> Iterator[Fault]:
    """Acts that the faction's money no longer pays for, in the order in which they are given."""
    left = state.factions[orders.faction].money
    for number, act in enumerate(orders.acts):
        cost = _cost(state, orders, act)
        if cost > left:
            yield Fault(f"acts[{number}]", words.too_dear(cost, left, state.rules.income.currency))
        else:
            left -= cost


def _cost(state: State, orders: Orders, act: DiplomacyAct | PayAct | RaiseAct | ChallengeAct) -> int:
    if isinstance(act, PayAct):
        return act.amount
    if isinstance(act, RaiseAct) and (force := _mustered(orders, act)):
        return raise_cost(state.rules, force.worth)
    return 0


def _too_many(state: State, orders: Orders) -> Iterator[Fault]:
    """More strategic actions than the rules allow: acts come first, then forces in the order of their ids."""
    most = state.rules.per_turn
    if not most:
        return
    found = [f"acts[{number}]" for number, act in enumerate(orders.acts) if act.do in STRATEGIC]
    found += [f"forces.{key}.do" for key in sorted(orders.forces) if orders.forces[key].do in STRATEGIC]
    for path in found[most:]:
        yield Fault(path, words.too_many_of_these(most, STRATEGIC))
