"""Looking back over a battle, and looking on at one."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from battles import services
from battles.models import Battle
from battles.replay import played
from tests.browser.board import battle_at, in_hand, may_advance, open_board, option_of, settled, skirmish
from tests.browser.kit import BrowserOf


@pytest.fixture
def fought(alice: User, transactional_db: None) -> Battle:
    """A battle that the tactician has fought to its end."""
    row = services.begin(alice, skirmish(3, max_turns=3), seed="5", agreed=True)
    services.advance(row, None)
    return row


@pytest.fixture
def page(browser_of: BrowserOf, alice: User, fought: Battle) -> Page:
    """Alice's board of the battle that is over."""
    return open_board(browser_of(alice), fought)


def slide(page: Page, number: int) -> None:
    """Move the slider to an event, as a hand does."""
    page.locator("#board-slider").evaluate(
        "(slider, to) => { slider.value = to; slider.dispatchEvent(new Event('input', { bubbles: true })) }",
        str(number),
    )


def standing(battle: Battle, number: int) -> set[str]:
    """The units on the table after so many events."""
    with played(battle) as found:
        engine = found.engine
        state = engine.system.core.begin(engine.setup)
        for entry in engine.entries[:number]:
            entry.event.apply(state)
        return {unit["id"] for unit in state.to_json()["units"] if unit["base"]}


def shown(page: Page) -> set[str]:
    """The units that are drawn."""
    pieces = page.locator("#board-pieces [data-piece]")
    return set(pieces.evaluate_all("pieces => pieces.map((piece) => piece.dataset.piece)"))


def test_the_slider_goes_back_over_the_whole_battle(page: Page, fought: Battle) -> None:
    last = fought.event_count
    expect(page.locator("#board-result")).to_be_visible()
    for number in (0, last // 3, last - 1):
        slide(page, number)
        words = f"After event {number} of {last}" if number else f"Before the first of {last} events"
        expect(page.locator("#board-caption")).to_contain_text(words)
        assert shown(page) == standing(fought, number)
        expect(page.locator("#board-panel")).to_be_hidden()
        expect(page.locator("#board-head .turn")).to_contain_text("looking back")
        expect(page.locator("#board-log h2")).to_have_text(f"Log up to event {number}")
    page.locator("#board-caption").get_by_role("link", name="Earlier").click()
    expect(page.locator("#board-caption")).to_contain_text(f"After event {last - 2} of")
    page.locator("#board-caption").get_by_role("link", name="Back to now").click()
    expect(page.locator("#board-result")).to_be_visible()
    expect(page.locator("#board-caption")).to_be_hidden()
    expect(page.locator("#board-head .turn")).to_contain_text("Over in")
    expect(page.locator("#board-log h2")).to_have_text("Log")
    assert shown(page) == standing(fought, last)


def test_the_slider_goes_by_keys_and_names_the_rule(page: Page, fought: Battle) -> None:
    page.locator("#board-slider").focus()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#board-caption .rule-id")).to_have_text(re.compile("^BQ-"))
    expect(page.locator("output[for=board-slider]")).to_have_text(str(fought.event_count - 1))
    page.keyboard.press("End")
    expect(page.locator("#board-result")).to_be_visible()


def test_the_battle_runs_by_itself_and_is_stopped(page: Page, fought: Battle) -> None:
    slide(page, 1)
    expect(page.locator("#board-caption")).to_contain_text("After event 1 of")
    page.get_by_role("button", name="Play").click()
    expect(page.locator("#board-caption")).not_to_contain_text("After event 1 of")
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Play")).to_have_attribute("aria-pressed", "false")
    slide(page, fought.event_count - 2)
    page.get_by_role("button", name="Play").click()
    expect(page.locator("#board-result")).to_be_visible()
    expect(page.get_by_role("button", name="Play")).to_be_visible()


def test_a_moment_has_an_address(browser_of: BrowserOf, alice: User, fought: Battle) -> None:
    page = open_board(browser_of(alice), fought, f"{fought.get_absolute_url()}board/?event=20")
    expect(page.locator("#board-caption")).to_contain_text("After event 20 of")
    assert shown(page) == standing(fought, 20)
    page.locator("#board-caption").get_by_role("link", name="Back to now").click()
    expect(page.locator("#board-result")).to_be_visible()


def test_who_looks_back_is_not_disturbed_by_news(
    browser_of: BrowserOf, alice: User, bob: User, transactional_db: None
) -> None:
    row = battle_at(may_advance, alice, bob)
    page = open_board(browser_of(bob), row)
    slide(page, 3)
    expect(page.locator("#board-caption")).to_contain_text("After event 3")
    services.choose(row, row.revision, {**option_of(row, "advance").key, "bu": 0.5}, 0, alice)
    settled(page, row.revision)
    expect(page.locator("#board-slider")).to_have_attribute("max", str(row.event_count))
    expect(page.locator("#board-caption")).to_contain_text("After event 3")
    expect(page.locator("#board-slider")).to_have_value("3")


def test_a_spectator_follows_by_the_link_and_can_do_nothing(
    browser_of: BrowserOf, alice: User, bob: User, transactional_db: None
) -> None:
    row = battle_at(may_advance, alice, bob)
    services.share(row)
    page = open_board(browser_of(None), row, f"{row.shared_url}board/")
    option = option_of(row, "advance")
    unit = option.key["unit"]
    before = page.locator(f"[id='p-{unit}']").get_attribute("data-y")
    expect(page.locator("#board form[method=post]")).to_have_count(0)
    services.choose(row, row.revision, {**option.key, "bu": 0.5}, 0, alice)
    settled(page, row.revision)
    expect(page.locator(f"[id='p-{unit}']")).not_to_have_attribute("data-y", str(before))
    expect(page.locator("#board form[method=post]")).to_have_count(0)
    page.locator(f"[id='p-{unit}']").click()
    in_hand(page, unit)


def test_a_link_that_is_taken_back_stops_the_spectator(
    browser_of: BrowserOf, alice: User, fought: Battle, transactional_db: None, tolerated: list[str]
) -> None:
    tolerated.append("status of 404")
    row = battle_at(may_advance, alice)
    services.share(row)
    page = open_board(browser_of(None), row, f"{row.shared_url}board/")
    services.unshare(row)
    expect(page.locator("#board-notice")).to_contain_text("no longer updates")


def test_while_one_looks_back_nothing_of_the_piece_in_hand_is_drawn(
    browser_of: BrowserOf, alice: User, bob: User, transactional_db: None
) -> None:
    row = battle_at(may_advance, alice, bob)
    page = open_board(browser_of(alice), row)
    drawn = page.locator("#board-svg :is(.area, .target, .answer, .held, .board-label, .ghost)")
    expect(page.locator("#board-svg .area").first).to_be_attached()
    slide(page, row.event_count - 1)
    expect(page.locator("#board-caption")).to_contain_text("After event")
    expect(drawn).to_have_count(0)
    services.set_reactions(row, 1, "never")
    settled(page, row.revision)
    expect(drawn).to_have_count(0)
    page.locator("#board-caption").get_by_role("link", name="Back to now").click()
    expect(page.locator("#board-svg .area").first).to_be_attached()
    expect(page.locator("#board-svg .held")).to_have_count(1)
