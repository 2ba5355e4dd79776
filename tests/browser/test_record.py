"""Two people at one table, each with his own phone: recording, disputing, agreeing, signing."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Browser, Locator, Page, expect

from battles import services as meetings
from battles.models import Battle
from battles.recording import services
from battles.recording.models import Record
from tests.browser.kit import DESKTOP, PHONE, BrowserOf, Shot, sideways
from tests.kit.records import lists, record

UNIT = "#u-0-c1u2"


@pytest.fixture
def row(alice: User, bob: User, transactional_db: None) -> Record:
    """A record of Alice's Poles against Bob's Muscovites."""
    return record(alice, bob, scenario="Forage")


def opened(page: Page, address: str) -> Page:
    """The record's page, drawn and listening."""
    page.goto(address)
    expect(page.locator("#record")).to_be_visible()
    return page


def more(page: Page, what: str, unit: str = UNIT) -> None:
    """Press the + of what a unit has lost, and wait until it is kept."""
    before = value(page, what, unit)
    counter(page, what, unit).get_by_role("button", name=re.compile("^One more")).click()
    expect(counter(page, what, unit).locator(".count-value")).to_have_text(str(before + 1))


def counter(page: Page, what: str, unit: str = UNIT) -> Locator:
    """The number of what a unit has lost."""
    label = page.locator(".count-label", has_text=re.compile(f"^{what}$"))
    return page.locator(f"{unit} .count").filter(has=label)


def value(page: Page, what: str, unit: str = UNIT) -> int:
    return int(counter(page, what, unit).locator(".count-value").inner_text())


def test_two_people_record_dispute_agree_and_sign(
    browser_of: BrowserOf, alice: User, bob: User, row: Record, shot: Shot
) -> None:
    hers = opened(browser_of(alice, PHONE), row.get_absolute_url())
    his = opened(browser_of(bob, DESKTOP), row.get_absolute_url())
    his.evaluate("window.sameUntilNow = true")
    more(hers, "Destroyed")
    more(hers, "Destroyed")
    expect(counter(his, "Destroyed").locator(".count-value")).to_have_text("2")  # without a reload
    expect(his.locator(UNIT)).to_contain_text("alice says so")
    more(his, "Destroyed")
    expect(hers.locator("#disputes")).to_contain_text("bob says 3")
    expect(his.locator("#disputes")).to_contain_text("alice says 2")
    shot(hers, "record-dispute-phone")
    assert sideways(hers) == 0
    expect(hers.get_by_role("button", name="Sign the record")).to_have_count(0)
    hers.get_by_role("button", name=re.compile("^Agree to 3")).click()
    expect(hers.locator("#disputes")).to_have_count(0)
    expect(his.locator("#disputes")).to_have_count(0)
    assert his.evaluate("window.sameUntilNow") is True
    for page, name in ((hers, "alice"), (his, "bob")):
        page.on("dialog", lambda dialog: dialog.accept())
        page.get_by_role("button", name="Sign the record").click()
        expect(page.locator("#sign")).to_contain_text(re.compile(rf"\({name}\):\s*signed"))
    expect(hers.locator(".verdict")).to_contain_text("Signed by both sides")
    expect(hers.get_by_role("button", name=re.compile("^One more"))).to_have_count(0)
    shot(his, "record-signed")
    row.refresh_from_db()
    assert row.settled is not None
    assert services.opened(row).score().sides[0].losses.lost == 3


def test_what_was_opened_stays_open_when_the_other_records(
    browser_of: BrowserOf, alice: User, bob: User, row: Record
) -> None:
    hers = opened(browser_of(alice, PHONE), row.get_absolute_url())
    his = opened(browser_of(bob, PHONE), row.get_absolute_url())
    fold = hers.locator(f"{UNIT} details.more")
    fold.locator("summary").click()
    expect(fold).to_have_attribute("open", "")
    more(his, "Fled")
    expect(counter(hers, "Fled").locator(".count-value")).to_have_text("1")
    expect(hers.locator(f"{UNIT} details.more")).to_have_attribute("open", "")


def test_the_record_is_kept_by_keyboard_and_without_scripts(
    browser_of: BrowserOf,
    alice: User,
    row: Record,
    browser: Browser,
    live_server: Any,
) -> None:
    page = opened(browser_of(alice), row.get_absolute_url())
    button = counter(page, "Fled").get_by_role("button", name=re.compile("^One more"))
    button.focus()
    page.keyboard.press("Enter")
    expect(counter(page, "Fled").locator(".count-value")).to_have_text("1")
    expect(counter(page, "Fled").get_by_role("button", name=re.compile("^One more"))).to_be_focused()
    plain = browser.new_context(base_url=live_server.url, java_script_enabled=False, **PHONE)
    plain.add_cookies(page.context.cookies())
    bare = plain.new_page()
    bare.goto(row.get_absolute_url())
    counter(bare, "Destroyed").get_by_role("button", name=re.compile("^One more")).click()
    assert bare.url.endswith(UNIT)
    assert value(bare, "Destroyed") == 1
    plain.close()


def test_a_division_s_regiments_break_and_flee(
    browser_of: BrowserOf, alice: User, transactional_db: None, shot: Shot
) -> None:
    made = services.create(
        alice, lists("polish-division", "swedish-division"), sides=("Crown army", "Swedes")
    )
    sheet = services.opened(made).sheet
    regiment = sheet.forces[0].regiments[0]
    units = [each for each in sheet.forces[0].units if each.regiment == regiment.id]
    lost = {f"u.0.{each.id}.destroyed": each.bases for each in units[:4]}
    services.claim(made, 0, None, alice, lost)
    page = opened(browser_of(alice, PHONE), made.get_absolute_url())
    card = page.locator(f"#r-0-{regiment.id}")
    expect(card).to_contain_text("Motivation test due")
    card.get_by_label("Morale").fill("6")
    card.get_by_label("Die").fill("9")
    card.get_by_role("button", name="Record the test").click()
    expect(card).to_contain_text("Wiped Out in turn 1")
    shot(page, "record-division-phone")
    assert sideways(page) == 0
    card.get_by_role("button", name=re.compile("^The rest flees")).click()
    expect(card.get_by_role("button", name=re.compile("^The rest flees"))).to_have_count(0)
    score = services.opened(Record.objects.get()).score()
    assert score.sides[0].regiments[0].wiped_out == 1
    assert all(each.gone for each in score.sides[0].losses.units if each.unit.regiment == regiment.id)


def test_a_finished_meeting_leads_to_its_record(
    browser_of: BrowserOf, alice: User, bob: User, transactional_db: None
) -> None:
    setup = {
        "format": "leaguer-setup", "version": 1, "system": "by_fire_and_sword", "lists": lists(),
        "sides": ["Poles", "Muscovites"], "table": {"width": 120, "depth": 120}, "terrain": "roll",
    }  # fmt: skip
    row: Battle = meetings.begin(alice, setup, opponent=bob)
    meetings.advance(row, None)
    page = browser_of(bob, PHONE)
    page.goto(row.get_absolute_url())
    page.get_by_role("link", name="Record the battle").click()
    expect(page.locator("#record")).to_be_visible()
    more(page, "Fled")
    assert Record.objects.get().battle == row
    page.get_by_role("link", name="Result").click()
    expect(page.locator(".verdict")).to_contain_text("As it stands")
