"""The reference pages in a browser: odds that follow every change, a list begun from a book."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page, expect


def test_odds_follow_every_change_and_so_does_the_address(live_server: Any, desktop: Page) -> None:
    desktop.goto("/odds/")
    expect(desktop.get_by_text("Swedish Foot strikes with 4 dice")).to_be_visible()
    desktop.get_by_label("Distance in BU").fill("0.5")
    desktop.get_by_label("Distance in BU").blur()
    expect(desktop.get_by_text("Swedish Foot strikes with 5 dice")).to_be_visible()
    expect(desktop).to_have_url(re.compile("distance=0.5"))
    desktop.get_by_label("A round of melee").check()
    expect(desktop.get_by_text("Cuirassiers wins", exact=False).first).to_be_visible()
    expect(desktop).to_have_url(re.compile("kind=melee"))
    desktop.reload()
    expect(desktop.get_by_label("A round of melee")).to_be_checked()


def test_a_list_begins_from_a_book_by_one_button(live_server: Any, phone: Page) -> None:
    phone.goto("/books/baroque/tyw-swedish/")
    phone.get_by_role("link", name="Build a list from this book").click()
    expect(phone).to_have_url(re.compile(r"/accounts/login/\?next=.*book%3Dtyw-swedish|/lists/new/"))
