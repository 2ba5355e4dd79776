"""What has to be in view at the board: the question, reasons, offers; and where its keys work."""

from __future__ import annotations

from django.contrib.auth.models import User
from playwright.sync_api import Locator, Page, expect

from battles.models import Battle
from battles.replay import played
from rulesets.engine.battle import Battle as Engine
from rulesets.engine.decisions import Decision
from rulesets.snaphance import hexes
from rulesets.snaphance.board.actions import bars
from tests.browser.board import in_hand, open_board, settled
from tests.browser.kit import DESKTOP, PHONE, BrowserOf, sideways
from tests.browser.test_hex_board import battle_at, free_to_step, keys, last_choice, place_on, subject


def hindered(battle: Engine, decision: Decision) -> bool:
    """A stand that may step has a hex beside it that is empty and barred."""
    return free_to_step(battle, decision) and bool(_barred(battle, decision))


def _barred(battle: Engine, decision: Decision) -> list[str]:
    acts = battle.state.stands[decision.subject]
    state = battle.state
    taken = {hexes.label(each.hex) for each in (*state.stands.values(), *state.generals.values()) if each.hex}
    return [bar.place for bar in bars(battle, acts, list(decision.options)) if bar.place not in taken]


def barred(row: Battle) -> str:
    """A hex beside the stand that acts that it may not enter."""
    with played(row) as found:
        assert found.engine.pending is not None
        return _barred(found.engine, found.engine.pending)[0]


def choosing(battle: Engine, decision: Decision) -> bool:
    """A group is asked who acts next."""
    return decision.kind == "group" and any(each.key["do"] == "activate" for each in decision.options)


def edges(locator: Locator) -> tuple[float, float]:
    """Where an element begins and ends on the page, downwards."""
    box = locator.bounding_box()
    assert box is not None
    return box["y"], box["y"] + box["height"]


# -- under the field of a phone ----------------------------------------------------------------------


def test_on_a_phone_the_question_stands_right_under_the_field(
    browser_of: BrowserOf, alice: User, transactional_db: None
) -> None:
    row = battle_at(alice, free_to_step)
    page = open_board(browser_of(alice, PHONE), row)
    in_hand(page, subject(row))
    field, panel = edges(page.locator("#board-view")), edges(page.locator("#board-panel"))
    assert 0 <= panel[0] - field[1] < 24
    assert edges(page.locator("#board-question"))[1] < edges(page.locator("#board-since"))[0]
    for further in ("#board-inspection", ".board-tool-row", ".legend", "#board-units", "#board-log"):
        assert edges(page.locator(further))[0] >= panel[1]
    assert sideways(page) <= 0


def test_on_a_phone_the_slider_stays_beside_the_field(
    browser_of: BrowserOf, alice: User, transactional_db: None
) -> None:
    page = open_board(browser_of(alice, PHONE), battle_at(alice, free_to_step))
    assert 0 <= edges(page.locator("#board-view"))[0] - edges(page.locator("#board-slider"))[1] < 24


def test_a_tap_before_it_acts_offers_to_let_it_act(
    browser_of: BrowserOf, alice: User, transactional_db: None
) -> None:
    row = battle_at(alice, choosing)
    page = open_board(browser_of(alice, PHONE), row)
    key = keys(row, "activate")[0]
    page.evaluate("id => document.getElementById(`p-${id}`).focus()", key["unit"])
    page.keyboard.press("Enter")
    in_hand(page, key["unit"])
    page.locator("#board-view").scroll_into_view_if_needed()
    page.touchscreen.tap(*free_place(page, row))
    bar = page.locator(".board-confirm")
    expect(bar).to_contain_text("it has to act first")
    expect(bar).to_be_in_viewport(ratio=1)
    revision = row.revision
    bar.get_by_role("button", name="Do it").click()
    expect(page.locator(f'#board[data-revision="{revision}"]')).to_have_count(0)
    assert last_choice(row) == key


def free_place(page: Page, row: Battle) -> tuple[float, float]:
    """The middle of a hex in sight on which nobody stands."""
    box = page.locator("#board-view").bounding_box()
    assert box is not None
    for hex_ in (f"{column:02}{line:02}" for line in range(2, 11) for column in range(3, 16)):
        x, y = place_on(page, hex_)
        inside = (
            box["x"] + 15 < x < box["x"] + box["width"] - 15
            and box["y"] + 15 < y < box["y"] + box["height"] - 15
        )
        found = inside and page.evaluate(
            "at => !document.elementFromPoint(...at)?.closest('[data-piece], [data-leader], [data-spot]')",
            [x, y],
        )
        if found:
            return x, y
    raise AssertionError("somebody stands everywhere")


# -- why not ------------------------------------------------------------------------------------------


def test_a_tap_where_it_may_not_go_says_why_and_keeps_it_in_hand(
    browser_of: BrowserOf, alice: User, transactional_db: None
) -> None:
    row = battle_at(alice, hindered)
    for device in (PHONE, DESKTOP):
        page = open_board(browser_of(alice, device), row)
        in_hand(page, subject(row))
        hex_ = barred(row)
        page.locator("#board-view").scroll_into_view_if_needed()
        (page.touchscreen.tap if device is PHONE else page.mouse.click)(*place_on(page, hex_))
        why = page.locator(".board-why")
        expect(why).to_be_in_viewport(ratio=1)
        expect(why.locator("p")).to_have_text(str(page.locator(f'[data-bar="{hex_}"]').text_content()))
        expect(why.locator("p a")).to_have_text(str(page.locator(f'[data-bar="{hex_}"] a').text_content()))
        in_hand(page, subject(row))
        why.get_by_role("button", name="Lay it down").click()
        expect(why).to_be_hidden()
        expect(page.locator("#board-pieces .selected")).to_have_count(0)


# -- offers -------------------------------------------------------------------------------------------


def test_what_is_offered_and_how_it_stands_is_in_view_of_both(
    browser_of: BrowserOf, alice: User, bob: User, transactional_db: None
) -> None:
    row = battle_at(alice, lambda battle, decision: decision.side == 1 and free_to_step(battle, decision))
    Battle.objects.filter(pk=row.pk).update(opponent=bob)
    asked, asking = (open_board(browser_of(user, PHONE), row) for user in (alice, bob))
    asked.locator("#board-log").scroll_into_view_if_needed()
    button = asking.get_by_role("button", name="Ask to undo")
    button.scroll_into_view_if_needed()
    button.click()
    expect(asking.locator("#board-offer")).to_be_in_viewport(ratio=1)
    expect(asking.locator("#board-offer")).to_contain_text("no answer yet")
    expect(asking.locator(".board-buttons")).to_contain_text("Asked to undo")
    expect(button).to_have_count(0)
    expect(asked.locator("#board-offer")).to_be_in_viewport(ratio=1)
    asked.get_by_role("button", name="Decline").click()
    expect(asking.locator("#board-declined")).to_be_in_viewport(ratio=1)
    row.refresh_from_db()
    settled(asking, row.revision)


# -- keys ---------------------------------------------------------------------------------------------


def test_keys_work_before_the_field_has_the_focus_and_not_while_one_types(
    browser_of: BrowserOf, alice: User, transactional_db: None
) -> None:
    row = battle_at(alice, free_to_step)
    page = open_board(browser_of(alice), row)
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Shift+D")
    expect(page.locator("#board-question")).to_be_focused()
    page.keyboard.press("g")
    expect(page.get_by_role("button", name="Zones")).to_have_attribute("aria-pressed", "true")
    page.locator("#board-slider").focus()
    page.keyboard.press("g")
    expect(page.get_by_role("button", name="Zones")).to_have_attribute("aria-pressed", "true")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Escape")
    expect(page.locator("#board-pieces .selected")).to_have_count(0)
