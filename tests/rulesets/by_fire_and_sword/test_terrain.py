"""Setting up the table in turns: number, size, spacing, typical and atypical, consent, edges (BFS-31)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesets.by_fire_and_sword import pieces
from rulesets.by_fire_and_sword.meeting import terrain
from rulesets.by_fire_and_sword.meeting.fieldevents import (
    Consented,
    EdgesDrawn,
    FirstDrawn,
    ObjectivePlaced,
    PiecePlaced,
    PieceRemoved,
    PlacingEnded,
)
from rulesets.by_fire_and_sword.meeting.limits import elements, is_atypical, limits, number_of_elements
from rulesets.by_fire_and_sword.meeting.placing import atypical, first_wrong, why_not
from rulesets.by_fire_and_sword.meeting.policy import choose
from rulesets.by_fire_and_sword.meeting.table import findings, read_pieces
from rulesets.by_fire_and_sword.pieces import make
from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Choice, Dice, Option, Refusal
from rulesets.engine.document import SetupError
from tests.kit.meeting import decide, force, offered
from tests.kit.table import asked, events, refused, table

FIRST = 3  # a die that lets side 0 begin
SOUTH = 3  # a die that gives the weaker side the southern edge


def placing(*dice: int, **changes: Any) -> Battle:
    """A table of 100 x 100 cm (4 elements), side 0 to place."""
    return table(
        terrain.set_up, dice=dice or (FIRST, SOUTH), **{"width": 100, "depth": 100, **changes}
    )  # fmt: skip


def put(kind: str = "grove", x: float = 15, y: float = 15, width: float = 10, depth: float = 10,
        angle: float = 0, **more: Any) -> Choice:  # fmt: skip
    return {
        "do": "place",
        "kind": kind,
        "x": x,
        "y": y,
        "width": width,
        "depth": depth,
        "angle": angle,
        **more,
    }


def wall(x: float, y: float, length: float = 20, angle: float = 0) -> Choice:
    return {"do": "place", "kind": "obstacle", "x": x, "y": y, "width": length, "angle": angle}


def propose(kind: str, x: float = 50, y: float = 50, **numbers: float) -> Choice:
    return {**put(kind, x, y, **numbers), "do": "propose"}


CORNERS = ((15.0, 15.0), (85.0, 15.0), (15.0, 85.0), (85.0, 85.0))


class TestNumber:
    @pytest.mark.rule("BFS-31.2")
    @pytest.mark.example("BFS-X14")
    def test_a_table_of_129_by_157_cm_has_seven(self) -> None:
        assert number_of_elements(129, 157) == 7

    @pytest.mark.rule("BFS-31.2")
    @pytest.mark.example("BFS-D15")
    def test_only_full_twenty_cm_count(self) -> None:
        sizes = ((100, 100), (119, 119), (120, 120), (180, 120))
        assert [number_of_elements(*size) for size in sizes] == [4, 4, 6, 9]

    @pytest.mark.rule("BFS-31.2")
    @given(st.floats(100, 400), st.floats(100, 400))
    def test_each_side_adds_its_own_and_order_does_not_matter(self, one: float, two: float) -> None:
        number = number_of_elements(one, two)
        assert number == number_of_elements(two, one)
        assert number == 4 + sum(1 for side in (one, two) for step in range(1, 16) if side >= 100 + 20 * step)

    @pytest.mark.rule("BFS-31.2")
    def test_a_table_below_a_metre_has_no_number(self) -> None:
        with pytest.raises(ValueError, match="100 cm"):
            number_of_elements(99, 120)

    @pytest.mark.rule("BFS-31.2", "BFS-31.3")
    def test_elements_are_placed_until_the_number_is_reached(self) -> None:
        battle = decide(placing(), *(put(x=x, y=y) for x, y in CORNERS))
        assert battle.pending is None
        assert terrain.placed_elements(battle.state) == 4
        assert [piece["placed_by"] for piece in battle.state.terrain] == [0, 1, 0, 1]


class TestTurns:
    @pytest.mark.rule("BFS-31.3")
    @pytest.mark.parametrize(("die", "first"), [(1, 0), (5, 0), (6, 1), (10, 1)])
    def test_a_die_says_who_begins_and_then_they_alternate(self, die: int, first: int) -> None:
        battle = placing(die, SOUTH)
        assert events(battle, FirstDrawn)[0].first == first
        assert asked(battle) == ("place terrain", first)
        decide(battle, put())
        assert asked(battle) == ("place terrain", 1 - first)

    @pytest.mark.rule("BFS-31.3")
    def test_ten_cm_lie_between_two_elements(self) -> None:
        battle = decide(placing(), put("wheat_field", 15, 15, 20, 20))
        refusal = refused(battle, put("wheat_field", 44, 15, 20, 20))
        assert refusal.rule == "BFS-31.3"
        assert "9.0 cm from a wheat field: 10 cm are needed" in str(refusal)
        decide(battle, put("wheat_field", 45, 15, 20, 20))

    @pytest.mark.rule("BFS-31.3")
    def test_the_distance_is_that_of_the_outlines_not_of_the_boxes(self) -> None:
        battle = decide(placing(), put("grove", 30, 30, 20, 20))
        decide(battle, put("grove", 52, 52, 20, 20))  # boxes 2 cm apart each way, the woods 11 cm

    @pytest.mark.rule("BFS-31.3")
    def test_an_obstacle_only_keeps_out_of_contact(self) -> None:
        battle = decide(placing(), put("wheat_field", 30, 30, 20, 20))
        refusal = refused(battle, wall(30, 40.5))
        assert "may not touch" in str(refusal)
        decide(battle, wall(30, 40.6))
        refusal = refused(battle, put("wheat_field", 30, 51, 20, 20))
        assert refusal.rule == "BFS-31.3"

    @pytest.mark.rule("BFS-31.3")
    def test_an_element_may_lie_near_an_obstacle_too(self) -> None:
        battle = decide(placing(), wall(30, 30))
        decide(battle, put("wheat_field", 30, 41, 20, 20))

    @pytest.mark.rule("BFS-31.3")
    def test_an_element_lies_wholly_on_the_table(self) -> None:
        refusal = refused(placing(), put("hill", 4, 50, 10, 10))
        assert "beyond the edges" in str(refusal)

    @pytest.mark.rule("BFS-31.3")
    def test_every_ready_made_place_may_be_taken(self) -> None:
        battle = decide(placing(), put("hill", 50, 50, 30, 30))
        ready = [choice for choice in offered(battle) if "at" in choice]
        assert len(ready) > 100
        for choice in ready[:: len(ready) // 40]:
            assert battle.pending is not None
            assert battle.pending.read(choice) == choice
        decide(battle, ready[7])
        assert why_not(battle.state, {**battle.state.terrain[-1], "id": "x"}) is not None

    @pytest.mark.rule("BFS-31.3")
    def test_where_there_is_no_room_no_more_is_placed(self) -> None:
        agreed = [
            {"kind": "wheat_field", "x": x, "y": y, "width": 24.9, "depth": 24.9}
            for x in (12.5, 37.5, 62.5, 87.5)
            for y in (12.5, 37.5, 62.5, 87.5)
        ]  # fmt: skip

        def filled(state: Any) -> None:
            state.terrain = read_pieces(agreed, 100, 100)

        battle = placing(prepare=filled)
        assert {"do": "none"} in offered(battle)
        decide(battle, {"do": "none"})
        assert events(battle, PlacingEnded)[0].placed == 0
        assert battle.pending is None

    def test_as_long_as_there_is_room_something_is_placed(self) -> None:
        assert refused(placing(), {"do": "none"}).code == "not-offered"


class TestSizes:
    @pytest.mark.rule("BFS-31.4")
    @pytest.mark.parametrize(("width", "depth"), [(4.9, 10), (10, 4.9), (30.1, 10), (10, 30.1)])
    def test_from_five_to_thirty_cm(self, width: float, depth: float) -> None:
        assert refused(placing(), put("hill", 50, 50, width, depth)).path.startswith("choice.")

    @pytest.mark.rule("BFS-31.4")
    @pytest.mark.parametrize("size", [5, 30])
    def test_the_limits_themselves_are_allowed(self, size: float) -> None:
        decide(placing(), put("hill", 50, 50, size, size))

    @pytest.mark.rule("BFS-31.4")
    def test_an_obstacle_is_no_longer_than_thirty_cm_even_with_consent(self) -> None:
        battle = placing(larger_pieces=True)
        assert refused(battle, wall(50, 50, 30.5)).path == "choice.width"
        assert not any(choice == {"do": "propose", "kind": "obstacle"} for choice in offered(battle))
        decide(battle, wall(50, 50, 30))

    @pytest.mark.rule("BFS-31.4")
    def test_larger_where_it_was_agreed_on_before(self) -> None:
        decide(placing(larger_pieces=True), put("hill", 50, 50, 45, 30))

    @pytest.mark.rule("BFS-31.4")
    def test_larger_if_the_other_player_consents(self) -> None:
        battle = decide(placing(), propose("hill", width=45, depth=30))
        assert asked(battle) == ("terrain consent", 1)
        assert battle.pending is not None
        assert "larger than 30 x 30 cm" in battle.pending.text
        decide(battle, {"do": "agree"})
        assert battle.state.terrain[0]["width"] == 45
        assert asked(battle) == ("place terrain", 1)

    @pytest.mark.rule("BFS-31.4")
    def test_without_consent_the_same_player_places_something_else(self) -> None:
        battle = decide(placing(), propose("hill", width=45, depth=30), {"do": "refuse"})
        assert battle.state.terrain == []
        assert asked(battle) == ("place terrain", 0)
        said = events(battle, Consented)[0]
        assert not said.agreed
        words = said.words(lambda side: f"Side {side}")
        assert words.startswith("Side 1 does not agree to a hill with gentle slopes, which needs consent: ")
        assert {"do": "propose", "kind": "hill"} not in offered(battle)

    @pytest.mark.rule("BFS-31.4")
    def test_nobody_is_asked_for_what_needs_no_consent(self) -> None:
        assert "nobody's consent" in str(refused(placing(), propose("hill", width=20, depth=20)))

    @pytest.mark.rule("BFS-31.5")
    def test_a_single_building_has_no_side_above_fifteen_cm(self) -> None:
        battle = placing()
        assert refused(battle, put("building", 50, 50, 15.5, 10)).path == "choice.width"
        decide(battle, put("building", 30, 50, 15, 15))


class TestTypes:
    @pytest.mark.rule("BFS-31.5", "BFS-31.6")
    def test_which_kinds_are_typical_and_which_need_consent(self) -> None:
        typical = {key for key, element in elements().items() if element.typical}
        assert typical == {"grove", "hill", "wheat_field", "ploughed_field", "obstacle", "building"}
        consent = {key for key, element in elements().items() if element.consent}
        assert consent == {"stream", "river", "lake", "large_building"}
        free = set(elements()) - typical - consent
        assert free == {"forest", "steep_hill", "bog", "village"}

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
        }  # fmt: skip
        decide(battle, ready[-1])
        assert len(battle.state.terrain) == 2


class TestScenarioTerrain:
    @pytest.mark.rule("BFS-31.6.2")
    @pytest.mark.example("BFS-X28")
    def test_an_obligatory_village_leaves_room_for_one_atypical_element(self) -> None:
        battle = placing(scenario="defend_the_village")
        assert [piece["scenario"] for piece in battle.state.terrain] == ["village"]
        decide(battle, put("forest"))
        assert atypical(battle.state) == 1
        assert sum(is_atypical(piece) for piece in battle.state.terrain) == 2

    @pytest.mark.rule("BFS-31.6.2", "BFS-31.2")
    def test_it_comes_first_and_is_beside_the_number(self) -> None:
        battle = placing(scenario="defend_the_village")
        assert terrain.placed_elements(battle.state) == 0
        decide(battle, *(put(x=x, y=y) for x, y in CORNERS))
        assert len(battle.state.terrain) == 5

    @pytest.mark.rule("BFS-31.3", "BFS-31.6.2")
    def test_others_keep_their_distance_from_it(self) -> None:
        refusal = refused(placing(scenario="defend_the_village"), put("hill", 50, 24, 20, 10))
        assert "village" in str(refusal)

    @pytest.mark.rule("BFS-30.3.G")
    def test_a_bridge_lies_on_its_river(self) -> None:
        battle = placing(scenario="capture_the_crossing")
        river, bridge, ford = battle.state.terrain
        assert river["width"] == 100
        assert bridge["on"] == ford["on"] == river["id"]
        assert pieces.gap(bridge, river) == 0


class TestEdges:
    @pytest.mark.rule("BFS-31.3", "BFS-30.3.G")
    @pytest.mark.parametrize(("die", "edge"), [(1, "south"), (5, "south"), (6, "north"), (10, "north")])
    def test_the_edges_are_drawn_when_all_terrain_lies(self, die: int, edge: str) -> None:
        battle = placing(FIRST, die)
        assert events(battle, EdgesDrawn) == []
        decide(battle, *(put(x=x, y=y) for x, y in CORNERS))
        other = "north" if edge == "south" else "south"
        assert battle.state.edges == {0: edge, 1: other}
        assert battle.state.role(0) == "weaker"

    @pytest.mark.rule("BFS-30.3.C")
    @pytest.mark.parametrize(("die", "weaker"), [(2, 0), (9, 1)])
    def test_at_equal_strength_a_die_gives_the_parts_away(self, die: int, weaker: int) -> None:
        even = force(8)
        battle = table(terrain.set_up, scenario="delay_the_enemy", terrain="open", one=even, two=even,
                       dice=(die, SOUTH))  # fmt: skip
        assert battle.state.weaker is None
        assert battle.state.of_role("weaker") == weaker
        assert battle.state.edges[weaker] == "south"
        assert battle.state.deployment["parts"][weaker] == "Rearguard"

    @pytest.mark.rule("BFS-30.2.5")
    def test_objectives_lie_where_the_map_has_them_seen_from_the_edges(self) -> None:
        battle = table(terrain.set_up, scenario="delay_the_enemy", terrain="open", dice=(9,))
        assert [(one["x"], one["y"]) for one in battle.state.objectives] == [(30, 90), (90, 90)]
        assert len(events(battle, ObjectivePlaced)) == 2

    @pytest.mark.rule("BFS-31.3")
    def test_where_the_scenarios_terrain_is_not_on_the_middle_line_edges_come_first(self) -> None:
        from tests.rulesets.by_fire_and_sword.test_scenarios import document

        own = document(key="raid", edges_first=True, terrain=[
            {"key": "mill", "kind": "building", "name": "Mill", "x": 0.5, "y": 0.2, "width_cm": 8,
             "depth_cm": 8},
        ])  # fmt: skip
        battle = table(terrain.set_up, scenario="raid", scenarios=[own], dice=(8, FIRST))
        assert battle.state.edges == {0: "north", 1: "south"}
        assert battle.state.terrain[0]["y"] == 96


class TestAgreed:
    PIECES = ({"kind": "grove", "x": 20, "y": 20, "width": 12, "depth": 10},
              {"kind": "obstacle", "x": 20, "y": 80, "width": 20},
              {"kind": "village", "x": 60, "y": 60, "width": 25, "depth": 25})  # fmt: skip

    @pytest.mark.rule("BFS-31.1")
    def test_an_agreed_table_is_taken_as_it_is(self) -> None:
        battle = table(terrain.set_up, terrain=list(self.PIECES), dice=(SOUTH,))
        assert [piece["kind"] for piece in battle.state.terrain] == ["grove", "obstacle", "village"]
        assert battle.pending is None

    @pytest.mark.rule("BFS-31.1")
    def test_an_open_table_holds_what_the_scenario_needs(self) -> None:
        battle = table(terrain.set_up, terrain="open", scenario="take_and_hold", dice=(SOUTH,))
        assert [piece["kind"] for piece in battle.state.terrain] == ["hill", "hill", "hill"]

    @pytest.mark.rule("BFS-30.3.G", "BFS-31.1")
    def test_what_lies_where_the_scenario_needs_its_own_is_taken_off(self) -> None:
        battle = table(terrain.set_up, terrain=list(self.PIECES), scenario="defend_the_village",
                       dice=(SOUTH,))  # fmt: skip
        assert [event.what for event in events(battle, PieceRemoved)] == ["Built-up area"]
        assert [piece["kind"] for piece in battle.state.terrain] == ["grove", "obstacle", "village"]

    def test_a_meetings_table_can_be_given_to_the_next_one(self) -> None:
        first = table(terrain.set_up, dice="some seed")
        first.play((choose, choose))
        again = read_pieces(first.state.terrain, 120, 120)
        assert [pieces.outline(piece) for piece in again] == [
            pieces.outline(piece) for piece in first.state.terrain
        ]  # fmt: skip

    @pytest.mark.parametrize(
        ("piece", "path"),
        [
            ({"kind": "volcano", "x": 5, "y": 5, "width": 5, "depth": 5}, "terrain[1].kind"),
            ({"kind": "grove", "x": 2, "y": 5, "width": 9, "depth": 5}, "terrain[1]"),
            ({"kind": "grove", "x": 20, "y": 50, "width": 9}, "terrain[1].depth"),
            ({"kind": "grove", "x": 20, "y": 50, "width": -9, "depth": 3}, "terrain[1].width"),
            ({"kind": "grove", "x": 20, "y": 50, "width": 9, "depth": 3, "id": "t1"}, "terrain[1].id"),
            ({"kind": "grove", "y": 50, "width": 9, "depth": 3}, "terrain[1].x"),
            ("a wood", "terrain[1]"),
        ],
    )
    def test_a_piece_that_cannot_be_read_is_named(self, piece: Any, path: str) -> None:
        with pytest.raises(SetupError) as caught:
            read_pieces([self.PIECES[0], piece], 100, 100)
        assert caught.value.path == path
        assert "\n" not in str(caught.value)

    def test_too_many_pieces_are_refused(self) -> None:
        with pytest.raises(SetupError, match="at most 60"):
            read_pieces([self.PIECES[0]] * 61, 100, 100)

    @pytest.mark.rule("BFS-31.1", "BFS-31.2", "BFS-31.3", "BFS-31.4", "BFS-31.6")
    def test_players_learn_in_what_their_table_departs_from_the_procedure(self) -> None:
        near = [make("grove", 20, 20, 12, 10, id="a"), make("hill", 35, 20, 12, 40, id="b"),
                make("bog", 80, 20, 12, 10, id="c"), make("forest", 80, 80, 12, 10, id="d")]  # fmt: skip
        found = [str(fault) for fault in findings(near, 120, 120)]
        assert found == [
            "terrain: 4 elements lie on the table: its size asks for 6",
            "terrain: 2 of the elements are atypical: at most 1",
            "terrain[1]: is larger than 30 x 30 cm",
            "terrain[1]: lies 3.0 cm from a grove",
        ]

    def test_a_table_set_up_in_turns_departs_in_nothing(self) -> None:
        battle = table(terrain.set_up, dice="another seed", scenario="capture_the_crossing")
        battle.play((choose, choose))
        assert findings(battle.state.terrain, 120, 120) == []


def at_random(data: st.DataObject, battle: Battle) -> Choice:
    """Some legal choice: an option with numbers somewhere between its limits, or a ready-made one."""
    assert battle.pending is not None
    options = list(battle.pending.options)
    for _ in range(6):
        option = data.draw(st.sampled_from(options))
        choice = dict(option.key)
        for param in option.params:
            assert not isinstance(param, Dice)
            number = st.integers(int(param.low), int(param.high)) if param.whole else st.floats(
                param.low, min(param.high, param.low + 60))  # fmt: skip
            choice[param.name] = data.draw(number)
        try:
            battle.pending.read(choice)
        except Refusal:
            continue
        return choice
    return dict(data.draw(st.sampled_from([option for option in options if not option.params])).key)


@pytest.mark.rule("BFS-31.2", "BFS-31.3", "BFS-31.4", "BFS-31.5", "BFS-31.6", "BFS-31.6.2", "BFS-31.6.3")
@settings(max_examples=25)
@given(st.data(), st.sampled_from(["patrol", "defend_the_village", "capture_the_crossing", "take_and_hold"]),
       st.sampled_from([(100, 100), (120, 120), (140, 100)]))  # fmt: skip
def test_any_legal_play_keeps_all_limits(data: st.DataObject, scenario: str, size: tuple[int, int]) -> None:
    battle = table(terrain.set_up, scenario=scenario, width=size[0], depth=size[1], dice="seed")
    agreed: dict[str, bool] = {}
    pairs = {0: 0, 1: 0}
    while battle.pending is not None:
        choice = at_random(data, battle)
        side = battle.pending.side
        battle.choose(choice)
        pairs[side] += choice["do"] == "place pair"
        if choice["do"] == "agree":
            agreed[battle.state.terrain[-1]["id"]] = True
    found, free = battle.state.terrain, [p for p in battle.state.terrain if p["id"] not in agreed]
    own = [piece for piece in found if not piece.get("scenario")]
    ended = events(battle, PlacingEnded)
    assert terrain.placed_elements(battle.state) == (
        ended[0].placed if ended else number_of_elements(*map(float, size))
    )
    assert max(pairs.values()) <= 1
    assert sum(is_atypical(piece) for piece in own if piece in free) <= 1
    every = limits()
    for piece in own:
        kind = piece["kind"]
        if kind == "obstacle":
            assert every.least <= piece["width"] <= every.greatest
        elif piece in free:
            assert every.least <= piece["width"] <= every.greatest
            assert every.least <= piece["depth"] <= every.greatest
            assert not elements()[kind].consent
        if kind == "building":
            assert max(piece["width"], piece["depth"]) <= 15
        if kind not in pieces.LINEAR:
            assert pieces.overhang(piece, *size) < 0.02
    for index, piece in enumerate(found):
        for other in found[:index]:
            if "on" in piece:
                continue
            least = pieces.CONTACT if "obstacle" in (piece["kind"], other["kind"]) else every.spacing
            assert pieces.gap(piece, other) > least - 1e-3


@pytest.mark.rule("BFS-31.3")
def test_the_automatic_placement_fills_tables_of_all_sizes() -> None:
    for width, depth in ((100, 100), (120, 120), (180, 120), (240, 180)):
        for scenario in ("patrol", "defend_the_village", "take_and_hold", "defend_the_crossing"):
            battle = table(terrain.set_up, scenario=scenario, width=width, depth=depth)
            battle.play((choose, choose))
            assert terrain.placed_elements(battle.state) == number_of_elements(width, depth)
            kinds = {piece["kind"] for piece in battle.state.terrain if "choice" in piece}
            assert len(kinds) >= 4


def test_a_piece_that_is_offered_is_the_piece_that_is_placed() -> None:
    battle = placing()
    assert battle.pending is not None
    option: Option = next(o for o in battle.pending.options if o.key.get("at") and not o.params)
    decide(battle, dict(option.key))
    (placed,) = events(battle, PiecePlaced)
    assert f"{placed.piece['x']:g}, {placed.piece['y']:g}" in option.label
    assert first_wrong(battle.state, {**placed.piece, "id": "other"}) is not None
