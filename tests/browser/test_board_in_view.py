"""What has to be in view at the board: the question, reasons, offers; and where its keys work."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Locator, Page, expect

from battles.models import Battle
from battles.replay import played
from rulesets.engine.battle import Battle as Engine
from rulesets.engine.decisions import Decision
from rulesets.snaphance import hexes
from rulesets.snaphance.board.actions import bars
from tests.browser.board import battle_at as free_battle_at
from tests.browser.board import in_hand, middle_of, open_board, settled, skirmish
from tests.browser.kit import DESKTOP, PHONE, BrowserOf, sideways
from tests.browser.test_hex_board import (
    battle_at,
    deploying,
    free_to_step,
    keys,
    last_choice,
    place_on,
    subject,
)


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


# -- the sheet of a phone ------------------------------------------------------------------------------


def inside(page: Page, locator: Locator) -> bool:
    """Whether all of an element lies in the window."""
    assert page.viewport_size is not None
    top, bottom = edges(locator)
    return top >= 0 and bottom <= page.viewport_size["height"]


def test_on_a_phone_field_and_question_are_in_sight_together(
    browser_of: BrowserOf, alice: User, transactional_db: None
) -> None:
    row = battle_at(alice, free_to_step)
    page = open_board(browser_of(alice, PHONE), row)
    in_hand(page, subject(row))
    field, sheet = page.locator("#board-view"), page.locator(".board-side")
    for part in (page.locator("#board-head"), field, page.locator("#board-question"), sheet):
        assert inside(page, part)
    # Who is new reads the beginning of what they are told, and unfolds the rest.
    expect(page.locator("#board-panel .hint[open]")).to_have_count(0)
    expect(page.locator("#board-panel .hint .lead")).to_be_visible()
    assert inside(page, page.get_by_role("button", name="Undo"))
    assert inside(page, page.locator("#board-panel .option .button").first)
    assert edges(page.locator("#board-head"))[1] < 90, "the head is compact"
    assert edges(field)[1] - edges(field)[0] > 300
    assert edges(page.locator("#board-since"))[1] <= edges(page.locator("#board-question"))[0]
    assert sideways(page) <= 0
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight"), "the page itself stays"


def test_the_part_of_the_sheet_that_is_in_sight_is_marked(
    browser_of: BrowserOf, alice: User, transactional_db: None
) -> None:
    row = battle_at(alice, free_to_step)
    page = open_board(browser_of(alice, PHONE), row)
    now = page.locator(".sheet-places [aria-current]")
    expect(now).to_have_text("Decision")
    page.locator(".sheet-places .button", has_text="Log").click()
    expect(now).to_have_text("Log")
    page.locator(".sheet-places .button", has_text="Decision").click()
    expect(now).to_have_text("Decision")


def test_the_sheet_is_pulled_pressed_and_moved_by_keys(
    browser_of: BrowserOf, alice: User, transactional_db: None
) -> None:
    page = open_board(browser_of(alice, PHONE), battle_at(alice, free_to_step))
    board, sheet = page.locator("#board"), page.locator(".board-side")
    handle = page.get_by_role("button", name="Make the panel larger")
    half = edges(sheet)[0]
    x, y = middle_of(handle)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y - 250, steps=5)
    page.mouse.up()
    expect(board).to_have_attribute("data-sheet", "full")
    assert edges(sheet)[0] < half - 200
    assert inside(page, page.locator("#board-head"))
    page.get_by_role("button", name="Make the panel smaller").tap()
    expect(board).to_have_attribute("data-sheet", "half")
    handle.focus()
    page.keyboard.press("ArrowDown")
    expect(board).to_have_attribute("data-sheet", "low")
    expect(handle).to_have_attribute("aria-expanded", "false")
    page.get_by_role("button", name="Log", exact=True).tap()
    expect(board).to_have_attribute("data-sheet", "half")
    expect(page.locator("#board-log h2")).to_be_in_viewport()
    page.get_by_role("button", name="More", exact=True).tap()
    expect(page.locator("#board-slider")).to_be_in_viewport()
    expect(page.locator(".board-side .tabs a").first).to_be_attached()
    page.get_by_role("button", name="Decision", exact=True).tap()
    expect(page.locator("#board-question")).to_be_in_viewport(ratio=1)


def test_a_wide_window_has_no_sheet(browser_of: BrowserOf, alice: User, transactional_db: None) -> None:
    page = open_board(browser_of(alice, DESKTOP), battle_at(alice, free_to_step))
    expect(page.locator(".sheet-bar")).to_be_hidden()
    expect(page.locator(".battle-head .tabs")).to_be_visible()
    page.set_viewport_size({"width": 390, "height": 844})
    expect(page.locator(".board-side .board-tools")).to_be_attached()
    page.set_viewport_size({"width": 1366, "height": 900})
    expect(page.locator(".board-field > .board-tools")).to_be_visible()
    expect(page.locator(".battle-head .tabs")).to_be_visible()


# -- rule numbers --------------------------------------------------------------------------------------


LAPTOP = {"viewport": {"width": 1366, "height": 768}}


def test_the_head_of_a_board_leaves_a_laptop_to_field_and_question(
    browser_of: BrowserOf, alice: User, transactional_db: None
) -> None:
    page = open_board(browser_of(alice, LAPTOP), battle_at(alice, free_to_step))
    assert edges(page.locator("#board-view"))[0] < 230
    assert inside(page, page.locator("#board-view"))
    assert inside(page, page.locator("#board-question"))
    # One line of navigation, and one for the battle.
    assert len({round(edges(each)[0]) for each in page.locator(".masthead nav li").all()}) == 1
    assert len({round(edges(each)[1]) for each in page.locator(".battle-head .tabs a").all()}) == 1
    assert sideways(page) <= 0


@pytest.mark.parametrize("device", [PHONE, DESKTOP])
def test_one_switch_shows_rule_numbers_and_is_remembered(
    browser_of: BrowserOf, alice: User, transactional_db: None, device: dict[str, Any]
) -> None:
    row = battle_at(alice, free_to_step)
    page = open_board(browser_of(alice, device), row)
    number = page.locator("#board-panel .option .rule-id").first
    expect(number).to_be_hidden()
    switch = page.get_by_role("switch", name="Rule numbers")
    switch.scroll_into_view_if_needed()
    switch.click()
    expect(switch).to_have_attribute("aria-checked", "true")
    expect(number).to_be_visible()
    page.reload()
    expect(number).to_be_visible()
    page.goto(f"{row.get_absolute_url()}log/")
    expect(page.locator(".log .rule-id").first).to_be_visible()
    page.get_by_role("switch", name="Rule numbers").press("Space")
    expect(page.locator(".log .rule-id").first).to_be_hidden()


# -- several hexes at once -----------------------------------------------------------------------------


def way_of(page: Page, least: int) -> dict[str, Any]:
    """A way of the stand in hand of so many hexes at least, that costs nothing but MP."""
    data = json.loads(page.locator("#inspection-data").text_content() or "")
    return next(way for way in data["ways"] if way["sure"] and len(way["places"]) > least)


def on_the_map(row: Battle, unit: str) -> str:
    row.refresh_from_db()
    with played(row) as found:
        return hexes.label(found.engine.state.stands[unit].hex)


@pytest.mark.parametrize("device", [PHONE, DESKTOP])
def test_a_stand_is_dragged_over_several_hexes(
    browser_of: BrowserOf, alice: User, transactional_db: None, device: dict[str, Any]
) -> None:
    row = battle_at(alice, free_to_step)
    page = open_board(browser_of(alice, device), row)
    unit = subject(row)
    piece, revision = in_hand(page, unit), row.revision
    way = way_of(page, 2)
    x, y = middle_of(piece)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 12, y + 12)
    page.mouse.move(*place_on(page, way["place"]), steps=5)
    expect(page.locator(".layer-way polyline.way")).to_be_attached()
    expect(page.locator(".layer-way .way-stop")).to_have_count(len(way["places"]) - 1)
    page.mouse.up()
    settled(page, revision + len(way["keys"]))
    assert on_the_map(row, unit) == way["place"]
    expect(page.locator(".layer-way polyline.way")).to_have_count(0)
    page.get_by_role("button", name="Undo the whole move").click()
    settled(page, revision + len(way["keys"]) + 1)
    assert on_the_map(row, unit) == way["places"][0]


def test_the_far_hex_is_tapped_and_the_way_shown_before_it_is_gone(
    browser_of: BrowserOf, alice: User, transactional_db: None
) -> None:
    row = battle_at(alice, choosing)
    page = open_board(browser_of(alice, PHONE), row)
    unit = keys(row, "activate")[0]["unit"]
    page.evaluate("id => document.getElementById(`p-${id}`).focus()", unit)
    page.keyboard.press("Enter")
    in_hand(page, unit)
    way, revision = way_of(page, 1), row.revision
    assert way["keys"][0] == {"do": "activate", "unit": unit}
    page.touchscreen.tap(*place_on(page, way["place"]))
    bar = page.locator(".board-confirm")
    expect(bar).to_contain_text(f"Move to {way['place']}: {len(way['places']) - 1} hex")
    expect(bar).to_be_in_viewport(ratio=1)
    expect(page.locator(".layer-way polyline.way")).to_be_attached()
    bar.get_by_role("button", name="Confirm").click()
    settled(page, revision + len(way["keys"]))
    assert on_the_map(row, unit) == way["place"]


def test_a_tap_out_of_reach_offers_to_let_it_act(
    browser_of: BrowserOf, alice: User, transactional_db: None
) -> None:
    row = battle_at(alice, choosing)
    page = open_board(browser_of(alice, DESKTOP), row)
    key = keys(row, "activate")[0]
    page.evaluate("id => document.getElementById(`p-${id}`).focus()", key["unit"])
    page.keyboard.press("Enter")
    in_hand(page, key["unit"])
    data = json.loads(page.locator("#inspection-data").text_content() or "")
    page.mouse.click(*free_place(page, row, {way["place"] for way in data["ways"]}))
    bar = page.locator(".board-confirm")
    expect(bar).to_contain_text("It has to act first")
    expect(bar).to_be_in_viewport(ratio=1)
    revision = row.revision
    bar.get_by_role("button", name="Confirm").click()
    expect(page.locator(f'#board[data-revision="{revision}"]')).to_have_count(0)
    assert last_choice(row) == key


def free_place(page: Page, row: Battle, not_at: set[str]) -> tuple[float, float]:
    """The middle of a hex in sight on which nobody stands, and that is none of those."""
    box = page.locator("#board-view").bounding_box()
    assert box is not None
    for hex_ in (f"{column:02}{line:02}" for line in range(2, 11) for column in range(3, 16)):
        if hex_ in not_at:
            continue
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
        why.get_by_role("button", name="Deselect").click()
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


# -- put on the field ---------------------------------------------------------------------------------


def laying_out(battle: Engine, decision: Decision) -> bool:
    """Terrain is placed at a place of one's own."""
    return decision.kind == "place terrain"


@pytest.mark.parametrize("device", [PHONE, DESKTOP])
def test_terrain_is_dragged_from_the_tray_to_its_place(
    browser_of: BrowserOf, alice: User, transactional_db: None, device: dict[str, Any]
) -> None:
    row = free_battle_at(laying_out, alice, document=skirmish(terrain="roll"))
    page = open_board(browser_of(alice, device), row)
    chip = page.locator(".board-tray .chip", has_text="Broken ground")
    x, y = middle_of(chip)
    field = page.locator("#board-view").bounding_box()
    assert field is not None
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 8, y - 8)
    page.mouse.move(field["x"] + field["width"] / 2, field["y"] + field["height"] / 2, steps=4)
    expect(page.locator(".layer-placing .placing-ground")).to_be_attached()
    page.mouse.up()
    bar = page.locator(".board-confirm")
    expect(bar).to_contain_text("Broken ground")
    expect(bar).to_be_in_viewport(ratio=1)
    bar.get_by_role("button", name="Confirm").click()
    settled(page, row.revision + 1)
    with played(Battle.objects.get(pk=row.pk)) as found:
        (piece,) = found.engine.state.terrain.values()
    xs, ys = piece.outline[::2], piece.outline[1::2]
    assert abs(sum(xs) / len(xs) - 10) < 1
    assert abs(sum(ys) / len(ys) - 7.5) < 1
    page.locator(".legend summary").click()
    expect(page.locator(".legend .grounds")).to_contain_text("Broken ground")


def test_a_stand_is_dragged_from_the_tray_to_its_hex(
    browser_of: BrowserOf, alice: User, transactional_db: None
) -> None:
    row = battle_at(alice, deploying)
    page = open_board(browser_of(alice, PHONE), row)
    unit, key = subject(row), keys(row, "place")[0]
    chip = page.locator(".board-tray .chip")
    expect(chip).to_have_count(1)
    page.evaluate("document.querySelector('[data-tool=fit]').click()")
    x, y = middle_of(chip)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 8, y - 8)
    page.mouse.move(*place_on(page, key["hex"]), steps=4)
    page.mouse.up()
    expect(page.locator(".board-confirm")).to_contain_text(key["hex"])
    page.get_by_role("button", name="Confirm").click()
    settled(page, row.revision + 1)
    assert on_the_map(row, unit) == key["hex"]
