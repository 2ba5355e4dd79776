"""Terrain: what units stand on, how it slows, stops and Disorders, what can be seen, what covers."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from rulesets.baroque import terrain
from rulesets.baroque.state import Piece, State, Unit
from rulesets.engine.geometry import Base, ellipse, rectangle, shift, wheel
from tests.kit.field import Field, unit


def area(
    kind: str, cx: float = 10.0, cy: float = 7.0, w: float = 4.0, h: float = 4.0, **more: object
) -> Piece:
    return Piece(f"t.{kind}", kind, rectangle(cx, cy, w, h), **more)  # type: ignore[arg-type]


def table(*pieces: Piece, river: str = "") -> State:
    state: State = Field(terrain=pieces).state
    state.river = river
    return state


def foot(x: float, y: float, heading: float = 90.0, depth: float = 1.0) -> Base:
    return Base(x, y, heading, 2.0, depth)


def gone(state: State, mover: Unit, base: Base, bu: float, **how: bool) -> terrain.Passage:
    """The passage of a base straight ahead, which is as long as the shorter look says."""
    found = terrain.passage(state, mover, base, base.fx * bu, base.fy * bu, **how)
    free = terrain.free_way(state, mover, base, base.fx * bu, base.fy * bu, **how)
    assert free == (found.distance, found.stop)
    return found


def hedge(*line: float) -> Piece:
    return Piece("t.hedge", "linear_obstacle", line=line)


RIVER = Piece("t.river", "river", line=(10.0, 0.0, 10.0, 15.0), width=2.0)
BRIDGED = Piece(
    "t.river", "river", line=(10.0, 0.0, 10.0, 15.0), width=2.0,
    crossings=(("ford", 10.0, 4.0), ("bridge", 10.0, 11.0)),
)  # fmt: skip


class TestGround:
    @pytest.mark.rule("BQ-3.1.b")
    @pytest.mark.example("EX-3.1-diagram")
    def test_half_of_the_base_inside_counts_as_in_terrain_and_less_does_not(self) -> None:
        state = table(area("wood"))  # from 8 to 12, 5 to 9
        half, inside, less = foot(10, 5.5), foot(10, 7.5), foot(10, 5.49)
        assert terrain.ground(state, half) == "difficult"
        assert terrain.ground(state, inside) == "difficult"
        assert terrain.wholly_in(state, inside, "difficult")
        assert not terrain.wholly_in(state, half, "difficult")
        assert terrain.ground(state, less) == "open"

    @pytest.mark.rule("BQ-7.3.e")
    def test_the_greater_part_is_more_than_half(self) -> None:
        state = table(area("broken"))
        assert not terrain.mostly_in(state, foot(10, 5.5), "broken", "difficult")
        assert terrain.mostly_in(state, foot(10, 5.6), "broken", "difficult")

    def test_the_worst_ground_counts_where_pieces_overlap(self) -> None:
        state = table(area("broken"), area("wood"))
        assert terrain.ground(state, foot(10, 7.5)) == "difficult"

    @pytest.mark.rule("BQ-3.1.1.a", "BQ-3.1.1.g")
    def test_gentle_hills_and_roads_are_open_ground(self) -> None:
        road = Piece("t.road", "road", line=(0.0, 7.0, 20.0, 7.0), width=1.0)
        state = table(area("gentle_hill"), road)
        assert terrain.ground(state, foot(10, 7.5)) == "open"
        assert terrain.on_hill(state, foot(10, 7.5))
        assert not terrain.on_hill(state, foot(2, 7.5))

    @pytest.mark.rule("BQ-3.1.1.h")
    @pytest.mark.parametrize(("river", "ground"), [("dry", "broken"), ("normal", "open"), ("deep", "open")])
    def test_only_a_dry_river_is_broken_ground(self, river: str, ground: str) -> None:
        assert terrain.ground(table(RIVER, river=river), foot(10.5, 7, 0)) == ground

    @pytest.mark.rule("BQ-3.1.1.d")
    def test_nobody_stands_in_a_lake_not_even_with_a_corner(self) -> None:
        state = table(area("lake"))
        assert terrain.may_stand(state, foot(7, 7))
        assert not terrain.may_stand(state, foot(7.1, 7))

    @pytest.mark.rule("BQ-3.1.3")
    def test_leaders_stand_in_woods_and_on_bridges_but_not_in_water(self) -> None:
        state = table(area("wood", 4, 7), BRIDGED, river="deep")
        assert terrain.leader_may_stand(state, 4, 7)
        assert terrain.leader_may_stand(state, 10, 11.2)
        assert not terrain.leader_may_stand(state, 10, 4)  # a deep river has no fords
        assert not terrain.leader_may_stand(state, 10, 8)
        assert not terrain.leader_may_stand(state, -0.1, 8)

    @pytest.mark.rule("BQ-3.1.4.d")
    def test_who_is_nearer_to_the_middle_of_the_hill_is_higher(self) -> None:
        state = table(Piece("t.h", "gentle_hill", ellipse(10, 7, 4, 4)))
        up, down = foot(10, 7.2), foot(10, 7.2, 270)
        assert not terrain.higher(state, up, down)
        lower = foot(10, 8, 270)
        assert terrain.higher(state, up, lower)
        assert not terrain.higher(state, lower, up)
        assert not terrain.higher(state, foot(4, 7), foot(1, 7))

    @pytest.mark.rule("BQ-3.1.4.d")
    def test_a_ridge_line_takes_the_place_of_the_middle(self) -> None:
        hill = Piece("t.h", "ridge", ellipse(10, 7, 4, 4), line=(8.0, 7.0, 12.0, 7.0), ridge=True)
        beside_the_middle, farther = foot(11.2, 7.1), foot(10, 7.5, 270)
        assert terrain.higher(table(hill), beside_the_middle, farther)


class TestPassage:
    def go(self, state: State, base: Base, bu: float, type_: str = "P&M", **how: bool) -> terrain.Passage:
        mover = unit("a.u", base.x, base.y, base.heading, type_, m_bu=2)
        return gone(state, mover, base, bu, **how)

    @pytest.mark.rule("BQ-3.1.1.b", "BQ-3.1.1.d")
    @pytest.mark.parametrize(("pieces", "x", "type_"), [
        ((), 10, "P&M"), ((area("lake"),), 7, "P&M"), ((area("broken"),), 10, "S"),
        ((area("broken"),), 10, "WB"), ((area("broken"),), 10, "T"), ((area("broken"),), 10, "DR"),
    ])  # fmt: skip
    def test_an_empty_table_a_lake_beside_and_light_foot_in_broken_ground(
        self, pieces: tuple[Piece, ...], x: float, type_: str
    ) -> None:
        assert self.go(table(*pieces), foot(x, 4.5), 2, type_) == terrain.Passage(2.0)

    @pytest.mark.rule("BQ-3.1.1.b")
    @pytest.mark.parametrize("type_", ["P&M", "TR", "LTE", "ART"])
    def test_others_are_disordered_on_entering_and_in_broken_ground_but_not_slowed(self, type_: str) -> None:
        state = table(area("broken"))
        for y in (4.8, 6.0):
            found = self.go(state, foot(10, y), 2, type_)
            assert (found.distance, found.stop) == (2.0, None)
            assert [rule for rule, _ in found.disorder] == ["BQ-3.1.1.b"]

    @pytest.mark.rule("BQ-3.1.1.b", "BQ-3.1.b")
    @pytest.mark.parametrize(("y", "bu"), [(9.2, 2), (4.8, 0.6)], ids=["leaving", "less than half inside"])
    def test_who_leaves_broken_ground_or_has_not_entered_is_not_disordered(self, y: float, bu: float) -> None:
        assert self.go(table(area("broken")), foot(10, y), bu).disorder == ()

    @pytest.mark.rule("BQ-3.1.1.b")
    def test_passing_through_a_narrow_piece_is_entering_it(self) -> None:
        state = table(area("broken", 10, 6, 4, 1.0))
        assert self.go(state, foot(10, 5, depth=0.5), 2).disorder

    @pytest.mark.rule("BQ-3.1.1.c")
    def test_an_action_that_has_gone_farther_ends_at_the_edge_without_entering(self) -> None:
        state = table(area("wood"))
        found = self.go(state, foot(10, 4.0), 2)
        assert found.distance == pytest.approx(1.4995, abs=0.001)
        assert found.disorder == ()
        assert terrain.ground(state, foot(10, 4.0 + found.distance)) == "open"

    @pytest.mark.rule("BQ-3.1.1.c")
    @pytest.mark.parametrize(("y", "type_"), [(9.2, "P&M"), (6.0, "DR")], ids=["leaving it", "dragoons"])
    def test_in_difficult_ground_who_leaves_and_dragoons_are_slowed_but_not_disordered(
        self, y: float, type_: str
    ) -> None:
        found = self.go(table(area("wood")), foot(10, y), 2, type_)
        assert (found.distance, found.disorder) == (1.0, ())

    @pytest.mark.rule("BQ-3.1.1.c", "BQ-5.6.h")
    @pytest.mark.parametrize("limit", [True, False])
    def test_a_free_action_into_difficult_ground_goes_one_bu_other_moves_their_way(self, limit: bool) -> None:
        found = self.go(table(area("wood")), foot(10, 4.8), 2, limit_difficult=limit)
        assert (found.distance, found.stop and found.stop[0]) == (
            (1.0, "BQ-3.1.1.c") if limit else (2.0, None)
        )
        assert [rule for rule, _ in found.disorder] == ["BQ-3.1.1.c"]

    @pytest.mark.rule("BQ-3.1.1.d")
    def test_impassable_ground_stops_at_its_edge(self) -> None:
        found = self.go(table(area("rocks", blocks_sight=True)), foot(10, 4.2), 2)
        assert found.distance == pytest.approx(0.8, abs=0.002)
        assert found.stop[0] == "BQ-3.1.1.d"
        assert found.disorder == ()

    @pytest.mark.rule("BQ-3.1.1.d")
    @given(x=st.floats(6, 14), y=st.floats(0, 4.5), heading=st.floats(0, 360), bu=st.floats(0.1, 4))
    def test_where_a_move_stops_a_unit_may_stand_and_turn_back(
        self, x: float, y: float, heading: float, bu: float
    ) -> None:
        state, start = table(Piece("t.l", "lake", ellipse(10, 7, 4, 3.5))), foot(x, y, heading)
        assume(terrain.may_stand(state, start))
        end = shift(start, self.go(state, start, bu).distance, 0)
        assert terrain.may_stand(state, end)
        assert self.go(state, end, -0.5).distance > 0

    @pytest.mark.rule("BQ-3.1.1.f")
    @pytest.mark.parametrize(("type_", "disorder"), [("P&M", 1), ("T", 1), ("WB", 1), ("DR", 0), ("S", 0)])
    def test_crossing_a_hedge_disorders_all_but_dragoons_and_skirmishers(
        self, type_: str, disorder: int
    ) -> None:
        found = self.go(table(hedge(8, 5, 12, 5)), foot(10, 4.2), 2, type_)
        assert found.distance == 2.0
        assert [rule for rule, _ in found.disorder] == ["BQ-3.1.1.f"] * disorder

    @pytest.mark.rule("BQ-3.1.1.f")
    def test_coming_up_to_a_hedge_or_going_off_it_does_not_disorder(self) -> None:
        state = table(hedge(8, 5, 12, 5))
        assert self.go(state, foot(10, 4.2), 0.8).disorder == ()
        assert self.go(state, foot(10, 5.5), 1).disorder == ()

    @pytest.mark.rule("BQ-3.1.1.e", "BQ-3.1.1.f")
    def test_the_border_of_an_enclosed_field_disorders_like_any_hedge(self) -> None:
        state = table(area("open_field", enclosed=True))
        assert [rule for rule, _ in self.go(state, foot(10, 4.8), 1).disorder] == ["BQ-3.1.1.f"]
        assert self.go(state, foot(10, 7), 1).disorder == ()

    def test_moves_to_a_side_are_looked_at_too(self) -> None:
        mover = unit("a.u", 5, 7, 90)
        found = terrain.passage(table(area("lake")), mover, mover.place, 3.0, 0.0)
        assert found.distance == pytest.approx(2.0, abs=0.002)


class TestRiver:
    def go(self, state: State, base: Base, bu: float, m_bu: float = 2, **how: bool) -> terrain.Passage:
        mover = unit("a.u", base.x, base.y, base.heading, "TR", m_bu=m_bu)
        return gone(state, mover, base, bu, **how)

    @pytest.mark.rule("BQ-3.1.1.h", "BQ-3.1.2.a")
    @pytest.mark.parametrize(("river", "place", "distance"), [
        ("normal", (8, 7), 1.0), ("deep", (8, 7), 1.0),
        ("deep", (7.5, 11), 1.5),  # who has gone farther stops before the bridge
        ("normal", (8.5, 4), 1.0), ("deep", (8.5, 4), 0.5),  # a deep river has no fords
    ])  # fmt: skip
    def test_a_river_that_is_not_dry_stops(
        self, river: str, place: tuple[float, float], distance: float
    ) -> None:
        found = self.go(table(BRIDGED, river=river), foot(*place, 0), 2)
        assert found.distance == pytest.approx(distance, abs=0.002)
        assert place != (8, 7) or found.stop == ("BQ-3.1.1.h", "the river cannot be entered")
        assert place != (7.5, 11) or found.disorder == ()

    @pytest.mark.rule("BQ-3.1.1.h", "BQ-3.1.2.a")
    @pytest.mark.parametrize(("river", "place", "m_bu", "distance", "rule"), [
        ("dry", (8.8, 7), 2, 1.0, "BQ-3.1.1.b"), ("deep", (8.9, 11.2), 1, 0.5, "BQ-3.1.2.a"),
        ("deep", (8.9, 11.2), 2, 1.0, "BQ-3.1.2.a"),
    ])  # fmt: skip
    def test_a_dry_river_and_a_bridge_slow_and_disorder_at_once(
        self, river: str, place: tuple[float, float], m_bu: int, distance: float, rule: str
    ) -> None:
        found = self.go(table(BRIDGED, river=river), foot(*place, 0), m_bu, m_bu)
        assert found.distance == distance
        assert [each for each, _ in found.disorder] == [rule]

    @pytest.mark.rule("BQ-3.1.2.b")
    def test_the_midpoints_of_front_and_rear_stay_on_the_bridge(self) -> None:
        state = table(BRIDGED, river="deep")
        assert self.go(state, foot(8.9, 11.5, 0), 1).distance == 1.0
        assert self.go(state, foot(8.9, 11.6, 0), 1).distance == pytest.approx(0.1, abs=0.002)
        aslant = foot(8.6, 10.9, 20)
        assert self.go(state, aslant, 1).distance < 0.2

    @pytest.mark.rule("BQ-3.1.2.b")
    def test_on_the_bridge_a_unit_goes_straight_on_or_straight_back_only(self) -> None:
        state = table(BRIDGED, river="deep")
        mover = unit("a.u", 10, 11, 0, "TR", m_bu=2)
        assert terrain.passage(state, mover, mover.place, 1.0, 0.0).distance == 1.0
        assert terrain.passage(state, mover, mover.place, -1.0, 0.0).distance == 1.0
        assert terrain.passage(state, mover, mover.place, 0.7, 0.3).distance == 0.0
        assert terrain.wheel_passage(state, mover, mover.place, "left", 20).distance == 0.0

    @pytest.mark.rule("BQ-3.1.2.a")
    def test_leaving_the_bridge_does_not_disorder_again(self) -> None:
        assert self.go(table(BRIDGED, river="deep"), foot(11.6, 11, 0), 1).disorder == ()

    @pytest.mark.rule("BQ-3.2.c")
    def test_a_river_with_an_angle_is_one_band(self) -> None:
        bent = Piece("t.r", "river", line=(10.0, 0.0, 11.0, 7.5, 10.0, 15.0), width=1.0)
        state = table(bent, river="normal")
        assert self.go(state, foot(9, 7.5, 0), 2).distance == pytest.approx(1.36, abs=0.02)
        dry = table(bent, river="dry")
        assert self.go(dry, foot(10.3, 3.0, 0), 2).distance == 1.0
        assert self.go(dry, foot(9.0, 7.5, 0), 2).distance == pytest.approx(1.93, abs=0.01)


class TestWheels:
    def turn(self, state: State, base: Base, degrees: float) -> terrain.Passage:
        found = terrain.wheel_passage(state, unit("a.u", 0, 0, 0), base, "left", degrees)
        assert terrain.free_wheel(state, base, "left", degrees) == (found.distance, found.stop)
        return found

    def test_a_wheel_on_open_ground_is_free(self) -> None:
        assert self.turn(table(), foot(10, 5), 28.6) == terrain.Passage(28.6)
        assert self.turn(table(area("wood")), foot(10, 2), 28.6) == terrain.Passage(28.6)

    @pytest.mark.rule("BQ-3.1.1.d")
    def test_a_wheel_stops_before_impassable_ground(self) -> None:
        base, state = foot(10, 4.4), table(area("lake"))
        found = self.turn(state, base, 40)
        assert 0 < found.distance < 20
        assert terrain.may_stand(state, wheel(base, "left", found.distance))

    @pytest.mark.rule("BQ-3.1.1.c")
    def test_the_corner_goes_one_bu_in_difficult_ground_and_the_unit_is_disordered(self) -> None:
        found = self.turn(table(area("wood")), foot(10, 7), 57)
        assert found.distance == pytest.approx(28.6479, abs=0.001)
        assert [rule for rule, _ in found.disorder] == ["BQ-3.1.1.c"]

    @pytest.mark.rule("BQ-3.1.1.f")
    def test_a_wheel_across_a_hedge_disorders(self) -> None:
        state = table(hedge(10.5, 5.2, 10.5, 8))
        assert [rule for rule, _ in self.turn(state, foot(10, 5), 28).disorder] == ["BQ-3.1.1.f"]


class TestSight:
    @pytest.mark.rule("BQ-3.1.4.b", "BQ-3.1.4.f")
    @pytest.mark.example("EX-3.1.4.a")
    def test_only_the_stretch_inside_the_wood_counts(self) -> None:
        viewer = foot(10, 2)
        target = Base(10, 6.0, 270, 2.0, 1.0)
        assert terrain.visible(table(area("wood", 10, 4, 4, 1)), viewer, target)
        assert not terrain.visible(table(area("wood", 10, 4, 4, 2)), viewer, target)

    @pytest.mark.rule("BQ-3.1.4.a", "BQ-3.1.4.f", "BQ-6.1.3.6.b")
    @pytest.mark.example("EX-3.1.4.b-diagram")
    @pytest.mark.parametrize(("depth_inside", "seen"), [(0.9, True), (1.1, False)])
    def test_a_unit_not_more_than_one_bu_inside_sees_and_is_seen(
        self, depth_inside: float, seen: bool
    ) -> None:
        state = table(area("wood"))  # its edge at y = 5
        outside = foot(10, 3)
        inside = Base(10, 5 + depth_inside, 270, 2.0, 0.75)
        assert terrain.visible(state, outside, inside) is seen
        assert terrain.visible(state, inside, outside) is seen

    @pytest.mark.rule("BQ-3.1.4.b")
    def test_one_side_in_sight_is_enough(self) -> None:
        state = table(area("wood", 10, 6, 4, 1.5))
        beside = Base(8.2, 8.5, 180, 2.0, 2.0)
        assert terrain.visible(state, foot(6, 4), beside)

    @pytest.mark.rule("BQ-3.1.4.c", "BQ-3.1.4.e", "BQ-3.1.4.f", "BQ-3.1.4.h", "BQ-3.1.4.i")
    @pytest.mark.parametrize(("piece", "seen"), [
        (area("gentle_hill", 10, 6, 4, 2.0), True), (area("gentle_hill", 10, 6, 4, 2.2), False),
        (area("ridge", 10, 6, 4, 1.0), True), (area("ridge", 10, 6, 4, 1.2), False),
        (area("gentle_hill", 10, 6, 4, 1.2, ridge=True), False),
        (area("steep_hill", 10, 6, 4, 1), True), (area("steep_hill", 10, 6, 4, 1.2), False),
        (area("wooded_hill", 10, 6, 4, 1), True), (area("wooded_hill", 10, 6, 4, 1.2), False),
        (area("wood", 10, 6, 4, 1), True), (area("wood", 10, 6, 4, 1.2), False),
        (area("village", 10, 6, 4, 1), True), (area("village", 10, 6, 4, 1.2), False),
        (hedge(8, 5, 12, 5), True), (area("open_field", enclosed=True), True),
        (area("orchard", 10, 6, 4, 2, enclosed=True), True),
        (area("orchard", 10, 6, 4, 3, enclosed=True), False),
        (area("rocks", blocks_sight=True), False), (area("lake"), True),
    ])  # fmt: skip
    def test_how_far_a_line_of_sight_goes_through_a_piece(self, piece: Piece, seen: bool) -> None:
        assert terrain.sight_line_free(table(piece), 10, 2, 10, 12) is seen


class TestCover:
    LINES = ((9.0, 3.0, 9.0, 5.0), (10.0, 3.0, 10.0, 5.0), (11.0, 3.0, 11.0, 5.0))

    @pytest.mark.rule("BQ-3.1.4.g", "BQ-6.1.3.6.a")
    @pytest.mark.parametrize("kind", ["wood", "village"])
    def test_a_target_wholly_inside_a_wood_costs_a_die(self, kind: str) -> None:
        state = table(area(kind))
        found = terrain.edge_cover(state, foot(10, 3), foot(10, 4.9, 270, 0.8), self.LINES, False)
        assert found is None  # its front stands in the open
        found = terrain.edge_cover(state, foot(10, 3), foot(10, 5.1, 270, 0.8), self.LINES, False)
        assert (found.rule, found.value) == ("BQ-6.1.3.6.a", -1)

    @pytest.mark.rule("BQ-3.1.4.e", "BQ-6.1.3.6.a", "BQ-6.1.3.6.c", "BQ-LO.1")
    @pytest.mark.example("EX-LO.a-diagram")
    @pytest.mark.parametrize(("pieces", "artillery"), [
        ((area("wooded_hill"),), False), ((area("wood"), hedge(8, 5, 12, 5)), True),
        ((hedge(8, 4, 12, 4),), False), ((hedge(8, 6, 12, 6),), False),
    ], ids=["a wooded hill", "artillery", "a hedge it does not touch", "a hedge behind it"])  # fmt: skip
    def test_what_gives_no_cover(self, pieces: tuple[Piece, ...], artillery: bool) -> None:
        target = foot(10, 5.1, 270, 0.8)
        assert terrain.edge_cover(table(*pieces), foot(10, 3), target, self.LINES, artillery) is None

    @pytest.mark.rule("BQ-LO.1", "BQ-6.1.3.6.c")
    @pytest.mark.example("EX-LO.a-diagram")
    @pytest.mark.parametrize(("firer", "lines", "value"), [
        ("x: past its end", ((5.0, 7.5, 9.0, 6.75), (5.0, 6.5, 9.0, 5.9), (5.0, 5.5, 9.0, 5.05)), 0),
        ("y: one line", ((7.0, 6.0, 9.0, 6.75), (7.0, 5.4, 9.0, 5.9), (8.6, 4.4, 9.0, 5.05)), -1),
        ("z: all lines", LINES, -1),
    ])  # fmt: skip
    def test_a_line_of_fire_across_the_hedge_that_the_target_touches_costs_a_die(
        self, firer: str, lines: tuple[tuple[float, float, float, float], ...], value: int
    ) -> None:
        state = table(hedge(8.5, 5, 12, 5))
        target = foot(10, 5.05, 270, 1.7)
        shooter = Base(lines[1][0], lines[1][1], 45, 2.0, 0.7)
        found = terrain.edge_cover(state, shooter, target, lines, False)
        assert (found.value if found else 0) == value, firer


class TestObstaclesInMelee:
    STATE = table(hedge(8, 5, 12, 5))

    @pytest.mark.rule("BQ-LO.3", "BQ-3.1.4.h")
    @pytest.mark.example("EX-LO.b-diagram")
    @pytest.mark.parametrize(("end", "crossed"), [(5.6, True), (4.95, True), (4.5, False)])
    def test_crossing_the_obstacle_and_merely_reaching_it_are_the_same(
        self, end: float, crossed: bool
    ) -> None:
        assert terrain.obstacle_crossed(self.STATE, foot(10, 3), foot(10, end)) is crossed

    @pytest.mark.rule("BQ-LO.3")
    def test_charging_away_from_an_obstacle_is_not_crossing_it(self) -> None:
        start = foot(10, 4.95, 270)
        assert not terrain.obstacle_crossed(self.STATE, start, shift(start, 2, 0))

    @pytest.mark.rule("BQ-7.5.e")
    def test_a_unit_at_a_hedge_defends_it_against_enemies_beyond(self) -> None:
        unit_base, beyond, this_side = foot(10, 4.95), foot(10, 5.05, 270), foot(11.1, 4.0, 180)
        assert terrain.defends_obstacle(self.STATE, unit_base, beyond)
        assert not terrain.defends_obstacle(self.STATE, unit_base, this_side)
        assert not terrain.defends_obstacle(self.STATE, foot(10, 4.0), beyond)
        assert not terrain.defends_obstacle(table(), unit_base, beyond)
