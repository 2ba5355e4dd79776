"""Losses: weakening a force, and what follows when a unit or the whole force has nobody left."""

from __future__ import annotations

from campaigns.engine.dice import TurnDice
from campaigns.engine.events.base import Log
from campaigns.engine.events.battle import ForceGone, LeaderLost
from campaigns.engine.events.strength import StepsChange, UnitsDestroyed, UnitsTaken
from campaigns.engine.state import NOBODY, Force, Unit
from campaigns.wording import turn as words

Changes = dict[str, int]


def portion(steps: int, percent: int, dice: TurnDice, *key: object) -> int:
    """`percent` of `steps` as a whole number; what is left over is rolled for."""
    whole, rest = divmod(steps * percent, 100)
    return whole + (1 if rest and dice.percent(*key) <= rest else 0)


def pairs(changes: Changes) -> tuple[tuple[str, int], ...]:
    """Return changes of steps as an event has them."""
    return tuple(sorted((unit, change) for unit, change in changes.items() if change))


def portions(force: Force, percent: int, dice: TurnDice, *key: object) -> tuple[tuple[str, int], ...]:
    """Return the steps that `percent` are of each unit's, as an event has them; dice are rolled by `key`."""
    return pairs({unit.id: portion(unit.left, percent, dice, *key, unit.id) for unit in force.ready()})


def exposed(force: Force) -> list[Unit]:
    """Return the units that hardship wears down: those of a single step are lost with the last."""
    ready = list(force.ready())
    return [unit for unit in ready if unit.steps > 1] or ready


def weaken(log: Log, event: StepsChange) -> None:
    """Let losses happen; units that sink to what `attrition.gone` says are gone with what they have left."""
    if not event.changes:
        return
    log.apply(event)
    force, percent = log.state.forces[event.force], log.state.rules.attrition.gone
    ready = (unit for unit in force.units if unit.status == "ready")
    if spent := tuple(unit.id for unit in ready if unit.left * 100 <= percent * unit.steps):
        log.apply(UnitsDestroyed("attrition.gone", event.known, force.id, spent, back=0))
    disband(log, force, event.known, words.NOBODY_LEFT, event.rule)


def disband(log: Log, force: Force, known: tuple[str, ...], why: str, rule: str) -> None:
    """Remove a force that has no units, neither there nor coming back."""
    if not force.gone and all(unit.status == "lost" for unit in force.units):
        log.apply(ForceGone(rule, known, force=force.id, area=force.at, why=why))


def capture(log: Log, force: Force, captor: str, why: str, rule: str) -> None:
    """Take a force: its units are lost, its leaders prisoners of `captor`."""
    known = tuple(sorted({force.faction, captor} - {NOBODY}))
    if units := tuple(unit.id for unit in force.units if unit.status != "lost"):
        log.apply(UnitsTaken(rule, known, force.id, units, back=0))
    for command in force.commands:
        if command.leader is not None and command.leader.fate in ("well", "wounded"):
            log.apply(LeaderLost(rule, known, force.id, command.id, "captured", back=0, captor=captor))
    log.apply(ForceGone(rule, known, force.id, force.at, why))
