"""Forces that join others, and forces that part in two, at the end of their marches."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from campaigns.engine.events.areas import CameToNothing
from campaigns.engine.events.base import Log
from campaigns.engine.events.factions import ForcesJoined, ForceSplit
from campaigns.engine.orders import ForceOrder
from campaigns.engine.state import Force, State, Unit
from campaigns.engine.turn.acts import fitting_class, next_force_id
from campaigns.engine.turn.columns import Column
from campaigns.engine.view import friends


def reorganise(log: Log, columns: Mapping[str, Column], engaged: set[str]) -> None:
    """Joins first, then splits, of all forces that are told to and face no enemy."""
    into: dict[str, str] = {}
    for column in _ordered(columns, "join"):
        _join(log, column.force.id, column.order, engaged, into)
    for column in _ordered(columns, "split"):
        _split(log, log.state.forces[column.id], column.order, engaged)


def _ordered(columns: Mapping[str, Column], do: str) -> Iterator[Column]:
    return (columns[key] for key in sorted(columns) if columns[key].order.do == do)


def _nothing(log: Log, force: Force, order: str, why: str, rule: str) -> None:
    log.apply(CameToNothing(rule, (force.faction,), force=force.id, order=order, why=why))


def _join(log: Log, key: str, order: ForceOrder, engaged: set[str], into: dict[str, str]) -> None:
    """A force joins its target, or the one that its target has just joined (`into`)."""
    target = order.target
    while target in into:
        target = into[target]
    force, other = log.state.forces[key], log.state.forces[target]
    if target == key:
        return
    klass = fitting_class(log.state.rules, force.worth + other.worth, other.klass)
    if why := _parted(force, other, engaged):
        _nothing(log, force, "join", why, "orders")
    elif not klass:
        _nothing(log, force, "join", "together they would be too many for any class of force", "classes")
    else:
        known = friends(log.state, force.faction)
        log.apply(ForcesJoined("orders", known, force=key, other=target, klass=klass))
        into[key] = target


def _parted(force: Force, other: Force, engaged: set[str]) -> str:
    """Why a force cannot join another, "" if it can."""
    if force.gone or other.gone:
        return "there is nobody left to join"
    if force.at != other.at:
        return f"{other.name} is not there"
    if force.id in engaged or other.id in engaged:
        return "the enemy is too near"
    if force.inside != other.inside:
        return "walls lie between them"
    return ""


def _split(log: Log, force: Force, order: ForceOrder, engaged: set[str]) -> None:
    """Whole commands and single units go; what stays and what goes must both be somebody."""
    if why := "the enemy is too near" if force.id in engaged else detached(force, order):
        _nothing(log, force, "split", why, "orders")
        return
    units = leaving(force, order)
    gone, stays = (
        _class_of(log.state, force, [each for each in force.units if (each.id in units) is part])
        for part in (True, False)
    )
    if not gone or not stays:
        _nothing(log, force, "split", "a part of it would be too small for any class of force", "classes")
        return
    log.apply(
        ForceSplit("orders", friends(log.state, force.faction), force=force.id,
            other=next_force_id(log.state), name=order.name or f"Detachment of {force.name}", klass=gone,
            stays=stays, units=tuple(sorted(units)),
            commands=tuple(each.id for each in force.commands if each.id in order.commands),
        )
    )  # fmt: skip


def _class_of(state: State, force: Force, units: Iterable[Unit]) -> str:
    """The class of a part of a force."""
    return fitting_class(
        state.rules, sum(each.worth * each.left / each.steps for each in units if each.steps), force.klass
    )


def leaving(force: Force, order: ForceOrder) -> set[str]:
    """The units that part from a force: those named, and all of the commands named."""
    return {each.id for each in force.units if each.id in order.units or each.command in order.commands}


def detached(force: Force, order: ForceOrder) -> str:
    """Why a force cannot part so, "" if it can."""
    units = leaving(force, order)
    staying = [each for each in force.ready() if each.id not in units]
    if not any(each.id in units for each in force.ready()):
        return "names no units or commands of it that could go"
    return "" if staying else "leaves nobody behind"
