"""Losses, thresholds, victory points and the result in words (BFS-34)."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesets.by_fire_and_sword.armies.force import thresholds
from rulesets.by_fire_and_sword.armies.lists import sample_lists
from rulesets.by_fire_and_sword.record import sheet
from rulesets.by_fire_and_sword.victory import tables
from rulesets.by_fire_and_sword.victory.document import MAX_BYTES, ResultError, read_result, result_schema
from rulesets.by_fire_and_sword.victory.losses import force_value_lost, names_in
from rulesets.by_fire_and_sword.victory.score import Score, band_of, score, small_points
from rulesets.by_fire_and_sword.victory.tables import final_result
from tests.kit.examples import example
from tests.kit.victory import commander, force, jaskulski, result, scored, unit

SCHEMA = Path(__file__).parents[3] / "docs" / "schemas" / "by_fire_and_sword_result.schema.json"
DATA = Path(tables.__file__).parents[1] / "data"
BFS = "by_fire_and_sword"


def words(lines: Any) -> list[tuple[str, Any, str]]:
    """Lines of a score without their notes."""
    return [(line.label, line.value, line.rule) for line in lines]


# -- thresholds ------------------------------------------------------------------------------------


@pytest.mark.rule("BFS-34.1", "BFS-34.2", "BFS-34.3")
@pytest.mark.example("BFS-X23")
def test_the_chart_of_colonel_jaskulski() -> None:
    expect = example("BFS-X23", BFS)["expect"]
    own = jaskulski()
    assert own.fv == expect["fv"]
    bands = {band.name: [band.low, band.high] for band in thresholds(own.fv)}
    assert bands.pop("massacre") == [expect["massacre_from"], None]
    assert bands == {name: expect[name] for name in bands}


@pytest.mark.rule("BFS-34.1")
def test_other_commanders_add_nothing_to_the_force_value() -> None:
    side = scored(force(unit(), commanders=(commander(), commander("c2", 2, chief=False)))).sides[0]
    assert words(side.value_lines) == [
        ("Bases", 3, "BFS-34.1"), ("Command Points", 4, "BFS-34.1"), ("Force Value", 7, "BFS-34.1"),
    ]  # fmt: skip


@pytest.mark.rule("BFS-34.2")
@pytest.mark.parametrize("key", [
    pytest.param("BFS-D9", marks=pytest.mark.example("BFS-D9")),
    pytest.param("BFS-D10", marks=pytest.mark.example("BFS-D10")),
])  # fmt: skip
def test_thresholds_of_small_and_round_force_values(key: str) -> None:
    row = example(key, BFS)
    bands = {band.name: band for band in thresholds(row["given"]["fv"])}
    for name, limits in row["expect"].items():
        if name == "massacre_from":
            assert bands["massacre"].low == limits
        elif limits == "empty":
            assert bands[name].empty
        else:
            assert [bands[name].low, bands[name].high] == limits


@pytest.mark.rule("BFS-34.2")
@given(fv=st.integers(3, 300), lost=st.integers(0, 400))
def test_every_loss_falls_into_one_band_alone(fv: int, lost: int) -> None:
    bands = [band for band in thresholds(fv) if not band.empty]
    holding = [band for band in bands if band.low <= lost and (band.high is None or lost <= band.high)]
    assert holding == [band_of(thresholds(fv), lost)]


# -- losses ----------------------------------------------------------------------------------------


@pytest.mark.rule("BFS-34.3", "BFS-34.4")
@pytest.mark.parametrize("key", [
    pytest.param("BFS-X24", marks=pytest.mark.example("BFS-X24")),
    pytest.param("BFS-X25", marks=pytest.mark.example("BFS-X25")),
    pytest.param("BFS-X26", marks=pytest.mark.example("BFS-X26")),
])  # fmt: skip
def test_the_losses_of_colonel_jaskulski(key: str) -> None:
    row = example(key, BFS)
    said, expect = row["given"], row["expect"]
    destroyed, fled = said["destroyed_bases"], said.get("fled_bases", 0)
    losses = {"u1": {"destroyed": min(3, destroyed)}, "u2": {"destroyed": max(0, destroyed - 3)}}
    losses["u3"] = {"fled": fled}
    dead = {"c1": {"fate": "killed"}} if said.get("dead_commander_cp") else {}
    side = scored(losses=[losses, {}], commanders=[dead, {}]).sides[0]
    assert side.losses.lost == expect["lost"]
    assert (side.band.name, side.own_points, side.given) == (
        expect["band"], expect["vp_own"], expect["vp_enemy"],
    )  # fmt: skip


MARCHED = {"march_losses": 1, "destroyed": 2, "squadron": "A"}
RETURNED = {"returned": {"destroyed": 2, "fled": 1}}


@pytest.mark.rule("BFS-34.4", "BFS-32.3", "BFS-32.7.3")
@pytest.mark.parametrize(("losses", "lost"), [
    ({"u1": {"fled": 1}, "u2": {"fled": 1}, "u3": {"fled": 1}}, 2),  # halves are added, then rounded
    ({"u1": {"fleeing": 3}}, 2),
    ({"u1": {"captured": 2}}, 2),
    ({"u1": {"march_losses": 1}}, 0),  # they count only when the rest of the unit is gone
    ({"u1": {"march_losses": 1, "destroyed": 1}}, 1),
    ({"u1": {"march_losses": 1, "destroyed": 2}}, 3),
    ({"u1": {"march_losses": 1, "fled": 2}}, 2),
    ({"u1": {"march_losses": 1, "destroyed": 1, "fleeing": 1}}, 3),
    ({"u1": MARCHED, "u2": {"squadron": "A", "destroyed": 2}}, 4),  # and all of its Squadron
    ({"u1": MARCHED, "u2": {"squadron": "A", "destroyed": 3}}, 6),
    ({"u1": RETURNED}, 0),
    ({"u1": {**RETURNED, "destroyed": 3}}, 3),
])  # fmt: skip
def test_what_is_lost_of_units(losses: dict[str, Any], lost: int) -> None:
    assert scored(losses=[losses, {}]).sides[0].losses.lost == lost


@pytest.mark.rule("BFS-34.4")
def test_every_dead_commander_counts_and_one_that_fled_nothing() -> None:
    own = force(unit(), commanders=(commander(), commander("c2", 2, chief=False)))
    fates = {"c1": {"fate": "fled"}, "c2": {"fate": "killed"}}
    side = scored(own, commanders=[fates, {}]).sides[0]
    assert side.losses.lost == 3
    assert words(side.losses.lines)[-2:] == [
        ("Commander c2 killed", 3, "BFS-34.4"),
        ("Force Value lost", 3, "BFS-34.4"),
    ]


@pytest.mark.rule("BFS-34.4")
@pytest.mark.parametrize("where", ["reserves", "flank", "ambush"])
def test_who_never_came_on_is_no_loss(where: str) -> None:
    side = scored(losses=[{"u1": {"held_back": where}}, {}]).sides[0]
    assert side.losses.lost == 0
    assert side.losses.units[0].lines[0].label.endswith("no loss")
    marched = scored(losses=[{"u1": {"held_back": where, "march_losses": 1}}, {}]).sides[0]
    assert marched.losses.lost == 0


@pytest.mark.rule("BFS-34.4")
@given(destroyed=st.integers(0, 200), fled=st.integers(0, 200), dead=st.lists(st.integers(0, 12), max_size=6))
def test_losses_grow_by_one_a_base_and_one_for_two_fled(destroyed: int, fled: int, dead: list[int]) -> None:
    lost = force_value_lost(destroyed, fled, tuple(dead))
    assert lost == destroyed + (fled + 1) // 2 + sum(dead) + len(dead)
    assert force_value_lost(destroyed + 1, fled, tuple(dead)) == lost + 1
    assert force_value_lost(destroyed, fled + 2, tuple(dead)) == lost + 1


# -- March Losses, Reinforcements, Cut Off the Retreat ---------------------------------------------


@pytest.mark.rule("BFS-32.3")
def test_a_unit_of_no_more_bases_than_it_loses_on_the_march_is_lost() -> None:
    assert scored(force(unit(bases=2)), losses=[{"u1": {"march_losses": 2}}, {}]).sides[0].losses.lost == 2


@pytest.mark.rule("BFS-33.13", "BFS-34.4")
@pytest.mark.example("BFS-D11")
def test_fled_bases_that_are_cut_off_count_as_destroyed() -> None:
    row = example("BFS-D11", BFS)
    said, expect = row["given"], row["expect"]
    losses = {"u1": {"fled": said["fled_bases"], "cut_off": {"failed": said["cut_off_tests_failed"]}}}
    side = scored(losses=[losses, {}], cut_off=[True, False]).sides[0]
    assert (side.losses.destroyed, side.losses.fled) == (expect["destroyed"], expect["fled"])
    assert (side.losses.lost, side.band.name) == (expect["lost"], expect["band"])


@pytest.mark.rule("BFS-33.13")
def test_each_base_in_flight_tests_its_printed_morale_by_a_die_of_its_own() -> None:
    losses = {"u1": {"fled": 1, "fleeing": 2, "cut_off": {"dice": [6, 7, 10]}}}
    side = scored(losses=[losses, {}], cut_off=[True, False]).sides[0]
    assert (side.losses.destroyed, side.losses.fled) == (2, 1)


@pytest.mark.rule("BFS-33.13")
def test_a_commander_whose_retreat_is_cut_off_may_die() -> None:
    fates = {"c1": {"fate": "fled", "cut_off": "failed"}}
    side = scored(commanders=[fates, {}], cut_off=[True, False]).sides[0]
    assert side.losses.lost == 5
    assert scored(commanders=[{"c1": {"fate": "fled", "cut_off": "passed"}}, {}],
                  cut_off=[True, False]).sides[0].losses.lost == 0  # fmt: skip


@pytest.mark.rule("BFS-33.13")
def test_tests_that_nobody_has_noted_are_named() -> None:
    found = scored(
        losses=[{"u1": {"fled": 2}}, {}], commanders=[{"c1": {"fate": "fleeing"}}, {}], cut_off=[True, False]
    )
    assert [line.rule for line in found.missing] == ["BFS-33.13", "BFS-33.13"]
    assert not scored(losses=[{"u1": {"fled": 2}}, {}]).missing


# -- the final score -------------------------------------------------------------------------------


@pytest.mark.rule("BFS-34.5", "BFS-34.6", "BFS-34.7")
@pytest.mark.example("BFS-X27")
def test_ten_to_two_is_a_strategic_victory() -> None:
    row = example("BFS-X27", BFS)
    expect = row["expect"]
    found = scored(scenario_points=[row["given"]["vp_a"] - 6, row["given"]["vp_b"] - 6])
    first, second = found.sides
    assert [first.total, second.total] == [row["given"]["vp_a"], row["given"]["vp_b"]]
    assert (first.difference, first.result, second.result) == (
        expect["difference_a"], expect["result_a"], expect["result_b"],
    )  # fmt: skip
    assert [first.small, second.small] == expect["small_points"]
    assert [first.big, second.big] == expect["big_points"]
    assert found.winner == 0
    assert found.words == "Strategic victory for Poles, 10 to 2"


@pytest.mark.rule("BFS-34.6")
@pytest.mark.example("BFS-D14")
def test_the_bounds_of_the_results() -> None:
    row = example("BFS-D14", BFS)
    assert [final_result(each).name for each in row["given"]["differences"]] == row["expect"]["names"]


@pytest.mark.rule("BFS-34.5")
def test_heavy_losses_give_the_enemy_points() -> None:
    losses = {"u1": {"destroyed": 3}, "u2": {"destroyed": 3}, "u3": {"destroyed": 3}}
    first, second = scored(losses=[losses, {}], scenario_points=[3, 1]).sides
    assert (first.band.name, first.given, first.total) == ("very_heavy", 2, 3)
    assert (second.own_points, second.received, second.total) == (6, 2, 9)
    assert words(second.lines) == [
        ("Victory points of the scenario", 1, "BFS-34.5"), ("Own losses: no losses", 6, "BFS-34.3"),
        ("Given by the enemy’s losses: very heavy", 2, "BFS-34.3"), ("Victory points", 9, "BFS-34.5"),
    ]  # fmt: skip


@pytest.mark.rule("BFS-34.5")
def test_points_of_the_scenario_are_told_one_by_one() -> None:
    points = [[{"for": "the bridge", "points": 3}, {"for": "the camp", "points": -1}], []]
    side = scored(scenario_points=[2, 0], scenario={"name": "Forage", "points": points}).sides[0]
    assert words(side.lines)[:2] == [("the bridge", 3, "BFS-34.5"), ("the camp", -1, "BFS-34.5")]
    with pytest.raises(ResultError, match="add up to 2"):
        scored(scenario_points=[4, 0], scenario={"points": points})


@st.composite
def results(draw: st.DrawFn) -> dict[str, Any]:
    """Parts of a RESULT document that fit two forces of Colonel Jaskulski."""
    sides = []
    for _ in range(2):
        losses = {}
        for number in (1, 2, 3, 4):
            left = 3
            noted = {}
            for name in draw(st.permutations(["destroyed", "fled", "fleeing", "captured", "march_losses"])):
                noted[name] = draw(st.integers(0, left))
                left -= noted[name]
            losses[f"u{number}"] = noted
        sides.append(losses)
    fates = [{"c1": {"fate": draw(st.sampled_from(["present", "killed", "fled", "fleeing"]))}} for _ in sides]
    points = draw(st.lists(st.integers(-9, 20), min_size=2, max_size=2))
    return {"losses": sides, "commanders": fates, "scenario_points": points}


def turned(parts: dict[str, Any]) -> dict[str, Any]:
    """The same result with the sides exchanged."""
    return {name: value[::-1] for name, value in parts.items()}


@pytest.mark.rule("BFS-34.5", "BFS-34.6", "BFS-34.7")
@given(parts=results())
def test_the_score_is_the_same_from_either_side(parts: dict[str, Any]) -> None:
    found, other = scored(**parts), scored(**turned(parts))
    assert found.difference == -other.difference == found.sides[0].total - found.sides[1].total
    for side in (0, 1):
        mine, same = found.sides[side].to_json(), other.sides[1 - side].to_json()
        assert {**mine, "name": ""} == {**same, "name": ""}
    assert found.sides[0].big + found.sides[1].big == 6
    assert min(found.sides[0].small, found.sides[1].small) == 0
    assert found.winner == (None if abs(found.difference) < 2 else int(found.difference < 0))


@pytest.mark.rule("BFS-34.4")
@given(parts=results())
def test_every_line_of_a_unit_adds_up_to_what_it_counts(parts: dict[str, Any]) -> None:
    for side in scored(**parts).sides:
        for each in side.losses.units:
            total = sum(line.value or 0 for line in each.lines)
            assert total * 2 == each.destroyed * 2 + each.fled
        lost = sum(line.value or 0 for line in side.losses.lines[:-1])
        assert lost == side.losses.lost


@pytest.mark.rule("BFS-34.7")
@given(st.integers(-50, 50), st.integers(-50, 50))
def test_small_points_keep_the_difference(first: int, second: int) -> None:
    small = small_points(first, second)
    assert small[0] - small[1] == first - second
    assert min(small) == 0


# -- the tables ------------------------------------------------------------------------------------


@pytest.mark.rule("BFS-34.6", "BFS-34.4", "BFS-29.8.2")
def test_the_tables_are_those_of_the_catalogue() -> None:
    catalogue = tomllib.loads((DATA / "tables.toml").read_text())
    rows = [
        (row.get("from"), row.get("to"), row["name"], tuple(row["big_points"]))
        for row in catalogue["final_result"][0]["rows"]
    ]
    assert rows == [(row.low, row.high, row.name, row.big_points) for row in tables.tables().final_result]
    assert [row["value"] * 2 for row in catalogue["loss_value"][0]["rows"][:2]] == [
        row.halves for row in tables.tables().loss_value
    ]
    weights = sorted(row["points"] * 2 for row in catalogue["breaking_points"][0]["rows"])
    assert weights == sorted(row.halves for row in tables.tables().breaking_point)


# -- what cannot be --------------------------------------------------------------------------------


@pytest.mark.parametrize(("parts", "path", "words_"), [
    ({"losses": [{"x": {"destroyed": 1}}, {}]}, "losses[0].x", "not a unit"),
    ({"losses": [{}, {"u1": {"destroyed": 2, "fled": 2}}]}, "losses[1].u1", "lost 4 bases"),
    ({"losses": [{"u1": {"held_back": "flank", "destroyed": 1}}, {}]}, "losses[0].u1", "never came on"),
    ({"losses": [{"u1": {"returned": {"fled": 4}}}, {}]}, "losses[0].u1", "had lost 4"),
    ({"losses": [{"u1": {"fled": 1, "cut_off": {"failed": 1}}}, {}]}, "losses[0].u1.cut_off", "was cut off"),
    ({"losses": [{"u1": {"fled": 1, "cut_off": {"failed": 2}}}, {}], "cut_off": [True, False]},
     "losses[0].u1.cut_off", "2 failed tests"),
    ({"losses": [{"u1": {"fled": 1, "cut_off": {"dice": [1, 2]}}}, {}], "cut_off": [True, False]},
     "losses[0].u1.cut_off", "2 dice"),
    ({"losses": [{"u1": {"fled": 1, "cut_off": {"dice": [1], "failed": 1}}}, {}], "cut_off": [True, False]},
     "losses[0].u1.cut_off", "only one"),
    ({"commanders": [{"x": {"fate": "killed"}}, {}]}, "commanders[0].x", "not a commander"),
    ({"commanders": [{"c1": {"fate": "fled", "cut_off": "failed"}}, {}]},
     "commanders[0].c1.cut_off", "in flight"),
])  # fmt: skip
def test_what_does_not_fit_the_forces_is_refused_with_its_place(
    parts: dict[str, Any], path: str, words_: str
) -> None:
    with pytest.raises(ResultError, match=words_) as caught:
        scored(**parts)
    assert caught.value.path == path
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(("text", "path"), [
    ("", "line 1"), ("[]", "format"), ("{}", "format"), ('{"format": "leaguer-list"}', "format"),
    ('{"format": "leaguer-bfs-result", "version": 9}', "version"),
    ('{"format": "leaguer-bfs-result", "version": 1}', "lists"),
    ('{"format": "leaguer-bfs-result", "version": 1, "lists": [{}]}', "lists"),
    ('{"format": "leaguer-bfs-result", "version": 1, "lists": [{}, {}], "turns": -1}', "turns"),
    ('{"format": "leaguer-bfs-result", "version": 1, "lists": [{}, {}], "fame": 1}', "fame"),
    ('{"format": "leaguer-bfs-result", "version": 1, "lists": [{}, {}], "losses": [{"a": {"fled": ""}}, {}]}',
     "losses[0].a.fled"),
    (b"\xff", ""), ("x" * (MAX_BYTES + 1), ""), ("[" * 100_000, ""),
])  # fmt: skip
def test_what_is_no_result_is_refused_in_one_sentence(text: str | bytes, path: str) -> None:
    with pytest.raises(ResultError) as caught:
        read_result(text)
    assert caught.value.path == path
    assert "\n" not in str(caught.value)


def test_a_list_that_cannot_be_read_is_named() -> None:
    with pytest.raises(ResultError) as caught:
        score({"format": "leaguer-bfs-result", "version": 1, "lists": [{}, {}]})
    assert caught.value.path == "lists[0]"


@pytest.mark.rule("BFS-29.1.1")
@pytest.mark.parametrize("order", [1, -1])
def test_forces_of_two_game_levels_have_no_score(order: int) -> None:
    lists = [sample_lists()[name].to_json() for name in ("polish-1649-52-10", "polish-division")]
    with pytest.raises(ResultError, match="cannot fight") as caught:
        score({"format": "leaguer-bfs-result", "version": 1, "lists": lists[::order]})
    assert caught.value.path == "lists[1]"
    with pytest.raises(ResultError, match="cannot fight"):
        sheet(lists[::order])
    same = score({"format": "leaguer-bfs-result", "version": 1, "lists": [lists[1], lists[1]]})
    assert same.difference == 0


@given(parts=results())
def test_a_result_read_and_written_is_the_same(parts: dict[str, Any]) -> None:
    read = result(**parts)
    assert read_result(json.dumps(read.to_json())) == read


def test_the_published_schema_is_current() -> None:
    assert json.loads(SCHEMA.read_text()) == json.loads(json.dumps(result_schema()))


def test_a_written_result_fits_its_published_schema() -> None:
    schema = json.loads(SCHEMA.read_text())
    written = json.loads(json.dumps(result(turns=4).to_json()))
    jsonschema.validate(written, schema)
    del written["lists"]
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(written, schema)


def test_a_score_is_plain_json() -> None:
    found: Score = scored(losses=[{"u1": {"fled": 1}}, {}])
    said = json.loads(json.dumps(found.to_json()))
    assert said["sides"][0]["losses"]["units"][0]["lines"][0]["value"] == 0.5
    assert said["sides"][0]["losses"]["lost"] == 1


def test_units_of_one_name_are_told_apart_by_a_number() -> None:
    own = force(unit("a", name="Dragoons"), unit("b", name="Reiters"), unit("c", name="Dragoons"))
    assert list(names_in(own).values()) == ["Dragoons 1", "Reiters", "Dragoons 2", "Commander c1"]
