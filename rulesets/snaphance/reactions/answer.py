"""What the side that is not active is asked, and what it may answer (SN-5.0, SN-6.0).

Every answer is asked for by one decision "react" that lists all that is possible, again and again until
nothing is possible or wanted any more: any number of stands may fire, but one charge ends the matter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Literal, TypeAlias

from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Choice, Decision, Group, Menu, Option, Steps
from rulesets.snaphance import hexes, movement
from rulesets.snaphance.charge import plan
from rulesets.snaphance.charge.plan import Charge
from rulesets.snaphance.clash import Approach, Coming
from rulesets.snaphance.events.charge import Answering, Declared, MovementOver
from rulesets.snaphance.hexes import Hex
from rulesets.snaphance.reactions import evasion, intercept, reach
from rulesets.snaphance.reactions.reach import towards
from rulesets.snaphance.shooting import fire
from rulesets.snaphance.shooting.volley import Shot, why_no_target, why_no_volley
from rulesets.snaphance.state import Stand, State, enemy
from rulesets.snaphance.wording import common
from rulesets.snaphance.wording import reactions as words

NONE: Choice = {"do": "none"}

Occasion: TypeAlias = Literal["step", "shot", "charge"]
"""What a side reacts to."""


# -- asking ---------------------------------------------------------------------------------------


def ask(
    battle: Battle,
    side: int,
    occasion: Occasion,
    text: str,
    groups: Callable[[], Iterator[Group]],
    subject: str,
) -> Steps[Choice]:
    """Ask `side` for its reaction to what `subject` does; where none is possible nobody is asked."""
    # When a battle is recalled the next choice is known, and the costly search is spared.
    if battle.comes_next("react", side) is False:
        return dict(NONE)
    menu = Menu(*groups())
    if not menu:
        return dict(NONE)
    none = Option(NONE, words.DO_NOTHING, "SN-6.0.a")
    options = menu.followed_by((NONE, lambda: (none,)))
    return (yield Decision("react", side, text, "SN-6.0.a", options, subject, occasion=occasion))


def waiting(state: State, side: int) -> list[Stand]:
    """Return the stands of a side on opportunity that may use it: not those of the active side (SN-6.0.c)."""
    if side == state.active:
        return []
    return [
        stand
        for stand in state.stands.values()
        if stand.opportunity and stand.side == side and stand.on_field
    ]


def _group(do: str, stand: Stand, make: Callable[[], Iterator[Option]]) -> Group:
    return {"do": do, "unit": stand.id}, make


def _fires(state: State, stand: Stand, targets: Sequence[Stand], charged: bool = False) -> Iterator[Option]:
    """Yield opportunity fire at each of these enemies that the stand can fire at."""
    for target in targets:
        if reach.may_fire(state, stand, target, charged=charged):
            key = {"do": "opportunity-fire", "unit": stand.id, "target": target.id}
            distance = hexes.distance(stand.place, target.place)
            yield Option(key, words.fires_at(stand.name, target.name, distance), "SN-6.4.a")


def _onslaughts(state: State, do: str, stand: Stand, targets: Sequence[Stand]) -> Iterator[Option]:
    """Yield charges on opportunity on these enemies, one for each hex from which one may be contacted."""
    for target in targets:
        for made in intercept.ways(state, stand, target):
            place = made.end(stand)
            key = {"do": do, "unit": stand.id, "target": target.id, "hex": hexes.label(place)}
            text = words.charges(
                stand.name, do == "counter-charge", target.name, hexes.label(place), target.faces(place)
            )
            yield Option(key, text, "SN-6.0.b")


# -- after a step ---------------------------------------------------------------------------------


def after_step(
    battle: Battle, stands: Sequence[Stand], came_from: Mapping[str, Hex], *, pursuing: bool = False
) -> Steps[bool]:
    """Ask stands on opportunity for answers to a step; True if the movement is over (SN-6.0.a, SN-6.2.c-d,
    SN-6.4.a).
    """
    state: State = battle.state
    side = enemy(stands[0].side)
    reached = {stand.id: stand.place for stand in stands if stand.on_field}
    # SN-10.3.1.a: how each was moving forward when it was answered; SN-7.6.c: Horse in pursuit do not fire
    moving = {
        id_: Approach(id_, came_from[id_], 1, True, "pursuit", (place,))
        if pursuing
        else intercept.moving(state, state.stands[id_])
        for id_, place in reached.items()
    }
    halted = False
    while waiting(state, side):
        movers = _free(state, reached)
        if not movers:
            break
        text = words.answer_step([stand.name for stand in movers])
        choice = yield from ask(
            battle, side, "step", text, partial(answers_to_step, state, side, movers, came_from), movers[0].id
        )
        if choice["do"] == "none":
            break
        stand, mover = state.stands[choice["unit"]], state.stands[choice["target"]]
        if choice["do"] == "opportunity-fire":
            # Whether the mover could still charge is asked before the shot, which may end its move.
            charging = reach.closes_in(state, stand, mover)
            yield from reach.fire_at(battle, stand, mover, charging=charging)
            continue
        if pursuing or not (yield from _fires_first(battle, mover, stand, choice["hex"])):
            end = hexes.named(choice["hex"])
            yield from intercept.run(battle, stand, mover, end, met=moving[mover.id])
            _finished(battle, mover, words.CHARGED_ON_WAY)
            halted = True
        # A stand is answered by one charge at most; the others of its group may still be answered.
        halted = halted or is_over(state)
        del reached[mover.id]
    return halted or not any(stand.on_field for stand in stands)


def _free(state: State, reached: Mapping[str, Hex]) -> list[Stand]:
    """Return those who are still where they have come to, in no melee."""
    found = (state.stands[id_] for id_ in reached)
    return [
        stand
        for stand in found
        if stand.on_field and stand.place == reached[stand.id] and not state.in_melee(stand.id)
    ]


def is_over(state: State) -> bool:
    """Return whether those who act have finished."""
    return state.activation is None or state.activation.over


def _finished(battle: Battle, stand: Stand, why: str) -> None:
    """End what is left of the movement of those who act (SN-C-opportunity-reach)."""
    state: State = battle.state
    if state.activation is not None and stand.id in state.activation.stands and not state.activation.over:
        battle.apply(MovementOver("SN-C-opportunity-reach", stand.id, why))


def answers_to_step(
    state: State, side: int, movers: Sequence[Stand], came_from: Mapping[str, Hex]
) -> Iterator[Group]:
    """Yield every answer to a step, by stand and kind (SN-6.0.a)."""
    for stand in waiting(state, side):
        near = [mover for mover in movers if towards(stand, came_from[mover.id], mover.place)]
        if near:
            yield _group("opportunity-fire", stand, partial(_fires, state, stand, near))
            yield _group(
                "opportunity-charge", stand, partial(_onslaughts, state, "opportunity-charge", stand, near)
            )


def _fires_first(battle: Battle, mover: Stand, stand: Stand, place: str) -> Steps[bool]:
    """Let a stand that came near to fire do so at the stand about to charge it; True if it has (SN-6.2.e). It
    halts for that, an extra move taking its Order Test; the charge follows the fire.
    """
    state: State = battle.state
    if not _may_fire_first(state, mover, stand):
        return False
    rule = "SN-6.2.e"
    options = (
        Option({"do": "fire-first", "unit": mover.id}, words.halt_and_fire(stand.name), rule),
        Option(NONE, words.DO_NOT_FIRE, rule),
    )
    text = words.fire_first(stand.name, mover.name)
    choice = yield Decision("fire first", mover.side, text, rule, options, mover.id)
    if choice["do"] == "none":
        return False
    yield from movement.finish_move(battle)
    # The Order Test may have been failed: then no shot is on offer any more.
    shots = list(fire.options(battle).fitting({"do": "fire", "unit": mover.id, "target": stand.id}))
    if not shots:
        return False
    battle.apply(Answering(rule, stand.id, mover.id, place))
    # The last option is the shot without a move to follow, for its movement is over.
    yield from fire.perform(battle, dict(shots[-1].key))
    return True


def _may_fire_first(state: State, mover: Stand, stand: Stand) -> bool:
    """Return whether a stand on its way could fire at another if it halted where it is."""
    activation = state.activation
    if activation is None or mover.id not in activation.stands or activation.over or activation.held:
        return False
    if mover.id in activation.fired_by or mover.disordered:
        return False
    shot = Shot(mover.id, stand.id, "voluntary")
    return why_no_target(state, mover, stand) is None and why_no_volley(state, shot) is None


# -- shots ----------------------------------------------------------------------------------------


def before_shot(battle: Battle, shooter: Stand, target: Stand) -> Steps[bool]:
    """Ask for answers to an announced shot; True if the shooter can still fire (SN-5.0.a, SN-5.0.b, SN-6.0.a,
    SN-6.2.e).
    """
    state: State = battle.state
    side = target.side
    if side == state.active or not hexes.in_wide_arc(target.place, target.facing, shooter.place):
        return True
    # The shot is itself the answer to an announced charge; answers are not answered again.
    if state.activation is not None and state.activation.answer:
        return True
    text = words.answer_shot(shooter.name, target.name)
    groups = partial(answers_to_shot, state, shooter, target)
    choice = yield from ask(battle, side, "shot", text, groups, shooter.id)
    match choice["do"]:
        case "evade":
            yield from evasion.run(battle, target, [shooter])
        case "opportunity-fire":
            yield from reach.fire_at(battle, target, shooter, charging=False)
        case "counter-charge":
            battle.apply(Declared("SN-6.2.e", target.id, "counter-charge", shooter.id))
            battle.apply(Answering("SN-6.2.e", target.id, shooter.id, choice["hex"]))
    return shooter.on_field


def answers_to_shot(state: State, shooter: Stand, target: Stand) -> Iterator[Group]:
    """Yield every answer of the target to a shot that is announced (SN-5.0.a, SN-6.0.a)."""

    def evading() -> Iterator[Option]:
        if evasion.from_shot(state, target, shooter):
            yield Option({"do": "evade", "unit": target.id}, words.evades(target.name), "SN-5.0.a")

    if target.profile.code in evasion.EVADERS:
        yield _group("evade", target, evading)
    if target.opportunity:
        yield _group("opportunity-fire", target, partial(_fires, state, target, [shooter]))
        charge = partial(_onslaughts, state, "counter-charge", target, [shooter])
        yield _group("counter-charge", target, charge)


def after_shot(battle: Battle, shooter: Stand, _target: Stand) -> Steps[None]:
    """Make the counter-charge that was announced before a shot (SN-6.0.a, SN-6.2.e).

    It was declared before the fire, so it is made although the fire may have disordered who makes it.
    """
    state: State = battle.state
    activation = state.activation
    if activation is None or not activation.answer:
        return
    id_, _, place = activation.answer.partition(" ")
    battle.apply(Answering("SN-6.2.e", "", shooter.id))
    stand = state.stands[id_]
    if not (stand.on_field and shooter.on_field):
        return
    # The shot may have driven the shooter or blocked the way, so the ways are looked for anew.
    end = hexes.named(place)
    if any(made.end(stand) == end for made in intercept.ways(state, stand, shooter, declared=True)):
        yield from intercept.run(battle, stand, shooter, end)
        _finished(battle, shooter, words.CHARGED_AFTER_FIRE)


# -- charges --------------------------------------------------------------------------------------


def to_charge(battle: Battle, charge: Charge) -> Steps[bool]:
    """Ask for answers to a declared charge; True if its stands have finished by it (SN-5.0, SN-6.0.a,
    SN-7.4.1.1).
    """
    state: State = battle.state
    first = state.stands[next(iter(charge.places))]
    side = enemy(first.side)
    if side == state.active:
        return False
    # Evading does not move the chargers, so whoever is no longer here has been answered.
    here = {id_: state.stands[id_].place for id_ in charge.places}
    # how each charger is moving for who charges it on opportunity, and for who counter-charges
    coming = {
        id_: tuple(
            intercept.moving(state, state.stands[id_], charging=counter) for counter in (False, charge.steps)
        )
        for id_ in here
    }
    halted = False
    while True:
        charge = plan.again(state, charge, [stand.id for stand in _free(state, here)])
        if not any(state.stands[id_].on_field for id_ in here):
            _finished(battle, first, common.NOBODY_LEFT)
            return True
        if not charge.places or not (halted or charge.against(charge.target)):
            return halted
        text = words.answer_charge(first.name, state.stands[charge.target].name)
        groups = partial(answers_to_charge, state, side, charge, evading=not halted)
        choice = yield from ask(battle, side, "charge", text, groups, first.id)
        if choice["do"] == "none":
            return halted
        over = yield from _answered(battle, charge, choice, coming)
        if over and choice["do"] == "opportunity-fire":
            return True
        if over:
            halted = True
            del here[choice["target"]]


def _answered(
    battle: Battle,
    charge: Charge,
    choice: Choice,
    coming: Mapping[str, Sequence[Approach | None]],
) -> Steps[bool]:
    """Carry out an answer to a charge; True if the chargers have finished by it."""
    state: State = battle.state
    stand = state.stands[choice["unit"]]
    if choice["do"] == "evade":
        attackers = evasion.attackers_of(state, stand, charge)
        yield from evasion.run(battle, stand, attackers)
        return False
    charger = state.stands[choice["target"]]
    charged = charger.id in charge.against(stand.id)
    if choice["do"] == "opportunity-fire":
        hit = yield from reach.fire_at(battle, stand, charger, charging=charged)
        return hit and not is_over(state) and (yield from reach.abort_charge(battle, charger))
    counter = choice["do"] == "counter-charge"
    met = coming[charger.id][counter]
    end = hexes.named(choice["hex"])
    how: Coming = "counter" if counter else "opportunity"
    yield from intercept.run(battle, stand, charger, end, how=how, met=met)
    _finished(battle, charger, words.CHARGED_ITSELF)
    return True


def answers_to_charge(state: State, side: int, charge: Charge, *, evading: bool = True) -> Iterator[Group]:
    """Yield every answer to a declared charge, evasion too if `evading` (SN-5.0.a, SN-6.0.a)."""
    for stand in state.on_field(side) if evading else ():
        if stand.profile.code in evasion.EVADERS and evasion.attackers_of(state, stand, charge):
            yield _group("evade", stand, partial(_evasion, state, stand, charge))
    for stand in waiting(state, side):
        contacting = charge.against(stand.id)
        if contacting:
            chargers = [state.stands[id_] for id_ in contacting]
        else:
            chargers = [
                charger
                for charger in map(state.stands.__getitem__, charge.places)
                if towards(stand, charger.place, charge.places[charger.id])
            ]
        if not chargers:
            continue
        do = "counter-charge" if contacting else "opportunity-charge"
        yield _group("opportunity-fire", stand, partial(_fires, state, stand, chargers, bool(contacting)))
        yield _group(do, stand, partial(_onslaughts, state, do, stand, chargers))


def _evasion(state: State, stand: Stand, charge: Charge) -> Iterator[Option]:
    if evasion.from_charge(state, stand, charge):
        yield Option({"do": "evade", "unit": stand.id}, words.evades(stand.name), "SN-5.0.a")
