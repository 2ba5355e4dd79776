"""The editor of campaign maps in a browser: mouse, finger and keys, kept, undone, and without scripts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from PIL import Image
from playwright.sync_api import Page, expect

from campaigns import mapservices
from campaigns.editor.draft import empty
from campaigns.engine.maps import read_map
from campaigns.models import OwnMap
from tests.browser.kit import PHONE, BrowserOf, Shot, SignIn, sideways
from tests.campaigns.drawing.country import country_document

KEPT = "#atlas-state"


def opened(page: Page, sign_in: SignIn, alice: User, document: Any) -> OwnMap:
    """The editor of a map of Alice's."""
    row = mapservices.create_map(alice, document)
    sign_in(page, alice)
    page.goto(reverse("campaigns:edit-map", args=[row.public_id]))
    expect(page.locator("#atlas-tools")).to_be_visible()
    return row


def spot(page: Page, x: float, y: float) -> tuple[float, float]:
    """Where a place of the map, in kilometres, lies in the window."""
    found = page.evaluate(
        """([x, y]) => {
          const svg = document.querySelector("#atlas-frame svg");
          const { width } = svg.querySelector("rect").getBBox();
          const scale = width / Number(document.querySelector("#m-width").value);
          svg.parentElement.scrollIntoView({ block: "center" });
          const at = new DOMPoint(x * scale, y * scale).matrixTransform(svg.getScreenCTM());
          return [at.x, at.y];
        }""",
        [x, y],
    )
    return found[0], found[1]


def tap(page: Page, x: float, y: float) -> None:
    page.mouse.click(*spot(page, x, y))


def drag(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    page.mouse.move(*spot(page, *start))
    page.mouse.down()
    page.mouse.move(*spot(page, *end), steps=5)
    page.mouse.up()


def kept(page: Page, row: OwnMap) -> Any:
    """The map once the editor has said that it is kept."""
    expect(page.locator(KEPT)).to_have_text("Saved")
    row.refresh_from_db()
    return row.document


def tool(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def test_a_map_is_drawn_from_nothing(desktop: Page, sign_in: SignIn, alice: User, shot: Shot) -> None:
    row = opened(desktop, sign_in, alice, {**empty("Utopia"), "width": 100, "height": 60})
    tool(desktop, "Draw an area")
    for corner in ((10, 10), (40, 12), (42, 45), (8, 40), (10, 10)):
        tap(desktop, *corner)
    tap(desktop, 40.4, 12.4)  # so near a corner that it is meant
    for corner in ((80, 10), (82, 44), (42, 45)):
        tap(desktop, *corner)
    desktop.get_by_role("button", name="Finish the line").click()
    desktop.get_by_label("Name", exact=True).first.fill("Bensalem")
    desktop.get_by_label("Terrain").first.select_option("hills")
    tool(desktop, "Links")
    desktop.get_by_role("button", name="River crossing").click()
    tap(desktop, 25, 27)
    tap(desktop, 62, 28)
    tool(desktop, "Features")
    desktop.get_by_role("button", name="Fortress", exact=True).click()
    tap(desktop, 62, 28)
    tool(desktop, "River")
    for point in ((41, 2), (42, 30), (40, 58)):
        tap(desktop, *point)
    desktop.get_by_role("button", name="Finish the line").click()
    map = read_map(kept(desktop, row))
    west, east = map.areas
    assert set(west.outlines[0]) & set(east.outlines[0]) >= {west.outlines[0][1]}
    assert (east.name, east.terrain, east.walls) == ("Bensalem", "hills", 2)
    assert [(link.a, link.b, link.kind) for link in map.links] == [(west.id, east.id, "crossing")]
    assert len(map.rivers[0].line) == 3
    expect(desktop.locator("#atlas-faults [data-none]")).to_be_visible()
    shot(desktop, "campaign-map-editor")


def test_a_place_is_dragged_and_taken_back_and_a_shared_corner_moves_both_borders(
    desktop: Page, sign_in: SignIn, alice: User
) -> None:
    row = opened(desktop, sign_in, alice, country_document(3, 2, each=30))
    before = read_map(row.document)
    x, y = before.areas[0].at
    drag(desktop, (x, y), (x + 5, y + 3))
    moved = read_map(kept(desktop, row)).areas[0].at
    assert moved == pytest.approx((x + 5, y + 3), abs=0.5)
    desktop.get_by_role("button", name="Undo").click()
    expect(desktop.locator("#p-x")).to_have_value(f"{x:g}")
    assert read_map(kept(desktop, row)).areas[0].at == (x, y)
    desktop.get_by_role("button", name="Redo").click()
    assert read_map(kept(desktop, row)).areas[0].at == moved
    tool(desktop, "Corners")
    shared = set(before.areas[0].outlines[0]) & set(before.areas[1].outlines[0])
    corner = sorted(shared)[0]
    drag(desktop, corner, (corner[0] + 2, corner[1] + 1))
    one, two = read_map(kept(desktop, row)).areas[:2]
    assert len(set(one.outlines[0]) & set(two.outlines[0])) == len(shared)
    assert corner not in one.outlines[0]


def test_everything_goes_by_keys_too(desktop: Page, sign_in: SignIn, alice: User) -> None:
    row = opened(desktop, sign_in, alice, country_document(3, 2, each=30))
    before = read_map(row.document).areas
    frame = desktop.locator("#atlas-frame")
    frame.focus()
    frame.press("]")
    frame.press("ArrowRight")
    frame.press("Shift+ArrowDown")
    x, y = before[0].at
    assert read_map(kept(desktop, row)).areas[0].at == pytest.approx((x + 1, y + 10))
    frame.press("]")
    frame.press("Delete")
    assert [area["id"] for area in kept(desktop, row)["areas"]] == [
        each.id for each in before if each != before[1]
    ]
    tool(desktop, "New point")
    frame.focus()
    frame.press("ArrowUp")
    frame.press("Enter")
    assert len(kept(desktop, row)["areas"]) == len(before)
    frame.press("Control+z")
    frame.press("Control+z")
    assert len(kept(desktop, row)["areas"]) == len(before)
    tool(desktop, "River")
    frame.focus()
    for key in ("Space", "ArrowLeft", "Shift+ArrowLeft", "Space", "Enter"):
        frame.press(key)
    (_, river) = kept(desktop, row)["rivers"]
    (x1, y1), (x2, y2) = river["line"]  # both may snap to a corner that is near
    assert (x1 - x2, y1 - y2) == pytest.approx((11, 0), abs=4)
    assert {each["id"] for each in row.document["areas"]} == {each.id for each in before}


def test_links_and_features_are_changed_in_the_panel(desktop: Page, sign_in: SignIn, alice: User) -> None:
    row = opened(desktop, sign_in, alice, country_document(3, 2, each=30))
    first, second = read_map(row.document).areas[:2]
    tap(desktop, *first.at)
    panel = desktop.locator("#area-panel")
    panel.get_by_label(f"Unlink {second.name}").click()
    panel.get_by_label("Another feature").select_option("port")
    panel.get_by_label("Short name in files").fill("haven")
    panel.get_by_label("Short name in files").press("Tab")
    map = read_map(kept(desktop, row))
    assert second.id not in map.ways["haven"]
    assert len(map.ways["haven"]) == 1
    assert map.by_id["haven"].has("port")
    panel.get_by_label("Link to", exact=True).select_option(second.id)
    assert second.id in read_map(kept(desktop, row)).ways["haven"]


def test_two_browsers_the_second_decides(browser_of: BrowserOf, alice: User, tolerated: list[str]) -> None:
    tolerated.append("status of 409")
    row = mapservices.create_map(alice, country_document(3, 2, each=30))
    desk, phone = browser_of(alice), browser_of(alice, PHONE)
    for page in (desk, phone):
        page.goto(reverse("campaigns:edit-map", args=[row.public_id]))
    for page, name in ((desk, "From the desk"), (phone, "From the phone")):
        page.locator("#m-name").fill(name)
        page.locator("#m-name").press("Tab")
        if page is desk:
            assert kept(desk, row)["name"] == "From the desk"
    expect(phone.locator(KEPT)).to_contain_text("changed in another window")
    row.refresh_from_db()
    assert row.name == "From the desk"
    phone.get_by_role("button", name="Save mine instead").click()
    assert kept(phone, row)["name"] == "From the phone"


def test_a_picture_is_laid_under_what_was_just_drawn(
    desktop: Page, sign_in: SignIn, alice: User, tmp_path: Path
) -> None:
    row = opened(desktop, sign_in, alice, country_document(3, 2, each=30))
    picture = tmp_path / "old.png"
    Image.new("RGB", (300, 200), "#c8b48c").save(picture)
    desktop.locator("#m-name").fill("Over a picture")
    desktop.locator("#m-name").press("Tab")
    desktop.locator("#picture-file").set_input_files(picture)
    desktop.get_by_role("button", name="Use this picture").click()
    expect(desktop.locator("#atlas-frame image")).to_have_count(1)
    row.refresh_from_db()
    assert row.name == "Over a picture"
    assert row.document["picture"].startswith("data:image/png;base64,")
    tap(desktop, *read_map({**row.document, "picture": ""}).areas[0].at)
    desktop.locator("#p-name").fill("Still there")
    desktop.locator("#p-name").press("Tab")
    assert kept(desktop, row)["picture"].startswith("data:image/png")


def test_a_fault_leads_to_its_area(desktop: Page, sign_in: SignIn, alice: User) -> None:
    document = country_document(3, 2, each=30)
    document["links"] = [each for each in document["links"] if "a0-0" not in (each["a"], each["b"])]
    opened(desktop, sign_in, alice, document)
    finding = desktop.locator("#atlas-faults .finding")
    expect(finding).to_contain_text("has no link")
    finding.get_by_role("link").click()
    expect(desktop.locator("#p-id")).to_have_value("a0-0")


def test_on_a_phone_nothing_is_wider_than_the_window(
    phone: Page, sign_in: SignIn, alice: User, shot: Shot
) -> None:
    row = opened(phone, sign_in, alice, country_document(5, 4, each=30))
    area = read_map(row.document).areas[7]
    phone.touchscreen.tap(*spot(phone, *area.at))
    expect(phone.locator("#p-id")).to_have_value(area.id)
    assert sideways(phone) == 0
    shot(phone, "campaign-map-editor")


def test_without_script_every_change_is_a_form(
    browser: Any, live_server: Any, alice: User, sign_in: SignIn
) -> None:
    row = mapservices.create_map(alice, country_document(3, 2, each=30))
    context = browser.new_context(base_url=live_server.url, java_script_enabled=False)
    page = context.new_page()
    sign_in(page, alice)
    page.goto(reverse("campaigns:edit-map", args=[row.public_id]))
    page.get_by_label("Area", exact=True).select_option("a1-1")
    page.get_by_role("button", name="Edit", exact=True).click()
    page.locator("#area-sheet").get_by_label("Name", exact=True).fill("Typed")
    page.get_by_role("button", name="Save", exact=True).first.click()
    page.get_by_label("Links, one per line").fill("a0-0 a1-1 track")
    page.locator("#links-sheet").get_by_role("button", name="Save").click()
    row.refresh_from_db()
    map = read_map(row.document)
    assert map.by_id["a1-1"].name == "Typed"
    assert [(link.a, link.b, link.kind) for link in map.links] == [("a0-0", "a1-1", "track")]
    context.close()
