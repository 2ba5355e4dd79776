"""Quick looks that spare exact ones: on the tables of real battles each gives the answer of the slow road."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from math import hypot

import pytest

from rulesets.baroque.charge import plan
from rulesets.baroque.movement import friends
from rulesets.baroque.movement.straight import advance_option
from rulesets.baroque.movement.turns import HANDS
from rulesets.baroque.movement.ways import open_ahead
from rulesets.baroque.reactions.who import Course, charge_worth, fire_worth, why_not_ready
from rulesets.baroque.shooting import targets
from rulesets.baroque.shooting.dice import reach
from rulesets.baroque.shooting.fire import options as shots
from rulesets.baroque.state import State, Unit, enemy
from rulesets.baroque.terrain import layout, leader_may_stand, met_in_wheel
from rulesets.engine import geometry
from rulesets.engine.battle import Battle
from rulesets.engine.geometry import Base, overlaps_polygon
from rulesets.freetable.rivers import on_crossing
from rulesets.freetable.shapes import HALF, thick
from tests.kit.field import unit
from tests.kit.players import straight_on, uniform
from tests.rulesets.baroque.test_play import random_battle

PARTS = [i / 8 for i in range(9)]


@pytest.fixture(scope="module", params=range(0, 12, 3))
def looks(request: pytest.FixtureRequest) -> list[list[str]]:
    """For some decisions of active units in a battle what a quick look got wrong while the table stood so."""
    battle = random_battle(request.param, 600, max_turns=4)
    found: list[list[str]] = []

    def look(battle: Battle) -> None:
        pending = battle.pending
        if pending is not None and pending.kind == "unit" and len(battle.choices) % 4 == 0:
            unit = battle.state.units[pending.subject]
            looked = (
                _courses(battle.state, unit), _neighbours(battle.state, unit), _shots(battle, unit),
                _ground(battle.state, unit),
            )  # fmt: skip
            found.append([*chain.from_iterable(looked), *_steps(battle.state), *_leaders(battle.state)])

    battle.play([straight_on, uniform(request.param)], after=look)
    return found


def test_no_quick_look_differs_from_the_exact_one(looks: list[list[str]]) -> None:
    assert len(looks) > 10
    assert [fault for faults in looks for fault in faults] == []


def _courses(state: State, unit: Unit) -> Iterator[str]:
    """Moves of the unit that somebody may answer: whoever is passed over could not have answered anywhere."""
    start = unit.place
    ends = {
        "advance": geometry.advance(start, unit.profile.m_bu),
        "wheel": geometry.wheel(start, "left", 40.0),
        "oblique": geometry.shift(start, 0.5, 1.0),
    }
    for how, end in ends.items():
        course = Course(unit, start, end, how)
        for other in state.on_field(enemy(unit.side)):
            if why_not_ready(state, other) is not None:
                continue
            limit, shot = plan.reach(other.profile), reach(other.profile)
            charged = [charge_worth(state, other, course, part, limit) for part in PARTS]
            if any(worth is not None for worth in charged) and not course.comes_within(other.place, limit):
                yield f"{other.id} can charge {unit.id} on its {how}"
            if any(worth is not None for worth in charged) and not course.comes_before(other.place, limit):
                yield f"{unit.id} gets in the way of {other.id} on its {how}"
            fired = [fire_worth(state, other, course, part) for part in PARTS]
            if any(worth is not None for worth in fired) and not course.comes_within(other.place, shot):
                yield f"{other.id} can fire at {unit.id} on its {how}"
            edges = [targets.looking_out(other.place, side) for side in targets.firing_edges(other.profile)]
            slope = targets.arc_slope()
            into = any(course.comes_into_fire(edge, shot, slope) for edge in edges)
            if any(worth is not None for worth in fired) and not into:
                yield f"{unit.id} comes before the guns of {other.id} on its {how}"


def _ground(state: State, unit: Unit) -> Iterator[str]:
    """Whether half of a base is in a piece, wherever it stands; what a wheel of the unit may come into."""
    for shape in layout(state).shapes:
        for x, y in (
            (shape.cx, shape.cy),
            (shape.cx + shape.radius * 0.7, shape.cy),
            (shape.cx, shape.cy + 1.0),
        ):
            for turn in range(0, 180, 25):
                base = Base(x, y, turn, unit.place.width, unit.place.depth)
                if shape.holds(base) != (shape.share(base) >= HALF):
                    yield f"half of {base} and {shape.id}"
    start = unit.place
    for along, right in ((6.0, 0.0), (-6.0, 0.0), (0.0, 4.0), (2.0, -3.0)):
        end = geometry.shift(start, along, right)
        dx, dy = end.x - start.x, end.y - start.y
        looks = [geometry.shift(start, along * part, right * part) for part in PARTS]
        for shape in layout(state).shapes:
            parts = shape.parts or [thick(stretch) for wall in shape.walls for stretch in wall]
            met = any(overlaps_polygon(look, part) for look in looks for part in parts)
            if met and not shape.near_way(start, dx, dy):
                yield f"{unit.id} meets {shape.id} on its way by {along}, {right}"
    for corner in HANDS:
        met = met_in_wheel(state, start, corner, 90.0)
        looks = [geometry.wheel(start, corner, degrees) for degrees in range(0, 91, 3)]
        for shape in layout(state).shapes:
            if shape.hinders and shape not in met and any(shape.share(look) >= HALF for look in looks):
                yield f"{unit.id} wheels {corner} into {shape.id}"


def _neighbours(state: State, unit: Unit) -> Iterator[str]:
    """The units near another are those whom `geometry.near` finds there, in the order of the table."""
    for within in (0.0, 2.01, 7.5):
        there = [other for other in state.on_field() if other is not unit]
        near = [other for other in there if geometry.near(unit.place, other.place, within)]
        if friends.others_near(state, unit, within) != near:
            yield f"others within {within} BU of {unit.id}"


def _steps(state: State) -> Iterator[str]:
    """Whoever has open ground before him could advance if he were active."""
    for one in state.on_field():
        if open_ahead(state, one) and advance_option(state, one) is None:
            yield f"{one.id} cannot advance"


def _shots(battle: Battle, unit: Unit) -> Iterator[str]:
    """The shot that an option stands for is the one that was seen with all others."""
    state: State = battle.state
    aims = {(aim.unit, aim.edge): aim for aim in targets.targets(state, unit)}
    for option in shots(battle, unit):
        target, edge = option.key["target"], option.key["edge"]
        if targets.aim_at(state, unit, state.units[target], edge) != aims[target, edge]:
            yield f"{unit.id} sees {target} differently"
    for other in state.on_field(enemy(unit.side)):
        edges = targets.firing_edges(unit.profile)
        seen = [targets.aim_at(state, unit, other, edge) for edge in edges]
        if (targets.best_aim(state, unit, other) is None) != (not any(seen)):
            yield f"{unit.id} overlooks {other.id}"


def _leaders(state: State) -> Iterator[str]:
    """Where a Leader may stand, looked at piece by piece."""
    for i in range(int(state.width)):
        for j in range(int(state.depth)):
            x, y = i + 0.137, j + 0.211
            if leader_may_stand(state, x, y) != _stands(state, x, y):
                yield f"a Leader at {x}, {y}"


def _stands(state: State, x: float, y: float) -> bool:
    point = Base(x, y, 90.0, 0.002, 0.002)
    barred = [
        shape
        for shape in layout(state).shapes
        if shape.ground == "impassable" and any(overlaps_polygon(point, part, 0.0) for part in shape.parts)
    ]
    inside = 0.0 <= x <= state.width and 0.0 <= y <= state.depth
    return inside and all(shape.river and on_crossing(shape, x, y) for shape in barred)


def test_a_wheel_is_never_farther_from_its_start_than_at_its_end() -> None:
    start = Base(5, 5, 90, 2, 0.75)
    for angle in (10.0, 45.0, 90.0):
        course = Course(unit("a1", 5, 5, 90), start, geometry.wheel(start, "right", angle), "wheel")
        ways = [hypot(course.at(p).cx - start.cx, course.at(p).cy - start.cy) for p in PARTS]
        assert max(ways) == pytest.approx(ways[-1])
