"""Kinds of terrain: typical, atypical, with consent, two fields as one (BFS-31.5 to BFS-31.7)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesets.by_fire_and_sword import pieces
from rulesets.by_fire_and_sword.meeting import terrain
from rulesets.by_fire_and_sword.meeting.placing import atypical, elements
from rulesets.by_fire_and_sword.pieces import make
from rulesets.engine.decisions import Choice
from rulesets.engine.geometry.spacing import point_inside, polygon_gap
from tests.kit.meeting import decide, offered
from tests.kit.placing import CORNERS, placing, propose, put
from tests.kit.table import asked, refused


class TestTypes:
    @pytest.mark.rule("BFS-31.5")
    def test_typical_terrain_is_free_as_often_as_one_likes(self) -> None:
        battle = decide(placing(), *(put("hill", x, y) for x, y in CORNERS))
        assert len(battle.state.terrain) == 4

    @pytest.mark.rule("BFS-31.6")
    @pytest.mark.parametrize("kind", ["forest", "steep_hill", "bog"])
    def test_at_most_one_atypical_element_lies_on_the_whole_table(self, kind: str) -> None:
        battle = decide(placing(), put(kind))
        assert not any(choice == {"do": "place", "kind": "forest"} for choice in offered(battle))
        assert refused(battle, put("forest", 85, 85)).code == "not-offered"
        assert atypical(battle.state) == 1

    @pytest.mark.rule("BFS-31.6")
    def test_a_second_one_if_both_agree(self) -> None:
        battle = decide(placing(), put("bog"), propose("forest", 85, 85), {"do": "agree"})
        assert atypical(battle.state) == 2

    @pytest.mark.rule("BFS-31.6")
    def test_a_second_one_where_it_was_agreed_on_before(self) -> None:
        battle = decide(placing(more_atypical=1), put("bog"), put("forest", 85, 85))
        assert refused(battle, put("steep_hill", 50, 50)).code == "not-offered"

    @pytest.mark.rule("BFS-31.6")
    @pytest.mark.parametrize("kind", ["stream", "river", "lake", "large_building"])
    def test_water_and_large_buildings_need_the_consent_of_both(self, kind: str) -> None:
        battle = placing()
        assert {"do": "place", "kind": kind} not in offered(battle)
        width = 20 if kind == "large_building" else 30
        decide(battle, propose(kind, 50, 30, width=width, depth=10))
        assert asked(battle) == ("terrain consent", 1)
        assert battle.state.terrain == []
        decide(battle, {"do": "agree"})
        assert battle.state.terrain[0]["kind"] == kind

    @pytest.mark.rule("BFS-31.6")
    def test_water_is_free_where_it_was_agreed_on_before_but_stays_atypical(self) -> None:
        battle = decide(placing(agreed_water=True), put("lake", 30, 30, 20, 20))
        assert refused(battle, put("bog", 85, 85)).code == "not-offered"

    @pytest.mark.rule("BFS-31.6")
    def test_a_river_with_consent_may_run_over_the_whole_table(self) -> None:
        battle = decide(placing(), propose("river", 50, 30, width=100, depth=6), {"do": "agree"})
        assert battle.state.terrain[0]["width"] == 100

    @pytest.mark.rule("BFS-31.6")
    def test_a_large_building_has_a_side_above_fifteen_cm(self) -> None:
        refusal = refused(placing(agreed_water=True), put("large_building", 50, 30, 15, 15))
        assert "above 15 cm" in str(refusal)

    @pytest.mark.rule("BFS-31.6.1")
    @pytest.mark.parametrize("houses", [2, 3])
    def test_a_built_up_area_is_one_element_with_two_or_three_houses(self, houses: int) -> None:
        battle = decide(placing(), put("village", 30, 30, 25, 25, buildings=houses))
        (village,) = battle.state.terrain
        assert terrain.placed_elements(battle.state) == 1
        assert len(pieces.buildings(village)) == houses
        assert asked(battle) == ("place terrain", 1)

    @pytest.mark.rule("BFS-31.6.1")
    @pytest.mark.parametrize("houses", [1, 4])
    def test_no_more_and_no_fewer_houses(self, houses: int) -> None:
        refusal = refused(placing(), put("village", 30, 30, 25, 25, buildings=houses))
        assert refusal.path == "choice.buildings"

    @pytest.mark.rule("BFS-31.7")
    def test_a_road_is_no_element(self) -> None:
        assert "road" not in elements()
        assert refused(placing(), put("road", 50, 50, 30, 4)).code == "not-offered"

    def test_nothing_impassable_is_put_on_an_objective(self) -> None:
        battle = placing()
        refusal = refused(battle, put("building", 50, 50, 10, 10))
        assert "objective Landmark" in str(refusal)


class TestFields:
    PAIR: Choice = {
        "do": "place pair", "kind": "wheat_field", "second": "ploughed_field",
        "x": 15, "y": 15, "width": 20, "depth": 20, "angle": 0,
        "x2": 45, "y2": 15, "width2": 20, "depth2": 20, "angle2": 0,
    }  # fmt: skip

    @pytest.mark.rule("BFS-31.6.3")
    def test_two_fields_are_one_choice_and_one_element(self) -> None:
        battle = decide(placing(), self.PAIR)
        assert [piece["kind"] for piece in battle.state.terrain] == ["wheat_field", "ploughed_field"]
        assert terrain.placed_elements(battle.state) == 1
        assert asked(battle) == ("place terrain", 1)
        assert len({piece["id"] for piece in battle.state.terrain}) == 2

    @pytest.mark.rule("BFS-31.6.3")
    def test_each_player_may_do_so_once(self) -> None:
        battle = decide(placing(), self.PAIR)
        second = {**self.PAIR, "y": 85, "y2": 85}
        decide(battle, second)
        for x, y in ((85, 15), (85, 85)):
            assert not any(choice["do"] == "place pair" for choice in offered(battle))
            decide(battle, put("hill", x, y))
        assert battle.pending is None
        assert terrain.placed_elements(battle.state) == 4
        assert len(battle.state.terrain) == 6

    @pytest.mark.rule("BFS-31.6.3", "BFS-31.3")
    def test_the_two_are_separate(self) -> None:
        refusal = refused(placing(), {**self.PAIR, "x2": 44})
        assert refusal.rule == "BFS-31.6.3"

    @pytest.mark.rule("BFS-31.6.3")
    def test_two_of_one_kind_are_a_pair_too_and_stand_ready_made(self) -> None:
        battle = placing()
        ready = [c for c in offered(battle) if c["do"] == "place pair" and "at" in c]
        assert {(c["kind"], c["second"]) for c in ready} == {
            (one, two) for one in terrain.FIELDS for two in terrain.FIELDS
        }
        decide(battle, ready[-1])
        assert len(battle.state.terrain) == 2


place = st.floats(0, 120)
size = st.floats(5, 30)


def some(kind: str) -> st.SearchStrategy[pieces.Piece]:
    return st.builds(make, st.just(kind), place, place, size, size, st.floats(0, 359))


@pytest.mark.rule("BFS-31.6.1")
@given(
    st.builds(
        make, st.just("village"), place, place, st.floats(15, 40), st.floats(15, 40), st.floats(0, 359)
    ),
    st.sampled_from([2, 3]),
)
def test_the_houses_stand_apart_within_the_fence(village: pieces.Piece, number: int) -> None:
    houses = pieces.buildings({**village, "buildings": number})
    assert len(houses) == number
    for index, house in enumerate(houses):
        corners = zip(house[::2], house[1::2], strict=True)
        assert all(point_inside(x, y, pieces.outline(village), 0.01) for x, y in corners)
        assert all(polygon_gap(house, other) > 1 for other in houses[:index])


def test_nothing_but_a_village_has_houses() -> None:
    assert pieces.buildings(make("grove", 20, 20, 20, 20)) == ()


@given(some("grove"), some("wheat_field"), st.floats(0, 20))
def test_the_quick_answer_is_that_of_the_distance(a: pieces.Piece, b: pieces.Piece, reach: float) -> None:
    gap = pieces.gap(a, b)
    if abs(gap - reach) > 1e-6:
        assert pieces.clear(a, b, reach) == (gap >= reach)


def test_every_kind_has_a_size_that_may_be_placed() -> None:
    for key, element in elements().items():
        across, deep = pieces.kinds()[key].size_cm
        assert max(across, deep) <= (element.most or 30)
        assert element.above is None or across > element.above


def test_ids_are_never_given_twice() -> None:
    table: list[pieces.Piece] = [{"id": "t2"}, {"id": "t3"}]
    assert pieces.new_id(table) == "t4"
    assert pieces.new_id([{"id": "t9"}]) == "t2"


def test_an_angle_is_kept_between_none_and_a_whole_turn() -> None:
    assert make("hill", 10, 10, 10, 8, 360)["angle"] == 0
    assert make("hill", 10, 10, 10, 8, -90)["angle"] == 270
