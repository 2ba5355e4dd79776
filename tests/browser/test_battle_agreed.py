"""Two players agree on a table, report differently, and one agrees with the other: on two phones."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from playwright.sync_api import Page, expect

from campaigns import services
from campaigns.models import Campaign
from tests.browser.kit import PHONE, BrowserOf, Shot, sideways
from tests.kit.campaigns import battles, island


@pytest.fixture
def row(alice: User, bob: User, charlie: User, transactional_db: None) -> Campaign:
    """The island with a battle: Alice is umpire, Bob leads the Crown, Charlie the Commons."""
    row = island(alice)
    for user, faction in ((bob, "crown"), (charlie, "commons")):
        services.add_member(row, user, "player", faction)
    battles(row, ("cr1", "co1"), ("cr2", "co2"))
    return row


def test_a_battle_is_agreed_on_reported_and_a_dispute_ended(
    browser_of: BrowserOf, bob: User, charlie: User, row: Campaign, shot: Shot
) -> None:
    at = reverse("campaigns:engagement", args=[row.public_id, "t1e1"])
    crown, commons = browser_of(bob, PHONE), browser_of(charlie, PHONE)

    def press(page: Page, name: str) -> None:
        page.goto(at)
        page.locator("#method").get_by_role("button", name=name, exact=True).click()
        page.wait_for_load_state()

    press(crown, "On a table")
    expect(crown.locator(".todo")).to_contain_text("The Commons has to accept.")
    commons.goto(at)
    expect(commons.locator(".todo")).to_contain_text("The Crown proposes to fight it on a table.")
    shot(commons, "campaign-agree-phone")
    press(commons, "Accept")
    press(crown, "Show both armies")
    for page, winner in ((crown, "0"), (commons, "1")):
        page.goto(at)
        page.get_by_role("link", name="Report what happened").click()
        page.locator(f"input[name=winner][value='{winner}']").check()
        page.get_by_role("button", name="Send the report").click()
        page.wait_for_load_state()
    expect(commons.locator(".todo")).to_contain_text("The two reports differ.")
    assert sideways(commons) <= 0
    shot(commons, "campaign-dispute-phone")
    press(commons, "Agree with theirs")
    expect(commons.locator(".notice.success").last).to_contain_text("The Crown won.")
