"""The charge of the active unit from its declaration to its end (BQ-5.4). Distances in BU."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.baroque.charge import assault as assaults
from rulesets.baroque.charge import plan
from rulesets.baroque.charge.assault import Assault
from rulesets.baroque.charge.plan import Mark
from rulesets.baroque.events.field import Contacted, Declared, Spent
from rulesets.baroque.melee.contact import advance, joined, meets, onset, strike
from rulesets.baroque.melee.rout import disperse, disperses
from rulesets.baroque.morale import disorder
from rulesets.baroque.reactions import answer as reactions
from rulesets.baroque.reactions import intercept, who
from rulesets.baroque.state import State, Unit
from rulesets.baroque.wording import charge as words
from rulesets.baroque.wording import common
from rulesets.engine import geometry
from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Choice, Decision, Number, Option, Steps

if TYPE_CHECKING:
    from rulesets.baroque.reactions.answer import ChargeAnswer

LEAST = 0.01  # BU: a shorter way is no choice


# ---------------------------------------------------------------------------- options


def options(battle: Battle, unit: Unit) -> list[Option]:
    """Return every charge that the active unit may declare, per target, with or without bonus die (BQ-5.4).

    The bonus is offered where M is too short, and where a target within M may evade it. Against targets
    within M that can evade there is the Potential Charge too (BQ-5.4.6).
    """
    state: State = battle.state
    if plan.why_no_charge(state, unit) is not None:
        return []
    limit = plan.reach(unit.profile)
    return [option for mark in plan.marks(state, unit, limit) for option in _for(state, unit, mark)]


def _for(state: State, unit: Unit, mark: Mark) -> list[Option]:
    m = unit.profile.m_bu
    short = mark.distance <= m + 1e-6
    evades = short and who.can_evade(state, mark.target, who.Charge(unit, mark.target, m), mark.distance)
    label = words.charge(mark.target.name, mark.distance, mark.face)
    key = {"do": "charge", "unit": unit.id, "target": mark.target.id}
    found = []
    if short:
        found.append(Option({**key, "bonus": False}, label, "BQ-5.4.b"))
    if not short or evades:
        chance = float(plan.reach_chance(unit.profile, mark.distance))
        found.append(Option({**key, "bonus": True}, words.with_bonus_die(label, chance), "BQ-5.4.1.a"))
    if evades:
        number = Number("bu", mark.distance, m, "BU", default=m)
        label = words.potential(mark.target.name, mark.distance, mark.face)
        potential = {**key, "bonus": False, "potential": True}
        found.append(Option(potential, label, "BQ-5.4.6.a", (number,)))
    return found


def perform(battle: Battle, unit: Unit, choice: Choice) -> Steps[None]:
    """Carry out one of the `options` (BQ-5.4)."""
    target = battle.state.units[choice["target"]]
    if choice.get("potential"):
        yield from potential_charge(battle, unit, target, choice["bu"])
    else:
        yield from charge(battle, unit, target, bonus=choice["bonus"])


# ---------------------------------------------------------------------------- the charge


def charge(battle: Battle, unit: Unit, target: Unit, *, bonus: bool) -> Steps[None]:
    """Charge: declaration, answer, bonus roll, move, contact or failure (BQ-5.4, BQ-7.1.f).

    It ends the activation (BQ-4.1.3.k). What it disperses on its way is not its target (BQ-5.4.1.d).
    """
    battle.apply(Declared("BQ-5.4.b", unit.id, words.declared(bonus), target.id))
    declared = who.Charge(unit, target, plan.reach(unit.profile, bonus=bonus))
    # The distance is measured before the answer: an interception happens at a part of the way as it was
    # declared.
    distance = geometry.advance_to_contact(unit.place, target.place, declared.limit) or 0.0
    answer = yield from reactions.answer_charge(battle, declared)
    limit = unit.profile.m_bu + ((yield from intercept.bonus_roll(battle, unit)) if bonus else 0)
    assault = assaults.begin(battle, unit, target, limit, defender=_defender(answer), action=True)
    if not (yield from _interrupted(battle, assault, answer, distance)):
        least = limit if bonus else distance  # BQ-5.4.1.c: with the bonus the whole distance
        contact = yield from _carried_out(battle, assault, target, answer, least, distance)
        if bonus and not contact and unit.on_field and not assault.over:
            disorder(battle, unit, common.CHARGE_FAILED, "BQ-5.4.1.c")
    _done(battle, unit)


def potential_charge(battle: Battle, unit: Unit, target: Unit, bu: float) -> Steps[None]:
    """Make a Potential Charge: with contact a charge (BQ-5.4.6.b), else an ordinary movement action
    (BQ-5.4.6).
    """
    battle.apply(Declared("BQ-5.4.6.a", unit.id, words.potential_declared(bu), target.id))
    distance = geometry.advance_to_contact(unit.place, target.place, bu) or 0.0
    answer = yield from reactions.answer_charge(battle, who.Charge(unit, target, bu))
    assault = assaults.begin(battle, unit, target, bu, defender=_defender(answer), action=True)
    if not (yield from _interrupted(battle, assault, answer, distance)):
        contact = yield from _carried_out(battle, assault, target, answer, bu, distance)
        # BQ-5.4.6.c: it was an ordinary movement action if no other enemy charged
        charged = answer.reaction in ("countercharge", "opportunity-charge")
        free = not contact and not assault.dispersed and not charged
        if free and unit.on_field and not assault.over:
            return
    _done(battle, unit)


def _done(battle: Battle, unit: Unit) -> None:
    activation = battle.state.activation
    if activation is None or not activation.done:
        battle.apply(Spent("BQ-5.4.5.a", unit.id, done=True, why=words.OVER))


def _defender(answer: ChargeAnswer) -> Unit | None:
    return answer.unit if answer.reaction == "defensive-fire" else None


def _interrupted(battle: Battle, assault: Assault, answer: ChargeAnswer, distance: float) -> Steps[bool]:
    """Resolve Opportunity Fire or Charge on the way; True if it ends the charge (BQ-5.4.2.d, BQ-6.5.b)."""
    unit, reactor = assault.unit, answer.unit
    if reactor is None or answer.reaction not in ("opportunity-fire", "opportunity-charge"):
        return False
    yield from assaults.drive(battle, assault, geometry.rounded_down(answer.at * distance))
    if assault.over or not unit.on_field:
        return True
    if not reactor.on_field:  # BQ-7.7.b: dispersed before its moment came
        return False
    if answer.reaction == "opportunity-fire":
        yield from intercept.opportunity_fire(battle, reactor, unit)
        return not unit.on_field
    return (
        yield from intercept.opportunity_charge(battle, reactor, unit, bonus=answer.bonus, charging=assault)
    )


def _carried_out(
    battle: Battle, assault: Assault, target: Unit, answer: ChargeAnswer, least: float, distance: float
) -> Steps[bool]:
    """Move the charger, against a countercharge or not (BQ-5.4.a); True if it made contact.

    A charge that meets nobody goes `least` BU at least, and as far as it wishes beyond.
    """
    also = frozenset[str]()
    counter = None
    if answer.reaction == "countercharge" and answer.unit is not None:
        counter = yield from countercharge(battle, assault, answer.unit, bonus=answer.bonus)
        also = frozenset([answer.unit.id])
        least = assault.limit
    goal = yield from _how_far(battle, assault, least)
    yield from assaults.drive(battle, assault, goal)
    if target.id in assault.dispersed and not assault.over:
        yield from _charge_on(battle, assault, distance)
    contact = yield from assaults.clash(battle, assault, also=also)
    if counter is not None and counter.unit.id not in assault.fought:  # BQ-7.1.d: a melee of its own
        struck = battle.state.engaged_with(counter.unit.id)
        if struck:
            yield from assaults.close(battle, counter, struck)
    return contact or target.id in assault.dispersed


def _how_far(battle: Battle, assault: Assault, least: float) -> Steps[float]:
    """Ask how far an unopposed charge goes, at least to where contact would have been (BQ-5.4.6.c)."""
    unit, room = assault.unit, assault.limit - assault.gone
    made = plan.path(battle.state, unit, room)
    most = assault.gone + made.distance
    if made.enemies or most - least < LEAST:
        return assault.limit
    rule = "BQ-5.4.6.c"
    number = Number("bu", least, geometry.rounded_down(most), "BU", default=geometry.rounded_down(most))
    option = Option({"do": "go-on", "unit": unit.id}, words.MOVE_THIS_FAR, rule, (number,))
    choice = yield Decision("charge on", unit.side, words.how_far(unit.name), rule, (option,), unit.id)
    return float(choice["bu"])


def _charge_on(battle: Battle, assault: Assault, distance: float) -> Steps[None]:
    """Offer to complete the move to a charger that has dispersed its target (BQ-7.7.c, BQ-5.4.5.b).

    What the bonus has added carries on only if it was needed to reach the target (BQ-5.4.1.e).
    """
    unit = assault.unit
    if distance <= unit.profile.m_bu:
        assault.limit = min(assault.limit, unit.profile.m_bu)
    made = plan.path(battle.state, unit, max(0.0, assault.limit - assault.gone))
    if made.distance < LEAST and not made.enemies:
        return
    names = [enemy.name for enemy in made.enemies]
    label = words.complete_into(names) if names else words.complete(made.distance)
    choices = (
        Option({"do": "go-on", "unit": unit.id}, label, "BQ-7.7.c"),
        Option({"do": "stop", "unit": unit.id}, words.STOP_HERE, "BQ-7.7.c"),
    )
    text = words.target_dispersed(unit.name)
    choice = yield Decision("charge on", unit.side, text, "BQ-7.7.c", choices, unit.id)
    if choice["do"] == "go-on":
        yield from assaults.drive(battle, assault)


# ---------------------------------------------------------------------------- the countercharge


def countercharge(battle: Battle, assault: Assault, unit: Unit, *, bonus: bool) -> Steps[Assault]:
    """Countercharge with `unit`, its test passed and its reaction used: meet the charger half-way
    (BQ-5.4.3.c, BQ-5.4.3.d).

    Both move at the same pace, the countercharging unit at most half of the way between them and no farther
    than its M and bonus. It stops at an enemy that it runs into first, unless it disperses that enemy
    (BQ-7.7.a). The charger then completes its own move.
    """
    state: State = battle.state
    charger = assault.unit
    battle.apply(Declared("BQ-5.4.3.a", unit.id, "countercharge", charger.id))
    limit = unit.profile.m_bu + ((yield from intercept.bonus_roll(battle, unit)) if bonus else 0)
    own = yield from meet_half_way(battle, assault, unit, limit)
    if unit.on_field and charger.on_field and not joined(state, unit, charger):
        if meets(unit.place, charger.place) and not meets(charger.place, unit.place):
            battle.apply(Contacted("BQ-5.4.3.d", unit.id, charger.id, "side"))
        elif bonus and not state.engaged(unit.id) and not meets(charger.place, unit.place):
            disorder(battle, unit, common.CHARGE_FAILED, "BQ-5.4.1.c")
    return own


def meet_half_way(battle: Battle, assault: Assault, unit: Unit, limit: float) -> Steps[Assault]:
    """Move a countercharge of up to `limit` BU, then its charger, until they meet (BQ-5.4.3.d)."""
    charger = assault.unit
    own = Assault(unit, charger, unit.place, half_way(charger, unit, assault.limit, limit))
    _come_to_meet(battle, own)
    if own.crossed:
        assault.others_crossed.add(unit.id)
    assault.stood[unit.id] = own.start
    assault.met += [(unit, enemy) for enemy in strike(battle, unit, own.start, "BQ-5.4.3.d")]
    yield from assaults.drive(battle, assault)
    return own


def _come_to_meet(battle: Battle, own: Assault) -> None:
    """Move a countercharge, through enemies that it disperses (BQ-5.4.3.d)."""
    state: State = battle.state
    unit, besides = own.unit, frozenset([own.target.id])
    # Whoever is dispersed leaves the way free, so the rest of the move is planned anew each time.
    while True:
        made = onset(state, unit, own.limit - own.gone, besides=besides)
        advance(battle, unit, made, made.distance, "charge", "BQ-5.4.3.d")
        own.gone += made.distance
        screen = [enemy for enemy in made.enemies if disperses(state, enemy)]
        for enemy in screen:
            disperse(battle, enemy, unit)
        if not screen or own.limit - own.gone < LEAST:
            break
    own.crossed = assaults.meet_ground(battle, unit, own.start)


def half_way(charger: Unit, unit: Unit, reach: float, limit: float) -> float:
    """Return how far a countercharge of up to `limit` BU goes against a charge of `reach` (BQ-5.4.3.d)."""
    base, other = charger.place, unit.place
    gap = geometry.advance_to_contact(base, other, reach + 2 * limit)
    most = min(limit, limit if gap is None else gap / 2)
    if most < LEAST:
        return 0.0
    dx, dy = (base.fx - other.fx) * most, (base.fy - other.fy) * most
    part = geometry.sweep(base, dx, dy, other)
    return geometry.rounded_down(most if part is None else part * most)
