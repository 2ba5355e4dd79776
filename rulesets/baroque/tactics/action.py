"""What an active unit does: rally, fight, charge, shoot, march or stand. Values in VD, distances in BU."""

from __future__ import annotations

from rulesets.baroque import command
from rulesets.baroque.charge import plan
from rulesets.baroque.shooting.dice import range_modifiers, reach, shot_dice, shot_passes
from rulesets.baroque.shooting.targets import Target, targets
from rulesets.baroque.state import State, Unit
from rulesets.baroque.tactics import enemies, worth
from rulesets.baroque.tactics.options import allowed, offered, pick, plain
from rulesets.baroque.traits import fires_on_the_move, is_artillery
from rulesets.engine import geometry
from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Choice, Decision, Number, Option

STAND_OFF = 1.9
"""How near a unit that lives by its fire goes: within short range, out of most charges."""

FAR = 6.0
"""With the enemy farther than this a unit marches; a Disorder can be rallied before he is there."""

FACING = 12.0
"""Degrees off the facing that are not worth a wheel."""

LEAST_SHOT = 0.12
"""A shot worth less does not keep a unit from moving up."""


def choose(battle: Battle, decision: Decision) -> Choice:
    """The action of the unit, from what is offered."""
    state: State = battle.state
    unit = state.units[decision.subject]
    if offered(decision, "put-behind"):
        return pick(decision, "put-behind")
    if offered(decision, "forced-rally"):
        return _forced(state, unit, decision)
    if offered(decision, "fight"):
        return _melee(state, unit, decision)
    if offered(decision, "rally"):
        return pick(decision, "rally")
    return (
        _leave(state, unit, decision)
        or _strike(state, unit, decision)
        or _move(state, unit, decision)
        or pick(decision, "end-unit")
    )


def _forced(state: State, unit: Unit, decision: Decision) -> Choice:
    """A forced rally costs the activation: worth it out of the enemy's reach, or when it is likely."""
    _, far = enemies.nearest(state, unit)
    likely = command.forced_rally_chance(state, unit) > 0.6
    return pick(decision, "forced-rally" if likely or far > 3.0 else "stay")


def _melee(state: State, unit: Unit, decision: Decision) -> Choice:
    """Fight, unless the fight is lost beforehand and the unit can get away."""
    away = offered(decision, "disengage")
    if away is not None:
        foes = state.engaged_with(unit.id)
        balance = sum(enemies.fight(state, unit, foe, charging=False).balance for foe in foes)
        if balance < -0.5 * unit.profile.vd:
            return plain(away)
    return pick(decision, "fight")


def _leave(state: State, unit: Unit, decision: Decision) -> Choice | None:
    """BQ-2.5.1.1.e: an Exhausted unit near the enemy has cost its VD already; gone, it cannot cost it
    twice.
    """
    if not unit.exhausted or offered(decision, "withdraw") is None:
        return None
    _, far = enemies.nearest(state, unit)
    return pick(decision, "withdraw") if far < 4.5 and unit.vbu <= 2 else None


# ---------------------------------------------------------------------------- fire and charge


def _strike(state: State, unit: Unit, decision: Decision) -> Choice | None:
    """The best charge or shot, if it is worth the while."""
    assault, gain = _best_charge(state, unit, decision)
    shot, harm = _best_shot(state, unit, decision)
    if shot is not None and (fires_on_the_move(unit.profile) or harm >= gain):
        if harm >= LEAST_SHOT or not _may_come_nearer(state, unit, decision):
            return plain(shot, reserve=0)
        return None
    return plain(assault) if assault is not None and gain > LEAST_SHOT else None


def _best_shot(state: State, unit: Unit, decision: Decision) -> tuple[Option | None, float]:
    options = {(o.key["target"], o.key["edge"]): o for o in decision.fitting({"do": "shoot"})}
    best, most = None, 0.0
    if not options:
        return None, 0.0
    for aim in targets(state, unit):
        option = options.get((aim.unit, aim.edge))
        if option is None:
            continue
        target = state.units[aim.unit]
        harm = _harm(state, unit, target, aim)
        if best is None or harm > most:
            best, most = option, harm
    return best, most


def _harm(state: State, unit: Unit, target: Unit, aim: Target) -> float:
    shot = aim.shot(unit, target.profile, moves=unit.moves)
    passes = shot_passes(shot, first_volley=not unit.volley_fired)
    leader = state.attached_leader(target.id) is not None
    return worth.of_fire(target, shot_dice(shot), passes, range_modifiers(aim.at), leader).harm


def _best_charge(state: State, unit: Unit, decision: Decision) -> tuple[Option | None, float]:
    best, most = None, 0.0
    for option in decision.fitting({"do": "charge"}):
        gain = _gain(state, unit, state.units[option.key["target"]], bool(option.key.get("bonus")))
        if best is None or gain > most:
            best, most = option, gain
    return best, most


def _gain(state: State, unit: Unit, target: Unit, bonus: bool) -> float:
    """What a charge is worth: the clash times the chance to arrive, less the answer and a Disorder if it
    falls short.
    """
    way = geometry.advance_to_contact(unit.place, target.place, plan.reach(unit.profile) + 1.0)
    arrive = float(plan.reach_chance(unit.profile, way)) if bonus and way is not None else 1.0
    if target.profile.type in ("S", "ART"):
        return arrive * 1.5 * target.profile.vd
    behind = enemies.from_behind(unit, target)
    clash = enemies.fight(state, unit, target, charging=True, flank=behind)
    answer = 0.0 if behind or target.reacted else 0.7 * enemies.fire_worth(target, unit, "point_blank")
    short = (1.0 - arrive) * worth.DISORDER * unit.profile.vd if bonus else 0.0
    return arrive * (clash.balance - answer) - short


# ---------------------------------------------------------------------------- movement


def _may_come_nearer(state: State, unit: Unit, decision: Decision) -> bool:
    activation = state.activation
    return not is_artillery(unit.profile) and activation is not None and activation.march == 0 and (
        offered(decision, "advance") is not None
    )  # fmt: skip


def _move(state: State, unit: Unit, decision: Decision) -> Choice | None:
    """Towards the quarry: turn to it, close in as far as is good for it, march while he is far."""
    quarry = enemies.quarry(state, unit)
    if quarry is None:
        return None
    angle, far = enemies.bearing(unit, quarry), enemies.distance(unit, quarry)
    gun = offered(decision, "turn-gun")
    if is_artillery(unit.profile):
        return _as_far(gun, "degrees", angle) if gun is not None and abs(angle) > 40.0 else None
    if not _marches(state, unit, far):
        return None
    if abs(angle) > FACING + 60.0 / (1.0 + far):
        wheel = offered(decision, "wheel", corner="left" if angle > 0 else "right")
        turned = None if wheel is None else _as_far(wheel, "degrees", round(abs(angle), 1))
        if turned is not None:
            return turned
        if abs(angle) > 60.0:
            return None
    return _advance(unit, decision, far)


def _marches(state: State, unit: Unit, far: float) -> bool:
    """The first action is free; another one risks Disorder, so only far from the enemy and with good
    chances.
    """
    activation = state.activation
    if activation is None or activation.march == 0:
        return True
    return far > FAR and not unit.disordered and command.discipline_chance(state, unit) >= 0.6


def _advance(unit: Unit, decision: Decision, far: float) -> Choice | None:
    option = offered(decision, "advance")
    if option is None:
        return None
    number = option.params[0]
    room = number.high if isinstance(number, Number) else 0.0
    fires = reach(unit.profile)
    stop = STAND_OFF if fires and unit.profile.i < 3 else 0.3
    if fires > 2.0 and unit.profile.i == 0:
        stop = min(3.8, fires)
    go = round(min(room, far - stop), 4)
    if go < 0.2:
        return None
    return _as_far(option, "bu", go)


def _as_far(option: Option, name: str, wanted: float) -> Choice | None:
    """The option with its number as wanted, else half of that, else as much as it takes; None if refused."""
    for value in (wanted, wanted / 2, 1e9):
        choice = plain(option, **{name: value})
        if allowed(option, choice):
            return choice
    return None
