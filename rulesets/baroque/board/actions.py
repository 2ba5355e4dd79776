"""What a unit may do now, and why not: every action and reaction there is (BQ-4.1.1.e, BQ-4.1.3)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from rulesets.baroque import leaving, terrain
from rulesets.baroque.board.chances import chance_words
from rulesets.baroque.board.reacting import why_not_asked
from rulesets.baroque.board.what_if import as_if_active
from rulesets.baroque.charge import plan
from rulesets.baroque.command import forced_rally_dice, in_command_range, why_no_rally
from rulesets.baroque.melee.pursuit import must_pursue
from rulesets.baroque.movement import straight, turns, ways
from rulesets.baroque.movement.march import why_no_move
from rulesets.baroque.reactions import who
from rulesets.baroque.shooting import defence, fire
from rulesets.baroque.shooting.dice import reach as range_of
from rulesets.baroque.shooting.targets import targets
from rulesets.baroque.state import BAGGAGE, State, Unit
from rulesets.baroque.wording.command import IN_GOOD_ORDER
from rulesets.baroque.wording.movement import NOT_IN_MELEE
from rulesets.baroque.wording.shooting import NO_MISSILES
from rulesets.contract.board import Action
from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Option
from rulesets.engine.geometry import Hand
from rulesets.engine.wording.battles import (
    BATTLE_OVER,
    DRAWING_UP,
    NOT_ITS_TURN_TO_DEPLOY,
    OTHER_DECISION_FIRST,
)
from rulesets.freetable.ways import Why

Bar = Callable[[State, Unit], Why | None]


@dataclass(frozen=True, slots=True)
class ActionRule:
    """Something that a unit can do: `what` in words, the options that do it (`do` and perhaps more keys),
    its rule, what bars it from a unit that is active (or, a reaction, from one that may be asked).
    """

    what: str
    do: str
    rule: str
    why: Bar
    of: tuple[str, str] | None = None
    reaction: bool = False

    def fits(self, option: Option) -> bool:
        """Return whether an option does this."""
        if option.key.get("do") != self.do:
            return False
        return self.of is None or option.key.get(self.of[0]) == self.of[1]


def actions(battle: Battle, unit: Unit, options: Sequence[Option]) -> tuple[Action, ...]:
    """Return all that the unit may do (`options` of the decision about it), then all that it may not."""
    state: State = battle.state
    offered = [
        Action(option.label, True, chance_words(battle, unit, option), option.rule, option.key)
        for option in options
    ]
    actions = [action for action in ACTIONS if not any(map(action.fits, options))]
    if unit.profile.type == BAGGAGE:
        return (*offered, Action("Act", False, "the Baggage neither moves nor shoots", "BQ-7.9.a"))
    if unit.base is None:
        why = not_now(battle, unit)
        return tuple(offered) or (Action("Deploy", False, NOT_ITS_TURN_TO_DEPLOY, why[0]),)
    with as_if_active(state, unit):
        bars = [None if action.reaction else action.why(state, unit) for action in actions]
    return (*offered, *_barred(battle, unit, actions, bars), *_passing(state, unit, options))


def _barred(
    battle: Battle, unit: Unit, actions: Sequence[ActionRule], bars: Sequence[Why | None]
) -> Iterator[Action]:
    state: State = battle.state
    for action, bar in zip(actions, bars, strict=True):
        if action.do == "activate" and state.is_active(unit):
            why = ("BQ-4.1.1.d", "it is active now")
        elif action.reaction:
            why = action.why(state, unit) or _no_reaction(battle, unit, action.do)
        else:
            why = bar or not_now(battle, unit)
        yield Action(action.what, False, why[1], why[0] or action.rule)


# ---------------------------------------------------------------------------- not its moment


def not_now(battle: Battle, unit: Unit) -> Why:
    """Return why a unit that could act otherwise cannot act at this moment."""
    state: State = battle.state
    if battle.pending is None:
        return "", BATTLE_OVER
    if not state.turn:
        return "BQ-4.1.a", DRAWING_UP
    if state.is_active(unit):
        return "BQ-4.1.3.j", OTHER_DECISION_FIRST
    if unit.activated:
        return "BQ-4.1.1.d", "it has been activated this turn"
    if unit.command == state.active_command:
        return _its_command(state, unit)
    if state.commands[unit.command].activated:
        return "BQ-4.1.1.a", "its command has been activated this turn"
    if state.active == unit.side:
        return "BQ-4.1.1.d", f"{state.commands[state.active_command].name} is active"
    if state.active >= 0:
        return "BQ-4.1.1.d", "the enemy is active: it can only react"
    return "BQ-4.1.1.a", "its command waits for the initiative"


def _its_command(state: State, unit: Unit) -> Why:
    activation = state.activation
    if activation is not None and not activation.done and activation.unit != unit.id:
        other = state.units[activation.unit]
        if other.on_field and other.side == unit.side:
            return "BQ-4.1.1.d", f"{other.name} is active: units act one after the other"
    return "BQ-4.1.1.d", "it has to be activated first"


def _no_reaction(battle: Battle, unit: Unit, do: str) -> Why:
    """Return why a unit that is ready to react is not asked to."""
    state: State = battle.state
    pending = battle.pending
    if pending is None or not state.turn:
        return not_now(battle, unit)
    if pending.kind == "react" and pending.side == unit.side:
        return why_not_asked(battle, unit, do)
    if state.active == unit.side:
        return "BQ-4.1.3.a", "only the inactive side reacts"
    return "BQ-4.1.3.a", "there is nothing to react to now"


# ---------------------------------------------------------------------------- the actions of an active unit


def _why_no_fight(state: State, unit: Unit) -> Why | None:
    return None if state.engaged(unit.id) else ("BQ-7.1.d", NOT_IN_MELEE)


def _why_no_charge(state: State, unit: Unit) -> Why | None:
    why = plan.why_no_charge(state, unit)
    if why is None and not plan.marks(state, unit, plan.reach(unit.profile)):
        return _nobody_to_charge(state, unit, plan.reach(unit.profile))
    return why


def _nobody_to_charge(state: State, unit: Unit, reach: float) -> Why:
    """Return why there is no target: nobody before it, or hidden, or something in the way."""
    if next(plan.in_the_way(state, unit, reach), None) is None:
        return "BQ-5.4.a", f"no enemy is straight ahead within {reach:g} BU"
    met = plan.path(state, unit, reach)
    for enemy in met.enemies:
        if not terrain.visible(state, unit.place, enemy.place):
            return "BQ-5.4.c", f"{enemy.name} is hidden by terrain"
        return "BQ-7.9.d", f"{enemy.name} is attacked on that side already"
    return met.stop or ("BQ-5.4.a", "it cannot reach the enemy")


def _why_no_shot(state: State, unit: Unit) -> Why | None:
    why = fire.why_no_fire(state, unit)
    if why is None and not targets(state, unit):
        return "BQ-6.3.1.a", f"no enemy whom it sees is in its arc within {range_of(unit.profile):g} BU"
    return why


def _why_no_advance(state: State, unit: Unit) -> Why | None:
    why = why_no_move(state, unit)
    if why is None and straight.advance_option(state, unit) is None:
        base = unit.place
        return ways.straight(state, unit, base.fx, base.fy, unit.profile.m_bu).why
    return why


def _moving(bar: Bar) -> Bar:
    """Return what bars a movement action: what bars all of them, or this one."""
    return lambda state, unit: why_no_move(state, unit) or bar(state, unit)


def _why_no_wheel(state: State, unit: Unit, corner: Hand) -> Why | None:
    why = why_no_move(state, unit)
    if why is None:
        room, end = turns.wheel_room(state, unit, corner)
        return end if room < turns.LEAST_WHEEL else None
    return why


def _why_no_gun_turn(state: State, unit: Unit) -> Why | None:
    if state.engaged(unit.id):
        return "BQ-7.1.d", "it is in melee"
    return turns.why_no_gun_turn(state, unit)


# ---------------------------------------------------------------------------- what follows other things


def _why_no_forced_rally(state: State, unit: Unit) -> Why | None:
    if not unit.disordered:
        return "BQ-4.1.2.d", IN_GOOD_ORDER
    if not in_command_range(state, unit):
        return "BQ-4.1.2.d", "it is out of its leader’s range"
    if not forced_rally_dice(state, unit):
        return "BQ-4.1.2.d", "its leader has no leadership bonus"
    return "BQ-4.1.2.c", "it may be tried only after a rally has failed"


def _why_no_pursuit(_state: State, unit: Unit) -> Why | None:
    if unit.profile.i < 1:
        return "BQ-7.5.4.a", "units with an impetus of 0 do not pursue"
    words = "it has to pursue" if must_pursue(unit) else "it may pursue"
    return "BQ-7.5.4.c", f"{words} when it wins a melee"


def _why_no_breaking_off(_state: State, unit: Unit) -> Why | None:
    if not unit.profile.mounted:
        return "BQ-7.5.2.c", "only mounted break off"
    return "BQ-7.5.2.c", "mounted break off after a drawn melee with foot"


# ---------------------------------------------------------------------------- reactions


def _why_no_opportunity_fire(state: State, unit: Unit) -> Why | None:
    if not range_of(unit.profile):
        return "BQ-6.1.a", NO_MISSILES
    return who.why_not_ready(state, unit)


def _why_no_defensive_fire(state: State, unit: Unit) -> Why | None:
    return defence.why_no_defence(state, unit) or who.why_not_ready(state, unit)


ACTIONS: tuple[ActionRule, ...] = (
    ActionRule("Activate", "activate", "BQ-4.1.1.d", lambda _state, _unit: None),
    ActionRule("Rally", "rally", "BQ-4.1.2.a", why_no_rally),
    ActionRule("Forced rally", "forced-rally", "BQ-4.1.2.d", _why_no_forced_rally),
    ActionRule("Fight", "fight", "BQ-7.1.d", _why_no_fight),
    ActionRule("Withdraw from the field", "withdraw", "BQ-2.5.1.1.a", leaving.why_no_withdrawal),
    ActionRule("Disengage", "disengage", "BQ-5.7.a", leaving.why_no_disengagement),
    ActionRule("Charge", "charge", "BQ-5.4.a", _why_no_charge),
    ActionRule("Shoot", "shoot", "BQ-6.1.a", _why_no_shot),
    ActionRule("Caracole", "caracole", "BQ-6.8.a", fire.why_no_caracole),
    ActionRule("Advance", "advance", "BQ-5.1.a", _why_no_advance),
    ActionRule("Move obliquely or sideways", "oblique", "BQ-5.2.2.a", _moving(straight.why_no_oblique)),
    ActionRule("Move back", "back", "BQ-5.2.3.a", _moving(straight.why_no_back)),
    ActionRule(
        "Wheel left", "wheel", "BQ-5.2.1.a", partial(_why_no_wheel, corner="left"), ("corner", "left")
    ),
    ActionRule(
        "Wheel right", "wheel", "BQ-5.2.1.a", partial(_why_no_wheel, corner="right"), ("corner", "right")
    ),
    ActionRule("Face about", "about-face", "BQ-5.2.4.a", _moving(turns.why_no_facing)),
    ActionRule(
        "Face left",
        "face-side",
        "BQ-5.2.4.c",
        _moving(partial(turns.why_no_facing_aside, to="left")),
        ("to", "left"),
    ),
    ActionRule(
        "Face right",
        "face-side",
        "BQ-5.2.4.c",
        _moving(partial(turns.why_no_facing_aside, to="right")),
        ("to", "right"),
    ),
    ActionRule("Turn the guns", "turn-gun", "BQ-5.3.a", _why_no_gun_turn),
    ActionRule("Pursue", "pursue", "BQ-7.5.4.a", _why_no_pursuit),
    ActionRule("Break off", "break-off", "BQ-7.5.2.c", _why_no_breaking_off),
    ActionRule("Opportunity fire", "opportunity-fire", "BQ-6.5.a", _why_no_opportunity_fire, reaction=True),
    ActionRule(
        "Opportunity charge", "opportunity-charge", "BQ-5.4.2.a", who.why_not_intercept, reaction=True
    ),
    ActionRule("Countercharge", "countercharge", "BQ-5.4.3.a", who.why_not_intercept, reaction=True),
    ActionRule("Defensive fire", "defensive-fire", "BQ-6.6.a", _why_no_defensive_fire, reaction=True),
    ActionRule("Evade", "evade", "BQ-5.6.a", who.why_no_evasion, reaction=True),
)


# ---------------------------------------------------------------------------- through friends


def _passing(state: State, unit: Unit, options: Sequence[Option]) -> Iterator[Action]:
    """Yield the friends straight ahead, and whether the unit may advance through them (BQ-5.5.1)."""
    advance = next((option for option in options if option.key["do"] == "advance"), None)
    if advance is None:
        return
    base = unit.place
    way = ways.straight(state, unit, base.fx, base.fy, unit.profile.m_bu)
    room = ways.furthest(state, way)
    for passed in way.passed:
        what = f"Pass through {passed.unit.name}"
        # A heavier friend must be cleared entirely; a light one may also be ended upon, for it is put behind.
        if room >= passed.leave - ways.LEAST or passed.under(room):
            yield Action(
                what,
                True,
                f"from {passed.enter:.2g} to {passed.leave:.2g} BU ahead",
                "BQ-5.5.1.d",
                advance.key,
            )
        else:
            why = f"it would not come clear: {passed.leave:.2g} BU are needed"
            yield Action(what, False, why, "BQ-5.5.1.d")
    friend = state.units.get(way.blocker)
    if friend is not None and friend.side == unit.side:
        rule, reason = way.why
        yield Action(f"Pass through {friend.name}", False, reason, rule)
