"""Losses: weakening a force, and what follows when a unit or the whole force has nobody left."""

from __future__ import annotations

from campaigns.engine.dice import TurnDice
from campaigns.engine.events.base import Log
from campaigns.engine.events.battle import ForceGone, LeaderLost
from campaigns.engine.events.strength import StepsChange, UnitsDestroyed, UnitsTaken
from campaigns.engine.state import NOBODY, Force, Unit

Changes = dict[str, int]


def portion(steps: int, percent: int, dice: TurnDice, *key: object) -> int:
    """`percent` of `steps` as a whole number; what is left over is rolled for."""
    whole, rest = divmod(steps * percent, 100)
    return whole + (1 if rest and dice.percent(*key) <= rest else 0)


def pairs(changes: Changes) -> tuple[tuple[str, int], ...]:
    """Changes of steps as an event has them."""
    return tuple(sorted((unit, change) for unit, change in changes.items() if change))


def exposed(force: Force) -> list[Unit]:
    """The units that hardship wears down: who has a single step, as a commander, is lost with the last."""
    ready = list(force.ready())
    return [unit for unit in ready if unit.steps > 1] or ready


def weaken(log: Log, event: StepsChange) -> None:
    """Let losses happen; units that sink to what `attrition.gone` says are gone with what they have left."""
    if not event.changes:
        return
    log.apply(event)
    force = log.state.forces[event.force]
    percent = log.state.rules.attrition.gone
    spent = tuple(
        unit.id for unit in force.units if unit.status == "ready" and unit.left * 100 <= percent * unit.steps
    )
    if spent:
        log.apply(UnitsDestroyed("attrition.gone", event.known, force=force.id, units=spent, back=0))
    disband(log, force, event.known, "it has nobody left", event.rule)


def disband(log: Log, force: Force, known: tuple[str, ...], why: str, rule: str) -> None:
    """A force without units that are there or will be back is no more."""
    if not force.gone and all(unit.status == "lost" for unit in force.units):
        log.apply(ForceGone(rule, known, force=force.id, area=force.at, why=why))


def capture(log: Log, force: Force, captor: str, why: str, rule: str) -> None:
    """A force lays down its arms: its units are lost, its leaders prisoners of `captor`."""
    known = tuple(sorted({force.faction, captor} - {NOBODY}))
    units = tuple(unit.id for unit in force.units if unit.status != "lost")
    if units:
        log.apply(UnitsTaken(rule, known, force=force.id, units=units, back=0))
    for command in force.commands:
        if command.leader is not None and command.leader.fate in ("well", "wounded"):
            log.apply(
                LeaderLost(rule, known, force=force.id, command=command.id, fate="captured",
                           back=0, captor=captor)
            )  # fmt: skip
    log.apply(ForceGone(rule, known, force=force.id, area=force.at, why=why))
