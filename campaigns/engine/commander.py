"""The automatic commander: orders for a faction from what it may see.

It defends its capital, attacks what is weaker, besieges, gives way to what is stronger, sends the worn to
rest and recruits, brings loot home, and raises forces when it has the money.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from campaigns.engine.dice import TurnDice
from campaigns.engine.forces import army_of, muster
from campaigns.engine.ladder import why_not
from campaigns.engine.orderchecks import STRATEGIC
from campaigns.engine.orders import (
    Act,
    ChallengeAct,
    DiplomacyAct,
    ForceOrder,
    ForceOrderKind,
    Orders,
    PayAct,
    RaiseAct,
)
from campaigns.engine.state import Force, Leader, State, Unit
from campaigns.engine.strategy import DANGER, FRESH, SURE, March, Situation, condition
from campaigns.engine.turn.acts import fitting_class, raise_cost
from campaigns.engine.ways import legs
from campaigns.wording import turn as words
from rulesets.engine.errors import LeaguerError

WORN = 0.55
"""The part of its steps at which a force goes to rest."""
MOST_RAISED = 3
"""How many forces it raises in a turn."""


def orders_for(state: State, faction: str, seed: str) -> Orders:
    """Orders for every force of a faction, and its acts; the same state and seed always give the same.

    `state` may be the whole state or a faction's view of it: nothing is read that the faction does not know.
    """
    dice = TurnDice(f"{seed}|{state.turn}|commander|{faction}")
    if state.shape == "ladder":
        return Orders(faction=faction, acts=_challenges(state, faction))
    if state.map is None:
        return Orders(faction=faction)
    situation = Situation(state, faction, dice)
    acts = [*_diplomacy(situation), *_ransoms(situation)]
    spent = sum(act.amount for act in acts if isinstance(act, PayAct))
    acts += _raised(situation, state.factions[faction].money - spent)
    room = state.rules.per_turn or len(situation.forces) + len(acts)
    room -= sum(isinstance(act, RaiseAct) for act in acts)
    forces = {}
    for force in situation.forces:
        order = _order(situation, force)
        if order.do in STRATEGIC:
            order = order if room > 0 else order.model_copy(update={"do": "hold", "units": [], "amount": 0})
            room -= 1
        if order.do not in state.rules.orders:  # it marches there all the same, or holds
            path = order.path if "march" in state.rules.orders else []
            order = ForceOrder(do="march" if path else "hold", path=path, evade=order.evade)
        forces[force.id] = order
    return Orders(faction=faction, forces=dict(sorted(forces.items())), acts=acts)


# What a force does


def _order(situation: Situation, force: Force) -> ForceOrder:
    """Return what one force does: the first of these that there is cause for."""
    return (
        _shut_in(situation, force)
        or _bring_home(situation, force)
        or _join(situation, force)
        or _rest(situation, force)
        or _flee(situation, force)
        or _siege(situation, force)
        or _raid(situation, force)
        or _attack(situation, force)
        or _wait(situation, force)
    )


def _shut_in(situation: Situation, force: Force) -> ForceOrder | None:
    """Return a garrison under siege sallies if the besiegers are weak, else it holds."""
    besieger = situation.state.areas[force.at].besieger
    if not force.inside or besieger not in situation.foes:
        return None
    known = situation.enemies.get(force.at, 0.0)
    return ForceOrder(do="hold", storm=bool(known) and force.worth > SURE * known)


def _bring_home(situation: Situation, force: Force) -> ForceOrder | None:
    rules = situation.state.rules.looting
    most = rules.carry * sum(1 for _ in force.ready())
    if rules.brought != "home" or force.loot * 2 < most or not force.loot or situation.home(force.at):
        return None
    homes = {key: march for key, march in situation.marches(force).items() if situation.home(key)}
    return _march_to(situation, force, homes)


def _join(situation: Situation, force: Force) -> ForceOrder | None:
    """Return a worn or small force goes over into a greater one beside it, which waits for it."""
    joining = situation.joining
    if force.id in joining:
        return ForceOrder(do="join", target=joining[force.id])
    if force.id in joining.values() and situation.threat(force.at) <= DANGER * force.worth:
        return _wait(situation, force)
    return None


def _rest(situation: Situation, force: Force) -> ForceOrder | None:
    """Return a worn or hungry force goes where it can be fed, rests and recruits there."""
    whole = condition(force)
    resting = situation.own(force.at) and situation.threat(force.at) < force.worth * 0.8
    hungry = force.unsupplied > 0
    if whole >= FRESH or (whole >= WORN and not resting):
        # Hunger drives a force back once it hurts; before that it forages.
        if force.unsupplied < 2:
            return None
        shelters = {key: each for key, each in situation.shelters(force).items() if key != force.at}
        return _march_to(situation, force, shelters) or ForceOrder(do="forage")
    if resting and not hungry:
        return _refit(situation, force, whole)
    shelters = situation.shelters(force)
    if hungry:
        shelters.pop(force.at, None)
    good = {key: march for key, march in shelters.items() if situation.recruits(key)}
    return _march_to(situation, force, good or shelters) or ForceOrder(do="forage", evade=True)


def _refit(situation: Situation, force: Force, whole: float) -> ForceOrder:
    """Return a force at rest takes recruits if there is money and they can be had, else it refits."""
    state = situation.state
    money, cost = state.factions[situation.faction].money, state.rules.raising.recruit_cost
    step = min((unit.worth / unit.steps for unit in force.ready() if unit.lost), default=0.0)
    if situation.recruits(force.at) and step and money >= step * cost and state.rules.raising.per_turn:
        return ForceOrder(do="recruit", merge=whole < WORN / 2)
    return ForceOrder(do="refit", merge=whole < WORN)


def _flee(situation: Situation, force: Force) -> ForceOrder | None:
    """From an enemy too strong a force gives way, unless it stands behind walls or before its capital."""
    threat = situation.threat(force.at)
    if threat <= DANGER * force.worth or force.inside:
        return None
    helpers = sum(each.worth for each in situation.forces if each.at == force.at)
    if threat <= DANGER * helpers:
        return None
    if situation.own(force.at) and situation.area(force.at).walls:
        return ForceOrder(do="garrison")
    shelters = {
        key: march
        for key, march in situation.marches(force).items()
        if march.turns <= 1 and not situation.hostile(key) and situation.threat(key) < threat
    }
    shelters.pop(force.at, None)
    return _march_to(situation, force, shelters, evade=True) or ForceOrder(do="hold", evade=True)


def _siege(situation: Situation, force: Force) -> ForceOrder | None:
    """Return a force before an enemy's walls besieges them, and storms a breach if it is strong enough."""
    state, area = situation.state, force.at
    if not situation.hostile(area) or not situation.area(area).walls or situation.raider:
        return None
    garrison = situation.enemies.get(area, 0.0)
    bold = state.rules.battles.quick.fortified / 100 * SURE
    storm = bool(garrison) and situation.breached(area) and force.worth > bold * garrison
    situation.sent[area] = situation.sent.get(area, 0.0) + force.worth
    return ForceOrder(do="besiege", storm=storm)


def _raid(situation: Situation, force: Force) -> ForceOrder | None:
    """Who lives on loot takes it where they stand."""
    place = situation.state.areas[force.at]
    free = not situation.own(force.at) and not place.looted and not situation.enemies.get(force.at)
    if situation.raider and free and situation.hostile(force.at) and situation.area(force.at).income:
        return ForceOrder(do="raid")
    return None


def _attack(situation: Situation, force: Force) -> ForceOrder | None:
    """Return the force marches for what is worth most to it."""
    values = situation.values(force)
    best = max(sorted(values), key=lambda key: values[key], default="")
    if not best:
        return None
    situation.sent[best] = situation.sent.get(best, 0.0) + force.worth
    return _march(situation, force, best, situation.marches(force)[best])


def _wait(situation: Situation, force: Force) -> ForceOrder:
    """Nothing to march for: the force rests if it is worn, waits for an enemy who is near, or looks out."""
    state = situation.state
    if by_garrison(situation, force):
        return ForceOrder(do="garrison")
    if condition(force) < 1.0:
        return _refit(situation, force, condition(force))
    rough = situation.area(force.at).terrain in state.rules.contact.ambush_ground
    if situation.threat(force.at):
        return ForceOrder(do="hold", ambush=rough)
    return ForceOrder(do="scout")


def by_garrison(situation: Situation, force: Force) -> bool:
    """Whether a force had better lie in the city where it stands: areas go to garrisons, and it has none."""
    place = situation.area(force.at)
    if situation.state.rules.control.by != "garrison" or not (place.has("city") or place.has("fortress")):
        return False
    lodged = any(each.inside and each.at == force.at and each.id != force.id for each in situation.forces)
    shut = bool(place.walls) and not situation.own(force.at)
    return not lodged and not shut


# Marching


def _march_to(
    situation: Situation, force: Force, goals: dict[str, March], *, evade: bool = True
) -> ForceOrder | None:
    """Return a march to the nearest of some areas, None if there is none or it stands there."""
    best = min(sorted(goals), key=lambda key: goals[key].turns, default="")
    if not best or not goals[best].path:
        return None
    return _march(situation, force, best, goals[best], evade=evade)


def _march(situation: Situation, force: Force, goal: str, march: March, *, evade: bool = False) -> ForceOrder:
    """Return the part of a march that this turn allows; at its goal what there is to do at once."""
    made, _ = legs(situation.state, force, march.path)
    path = [leg.goal for leg in made]
    if not path:
        return ForceOrder(do="hold", evade=evade)
    do: ForceOrderKind = "march"
    place, hostile = situation.area(goal), situation.hostile(goal)
    if path[-1] == goal:
        if hostile and situation.raider and not situation.state.areas[goal].looted:
            do = "raid"
        elif hostile and place.walls:
            do = "besiege"
        elif situation.state.rules.control.by == "garrison" and place.has("city") and not situation.own(goal):
            do = "garrison"
    return ForceOrder(do=do, path=path, evade=evade)


# Acts


def _challenges(state: State, faction: str) -> list[Act]:
    """On a ladder: accept whatever comes, and challenge the highest who may be challenged."""
    if state.ladder is None:
        return []
    acts: list[Act] = [
        ChallengeAct(do="accept", to=each.by)
        for each in state.ladder.challenges
        if each.to == faction and not each.accepted
    ]
    target = next((to for to in state.ladder.rungs if not why_not(state, faction, to)), "")
    return [*acts, ChallengeAct(do="challenge", to=target)] if target else acts


def _diplomacy(situation: Situation) -> list[Act]:
    """Accept alliances, and from an enemy who seems stronger peace of any kind."""
    state = situation.state
    acts: list[Act] = []
    own = sum(force.worth for force in situation.forces)
    hard_pressed = sum(situation.enemies.values()) > own
    for other in sorted(state.factions):
        offer = state.factions[other].offers.get(situation.faction)
        if offer is None or offer in ("war", state.relation(situation.faction, other)):
            continue
        if offer == "alliance" or hard_pressed:
            acts.append(DiplomacyAct(to=other, relation=offer))
    return acts if "diplomacy" in state.rules.orders else []


def _ransoms(situation: Situation) -> list[Act]:
    """Buy captured leaders free, while half of the money is left."""
    state = situation.state
    price, money = state.rules.battles.leaders.ransom, state.factions[situation.faction].money
    if "pay" not in state.rules.orders or not price:
        return []
    acts: list[Act] = []
    for force in situation.forces:
        for command in force.commands:
            leader = command.leader
            if (
                leader
                and leader.fate == "captured"
                and leader.captor in state.factions
                and price * 2 <= money
            ):
                acts.append(PayAct(to=leader.captor, amount=price, ransom=command.id))
                money -= price
    return acts


def _raised(situation: Situation, money: int) -> list[Act]:
    """Raise a force after the pattern of the best that it has or had, where men can be got in safety."""
    state = situation.state
    areas = [
        key
        for key in sorted(state.areas)
        if state.areas[key].owner == situation.faction
        and situation.recruits(key)
        and not situation.enemies.get(key)
    ]
    had = [each for each in state.forces.values() if each.faction == situation.faction and each.units]
    if "raise" not in state.rules.orders or not areas or not had:
        return []
    model = min(had, key=lambda each: (-sum(unit.worth for unit in each.units), each.id))
    levy: list[Unit] = []  # as many units, in the order of the list, as there is money for
    for unit in model.units:
        if raise_cost(state.rules, sum(each.worth for each in levy) + unit.worth) <= money * 3 // 4:
            levy.append(replace(unit, lost=0, status="ready"))
    made = _document(model, levy) if len(levy) >= max(2, len(model.units) // 2) else None
    if made is None:
        return []
    document, worth = made
    klass, cost = fitting_class(state.rules, worth), raise_cost(state.rules, worth)
    count = min(MOST_RAISED, money // cost) if cost else 1
    areas.sort(key=lambda key: (key != situation.capital, key))
    where = [situation.area(areas[index % len(areas)]) for index in range(count if klass else 0)]
    return [
        RaiseAct(area=each.id, name=words.levy(each.name)[:120], klass=klass, list=document) for each in where
    ]


def _document(model: Force, levy: list[Unit]) -> tuple[dict[str, Any], float] | None:
    """Return the list of a new force of such units, with ids of its own and nameless leaders; its worth."""
    commands = [
        replace(each, leader=each.leader and Leader(each.leader.level, "", each.leader.commander_in_chief))
        for each in model.commands
    ]
    try:
        document = army_of([replace(model, units=levy, commands=commands)]).to_json()
        for index, command in enumerate(document["commands"], 1):
            command["id"] = f"c{index}"
            for number, unit in enumerate(command["units"], 1):
                unit["id"] = f"c{index}u{number}"
        return document, muster("levy", "", model.faction, "", document).worth
    except LeaguerError:
        return None
