"""Maps of one's own: begun, changed by forms and by the script's document, given back as files, private."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from campaigns import mapservices
from campaigns.engine.geojson import read_geojson, to_geojson
from campaigns.engine.maps import read_map
from campaigns.engine.shipped import maps
from campaigns.models import OwnMap
from tests.campaigns.drawing.country import country_document

PNG = b"\x89PNG\r\n\x1a\n" + b"\0" * 40


@pytest.fixture
def land(alice: User) -> OwnMap:
    """A country of twelve areas of Alice's."""
    return mapservices.create_map(alice, country_document(4, 3))


def page(row: OwnMap, query: str = "") -> str:
    return reverse("campaigns:edit-map", args=[row.public_id]) + query


def change(client: Client, row: OwnMap, do: str, **fields: Any) -> Any:
    """A form of the editor is sent as it was shown."""
    row.refresh_from_db()
    return client.post(page(row), {"edition": row.edition, "do": do, "plain": "1", **fields})


def keep(client: Client, row: OwnMap, document: Any, edition: int) -> Any:
    """What the script sends."""
    url = reverse("campaigns:save-map", args=[row.public_id])
    return client.post(url, json.dumps({"edition": edition, "document": document}), "application/json")


def area_fields(row: OwnMap, key: str, **changes: Any) -> dict[str, Any]:
    """The fields of an area as the page shows them, with some typed over."""
    area = next(each for each in row.document["areas"] if each["id"] == key)
    shown = {
        name: area[name] for name in ("id", "name", "terrain", "owner", "home", "income", "supply", "victory")
    }
    outline = " ".join(f"{x},{y}" for x, y in area["outlines"][0]) if area["outlines"] else ""
    return {
        **shown,
        "area": key,
        "x": area["at"][0],
        "y": area["at"][1],
        "outlines": outline,
        "features": "",
        **changes,
    }


# -- beginnings -----------------------------------------------------------------------------------


@pytest.mark.parametrize("key", sorted(maps()))
def test_every_map_that_ships_can_be_copied_and_has_no_fault(as_alice: Client, alice: User, key: str) -> None:
    answer = as_alice.post(reverse("campaigns:new-map"), {"begin": "copy", "map": key})
    made = OwnMap.objects.get(owner=alice)
    assert answer["Location"] == page(made)
    assert read_map(made.document).to_json() == maps()[key].to_json()
    assert [each for each in as_alice.get(page(made)).context["faults"] if not each.advice] == []


def test_an_empty_map_has_the_size_that_was_asked_for_and_says_what_it_lacks(
    as_alice: Client, alice: User
) -> None:
    fields = {"begin": "empty", "name": "Utopia", "width": "120", "height": "80"}
    as_alice.post(reverse("campaigns:new-map"), fields)
    made = OwnMap.objects.get(owner=alice)
    assert (made.name, made.document["width"], made.document["height"]) == ("Utopia", 120, 80)
    (fault,) = as_alice.get(page(made)).context["faults"]
    assert (fault.where, fault.words) == ("The map", "add at least one area")


def test_geojson_and_our_own_json_are_read_and_anything_else_is_refused_in_words(as_alice: Client) -> None:
    def sent(value: Any) -> Any:
        text = value if isinstance(value, bytes) else json.dumps(value).encode()
        file = SimpleUploadedFile("map.json", text)
        return as_alice.post(reverse("campaigns:new-map"), {"begin": "import", "file": file})

    document = country_document(3, 2)
    assert sent(document).status_code == 302
    assert sent(to_geojson(read_map(document))).status_code == 302
    ours, geo = OwnMap.objects.order_by("pk")
    assert read_map(ours.document) == read_map(document)
    assert {area["id"] for area in geo.document["areas"]} == {area["id"] for area in document["areas"]}
    for wrong, words in ((b"not json", "not JSON"), ({"a": 1}, "Is not a map"), ({"areas": 3}, "areas")):
        refused = sent(wrong)
        assert refused.status_code == 400
        assert words in refused.content.decode()


# -- changes by forms -----------------------------------------------------------------------------


def test_an_area_that_is_typed_over_takes_its_links_along_to_its_new_id(
    as_alice: Client, land: OwnMap
) -> None:
    before = len(land.document["links"])
    typed = area_fields(
        land,
        "a1-1",
        id="newtown",
        name="Newtown",
        terrain="marsh",
        features="fortress 4 Old Keep @70,71\nford",
    )
    assert change(as_alice, land, "area", **typed).status_code == 302
    land.refresh_from_db()
    map = read_map(land.document)
    area = map.by_id["newtown"]
    assert (area.name, area.terrain, area.walls) == ("Newtown", "marsh", 4)
    assert [(each.kind, each.name, each.at) for each in area.features] == [
        ("fortress", "Old Keep", (70.0, 71.0)),
        ("ford", "", None),
    ]
    assert "a1-1" not in map.by_id
    assert len(map.links) == before
    assert len(map.ways["newtown"]) == 4


def test_what_is_not_changed_in_a_form_comes_back_as_it_was(as_alice: Client, land: OwnMap) -> None:
    shown = as_alice.get(page(land, "?area=a2-1&plain=1")).context["chosen"]
    names = (
        "id",
        "name",
        "terrain",
        "owner",
        "home",
        "income",
        "supply",
        "victory",
        "x",
        "y",
        "outlines",
        "features",
    )
    before = read_map(land.document)
    change(as_alice, land, "area", area="a2-1", **{name: shown[name] for name in names})
    context = as_alice.get(page(land)).context
    change(as_alice, land, "links", links=context["links"])
    head = {"name": land.name, "width": land.document["width"], "height": land.document["height"]}
    change(as_alice, land, "head", land=context["land"], rivers=context["rivers"], **head)
    land.refresh_from_db()
    assert read_map(land.document) == before
    assert land.edition == 1


def test_an_area_is_added_with_an_id_of_its_name_and_removed_with_its_links(
    as_alice: Client, land: OwnMap
) -> None:
    fields = {"name": "Łódź Wielka", "terrain": "fields", "x": "5", "y": "6.5", "supply": "10"}
    change(as_alice, land, "area", area="", **fields)
    land.refresh_from_db()
    added = land.document["areas"][-1]
    assert (added["id"], added["at"], added["outlines"]) == ("odz-wielka", [5.0, 6.5], [])
    change(as_alice, land, "links", links="odz-wielka a0-0 pass cost 4 km 12.5 The Gap")
    land.refresh_from_db()
    (link,) = read_map(land.document).links
    assert (link.kind, link.cost, link.km, link.name) == ("pass", 4, 12.5, "The Gap")
    change(as_alice, land, "remove-area", area="odz-wielka")
    land.refresh_from_db()
    assert (len(land.document["areas"]), land.document["links"]) == (12, [])


@pytest.mark.parametrize(
    ("do", "fields", "words"),
    [
        ("links", {"links": "a0-0 a0-1\nalone"}, "links, line 2: is not a link"),
        ("head", {"width": "wide", "height": "3"}, "width: “wide” is not a number"),
        ("head", {"width": "0", "height": "3"}, "width: "),
        ("head", {"width": "9", "height": "3", "rivers": "1,2 3,4"}, "rivers, line 1: is not a river"),
        ("area", {"area": "gone", "x": "1", "y": "1"}, "there is no area “gone” any more"),
        ("area", {"area": "a0-0", "x": "1", "y": "1", "outlines": "1,2 3;4"}, "“3;4” (no. 2) is not a place"),
        ("picture", {}, "picture: choose a picture first"),
        ("dance", {}, "does not say what to change"),
    ],
)
def test_what_cannot_be_read_is_said_with_its_place_and_changes_nothing(
    as_alice: Client, land: OwnMap, do: str, fields: dict[str, str], words: str
) -> None:
    answer = change(as_alice, land, do, **fields)
    assert answer.status_code == 400
    assert words in answer.context["refusal"]
    before = land.document
    land.refresh_from_db()
    assert (land.document, land.edition) == (before, 1)


def test_what_was_typed_and_cannot_be_kept_is_still_there_to_be_put_right(
    as_alice: Client, land: OwnMap
) -> None:
    links = change(as_alice, land, "links", links="alone").context
    assert links["links"] == "alone"
    typed = area_fields(land, "a1-1", name="Half done", outlines="1,2 nonsense")
    chosen = change(as_alice, land, "area", **typed).context["chosen"]
    assert (chosen["key"], chosen["name"], chosen["outlines"]) == ("a1-1", "Half done", "1,2 nonsense")
    head = change(as_alice, land, "head", name="Other", width="x", height="3", rivers="r: 1,2 3,4").context
    assert (head["head"]["name"], head["rivers"]) == ("Other", "r: 1,2 3,4")


def test_a_picture_lies_under_the_map_and_stays_when_the_script_keeps_what_it_drew(
    as_alice: Client, land: OwnMap
) -> None:
    change(as_alice, land, "picture", picture=SimpleUploadedFile("old.png", PNG))
    land.refresh_from_db()
    assert keep(as_alice, land, {**country_document(4, 3), "name": "Drawn"}, land.edition).status_code == 200
    shown = as_alice.get(reverse("campaigns:map-picture", args=[land.public_id]))
    assert (shown["Content-Type"], shown.content) == ("image/png", PNG)
    refused = change(as_alice, land, "picture", picture=SimpleUploadedFile("evil.svg", b"<svg/>"))
    assert "not a PNG, JPEG or WebP" in refused.context["refusal"]
    large = SimpleUploadedFile("large.png", PNG + b"\0" * 1_500_000)
    assert "larger than 1500 kB" in change(as_alice, land, "picture", picture=large).context["refusal"]
    change(as_alice, land, "no-picture")
    assert as_alice.get(reverse("campaigns:map-picture", args=[land.public_id])).status_code == 404


# -- what the script sends, and two browsers ------------------------------------------------------


def test_two_browsers_do_not_overwrite_each_other(as_alice: Client, land: OwnMap) -> None:
    document = land.document
    first = keep(as_alice, land, {**document, "name": "From the desk"}, 1)
    assert (first.status_code, first.json()["edition"]) == (200, 2)
    second = keep(as_alice, land, {**document, "name": "From the phone"}, 1)
    assert (second.status_code, second.json()["edition"]) == (409, 2)
    typed = as_alice.post(page(land), {"edition": 1, "do": "links", "links": ""})
    assert typed.status_code == 409
    assert "changed in another window" in typed.context["refusal"]
    land.refresh_from_db()
    assert (land.name, len(land.document["links"])) == ("From the desk", len(document["links"]))


def test_faults_are_told_with_the_area_that_they_are_about(as_alice: Client, land: OwnMap) -> None:
    document = json.loads(json.dumps(land.document))
    first = document["areas"][0]["name"]
    document["areas"][2]["name"] = "Coldford"
    document["areas"][2]["terrain"] = "swamp"
    document["links"].append({"a": "a0-0", "b": "nowhere"})
    faults = keep(as_alice, land, document, 1).json()["faults"]
    assert [(each["where"], each["area"], each["advice"]) for each in faults] == [
        ("Coldford, terrain", "a2-0", False)
    ]
    document["areas"][2]["terrain"] = "marsh"
    (fault,) = keep(as_alice, land, document, 2).json()["faults"]
    assert fault["where"] == f"Link between {first} and nowhere"
    assert fault["words"] == "there is no area “nowhere”"
    document["links"] = [each for each in document["links"] if "a0-0" not in (each["a"], each["b"])]
    (advice,) = keep(as_alice, land, document, 3).json()["faults"]
    assert (advice["area"], advice["advice"]) == ("a0-0", True)
    assert "has no link" in advice["words"]


def test_a_map_without_areas_asks_for_one(as_alice: Client, land: OwnMap) -> None:
    document = {**land.document, "areas": [], "links": []}
    (fault,) = keep(as_alice, land, document, 1).json()["faults"]
    assert (fault["where"], fault["words"]) == ("The map", "add at least one area")


# -- roads beside each other, owners by list --------------------------------------------------------


TOLD_APART: tuple[tuple[dict[str, Any], int], ...] = (
    ({"kind": "track"}, 0), ({"name": "The upper road"}, 0), ({}, 1),
)  # fmt: skip


@pytest.mark.parametrize(("second", "faults"), TOLD_APART)
def test_two_roads_run_between_the_same_two_areas_if_something_tells_them_apart(
    as_alice: Client, land: OwnMap, second: dict[str, Any], faults: int
) -> None:
    road = {"a": "a0-0", "b": "a1-0", "kind": "road", "name": ""}
    rest = [each for each in land.document["links"] if {each["a"], each["b"]} != {"a0-0", "a1-0"}]
    document = {**land.document, "links": [road, {**road, "a": "a1-0", "b": "a0-0", **second}, *rest]}
    found = keep(as_alice, land, document, 1).json()["faults"]
    assert len(found) == faults
    assert all("linked twice by the same road" in each["words"] for each in found)
    land.refresh_from_db()
    drawn = as_alice.get(page(land, "?plain=1")).context["drawn"]
    assert ("Q" in drawn) is not bool(faults)


def test_forces_take_the_quicker_of_two_roads_and_land_before_sea() -> None:
    document = country_document(2, 1)
    link = {"a": "a0-0", "b": "a1-0"}
    for kinds, taken in ((("pass", "road"), "road"), (("sea", "pass"), "pass"), (("road", "track"), "road")):
        document["links"] = [{**link, "kind": kind} for kind in kinds]
        map = read_map(document)
        assert map.ways["a0-0"]["a1-0"].kind == map.ways["a1-0"]["a0-0"].kind == taken
        assert len(map.all_ways["a0-0"]) == 2
    document["links"] = [{**link, "kind": "road", "cost": 5}, {**link, "kind": "pass", "cost": 1}]
    assert read_map(document).ways["a0-0"]["a1-0"].kind == "pass"
    assert read_map(to_geojson_and_back(document)).links == read_map(document).links


def to_geojson_and_back(document: Any) -> Any:
    return read_geojson(to_geojson(read_map(document))).to_json()


def test_owner_and_home_are_chosen_from_the_factions_on_the_map(as_alice: Client, land: OwnMap) -> None:
    change(as_alice, land, "area", **area_fields(land, "a0-0", owner="+", home="", faction="The Crown!"))
    land.refresh_from_db()
    assert land.document["areas"][0]["owner"] == "the-crown"
    answer = as_alice.get(page(land, "?plain=1&area=a1-0"))
    assert '<option value="the-crown">The Crown</option>' in answer.content.decode()
    change(as_alice, land, "area", **area_fields(land, "a1-0", owner="", home="the-crown"))
    land.refresh_from_db()
    assert land.document["areas"][1]["home"] == "the-crown"


def test_a_new_faction_needs_a_name(as_alice: Client, land: OwnMap) -> None:
    answer = change(as_alice, land, "area", **area_fields(land, "a0-0", owner="+", faction=" "))
    assert answer.status_code == 400
    assert "type the name of the new faction" in answer.content.decode()


@pytest.mark.parametrize(
    "body",
    [
        "",
        "[]",
        "{",
        '{"edition": 1}',
        '{"edition": "x", "document": {}}',
        '{"edition": 1, "document": {"areas": [{}]}}',
    ],
)
def test_a_document_that_cannot_be_drawn_is_refused(as_alice: Client, land: OwnMap, body: str) -> None:
    answer = as_alice.post(reverse("campaigns:save-map", args=[land.public_id]), body, "application/json")
    assert answer.status_code == 400
    assert answer.json()["detail"]


# -- what leaves, and who may -----------------------------------------------------------------------


def test_a_map_leaves_as_json_with_its_faults_and_as_geojson_without_any(
    as_alice: Client, land: OwnMap
) -> None:
    sent = as_alice.get(reverse("campaigns:own-map-json", args=[land.public_id]))
    assert json.loads(sent.content) == land.document
    geo = as_alice.get(reverse("campaigns:own-map-geojson", args=[land.public_id]))
    assert json.loads(geo.content)["type"] == "FeatureCollection"
    broken = {**land.document, "links": [{"a": "a0-0", "b": "a0-0"}]}
    keep(as_alice, land, broken, 1)
    refused = as_alice.get(reverse("campaigns:own-map-geojson", args=[land.public_id]), follow=True)
    assert "Fix the problems of the map" in refused.content.decode()


def test_somebody_elses_map_is_not_there(as_bob: Client, client: Client, land: OwnMap) -> None:
    gets = ("edit-map", "own-map-json", "own-map-geojson", "map-picture")
    for name in gets:
        url = reverse(f"campaigns:{name}", args=[land.public_id])
        assert as_bob.get(url).status_code == 404
        assert client.get(url)["Location"].startswith("/accounts/")
    for name in ("edit-map", "save-map", "delete-map"):
        assert as_bob.post(reverse(f"campaigns:{name}", args=[land.public_id])).status_code == 404
    assert as_bob.get(reverse("campaigns:maps")).context["page"].object_list.count() == 0
    assert OwnMap.objects.filter(pk=land.pk).exists()


def test_the_owner_deletes_a_map(as_alice: Client, land: OwnMap) -> None:
    answer = as_alice.post(reverse("campaigns:delete-map", args=[land.public_id]), follow=True)
    assert "is deleted" in answer.content.decode()
    assert not OwnMap.objects.exists()


@pytest.mark.parametrize("size", [(3, 2), (20, 15)])
def test_the_editor_asks_the_database_as_little_for_a_large_map(
    as_alice: Client, alice: User, size: tuple[int, int], django_assert_max_num_queries: Any
) -> None:
    row = mapservices.create_map(alice, country_document(*size))
    with django_assert_max_num_queries(6):
        as_alice.get(page(row))


@pytest.mark.parametrize("number", ["nan", "inf", "-1e999", "9" * 400, "9" * 5_000])
@pytest.mark.parametrize(
    ("do", "field"),
    [("area", "income"), ("area", "x"), ("area", "outlines"), ("head", "width"), ("head", "rivers")],
)
def test_a_number_that_no_map_can_hold_is_refused_at_its_field(
    as_alice: Client, land: OwnMap, do: str, field: str, number: str
) -> None:
    typed = {"outlines": f"0,0 {number},0 9,9", "rivers": f"Vistula: 0,0 {number},1"}.get(field, number)
    fields = area_fields(land, "a0-0") if do == "area" else {"width": "9", "height": "9"}
    before = land.document
    answer = change(as_alice, land, do, **{**fields, field: typed})
    assert answer.status_code == 400
    assert field in answer.context["refusal"]
    land.refresh_from_db()
    assert land.document == before
