"""New men for old units, worn units merged, those who come back by themselves; forces that join and split."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from math import ceil

from campaigns.engine.events.base import Log
from campaigns.engine.events.battle import LeaderBack
from campaigns.engine.events.factions import ForcesJoined, ForceSplit, RecruitsPaid
from campaigns.engine.events.strength import Merged, Recruited, UnitsBack, UnitsMerged
from campaigns.engine.orders import ForceOrder
from campaigns.engine.state import Force, State, Unit
from campaigns.engine.turn.acts import fitting_class, next_force_id
from campaigns.engine.turn.ground import Ground, raises_men
from campaigns.engine.turn.losses import Changes, pairs
from campaigns.engine.turn.movement import Column
from campaigns.engine.turn.standing import Standing, nothing, ordered_to
from campaigns.engine.view import friends
from campaigns.wording import turn as words


def recruit(log: Log, orders: Standing) -> None:
    """Let forces buy steps back that are told to recruit; those told to merge put worn units together."""
    for force, order in (*ordered_to(log.state, orders, "recruit"), *ordered_to(log.state, orders, "refit")):
        if order.merge and log.state.rules.raising.merge:
            merge(log, force, order.units)
    ground = Ground(log.state)
    for force, order in ordered_to(log.state, orders, "recruit"):
        if not raises_men(log.state, ground.area(force.at), force.faction):
            nothing(log, force, "recruit", words.NO_RECRUITS_THERE, "raising.at")
        elif ground.in_the_field(force.at, force.faction):
            nothing(log, force, "recruit", words.ENEMY_TOO_NEAR, "raising.at")
        else:
            _buy(log, force, order)


def _buy(log: Log, force: Force, order: ForceOrder) -> None:
    """Buy steps for the worst worn units first, as far as money, the order and the rules allow."""
    rules, faction = log.state.rules.raising, log.state.factions[force.faction]
    money = min(faction.money, order.amount) if order.amount else faction.money
    full = sum(unit.worth for unit in force.units if unit.status == "ready")
    allowed = full * rules.per_turn / 100
    bought: Changes = {}
    spent = worth = 0.0
    for unit in _worst(force, order.units):
        step = unit.worth / unit.steps
        while bought.get(unit.id, 0) > -unit.lost:
            # Rounded up once for all: rounding each step would make small purchases dearer.
            if worth + step > allowed or ceil(spent + step * rules.recruit_cost) > money:
                break
            bought[unit.id] = bought.get(unit.id, 0) - 1
            spent, worth = spent + step * rules.recruit_cost, worth + step
    if not bought:
        why = words.NO_UNIT_NEEDS_MEN if not any(_worst(force, order.units)) else words.MONEY_SHORT
        nothing(log, force, "recruit", why, "raising.recruit_cost")
        return
    known = (force.faction,)
    if cost := ceil(spent):
        log.apply(RecruitsPaid("raising.recruit_cost", known, force.faction, -cost, force.id))
    log.apply(Recruited("raising.per_turn", known, force.id, pairs(bought)))


def _worst(force: Force, chosen: Iterable[str]) -> list[Unit]:
    """Return the worn units of a force, or those chosen of them, the worst worn first."""
    wanted = set(chosen)
    worn = [unit for unit in force.ready() if unit.lost and (not wanted or unit.id in wanted)]
    return sorted(worn, key=lambda unit: (unit.left / unit.steps, unit.id))


def merge(log: Log, force: Force, chosen: Iterable[str]) -> None:
    """Let worn units of one entry, alike in their options, give their men to the least worn of them."""
    kinds: dict[tuple[str, tuple[str, ...], int], list[Unit]] = {}
    for unit in _worst(force, chosen):
        kinds.setdefault((unit.entry, tuple(unit.options), unit.steps), []).append(unit)
    changes: Changes = {}
    for (_, _, steps), alike in kinds.items():
        men, poured = sum(unit.left for unit in alike), dict[str, int]()
        for unit in reversed(alike):  # the best are filled first
            has = min(steps, men)
            men -= has
            poured[unit.id] = unit.left - has
        # Only worth an event when a unit is emptied; else men would only be moved around.
        if any(steps <= unit.lost + poured[unit.id] for unit in alike):
            changes |= poured
    if not changes:
        return
    known = (force.faction,)
    log.apply(Merged("raising.merge", known, force.id, pairs(changes)))
    if empty := tuple(unit.id for unit in force.units if unit.status == "ready" and unit.lost >= unit.steps):
        log.apply(UnitsMerged("raising.merge", known, force.id, empty, back=0))


def returns(log: Log) -> None:
    """Units that fled and leaders who were wounded are back for the next turn."""
    state = log.state
    # A list: events change the state while the loop runs.
    for force in list(state.standing()):
        known = (force.faction,)
        due = tuple(u.id for u in force.units if u.status == "away" and u.back <= state.turn + 1)
        if due:
            log.apply(UnitsBack("battles.aftermath.away", known, force=force.id, units=due, back=0))
        for command in force.commands:
            leader = command.leader
            if leader and leader.fate == "wounded" and leader.back <= state.turn + 1:
                log.apply(LeaderBack("battles.leaders.wounded", known, force=force.id, command=command.id))


def reorganise(log: Log, columns: Mapping[str, Column], engaged: set[str]) -> None:
    """Carry out joins, then splits, of all forces that are told to and face no enemy."""
    into: dict[str, str] = {}
    for column in _ordered(columns, "join"):
        _join(log, column.force.id, column.order, engaged, into)
    for column in _ordered(columns, "split"):
        _split(log, log.state.forces[column.id], column.order, engaged)


def _ordered(columns: Mapping[str, Column], do: str) -> Iterator[Column]:
    return (columns[key] for key in sorted(columns) if columns[key].order.do == do)


def _join(log: Log, key: str, order: ForceOrder, engaged: set[str], into: dict[str, str]) -> None:
    """Let a force join its target, or the one that its target has just joined (`into`)."""
    target = order.target
    # Chains: a force that has joined another today is found where it has gone.
    while target in into:
        target = into[target]
    force, other = log.state.forces[key], log.state.forces[target]
    if target == key:
        return
    klass = fitting_class(log.state.rules, force.worth + other.worth, other.klass)
    if why := _parted(force, other, engaged):
        nothing(log, force, "join", why, "orders")
    elif not klass:
        nothing(log, force, "join", words.TOO_MANY_TOGETHER, "classes")
    else:
        known = friends(log.state, force.faction)
        log.apply(ForcesJoined("orders", known, force=key, other=target, klass=klass))
        into[key] = target


def _parted(force: Force, other: Force, engaged: set[str]) -> str:
    """Why a force cannot join another, "" if it can."""
    if force.gone or other.gone:
        return words.NOBODY_TO_JOIN
    if force.at != other.at:
        return words.not_there(other.name)
    if force.id in engaged or other.id in engaged:
        return words.ENEMY_TOO_NEAR
    if force.inside != other.inside:
        return words.WALLS_BETWEEN
    return ""


def _split(log: Log, force: Force, order: ForceOrder, engaged: set[str]) -> None:
    """Whole commands and single units go; what stays and what goes must both be somebody."""
    if why := words.ENEMY_TOO_NEAR if force.id in engaged else detached(force, order):
        nothing(log, force, "split", why, "orders")
        return
    units = leaving(force, order)
    gone, stays = (
        _class_of(log.state, force, [each for each in force.units if (each.id in units) is part])
        for part in (True, False)
    )
    if not gone or not stays:
        nothing(log, force, "split", words.PART_TOO_SMALL, "classes")
        return
    log.apply(
        ForceSplit("orders", friends(log.state, force.faction), force=force.id,
            other=next_force_id(log.state), name=order.name or words.detachment(force.name), klass=gone,
            stays=stays, units=tuple(sorted(units)),
            commands=tuple(each.id for each in force.commands if each.id in order.commands),
        )
    )  # fmt: skip


def _class_of(state: State, force: Force, units: Iterable[Unit]) -> str:
    """Return the class of a part of a force."""
    return fitting_class(
        state.rules, sum(each.worth * each.left / each.steps for each in units if each.steps), force.klass
    )


def leaving(force: Force, order: ForceOrder) -> set[str]:
    """Return the units that part from a force: those named, and all of the commands named."""
    return {each.id for each in force.units if each.id in order.units or each.command in order.commands}


def detached(force: Force, order: ForceOrder) -> str:
    """Why a force cannot part so, "" if it can."""
    units = leaving(force, order)
    staying = [each for each in force.ready() if each.id not in units]
    if not any(each.id in units for each in force.ready()):
        return words.NOTHING_LEAVES
    return "" if staying else words.NOBODY_STAYS
