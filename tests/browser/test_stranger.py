"""A stranger plays within a minute: from the first page to the first choices of a battle."""

from __future__ import annotations

import time

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from playwright.sync_api import Page, expect

from battles.models import Battle
from tests.browser.kit import DESKTOP, PHONE, BrowserOf, at_rest, sideways

CLICKS = 1
"""From the first page to the board that asks for the first choice."""
MINUTE = 60

WIDTHS = {"390": PHONE, "1366": DESKTOP | {"viewport": {"width": 1366, "height": 900}}}


@pytest.mark.smoke
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("width", WIDTHS)
def test_a_stranger_makes_the_first_choices_within_a_minute(browser_of: BrowserOf, width: str) -> None:
    page = browser_of(None, WIDTHS[width])
    page.goto("/")
    assert sideways(page) <= 0
    begun, clicks = time.monotonic(), 0
    page.get_by_role("button", name="Play a training clash").click()
    clicks += 1
    question = page.locator("#board-question")
    expect(question).to_be_visible()
    assert clicks == CLICKS
    battle = Battle.objects.get()
    assert battle.owner.username.startswith("Guest ")
    # On a phone the hint begins with its first line, so that the answers are in sight.
    expect(page.locator(".hint:not([open]) .lead" if width == "390" else ".hint[open]")).to_be_visible()
    expect(page.locator(".guest-line:visible").first).to_contain_text("You are playing as a guest.")
    assert sideways(page) <= 0
    for _ in range(2):
        choose(page)
        at_rest(page)
    assert time.monotonic() - begun < MINUTE
    battle.refresh_from_db()
    assert battle.choices.filter(made_by=battle.owner).count() >= 2


def choose(page: Page) -> None:
    """Take the last choice that the panel shows, the end of a turn, without a board to tap on."""
    before = Battle.objects.get().version
    with page.expect_response(lambda answer: answer.request.method == "POST" and "/choose/" in answer.url):
        page.locator("#decision form.option:visible button[type=submit]").last.click()
    assert Battle.objects.get().version > before


@pytest.mark.django_db(transaction=True)
def test_a_guest_signs_up_and_keeps_the_battle(phone: Page) -> None:
    phone.goto("/")
    phone.get_by_role("button", name="Play a training clash").click()
    expect(phone.locator("#board-question")).to_be_visible()
    address = phone.url
    phone.locator(".in-sheet").get_by_role("link", name="Sign up to keep your work").click()
    phone.get_by_label("User name").fill("cornet-joyce")
    phone.get_by_label("Password", exact=True).fill("a horse and a warrant")
    phone.get_by_role("button", name="Sign up").click()
    expect(phone.get_by_text("now in your account")).to_be_visible()
    expect(phone.get_by_role("heading", name="Your turn")).to_be_visible()
    phone.goto(address)
    expect(phone.locator("#board-question")).to_be_visible()
    assert Battle.objects.get().owner == User.objects.get(username="cornet-joyce")
    assert reverse("battles:board", args=[Battle.objects.get().public_id]) in address
