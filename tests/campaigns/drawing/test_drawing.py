"""The drawn map: areas, forces and sightings are on it, names keep off each other, words are escaped."""

from __future__ import annotations

import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaigns.drawing.drawn import draw_plain, draw_scene
from campaigns.drawing.ground import frontiers
from campaigns.drawing.layout import Box, Room, layout_of, place
from campaigns.drawing.legend import legend
from campaigns.drawing.plane import plane_of
from campaigns.drawing.scene import Fight, Ghost, Holder, MapLinks, Piece, Scene, Trail, plain_scene
from campaigns.drawing.theme import HATCHES, hatch
from campaigns.engine.maps import read_map
from campaigns.engine.shipped import maps
from tests.campaigns.drawing.country import country, country_document

SVG = "{http://www.w3.org/2000/svg}"
NORTH, SOUTH = Holder("north", "The North", "#2c4560", 0), Holder("south", "The South", "#8c1f22", 1)


def piece(key: str, area: str, faction: str = "north", **more: object) -> Piece:
    return Piece(key, key.title(), faction, area, "foot", "24", f"{key.title()}: strength 24", **more)  # type: ignore[arg-type]


def war(columns: int = 5, rows: int = 4, **parts: object) -> Scene:
    """A country that two factions hold, with whatever else is on it."""
    map = country(columns, rows)
    owners = {area.id: area.owner for area in map.areas}
    return replace(Scene(map, "A war", {"north": NORTH, "south": SOUTH}, owners), **parts)  # type: ignore[arg-type]


def read(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


def of_class(root: ElementTree.Element, kind: str) -> list[ElementTree.Element]:
    return [each for each in root.iter() if each.get("class") == kind]


def titles(root: ElementTree.Element, kind: str) -> list[str]:
    return [each.text or "" for group in of_class(root, kind) for each in group.iter(f"{SVG}title")]


@pytest.mark.parametrize("key", sorted(maps()))
def test_every_map_that_ships_is_drawn_with_all_its_areas_and_nearly_all_names(key: str) -> None:
    map = maps()[key]
    root = read(draw_plain(map))
    drawn = [each.get("data-area") for each in of_class(root, "map-area")]
    assert drawn == [area.id for area in map.areas]
    names = {each.text for group in of_class(root, "map-names") for each in group.iter(f"{SVG}text")}
    assert len(names & {area.name for area in map.areas}) >= 0.97 * len({area.name for area in map.areas})


def test_every_reference_inside_leads_to_something_and_no_id_is_there_twice() -> None:
    scene = war(pieces=[piece("a", "a1-1")], ghosts=[Ghost("g", "G", "south", "a2-2", 1, "~9", "G")])
    svg = draw_scene(scene, prefix="here")
    ids = re.findall(r' id="([^"]+)"', svg)
    assert len(ids) == len(set(ids))
    led = set(re.findall(r'href="#([^"]+)"', svg)) | set(re.findall(r"url\(#([^)]+)\)", svg))
    assert led <= set(ids)
    assert all(each.startswith("here-") for each in ids)


def test_nothing_on_it_needs_a_style_that_a_page_may_not_have() -> None:
    svg = draw_scene(war(pieces=[piece("a", "a1-1")]), links=MapLinks(area=lambda key: f"/{key}/"))
    assert "style=" not in svg
    assert "<style" not in svg
    assert " on" not in re.sub(r">[^<]*<", "><", svg).replace(' one="', "")


# -- names ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("columns", "rows"), [(1, 1), (4, 3), (9, 7), (25, 20)])
def test_no_name_lies_on_another_nor_on_a_counter_nor_beside_the_map(columns: int, rows: int) -> None:
    scene = war(columns, rows)
    areas = [area.id for area in scene.map.areas]
    scene = replace(scene, pieces=[piece(f"f{number}", area) for number, area in enumerate(areas[::3])])
    plane = plane_of(scene.map)
    room = Room(plane.width, plane.height)
    made = layout_of(scene, plane, room)
    labels = place(scene.map.areas, made.spots, room)
    boxes = [each.box for each in labels]
    counters = [Box(x - 23, y - 14, x + 23, y + 14) for (x, y), _ in made.pieces]
    assert not [1 for index, box in enumerate(boxes) for other in boxes[:index] if box.meets(other)]
    assert not [1 for box in boxes for other in counters if box.meets(other)]
    assert all(box.left >= 0 and box.right <= plane.width for box in boxes)
    assert len(labels) >= 0.95 * len(areas)


boxes = st.builds(
    lambda x, y, wide, high: Box(x, y, x + wide, y + high),
    st.floats(0, 900), st.floats(0, 500), st.floats(1, 90), st.floats(1, 90),
)  # fmt: skip


@given(st.lists(boxes, max_size=30), boxes)
def test_room_is_free_exactly_where_nothing_that_was_taken_lies(taken: list[Box], asked: Box) -> None:
    room = Room(1000, 600)
    for box in taken:
        room.take(box)
    assert room.free(asked) == (not any(asked.meets(box) for box in taken))


# -- who holds what -------------------------------------------------------------------------------


def test_each_faction_has_its_own_pattern_beside_its_colour() -> None:
    assert len({(each.size, each.content, each.turn) for each in HATCHES}) == len(HATCHES) == 12
    assert hatch(13) == hatch(1)
    svg = draw_scene(war())
    for holder in (NORTH, SOUTH):
        found = re.search(rf'<pattern id="map-f-{holder.id}".*?</pattern>', svg)
        assert found
        assert holder.colour in found[0]
        assert f'fill="url(#map-f-{holder.id})"' in svg


def test_the_frontier_is_drawn_where_countries_end_and_nowhere_inside_one() -> None:
    scene = war(3, 2)
    whole = replace(scene, owners={area.id: "north" for area in scene.map.areas})
    one = frontiers(whole, plane_of(scene.map))["north"]
    coast = scene.map.land[0]
    assert one.count("L") == len(coast)
    split = replace(
        scene, owners={area.id: "north" if area.id.endswith("0") else "south" for area in scene.map.areas}
    )
    both = frontiers(split, plane_of(scene.map))
    shared = both["north"].count("L") + both["south"].count("L") - len(coast)
    assert shared == 2 * 3 * 6  # both sides of three borders of six parts


# -- forces ---------------------------------------------------------------------------------------


def test_counters_lead_to_their_forces_and_say_what_they_are() -> None:
    scene = war(pieces=[piece("a", "a1-1", mine=True), piece("b", "a3-3", "south", inside=True, hungry=True)])
    root = read(draw_scene(scene, links=MapLinks(force=lambda key: f"/forces/{key}/")))
    first, second = of_class(root, "map-force")
    assert (first.get("data-force"), first.get("data-area"), "data-mine" in first.attrib) == (
        "a",
        "a1-1",
        True,
    )
    assert "data-mine" not in second.attrib
    assert [each.get("href") for each in root.iter(f"{SVG}a")] == ["/forces/a/", "/forces/b/"]
    assert titles(root, "map-force") == ["A: strength 24", "B: strength 24"]


def test_more_forces_than_find_room_are_a_number() -> None:
    scene = war(pieces=[piece(f"f{number}", "a1-1") for number in range(7)])
    root = read(draw_scene(scene))
    assert len(of_class(root, "map-force")) == 4
    assert titles(root, "map-more") == ["3 more"]


def test_a_sighting_is_dashed_and_grows_paler_with_its_age() -> None:
    def drawn(age: int) -> str:
        ghosts = [Ghost("g", "Horn", "south", "a1-1", age, "~120", "Horn: seen", rumour=False)]
        (group,) = of_class(read(draw_scene(war(ghosts=ghosts))), "map-ghost")
        return ElementTree.tostring(group, encoding="unicode")

    opacities = [float(re.findall(r'opacity="([\d.]+)"', drawn(age))[0]) for age in range(4)]
    assert opacities == sorted(opacities, reverse=True)
    assert len(set(opacities)) > 2
    assert "stroke-dasharray" in drawn(2)
    assert ">2<" in drawn(2)


def test_moves_orders_supply_and_engagements_are_on_it_and_in_the_legend() -> None:
    way = ("a0-0", "a1-0", "a1-1")
    trail = Trail("a", "north", way)
    scene = war(
        pieces=[piece("a", "a1-1")], trails=[trail], supply=[trail], plans=[trail],
        fights=[Fight("t1e1", "a1-1", "", "The North against The South, to be fought", True)],
        besieged=frozenset(["a0-1"]), looted=frozenset(["a0-2"]),
    )  # fmt: skip
    root = read(draw_scene(scene))
    assert titles(root, "map-move")[0].startswith("marched: ")
    assert [each.get("data-plan") for each in of_class(root, "map-plan")] == ["a"]
    assert len(list(of_class(root, "map-supply")[0])) == 2
    assert titles(root, "map-fight") == ["The North against The South, to be fought"]
    words = {words for _, lines in legend(scene) for _, words in lines}
    assert words >= {
        "Moved last turn",
        "Ordered to march",
        "Line of supply",
        "A battle this turn",
        "Besieged",
    }
    bare = {words for _, lines in legend(war()) for _, words in lines}
    assert not bare & {"Moved last turn", "Line of supply", "A battle this turn", "Besieged"}


def test_a_way_over_areas_that_are_not_on_the_map_is_left_out() -> None:
    scene = war(trails=[Trail("a", "north", ("gone", "a1-1")), Trail("b", "nobody", ("a0-0", "a0-1"))])
    assert of_class(read(draw_scene(scene)), "map-move") == []


# -- words of strangers, paper, speed -------------------------------------------------------------


def test_words_of_people_are_escaped() -> None:
    document = country_document(2, 2)
    document["areas"][0]["name"] = '<script>"&'
    scene = replace(plain_scene(read_map(document)), title="<b>'\"")
    scene = replace(scene, pieces=[piece("a", "a1-1")], holders={"north": NORTH})
    scene = replace(scene, pieces=[replace(scene.pieces[0], title="<i>", figure="<u>")])
    svg = draw_scene(scene)
    assert not re.search("<(script|b|i|u)>", svg)
    assert titles(read(svg), "map-force") == ["<i>"]


def test_a_print_has_its_size_and_no_links() -> None:
    root = read(draw_plain(country(3, 2), print=True))
    plane = plane_of(country(3, 2))
    assert (root.get("width"), root.get("height")) == (f"{plane.width:g}", f"{plane.height:g}")
    assert not list(root.iter(f"{SVG}a"))


def test_points_are_drawn_as_rounds_in_their_owners_colours() -> None:
    svg = draw_plain(country(4, 3, points=True))
    assert len(re.findall("<circle [^>]*id=", svg)) == 12
    assert 'stroke-width="3"' in svg


def test_counters_are_as_large_on_a_map_of_many_areas_as_on_one_of_few() -> None:
    """The middle distance from area to area is about the same number of drawn units."""
    for each in (5.0, 30.0, 300.0):
        for columns, rows in ((4, 3), (12, 10)):
            assert 90 <= plane_of(country(columns, rows, each=each)).scale * each <= 200


def test_a_map_of_five_hundred_areas_has_every_piece_on_it_once() -> None:
    scene = war(25, 20)
    pieces = [piece(f"f{n}", area.id) for n, area in enumerate(scene.map.areas) if n % 2]
    svg = draw_scene(replace(scene, pieces=pieces))
    assert len(pieces) == 250
    assert all(svg.count(f'data-force="{each.id}"') == 1 for each in pieces)
