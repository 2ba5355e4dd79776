"""Want and rest: what it costs not to be fed, what winter marches cost, and who recovers."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from campaigns.engine.dice import TurnDice
from campaigns.engine.events.areas import InSupply, MagazineUsed, OutOfSupply
from campaigns.engine.events.base import Log
from campaigns.engine.events.strength import Recovered, Want, WinterLosses
from campaigns.engine.state import Force, State
from campaigns.engine.turn.ground import Ground
from campaigns.engine.turn.losses import Changes, exposed, pairs, portion, weaken
from campaigns.engine.turn.standing import Standing, loot, ordered_to
from campaigns.engine.turn.supply import Fed, fed, from_home


def provide(log: Log, orders: Standing, dice: TurnDice) -> None:
    """Feed every force that can be fed; the others waste away. Then the fed and rested recover."""
    state, ground = log.state, Ground(log.state)
    foraging = [force.id for force, _ in ordered_to(state, orders, "forage")]
    refitting = {force.id for force, _ in ordered_to(state, orders, "refit")}
    found = fed(ground, foraging)
    _magazines(log, ground, found)
    for force in list(state.standing()):
        if not force.strength:
            continue
        if _besieged(ground, force):
            continue
        _winter(log, force)
        if found[force.id]:
            _satisfied(log, force, refitting=force.id in refitting)
        else:
            _want(log, force, ground, dice)


def _besieged(ground: Ground, force: Force) -> bool:
    """Whether a garrison is shut in by a siege: it lives off its stores, see `sieges`."""
    besieger = ground.state.areas[force.at].besieger
    return force.inside and besieger in ground.foes[force.faction]


def _magazines(log: Log, ground: Ground, found: Mapping[str, Fed]) -> None:
    """Magazines give what was drawn from them; those that lie within supply themselves are filled."""
    drawn: dict[str, int] = {}
    for key in sorted(found):
        if found[key].how == "magazine":
            units = sum(1 for _ in log.state.forces[key].ready())
            drawn[found[key].source] = drawn.get(found[key].source, 0) + units
    carts = cache(lambda faction: from_home(ground, faction).links)
    for area in ground.map.areas:
        if not area.has("magazine") or not (owner := ground.owner(area.id)):
            continue
        before = log.state.areas[area.id].stock
        after = max(0, before - drawn.get(area.id, 0))
        if area.id not in drawn and area.id in carts(owner):
            after = max(before, log.state.rules.supply.magazine)
        if after != before:
            log.apply(MagazineUsed("supply.magazine", (owner,), area=area.id, faction=owner,
                                   change=after - before, stock=after))  # fmt: skip


def _winter(log: Log, force: Force) -> None:
    """What a march in winter costs."""
    steps = log.state.rules.attrition.winter
    if steps and force.trail and log.state.season == "winter":
        lost: Changes = {unit.id: min(unit.left, steps) for unit in exposed(force)}
        weaken(log, WinterLosses("attrition.winter", (force.faction,), force=force.id, changes=pairs(lost)))


def _satisfied(log: Log, force: Force, *, refitting: bool) -> None:
    if force.unsupplied or not force.supplied:
        log.apply(InSupply("supply", (force.faction,), force=force.id, area=force.at))
    rest(log, force, refitting=refitting and not _fought(log.state, force))


def rest(log: Log, force: Force, *, refitting: bool) -> None:
    """Worn units of a force get steps back, more if it refits."""
    rules = log.state.rules.attrition
    steps = rules.recovery + (rules.refit if refitting else 0)
    back: Changes = {unit.id: -min(unit.lost, steps) for unit in force.ready()}
    if changes := pairs(back):
        rule = "attrition.refit" if refitting else "attrition.recovery"
        known = (force.faction,)
        log.apply(Recovered(rule, known, force=force.id, changes=changes, rested=refitting))


def _fought(state: State, force: Force) -> bool:
    """Whether a force fought this turn."""
    return any(
        force.id in side.forces
        for each in state.engagements.values()
        if each.turn == state.turn
        for side in each.sides
    )


def _want(log: Log, force: Force, ground: Ground, dice: TurnDice) -> None:
    """A force that is not fed: the country may pay for its first turn, then its units melt away."""
    rules, turns = log.state.rules.attrition, force.unsupplied + 1
    relieved = rules.relief and turns == 1 and ground.friendly(force.at, force.faction)
    relieved = relieved and not log.state.areas[force.at].looted
    known = (force.faction,)
    log.apply(OutOfSupply("supply", known, force=force.id, area=force.at, turns=turns, relieved=relieved))
    if relieved:
        loot(log, force.at, "attrition.relief")
        return
    lost: Changes = {}
    for unit in exposed(force):
        fixed = min(unit.left, rules.steps)
        lost[unit.id] = fixed + portion(unit.left - fixed, rules.percent, dice, "want", unit.id)
    weaken(log, Want("attrition.steps", known, force=force.id, changes=pairs(lost), turns=turns))
