"""The map of a campaign in a browser: moved and zoomed, areas and forces chosen, ways of orders drawn."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from PIL import Image
from playwright.sync_api import Locator, Page, expect

from campaigns import services
from campaigns.engine.shipped import maps
from campaigns.models import Campaign
from tests.browser.kit import PHONE, BrowserOf, Shot, SignIn, sideways
from tests.kit.campaigns import island

ISLAND = maps()["island"]


@pytest.fixture
def row(alice: User, bob: User) -> Campaign:
    """The island: Alice is umpire, Bob leads the Crown."""
    row = island(alice)
    services.add_member(row, bob, "player", "crown")
    return row


def opened(page: Page, sign_in: SignIn, user: User, row: Campaign, where: str = "campaign") -> Locator:
    """The map on a page of a campaign."""
    sign_in(page, user)
    page.goto(reverse(f"campaigns:{where}", args=[row.public_id]))
    atlas = page.locator(".campaign-map.live")
    expect(atlas).to_be_visible()
    return atlas


def box(page: Page) -> list[float]:
    """The part of the drawing that is in sight: left, top, width, height."""
    text = page.locator(".atlas-frame > svg").get_attribute("viewBox")
    assert text
    return [float(each) for each in text.split()]


def place(page: Page, area: str) -> tuple[float, float]:
    """Where an area's place lies in the window."""
    found = page.evaluate(
        """([x, y]) => {
          const svg = document.querySelector(".atlas-frame > svg");
          const scale = Number(svg.dataset.scale);
          svg.parentElement.scrollIntoView({ block: "center" });
          const at = new DOMPoint(x * scale, y * scale).matrixTransform(svg.getScreenCTM());
          return [at.x, at.y];
        }""",
        list(ISLAND.by_id[area].at),
    )
    return found[0], found[1]


def way_from(area: str, steps: int) -> list[str]:
    """Areas one after the other, each linked to the one before by land."""
    found = [area]
    while len(found) <= steps:
        ways = ISLAND.ways[found[-1]]
        found.append(next(key for key in sorted(ways) if key not in found and ways[key].kind != "sea"))
    return found[1:]


def test_the_map_is_moved_and_zoomed_by_buttons_keys_wheel_and_drag(
    desktop: Page, sign_in: SignIn, bob: User, row: Campaign, shot: Shot
) -> None:
    opened(desktop, sign_in, bob, row)
    shot(desktop, "campaign-map-desktop")
    whole = box(desktop)
    desktop.get_by_role("button", name="Zoom in").click()
    near = box(desktop)
    assert near[2] < whole[2]
    desktop.locator(".atlas-frame").focus()
    desktop.keyboard.press("ArrowRight")
    assert box(desktop)[0] > near[0]
    desktop.keyboard.press("-")
    desktop.keyboard.press("0")
    assert box(desktop) == pytest.approx(whole, abs=1)
    x, y = place(desktop, ISLAND.areas[0].id)
    desktop.mouse.move(x, y)
    desktop.mouse.wheel(0, -400)
    desktop.wait_for_function(
        "wide => document.querySelector('.atlas-frame > svg').viewBox.baseVal.width < wide - 1", arg=whole[2]
    )
    near = box(desktop)
    url = desktop.url
    desktop.mouse.down()
    desktop.mouse.move(x - 120, y - 60, steps=6)
    desktop.mouse.up()
    assert box(desktop)[0] > near[0]
    assert desktop.url == url  # a drag over a link is no click on it
    desktop.get_by_role("button", name="Whole map").click()
    assert box(desktop) == pytest.approx(whole, abs=1)


def test_an_area_that_is_tapped_is_told_of_beside_the_map(
    desktop: Page, sign_in: SignIn, bob: User, row: Campaign
) -> None:
    opened(desktop, sign_in, bob, row)
    area = ISLAND.areas[3]
    x, y = place(desktop, area.id)
    desktop.mouse.click(x, y + 3)
    expect(desktop.locator("#area-details")).to_contain_text(area.name)
    frame = desktop.locator(".atlas-frame")
    frame.focus()
    frame.press("Shift+ArrowUp")
    frame.press("Shift+ArrowDown")
    frame.press("Enter")
    expect(desktop.locator("[data-hint]")).not_to_be_empty()


def test_a_way_is_drawn_area_by_area_and_stands_in_the_order(
    desktop: Page, sign_in: SignIn, bob: User, row: Campaign, shot: Shot
) -> None:
    opened(desktop, sign_in, bob, row, "orders")
    order = desktop.locator("details[data-force]").first
    force, start = order.get_attribute("data-force"), order.get_attribute("data-at")
    assert force
    assert start
    field = order.locator("[data-path]")
    desktop.locator(f'.map-force[data-force="{force}"]').click()
    way = way_from(start, 2)
    for area in way:
        x, y = place(desktop, area)
        desktop.mouse.click(x, y + 3)
    expect(field).to_have_value(", ".join(ISLAND.by_id[key].name for key in way))
    expect(order.locator("select[name$='-do']")).to_have_value("march")
    expect(desktop.locator(f'.map-plan[data-plan="{force}"] .plan-line')).to_have_count(1)
    shot(desktop, "campaign-orders-map-desktop")
    desktop.get_by_role("button", name="Step back").click()
    expect(field).to_have_value(ISLAND.by_id[way[0]].name)
    field.fill(ISLAND.by_id[way[0]].name)  # typed by its name it is the same way
    expect(desktop.locator(f'.map-plan[data-plan="{force}"] .plan-line')).to_have_count(1)
    desktop.get_by_role("button", name="Clear").click()
    expect(field).to_have_value("")
    expect(desktop.locator(".map-plan")).to_have_count(0)
    far = next(area.id for area in ISLAND.areas if area.id != start and area.id not in ISLAND.ways[start])
    x, y = place(desktop, far)
    desktop.mouse.click(x, y + 3)
    named = {area.name: area.id for area in ISLAND.areas}
    drawn = [start, *(named[name] for name in field.input_value().split(", "))]
    assert drawn[-1] == far
    assert all(b in ISLAND.ways[a] for a, b in itertools.pairwise(drawn))


def test_on_a_phone_the_map_comes_first_and_two_fingers_zoom(
    phone: Page, sign_in: SignIn, bob: User, row: Campaign, shot: Shot
) -> None:
    opened(phone, sign_in, bob, row)
    assert sideways(phone) == 0
    frame = phone.locator(".atlas-frame").bounding_box()
    assert frame
    assert frame["width"] == 390
    shot(phone, "campaign-map-phone")
    before = box(phone)
    pinch(phone, 40, 120)
    assert box(phone)[2] < before[2]
    pinch(phone, 150, 30)
    area = ISLAND.areas[2]
    x, y = place(phone, area.id)
    phone.touchscreen.tap(x, y + 3)
    expect(phone.locator("#area-details")).to_contain_text(area.name)


def pinch(page: Page, start: float, end: float) -> None:
    """Two fingers, so far from the middle at first and at last."""
    page.locator(".atlas-frame").evaluate("frame => frame.scrollIntoView({ block: 'center' })")
    bounds = page.locator(".atlas-frame").bounding_box()
    assert bounds
    x, y = bounds["x"] + bounds["width"] / 2, bounds["y"] + bounds["height"] / 2
    session = page.context.new_cdp_session(page)

    def touch(kind: str, far: float) -> None:
        points: list[dict[str, Any]] = [{"x": x - far, "y": y, "id": 0}, {"x": x + far, "y": y, "id": 1}]
        session.send(
            "Input.dispatchTouchEvent", {"type": kind, "touchPoints": points if kind != "touchEnd" else []}
        )

    touch("touchStart", start)
    for part in range(1, 6):
        touch("touchMove", start + (end - start) * part / 5)
    touch("touchEnd", end)


def test_without_colours_factions_are_still_told_apart(
    desktop: Page, sign_in: SignIn, alice: User, row: Campaign, tmp_path: Any
) -> None:
    """In grey, an area of each faction shows as many marks of its pattern as no other faction's does."""
    opened(desktop, sign_in, alice, row)
    path = tmp_path / "map.png"
    swatches = desktop.locator(".legend-groups section").first.locator("svg")
    desktop.locator(".atlas-legend > summary").click()
    seen = set()
    for index in range(swatches.count()):
        swatches.nth(index).screenshot(path=path)
        with Image.open(path) as image:
            grey = image.convert("L")
        middle = sum(grey.tobytes()) / (grey.width * grey.height)
        dark = tuple(pixel < middle - 8 for pixel in grey.crop((10, 8, 40, 24)).tobytes())
        assert 0 < sum(dark) < len(dark)
        seen.add(dark)
    assert len(seen) == swatches.count() == 3


def test_without_script_the_map_is_there_with_its_links(
    browser: Any, live_server: Any, sign_in: SignIn, bob: User, row: Campaign
) -> None:
    context = browser.new_context(base_url=live_server.url, java_script_enabled=False)
    page = context.new_page()
    sign_in(page, bob)
    page.goto(reverse("campaigns:campaign", args=[row.public_id]))
    area = ISLAND.areas[3]
    url = page.locator(f'.map-area[data-area="{area.id}"] a').get_attribute("href")
    assert url
    page.goto(url)
    expect(page.get_by_role("heading", name=area.name)).to_be_visible()
    context.close()


def test_on_a_phone_tabs_fade_out_where_there_are_more(
    browser_of: BrowserOf, alice: User, row: Campaign, shot: Shot
) -> None:
    phone = browser_of(alice, PHONE)
    tabs = phone.get_by_role("navigation", name="The campaign's pages")
    for where, before, after in (("campaign", 0, 1), ("factions", 1, 1), ("umpire", 1, 0)):
        phone.goto(reverse(f"campaigns:{where}", args=[row.public_id]))
        expect(tabs.locator("[aria-current]")).to_be_in_viewport(ratio=1)
        expect(phone.locator(".campaign-head .tabs[data-before]")).to_have_count(before)
        expect(phone.locator(".campaign-head .tabs[data-after]")).to_have_count(after)
        shot(phone, f"campaign-tabs-{where}")
    tabs.evaluate("each => { each.scrollLeft = 0; }")
    expect(phone.locator(".campaign-head .tabs[data-after]:not([data-before])")).to_have_count(1)
    assert sideways(phone) == 0
