"""The page of orders in a browser: only the fields that an order needs, drafts that keep themselves."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from playwright.sync_api import Page, expect

from campaigns import ordering, services
from campaigns.models import Campaign
from tests.browser.kit import SignIn
from tests.campaigns.test_orders_page import near
from tests.kit.campaigns import island


@pytest.fixture
def row(alice: User, bob: User) -> Campaign:
    """The island: Alice is umpire, Bob leads the Crown."""
    row = island(alice)
    services.add_member(row, bob, "player", "crown")
    return row


@pytest.fixture
def orders(phone: Page, sign_in: SignIn, bob: User, row: Campaign) -> Page:
    """Bob's page of orders on a phone."""
    sign_in(phone, bob)
    phone.goto(reverse("campaigns:orders", args=[row.public_id]))
    return phone


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
    expect(state).to_contain_text("name the areas it leads through")
    orders.fill("#id_cr1-path", near(row))
    orders.locator("#id_cr1-path").blur()
    expect(state).to_contain_text("1 force with orders")
    expect(state.locator(".finding")).to_have_count(0)
    assert ordering.given(row) == {}
    orders.reload()
    expect(orders.locator("#id_cr1-path")).to_have_value(near(row))


def test_orders_are_given_with_the_keyboard_alone(orders: Page, row: Campaign) -> None:
    orders.locator("#id_cr1-do").focus()
    orders.keyboard.type("March")
    orders.keyboard.press("Tab")
    orders.keyboard.type(near(row))
    orders.get_by_role("button", name="Give the orders").focus()
    orders.keyboard.press("Enter")
    expect(orders.locator("#messages")).to_contain_text("The orders are given")
    assert ordering.given(row)["crown"].forces["cr1"].path == [near(row)]
