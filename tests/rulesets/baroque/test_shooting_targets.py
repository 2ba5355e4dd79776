"""Whom a unit may fire at: arcs, distances, lines of fire, priority, screens, indirect fire."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.baroque.shooting.targets import Target, aim_at, best_aim, firing_edges, targets
from rulesets.baroque.state import Piece, Unit
from rulesets.engine.geometry import rectangle
from tests.kit.field import Field, profile, unit

MUSKET = ("Musket",)


def firer(x: float = 10, y: float = 5, heading: float = 90, type_: str = "T", **changes: Any) -> Unit:
    changes.setdefault("weapons", MUSKET)
    return unit("a.c1u1", x, y, heading, type_, **changes)


def gun(x: float = 10, y: float = 5, weapon: str = "Art B", **changes: Any) -> Unit:
    return unit("a.c1u1", x, y, 90, "ART", weapons=(weapon,), **BATTERY, **changes)


def foe(name: str, x: float, y: float, type_: str = "P&M", *, heading: float = 270, **changes: Any) -> Unit:
    """An enemy whose front midpoint is at (x, y), facing down the table."""
    return unit(f"b.{name}", x, y, heading, type_, command="b.c1", **changes)


def friend(name: str, x: float, y: float, type_: str = "P&M", **changes: Any) -> Unit:
    return unit(f"a.{name}", x, y, 90, type_, command="a.c1", **changes)


BATTERY = {"width": 0.6667, "depth": 1.0}


def aims(field: Field) -> dict[str, Target]:
    """The targets of a.c1u1 by unit."""
    return {aim.unit: aim for aim in targets(field.state, field.state.units["a.c1u1"])}


def shown(*units: Unit, **how: Any) -> dict[str, Target]:
    return aims(Field(*units, **how))


# ---------------------------------------------------------------------------- arc and distance


@pytest.mark.example("EX-6.3.1-diagram", "DX-1")
@pytest.mark.rule("BQ-6.3.1.a")
def test_any_part_of_a_base_in_the_arc_is_enough() -> None:
    """The bases of DX-1, the firer's front from (-1, 0) to (1, 0), moved by (10, 5)."""
    partly = foe("x", 13.5, 7)
    ahead = foe("y", 10, 8.5)
    outside = unit("b.z", 14.2, 6, 270, command="b.c1", depth=1.0)

    assert set(shown(firer(), partly, ahead, outside)) == {"b.x", "b.y"}


@pytest.mark.example("DX-2")
@pytest.mark.rule("BQ-6.3.2")
def test_distance_is_measured_from_the_front_midpoint_to_the_nearest_point() -> None:
    aim = shown(firer(), foe("x", 12.5, 7))["b.x"]

    assert (aim.distance, aim.at) == (2.5, "long")


@pytest.mark.rule("BQ-6.1.1.b", "BQ-6.1.2")
def test_out_of_range_is_no_target() -> None:
    assert shown(firer(), foe("x", 10, 9.1)) == {}
    assert shown(firer(weapons=("Arquebus",)), foe("x", 10, 7.1)) == {}
    assert shown(firer(weapons=("Pike",)), foe("x", 10, 6)) == {}


@pytest.mark.rule("BQ-6.1.2")
def test_howitzers_have_no_point_blank() -> None:
    assert shown(gun(weapon="Art D"), foe("x", 10, 5.8)) == {}
    assert set(shown(gun(weapon="Art D"), foe("x", 10, 7))) == {"b.x"}


@pytest.mark.rule("BQ-6.3.1.b", "BQ-6.3.1.c")
@pytest.mark.parametrize(
    ("type_", "massed", "edges"),
    [
        ("P&M", False, {"front"}),
        ("LTE", True, {"front", "left", "right"}),
        ("ETE", True, {"front", "left", "right", "rear"}),
        ("CL", False, {"front"}),
        ("CL", True, {"front", "left", "right"}),
        ("RE", True, {"front"}),
        ("PK", False, set()),
    ],
)
def test_only_tercios_and_massed_light_cavalry_fire_from_other_edges(
    type_: str, massed: bool, edges: set[str]
) -> None:
    assert set(firing_edges(profile(type_, massed=massed))) == edges


@pytest.mark.rule("BQ-6.3.1.c", "BQ-6.3.2")
@pytest.mark.parametrize(
    ("x", "y", "edge", "distance"),
    [(7.5, 4.5, "left", 1.5), (12.5, 4.5, "right", 1.5), (10, 2.5, "rear", 0.5), (10, 6.5, "front", 1.5)],
)
def test_an_early_tercio_fires_from_any_edge_and_measures_from_it(
    x: float, y: float, edge: str, distance: float
) -> None:
    """The tercio stands from (9, 3) to (11, 5); the enemy turns his front to it."""
    heading = {"left": 0, "right": 180, "rear": 90, "front": 270}[edge]
    tercio = firer(type_="ETE", depth=2.0)
    found = targets(Field(tercio, foe("x", x, y, heading=heading)).state, tercio)

    assert [(t.edge, t.distance) for t in found] == [(edge, distance)]


# ---------------------------------------------------------------------------- lines of fire


@pytest.mark.example("EX-6.3.3.a-diagram", "EX-6.3.3.b-diagram")
@pytest.mark.rule("BQ-6.3.3.a", "BQ-6.3.3.b", "BQ-6.3.3.c")
@pytest.mark.parametrize(
    ("between", "full"),
    [([], True), ([friend("f", 10.5, 6.5, width=0.4)], True), ([friend("f", 11.6, 6.5)], False)],
    ids=["three free lines", "between the lines", "on a corner line"],
)
def test_fire_is_limited_by_who_stands_on_a_corner_line_alone(between: list[Unit], full: bool) -> None:
    aim = shown(firer(), foe("x", 10, 8), *between)["b.x"]

    assert (aim.full, aim.limited) == (full, not full)


@pytest.mark.rule("BQ-6.3.3.c")
def test_the_middle_line_or_both_corner_lines_blocked_is_no_fire() -> None:
    middle = unit("a.f", 10, 7, 90, command="a.c1", width=0.5)
    corners = [unit(f"a.f{x}", x, 7, 90, command="a.c1", width=0.5) for x in (9.0, 11.0)]

    assert shown(firer(), foe("x", 10, 8.5), middle) == {}
    assert shown(firer(), foe("x", 10, 8.5), *corners) == {}


@pytest.mark.rule("BQ-6.3.3.a", "BQ-2.6.1.c")
def test_neighbours_and_leaders_do_not_block() -> None:
    field = Field(firer(), foe("x", 10, 8), friend("left", 8, 5), friend("right", 12, 5))
    leader = field.state.leaders["a.c1.leader"]
    leader.x, leader.y = 10, 6.5

    assert aims(field)["b.x"].full


@pytest.mark.rule("BQ-6.3.3.a")
def test_the_firer_takes_the_edge_of_the_target_that_he_sees_best() -> None:
    """The enemy shows front and side; the friend stands on a line to the front, on none to the side."""
    turned = foe("x", 10, 8, heading=225, depth=2.0)
    between = unit("a.f", 9.1, 6.3, 90, command="a.c1", width=0.3, depth=0.3)

    assert shown(firer(), turned, between)["b.x"].full
    assert shown(firer(), foe("x", 10, 8, depth=2.0), between)["b.x"].limited


@pytest.mark.rule("BQ-6.3.3.a", "BQ-3.1.4.a", "BQ-3.1.4.f")
def test_a_wood_blocks_lines_beyond_its_limit() -> None:
    wood = Piece("t1", "wood", rectangle(10, 7, 6, 1.5))

    assert shown(firer(), foe("x", 10, 8.5), terrain=[wood]) == {}


@pytest.mark.rule("BQ-6.3.3.a")
def test_an_enemy_who_touches_but_is_not_in_melee_is_seen() -> None:
    wood = Piece("t1", "wood", rectangle(3, 3, 2, 2))

    assert shown(firer(), foe("x", 10, 5), terrain=[wood])["b.x"].full


@pytest.mark.rule("BQ-3.1.4.g", "BQ-6.1.3.6.a", "BQ-6.1.3.6.b")
def test_a_unit_at_the_edge_of_a_wood_is_in_cover_and_fires_out_freely() -> None:
    wood = Piece("t1", "wood", rectangle(10, 8, 6, 3))
    inside = foe("x", 10, 7, weapons=MUSKET)
    field = Field(firer(), inside, terrain=[wood])

    aim = aims(field)["b.x"]
    back = targets(field.state, inside)[0]

    assert aim.cover.value == -1
    assert (back.cover, back.full) == (None, True)


@pytest.mark.rule("BQ-6.1.3.6.a")
def test_artillery_fires_into_cover_without_loss() -> None:
    wood = Piece("t1", "wood", rectangle(10, 8, 6, 3))

    assert shown(gun(), foe("x", 10, 7), terrain=[wood])["b.x"].cover is None


@pytest.mark.example("EX-LO.a-diagram")
@pytest.mark.rule("BQ-LO.1", "BQ-6.1.3.6.c")
@pytest.mark.parametrize(
    ("place", "line", "covered"),
    [
        ((6, 9, 0), (9, 7.95, 11, 7.95), False),
        ((10, 5, 90), (9, 7.95, 11, 7.95), True),
        ((10, 5, 90), (9, 7.95, 9.6, 7.95), True),
        ((10, 5, 90), (9, 6.5, 11, 6.5), False),
    ],
    ids=["x: no line crosses", "z: all lines cross", "y: one line crosses", "w: not touched"],
)
def test_a_linear_obstacle_protects_the_unit_that_touches_it(
    place: tuple[float, float, float], line: tuple[float, ...], covered: bool
) -> None:
    wall = Piece("t1", "linear_obstacle", line=line)
    aim = shown(firer(*place), foe("x", 10, 8, depth=2.0), terrain=[wall])["b.x"]

    assert (aim.cover is not None) is covered


# ---------------------------------------------------------------------------- no fire


@pytest.mark.rule("BQ-6.3.4")
def test_nobody_fires_into_a_melee() -> None:
    field = Field(firer(), foe("x", 10, 7), friend("f", 14, 6))
    field.state.contacts["a.f", "b.x"] = "front"

    assert aims(field) == {}


@pytest.mark.rule("BQ-7.9.a")
def test_baggage_is_not_fired_at() -> None:
    assert shown(firer(), foe("x", 10, 7, "BAG")) == {}


# ---------------------------------------------------------------------------- priority


@pytest.mark.example("EX-6.3.5-diagram")
@pytest.mark.rule("BQ-6.3.5.a")
def test_the_enemy_most_in_front_within_two_bu_binds_unless_he_is_seen_only_in_part() -> None:
    near, far = foe("near", 10, 6.8), foe("far", 13, 8)
    hindering = unit("a.x", 9.0, 6.0, 90, command="a.c1", width=0.3, depth=0.3)

    assert set(shown(firer(), near, far)) == {"b.near"}
    assert set(shown(firer(), near, far, hindering)) == {"b.near", "b.far"}


@pytest.mark.example("EX-6.9.b-diagram", "EX-6.9.d-diagram")
@pytest.mark.rule("BQ-6.1.3.5.b", "BQ-6.3.5.a", "BQ-6.3.5.b", "BQ-6.9.a", "BQ-6.9.b")
@pytest.mark.parametrize(
    ("one", "other", "binding"),
    [
        (foe("near", 10, 7.1), foe("far", 12.2, 8), {"b.near", "b.far"}),
        (foe("more", 10.7, 6.9), foe("less", 8.6, 6.95), {"b.more"}),
        (foe("wide", 7.9, 5.9), foe("narrow", 12.05, 6.6), {"b.narrow"}),
        (foe("screen", 10, 7, "CL"), foe("behind", 10, 8.8), {"b.screen"}),
        (friend("screen", 10, 8, "CL"), foe("behind", 10, 8.9), set()),
        (foe("gun", 10, 6.5, "ART", **BATTERY), foe("behind", 10, 8.5), {"b.gun", "b.behind"}),
        (foe("gun", 10, 7.2, "ART", **BATTERY), foe("behind", 10, 8.8), {"b.gun", "b.behind"}),
    ],
    ids=[
        "beyond two BU the choice is free", "who covers more of the front binds",
        "off the front the smaller angle binds", "a screen within two BU", "a screen of friends blocks",
        "artillery never binds", "fire passes artillery",
    ],
)  # fmt: skip
def test_who_of_two_may_be_fired_at(one: Unit, other: Unit, binding: set[str]) -> None:
    found = shown(firer(), one, other)

    assert set(found) == binding
    assert "b.gun" not in found or (found["b.behind"].full and not found["b.behind"].through)


@pytest.mark.rule("BQ-6.3.5.c")
def test_howitzers_ignore_priority_for_a_target_in_a_wood_or_village() -> None:
    village = Piece("t1", "village", rectangle(13, 9, 3, 2))
    near, inside, other = foe("near", 10, 6.8), foe("in", 13, 8.2), foe("out", 7, 8)

    assert set(shown(gun(weapon="Art D"), near, inside, other, terrain=[village])) == {"b.near", "b.in"}
    assert set(shown(gun(), near, inside, other, terrain=[village])) == {"b.near"}


# ---------------------------------------------------------------------------- screens


@pytest.mark.rule("BQ-6.9.a")
@pytest.mark.parametrize("type_", ["S", "CL"])
def test_a_screen_more_than_two_bu_away_is_fired_through_at_half_dice(type_: str) -> None:
    found = shown(firer(), foe("screen", 10, 7.1, type_, depth=0.4), foe("behind", 10, 8.5))

    assert found["b.behind"].through
    assert found["b.screen"].full


@pytest.mark.example("EX-6.9.c-diagram")
@pytest.mark.rule("BQ-6.9.a")
def test_two_screens_are_fired_through_together_but_the_rear_one_is_no_target() -> None:
    first, second = foe("cl1", 10, 7.5, "CL", depth=0.5), foe("cl2", 10, 8.3, "CL", depth=0.5)

    found = shown(gun(), first, second, foe("behind", 10, 8.9))

    assert set(found) == {"b.behind", "b.cl1"}
    assert found["b.behind"].through


# ---------------------------------------------------------------------------- indirect fire


@pytest.mark.example("EX-6.4-diagram")
@pytest.mark.rule("BQ-6.4.a")
@pytest.mark.parametrize("kind", ["gentle_hill", "ridge", "steep_hill", "wooded_hill"])
def test_cannon_on_a_hill_fire_over_friends_that_are_closer_to_them(kind: str) -> None:
    """The friend stands 1.25 BU before the battery; from X it is 2 BU away, from Z only 1 BU."""
    hill = Piece("t1", kind, rectangle(10, 4.5, 3, 2))
    between = friend("b", 10, 7)
    reach_x = foe("x", 10, 9)
    reach_z = foe("z", 10, 8)

    at_x = shown(gun(), between, reach_x, terrain=[hill])["b.x"]

    assert at_x.indirect
    assert shown(gun(), between, reach_z, terrain=[hill]) == {}
    assert shown(gun(), between, reach_x) == {}


@pytest.mark.example("EX-6.4-diagram")
@pytest.mark.rule("BQ-6.4.c")
def test_howitzers_need_no_hill_but_the_same_distances() -> None:
    between = friend("b", 10, 7)

    assert shown(gun(weapon="Art E"), between, foe("x", 10, 9))["b.x"].indirect
    assert shown(gun(weapon="Art E"), between, foe("z", 10, 8)) == {}


@pytest.mark.rule("BQ-6.4.a")
def test_cannon_do_not_fire_over_enemies() -> None:
    hill = Piece("t1", "gentle_hill", rectangle(10, 4.5, 3, 2))
    found = shown(gun(), foe("before", 10, 7.5), foe("behind", 10, 8.9), terrain=[hill])

    assert set(found) == {"b.before"}


@pytest.mark.rule("BQ-6.4.c")
def test_howitzers_fire_over_enemies_into_a_village() -> None:
    village = Piece("t1", "village", rectangle(10, 9.5, 4, 2))
    before, inside = foe("before", 10, 7.5), foe("in", 10, 8.9)

    assert shown(gun(weapon="Art E"), before, inside, terrain=[village])["b.in"].indirect
    assert set(shown(gun(weapon="Art E"), before, inside)) == {"b.before"}


# ---------------------------------------------------------------------------- one target


@pytest.mark.rule("BQ-4.1.3.e", "BQ-6.5.a")
def test_fire_by_opportunity_is_aimed_at_one_unit_without_priority() -> None:
    field = Field(firer(), foe("near", 10, 6.8), foe("far", 12.6, 8))
    one, far = field.state.units["a.c1u1"], field.state.units["b.far"]

    assert aim_at(field.state, one, far) is not None
    assert best_aim(field.state, one, far) == aim_at(field.state, one, far)
