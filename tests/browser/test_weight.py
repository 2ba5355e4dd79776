"""What the first page weighs, and that it stands still; nor does a list, a board or a record jump when it
changes.
"""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from playwright.sync_api import Page, Response, expect

from armylists import services
from battles.models import Battle
from rulesets.contract.documents import samples
from rulesets.snaphance.scenario_editor import setup as staged
from tests.armylists.scenarios import shipped
from tests.browser.board import battle_at, kind, offers, open_board, settled, skirmish
from tests.browser.kit import SignIn, at_rest
from tests.browser.test_record import UNIT, counter
from tests.kit.records import record

FIRST_PAGE = 300_000
"""Bytes that everything of the first page may have together, uncompressed."""
SHIFT = 0.1
"""The layout shift that its coming may cause, as browsers measure it."""
WATCH = """() => {
  window.shifted = 0;
  new PerformanceObserver((found) => {
    for (const entry of found.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
}"""


@pytest.mark.parametrize("device", ["phone", "desktop"])
def test_the_first_page_is_light_and_stands_still(
    request: pytest.FixtureRequest, device: str, transactional_db: None
) -> None:
    page: Page = request.getfixturevalue(device)
    came: list[Response] = []
    page.on("response", lambda answer: came.append(answer))
    page.goto(reverse("home"))
    at_rest(page)
    sizes = {each.url: len(each.body()) for each in came if each.ok}
    assert any(url.endswith(".css") for url in sizes)
    assert sum(sizes.values()) < FIRST_PAGE, sorted(sizes.items(), key=lambda each: -each[1])[:6]
    assert shift(page) < SHIFT


def shift(page: Page) -> float:
    """By how much the page has shifted since it came, without what a finger has just asked for."""
    page.evaluate(WATCH)
    page.wait_for_timeout(100)
    return float(page.evaluate("window.shifted"))


@pytest.mark.parametrize("device", ["phone", "desktop"])
def test_nothing_jumps_when_a_unit_is_added(
    request: pytest.FixtureRequest, device: str, sign_in: SignIn, alice: User, transactional_db: None
) -> None:
    """Pressed by a script, so that the browser does not forgive what a finger would have asked for."""
    page: Page = request.getfixturevalue(device)
    sign_in(page, alice)
    army = services.create(alice, samples()["royalist-oxford-army"])
    page.goto(reverse("armylists:edit", args=[army.public_id]))
    at_rest(page)
    assert shift(page) < SHIFT
    button = page.locator("[name=do][value=copy]:visible").first
    button.scroll_into_view_if_needed()
    before = float(page.evaluate("window.shifted"))
    button.evaluate("button => button.click()")
    expect(page.locator("main")).to_contain_text("Undo")
    at_rest(page)
    assert float(page.evaluate("window.shifted")) - before < SHIFT
    army.refresh_from_db()
    assert army.version == 2


def battle_on(board: str, alice: User) -> Battle:
    """A battle on a table or on hexes in which Alice is asked."""
    if board == "hexes":
        return battle_at(kind("stand", side=0), alice, document=staged(shipped("training_clash")))
    return battle_at(offers("shoot", side=0), alice, document=skirmish())


@pytest.mark.parametrize("device", ["phone", "desktop"])
@pytest.mark.parametrize("board", ["table", "hexes"])
def test_nothing_jumps_when_a_choice_is_made(
    request: pytest.FixtureRequest, device: str, board: str, sign_in: SignIn, alice: User,
    transactional_db: None,
) -> None:  # fmt: skip
    page: Page = request.getfixturevalue(device)
    row = battle_on(board, alice)
    sign_in(page, alice)
    open_board(page, row)
    at_rest(page)
    shift(page)
    for revision in range(row.revision + 1, row.revision + 5):
        before = float(page.evaluate("window.shifted"))
        page.locator("form.option button[type=submit]").first.evaluate("button => button.click()")
        settled(page, revision)
        at_rest(page)
        assert float(page.evaluate("window.shifted")) - before < SHIFT


@pytest.mark.parametrize("device", ["phone", "desktop"])
def test_nothing_jumps_when_a_loss_is_recorded(
    request: pytest.FixtureRequest, device: str, sign_in: SignIn, alice: User, bob: User,
    transactional_db: None,
) -> None:  # fmt: skip
    page: Page = request.getfixturevalue(device)
    row = record(alice, bob, scenario="Forage")
    sign_in(page, alice)
    page.goto(row.get_absolute_url())
    at_rest(page)
    assert shift(page) < SHIFT
    before = float(page.evaluate("window.shifted"))
    for count in ("1", "2"):
        lost = counter(page, "Destroyed", UNIT)
        lost.scroll_into_view_if_needed()
        lost.locator("button").last.evaluate("button => button.click()")
        expect(lost.locator(".count-value")).to_have_text(count)
    at_rest(page)
    assert float(page.evaluate("window.shifted")) - before < SHIFT
