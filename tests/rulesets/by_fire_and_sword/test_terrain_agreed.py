"""Terrain that the scenario needs or the players agreed on, and the edges (BFS-30.3, BFS-31.1)."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.by_fire_and_sword import pieces
from rulesets.by_fire_and_sword.meeting import terrain
from rulesets.by_fire_and_sword.meeting.fieldevents import EdgesDrawn, ObjectivePlaced, PieceRemoved
from rulesets.by_fire_and_sword.meeting.placing import atypical, is_atypical
from rulesets.by_fire_and_sword.meeting.policy import choose
from rulesets.by_fire_and_sword.meeting.table import read_pieces
from rulesets.engine.document import SetupError
from tests.kit.meeting import decide, force
from tests.kit.placing import CORNERS, FIRST, SOUTH, placing, put
from tests.kit.table import events, refused, table
from tests.rulesets.by_fire_and_sword.test_scenarios import document


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
        battle = table(
            terrain.set_up, scenario="delay_the_enemy", terrain="open", one=even, two=even, dice=(die, SOUTH)
        )
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
        battle = table(
            terrain.set_up, terrain=list(self.PIECES), scenario="defend_the_village", dice=(SOUTH,)
        )
        assert [event.what for event in events(battle, PieceRemoved)] == ["Built-up area"]
        assert [piece["kind"] for piece in battle.state.terrain] == ["grove", "obstacle", "village"]

    def test_a_meetings_table_can_be_given_to_the_next_one(self) -> None:
        first = table(terrain.set_up, dice="some seed")
        first.play((choose, choose))
        again = read_pieces(first.state.terrain, 120, 120)
        assert [pieces.outline(piece) for piece in again] == [
            pieces.outline(piece) for piece in first.state.terrain
        ]

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
