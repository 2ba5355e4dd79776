"""Maps as GeoJSON, out and in again."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from campaigns.engine import shipped
from campaigns.engine.geojson import geometry, read_geojson, to_geojson
from campaigns.engine.maps import CampaignMap, MapError, read_map
from tests.kit.effort import tries

WEST, EAST = [[17.0, 50.0], [18.0, 50.0], [18.0, 51.0], [17.0, 51.0], [17.0, 50.0]], [
    [18.0, 50.0], [19.0, 50.0], [19.0, 51.0], [18.0, 51.0], [18.0, 50.0]]  # fmt: skip
NORTH_EAST = [[18.0, 51.0], [19.0, 51.0], [19.0, 52.0], [18.0, 52.0], [18.0, 51.0]]


def feature(geometry: Any, **properties: Any) -> dict[str, Any]:
    return {"type": "Feature", "geometry": geometry, "properties": properties}


def polygon(*rings: Any) -> dict[str, Any]:
    return {"type": "Polygon", "coordinates": list(rings)}


def point(lon: float, lat: float) -> dict[str, Any]:
    return {"type": "Point", "coordinates": [lon, lat]}


def line(*places: list[float]) -> dict[str, Any]:
    return {"type": "LineString", "coordinates": list(places)}


def collection(*features: Any, **more: Any) -> dict[str, Any]:
    return {"type": "FeatureCollection", "features": list(features), **more}


def faults(value: Any) -> dict[str, str]:
    with pytest.raises(MapError) as caught:
        read_geojson(value)
    return {each.path: each.message for each in caught.value.faults}


class TestWhatIsRead:
    def test_polygons_become_areas_that_neighbours_link(self) -> None:
        found = read_geojson(
            collection(
                feature(polygon(WEST), name="Śląsk", terrain="hills"),
                feature(polygon(EAST), name="Łęczyca Land", income=7),
                feature(polygon(NORTH_EAST), name="Łęczyca Land"),
            )
        )
        assert [area.id for area in found.areas] == ["slask", "leczyca-land", "leczyca-land-2"]
        assert (found.areas[0].terrain, found.areas[1].income) == ("hills", 7)
        assert {link.key for link in found.links} == {"leczyca-land~slask", "leczyca-land~leczyca-land-2"}

    def test_a_corner_in_common_is_no_border(self) -> None:
        found = read_geojson(collection(feature(polygon(WEST)), feature(polygon(NORTH_EAST))))
        assert found.links == []

    def test_borders_shorter_than_wanted_do_not_link(self) -> None:
        document = collection(feature(polygon(WEST)), feature(polygon(EAST)))
        assert len(read_geojson(document, least=100).links) == 1
        assert read_geojson(document, least=120).links == []

    def test_borders_that_were_drawn_twice_link_in_spite_of_small_gaps(self) -> None:
        shaky = [[lon + 0.0002, lat] for lon, lat in EAST]
        assert len(read_geojson(collection(feature(polygon(WEST)), feature(polygon(shaky)))).links) == 1

    def test_its_place_on_the_earth_becomes_kilometres(self) -> None:
        found = read_geojson(collection(feature(polygon(WEST), at=[17.5, 50.5])))
        (ring,) = found.areas[0].outlines
        assert max(y for _, y in ring) - min(y for _, y in ring) == pytest.approx(111.2, abs=0.1)
        assert max(x for x, _ in ring) - min(x for x, _ in ring) == pytest.approx(70.7, abs=0.3)
        assert all(0 < x < found.width and 0 < y < found.height for x, y in ring)

    def test_the_north_is_up(self) -> None:
        found = read_geojson(collection(feature(point(18, 52)), feature(point(18, 50))))
        assert found.areas[0].at[1] < found.areas[1].at[1]

    def test_a_town_becomes_a_feature_of_the_area_it_lies_in(self) -> None:
        found = read_geojson(
            collection(
                feature(polygon(WEST), name="Silesia"),
                feature(point(17.03, 50.1), kind="fortress", name="Brzeg", strength=4),
            )
        )
        (area,) = found.areas
        assert [(each.kind, each.name, each.strength) for each in area.features] == [("fortress", "Brzeg", 4)]

    def test_a_town_in_a_hole_of_an_area_lies_outside_of_it(self) -> None:
        hole = [[17.4, 50.4], [17.6, 50.4], [17.6, 50.6], [17.4, 50.6], [17.4, 50.4]]
        found = read_geojson(
            collection(
                feature(polygon(WEST, hole), name="Ring"), feature(point(17.5, 50.5), kind="city", name="Hub")
            )
        )
        assert [area.id for area in found.areas] == ["ring", "hub"]
        assert found.areas[1].has("city")

    def test_lines_are_rivers_or_links(self) -> None:
        found = read_geojson(
            collection(
                feature(point(17, 50), id="a"),
                feature(point(18, 50), id="b"),
                feature(line([17, 50], [18, 50]), a="a", b="b", kind="pass", cost=2),
                feature(line([17, 51], [18, 49]), name="Oder"),
            )
        )
        assert [(link.key, link.kind, link.cost) for link in found.links] == [("a~b", "pass", 2)]
        assert [river.name for river in found.rivers] == ["Oder"]

    def test_a_feature_without_a_name_gets_a_number(self) -> None:
        assert read_geojson(collection(feature(point(1, 1)))).areas[0].name == "Area 1"

    def test_ids_of_the_file_are_kept_where_they_can_be(self) -> None:
        value = feature(point(1, 1), name="Berkshire") | {"id": "GB-BRK"}
        assert read_geojson(collection(value)).areas[0].id == "gb-brk"

    def test_too_many_corners_are_simplified_and_borders_still_meet(self) -> None:
        dice = random.Random(7)
        middle = [[18 + dice.uniform(-0.01, 0.01), 50 + number / 5000] for number in range(1, 5000)]
        west = [[17, 50], [18, 50], *middle, [18, 51], [17, 51], [17, 50]]
        east = [[18, 50], [19, 50], [19, 51], [18, 51], *middle[::-1], [18, 50]]
        found = read_geojson(collection(feature(polygon(west)), feature(polygon(east))))
        assert len(found.links) == 1
        rings = [ring for area in found.areas for ring in area.outlines]
        assert all(len(ring) <= 2000 for ring in rings)
        assert len(set(rings[0]) & set(rings[1])) > 20

    def test_a_crossed_ring_is_an_area_nevertheless(self) -> None:
        bow = [[17.0, 50.0], [18.0, 51.0], [18.0, 50.0], [17.0, 51.0], [17.0, 50.0]]
        found = read_geojson(collection(feature(polygon(bow)), feature(polygon(EAST))))
        assert len(found.areas) == 2

    def test_of_an_archipelago_the_largest_islands_stay(self) -> None:
        islands = [[[[lon, 50.0], [lon + 0.004, 50.0], [lon, 50.004], [lon, 50.0]]]
                   for lon in (10 + number / 100 for number in range(300))]  # fmt: skip
        main = [[[10.0, 51.0], [11.0, 51.0], [11.0, 52.0], [10.5, 52.1], [10.0, 52.0], [10.0, 51.0]]]
        shape = {"type": "MultiPolygon", "coordinates": [*islands, main]}
        (area,) = read_geojson(collection(feature(shape, name="Isles"))).areas
        assert len(area.outlines) == 40
        assert len(area.outlines[0]) == 5

    def test_a_long_river_keeps_its_course_with_fewer_corners(self) -> None:
        bends = [[10 + number / 5000, 50 + (number % 7) / 1000] for number in range(5000)]
        found = read_geojson(collection(feature(point(10, 50)), feature(line(*bends), name="Meander")))
        (river,) = found.rivers
        assert 1000 < len(river.line) <= 2000
        assert river.line[0] == found.areas[0].at


class TestWhatIsRefused:
    @pytest.mark.parametrize(
        "value", [None, 3, "text", [], {}, {"type": "Topology"}, {"type": "FeatureCollection"}, collection()]
    )
    def test_what_is_no_collection(self, value: Any) -> None:
        assert faults(value).keys() <= {"type", "features"}

    @pytest.mark.parametrize(
        ("geometry", "path"),
        [
            (None, "features[1].geometry"),
            ({"type": "GeometryCollection", "geometries": []}, "features[1].geometry.type"),
            ({"type": "Point", "coordinates": [1]}, "features[1].geometry.coordinates"),
            ({"type": "Point", "coordinates": "12"}, "features[1].geometry.coordinates"),
            ({"type": "Point", "coordinates": [True, 1]}, "features[1].geometry.coordinates"),
            ({"type": "Point", "coordinates": [float("nan"), 1]}, "features[1].geometry.coordinates"),
            ({"type": "Point", "coordinates": [1, 10**400]}, "features[1].geometry.coordinates"),
            ({"type": "Point", "coordinates": [1, 91]}, "features[1].geometry.coordinates"),
            ({"type": "LineString", "coordinates": [[1, 1]]}, "features[1].geometry.coordinates"),
            ({"type": "Polygon", "coordinates": []}, "features[1].geometry.coordinates"),
            ({"type": "Polygon", "coordinates": [[[1, 1], [2, 2]]]}, "features[1].geometry.coordinates[0]"),
            (
                {"type": "Polygon", "coordinates": [[[1, 1], [2, 2], [3, "x"], [1, 1]]]},
                "features[1].geometry.coordinates[0][2]",
            ),
            (
                {"type": "MultiPolygon", "coordinates": [[WEST], [[[1, 1], None, [2, 2]]]]},
                "features[1].geometry.coordinates[1][0][1]",
            ),
        ],
    )
    def test_a_bad_geometry_by_its_place(self, geometry: Any, path: str) -> None:
        assert list(faults(collection(feature(polygon(WEST)), feature(geometry)))) == [path]

    def test_every_bad_feature_at_once(self) -> None:
        told = faults(collection(feature(None), feature(point(1, 1)), feature(point(1, 200)), "nonsense"))
        assert list(told) == ["features[0].geometry", "features[2].geometry.coordinates", "features[3]"]

    def test_a_bad_property_by_its_place_in_the_file(self) -> None:
        told = faults(
            collection(
                feature(line([0, 0], [1, 1]), name="Oder"),
                feature(point(1, 1), terrain="jungle"),
                feature(point(2, 1), income="much"),
            )
        )
        assert set(told) == {"features[1].properties.terrain", "features[2].properties.income"}

    def test_a_link_to_nowhere_by_its_place_in_the_file(self) -> None:
        told = faults(
            collection(feature(point(1, 1), id="x"), feature(line([0, 0], [1, 1]), a="x", b="nowhere"))
        )
        assert list(told) == ["features[1].properties.b"]

    def test_a_role_that_does_not_fit_its_geometry(self) -> None:
        assert list(faults(collection(feature(point(1, 1), leaguer="river")))) == ["features[0].geometry"]
        assert list(faults(collection(feature(point(1, 1), leaguer="dragon")))) == [
            "features[0].properties.leaguer"
        ]

    def test_a_map_without_an_area(self) -> None:
        assert "leaguer.areas" in faults(collection(feature(line([0, 0], [1, 1]))))

    def test_half_of_the_earth(self) -> None:
        assert list(faults(collection(feature(point(-100, 0)), feature(point(100, 0))))) == ["features"]
        assert list(faults(collection(feature(point(0, 89))))) == ["features"]

    def test_more_positions_than_anybody_draws(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(geometry, "MAX_POSITIONS", 8)
        told = faults(collection(feature(polygon(WEST)), feature(polygon(EAST))))
        assert list(told) == ["features[1].geometry.coordinates[0]"]

    def test_a_tangle_that_would_take_too_long_to_mend(self) -> None:
        dice = random.Random(3)
        tangle = [[17 + dice.random(), 50 + dice.random()] for _ in range(1500)]
        told = faults(collection(feature(polygon(WEST)), feature(polygon([*tangle, tangle[0]]))))
        assert list(told) == ["features[1].geometry"]
        assert "crosses itself" in told["features[1].geometry"]

    def test_more_features_than_anybody_draws(self) -> None:
        assert "20,000" in faults(collection(*[feature(point(1, 1))] * 20_001))["features"]

    def test_our_own_frame_when_it_is_wrong(self) -> None:
        document = to_geojson(shipped.maps()["island"])
        document["leaguer"] |= {"width": -3, "surprise": 1}
        assert set(faults(document)) == {"leaguer.width", "leaguer.surprise"}
        document["leaguer"] = {"projection": {"west": 400}}
        assert set(faults(document)) >= {"leaguer.projection.west", "leaguer.projection.north"}


def metres(most: int) -> st.SearchStrategy[float]:
    return st.integers(0, most * 1000).map(lambda each: each / 1000)


places = st.tuples(metres(500), metres(400))
keys = st.from_regex(r"[a-z0-9][a-z0-9-]{0,8}", fullmatch=True)
texts = st.text(st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"]), max_size=20).map(str.strip)
rings = st.lists(places, min_size=3, max_size=8)
told_features = st.fixed_dictionaries(
    {
        "kind": st.sampled_from(["city", "village", "ford", "bridge", "magazine", "port"]),
        "name": texts,
        "at": st.none() | places,
    }
)
areas = st.fixed_dictionaries(
    {
        "id": keys, "name": texts, "at": places, "terrain": st.sampled_from(["fields", "moor", "sea"]),
        "outlines": st.lists(rings, max_size=4), "features": st.lists(told_features, max_size=3),
        "owner": st.just("") | keys, "home": st.just("") | keys, "income": st.integers(0, 10_000),
        "supply": st.integers(0, 10_000), "victory": st.integers(0, 1000),
    }
)  # fmt: skip
projections = st.none() | st.fixed_dictionaries(
    {"west": st.floats(-170, 100), "north": st.floats(-60, 80), "parallel": st.floats(-60, 60)}
)


@st.composite
def maps(draw: st.DrawFn) -> CampaignMap:
    """Maps of all kinds, their corners on whole metres."""
    told = draw(st.lists(areas, min_size=1, max_size=6, unique_by=lambda each: each["id"]))
    pairs = st.tuples(*[st.sampled_from([each["id"] for each in told])] * 2).filter(
        lambda each: len({*each}) == 2
    )
    chosen = draw(st.lists(pairs, max_size=4, unique_by=frozenset)) if len(told) > 1 else []
    links = [
        {"a": a, "b": b, "kind": draw(st.sampled_from(["road", "sea"])), "cost": draw(st.floats(0, 100)),
         "km": draw(st.floats(0, 5000)), "name": draw(texts)}
        for a, b in chosen
    ]  # fmt: skip
    rivers = st.lists(
        st.fixed_dictionaries({"name": texts, "line": st.lists(places, min_size=2, max_size=5)}), max_size=2
    )
    return read_map(
        {
            "name": draw(texts), "width": 500, "height": 400, "projection": draw(projections), "areas": told,
            "links": links, "rivers": draw(rivers), "land": draw(st.lists(rings, max_size=2)),
            "notes": draw(texts), "sources": draw(st.lists(texts, max_size=2)),
        }
    )  # fmt: skip


class TestThereAndBack:
    @pytest.mark.parametrize("key", ["deluge", "ecw", "island"])
    def test_our_maps_come_back_unchanged(self, key: str) -> None:
        country = shipped.maps()[key]
        assert read_geojson(json.loads(json.dumps(to_geojson(country)))) == country

    @given(maps())
    def test_every_map_comes_back_unchanged(self, country: CampaignMap) -> None:
        assert read_geojson(json.loads(json.dumps(to_geojson(country)))) == country

    @given(maps())
    @settings(max_examples=tries(25))
    def test_what_was_read_is_written_as_it_was(self, country: CampaignMap) -> None:
        written = to_geojson(country)
        assert to_geojson(read_geojson(written)) == written

    def test_what_came_from_elsewhere_comes_back_unchanged(self) -> None:
        hole = [[17.4, 50.4], [17.6, 50.4], [17.6, 50.6], [17.4, 50.6], [17.4, 50.4]]
        island = [[20.0, 50.0], [20.1, 50.0], [20.1, 50.1], [20.0, 50.0]]
        shape = {"type": "MultiPolygon", "coordinates": [[WEST, hole], [island]]}
        country = read_geojson(collection(feature(shape, name="One"), feature(polygon(EAST), name="Two")))
        assert read_geojson(to_geojson(country)) == country

    def test_a_hole_is_written_as_a_hole(self) -> None:
        outer, inner, apart = (
            [(0, 0), (9, 0), (9, 9), (0, 9)], [(3, 3), (6, 3), (6, 6), (3, 6)], [(20, 0), (29, 0), (25, 9)],
        )  # fmt: skip
        area = {"id": "a", "name": "A", "at": (1, 1), "outlines": [inner, apart, outer]}
        country = read_map({"width": 50, "height": 50, "areas": [area]})
        (written,) = to_geojson(country)["features"]
        sizes = [len(rings) for rings in written["geometry"]["coordinates"]]
        assert sorted(sizes) == [1, 2]
        assert read_geojson(to_geojson(country)) == country

    def test_every_map_program_can_read_it(self) -> None:
        written = to_geojson(shipped.maps()["deluge"])
        for each in written["features"]:
            if each["geometry"]["type"] == "MultiPolygon":
                for rings in each["geometry"]["coordinates"]:
                    for ring in rings:
                        assert ring[0] == ring[-1]
                        assert all(12 < lon < 39 and 43 < lat < 61 for lon, lat in ring)


json_values = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(
                ["type", "features", "geometry", "coordinates", "properties", "leaguer", "at", "a", "b"]
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)
GEOMETRIES = ["Point", "LineString", "MultiLineString", "Polygon", "MultiPolygon"]
PROPERTIES = ["id", "name", "at", "features", "order", "leaguer", "kind", "a", "b", "terrain", "owner"]
shaken = st.fixed_dictionaries(
    {
        "type": st.just("Feature"),
        "geometry": st.fixed_dictionaries({"type": st.sampled_from(GEOMETRIES), "coordinates": json_values})
        | st.tuples(st.floats(-200, 200), st.floats(-95, 95)).map(lambda each: point(*each)),
        "properties": st.none() | st.dictionaries(st.sampled_from(PROPERTIES), json_values, max_size=5),
    }
)


def read_or_refused(value: Any) -> None:
    """A map with areas comes of it, or faults that say where they are."""
    try:
        found = read_geojson(value)
    except MapError as error:
        places = [each.path for each in error.faults]
    else:
        places = [area.id for area in found.areas]
    assert places
    assert all(places)


class TestWhateverComes:
    @given(json_values)
    def test_anything_is_read_or_refused(self, value: Any) -> None:
        read_or_refused(value)

    @given(st.lists(shaken, min_size=1, max_size=4), st.none() | json_values)
    def test_nonsense_in_the_right_place_is_read_or_refused(self, features: list[Any], own: Any) -> None:
        read_or_refused(collection(*features, **({} if own is None else {"leaguer": own})))
