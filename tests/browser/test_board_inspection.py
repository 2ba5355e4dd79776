"""A piece in hand: its reach, ghosts of its moves, its options, and places pointed out on the field."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from battles import services
from battles.models import Battle
from battles.replay import played
from tests.browser.board import (
    battle_at,
    form,
    in_hand,
    kind,
    may_advance,
    middle_of,
    offers,
    open_board,
    option_of,
    settled,
    skirmish,
)
from tests.browser.kit import PHONE, BrowserOf

COVERED = """() => {
  const placed = (each) => [each, each.getBoundingClientRect()];
  const boxes = (which) => [...document.querySelectorAll(which)].map(placed);
  const meet = (one, two) =>
    one.left < two.right && two.left < one.right && one.top < two.bottom && two.top < one.bottom;
  const words = boxes(".layer-odds .board-label text");
  const bases = boxes("#board-pieces .selected rect:not([rx])");
  return words.flatMap(([text, box], i) =>
    [...words.slice(i + 1), ...bases].filter(([, other]) => meet(box, other)).map(() => text.textContent));
}"""
"""The chances on the field that cover another one or the base of the selected unit."""

CROSSED = """() => {
  const words = [...document.querySelectorAll(".layer-odds .board-label text")];
  const lines = [...document.querySelectorAll(".layer-areas polygon, .layer-lines line")].map((line) => {
    const [whole, matrix] = [line.getTotalLength(), line.getScreenCTM()];
    const steps = Array.from({ length: Math.ceil(whole) + 1 }, (_, at) => line.getPointAtLength(at));
    return steps.map((place) => place.matrixTransform(matrix));
  });
  return words.filter((text) => {
    const { left, right, top, bottom } = text.getBoundingClientRect();
    return lines.some((line) => line.some(({ x, y }) => x > left && x < right && y > top && y < bottom));
  }).map((text) => text.textContent);
}"""
"""The chances on the field that an edge of an arc, of a reach or a line to a target passes behind."""


@pytest.fixture
def row(alice: User, transactional_db: None) -> Battle:
    """A battle of Alice's for both sides, a unit of hers about to move."""
    return battle_at(may_advance, alice)


@pytest.fixture
def page(browser_of: BrowserOf, alice: User, row: Battle) -> Page:
    """Alice's board at her desk."""
    return open_board(browser_of(alice), row)


def subject(row: Battle) -> str:
    """The unit that the pending decision is about."""
    with played(row) as found:
        assert found.engine.pending is not None
        return found.engine.pending.subject


def place(row: Battle, unit: str) -> tuple[float, float]:
    """Where the middle of a unit's front is."""
    with played(row) as found:
        base = found.engine.state.units[unit].place
        return base.x, base.y


def test_the_unit_that_is_asked_is_in_hand_with_its_reach_and_card(page: Page, row: Battle) -> None:
    unit = subject(row)
    in_hand(page, unit)
    expect(page.locator("#board-inspection")).to_contain_text("What it may not do, and why")
    expect(page.locator("#board-svg .area-march").first).to_be_attached()
    expect(page.locator("#board-svg .area-words").first).to_have_text(
        re.compile(r"^(\d(st|nd|rd|th) move|die \d\+) \d+%$")
    )


def test_no_chance_covers_another_one_or_a_base(
    browser_of: BrowserOf, alice: User, transactional_db: None
) -> None:
    row = battle_at(offers("shoot", side=0), alice, document=skirmish(5, terrain="roll"))
    page = open_board(browser_of(alice), row)
    in_hand(page, subject(row))
    expect(page.locator(".layer-odds .board-label").first).to_be_attached()
    words = page.locator(".layer-odds .board-label").count()
    for pressed in ("", "+", "t"):
        if pressed:
            page.locator("#board-view").focus()
            page.keyboard.press(pressed)
        assert page.evaluate(COVERED) == []
        assert page.evaluate(CROSSED) == []
        assert page.locator(".layer-odds .board-label").count() >= words


def test_another_unit_is_taken_in_hand_and_laid_down(page: Page, row: Battle) -> None:
    in_hand(page, subject(row))
    page.mouse.click(*middle_of(page.locator("[id='p-b.c1u3']")))
    in_hand(page, "b.c1u3")
    expect(page.locator("#board-inspection h2")).to_contain_text(
        str(page.locator("[id='p-b.c1u3']").get_attribute("data-name"))
    )
    page.keyboard.press("Escape")
    expect(page.locator("#board-pieces .selected")).to_have_count(0)
    expect(page.locator("#board-svg .area")).to_have_count(0)
    expect(page.locator("#board-inspection")).to_contain_text("Select a unit or leader")


def test_a_unit_is_taken_in_hand_by_keys_and_from_the_list(page: Page, row: Battle) -> None:
    in_hand(page, subject(row))
    page.locator("#board-view").focus()
    page.keyboard.press("]")
    page.keyboard.press("]")
    walked = str(page.evaluate("document.activeElement.id"))
    page.keyboard.press("Enter")
    in_hand(page, walked.removeprefix("p-"))
    page.get_by_text("Units as a list").click()
    page.locator("[data-take='b.c1u4']").click()
    in_hand(page, "b.c1u4")
    expect(page).to_have_url(re.compile("/board/$"))


def test_an_option_points_out_its_pieces_and_a_piece_its_options(
    browser_of: BrowserOf, alice: User, transactional_db: None
) -> None:
    row = battle_at(offers("shoot", side=0), alice)
    page = open_board(browser_of(alice), row)
    shot = option_of(row, "shoot")
    unit, target = shot.key["unit"], shot.key["target"]
    in_hand(page, unit)
    form(page, shot.key).locator("button").hover()
    expect(page.locator(f"[id='p-{target}']")).to_have_class(re.compile(r"\bnamed\b"))
    page.locator(f"[id='p-{target}']").hover()
    expect(form(page, shot.key)).to_have_class(re.compile(r"\bpointed\b"))
    expect(page.locator(f"[id='p-{target}']")).not_to_have_class(re.compile(r"\bnamed\b"))
    expect(page.locator("#board-overlay .target-shoot").first).to_be_attached()


def test_choosing_a_piece_leaves_its_options_and_a_way_to_all_of_them(
    browser_of: BrowserOf, alice: User, transactional_db: None
) -> None:
    def several(battle: object, decision: object) -> bool:
        found = [option for option in decision.options if option.key["do"] == "activate"]  # type: ignore[attr-defined]
        return decision.kind == "command" and len(found) > 2  # type: ignore[attr-defined]

    row = battle_at(several, alice)
    page = open_board(browser_of(alice), row)
    with played(row) as found:
        assert found.engine.pending is not None
        keys = [option.key for option in found.engine.pending.options if option.key["do"] == "activate"]
    chosen, other = keys[0], keys[1]
    page.mouse.click(*middle_of(page.locator(f"[id='p-{chosen['unit']}']")))
    expect(form(page, other)).to_be_hidden()
    expect(form(page, chosen)).to_be_visible()
    heads = page.locator(".decision h3:visible")
    assert heads.count() == len(set(heads.all_inner_texts())) == 1
    every = page.locator(".decision h3").count()
    assert every > 1
    page.get_by_role("button", name=re.compile(r"^Show all \d+ options again$")).click()
    expect(form(page, other)).to_be_visible()
    expect(page.locator(".decision h3:visible")).to_have_count(every)
    expect(page.locator("#board-question")).to_be_focused()


def test_a_drag_writes_the_number_and_the_choice_moves_the_unit(page: Page, row: Battle) -> None:
    unit = subject(row)
    piece = in_hand(page, unit)
    before = place(row, unit)
    x, y = middle_of(piece)
    unit_pixels = page.evaluate("document.getElementById('board-overlay').getScreenCTM().a") * 40
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y - unit_pixels * 0.5, steps=3)
    page.mouse.move(x, y - unit_pixels * 0.8, steps=3)
    expect(page.locator("#board-overlay .ghost")).to_have_count(1)
    page.mouse.up()
    option = form(page, option_of(row, "advance").key)
    number = option.locator("[name=number-bu]")
    written = float(number.input_value())
    assert written == pytest.approx(0.8, abs=0.15)
    expect(option.locator("button[type=submit]")).to_be_focused()
    expect(page.locator(".board-confirm")).to_contain_text(f"{written:g} BU")
    revision = row.revision
    page.get_by_role("button", name="Confirm").click()
    settled(page, revision + 1)
    row.refresh_from_db()
    after = place(row, unit)
    assert (after[0] - before[0]) ** 2 + (after[1] - before[1]) ** 2 == pytest.approx(written**2, abs=0.01)
    moved = page.locator(f"[id='p-{unit}']")
    assert float(str(moved.get_attribute("data-y"))) == pytest.approx(after[1], abs=0.001)
    expect(page.locator("#board-overlay .ghost")).to_have_count(0)


def test_a_finger_drags_a_unit_on_a_phone(browser_of: BrowserOf, alice: User, row: Battle) -> None:
    page = open_board(browser_of(alice, PHONE), row)
    piece = in_hand(page, subject(row))
    x, y = middle_of(piece)
    glass = page.context.new_cdp_session(page)

    def touch(kind: str, *points: dict[str, float]) -> None:
        glass.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(points)})

    touch("touchStart", {"x": x, "y": y})
    for step in (4, 8, 12):
        touch("touchMove", {"x": x, "y": y - step})
    touch("touchEnd")
    expect(page.locator(".board-confirm")).to_be_visible()
    expect(page.locator("#board-overlay .ghost")).to_have_count(1)
    page.get_by_role("button", name="Cancel").tap()
    expect(page.locator("#board-overlay .ghost")).to_have_count(0)
    expect(page.locator(".board-confirm")).to_be_hidden()


def test_a_number_that_is_typed_draws_the_ghost(page: Page, row: Battle) -> None:
    in_hand(page, subject(row))
    number = form(page, option_of(row, "advance").key).locator("[name=number-bu]")
    number.fill("0.4")
    expect(page.locator("#board-overlay .ghost-words")).to_contain_text("0.4 BU")
    near = page.locator("#board-overlay .ghost").get_attribute("points")
    number.fill("0.9")
    expect(page.locator("#board-overlay .ghost-words")).to_contain_text("0.9 BU")
    expect(page.locator("#board-overlay .ghost")).not_to_have_attribute("points", str(near))


def test_what_is_typed_and_in_hand_survives_news(page: Page, row: Battle) -> None:
    unit = subject(row)
    in_hand(page, unit)
    page.get_by_role("button", name="Zoom in").click()
    seen = str(page.locator("#board-svg").get_attribute("viewBox"))
    number = form(page, option_of(row, "advance").key).locator("[name=number-bu]")
    page.locator("#board-log summary").first.click()
    number.fill("0.4")
    row.refresh_from_db()
    services.set_reactions(row, 1, "never")
    row.refresh_from_db()
    settled(page, row.revision)
    expect(number).to_have_value("0.4")
    expect(page.locator("#board-log details[open]")).to_have_count(1)
    expect(number).to_be_focused()
    in_hand(page, unit)
    expect(page.locator("#board-svg")).to_have_attribute("viewBox", seen)


def test_a_place_of_ones_own_is_pointed_out_on_the_field(
    browser_of: BrowserOf, alice: User, transactional_db: None
) -> None:
    row = battle_at(kind("deploy leader", side=0), alice)
    page = open_board(browser_of(alice), row)
    option = form(page, option_of(row, "place").key)
    option.get_by_role("button", name="Point on the board").click()
    x, y = middle_of(page.locator("[id='p-a.c1u2']"))
    page.mouse.click(x, y)
    expect(page.locator(".board-confirm")).to_be_visible()
    wanted = [float(option.locator(f"[name=number-{name}]").input_value()) for name in "xy"]
    with played(row) as found:
        base = found.engine.state.units["a.c1u2"].place
    middle = base.corners[0] + base.corners[4], base.corners[1] + base.corners[5]
    assert wanted == pytest.approx([middle[0] / 2, middle[1] / 2], abs=0.3)


def test_a_base_is_placed_by_a_drag_that_gives_its_heading(
    browser_of: BrowserOf, alice: User, transactional_db: None
) -> None:
    row = battle_at(kind("deploy unit", side=0), alice)
    page = open_board(browser_of(alice), row)
    with played(row) as found:
        assert found.engine.pending is not None
        free = next(o for o in found.engine.pending.options if len(o.params) == 3)
        ready = [o.key for o in found.engine.pending.options if "at" in o.key]
    option = form(page, free.key)
    expect(page.locator("#inspection-data")).to_be_attached()
    expect(page.locator("#board-overlay .ready-place")).to_have_count(len(ready))
    option.get_by_role("button", name="Point on the board").click()
    x, y = middle_of(page.locator("#board-view"))
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 60, y, steps=4)
    page.mouse.up()
    heading = float(option.locator("[name=number-heading]").input_value())
    assert min(heading, 360 - heading) == pytest.approx(0, abs=3)
    expect(page.locator("#board-overlay .ghost")).to_have_count(1)


def test_a_ready_made_place_is_tapped(browser_of: BrowserOf, alice: User, transactional_db: None) -> None:
    row = battle_at(kind("deploy unit", side=0), alice, document=skirmish(2))
    page = open_board(browser_of(alice), row)
    revision = row.revision
    spot = page.locator("#board-overlay .ready-place").first
    expect(spot).to_be_attached()
    words = spot.get_attribute("data-said")
    page.mouse.click(*middle_of(spot))
    expect(page.locator(".board-confirm")).to_contain_text(str(words))
    page.get_by_role("button", name="Confirm").click()
    expect(page.locator(f'#board[data-revision="{revision}"]')).to_have_count(0)
    row.refresh_from_db()
    assert row.revision > revision


def test_the_panel_alone_is_enough_with_keys(browser_of: BrowserOf, alice: User, row: Battle) -> None:
    page = open_board(browser_of(alice), row)
    option = form(page, option_of(row, "advance").key)
    page.locator("#board-question").focus()
    for _ in range(60):
        page.keyboard.press("Tab")
        if option.locator("[name=number-bu]").evaluate("field => field === document.activeElement"):
            break
    expect(option.locator("[name=number-bu]")).to_be_focused()
    page.keyboard.press("Control+a")
    page.keyboard.type("0.5")
    page.keyboard.press("Tab")
    expect(option.locator("button[type=submit]")).to_be_focused()
    page.keyboard.press("Enter")
    settled(page, row.revision + 1)
    expect(page.locator("#board-live")).not_to_be_empty()
    expect(page.locator("#board-question")).to_be_focused()
    made = row.choices.get(number=row.version + 1)
    assert made.choice["bu"] == 0.5
