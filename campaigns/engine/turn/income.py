"""Money: loot brought home, income, the pay of forces."""

from __future__ import annotations

from math import ceil

from campaigns.engine.dice import TurnDice
from campaigns.engine.events.areas import AreaHealed
from campaigns.engine.events.base import ALL, Log
from campaigns.engine.events.factions import IncomeGot, LootBrought, UpkeepPaid
from campaigns.engine.events.strength import Deserted
from campaigns.engine.maps import Area
from campaigns.engine.state import AreaState, Faction, Force, State
from campaigns.engine.turn.ground import is_home
from campaigns.engine.turn.losses import Changes, pairs, portion, weaken

Parts = dict[str, int]


def bring_loot(log: Log) -> None:
    """Loot becomes money: at once, or in an area of the faction's own country that it or an ally holds."""
    state = log.state
    at_once = state.rules.looting.brought == "at once"
    for force in list(state.standing()):
        if force.loot and (at_once or brings_home(state, force.faction, force.at)):
            known = (force.faction,)
            log.apply(LootBrought("looting.brought", known, faction=force.faction,
                                  amount=force.loot, force=force.id, area=force.at))  # fmt: skip


def brings_home(state: State, faction: str, area: str) -> bool:
    """Whether loot brought to an area is home."""
    if state.map is None or not is_home(state, state.map.by_id[area], faction):
        return False
    return state.relation(faction, state.areas[area].owner) == "alliance"


def collect(log: Log) -> None:
    """Every faction's income of the turn, and looted areas that have recovered."""
    for faction in sorted(log.state.factions.values(), key=lambda each: each.id):
        parts = income_of(log.state, faction)
        amount = sum(parts.values())
        if amount:
            known = (faction.id,)
            log.apply(IncomeGot("income", known, faction=faction.id, amount=amount,
                                parts=tuple(parts.items())))  # fmt: skip
    for key, area in sorted(log.state.areas.items()):
        if area.looted and area.looted <= log.state.turn + 1:
            log.apply(AreaHealed("income.looted", (ALL,), area=key))


def income_of(state: State, faction: Faction) -> Parts:
    """What a faction's next income is made of, in words and amounts, without what brings nothing."""
    parts = {"each turn": faction.income, "areas": 0, "occupied areas": 0, "home areas": 0}
    for area in state.map.areas if state.map is not None else ():
        held = state.areas[area.id]
        if held.owner != faction.id:
            continue
        if not held.looted and not held.besieger:
            parts["areas"] += area.income * state.rules.income.areas
        if not (held.looted and state.rules.income.unlooted_only):
            name, amount = _token(state, faction, area, held)
            parts[name] += amount
    parts["areas"] //= 100
    return {name: amount for name, amount in parts.items() if amount}


def _token(state: State, faction: Faction, area: Area, held: AreaState) -> tuple[str, int]:
    """What a faction gets for an area as such, beside what the area itself brings."""
    if held.besieger and state.rules.income.unlooted_only:
        return "areas", 0
    if is_home(state, area, faction.id):
        return "home areas", faction.per_home
    return "occupied areas", faction.per_occupied


def pay(log: Log, dice: TurnDice) -> None:
    """Forces are paid as far as the money goes, in the order of their ids; from the others men desert."""
    rate = log.state.rules.income.upkeep
    for key in sorted(log.state.factions) if rate else ():
        left, spent, unpaid = log.state.factions[key].money, 0, []
        for force in [each for each in log.state.standing() if each.faction == key and each.strength]:
            cost = upkeep_of(force, rate)
            if cost <= left - spent:
                spent += cost
            else:
                unpaid.append(force)
        if spent:
            log.apply(UpkeepPaid("income.upkeep", (key,), faction=key, amount=-spent))
        for force in unpaid:
            _desert(log, force, dice)


def upkeep_of(force: Force, rate: float) -> int:
    """What a force costs a turn, at `rate` for every 100 of worth."""
    return ceil(force.worth * rate / 100)


def _desert(log: Log, force: Force, dice: TurnDice) -> None:
    percent = log.state.rules.income.unpaid
    lost: Changes = {unit.id: portion(unit.left, percent, dice, "unpaid", unit.id) for unit in force.ready()}
    weaken(log, Deserted("income.unpaid", (force.faction,), force=force.id, changes=pairs(lost)))
