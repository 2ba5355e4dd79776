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
from rulesets.engine.errors import Fault, LeaguerError

STRATEGIC = ("scout", "recruit", "raise")
"""What `per_turn` of the rules limits."""
Found = Iterator[tuple[str, str]]
"""Faults of one order or act: where in it, and a sentence."""


def check(state: State, orders: Orders) -> list[Fault]:
    """Everything that cannot be done as ordered, with its path (`forces.sw1.path[2]`) and a sentence."""
    if orders.faction not in state.factions:
        return [Fault("faction", f"there is no faction «{orders.faction}»")]
    faults = [
        Fault(f"forces.{key}{path}", words)
        for key in orders.forces
        for path, words in _force(state, orders, key)
    ]
    for number, act in enumerate(orders.acts):
        faults += [Fault(f"acts[{number}]{path}", words) for path, words in _act(state, orders, act)]
    return [*faults, *_on_ladder(state, orders), *_too_much(state, orders), *_too_many(state, orders)]


# Forces


def _force(state: State, orders: Orders, key: str) -> Found:
    force, order = state.forces.get(key), orders.forces[key]
    if force is None or force.gone or force.faction != orders.faction:
        yield "", "there is no such force of this faction"
    elif state.map is None:
        yield "", "in this campaign there is no map to march over"
    elif order.do not in state.rules.orders:
        yield ".do", f"the rules of this campaign have no order to {order.do}"
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
        yield ".path", "a march needs a way: name the areas it leads through"
    if order.path and "march" not in state.rules.orders:
        yield ".path", "the rules of this campaign have no order to march"
    at = force.at
    for number, goal in enumerate(order.path):
        if goal not in map_of(state).by_id:
            yield f".path[{number}]", f"there is no area «{goal}»"
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
        yield ".ambush", "only a force that holds where it stands can lie in ambush"
    elif order.ambush and map_of(state).by_id[force.at].terrain not in state.rules.contact.ambush_ground:
        yield ".ambush", f"the country around {map_of(state).by_id[force.at].name} hides nobody"
    if order.storm and order.do != "besiege" and not (force.inside and order.do == "hold"):
        yield ".storm", "only besiegers can storm, and a garrison that holds can sally"
    if order.forced and not order.path:
        yield ".forced", "who does not march cannot hurry"


def _scout(state: State, force: Force, order: ForceOrder) -> Found:
    goal, reach = goal_of(state, force, order), state.rules.scouting.scouts
    if order.target and order.target not in map_of(state).by_id:
        yield ".target", f"there is no area «{order.target}»"
    elif order.target and goal and order.target not in around(state, goal, reach):
        yield (
            ".target",
            f"lies too far away: scouts see {reach} links around {map_of(state).by_id[goal].name}",
        )


def _join(state: State, force: Force, order: ForceOrder) -> Found:
    other = state.forces.get(order.target)
    if other is None or other.gone or other.faction != force.faction or other.id == force.id:
        yield ".target", "names no other force of this faction"
    elif (force.system, force.book, force.book_version) != (other.system, other.book, other.book_version):
        yield ".target", f"{other.name} is of another army book: they can fight side by side, not as one"


def _units(_state: State, force: Force, order: ForceOrder) -> Found:
    known = {each.id for each in force.units}
    for number, unit in enumerate(order.units):
        if unit not in known:
            yield f".units[{number}]", f"there is no unit «{unit}» in {force.name}"


def _split(state: State, force: Force, order: ForceOrder) -> Found:
    yield from _units(state, force, order)
    commands = {each.id for each in force.commands}
    for number, command in enumerate(order.commands):
        if command not in commands:
            yield f".commands[{number}]", f"there is no command «{command}» in {force.name}"
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
            yield ".do", f"{area.name} has neither a city nor a fortress to lie in"
        case "garrison" if area.walls and ground == "enemy":
            yield ".do", f"the enemy holds the walls of {area.name}: they have to be besieged"
        case "besiege" if not area.has("fortress"):
            yield ".do", f"{area.name} has no fortress to besiege"
        case "besiege" if friendly:
            yield ".do", f"{area.name} is held by friends"
        case "raid" if friendly:
            yield ".do", f"{area.name} is the country of friends"
        case "recruit" if why := no_recruits(state, force.faction, goal):
            yield ".do", why


def no_recruits(state: State, faction: str, area: str) -> str:
    """Why a faction can get no men in an area, "" if it can."""
    place = map_of(state).by_id[area]
    if raises_men(state, place, faction):
        return ""
    if state.areas[area].owner != faction:
        return f"{place.name} is not held by this faction"
    return f"no men are raised in {place.name}, only in: {', '.join(state.rules.raising.at)}"


_CHECKS: Mapping[str, Callable[[State, Force, ForceOrder], Found]] = {
    "scout": _scout, "join": _join, "split": _split, "recruit": _units, "refit": _units,
}  # fmt: skip


# Acts


def _act(state: State, orders: Orders, act: DiplomacyAct | PayAct | RaiseAct | ChallengeAct) -> Found:
    if isinstance(act, ChallengeAct):
        if state.ladder is None:
            yield ".do", "there are challenges on a ladder alone"
    elif act.do not in state.rules.orders:
        yield ".do", f"the rules of this campaign have no act of that kind: {act.do}"
    elif isinstance(act, RaiseAct):
        yield from _raised(state, orders, act)
    elif act.to not in state.factions or act.to == orders.faction:
        yield ".to", f"there is no other faction «{act.to}»"
    elif isinstance(act, DiplomacyAct):
        if state.relation(orders.faction, act.to) == act.relation:
            yield ".relation", f"is what there is already between them: {act.relation}"
    elif act.ransom:
        ransom = state.rules.battles.leaders.ransom
        if captive(state, orders.faction, act.ransom, act.to) is None:
            yield ".ransom", f"{state.factions[act.to].name} holds no leader of the command «{act.ransom}»"
        elif act.amount < ransom:
            yield ".amount", f"the ransom is {ransom}"


def _raised(state: State, orders: Orders, act: RaiseAct) -> Found:
    if state.map is None:
        yield "", "in this campaign there is no map to raise forces on"
        return
    if act.area not in state.map.by_id:
        yield ".area", f"there is no area «{act.area}»"
    elif why := no_recruits(state, orders.faction, act.area):
        yield ".area", why
    if (force := _mustered(orders, act)) is None:
        yield ".list", "is no army list that a force can be made of"
    elif force.system not in state.systems:
        yield ".list", f"is of a system that this campaign is not fought in: {force.system}"
    elif not fitting_class(state.rules, force.worth, act.klass):
        yield ".list", f"is worth {force.worth:g}: there is no class of force for that"


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
            yield Fault(
                f"acts[{number}]", f"costs {cost}, but only {left} {state.rules.income.currency} are left"
            )
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
        yield Fault(path, f"the rules allow {most} of these a turn: {', '.join(STRATEGIC)}")
