"""Two players talk, ask for time and get ready, each in a browser and a time zone of their own."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.contrib.auth.models import User
from django.utils import timezone
from playwright.sync_api import expect

from campaigns import services
from campaigns.models import Campaign
from tests.browser.kit import DESKTOP, PHONE, BrowserOf, sideways
from tests.browser.test_campaign import url
from tests.kit.campaigns import island

NOON = (12, 0)


@pytest.fixture
def row(alice: User, bob: User, charlie: User, transactional_db: None) -> Campaign:
    """The island: Alice is umpire, Bob leads the Crown, Charlie the Commons; nobody plays the Company."""
    row = island(alice)
    for user, faction in ((bob, "crown"), (charlie, "commons")):
        services.add_member(row, user, "player", faction)
    row.refresh_from_db()
    umpire = row.members.get(user=alice)
    day = timezone.now().date() + timedelta(days=2)
    services.set_deadline(row, umpire, datetime(day.year, day.month, day.day, *NOON, tzinfo=UTC))
    services.set_early(row, umpire, on=True)
    services.set_automatic(row, umpire, faction="company", on=True)
    return row


def test_a_message_more_time_and_both_ready(
    browser_of: BrowserOf, alice: User, bob: User, charlie: User, row: Campaign
) -> None:
    on_phone = browser_of(bob, PHONE | {"timezone_id": "Asia/Dubai"})
    at_desk = browser_of(charlie, DESKTOP | {"timezone_id": "America/Bogota"})
    on_phone.goto(url(row, "messages"))
    on_phone.get_by_label("The Commons").check()
    on_phone.get_by_label("Message", exact=True).fill("Peace until the harvest is in?")
    on_phone.get_by_role("button", name="Send").click()
    expect(on_phone.locator(".letter-words")).to_have_text("Peace until the harvest is in?")
    assert sideways(on_phone) == 0

    at_desk.goto("/campaigns/")
    at_desk.get_by_role("link", name="Read a new message").click()
    expect(at_desk.locator(".letters .badge")).to_have_text("new")
    at_desk.get_by_role("link", name="Reply to bob").click()
    expect(at_desk.get_by_label("The Crown")).to_be_checked()

    # The cookie of the first page tells the next ones the time zone.
    expect(on_phone.locator("main")).to_contain_text("16:00 UTC+4")
    expect(at_desk.locator("main")).to_contain_text("07:00 UTC-5")

    on_phone.goto(url(row, "orders"))
    on_phone.get_by_text("Ask for more time").click()
    on_phone.get_by_role("button", name="Ask the umpire").click()
    umpire = browser_of(alice, PHONE)
    umpire.goto("/campaigns/")
    umpire.get_by_role("link", name="Answer bob, who asks for 24 more hours").click()
    assert sideways(umpire) == 0
    umpire.get_by_role("button", name="Grant").click()
    expect(umpire.locator("main")).to_contain_text("Everyone has been told.")

    for page in (on_phone, at_desk):
        page.goto(url(row, "orders"))
        page.get_by_role("button", name="I’m ready").click()
    expect(at_desk.locator("main")).to_contain_text("All players were ready")
    row.refresh_from_db()
    assert (row.turn, row.phase) != (1, "orders")
