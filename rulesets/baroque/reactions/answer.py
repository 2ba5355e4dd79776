"""The inactive side's answers to a move, a withdrawal, a shot and a charge (BQ-4.1.3)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from rulesets.baroque.charge import plan
from rulesets.baroque.charge.plan import Mark
from rulesets.baroque.events.field import Declared
from rulesets.baroque.reactions import discipline, intercept, offers, who
from rulesets.baroque.reactions.evasion import evade
from rulesets.baroque.reactions.who import Charge, Course
from rulesets.baroque.shooting import targets
from rulesets.baroque.shooting.volley import ShotAnswer
from rulesets.baroque.state import State, Unit, enemy
from rulesets.baroque.wording import reactions as words
from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Choice, Menu, Steps
from rulesets.engine.geometry import Base
from rulesets.engine.records import record

# ---------------------------------------------------------------------------- moves and withdrawals


def answer_move(battle: Battle, unit: Unit, end: Base, how: str) -> Steps[bool]:
    """Ask for Opportunity Fire or Charge at a stated movement action of `unit` to `end` (BQ-4.1.3.l).

    To be asked before the move is made. `how` is the word of the Moved event. True if the move is to be
    completed: after fire in every case (BQ-6.5.b), after a charge that struck the unit never. When True the
    unit stands where it stood.
    """
    state: State = battle.state
    if offers.unasked(battle, enemy(unit.side)):
        return True
    course = Course(unit, unit.place, end, how)
    options = Menu(*offers.against_course(state, course))
    text = words.about_to(unit.name, how)
    choice = yield from offers.ask(battle, enemy(unit.side), text, options, unit.id)
    return (yield from _answered(battle, course, choice))


def answer_withdrawal(battle: Battle, unit: Unit) -> Steps[bool]:
    """Ask for reactions to a withdrawal, as to a move; True if the unit may go on (BQ-2.5.1.1.d)."""
    return (yield from answer_move(battle, unit, unit.place, "withdraw"))


def _answered(battle: Battle, course: Course, choice: Choice) -> Steps[bool]:
    """Carry out a reaction against a unit on its way; True if it may complete its move."""
    unit = course.unit
    if choice["do"] == "none":
        return True
    reactor: Unit = battle.state.units[choice["unit"]]
    rule = discipline.RULES[choice["do"]]
    battle.apply(Declared("BQ-4.1.3.j", reactor.id, choice["do"].replace("-", " "), unit.id))
    if not (yield from discipline.react(battle, reactor, choice["do"])):
        return True
    intercept.halt(battle, course, choice.get("at", 0.0), rule)
    if choice["do"] == "opportunity-fire":
        yield from intercept.opportunity_fire(battle, reactor, unit)
    elif (
        yield from intercept.opportunity_charge(battle, reactor, unit, bonus=choice["bonus"])
    ):  # BQ-5.4.2.a: it interrupts
        return False
    return intercept.resume(battle, course, rule)


# ---------------------------------------------------------------------------- shots


def answer_shot(battle: Battle, firer: Unit, target: Unit) -> Steps[ShotAnswer]:
    """Ask for answers to a stated shot of `firer` at `target`: the target may evade, one other unit may react
    (BQ-4.1.3.l).

    Evasion is declared, tested and made before the dice are rolled (BQ-5.6.e, BQ-5.6.1.b). Fire in answer is
    simultaneous (BQ-6.5.c), a charge in answer comes when the fire is resolved (BQ-5.4.2.b).
    """
    if offers.unasked(battle, enemy(firer.side)):
        return ShotAnswer()
    chosen = yield from _declarations(
        battle,
        firer,
        Menu(*offers.against_shot(battle.state, firer, target)),
        words.about_to_fire(firer.name, target.name),
    )
    evading = False
    for unit in chosen.evaders:
        evading = yield from evade(battle, unit, firer, charge=False)
    choice = chosen.reaction
    if choice is None:
        return ShotAnswer(evading)
    reactor: Unit = battle.state.units[choice["unit"]]
    if choice["do"] == "opportunity-charge":
        return ShotAnswer(evading, afterwards=partial(_charge_after_fire, battle, reactor, firer, choice))
    if not (yield from discipline.react(battle, reactor, "opportunity-fire", to_shot=True)):
        return ShotAnswer(evading)
    return ShotAnswer(evading, reactor.id, targets.best_aim(battle.state, reactor, firer))


def _charge_after_fire(battle: Battle, unit: Unit, firer: Unit, choice: Choice) -> Steps[None]:
    """Charge a firer, when the fire is resolved with its Disorder and the test is passed (BQ-5.4.2.b)."""
    # The fire may have disordered the unit or changed who stands where, so it is asked again whether it may
    # charge.
    if who.why_not_intercept(battle.state, unit, firer) is not None or not firer.on_field:
        return
    if (yield from discipline.react(battle, unit, "opportunity-charge")):
        yield from intercept.opportunity_charge(battle, unit, firer, bonus=choice["bonus"])


# ---------------------------------------------------------------------------- charges


@record
class ChargeAnswer:
    """What the inactive side does about a charge.

    `evaded`: who has evaded, already moved. `reaction` and `unit`: countercharge, opportunity-charge,
    opportunity-fire with their test passed, or defensive-fire whose test comes at contact (BQ-6.6.e). `at`,
    `bonus`: as chosen.
    """

    evaded: tuple[str, ...] = ()
    reaction: str = ""
    unit: Unit | None = None
    at: float = 0.0
    bonus: bool = False


def answer_charge(battle: Battle, charge: Charge) -> Steps[ChargeAnswer]:
    """Ask for answers to a declared charge: any number of evasions, one reaction (BQ-4.1.3.l, BQ-4.1.3.c).

    All are declared at once (BQ-5.4.6.d); the evasions are made before the charge (BQ-5.6.g). If that
    uncovers a new target it may react if nobody has yet.
    """
    state: State = battle.state
    if offers.unasked(battle, enemy(charge.unit.side)):
        return ChargeAnswer()
    mark = who.declared(state, charge)
    chosen = yield from _declarations(
        battle,
        charge.unit,
        offers.answers_to_charge(state, charge, mark),
        words.charges(charge.unit.name, charge.target.name),
    )
    evaded = []
    for unit in chosen.evaders:
        if (yield from evade(battle, unit, charge.unit, charge=True)):
            evaded.append(unit.id)
    reaction = chosen.reaction
    if reaction is None and evaded:
        tried = frozenset(unit.id for unit in chosen.evaders)  # BQ-4.1.3.d: they may not react to it as well
        reaction = yield from _uncovered(battle, charge, mark, tried)
    return (yield from _tested(battle, reaction, tuple(evaded)))


def _tested(battle: Battle, choice: Choice | None, evaded: tuple[str, ...]) -> Steps[ChargeAnswer]:
    """Test the declared reaction (BQ-4.1.3.g); that of Defensive Fire is tested at contact."""
    if choice is None:
        return ChargeAnswer(evaded)
    unit: Unit = battle.state.units[choice["unit"]]
    if choice["do"] != "defensive-fire" and not (yield from discipline.react(battle, unit, choice["do"])):
        return ChargeAnswer(evaded)
    return ChargeAnswer(evaded, choice["do"], unit, choice.get("at", 0.0), choice.get("bonus", False))


def _uncovered(
    battle: Battle, charge: Charge, before: Mark | None, tried: frozenset[str]
) -> Steps[Choice | None]:
    """Ask a unit that has become the target because others have evaded (BQ-5.4.6.d)."""
    state: State = battle.state
    known = set() if before is None else {unit.id for unit in (*before.screens, *before.together)}
    found = next(iter(plan.marks(state, charge.unit, charge.limit)), None)
    if found is None or found.target.id in known | tried:
        return None
    new = Charge(charge.unit, found.target, charge.limit)
    struck = {unit.id for unit in (*found.screens, *found.together)} - tried
    options = Menu(*offers.against_charge(state, new, found)).among(unit=struck)
    text = words.charges_now(charge.unit.name, found.target.name)
    choice = yield from offers.ask(battle, enemy(charge.unit.side), text, options, charge.unit.id)
    return None if choice["do"] == "none" else choice


# ---------------------------------------------------------------------------- what is declared


@dataclass(slots=True)
class _Declared:
    """Who evades, and the one reaction, of the units that have been named."""

    evaders: list[Unit]
    reaction: Choice | None = None


def _declarations(battle: Battle, actor: Unit, options: Menu, text: str) -> Steps[_Declared]:
    """Ask one unit to react and others to evade, none both (BQ-4.1.3.c-d, BQ-5.4.4, BQ-6.5.1, BQ-5.6.1.a)."""
    declared = _Declared([])
    while True:
        choice = yield from offers.ask(battle, enemy(actor.side), text, options, actor.id)
        if choice["do"] == "none":
            break
        unit: Unit = battle.state.units[choice["unit"]]
        options = options.without(unit=unit.id)
        battle.apply(Declared("BQ-4.1.3.j", unit.id, choice["do"].replace("-", " "), actor.id))
        if choice["do"] == "evade":
            declared.evaders.append(unit)
        else:
            declared.reaction = choice
            options = options.among(do={"evade"})
    return declared
