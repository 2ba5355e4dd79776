"""Looking at the board: pan, zoom, turn, grid and ruler, by mouse, finger and keys."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from playwright.sync_api import Page, expect

from battles import services
from battles.models import Battle
from battles.replay import played
from rulesets.engine.geometry import gap
from tests.browser.board import battle_at, in_hand, may_advance, middle_of, open_board, seen, skirmish
from tests.browser.kit import PHONE, BrowserOf, sideways

PLACE_AT = """([x, y]) => {
  const svg = document.getElementById("board-svg");
  const point = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM().inverse());
  return [point.x, point.y];
}"""
"""The place of the drawing that is seen at a place of the window."""

UPRIGHT = """() => [...document.querySelectorAll("#board-ground text, #board-overlay text")].map((text) => {
  const { a, d } = text.getScreenCTM();
  return a > 0 && d > 0;
})"""
"""Whether each word on the ground and over the field is upright on the screen."""

LEVEL = """() => [...document.querySelectorAll("#board-svg text")].map((text) => {
  const { a, b } = text.getScreenCTM();
  return a > 0 && Math.abs(b) < 0.01 * a;
})"""
"""Whether each word of the drawing, the numbers of the units too, is level on the screen."""

OWN_BASE = """() => [...document.querySelectorAll("#board-pieces [data-piece]")].map((piece) => {
  const base = piece.querySelector("rect:not([rx])").getBoundingClientRect();
  const { x, y, width, height } = piece.querySelector("text").getBoundingClientRect();
  const [across, down] = [x + width / 2, y + height / 2];
  return base.left < across && across < base.right && base.top < down && down < base.bottom;
})"""
"""Whether the number of each unit stands within its base."""


@pytest.fixture
def row(alice: User, transactional_db: None) -> Battle:
    """A battle of Alice's for both sides, a unit of hers about to move."""
    return battle_at(may_advance, alice)


@pytest.fixture
def page(browser_of: BrowserOf, alice: User, row: Battle) -> Page:
    """Alice's board at her desk."""
    return open_board(browser_of(alice), row)


@pytest.fixture
def small(browser_of: BrowserOf, alice: User, row: Battle) -> Page:
    """Alice's board on her phone."""
    return open_board(browser_of(alice, PHONE), row)


def below(page: Page, which: str) -> float:
    """How far below the field's upper edge the first of these pieces is seen."""
    piece, frame = page.locator(which).first.bounding_box(), page.locator("#board-view").bounding_box()
    assert piece is not None
    assert frame is not None
    return piece["y"] + piece["height"] / 2 - frame["y"]


class Fingers:
    """Fingers on the glass of a page."""

    def __init__(self, page: Page) -> None:
        self.session = page.context.new_cdp_session(page)

    def __call__(self, kind: str, *points: tuple[float, float]) -> None:
        touches = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})


def test_the_wheel_brings_what_lies_under_it_nearer_and_fit_shows_all_again(page: Page) -> None:
    whole = seen(page)
    x, y = middle_of(page.locator("#board-pieces [data-piece]").first)
    under = page.evaluate(PLACE_AT, [x, y])
    page.mouse.move(x, y)
    page.mouse.wheel(0, -240)
    expect(page.locator("#board-svg")).not_to_have_attribute("viewBox", " ".join(f"{n:.2f}" for n in whole))
    assert seen(page)[2] < whole[2]
    after = page.evaluate(PLACE_AT, [x, y])
    assert after == pytest.approx(under, abs=2)
    page.get_by_role("button", name="Fit").click()
    assert seen(page) == whole


def test_a_drag_moves_the_field_that_was_brought_nearer(page: Page) -> None:
    page.get_by_role("button", name="Zoom in").click()
    before = seen(page)
    x, y = middle_of(page.locator("#board-view"))
    page.get_by_role("button", name="Pan", exact=True).click()
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 60, y - 40, steps=4)
    page.mouse.up()
    after = seen(page)
    assert after[0] > before[0]
    assert after[1] > before[1]
    assert after[2:] == before[2:]


def test_keys_move_zoom_and_fit(page: Page) -> None:
    whole = seen(page)
    page.locator("#board-view").focus()
    page.keyboard.press("+")
    near = seen(page)
    assert near[2] < whole[2]
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    assert seen(page)[0] > near[0]
    assert seen(page)[1] > near[1]
    page.keyboard.press("-")
    assert seen(page)[2] > near[2]
    page.keyboard.press("0")
    assert seen(page) == whole


def test_two_fingers_zoom_and_one_moves(small: Page) -> None:
    fingers = Fingers(small)
    whole = seen(small)
    x, y = middle_of(small.locator("#board-view"))
    fingers("touchStart", (x - 20, y), (x + 20, y))
    fingers("touchMove", (x - 60, y), (x + 60, y))
    fingers("touchEnd")
    near = seen(small)
    assert near[2] == pytest.approx(whole[2] / 3, rel=0.05)
    # Somewhere without a piece under the finger.
    small.get_by_role("button", name="Pan", exact=True).tap()
    x, y = middle_of(small.locator("#board-view"))
    fingers("touchStart", (x, y))
    fingers("touchMove", (x - 50, y - 30))
    fingers("touchEnd")
    assert seen(small)[0] > near[0]
    assert seen(small)[1] > near[1]


def test_a_tap_takes_a_piece_in_hand_on_a_phone(small: Page) -> None:
    name = str(small.locator("#board-pieces [data-piece]:not(.selected)").first.get_attribute("data-piece"))
    small.touchscreen.tap(*middle_of(small.locator(f"[id='p-{name}']")))
    in_hand(small, name)


def test_the_board_fits_a_phone_and_every_button_a_thumb(small: Page) -> None:
    expect(small.locator("#inspection-data")).to_be_attached()
    assert sideways(small) <= 0
    targets = small.locator("#board .button, #board summary, #board input[type=range]").all()
    sizes = {each.inner_text(): each.bounding_box() for each in targets if each.is_visible()}
    assert len(sizes) > 12
    assert {text: box for text, box in sizes.items() if box and box["height"] < 44} == {}


def test_on_a_phone_the_first_paint_is_the_board(
    browser_of: BrowserOf, alice: User, row: Battle, tolerated: list[str]
) -> None:
    tolerated.append("ERR_FAILED")
    page = browser_of(alice, PHONE)
    page.route("**/js/board/main.js", lambda route: route.abort())
    page.goto(reverse("battles:board", args=[row.public_id]))
    expect(page.get_by_role("banner")).to_be_hidden()
    box = page.locator("#board").bounding_box()
    assert box is not None
    assert (box["x"], box["y"], box["width"], box["height"]) == (0, 0, 390, 844)


def test_without_scripts_the_board_on_a_phone_is_an_ordinary_page(
    browser_of: BrowserOf, alice: User, row: Battle
) -> None:
    page = browser_of(alice, {**PHONE, "java_script_enabled": False})
    page.goto(reverse("battles:board", args=[row.public_id]))
    expect(page.get_by_role("banner")).to_be_visible()
    expect(page.locator(".leave")).to_be_hidden()


@pytest.mark.parametrize("name", ["A Royalist Brigade", "The Marquis of Newcastle"])
def test_on_a_phone_the_names_of_sides_are_shown_in_full(
    browser_of: BrowserOf, alice: User, transactional_db: None, name: str
) -> None:
    row = battle_at(may_advance, alice, document=skirmish(sides=[name, "Parliament"]))
    page = browser_of(alice, PHONE)
    for place in ("battles:board", "battles:battle"):
        page.goto(reverse(place, args=[row.public_id]))
        badge = page.locator(":is(.standing, .measure) .badge").first
        expect(badge).to_have_text(name)
        assert badge.evaluate(
            "each => each.scrollWidth <= each.clientWidth + 1 && each.scrollHeight <= each.clientHeight + 2"
        )


def test_turned_round_the_far_side_is_near_and_every_word_upright(page: Page) -> None:
    before = below(page, "#board-pieces .side-b")
    page.get_by_role("button", name="Turn", exact=True).click()
    expect(page.get_by_role("button", name="Turn", exact=True)).to_have_attribute("aria-pressed", "true")
    assert below(page, "#board-pieces .side-b") > before
    assert set(page.evaluate(UPRIGHT)) == {True}
    page.get_by_role("button", name="Turn", exact=True).click()
    assert below(page, "#board-pieces .side-b") == pytest.approx(before, abs=1)


def test_who_leads_the_far_side_sees_it_at_the_bottom(
    browser_of: BrowserOf, alice: User, bob: User, transactional_db: None
) -> None:
    row = battle_at(may_advance, alice, bob)
    boards = {user: open_board(browser_of(user), row) for user in (alice, bob)}
    for user, own, other in ((alice, ".side-a", ".side-b"), (bob, ".side-b", ".side-a")):
        page = boards[user]
        assert below(page, f"#board-pieces [data-piece]{own}") > below(
            page, f"#board-pieces [data-piece]{other}"
        )


def test_the_grid_is_shown_and_hidden(page: Page) -> None:
    button = page.get_by_role("button", name="Grid")
    grid = page.locator("#board-grid")
    expect(grid).to_be_hidden()
    button.click()
    expect(grid).to_be_visible()
    expect(button).to_have_attribute("aria-pressed", "true")
    page.locator("#board-view").focus()
    page.keyboard.press("g")
    expect(grid).to_be_hidden()


def test_the_ruler_measures_from_edge_to_edge(page: Page, row: Battle) -> None:
    page.get_by_role("button", name="Measure").click()
    page.locator("#board-view").scroll_into_view_if_needed()
    start, end = (middle_of(page.locator(f"[id='p-{unit}']")) for unit in ("a.c1u1", "b.c1u2"))
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*end, steps=5)
    with played(row) as found:
        units = found.engine.state.units
        expected = gap(units["a.c1u1"].place, units["b.c1u2"].place)
    expect(page.locator(".tape-words")).to_have_text(f"{expected:.2f} BU")
    page.mouse.up()
    expect(page.locator("#board-live")).to_have_text(f"{expected:.2f} BU")
    page.keyboard.press("Escape")
    expect(page.locator(".tape-words")).to_have_count(0)


def test_the_ruler_measures_between_two_places_to_hundredths(page: Page) -> None:
    page.locator("#board-view").focus()
    page.keyboard.press("m")
    x, y = middle_of(page.locator("#board-view"))
    scale = page.evaluate("document.getElementById('board-svg').getScreenCTM().a") * 40
    page.mouse.move(x, y - 3 * scale)
    page.mouse.down()
    page.mouse.move(x, y - 1 * scale, steps=3)
    page.mouse.up()
    words = page.locator(".tape-words").text_content() or ""
    assert re.fullmatch(r"\d+\.\d\d BU", words)
    assert float(words.split()[0]) == pytest.approx(2, abs=0.1)


def test_with_keys_alone_the_ruler_goes_from_piece_to_piece(page: Page) -> None:
    page.locator("#board-view").focus()
    page.keyboard.press("m")
    page.keyboard.press("]")
    page.keyboard.press("Enter")
    page.keyboard.press("]")
    expect(page.locator("#board-live")).to_have_text(re.compile(r"^\d+\.\d\d BU$"))


def test_who_looks_on_may_measure(browser_of: BrowserOf, alice: User, row: Battle) -> None:
    services.share(row)
    page = open_board(browser_of(None), row, f"{row.shared_url}board/")
    page.get_by_role("button", name="Measure").click()
    x, y = middle_of(page.locator("#board-view"))
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 80, y, steps=3)
    page.mouse.up()
    expect(page.locator(".tape-words")).to_have_count(1)
    expect(page.locator("#board form[method=post]")).to_have_count(0)


@pytest.mark.parametrize("height", [900, 800, 720])
def test_at_a_desk_the_whole_field_and_its_tools_are_in_the_window(page: Page, height: int) -> None:
    whole = seen(page)
    page.set_viewport_size({"width": 1280, "height": height})
    frame = page.locator("#board-view")
    expect(frame).to_be_in_viewport(ratio=1)
    expect(page.locator(".board-tools")).to_be_in_viewport(ratio=1)
    box = frame.bounding_box()
    assert box is not None
    for piece in page.locator("#board-pieces [data-piece]").all():
        expect(piece).to_be_in_viewport(ratio=1)
    page.reload()
    expect(page.locator("#board.ready")).to_be_visible()
    expect(page.locator("#board-view")).to_be_in_viewport(ratio=1)
    left, top, wide, high = seen(page)
    assert wide >= whole[2] - 1 or high >= whole[3] - 1
    assert left <= 0.1
    assert top <= 0.1


def test_every_number_is_upright_whichever_way_the_field_is_seen(page: Page) -> None:
    for _ in range(2):
        assert set(page.evaluate(LEVEL)) == {True}
        page.get_by_role("button", name="Turn", exact=True).click()
    assert set(page.evaluate(LEVEL)) == {True}


def test_the_number_of_a_unit_stands_on_its_own_base(page: Page) -> None:
    assert set(page.evaluate(OWN_BASE)) == {True}
    page.get_by_role("button", name="Turn", exact=True).click()
    assert set(page.evaluate(OWN_BASE)) == {True}


def test_keys_and_a_link_lead_to_the_decision(page: Page) -> None:
    page.locator("#board-view").focus()
    page.keyboard.press("d")
    expect(page.locator("#board-question")).to_be_focused()
    link = page.get_by_role("link", name="To the decision")
    link.focus()
    expect(link).to_be_in_viewport()
    page.keyboard.press("Enter")
    expect(page.locator("#board-question")).to_be_focused()


def test_the_words_under_the_mouse_go_with_a_click(page: Page) -> None:
    words = page.locator(".board-hover")
    piece = page.locator("[id='p-b.c1u2']")
    expect(words).to_be_hidden()
    page.mouse.move(*middle_of(piece))
    expect(words).to_have_text(str(piece.get_attribute("aria-label")))
    page.mouse.down()
    expect(words).to_be_hidden()
    page.mouse.up()
    in_hand(page, "b.c1u2")
    x, y = middle_of(piece)
    page.mouse.move(x + 2, y + 1, steps=2)
    expect(words).to_be_hidden()
    page.mouse.move(*middle_of(page.locator("[id='p-b.c1u1']")))
    expect(words).to_be_visible()
