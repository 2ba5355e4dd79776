"""The first half of a turn: weather, acts of factions, marches, contacts, what is seen, engagements."""

from __future__ import annotations

from collections.abc import Mapping

from campaigns.engine.dice import TurnDice
from campaigns.engine.events.base import ALL, Log
from campaigns.engine.events.turns import (
    ForcedMarch,
    Halted,
    Marched,
    MarchesOver,
    OrderRefused,
    OrderStanding,
    TurnBegun,
)
from campaigns.engine.orderchecks import check
from campaigns.engine.orders import Orders
from campaigns.engine.turn.acts import carry_out
from campaigns.engine.turn.engaging import clashes, engagement, fought, open_battle
from campaigns.engine.turn.losses import portions, weaken
from campaigns.engine.turn.movement import Column, Marches, columns_of
from campaigns.engine.turn.recruiting import reorganise
from campaigns.engine.turn.scouting import scout
from campaigns.engine.view import friends
from campaigns.wording import turn as words
from rulesets.engine.errors import Fault

STANDING = ("forage", "raid", "refit", "recruit", "besiege", "garrison")
"""What is done at the turn's end, after its battles."""
Given = Mapping[str, Orders]


def resolve(log: Log, orders: Given, dice: TurnDice) -> None:
    """Carries out `orders` (by faction id) on the log's state, which ends in the phase "battles"."""
    begin_turn(log, dice)
    # Checked again with all that is true now: when orders were given only what their faction saw counted.
    given = {key: _possible(log, orders[key]) for key in sorted(orders) if key in log.state.factions}
    carry_out(log, given)
    marches = Marches(log.state, columns_of(log.state, given, dice), dice)
    marches.run()
    _log_marches(log, marches, dice)
    found = clashes(log.state, marches.columns, marches.contacts)
    engaged = {each.id for clash in found for side in clash.sides for each in side}
    # After contacts are known and before engagements open: who faces an enemy cannot join or split.
    reorganise(log, marches.columns, engaged)
    for number, clash in enumerate(fought(log, marches, found), 1):
        known = tuple(sorted({each.faction for side in clash.sides for each in side}))
        open_battle(log, engagement(log.state, clash, f"t{log.state.turn}e{number}"), "battles", known)
    # Last, so that everybody is seen where the turn leaves them.
    scout(log, marches.columns, dice)
    _stand(log, marches.columns)
    log.apply(MarchesOver("", (ALL,)))


# Orders


def _possible(log: Log, orders: Orders) -> Orders:
    """Return orders without what cannot be done; each refusal is reported to those who gave it."""
    forces: dict[str, Fault] = {}
    acts: dict[int, Fault] = {}
    for fault in check(log.state, orders):
        part, _, rest = fault.path.partition(".")
        key = rest.split(".")[0]
        if part == "forces" and key in orders.forces:
            forces.setdefault(key, fault)  # of several the first
        elif part.startswith("acts["):
            acts[int(part[5:].split("]")[0])] = fault
    refused = [*sorted(forces.items()), *((orders.faction, acts[each]) for each in sorted(acts))]
    for subject, fault in refused:
        log.apply(OrderRefused("orders", (orders.faction,), orders.faction, subject, why=fault.message))
    return Orders(
        faction=orders.faction,
        forces={key: each for key, each in orders.forces.items() if key not in forces},
        acts=[each for number, each in enumerate(orders.acts) if number not in acts],
    )


# Marches


def _log_marches(log: Log, marches: Marches, dice: TurnDice) -> None:
    """Let the marches happen, as they were found to."""
    columns = [marches.columns[key] for key in sorted(marches.columns)]
    for each in columns:
        if each.entered:
            known, way = friends(log.state, each.faction), tuple(each.entered)
            log.apply(Marched("march.by", known, each.id, each.force.at, way, forced=each.order.forced))
    for event in marches.tidings:
        log.apply(event)
    for each in columns:
        _afterwards(log, each, dice)


def _afterwards(log: Log, column: Column, dice: TurnDice) -> None:
    """Report what falls short of its goal, and take what hurrying costs."""
    if column.order.path and column.at != column.goal and not column.retreated:
        rule, why = ("contact", words.ENEMY_IN_WAY) if column.met else ("march", column.why)
        log.apply(Halted(rule, (column.faction,), column.id, column.at, column.goal, why))
    if column.order.forced and column.entered:
        lost = portions(column.force, log.state.rules.march.forced_loss, dice, "forced march")
        known = friends(log.state, column.faction)
        weaken(log, ForcedMarch("march.forced_loss", known, column.id, lost))


# Engagements, and what is left to do


def _stand(log: Log, columns: Mapping[str, Column]) -> None:
    """Note orders for the end of the turn, of those who got to where they were sent."""
    for key in sorted(columns):
        column, order = columns[key], columns[key].order
        there = column.at == column.goal and not column.retreated
        if order.do in STANDING and there and not column.force.gone:
            value = order.model_dump(mode="json", exclude_defaults=True) | {"do": order.do}
            log.apply(OrderStanding("orders", (column.faction,), column.id, value))


def begin_turn(log: Log, dice: TurnDice) -> None:
    """Roll for the weather, the first of the rules where the season is given none; let the turn begin."""
    state, kinds = log.state, log.state.rules.calendar.weather
    chances = {each.name: each.chance.get(state.season, 0) for each in kinds}  # type: ignore[call-overload]
    weather = dice.chosen(chances, "weather") if any(chances.values()) else kinds[0].name
    log.apply(TurnBegun("calendar.weather", (ALL,), state.turn, state.date, weather))
