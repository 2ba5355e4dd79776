"""Money: loot brought home, income, the pay of forces."""

from __future__ import annotations

from math import ceil

from campaigns.engine.dice import TurnDice
from campaigns.engine.events.areas import AreaHealed
from campaigns.engine.events.base import ALL, Log
from campaigns.engine.events.factions import IncomeGot, LootBrought, UpkeepPaid
from campaigns.engine.events.strength import Deserted
from campaigns.engine.state import Faction, State
from campaigns.engine.turn.ground import Ground, is_home
from campaigns.engine.turn.losses import portions, weaken

Parts = dict[str, int]


def bring_loot(log: Log) -> None:
    """Turn loot into money: at once, or in an area of the faction's own country that it or an ally holds."""
    ground = Ground(log.state)
    at_once = log.state.rules.looting.brought == "at once"
    for force in list(log.state.standing()):
        key, at = force.faction, force.at
        home = is_home(log.state, ground.area(at), key) and ground.friendly(at, key)
        if force.loot and (at_once or home):
            log.apply(LootBrought("looting.brought", (key,), key, force.loot, force.id, at))


def collect(log: Log) -> None:
    """Give every faction the turn's income, and let looted areas recover."""
    for key, faction in sorted(log.state.factions.items()):
        parts = income_of(log.state, faction)
        if amount := sum(parts.values()):
            log.apply(IncomeGot("income", (key,), key, amount, tuple(parts.items())))
    for key, area in sorted(log.state.areas.items()):
        if area.looted and area.looted <= log.state.turn + 1:
            log.apply(AreaHealed("income.looted", (ALL,), area=key))


def income_of(state: State, faction: Faction) -> Parts:
    """Return what a faction's next income is made of, in words and amounts, without what brings nothing."""
    parts = {"each turn": faction.income, "areas": 0, "occupied areas": 0, "home areas": 0}
    for area in state.map.areas if state.map is not None else ():
        held = state.areas[area.id]
        if held.owner != faction.id:
            continue
        if not held.looted and not held.besieger:
            parts["areas"] += area.income * state.rules.income.areas
        # What a faction gets for an area as such, beside what the area itself brings.
        if state.rules.income.unlooted_only and (held.looted or held.besieger):
            continue
        if is_home(state, area, faction.id):
            parts["home areas"] += faction.per_home
        else:
            parts["occupied areas"] += faction.per_occupied
    # Divided once, at the end: cents of many areas add up to coins.
    parts["areas"] //= 100
    return {name: amount for name, amount in parts.items() if amount}


def pay(log: Log, dice: TurnDice) -> None:
    """Pay forces as far as the money goes, in the order of their ids; from the others men desert."""
    rate = log.state.rules.income.upkeep
    for key in sorted(log.state.factions) if rate else ():
        left, spent, unpaid = log.state.factions[key].money, 0, []
        for force in [each for each in log.state.standing() if each.faction == key and each.strength]:
            cost = ceil(force.worth * rate / 100)
            # A dear force that cannot be paid does not stop a cheaper one behind it.
            if cost <= left - spent:
                spent += cost
            else:
                unpaid.append(force)
        if spent:
            log.apply(UpkeepPaid("income.upkeep", (key,), faction=key, amount=-spent))
        for force in unpaid:
            lost = portions(force, log.state.rules.income.unpaid, dice, "unpaid")
            weaken(log, Deserted("income.unpaid", (force.faction,), force.id, lost))
