"""The additional effect Choice of Terrain: one element added, taken away or shifted, or a road (BFS-32.9)."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.by_fire_and_sword import pieces
from rulesets.by_fire_and_sword.meeting import terrain
from rulesets.by_fire_and_sword.meeting.changing import choice_of_terrain
from rulesets.by_fire_and_sword.meeting.fieldevents import PiecePlaced, PieceRemoved, PieceShifted
from rulesets.by_fire_and_sword.meeting.policy import choose
from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Choice
from tests.kit.meeting import decide, offered
from tests.kit.table import asked, events, refused, table

GROVE = {"kind": "grove", "x": 20, "y": 20, "width": 20, "depth": 20}
FIELD = {"kind": "wheat_field", "x": 90, "y": 20, "width": 20, "depth": 20}
BOG = {"kind": "bog", "x": 90, "y": 95, "width": 20, "depth": 20}


def changing(*agreed: dict[str, Any], **changes: Any) -> Battle:
    """Choice of Terrain by side 0 on a table of 120 x 120 cm with these pieces."""
    return table(
        terrain.set_up, lambda battle: choice_of_terrain(battle, 0),
        terrain=list(agreed) or "open", dice=(3,), **changes,
    )  # fmt: skip


def add(kind: str = "hill", x: float = 60, y: float = 60, width: float = 20, depth: float = 20) -> Choice:
    return {"do": "add", "kind": kind, "x": x, "y": y, "width": width, "depth": depth, "angle": 0}


def road(x1: float, y1: float, x2: float, y2: float) -> Choice:
    return {"do": "road", "x1": x1, "y1": y1, "x2": x2, "y2": y2}


@pytest.mark.rule("BFS-32.9")
def test_the_owner_changes_one_element_after_table_and_edges() -> None:
    battle = changing(GROVE)
    assert asked(battle) == ("choice of terrain", 0)
    assert battle.state.edges
    decide(battle, add())
    assert battle.pending is None
    assert events(battle, PiecePlaced)[-1].side == 0


@pytest.mark.rule("BFS-32.9")
def test_he_may_leave_the_table_as_it_is() -> None:
    battle = decide(changing(GROVE), {"do": "leave"})
    assert len(battle.state.terrain) == 1


class TestAdding:
    @pytest.mark.rule("BFS-32.9")
    @pytest.mark.parametrize(("width", "depth"), [(30.5, 20), (20, 30.5)])
    def test_no_more_than_thirty_by_thirty_cm(self, width: float, depth: float) -> None:
        assert refused(changing(larger_pieces=True), add(width=width, depth=depth)).code == "range"

    @pytest.mark.rule("BFS-32.9", "BFS-31.3.1")
    def test_nothing_is_put_on_other_terrain_though_it_may_lie_near_it(self) -> None:
        battle = changing(FIELD)
        refusal = refused(battle, add("wheat_field", 72, 20))
        assert refusal.rule == "BFS-31.3.1"
        decide(battle, add("wheat_field", 69.9, 20))

    @pytest.mark.rule("BFS-32.9")
    def test_no_atypical_element_if_one_lies_there(self) -> None:
        battle = changing(BOG)
        assert refused(battle, add("forest")).code == "not-offered"
        assert not any(c.get("kind") == "forest" for c in offered(battle))

    @pytest.mark.rule("BFS-32.9")
    def test_an_atypical_element_if_there_is_none(self) -> None:
        battle = decide(changing(GROVE), add("forest"))
        assert battle.state.terrain[-1]["kind"] == "forest"

    @pytest.mark.rule("BFS-32.9", "BFS-31.6.2")
    def test_the_village_of_the_scenario_does_not_count(self) -> None:
        decide(changing(GROVE, scenario="defend_the_village"), add("forest", 100, 100))

    @pytest.mark.rule("BFS-31.6")
    def test_water_needs_the_consent_of_both_here_too(self) -> None:
        assert refused(changing(), add("lake", 60, 20)).code == "not-offered"
        decide(changing(agreed_water=True), add("lake", 60, 20))

    @pytest.mark.rule("BFS-32.9")
    def test_a_village_and_an_obstacle_can_be_added(self) -> None:
        battle = decide(changing(), {**add("village", 60, 20), "buildings": 3})
        assert battle.state.terrain[-1]["buildings"] == 3
        decide(changing(), {"do": "add", "kind": "obstacle", "x": 60, "y": 60, "width": 20, "angle": 30})

    @pytest.mark.rule("BFS-32.9")
    def test_ready_made_places_are_legal(self) -> None:
        battle = changing(FIELD, BOG)
        ready = [c for c in offered(battle) if c["do"] == "add" and "at" in c]
        assert len(ready) > 20
        decide(battle, ready[-1])
        *others, added = battle.state.terrain
        assert all(pieces.gap(added, other) > 0 for other in others)


class TestTakingAwayAndShifting:
    @pytest.mark.rule("BFS-32.9")
    def test_an_element_is_taken_away(self) -> None:
        battle = decide(changing(GROVE, BOG), {"do": "remove", "piece": "t2"})
        assert [piece["kind"] for piece in battle.state.terrain] == ["grove"]
        assert events(battle, PieceRemoved)[0].side == 0

    @pytest.mark.rule("BFS-32.9")
    @pytest.mark.parametrize("scenario", ["defend_the_village", "capture_the_crossing", "take_and_hold"])
    def test_terrain_that_matters_to_the_scenario_stays(self, scenario: str) -> None:
        battle = changing(scenario=scenario)
        assert battle.state.terrain
        assert not any(c["do"] in ("remove", "shift") for c in offered(battle))

    @pytest.mark.rule("BFS-32.9")
    def test_larger_elements_stay(self) -> None:
        battle = changing({**FIELD, "width": 40, "x": 60})
        assert not any(c["do"] in ("remove", "shift") for c in offered(battle))

    @pytest.mark.rule("BFS-32.9")
    def test_an_element_is_shifted_and_turned(self) -> None:
        battle = decide(changing(FIELD), {"do": "shift", "piece": "t1", "dx": -20, "dy": 15, "turn": 45})
        (piece,) = battle.state.terrain
        assert (piece["x"], piece["y"], piece["angle"]) == (70, 35, 45)
        assert piece["id"] == "t1"
        assert len(events(battle, PieceShifted)) == 1

    @pytest.mark.rule("BFS-32.9", "BFS-31.3.1")
    def test_not_onto_other_terrain_and_not_off_the_table(self) -> None:
        battle = changing(GROVE, FIELD)
        shift = {"do": "shift", "piece": "t1", "dx": 70, "dy": 0, "turn": 0}
        assert refused(battle, shift).rule == "BFS-31.3.1"
        assert "beyond the edges" in str(refused(battle, {**shift, "dx": -15}))

    @pytest.mark.rule("BFS-32.9")
    def test_ready_made_shifts(self) -> None:
        battle = decide(changing(GROVE), {"do": "shift", "piece": "t1", "to": "north"})
        assert battle.state.terrain[0]["y"] == 32


class TestRoads:
    VILLAGE = {"kind": "village", "x": 60, "y": 60, "width": 20, "depth": 20}

    @pytest.mark.rule("BFS-31.7", "BFS-32.9")
    def test_a_road_from_edge_to_edge_is_one_base_wide(self) -> None:
        battle = decide(changing(), road(30, 0, 30, 120))
        (piece,) = battle.state.terrain
        assert (piece["kind"], piece["width"], piece["depth"], piece["angle"]) == ("road", 120, 4, 90)

    @pytest.mark.rule("BFS-31.7")
    def test_at_most_a_hundred_and_twenty_cm(self) -> None:
        assert "at most 120 cm" in str(refused(changing(), road(0, 0, 120, 10)))

    @pytest.mark.rule("BFS-31.7")
    def test_it_leads_to_an_edge_a_road_or_a_village(self) -> None:
        battle = changing(self.VILLAGE)
        assert "touches a table edge" in str(refused(battle, road(20, 20, 20, 60)))
        decide(battle, road(60, 50, 60, 20))

    @pytest.mark.rule("BFS-31.7")
    def test_it_may_begin_at_another_road(self) -> None:
        other = {"kind": "road", "x": 60, "y": 20, "width": 120, "depth": 4}
        decide(changing(other), road(60, 22, 60, 60))

    @pytest.mark.rule("BFS-31.7")
    def test_not_on_other_terrain(self) -> None:
        battle = changing(GROVE)
        assert "may not lie on other terrain" in str(refused(battle, road(20, 0, 20, 60)))
        decide(battle, road(32.1, 0, 32.1, 60))

    @pytest.mark.rule("BFS-31.7")
    def test_a_road_has_a_length(self) -> None:
        assert "at least as long" in str(refused(changing(), road(20, 0, 20, 0)))

    @pytest.mark.rule("BFS-31.7")
    def test_ready_made_roads_are_legal(self) -> None:
        battle = changing(GROVE, self.VILLAGE)
        ready = [c for c in offered(battle) if c["do"] == "road" and "at" in c]
        assert ready
        decide(battle, ready[0])
        assert battle.state.terrain[-1]["kind"] == "road"


@pytest.mark.rule("BFS-32.9")
def test_an_automatic_player_takes_away_what_is_in_his_way() -> None:
    battle = changing(GROVE, BOG)
    battle.play((choose, choose))
    assert [piece["kind"] for piece in battle.state.terrain] == ["grove"]
    battle = changing(GROVE)
    battle.play((choose, choose))
    assert len(battle.state.terrain) == 1
