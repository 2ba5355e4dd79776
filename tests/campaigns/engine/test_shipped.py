"""The maps and campaigns that ship."""

from __future__ import annotations

import json
import tomllib
from collections import deque
from itertools import combinations
from math import dist

import pytest
from shapely import Point, Polygon, union_all

from campaigns.data import build
from campaigns.data.build import great_circle
from campaigns.engine import borders, shipped
from campaigns.engine.documents import begin, read_campaign
from campaigns.engine.maps import CampaignMap, read_map
from campaigns.engine.ways import reachable
from rulesets.contract.documents import check_list, parse_list

MAPS = ("deluge", "ecw", "island")
ON_EARTH = ("deluge", "ecw")
CAMPAIGNS = ("deluge", "deluge-garrisons", "ecw", "island", "ladder", "western-year")
ON_MAPS = ("deluge", "deluge-garrisons", "ecw", "island")
NATURAL_EARTH_50M = [
    (0.356, 53.16), (1.657, 52.754), (1.743, 52.579), (1.275, 51.845), (1.415, 51.363), (0.979, 50.972),
    (0.205, 50.763), (-0.785, 50.765), (-2.433, 50.599), (-3.68, 50.24), (-5.119, 50.038), (-5.655, 50.077),
    (-4.956, 50.523), (-4.188, 51.189), (-3.293, 51.39), (-4.235, 51.569), (-5.168, 51.741), (-5.262, 51.88),
    (-3.98, 52.542), (-4.683, 52.806), (-3.166, 53.395), (-1.563, 50.666), (-4.568, 53.386),
]  # fmt: skip
"""Headlands and bays of its coastline at 1:50 million."""


@pytest.fixture(params=MAPS)
def key(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture
def country(key: str) -> CampaignMap:
    return shipped.maps()[key]


def test_three_maps_and_six_campaigns_ship() -> None:
    assert tuple(shipped.maps()) == MAPS
    assert tuple(shipped.campaigns()) == CAMPAIGNS


def test_every_area_can_be_reached_by_land_or_sea(country: CampaignMap) -> None:
    start = country.areas[0].id
    seen, ahead = {start}, deque([start])
    while ahead:
        for other in country.ways[ahead.popleft()]:
            if other not in seen:
                seen.add(other)
                ahead.append(other)
    assert seen == set(country.by_id)


def test_every_area_has_outlines_that_are_sound_and_on_the_sheet(country: CampaignMap) -> None:
    for area in country.areas:
        assert area.outlines, area.id
        for ring in area.outlines:
            assert Polygon(ring).is_valid, area.id
            assert all(
                -0.1 <= x <= country.width + 0.1 and -0.1 <= y <= country.height + 0.1 for x, y in ring
            )


def test_no_two_areas_lie_over_each_other(country: CampaignMap) -> None:
    shapes = {area.id: borders.shape_of(area.outlines) for area in country.areas}
    common = {(a, b): shapes[a].intersection(shapes[b]).area for a, b in combinations(shapes, 2)}
    assert max(common.values()) < 0.002 * country.width


def test_every_town_lies_in_its_area_or_on_its_shore(country: CampaignMap) -> None:
    for area in country.areas:
        assert borders.shape_of(area.outlines).distance(Point(area.at)) < country.width / 100, area.id


def test_england_has_the_coast_of_natural_earth() -> None:
    country = shipped.maps()["ecw"]
    coast = union_all([Polygon(ring).boundary for ring in country.land])
    assert max(coast.distance(Point(country.projection.to_km(each))) for each in NATURAL_EARTH_50M) < 0.6


def test_every_town_of_england_stands_on_land_or_at_the_water() -> None:
    country = shipped.maps()["ecw"]
    land = union_all([Polygon(ring) for ring in country.land])
    assert max(land.distance(Point(area.at)) for area in country.areas) < 2


@pytest.mark.parametrize("key", ON_EARTH)
def test_linked_towns_are_as_far_apart_as_on_the_earth(key: str) -> None:
    country = shipped.maps()[key]
    for link in country.links:
        ends = [country.projection.to_degrees(country.by_id[end].at) for end in (link.a, link.b)]
        assert link.km == pytest.approx(great_circle(*ends), abs=1.5), link.key


@pytest.mark.parametrize(
    ("key", "a", "b", "km"),
    [
        ("deluge", "warsaw", "cracow", 252), ("deluge", "danzig", "warsaw", 284),
        ("deluge", "kiev", "lwow", 470), ("deluge", "stockholm", "riga", 442),
        ("ecw", "london", "oxford", 84), ("ecw", "bristol", "gloucester", 52),
        ("ecw", "plymouth", "exeter", 58), ("ecw", "chester", "shrewsbury", 54),
    ],
)  # fmt: skip
def test_towns_lie_where_they_lie(key: str, a: str, b: str, km: float) -> None:
    country = shipped.maps()[key]
    ends = [country.projection.to_degrees(country.by_id[end].at) for end in (a, b)]
    assert great_circle(*ends) == pytest.approx(km, rel=0.02)


def test_the_island_measures_its_links_on_the_sheet() -> None:
    island = shipped.maps()["island"]
    for link in island.links:
        assert link.km == pytest.approx(dist(island.by_id[link.a].at, island.by_id[link.b].at), abs=0.6)


def test_ways_over_land_lead_to_neighbours_and_ways_over_sea_to_ports(country: CampaignMap) -> None:
    outlines = {area.id: area.outlines for area in country.areas}
    near = {frozenset(pair[:2]) for pair in borders.neighbours(outlines, 1.5)}
    for link in country.links:
        if link.kind == "sea":
            assert all(country.by_id[end].has("port") for end in (link.a, link.b)), link.key
        else:
            assert frozenset((link.a, link.b)) in near, link.key


def test_a_crossing_says_which_river_it_crosses(country: CampaignMap) -> None:
    rivers = {river.name for river in country.rivers}
    crossings = [link for link in country.links if link.kind == "crossing"]
    assert crossings
    assert {link.name for link in crossings} <= rivers


def test_fortresses_have_walls(country: CampaignMap) -> None:
    for area in country.areas:
        assert bool(area.walls) == area.has("fortress"), area.id


def test_the_land_of_a_map_holds_all_its_areas(country: CampaignMap) -> None:
    land = union_all([Polygon(ring) for ring in country.land]).buffer(country.width / 1000)
    for area in country.areas:
        assert land.contains(borders.shape_of(area.outlines)), area.id


def test_a_map_is_what_its_source_makes(key: str, country: CampaignMap) -> None:
    source = tomllib.loads((build.SOURCES / f"{key}.toml").read_text(encoding="utf-8"))
    made = read_map(build.build(source))
    assert made.links == country.links
    assert [area.model_dump(exclude={"outlines"}) for area in made.areas] == [
        area.model_dump(exclude={"outlines"}) for area in country.areas
    ]
    for one, other in zip(made.areas, country.areas, strict=True):
        gap = borders.shape_of(one.outlines).symmetric_difference(borders.shape_of(other.outlines)).area
        assert gap < 1, one.id


@pytest.mark.parametrize("name", CAMPAIGNS)
def test_a_campaign_begins(name: str) -> None:
    state = begin(shipped.campaigns()[name])
    assert state.phase == "orders"
    assert state.forces
    for force in state.forces.values():
        assert force.strength > 0
        assert force.klass in {each.key for each in state.rules.classes}


@pytest.mark.parametrize("name", CAMPAIGNS)
def test_a_campaign_goes_through_json_unchanged(name: str) -> None:
    whole = shipped.campaigns()[name]
    assert read_campaign(json.loads(json.dumps(whole.to_json()))) == whole


@pytest.mark.parametrize("name", ON_MAPS)
def test_forces_stand_on_ground_of_their_own_faction(name: str) -> None:
    state = begin(shipped.campaigns()[name])
    astray = {
        force.id: force.at
        for force in state.forces.values()
        if state.areas[force.at].owner != force.faction and force.id != "ga4"
    }
    assert astray == {}


@pytest.mark.parametrize("name", ON_MAPS)
def test_every_faction_begins_with_a_force_and_a_capital_that_it_holds(name: str) -> None:
    state = begin(shipped.campaigns()[name])
    assert {force.faction for force in state.forces.values()} == set(state.factions)
    for faction in state.factions.values():
        assert state.areas[faction.capital].owner == faction.id


def test_forces_of_another_book_that_stand_for_a_faction_are_told_of() -> None:
    campaign = shipped.campaigns()["deluge"]
    state = begin(campaign)
    notes = {each.id: each.notes for each in campaign.factions}
    for faction, book, called in (
        ("transylvania", "ottoman", "the Ottoman book"),
        ("moldavia", "tartar", "the Tatar book"),
    ):
        assert {each.book for each in state.forces.values() if each.faction == faction} == {book}
        assert called in notes[faction]
        assert state.factions[faction].name.removesuffix(" and Wallachia") in campaign.notes


@pytest.mark.parametrize("name", CAMPAIGNS)
def test_relations_are_the_same_from_both_sides(name: str) -> None:
    state = begin(shipped.campaigns()[name])
    for one, other in combinations(state.factions, 2):
        assert state.relation(one, other) == state.relation(other, one)


@pytest.mark.parametrize("path", sorted(shipped.LISTS.glob("*.json")), ids=lambda path: path.stem)
def test_our_own_lists_are_legal(path) -> None:
    report = check_list(parse_list(json.loads(path.read_text(encoding="utf-8"))))
    assert [each.message for each in report.violations] == []


def test_three_players_can_play_the_island_with_small_armies() -> None:
    state = begin(shipped.campaigns()["island"])
    assert len(state.factions) == 3
    assert all(len(list(force.ready())) <= 5 for force in state.forces.values())
    worth = [sum(f.worth for f in state.forces.values() if f.faction == each) for each in state.factions]
    assert max(worth) < 1.25 * min(worth)


def test_everybody_on_the_island_has_an_opening_move() -> None:
    """Some land with victory points that nobody holds is in reach of each, even in the rain."""
    state = begin(shipped.campaigns()["island"])
    lands = state.map.by_id
    openings: dict[str, set[str]] = {faction: set() for faction in state.factions}
    for force in state.forces.values():
        reached = reachable(state, force, weather=75)
        openings[force.faction] |= {
            key for key in reached if not state.areas[key].owner and lands[key].victory
        }
    assert openings == {
        "crown": {"stonebridge", "greywood"}, "commons": {"dunmore"}, "company": {"stonebridge"},
    }  # fmt: skip


def test_a_document_is_a_fresh_copy() -> None:
    shipped.document("island")["factions"].clear()
    assert shipped.document("island")["factions"]


def test_a_document_that_does_not_ship_is_not_found() -> None:
    for key in ("atlantis", "../campaigns/island", ""):
        with pytest.raises(KeyError):
            shipped.document(key)


def test_every_land_has_a_city_or_fortress_for_its_garrison() -> None:
    bare = [each.id for each in shipped.maps()["deluge"].areas if not each.has("city") and not each.walls]
    assert bare == []


class TestTheStory:
    def test_every_scene_can_be_reached_and_every_way_ends(self) -> None:
        scenes = {each.id: each for each in shipped.campaigns()["western-year"].story}
        seen, ahead = set(), [next(iter(scenes))]
        while ahead:
            if (scene := ahead.pop()) not in seen:
                seen.add(scene)
                ahead += [branch.to for branch in scenes[scene].branches]
        assert seen == set(scenes)
        assert {key for key, each in scenes.items() if not each.branches} == {
            "end-king", "end-parliament", "end-nobody",
        }  # fmt: skip

    def test_no_scene_comes_back(self) -> None:
        scenes = {each.id: each for each in shipped.campaigns()["western-year"].story}

        def longest(key: str, before: frozenset[str]) -> int:
            assert key not in before
            ahead = [longest(each.to, before | {key}) for each in scenes[key].branches]
            return 1 + max(ahead, default=0)

        assert longest("winter", frozenset()) >= 6

    def test_every_battle_says_where_each_result_leads(self) -> None:
        for scene in shipped.campaigns()["western-year"].story:
            if scene.sides:
                whens = {branch.when for branch in scene.branches}
                assert "any" in whens or whens == {"won", "lost", "drawn"}, scene.id
