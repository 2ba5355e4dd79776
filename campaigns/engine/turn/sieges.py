"""Sieges and control: works that creep forward, garrisons that starve, and who holds which area."""

from __future__ import annotations

from collections.abc import Iterable

from campaigns.engine.dice import TurnDice
from campaigns.engine.events.areas import (
    AreaTaken,
    FortressFallen,
    Garrisoned,
    MarchedOut,
    SiegeLaid,
    SiegeLeft,
    SiegeNews,
    SiegeRaised,
    WorksDug,
)
from campaigns.engine.events.base import ALL, Log
from campaigns.engine.events.strength import Starved
from campaigns.engine.state import NOBODY, Force, State
from campaigns.engine.turn.ground import Ground, forces_in, holds_out, needed
from campaigns.engine.turn.losses import capture, portions, weaken
from campaigns.engine.turn.retreat import way_back
from campaigns.engine.turn.standing import Standing, nothing, ordered_to
from campaigns.engine.view import friends
from campaigns.wording import turn as words


def sieges(log: Log, orders: Standing, dice: TurnDice) -> None:
    """Carry out a turn of all sieges."""
    _begin(log, orders)
    # Read after `_begin`, which lets sieges of this turn start and end.
    besieged = {force.at for force in log.state.standing() if force.besieging}
    for key in sorted(log.state.areas):
        if key in besieged:
            _besiege(log, key, [force for force in forces_in(log.state, key) if force.besieging], dice)
        elif faction := log.state.areas[key].besieger:
            log.apply(SiegeRaised("sieges", (ALL,), area=key, faction=faction))


def _begin(log: Log, orders: Standing) -> None:
    """Let those told to besiege begin; who besieged already goes on until it has other orders."""
    ground = Ground(log.state)
    for force, _ in ordered_to(log.state, orders, "besiege"):
        if ground.friendly(force.at, force.faction):
            continue
        if why := _no_siege(ground, force):
            nothing(log, force, "besiege", why, "sieges")
        elif not force.besieging:
            log.apply(SiegeLaid("sieges", friends(log.state, force.faction), force.id, force.at))
    for force in log.state.standing():
        order = orders.get(force.id)
        other = order is not None and order.do not in ("besiege", "hold")
        if force.besieging and (other or not force.strength or _no_siege(ground, force)):
            log.apply(SiegeLeft("sieges", friends(log.state, force.faction), force.id, force.at))


def _no_siege(ground: Ground, force: Force) -> str:
    """Why a force cannot besiege where it stands, "" if it can."""
    if not ground.area(force.at).walls:
        return words.NO_FORTRESS
    if not ground.hostile(force.at, force.faction):
        return words.NO_ENEMY_HOLDS_IT
    return words.LIES_INSIDE if force.inside else ""


def _besiege(log: Log, area: str, besiegers: list[Force], dice: TurnDice) -> None:
    """Let the works go forward, the garrison starve once its stores are empty, then the gates may open."""
    state, faction = log.state, besiegers[0].faction
    before, rules, ground = state.areas[area], state.rules.sieges, Ground(log.state)
    fresh = before.besieger != faction
    turns = 1 if fresh else before.siege + 1
    troops = [unit for force in besiegers for unit in force.ready()]
    steps = int(sum(unit.left * (rules.guns if unit.arm == "guns" else 1) for unit in troops))
    dug, need = rules.works + steps // rules.per_steps, needed(state, area)
    works = min(need, dug + (0 if fresh else before.works))
    garrison = garrison_of(state, area, faction)
    if fresh:
        log.apply(SiegeNews("sieges", (ALL,), area, faction))
    # How a siege goes both sides learn, with their allies and the garrison.
    known = {*ground.friends[faction], *ground.friends.get(ground.owner(area), ())}
    known |= {force.faction for force in ground.at(area) if force.inside}
    log.apply(WorksDug("sieges.works", tuple(sorted(known)), area, faction, dug, works, need, turns))
    if turns > rules.stores * ground.area(area).walls:
        for force in garrison:
            lost = portions(force, rules.starving, dice, "starving")
            weaken(log, Starved("sieges.starving", (force.faction,), force.id, lost, area=area))
    if works >= need:
        _fall(log, area, besiegers, words.WORKS_AT_WALLS, "sieges.works", dice)
    elif garrison and all(force.gone for force in garrison):
        _fall(log, area, besiegers, words.GARRISON_STARVED, "sieges.starving", dice)


def garrison_of(state: State, area: str, besieger: str) -> list[Force]:
    """Return the forces inside an area that defy a faction."""
    return [each for each in forces_in(state, area) if each.inside and state.at_war(each.faction, besieger)]


def _fall(log: Log, area: str, besiegers: list[Force], why: str, rule: str, dice: TurnDice) -> None:
    """Let a garrison give up: with honours it marches to the next friends, else it is taken."""
    captor, honours = besiegers[0].faction, log.state.rules.sieges.honours
    for force in garrison_of(log.state, area, captor):
        # New ground for each: the garrison before it has just marched out or been taken.
        found = way_back(Ground(log.state), force, 1)
        if found and found[1] == 0 and dice.percent("honours", force.id) <= honours:
            known = tuple(sorted({force.faction, captor}))
            log.apply(MarchedOut("sieges.honours", known, force.id, force.at, found[0]))
        else:
            capture(log, force, captor, words.GAVE_UP_FORTRESS, "sieges.honours")
    fall(log, area, besiegers, why, rule)


def fall(log: Log, area: str, winners: list[Force], why: str, rule: str) -> None:
    """Give a fortress to the winners; their first force goes inside where garrisons hold areas."""
    first, before = winners[0], log.state.areas[area].owner
    log.apply(FortressFallen(rule, (ALL,), area, first.faction, why))
    log.apply(AreaTaken(rule, (ALL,), area, first.faction, before))
    if log.state.rules.control.by == "garrison":
        log.apply(Garrisoned("control.by", (first.faction,), first.id, area))


Taken = dict[str, str]


def control(log: Log) -> None:
    """Areas go to whom the rules say; all are judged by where forces stand, before any of them changes."""
    ground = Ground(log.state)
    taken = _passed_through(ground) if log.state.rules.control.marching_through else {}
    for area in ground.map.areas:
        by_garrison = log.state.rules.control.by == "garrison" and (area.has("city") or area.has("fortress"))
        found = _by_garrison(ground, area.id) if by_garrison else _by_presence(ground, area.id)
        if by_garrison:
            taken.pop(area.id, None)
        if found is not None:
            taken[area.id] = found
    for key in sorted(taken):
        before = ground.owner(key)
        if taken[key] != before:
            log.apply(AreaTaken("control.by", (ALL,), area=key, faction=taken[key], before=before))


def _by_presence(ground: Ground, area: str) -> str | None:
    """Return the faction whose forces took an area, None if nothing changes."""
    present = {force.faction for force in ground.at(area)}
    takers = [force for force in ground.at(area) if _takes(ground.state, force)]
    if not takers or any(ground.foes[each] & present for each in present):
        return None
    strongest = _strongest(takers)
    return _heir(ground, area, strongest) if _may_take(ground, area, strongest) else None


def _takes(state: State, force: Force) -> bool:
    """Whether a force takes ground: who only fled there has taken nothing, where the rules say so."""
    return state.rules.control.fled or force.id not in state.fled


def _may_take(ground: Ground, area: str, faction: str) -> bool:
    """Nobody's land is anybody's; an enemy's is, unless its fortress holds out; the sea nobody's."""
    if ground.owner(area) == NOBODY:
        return ground.area(area).terrain != "sea"
    return ground.hostile(area, faction) and not holds_out(ground.state, area)


def _heir(ground: Ground, area: str, taker: str) -> str:
    """Who gets an area: an ally whose own country it is, else who took it."""
    home = ground.area(area).home
    return home if home in ground.friends[taker] else taker


def _strongest(forces: Iterable[Force]) -> str:
    worth: dict[str, float] = {}
    for force in forces:
        worth[force.faction] = worth.get(force.faction, 0) + force.worth
    return min(worth, key=lambda each: (-worth[each], each))


def _by_garrison(ground: Ground, area: str) -> str | None:
    """Return the faction with a garrison that is worth enough, None if nothing changes."""
    rules = ground.state.rules.control
    inside = [force for force in ground.at(area) if force.inside]
    holders = [
        each
        for each in sorted({force.faction for force in inside})
        if sum(force.worth for force in inside if force.faction == each) >= rules.least
    ]
    if not holders:
        return None if rules.kept else NOBODY
    owner = ground.owner(area)
    if owner in holders or any(ground.friendly(area, each) for each in holders):
        return None
    return _strongest(force for force in inside if force.faction in holders)


def _passed_through(ground: Ground) -> Taken:
    """Unwalled areas without a force in which only one side marched this turn."""
    found: dict[str, set[str]] = {}
    for force in ground.state.standing():
        for area in force.trail[:-1]:
            takes = force.strength and _takes(ground.state, force)
            if takes and not ground.at(area) and _may_take(ground, area, force.faction):
                found.setdefault(area, set()).add(_heir(ground, area, force.faction))
    return {area: takers.pop() for area, takers in sorted(found.items()) if len(takers) == 1}
