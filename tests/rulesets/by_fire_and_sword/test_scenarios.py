"""Scenario definitions: the ten that ship, what a user's document may hold, zones drawn on tables."""

from __future__ import annotations

import copy
import json
import re
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from rulesets.by_fire_and_sword import tables
from rulesets.by_fire_and_sword.meeting import deployment, terrain
from rulesets.by_fire_and_sword.meeting.policy import choose
from rulesets.by_fire_and_sword.presentation import describe
from rulesets.by_fire_and_sword.scenarios.definitions import Part, Scenario
from rulesets.by_fire_and_sword.scenarios.frame import Drawn, Frame
from rulesets.by_fire_and_sword.scenarios.reading import (
    FOLDER,
    ORDER,
    catalogue,
    read_scenario,
    read_scenario_toml,
    schema,
    shipped,
)
from rulesets.engine.errors import FaultyBookError
from rulesets.engine.geometry.spacing import point_polygon_gap, polygon_depth
from tests.kit.table import table

SCHEMA = Path(__file__).parents[3] / "docs" / "schemas" / "by_fire_and_sword_scenario.schema.json"
TABLES = ((120.0, 120.0), (100.0, 100.0), (180.0, 120.0), (129.0, 157.0))
KEYS = pytest.mark.parametrize("key", ORDER)


def document(of: str = "patrol", /, **changes: Any) -> dict[str, Any]:
    """The document of a scenario that ships, with some of its fields changed."""
    found = tomllib.loads((FOLDER / f"{of}.toml").read_text(encoding="utf-8"))
    return {**copy.deepcopy(found), **changes}


def free_ground(zones: Sequence[Drawn], taken: Sequence[Drawn], away: float) -> int:
    """Square cm of zones on a table of 100 x 100 cm that lie so far from everything that is taken."""
    places = [(x, y) for x in range(1, 100, 2) for y in range(1, 100, 2)]
    return 4 * sum(
        any(zone.holds(x, y) for zone in zones)
        and all(point_polygon_gap(x, y, other.polygon) >= max(away, 0.01) for other in taken)
        for x, y in places
    )


def faults(value: Any) -> dict[str, str]:
    """What is wrong with a document, by path."""
    with pytest.raises(FaultyBookError) as caught:
        read_scenario(value)
    assert "\n" not in str(caught.value)
    return {fault.path: fault.message for fault in caught.value.faults}


class TestTheTenThatShip:
    @pytest.mark.rule("BFS-30.7", "BFS-30.3.D")
    def test_there_are_ten_with_the_names_and_values_of_the_list(self) -> None:
        rows = {row["id"]: row for row in tables.plain_rows("scenario")}
        assert list(shipped()) == list(rows)
        for key, scenario in shipped().items():
            row = rows[key]
            assert scenario.name == row["name"]
            assert (scenario.value_fsp, scenario.variable) == (row["value_fsp"], row["variable"])
            assert scenario.alt_value_fsp == row.get("alt_value_fsp")
            assert scenario.discardable == row.get("discardable_by_defensive", False)

    @KEYS
    @pytest.mark.rule("BFS-30.2.2")
    def test_none_claims_the_eight_turns_of_a_page_that_is_lost(self, key: str) -> None:
        assert shipped()[key].turns == 6

    @KEYS
    @pytest.mark.rule("BFS-30.7")
    def test_each_says_what_is_ours_and_keeps_what_is_known(self, key: str) -> None:
        scenario = shipped()[key]
        assert {"turns", "victory"} & {name.partition(".")[0] for name in scenario.provenance.ours}
        assert scenario.provenance.note
        if key not in ("night_attack",):
            assert scenario.fact

    @KEYS
    @pytest.mark.rule("BFS-30.7")
    def test_scenario_points_weigh_the_same_in_each_and_for_both_sides(self, key: str) -> None:
        scenario = shipped()[key]
        assert scenario.most_points("weaker") == scenario.most_points("stronger") == 6

    @pytest.mark.rule("BFS-30.2.3", "BFS-30.3.E")
    def test_fortifications_are_the_weaker_sides_where_it_holds_something(self) -> None:
        allowed = {key for key, scenario in shipped().items() if scenario.fortifications == "weaker"}
        assert allowed == {
            "defend_the_village", "defend_the_crossing", "capture_the_crossing", "delay_the_enemy",
        }  # fmt: skip

    @pytest.mark.rule("BFS-30.3.D.1")
    def test_the_variable_ones_say_what_each_value_buys(self) -> None:
        variable = {key: scenario for key, scenario in shipped().items() if scenario.variable}
        assert set(variable) == {"defend_the_village", "defend_the_crossing", "delay_the_enemy"}
        for scenario in variable.values():
            assert scenario.value[0].fsp == scenario.value_fsp
            assert scenario.most_value == scenario.value_fsp + len(scenario.value) - 1
            assert scenario.value_named(scenario.most_value + 1) is None

    @pytest.mark.rule("BFS-30.3.I.1")
    def test_an_ambush_and_a_night_attack_are_no_standard_clashes(self) -> None:
        orders = {key: scenario.starting_orders for key, scenario in shipped().items()}
        assert {key for key, whose in orders.items() if whose != "both"} == {"ambush", "night_attack"}


class TestDrawn:
    @KEYS
    @pytest.mark.parametrize("size", TABLES)
    @pytest.mark.rule("BFS-30.2.1")
    def test_every_zone_and_objective_lies_on_a_table_of_any_size(
        self, key: str, size: tuple[float, float]
    ) -> None:
        scenario = shipped()[key]
        for edge in ("south", "north"):
            frame = Frame(*size, edge)  # type: ignore[arg-type]
            for value in range(scenario.value_fsp, scenario.most_value + 1):
                for step in scenario.deployment:
                    for zone in frame.zones(scenario, step, [], value):
                        xs, ys = zone.polygon[::2], zone.polygon[1::2]
                        assert min(*xs, *ys) >= -1e-6
                        assert max(xs) <= size[0] + 1e-6
                        assert max(ys) <= size[1] + 1e-6
            for objective in scenario.objective:
                x, y = frame.objective(objective, [])
                assert 0 < x < size[0]
                assert 0 < y < size[1]

    @KEYS
    def test_both_parts_have_room_at_every_value(self, key: str) -> None:
        scenario = shipped()[key]
        for value in range(scenario.value_fsp, scenario.most_value + 1):
            for step in scenario.deployment:
                zones = Frame(120, 120).zones(scenario, step, [], value)
                assert bool(zones) == (step.who != "late")

    @KEYS
    @pytest.mark.rule("BFS-30.2.1", "BFS-30.3.I")
    def test_whoever_deploys_second_has_room_even_if_the_first_fills_his_zones(self, key: str) -> None:
        scenario, frame = shipped()[key], Frame(100, 100)
        parts: tuple[Part, Part] = ("weaker", "stronger")
        for value in range(scenario.value_fsp, scenario.most_value + 1):
            for first, second in (parts, parts[::-1]):
                if scenario.first not in (first, "roll"):
                    continue
                taken = [
                    zone for step in scenario.steps(first) for zone in frame.zones(scenario, step, [], value)
                ]
                for step in scenario.steps(second):
                    open_ = frame.zones(scenario, step, [], value)
                    assert not open_ or free_ground(open_, taken, step.enemy_cm) > 60 * 12  # 60 bases

    @KEYS
    @pytest.mark.rule("BFS-30.3.I")
    def test_zones_of_enemies_meet_only_where_the_distance_is_measured(self, key: str) -> None:
        scenario, frame = shipped()[key], Frame(120, 120)
        zones = {
            part: [(step.enemy_cm, zone) for step in scenario.steps(part)
                   for zone in frame.zones(scenario, step, [], scenario.most_value)]
            for part in ("weaker", "stronger")
        }  # fmt: skip
        for own, one in zones["weaker"]:
            for enemy, other in zones["stronger"]:
                assert polygon_depth(one.polygon, other.polygon) < 0.01 or own or enemy

    @pytest.mark.rule("BFS-30.3.D.1")
    def test_a_dearer_value_opens_more_ground(self) -> None:
        scenario, frame = shipped()["defend_the_village"], Frame(120, 120)
        step = next(scenario.steps("weaker"))
        behind = (60.0, 10.0)

        def may(value: int) -> bool:
            return any(zone.holds(*behind) for zone in frame.zones(scenario, step, [], value))

        assert [may(value) for value in (1, 2, 3)] == [False, True, True]

    def test_the_bridgehead_is_twenty_cm_around_the_bridge(self) -> None:
        scenario = shipped()["defend_the_crossing"]
        own, bridgehead = Frame(120, 120).zones(scenario, next(scenario.steps("weaker")), [], 1)
        assert bridgehead.holds(60, 79.9)
        assert not bridgehead.holds(60, 80.2)
        assert own.holds(5, 59)
        assert not own.holds(5, 61)

    def test_where_the_weaker_side_has_the_northern_edge_the_map_is_mirrored(self) -> None:
        scenario = shipped()["delay_the_enemy"]
        south, north = Frame(120, 120), Frame(120, 120, "north")
        road = scenario.objective[0]
        assert south.objective(road, []) == (30, 30)
        assert north.objective(road, []) == (30, 90)
        step = next(scenario.steps("stronger"))
        (zone,) = north.zones(scenario, step, [], 0)
        assert zone.holds(60, 10)
        assert not zone.holds(60, 110)
        assert (north.edge("weaker"), north.edge("stronger")) == ("north", "south")

    @pytest.mark.parametrize("size", TABLES)
    def test_the_gates_of_a_village_are_in_its_fence_on_every_table(self, size: tuple[float, float]) -> None:
        scenario, frame = shipped()["defend_the_village"], Frame(*size, "north")
        village = frame.piece(scenario.terrain[0], id_="t1")
        gates = [frame.objective(each, [village]) for each in scenario.objective[1:]]
        assert gates == [(size[0] / 2 - 15, size[1] / 2), (size[0] / 2 + 15, size[1] / 2)]

    def test_what_lies_off_a_point_is_mirrored_with_the_map(self) -> None:
        own = document()
        own["objective"][0].update(dx_cm=5, dy_cm=12)
        objective = read_scenario(own).objective[0]
        assert Frame(120, 120).objective(objective, []) == (65, 72)
        assert Frame(120, 120, "north").objective(objective, []) == (65, 48)

    def test_the_terrain_of_each_lies_where_either_edge_may_be_drawn(self) -> None:
        for scenario in shipped().values():
            for each in scenario.terrain:
                one = Frame(120, 140).piece(each, id_="t")
                other = Frame(120, 140, "north").piece(each, id_="t")
                assert (one["x"], one["y"]) == (other["x"], other["y"])


class TestDocuments:
    def test_the_published_schema_is_current(self) -> None:
        assert json.loads(SCHEMA.read_text()) == schema()

    @KEYS
    def test_each_that_ships_fits_the_published_schema(self, key: str) -> None:
        jsonschema.Draft202012Validator(json.loads(SCHEMA.read_text())).validate(document(key))

    def test_the_schema_refuses_what_the_reader_refuses(self) -> None:
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(document(turns=0), json.loads(SCHEMA.read_text()))

    @KEYS
    def test_json_reads_like_toml(self, key: str) -> None:
        assert read_scenario(json.loads(json.dumps(document(key)))) == shipped()[key]

    def test_every_fault_is_named_with_its_path(self) -> None:
        found = faults(document(turns=0, value_fsp="two", colour="red", name=""))
        assert set(found) == {"turns", "value_fsp", "colour", "name"}
        assert found["colour"] == "is not a known field"

    def test_a_missing_field_is_named(self) -> None:
        bad = document()
        del bad["key"], bad["deployment"]
        assert faults(bad) == {"key": "is missing", "deployment": "is missing"}

    def test_the_path_of_a_zone_leads_to_it(self) -> None:
        bad = document()
        bad["deployment"][1]["zone"][0]["depth"] = 3
        assert list(faults(bad)) == ["deployment[1].zone[0].depth"]

    @pytest.mark.parametrize(
        ("change", "path"),
        [
            (lambda d: d["deployment"][0]["zone"][0].update(depth_cm=20), "deployment[0].zone[0].depth"),
            (lambda d: d["deployment"][0]["zone"][0].update(start=0.5, stop=0.5),
             "deployment[0].zone[0].start"),
            (lambda d: d["deployment"][0].update(zone=[]), "deployment[0].zone"),
            (lambda d: d["deployment"][0].update(who="half"), "deployment"),
            (lambda d: d["deployment"][0].update(who="late"), "deployment[0].turn"),
            (lambda d: d["deployment"].pop(0), "deployment"),
            (lambda d: d["deployment"][0]["zone"][0].update(value_from=2), "deployment[0].zone"),
            (lambda d: d["objective"][0].update(key="west_lookout"), "objective[0].key"),
            (lambda d: d["objective"][0].update(terrain="nowhere"), "objective[0].terrain"),
            (lambda d: d["victory"][0].update(objective="nowhere"), "victory[0].objective"),
            (lambda d: d["special"][0].update(turn=9), "special[0].turn"),
            (lambda d: d["special"][0].update(value_from=3, value_to=1), "special[0].value_to"),
            (lambda d: d["deployment"][0]["zone"][0].update(value_from=0, value_to=0) or
             d["deployment"][0]["zone"].append({"shape": "anywhere", "value_from": 3, "value_to": 2}),
             "deployment[0].zone[1].value_to"),
            (lambda d: d.update(variable=True), "value"),
            (lambda d: d.update(value=[{"fsp": 0, "name": "x"}]), "value"),
            (lambda d: d.update(variable=True, value=[{"fsp": 2, "name": "x"}]), "value"),
            (lambda d: d.update(terrain=[{"key": "a", "kind": "hill", "name": "A", "depth_cm": 9}]),
             "terrain[0].width_cm"),
            (lambda d: d.update(terrain=[{"key": "a", "kind": "hill", "name": "A", "depth_cm": 9,
                                          "width_cm": 9, "y": 0.3}]), "terrain[0].y"),
            (lambda d: d.update(terrain=[{"key": "a", "kind": "bridge", "name": "A", "depth_cm": 9,
                                          "width_cm": 5}]), "terrain[0].on"),
            (lambda d: d.update(terrain=[{"key": "a", "kind": "village", "name": "A", "depth_cm": 9,
                                          "width_cm": 9}]), "terrain[0].buildings"),
            (lambda d: d.update(terrain=[{"key": "a", "kind": "hill", "name": "A", "depth_cm": 20,
                                          "width_cm": 30, "x": 0.1}]), "terrain[0].x"),
            (lambda d: d.update(terrain=[{"key": "b", "kind": "bridge", "name": "B", "depth_cm": 9,
                                          "width_cm": 5, "on": "r"}, {"key": "r", "kind": "river",
                                          "name": "R", "depth_cm": 6, "across": True}]), "terrain[0].on"),
            (lambda d: d["deployment"][0].update(zone=[{"shape": "area", "points": [
                [0, 0], [1, 0], [0.2, 0.1], [0, 1]]}]), "deployment[0].zone[0].points"),
            (lambda d: d["deployment"][0].update(zone=[{"shape": "area", "points": [
                [0, 0], [0.5, 0], [1, 0]]}]), "deployment[0].zone[0].points"),
        ],
    )  # fmt: skip
    def test_what_no_type_can_say_is_found_too(self, change: Any, path: str) -> None:
        bad = document()
        change(bad)
        assert path in faults(bad)

    def test_what_is_no_toml_is_refused_in_one_sentence(self) -> None:
        with pytest.raises(FaultyBookError, match="not valid TOML"):
            read_scenario_toml("key = ")

    def test_what_json_cannot_hold_is_refused(self) -> None:
        assert "" in faults({"key": {1, 2}})

    def test_a_document_of_unusual_size_is_refused(self) -> None:
        assert faults(document(summary="x" * 300_000)) == {"": "is larger than 200 kB"}

    def test_the_ten_are_in_the_folder_and_no_others(self) -> None:
        assert sorted(path.stem for path in FOLDER.glob("*.toml")) == sorted(ORDER)


class TestOwnScenarios:
    @pytest.mark.rule("BFS-30.7")
    def test_a_document_with_a_known_key_replaces_that_scenario(self) -> None:
        found = catalogue([document(name="Our patrol")])
        assert found["patrol"].name == "Our patrol"
        assert list(found) == list(shipped())

    def test_one_with_a_new_key_is_added(self) -> None:
        found = catalogue([document(key="raid_on_the_camp", name="Raid")])
        assert isinstance(found["raid_on_the_camp"], Scenario)
        assert len(found) == 11
        assert len(catalogue()) == 10

    def test_faults_say_which_document_they_are_in(self) -> None:
        with pytest.raises(FaultyBookError) as caught:
            catalogue([document(), document(key="second", turns=99)])
        assert caught.value.path == "scenarios[1].turns"

    def test_two_of_one_key_are_refused(self) -> None:
        with pytest.raises(FaultyBookError) as caught:
            catalogue([document(), document()])
        assert caught.value.path == "scenarios[1].key"

    @pytest.mark.parametrize("value", [{"a": 1}, "patrol", [3], [{"key": object()}]])
    def test_what_is_no_list_of_documents_is_refused(self, value: Any) -> None:
        with pytest.raises(FaultyBookError):
            catalogue(value)


def test_the_example_of_the_page_on_formats_can_be_played() -> None:
    page = (Path(__file__).parents[3] / "docs" / "formats.md").read_text(encoding="utf-8")
    (text,) = re.findall(r"^```toml scenario\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    scenario = read_scenario_toml(text)
    assert (scenario.key, scenario.turns, scenario.first) == ("raid_on_the_mill", 6, "stronger")
    battle = table(
        terrain.set_up, deployment.deploy, scenario="raid_on_the_mill", scenarios=[tomllib.loads(text)]
    )
    battle.play((choose, choose))
    assert battle.state.objectives[0]["name"] == "Flour store"
    assert [step["who"] for step in battle.state.deployment["steps"]] == ["half", "late", "all"]


@pytest.mark.rule("BFS-30.7")
@pytest.mark.parametrize("key", shipped())
def test_everything_that_a_player_has_to_know_is_in_its_words(key: str) -> None:
    scenario = shipped()[key]
    chapters = dict(describe(scenario))
    words = "\n".join(line for lines in chapters.values() for line in lines)
    for text in (
        *(step.text for step in scenario.deployment), *(rule.text for rule in scenario.special),
        *(award.text for award in scenario.victory), scenario.summary,
    ):  # fmt: skip
        assert text in words
    assert len(chapters["Points"]) == len(scenario.victory)
    assert all(lines for lines in chapters.values())


@pytest.mark.rule("BFS-30.7")
def test_an_ambush_in_words() -> None:
    chapters = dict(describe(shipped()["ambush"]))
    assert chapters[""][1:] == (
        "Weaker side: ambusher. Stronger side: column.",
        "6 turns; first to deploy: column; there is no reconnaissance.",
    )
    assert chapters["Deployment"][1].startswith("Ambusher, one unit: One unit as the bait")
    assert chapters["Rules"][1] == "Column, turn 1: The column's weapons with Match do not fire in this turn."
    assert chapters["Points"][1].startswith("Ambusher: 1 for each unit of the column")
    assert chapters["Points"][1].endswith(", 3 times at most")
