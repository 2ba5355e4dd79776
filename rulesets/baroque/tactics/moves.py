"""Where an active unit goes, and why it stands. Distances in BU."""

from __future__ import annotations

from rulesets.baroque import command
from rulesets.baroque.movement.march import why_no_move
from rulesets.baroque.shooting.dice import reach
from rulesets.baroque.state import State, Unit
from rulesets.baroque.tactics import enemies
from rulesets.baroque.tactics.options import allowed, offered, pick, plain
from rulesets.baroque.traits import is_artillery
from rulesets.baroque.wording import tactics as words
from rulesets.engine.decisions import Choice, Decision, Number, Option
from rulesets.engine.system import Advice

STAND_OFF = 1.9
"""How near a unit that lives by its fire goes: within short range, out of most charges."""

LONG_SHOT = 3.8
"""How near a unit goes that can only fire."""

CONTACT = 0.3
"""How near any other goes: the rest of the way is its charge."""

FAR = 6.0
"""With the enemy farther than this a unit marches; a Disorder can be rallied before it is there."""

LIKELY = 0.6
"""The chance of the test that makes another movement action worth while."""

FACING = 12.0
"""Degrees off the facing that are not worth a wheel."""

BESIDE = 60.0
"""Degrees off the facing at which a unit that cannot wheel has nothing to go straight on for."""

BEHIND = 120.0
"""Degrees off the facing at which facing about is better than a wheel."""

GUNS = 40.0
"""Degrees off the facing at which light guns are turned."""

SIDLES = ((0.8, 0.6), (0.6, 0.8))
"""How far ahead and how far aside a unit moves that cannot go straight on, as parts of its M."""

LEAST = 0.2
"""BU: a shorter advance is none."""


def may_come_nearer(state: State, unit: Unit, decision: Decision) -> bool:
    """Return whether a unit that does not fire now has a free move to make."""
    activation = state.activation
    return not is_artillery(unit.profile) and activation is not None and activation.march == 0 and (
        offered(decision, "advance") is not None
    )  # fmt: skip


def advise(state: State, unit: Unit, decision: Decision) -> Advice:
    """Advise a move towards the quarry: turn, close in as far as is good, march while it is far."""
    if is_artillery(unit.profile):
        return _guns(state, unit, decision)
    why_not = _stays(state, unit)
    if why_not:
        return _stand(decision, why_not)
    quarry = enemies.quarry(state, unit)
    if quarry is None:
        return _stand(decision, words.NO_ENEMY)
    angle, far = enemies.bearing(unit, quarry), enemies.distance(unit, quarry)
    # Before the march: facing about is the only action of an activation, so it must be the first.
    if abs(angle) > BEHIND and offered(decision, "about-face"):
        return pick(decision, "about-face", words.faces_about(quarry.name, far))
    if far <= FAR and _has_moved(state):
        return _stand(decision, words.risks_no_march(far))
    # The nearer the quarry, the larger the angle that a short advance can leave to the next turn.
    if abs(angle) > FACING + 60.0 / (1.0 + far):
        turned = _wheel(quarry, decision, angle, far)
        if turned is not None:
            return turned
        if abs(angle) > BESIDE:
            return _stand(decision, words.no_room_to_wheel(quarry.name, abs(angle)))
    return _advance(unit, quarry, decision, far)


def _stays(state: State, unit: Unit) -> str:
    """Return why the unit moves no more, whoever its quarry would be; "" if it may have one.

    The first action is free; another one risks Disorder, so it is made with good chances only.
    """
    if unit.exhausted:
        near, far = enemies.nearest(state, unit)
        return words.keeps_away(near.name if near else "", far)
    why = why_no_move(state, unit)
    if why is not None:
        return why[1]
    chance = command.discipline_chance(state, unit) if _has_moved(state) else 1.0
    return "" if chance >= LIKELY else words.would_lose_order(chance)


def _has_moved(state: State) -> bool:
    return state.activation is not None and state.activation.march > 0


def _stand(decision: Decision, why: str) -> Advice:
    return pick(decision, "end-unit", words.stands(why))


def _guns(state: State, unit: Unit, decision: Decision) -> Advice:
    """Leave guns where they are; turn light ones to a target that is far off their facing."""
    option = offered(decision, "turn-gun")
    quarry = None if option is None else enemies.quarry(state, unit)
    if option is not None and quarry is not None:
        angle, far = enemies.bearing(unit, quarry), enemies.distance(unit, quarry)
        turned = _as_far(option, "degrees", angle) if abs(angle) > GUNS else None
        if turned is not None:
            why = words.turns_guns(abs(turned["degrees"]), quarry.name, far)
            return Advice(turned, why)
    _, far = enemies.nearest(state, unit)
    return _stand(decision, words.guns_stay(far))


def _wheel(quarry: Unit, decision: Decision, angle: float, far: float) -> Advice | None:
    hand = "left" if angle > 0 else "right"
    option = offered(decision, "wheel", corner=hand)
    turned = None if option is None else _as_far(option, "degrees", round(abs(angle), 1))
    if turned is None:
        return None
    return Advice(turned, words.wheels(hand, turned["degrees"], quarry.name, far))


def _advance(unit: Unit, quarry: Unit, decision: Decision, far: float) -> Advice:
    """Advance as near as is good for the unit and as far as there is room."""
    option = offered(decision, "advance")
    number = None if option is None else option.params[0]
    if option is None or not isinstance(number, Number):
        why = words.barred(quarry.name)
        return _sidle(unit, quarry, decision, far) or _stand(decision, why)
    stop = stand_off(unit)
    go = round(min(number.high, far - stop), 4)
    if far - stop < LEAST:
        return _stand(decision, words.near_enough(quarry.name, far))
    choice = None if go < LEAST else _as_far(option, "bu", go)
    if choice is None:
        why = words.no_room_ahead(quarry.name, far)
        return _sidle(unit, quarry, decision, far) or _stand(decision, why)
    fires_at = stop if stop > CONTACT else 0.0
    return Advice(choice, words.advances(choice["bu"], quarry.name, far, fires_at))


def _sidle(unit: Unit, quarry: Unit, decision: Decision, far: float) -> Advice | None:
    """Move obliquely past what bars the straight way, to the side of the quarry first."""
    option = offered(decision, "oblique")
    if option is None or far < stand_off(unit) + LEAST:
        return None
    m = unit.profile.m_bu
    # The side of the quarry is tried first, to come out with it in front.
    side = -1.0 if enemies.bearing(unit, quarry) > 0 else 1.0
    for ahead, across in SIDLES:
        for hand in (side, -side):
            choice = plain(option, forward=round(ahead * m, 4), right=round(hand * across * m, 4))
            if allowed(option, choice):
                return Advice(choice, words.sidles(quarry.name, far))
    return None


def stand_off(unit: Unit) -> float:
    """Return how near to the enemy the unit goes of itself, in BU."""
    fires = reach(unit.profile)
    if fires > 2.0 and unit.profile.i == 0:
        return min(LONG_SHOT, fires)
    return STAND_OFF if fires and unit.profile.i < 3 else CONTACT


def _as_far(option: Option, name: str, wanted: float) -> Choice | None:
    """Return the option with its number as wanted, else half, else the most; None if refused."""
    # 1e9 stands for the most: `plain` cuts every number down to what the option allows.
    for value in (wanted, wanted / 2, 1e9):
        choice = plain(option, **{name: value})
        if allowed(option, choice):
            return choice
    return None
