"""Movement actions that turn a unit: wheels, facing about or aside, guns (BQ-5.2.1, BQ-5.2.4, BQ-5.3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from math import hypot
from typing import cast

from rulesets.baroque import leaders, morale, tables, terrain
from rulesets.baroque.command import discipline_test
from rulesets.baroque.events.field import Moved, Spent
from rulesets.baroque.movement import friends, ways
from rulesets.baroque.movement.march import march_test
from rulesets.baroque.reactions import answer as reactions
from rulesets.baroque.state import BAGGAGE, State, Unit
from rulesets.baroque.wording import common
from rulesets.baroque.wording import movement as words
from rulesets.engine import geometry
from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Choice, Number, Option, Refusal, Steps
from rulesets.engine.geometry import Base, Hand
from rulesets.freetable.ways import Why, comes_into_contact, kept_clear, last_free, wheel_among

LEAST_WHEEL = 0.1  # degrees
LIGHT_GUN = "Art C"
_STEP = 1.0  # degrees between the ends of a wheel that are tried
_FINE = 0.01  # degrees to which its end is found
HANDS: tuple[Hand, Hand] = ("left", "right")


# ---------------------------------------------------------------------------- wheels


def wheel_room(state: State, unit: Unit, corner: Hand) -> tuple[float, Why]:
    """Return how many degrees the unit may wheel around a front corner in one action, and what ends it there
    (BQ-5.2.1).

    The limit is M along the arc of the moving corner, at most 90 degrees (BQ-5.2.1.b). Enemies and what
    stands in front bar the arc; friends at the flank only its end (BQ-5.5.3).
    """
    base = unit.place
    limit = geometry.rounded_down(geometry.wheel_limit(base.width, unit.profile.m_bu))
    why: Why = ("BQ-5.2.1.b", words.corner_moves(unit.profile.m_bu))
    others = friends.others_near(state, unit, hypot(base.width, base.depth))
    limit, blocker = wheel_among(base, corner, limit, _barring(unit, others))
    if blocker is not None:
        enemy = blocker.side != unit.side
        rule, said = ("BQ-5.2.1.c", common.only_charge_touches) if enemy else ("BQ-5.5.3", words.meets)
        why = rule, said(blocker.name)
    free, stop = terrain.free_wheel(state, base, corner, limit)
    if stop is not None and free < limit:
        limit, why = geometry.rounded_down(free), stop
    # The largest wheel that ends on the table and on nobody.
    room, taken = last_free(limit, lambda at: _taken(state, unit, corner, at, others), _STEP, _FINE)
    return room, taken or why


def wheel_options(state: State, unit: Unit, corner: Hand) -> Iterator[Option]:
    """Yield the option to wheel around a front corner, as far as it can (BQ-5.2.1.a)."""
    room, _ = wheel_room(state, unit, corner)
    if room >= LEAST_WHEEL:
        key = {"do": "wheel", "unit": unit.id, "corner": corner}
        number = Number("degrees", LEAST_WHEEL, room, "degrees", default=_proposed(state, unit, corner, room))
        most = geometry.rounded_down(room, 1)
        label = words.wheel_up_to(corner, most, round(_arc(unit.place, most), 2))
        yield Option(key, label, "BQ-5.2.1.a", (number,), partial(_check_wheel, state, unit))


def _proposed(state: State, unit: Unit, corner: Hand, room: float) -> float:
    """Return the whole wheel in tenths of a degree, or as it is if it cannot end sooner."""
    short = geometry.rounded_down(room, 1)
    base = unit.place
    others = friends.others_near(state, unit, hypot(base.width, base.depth))
    return short if _taken(state, unit, corner, short, others) is None else room


def wheel(battle: Battle, unit: Unit, choice: Choice) -> Steps[None]:
    """Wheel around the front corner `corner`, which stays where it is (BQ-5.2.1, BQ-5.3.b for guns)."""
    state: State = battle.state
    corner, degrees = cast("Hand", choice["corner"]), float(choice["degrees"])
    start, before = unit.place, len(battle.entries)
    if not (yield from reactions.answer_move(battle, unit, geometry.wheel(start, corner, degrees), "wheel")):
        return
    if len(battle.entries) > before:  # a reaction may have left somebody in the way
        degrees = min(degrees, wheel_room(state, unit, corner)[0])
    passage = terrain.wheel_passage(state, unit, start, corner, degrees)
    end = geometry.wheel(start, corner, degrees)
    rule = "BQ-5.2.1.a"
    battle.apply(Moved(rule, unit.id, end.x, end.y, end.heading, "wheel", _arc(start, degrees), True))
    leaders.make_way_for_wheel(battle, start, corner, degrees)
    for disordering, why in passage.disorder:
        morale.disorder(battle, unit, why, disordering)
    yield from march_test(battle, unit)


def _arc(base: Base, degrees: float) -> float:
    """Return the way of the moving front corner in BU."""
    return geometry.rounded(degrees / geometry.wheel_limit(base.width, base.width / 2) * base.width / 2)


def _barring(unit: Unit, others: Iterable[Unit]) -> Iterator[tuple[Unit, Base]]:
    """Yield those who could end a wheel before its limit, each with the base that does."""
    base = unit.place
    for other in others:
        if other.side != unit.side:
            yield other, kept_clear(base, other.place, ways.CLEAR)
        elif other.profile.type == BAGGAGE or geometry.in_front_corridor(base, other.place):  # BQ-5.5.3
            yield other, other.place


def _taken(state: State, unit: Unit, corner: Hand, degrees: float, others: list[Unit]) -> Why | None:
    """Return why a wheel may not end after so many degrees."""
    start = unit.place
    end = geometry.wheel(start, corner, degrees)
    if not geometry.within(end, 0.0, 0.0, state.width, state.depth):
        return "BQ-5.8.a", common.EDGE_OF_TABLE
    for other in others:
        if geometry.overlap(end, other.place):
            return "BQ-5.5.3", words.may_not_end_on(other.name)
        if other.side != unit.side and comes_into_contact(start, end, other.place):
            return "BQ-5.2.1.c", common.only_charge_touches(other.name)
    return None


def _check_wheel(state: State, unit: Unit, choice: Choice) -> None:
    base = unit.place
    others = friends.others_near(state, unit, hypot(base.width, base.depth))
    why = _taken(state, unit, choice["corner"], choice["degrees"], others)
    if why is not None:
        raise Refusal(why[1], rule=why[0], path="choice.degrees")


# ---------------------------------------------------------------------------- facing about and aside


def why_no_facing(state: State, unit: Unit) -> Why | None:
    """Return why a unit may neither face about nor to a side now (BQ-5.2.4.a); None if it may."""
    activation = state.activation
    if unit.disordered:
        return "BQ-5.2.4.a", common.DISORDERED
    if activation is None or activation.acted or activation.rallied:
        return "BQ-5.2.4.a", words.FACING_IS_ONLY_ACTION
    return None


def faces_aside(unit: Unit) -> bool:
    """Return whether it faces to a side: Tercios, and Mounted in Massed formation (BQ-5.2.4.c)."""
    mounted = tables.troop_type(unit.profile.type).mounted
    return unit.profile.type in ("ETE", "LTE") or (mounted and unit.profile.massed)


def why_no_facing_aside(state: State, unit: Unit, to: Hand) -> Why | None:
    """Return why a unit may not face to that side now (BQ-5.2.4.c); None if it may."""
    if not faces_aside(unit):
        return "BQ-5.2.4.c", words.ONLY_DEEP_FACE_ASIDE
    taken = ways.may_be_put(state, unit, geometry.face_side(unit.place, to))
    return why_no_facing(state, unit) if taken is None else taken


def facing_options(state: State, unit: Unit) -> Iterator[Option]:
    """Yield the options to face about and, for those who may, to a side where there is room (BQ-5.2.4)."""
    if why_no_facing(state, unit) is not None:
        return
    yield Option({"do": "about-face", "unit": unit.id}, words.FACE_ABOUT, "BQ-5.2.4.a")
    for to in HANDS:
        if why_no_facing_aside(state, unit, to) is None:
            key = {"do": "face-side", "unit": unit.id, "to": to}
            yield Option(key, words.face_to(to), "BQ-5.2.4.c")


def face(battle: Battle, unit: Unit, choice: Choice) -> Steps[None]:
    """Face about or to a side: the turn, then a test that may Disorder; nothing else (BQ-5.2.4)."""
    how = choice["do"]
    start = unit.place
    end = geometry.about_face(start) if how == "about-face" else geometry.face_side(start, choice["to"])
    if not (yield from reactions.answer_move(battle, unit, end, how)):
        return
    rule = "BQ-5.2.4.a" if how == "about-face" else "BQ-5.2.4.c"
    battle.apply(Moved(rule, unit.id, end.x, end.y, end.heading, how, 0.0, True))
    leaders.make_way(battle, (unit.place, unit.place))
    for disordering, why in terrain.facing_disorder(battle.state, unit, start, end):
        morale.disorder(battle, unit, why, disordering)
    if not (yield from discipline_test(battle, unit, words.facing_test(how), "BQ-5.2.4.b")):
        morale.disorder(battle, unit, words.facing_failed(how), "BQ-5.2.4.b")
    battle.apply(Spent("BQ-5.2.4.a", unit.id, done=True, why=words.ONLY_ACTION_DONE))


# ---------------------------------------------------------------------------- guns


def why_no_gun_turn(state: State, unit: Unit) -> Why | None:
    """Return why a unit cannot turn its light guns now (BQ-5.3.a); None if it can."""
    activation = state.activation
    if LIGHT_GUN not in unit.profile.weapons:
        return "BQ-5.3.a", words.NO_LIGHT_GUNS
    if activation is None or activation.turned or activation.shots:
        return "BQ-5.3.a", words.GUNS_TURN_ONCE
    return None


def gun_options(state: State, unit: Unit) -> Iterator[Option]:
    """Yield the option to turn Light Artillery, which is no movement action (BQ-5.3.a)."""
    if why_no_gun_turn(state, unit) is None:
        number = Number("degrees", -180.0, 180.0, "degrees", default=_most_turned(state, unit))
        key = {"do": "turn-gun", "unit": unit.id}
        yield Option(key, words.TURN_GUNS, "BQ-5.3.a", (number,), partial(_check_turn, state, unit))


def turn_gun(battle: Battle, unit: Unit, choice: Choice) -> Steps[None]:
    """Turn Light Artillery about its centre by `degrees`, to the left if positive (BQ-5.3.a)."""
    end = turned(unit, choice["degrees"])
    battle.apply(Moved("BQ-5.3.a", unit.id, end.x, end.y, end.heading, "turn-gun", 0.0))
    leaders.make_way(battle, (unit.place, unit.place))
    # Turning a gun asks nothing and is answered by nobody, but is performed like the other turns.
    yield from ()


def _most_turned(state: State, unit: Unit) -> float:
    """Return the most that the guns can be turned, in steps of a quarter; 0 where they are hemmed in."""
    turns = (180.0, 90.0, -90.0)
    return next((t for t in turns if ways.may_be_put(state, unit, turned(unit, t)) is None), 0.0)


def turned(unit: Unit, degrees: float) -> Base:
    """Return the base of guns turned about their centre by `degrees`, to the left if positive."""
    base = unit.place
    return geometry.turned_about_centre(base, base.heading + degrees)


def _check_turn(state: State, unit: Unit, choice: Choice) -> None:
    why = ways.may_be_put(state, unit, turned(unit, choice["degrees"]))
    if why is not None:
        raise Refusal(why[1], rule=why[0], path="choice.degrees")
