"""Shooting as an action of the active unit (BQ-6.1, BQ-6.5.c, BQ-6.8): what it may do, and doing it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from rulesets.baroque.command import discipline_chance, discipline_test
from rulesets.baroque.events.field import Declared, Spent
from rulesets.baroque.shooting.dice import reach, shot_dice, shot_passes
from rulesets.baroque.shooting.targets import Target, View, aim_at, targets, views
from rulesets.baroque.shooting.volley import ShotAnswer, roll_volley, suffer
from rulesets.baroque.state import BAGGAGE, State, Unit
from rulesets.baroque.traits import caracoles, fires_on_the_move
from rulesets.baroque.wording import common
from rulesets.baroque.wording import shooting as words
from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Choice, Decision, Group, Menu, Number, Option, Steps
from rulesets.engine.hits import expected_hits
from rulesets.freetable.ways import Why

ALONE = frozenset({"about-face", "face-side"})
"""BQ-5.2.4.a: moves that are the only action of an activation."""

MOST_RESERVED = 9
"""More movement actions than any unit makes in an activation."""


# ---------------------------------------------------------------------------- what is allowed


def why_no_fire(state: State, unit: Unit) -> Why | None:
    """Return the rule and the reason why the active unit may not shoot now (BQ-6.1); None if it may."""
    return next(_fire_bars(state, unit), None)


def _fire_bars(state: State, unit: Unit) -> Iterator[Why]:
    activation = state.activation
    if unit.profile.type == BAGGAGE or not reach(unit.profile):
        yield "BQ-6.1.a", words.NO_MISSILES
    elif state.engaged(unit.id):
        yield "BQ-7.1.d", common.IN_MELEE
    elif activation is None or activation.unit != unit.id or activation.done:
        yield "BQ-4.1.1.d", words.IS_NOT_ACTIVE
    elif activation.shots:
        yield "BQ-6.1.c", words.HAS_FIRED
    elif activation.last_kind in ALONE:
        yield "BQ-5.2.4.a", words.TURNED_ABOUT
    elif activation.passed_through:
        yield "BQ-6.1.3.3", words.PASSED_THROUGH


# ---------------------------------------------------------------------------- options


def options(battle: Battle, unit: Unit) -> Menu:
    """Return every shot of the active unit, with dice and expected hits in its label (BQ-6.1)."""
    state: State = battle.state
    return Menu() if why_no_fire(state, unit) is not None else Menu(*_shots(battle, unit))


def _shots(battle: Battle, unit: Unit) -> Iterator[Group]:
    for view in views(battle.state, unit):
        for target in view.in_reach:
            key = {"do": "shoot", "target": target.id, "edge": view.side}
            yield key, partial(_shot, battle, unit, view, target)


def _shot(battle: Battle, unit: Unit, view: View, target: Unit) -> Iterator[Option]:
    aim = view.offered(target)
    if aim is not None:
        battle.looked["aim", unit.id, target.id, view.side] = aim
        yield _option(battle.state, unit, aim, "shoot")


def _option(state: State, unit: Unit, aim: Target, do: str) -> Option:
    key = {"do": do, "unit": unit.id, "target": aim.unit, "edge": aim.edge}
    rule = "BQ-6.8.a" if do == "caracole" else "BQ-6.1.a"
    return Option(key, partial(_words, state, unit, aim, do), rule, _reserve(state, unit))


def _words(state: State, unit: Unit, aim: Target, do: str) -> str:
    """Return words such as `Fire at Blue (1.5 BU, at short range, limited): 4 dice, 0.81 hits expected`."""
    target = state.units[aim.unit]
    shot = aim.shot(unit, target.profile, moves=unit.moves)
    count = shot_dice(shot)
    mean = expected_hits(count, shot_passes(shot, first_volley=not unit.volley_fired))
    how = words.circumstances(aim.distance, aim.at, aim.edge, aim.limited, aim.indirect, aim.through)
    return words.shot("caracole" if do == "caracole" else "active", target.name, how, count, mean)


def _reserve(state: State, unit: Unit) -> tuple[Number, ...]:
    """Return how many movement actions to pay for, asked before the first fire of the unit (BQ-6.1.3.2.b)."""
    activation = state.activation
    if fires_on_the_move(unit.profile) or activation is None or activation.march:
        return ()
    most = 1 if unit.disordered else MOST_RESERVED  # BQ-2.5.3.c
    return (Number("reserve", 0, most, words.RESERVE, whole=True, default=0),)


# ---------------------------------------------------------------------------- doing it


def perform(battle: Battle, unit: Unit, choice: Choice) -> Steps[None]:
    """Shoot with the active unit, with the enemy's answer and the caracole that may follow (BQ-6.1)."""
    yield from shoot(battle, unit, offered_aim(battle, unit, choice), "active", choice.get("reserve", -1))
    if why_no_caracole(battle.state, unit) is None:
        yield from _caracole(battle, unit)


def offered_aim(battle: Battle, unit: Unit, choice: Choice) -> Target:
    """Return the shot of an option that was offered: priority has been seen to."""
    # The option was offered with this aim worked out; in a recall nothing was offered, so it is found now.
    aim: Target | None = battle.looked.get(("aim", unit.id, choice["target"], choice["edge"]))
    aim = aim or aim_at(battle.state, unit, battle.state.units[choice["target"]], choice["edge"])
    if aim is None:
        raise LookupError(f"{choice['target']} was offered and cannot be fired at")
    return aim


def shoot(battle: Battle, unit: Unit, aim: Target, fire: str, reserved: int) -> Steps[None]:
    """Fire a shot: it is stated and answered, dice are rolled, then tests taken (BQ-6.1.1.a, BQ-6.5.c)."""
    state: State = battle.state
    target = state.units[aim.unit]
    battle.apply(Declared("BQ-4.1.3.j", unit.id, "caracole" if fire == "caracole" else "fire", target.id))
    answer = yield from _answered(battle, unit, target)
    volley = yield from roll_volley(battle, unit, aim, fire=fire, reserved=reserved, evading=answer.evading)
    back = None
    if answer.aim is not None:
        back = yield from roll_volley(battle, state.units[answer.firer], answer.aim, fire="opportunity")
    # Fire in answer is simultaneous: both volleys are rolled before either is suffered.
    yield from suffer(battle, volley)
    if back is not None:
        yield from suffer(battle, back)
    if answer.afterwards is not None:
        yield from answer.afterwards()


def _answered(battle: Battle, unit: Unit, target: Unit) -> Steps[ShotAnswer]:
    """Return what the inactive side does about a shot (BQ-4.1.3.l)."""
    from rulesets.baroque.reactions import answer as reactions  # noqa: PLC0415  # which stand on shooting: here the rules call back

    return (yield from reactions.answer_shot(battle, unit, target))


def why_no_caracole(state: State, unit: Unit) -> Why | None:
    """Return the rule and the reason why the unit may not fire a second time now; None if it may."""
    activation, rule = state.activation, "BQ-6.8.a"
    if not caracoles(unit.profile):
        return rule, words.ONLY_REITERS_CARACOLE
    if not unit.on_field or unit.disordered:
        return rule, common.DISORDERED
    if state.engaged(unit.id):
        return rule, common.IN_MELEE
    if activation is None or activation.unit != unit.id or activation.shots != 1:
        return rule, words.AFTER_FIRST_FIRE
    return None


def _caracole(battle: Battle, unit: Unit) -> Steps[None]:
    """Offer a caracole: a test for a second fire at once; failing it ends the activation (BQ-6.8)."""
    state: State = battle.state
    chance = discipline_chance(state, unit)
    offered = [_option(state, unit, aim, "caracole") for aim in targets(state, unit)]
    if not offered:
        return
    offered.append(Option({"do": "none", "unit": unit.id}, words.DO_NOT, "BQ-6.8.a"))
    text = words.asks_caracole(chance)
    choice = yield Decision("caracole", unit.side, text, "BQ-6.8.a", tuple(offered), unit.id)
    if choice["do"] == "none":
        return
    if (yield from discipline_test(battle, unit, words.CARACOLE, "BQ-6.8.a")):
        yield from shoot(battle, unit, offered_aim(battle, unit, choice), "caracole", -1)
    else:
        battle.apply(Spent("BQ-6.8.b", unit.id, march_over=True, done=True, why=words.CARACOLE_FAILED))
