"""The page of orders in a browser: only the fields that an order needs, drafts that keep themselves."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, Request, Route, expect

from campaigns import ordering, services
from campaigns.cards.reach import Reaches
from campaigns.engine.shipped import maps
from campaigns.models import Campaign
from campaigns.persistence import state_of
from tests.browser.kit import Shot, SignIn, sideways
from tests.campaigns.test_orders_page import near
from tests.kit.campaigns import island


@pytest.fixture
def row(alice: User, bob: User) -> Campaign:
    """The island: Alice is umpire, Bob leads the Crown."""
    row = island(alice)
    services.add_member(row, bob, "player", "crown")
    return row


def spot(page: Page, area: str) -> tuple[float, float]:
    """Where an area of the map is in the window, a little below its middle, where no counter stands."""
    x, y = page.evaluate(
        """([x, y]) => {
          const svg = document.querySelector(".atlas-frame > svg");
          const scale = Number(svg.dataset.scale);
          const at = new DOMPoint(x * scale, y * scale + 12).matrixTransform(svg.getScreenCTM());
          return [at.x, at.y];
        }""",
        list(maps()["island"].by_id[area].at),
    )
    return x, y


def tapped(page: Page, area: str) -> None:
    """Tap an area of the map where no counter stands."""
    page.mouse.click(*spot(page, area))


@pytest.mark.parametrize("device", ["phone", "desktop"])
def test_a_force_that_is_tapped_shows_its_reach_and_marches_where_one_taps(
    request: pytest.FixtureRequest, sign_in: SignIn, bob: User, row: Campaign, device: str, shot: Shot
) -> None:
    page: Page = request.getfixturevalue(device)
    sign_in(page, bob)
    page.goto(reverse("campaigns:orders", args=[row.public_id]))
    order = page.locator("#order-cr1")
    expect(order.locator("select[name$='-do']")).to_be_hidden()
    page.locator('.map-force[data-force="cr1"]').click()
    expect(order.locator("select[name$='-do']")).to_be_visible()
    force = state_of(row).forces["cr1"]
    lines = Reaches(state_of(row), "crown").of(force)
    expect(page.locator(".map-reach use")).to_have_count(len(lines))
    goal = next(each for each in lines if len(each.way) == 2 and not each.forced)
    hint = page.locator("[data-hint]")
    for area in goal.way:
        tapped(page, area)
        expect(hint).to_contain_text(called(row, area))
    expect(hint).to_contain_text(f"{goal.cost:g} march points, in supply")
    expect(order.locator("[data-written]")).to_have_text(
        f"March: {', '.join(called(row, area) for area in goal.way)}"
    )
    assert sideways(page) == 0
    box = page.locator(".atlas-frame").bounding_box()
    assert box
    for area in (force.at, *goal.way):
        x, y = spot(page, area)
        assert box["x"] + 30 < x < box["x"] + box["width"] - 30, f"{area} is in sight with its name"
        assert box["y"] + 30 < y < box["y"] + box["height"] - 30
    above, below = page.locator(".atlas-frame").bounding_box(), order.locator("> summary").bounding_box()
    assert above
    assert below
    window = page.viewport_size
    assert window
    assert above["y"] >= -1, "the map is whole in the window"
    assert above["y"] + above["height"] < window["height"]
    assert below["y"] < window["height"] * 0.75, "and the order is in sight beside or below it"
    shot(page, f"campaign-reach-{device}")
    page.get_by_role("button", name="Give orders").click()
    expect(page.locator("#order-state")).to_contain_text("These orders will be carried out")
    assert ordering.given(row)["crown"].forces["cr1"].path == list(goal.way)


@pytest.fixture
def orders(phone: Page, sign_in: SignIn, bob: User, row: Campaign) -> Page:
    """Bob's page of orders on a phone."""
    sign_in(phone, bob)
    phone.goto(reverse("campaigns:orders", args=[row.public_id]))
    for summary in phone.locator("details.order > summary").all():
        summary.click()
    return phone


def called(row: Campaign, area: str) -> str:
    """What an area is called on the map."""
    drawn = state_of(row).map
    assert drawn is not None
    return drawn.by_id[area].name


def test_an_order_shows_only_the_fields_that_it_needs(orders: Page) -> None:
    expect(orders.locator("#id_cr1-path")).to_be_hidden()
    expect(orders.locator("#id_cr1-ambush")).to_be_visible()
    orders.select_option("#id_cr1-do", "split")
    expect(orders.locator("#id_cr1-name")).to_be_visible()
    expect(orders.locator("#id_cr1-ambush")).to_be_hidden()
    expect(orders.locator("#id_cr2-name")).to_be_hidden()


def test_a_draft_keeps_itself_and_tells_what_is_wrong(orders: Page, row: Campaign, bob: User) -> None:
    orders.select_option("#id_cr1-do", "march")
    state = orders.locator("#order-state")
    expect(state).to_contain_text("name the areas it goes through")
    orders.fill("#id_cr1-path", near(row))
    orders.locator("#id_cr1-path").blur()
    expect(state).to_contain_text("1 force with orders")
    expect(state.locator(".finding")).to_have_count(0)
    assert ordering.given(row) == {}
    orders.reload()
    expect(orders.locator("#id_cr1-path")).to_have_value(called(row, near(row)))


def test_what_was_wrong_goes_when_it_is_right_again(
    orders: Page, row: Campaign, tolerated: list[str]
) -> None:
    tolerated.append("status of 400")
    orders.select_option("#id_cr1-do", "march")
    orders.get_by_role("button", name="Give orders").click()
    box, at_field = orders.locator("#not-given"), orders.locator("#order-cr1 .errors")
    expect(box).to_contain_text("A march needs a path")
    expect(at_field.filter(has_text="A march needs a path")).to_be_visible()
    orders.select_option("#id_cr1-do", "hold")
    expect(box).to_have_count(0)
    expect(at_field).to_have_count(0)
    expect(orders.locator(".faulty, .field.wrong")).to_have_count(0)
    expect(orders.locator("#order-state")).to_contain_text("Saved, but not given yet.")


def test_orders_are_given_with_the_keyboard_alone(orders: Page, row: Campaign) -> None:
    orders.locator("#id_cr1-do").focus()
    orders.keyboard.type("March")
    orders.keyboard.press("Tab")
    orders.keyboard.type(near(row))
    orders.get_by_role("button", name="Give orders").focus()
    orders.keyboard.press("Enter")
    expect(orders.locator("#messages")).to_contain_text("Orders given")
    assert ordering.given(row)["crown"].forces["cr1"].path == [near(row)]


def test_the_map_begins_high_on_a_phone_and_ready_is_in_sight(
    phone: Page, sign_in: SignIn, bob: User, row: Campaign
) -> None:
    services.set_deadline(row, row.members.get(user=row.owner), timezone.now() + timedelta(days=2))
    sign_in(phone, bob)
    for name in ("campaign", "orders"):
        phone.goto(reverse(f"campaigns:{name}", args=[row.public_id]))
        expect(phone.get_by_role("button", name="I’m ready")).to_be_in_viewport(ratio=1)
        box = phone.locator(".atlas-frame").bounding_box()
        assert box
        assert box["y"] < 844 * 0.62, name
        assert sideways(phone) <= 0
    phone.goto(reverse("campaigns:rules", args=[row.public_id]))
    expect(phone.locator(".campaign-head .tabs [aria-current]")).to_be_in_viewport(ratio=1)


def test_orders_wait_for_the_draft_that_is_being_saved(orders: Page, row: Campaign) -> None:
    slow: list[Route] = []

    def saves(request: Request) -> bool:
        return request.method == "POST" and "hx-request" in request.headers

    orders.route(
        "**/orders/", lambda route: slow.append(route) if saves(route.request) else route.continue_()
    )
    orders.select_option("#id_cr1-do", "march")
    orders.fill("#id_cr1-path", near(row))
    with orders.expect_request(saves):
        orders.locator("#id_cr1-path").blur()
    orders.get_by_role("button", name="Give orders").click()
    orders.wait_for_timeout(100)
    assert ordering.given(row) == {}
    for route in slow:
        route.continue_()
    expect(orders.locator("#messages")).to_contain_text("Orders given")
    assert ordering.given(row)["crown"].forces["cr1"].path == [near(row)]
