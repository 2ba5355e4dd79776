"""The first half of a turn: weather, acts of factions, marches, contacts, what is seen, engagements."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from campaigns.engine.dice import TurnDice
from campaigns.engine.events.base import ALL, Log
from campaigns.engine.events.turns import (
    Engaged,
    ForcedMarch,
    Halted,
    Marched,
    MarchesOver,
    OrderRefused,
    OrderStanding,
    TurnBegun,
)
from campaigns.engine.orderchecks import check
from campaigns.engine.orders import ForceOrder, Orders
from campaigns.engine.state import State, to_json
from campaigns.engine.turn.acts import carry_out
from campaigns.engine.turn.columns import Column, columns_of
from campaigns.engine.turn.engaging import Clash, clashes, engagement
from campaigns.engine.turn.losses import pairs, portion, weaken
from campaigns.engine.turn.movement import Marches
from campaigns.engine.turn.recruiting import reorganise
from campaigns.engine.turn.scouting import scout
from campaigns.engine.turn.skirmishes import fought
from campaigns.engine.view import friends
from rulesets.engine.errors import Fault

STANDING = ("forage", "raid", "refit", "recruit", "besiege", "garrison")
"""What is done at the turn's end, after its battles."""
Given = Mapping[str, Orders]


def resolve(log: Log, orders: Given, dice: TurnDice) -> None:
    """Carries out `orders` (by faction id) on the log's state, which ends in the phase "battles"."""
    begin_turn(log, dice)
    given = _possible(log, orders)
    carry_out(log, given)
    marches = Marches(log.state, columns_of(log.state, given, dice), dice)
    marches.run()
    _tell(log, marches, dice)
    found = clashes(log.state, marches.columns, marches.contacts)
    engaged = {each.id for clash in found for side in clash.sides for each in side}
    reorganise(log, marches.columns, engaged)
    _engage(log, fought(log, marches, found))
    scout(log, marches.columns, dice)
    _stand(log, marches.columns)
    log.apply(MarchesOver("", (ALL,)))


# Orders


def _possible(log: Log, orders: Given) -> Given:
    """The orders without what cannot be done; each refusal is told to those who gave it."""
    return {key: _without_faults(log, orders[key]) for key in sorted(orders) if key in log.state.factions}


def _without_faults(log: Log, orders: Orders) -> Orders:
    faults = check(log.state, orders)
    if not faults:
        return orders
    bad_forces = dict(_by_force(orders, faults))
    bad_acts = {
        int(fault.path[5:].split("]")[0]): fault for fault in faults if fault.path.startswith("acts[")
    }
    refused = [*sorted(bad_forces.items()), *((orders.faction, bad_acts[each]) for each in sorted(bad_acts))]
    for subject, fault in refused:
        log.apply(
            OrderRefused("orders", (orders.faction,), faction=orders.faction, subject=subject,
                         why=fault.message)
        )  # fmt: skip
    return Orders(
        faction=orders.faction,
        forces={key: each for key, each in orders.forces.items() if key not in bad_forces},
        acts=[each for number, each in enumerate(orders.acts) if number not in bad_acts],
    )


def _by_force(orders: Orders, faults: list[Fault]) -> Iterator[tuple[str, Fault]]:
    """The faults of forces, by their ids; of several the first."""
    for fault in reversed(faults):
        part = fault.path.split(".")
        if part[0] == "forces" and len(part) > 1 and part[1] in orders.forces:
            yield part[1], fault


# Marches


def _tell(log: Log, marches: Marches, dice: TurnDice) -> None:
    """Let the marches happen, as they were found to."""
    for key in sorted(marches.columns):
        column = marches.columns[key]
        if column.entered:
            _march(log, column)
    for event in marches.tidings:
        log.apply(event)
    for key in sorted(marches.columns):
        _afterwards(log, marches.columns[key], dice)


def _march(log: Log, column: Column) -> None:
    log.apply(
        Marched("march.by", friends(log.state, column.faction), force=column.id,
            came_from=column.force.at, path=tuple(column.entered), forced=column.order.forced,
        )
    )  # fmt: skip


def _afterwards(log: Log, column: Column, dice: TurnDice) -> None:
    """What falls short of its goal, and what hurrying costs."""
    if column.order.path and column.at != column.goal and not column.retreated:
        why = "the enemy stands in its way" if column.met else column.why
        log.apply(
            Halted("contact" if column.met else "march", (column.faction,),
                   force=column.id, area=column.at, goal=column.goal, why=why)
        )  # fmt: skip
    if column.order.forced and column.entered:
        _wear(log, column, dice)


def _wear(log: Log, column: Column, dice: TurnDice) -> None:
    percent = log.state.rules.march.forced_loss
    lost = {
        unit.id: portion(unit.left, percent, dice, "forced march", unit.id) for unit in column.force.ready()
    }
    known = friends(log.state, column.faction)
    weaken(log, ForcedMarch("march.forced_loss", known, force=column.id, changes=pairs(lost)))


# Engagements, and what is left to do


def _engage(log: Log, found: list[Clash]) -> None:
    for number, clash in enumerate(found, 1):
        made = engagement(log.state, clash, f"t{log.state.turn}e{number}")
        known = tuple(sorted({each.faction for side in clash.sides for each in side}))
        value = to_json(made)
        log.apply(Engaged("battles", known, engagement=value))


def _stand(log: Log, columns: Mapping[str, Column]) -> None:
    """Orders that are carried out at the end of the turn, by those who got to where they were sent."""
    for key in sorted(columns):
        column = columns[key]
        there = column.at == column.goal and not column.retreated
        if column.order.do in STANDING and there and not column.force.gone:
            _stands(log, column, column.order)


def _stands(log: Log, column: Column, order: ForceOrder) -> None:
    value = order.model_dump(mode="json", exclude_defaults=True)
    value["do"] = order.do
    log.apply(OrderStanding("orders", (column.faction,), force=column.id, order=value))


def begin_turn(log: Log, dice: TurnDice) -> None:
    """Roll for the weather, and let the turn begin."""
    state = log.state
    weather = weather_of(state, dice)
    log.apply(TurnBegun("calendar.weather", (ALL,), turn=state.turn, date=state.date, weather=weather))


def weather_of(state: State, dice: TurnDice) -> str:
    """This turn's weather; the first of the rules where the season is given none."""
    kinds = state.rules.calendar.weather
    chances = {each.name: each.chance.get(state.season, 0) for each in kinds}  # type: ignore[call-overload]
    if not any(chances.values()):
        return kinds[0].name
    return dice.chosen(chances, "weather")
