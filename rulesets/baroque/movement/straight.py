"""Straight movement actions: forward, oblique and sideways, back (BQ-5.1, BQ-5.2.2, BQ-5.2.3)."""

from __future__ import annotations

from functools import partial
from math import cos, hypot, radians, sin

from rulesets.baroque import leaders, morale, tables
from rulesets.baroque.events.field import Moved, Spent
from rulesets.baroque.movement import falling, friends, ways
from rulesets.baroque.movement.march import march_test, why_no_move
from rulesets.baroque.movement.ways import LEAST
from rulesets.baroque.reactions import answer as reactions
from rulesets.baroque.state import State, Unit
from rulesets.baroque.wording import common
from rulesets.baroque.wording import movement as words
from rulesets.engine import geometry
from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Choice, Decision, Number, Option, Refusal, Steps
from rulesets.freetable.ways import Why, behind, direction, edge_room, interval, moved_along

_BEARINGS = sorted(range(-90, 91, 15), key=abs)  # tried for an oblique move that has room
_STEP = 0.05  # BU between the places that are tried behind a mover when the nearest is taken


def is_nimble(unit: Unit) -> bool:
    """Return whether it moves obliquely and back with ease: Mounted, DR and S (BQ-5.2.2.b, BQ-5.2.3.a)."""
    return tables.troop_type(unit.profile.type).mounted or unit.profile.type in ("DR", "S")


# ---------------------------------------------------------------------------- forward


def advance_option(state: State, unit: Unit) -> Option | None:
    """Return the option to move straight forward as far as there is room, or None (BQ-5.1.a)."""
    activation = state.activation
    least = LEAST
    if activation is not None and activation.passed_through:
        least = 0.0  # BQ-6.1.3.3: after passing a friend it may use up an action without moving
    base = unit.place
    way = ways.straight(state, unit, base.fx, base.fy, unit.profile.m_bu)
    room = ways.furthest(state, way)
    if room < least:
        return None
    number = Number("bu", least, room, "BU", default=room)
    key = {"do": "advance", "unit": unit.id}
    label = words.advance_up_to(geometry.rounded_down(room, 2))
    return Option(key, label, "BQ-5.1.a", (number,), lambda choice: ways.check_stop(state, way, choice["bu"]))


def advance(battle: Battle, unit: Unit, choice: Choice) -> Steps[None]:
    """Advance; a light friend on whom the unit ends is put behind it (BQ-5.1.a, BQ-5.5.1.d).

    While it stands on such a friend the player may make further movement actions to come clear instead.
    """
    state: State = battle.state
    base = unit.place
    yield from _action(battle, unit, "advance", "BQ-5.1.a", (base.fx, base.fy), choice["bu"])
    while unit.on_field and any(friends.overlapped(state, unit)):
        option = advance_option(state, unit) if why_no_move(state, unit) is None else None
        if option is None:
            break
        behind = Option({"do": "put-behind", "unit": unit.id}, words.PUT_BEHIND, "BQ-5.5.1.d")
        text = words.CLEAR_OR_PUT_BEHIND
        choice = yield Decision("unit", unit.side, text, "BQ-5.5.1.d", (option, behind), unit.id)
        if choice["do"] == "put-behind":
            break
        yield from _action(battle, unit, "advance", "BQ-5.1.a", (base.fx, base.fy), choice["bu"])
    if unit.on_field:
        put_behind(battle, unit)


def put_behind(battle: Battle, unit: Unit) -> None:
    """Place friends on whom a mover has ended directly behind it (BQ-5.5.1.d)."""
    state: State = battle.state
    for friend in list(friends.overlapped(state, unit)):
        if state.engaged(friend.id):
            _back_off(battle, unit, friend)
            continue
        place = behind(unit.place, friend.place)
        # There may be no room right behind the mover, so the friend goes back step by step until there is.
        while ways.may_be_put(state, friend, place, frozenset([unit.id])) is not None:
            further = geometry.placed(
                place, place.x - unit.place.fx * _STEP, place.y - unit.place.fy * _STEP, place.heading
            )
            if not geometry.within(further, 0.0, 0.0, state.width, state.depth):
                break
            place = further
        battle.apply(Moved("BQ-5.5.1.d", friend.id, place.x, place.y, place.heading, "placed", 0.0))
        leaders.make_way(battle, (place, place))


def _back_off(battle: Battle, unit: Unit, friend: Unit) -> None:
    """Take a mover stuck on a friend in melee, who cannot be shifted, back to its near edge (BQ-5.5.1.d)."""
    way = interval(unit.place, -unit.place.fx, -unit.place.fy, friend.place)
    end = geometry.retire(unit.place, way[1] if way else 0.0)
    battle.apply(Moved("BQ-5.5.1.d", unit.id, end.x, end.y, end.heading, "placed", 0.0))


# ---------------------------------------------------------------------------- oblique and sideways


def oblique_option(state: State, unit: Unit) -> Option | None:
    """Return the option to move at an angle or sideways, None if Disordered or without room (BQ-5.2.2.a)."""
    if why_no_oblique(state, unit) is not None:
        return None
    m = unit.profile.m_bu
    params = (Number("forward", 0.0, m, "BU", default=0.0), Number("right", -m, m, "BU"))
    key = {"do": "oblique", "unit": unit.id}
    label = words.oblique_up_to(m)
    return Option(key, label, "BQ-5.2.2.a", params, partial(_check_oblique, state, unit))


def why_no_oblique(state: State, unit: Unit) -> Why | None:
    """Return why a unit that may move may not do so at an angle or sideways (BQ-5.2.2.a); None if it may."""
    if unit.disordered:
        return "BQ-5.2.2.a", common.DISORDERED
    if not any(_has_room(state, unit, bearing) for bearing in _BEARINGS):
        return "BQ-5.2.2.a", words.NO_ROOM_AHEAD
    return None


def oblique(battle: Battle, unit: Unit, choice: Choice) -> Steps[None]:
    """Move sideways or obliquely, for all but the nimble the last movement of the activation (BQ-5.2.2)."""
    state: State = battle.state
    forward, right = choice["forward"], choice["right"]
    yield from _action(
        battle, unit, "oblique", "BQ-5.2.2.a", direction(unit.place, forward, right), hypot(forward, right)
    )
    if unit.on_field:
        put_behind(battle, unit)
    if not is_nimble(unit) and unit.on_field and state.is_active(unit):
        battle.apply(Spent("BQ-5.2.2.b", unit.id, march_over=True, why=words.LAST_MOVEMENT))


def _has_room(state: State, unit: Unit, bearing: int) -> bool:
    """Return whether the unit can move at all in a direction, in degrees to the right of straight ahead."""
    angle = radians(bearing)
    along = direction(unit.place, cos(angle), sin(angle))
    return ways.furthest(state, ways.straight(state, unit, *along, unit.profile.m_bu)) >= LEAST


def _check_oblique(state: State, unit: Unit, choice: Choice) -> None:
    forward, right = choice["forward"], choice["right"]
    length, m = hypot(forward, right), unit.profile.m_bu
    if length < LEAST:
        raise Refusal(words.NO_MOVE, rule="BQ-5.2.2.a", path="choice.right", code="range")
    if length > m + 1e-4:
        fault = words.too_far(length, m)
        raise Refusal(fault, rule="BQ-5.2.2.a", code="range")
    way = ways.straight(state, unit, *direction(unit.place, forward, right), length)
    ways.check_stop(state, way, min(length, m))


# ---------------------------------------------------------------------------- back


def back_option(state: State, unit: Unit) -> Option | None:
    """Return the option to move straight back (BQ-5.2.3.a); None for a Disordered unit or without room."""
    if unit.disordered:
        return None
    room = _back_room(state, unit)
    if room < LEAST:
        return None
    number = Number("bu", LEAST, room, "BU", default=room)
    label = words.back_up_to(geometry.rounded_down(room, 2), is_nimble(unit))
    key = {"do": "back", "unit": unit.id}
    return Option(key, label, "BQ-5.2.3.a", (number,), partial(_check_back, state, unit))


def why_no_back(state: State, unit: Unit) -> Why | None:
    """Return why a unit that may move may not move back (BQ-5.2.3.a); None if it may."""
    if unit.disordered:
        return "BQ-5.2.3.a", common.DISORDERED
    if _back_room(state, unit) < LEAST:
        return "BQ-5.2.3.a", common.NO_ROOM_BEHIND
    return None


def _back_room(state: State, unit: Unit) -> float:
    """Return how far the unit may move back in one action; 0 where it would leave the table."""
    base = unit.place
    limit = min(unit.profile.m_bu, edge_room(state, base, -base.fx, -base.fy))
    made = falling.plan(state, unit, limit, forced=False, slow=True)
    return 0.0 if made.off_table else geometry.rounded_down(min(limit, made.distance))


def back(battle: Battle, unit: Unit, choice: Choice) -> Steps[None]:
    """Move back, which Disorders all but Mounted, Dragoons and Skirmishers (BQ-5.2.3)."""
    start = unit.place
    end = geometry.retire(start, choice["bu"])
    if not (yield from reactions.answer_move(battle, unit, end, "back")):
        return
    yield from falling.fall_back(battle, unit, choice["bu"], "back", "BQ-5.2.3.a", forced=False)
    if not is_nimble(unit):
        morale.disorder(battle, unit, words.MOVES_BACK, "BQ-5.2.3.a")
    yield from march_test(battle, unit)  # BQ-5.2.3.c


def _check_back(state: State, unit: Unit, choice: Choice) -> None:
    made = falling.plan(state, unit, choice["bu"], forced=False, slow=True)
    if made.off_table:
        raise Refusal(words.LEAVES_TABLE, rule="BQ-5.8.a", path="choice.bu", code="range")
    if made.distance < choice["bu"] - 1e-3:
        rule, reason = made.why
        raise Refusal(
            words.stopped_going_back(made.distance, reason), rule=rule, path="choice.bu", code="range"
        )


# ---------------------------------------------------------------------------- one action


def _action(
    battle: Battle, unit: Unit, how: str, rule: str, along: tuple[float, float], bu: float
) -> Steps[None]:
    """Make a straight movement action: reaction, move, what terrain does, march test."""
    state: State = battle.state
    start = unit.place
    end = moved_along(start, along, bu)
    if not (yield from reactions.answer_move(battle, unit, end, how)):
        return
    way = ways.straight(state, unit, *along, max(bu, LEAST))
    if bu > way.free:  # the reaction has left somebody in the way
        bu = ways.furthest(state, way)
    end = way.end(bu)
    battle.apply(
        Moved(
            rule, unit.id, end.x, end.y, end.heading, how, geometry.rounded(bu), True,
            through=any(passed.met(bu) for passed in way.passed),
        )
    )  # fmt: skip
    leaders.make_way(battle, (start, unit.place))
    for disordering, why in ways.disorder(state, unit, start, along, bu):
        morale.disorder(battle, unit, why, disordering)
    yield from march_test(battle, unit)
