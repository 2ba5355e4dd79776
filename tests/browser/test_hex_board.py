"""The board on hexes: steps and turns by finger, mouse and keys, places, zones, looking back."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Locator, Page, expect

from battles import services
from battles.models import Battle
from battles.replay import played
from rulesets.engine import battle as engine
from rulesets.engine.canonical import canonical_json
from rulesets.engine.decisions import Decision
from rulesets.engine.document import begin
from rulesets.snaphance import SYSTEM, hexes
from tests.browser.board import choose, form, in_hand, middle_of, open_board, seen, settled
from tests.browser.kit import PHONE, BrowserOf, sideways
from tests.kit.battles import sample
from tests.kit.hexlists import setup
from tests.kit.hexplayers import eager

SEED = "7"


def armed(**changes: Any) -> dict[str, Any]:
    """A set-up of two whole sample armies on open ground."""
    lists = sample("swedish-army-1632"), sample("imperial-army-1632")
    return setup(
        *lists, **{"terrain": "open", "sides": ["Swedes", "Imperialists"], "max_turns": 3, **changes}
    )


def battle_at(owner: User, wanted: Callable[[engine.Battle, Decision], bool]) -> Battle:
    """A battle that has come to a decision that is wanted, played by chance until then."""
    battle, player = begin(SYSTEM, armed(), SEED), eager("board")
    while battle.pending is not None and not wanted(battle, battle.pending):
        battle.choose(player(battle, battle.pending))
    assert battle.pending is not None
    row = services.begin(owner, battle.setup, seed=SEED, tacticians=(), agreed=True)
    for made in battle.choices:
        services.choose(row, row.revision, made.choice, made.side, owner)
    return row


def free_to_step(battle: engine.Battle, decision: Decision) -> bool:
    """A single stand may step and turn, and nobody of the enemy is on opportunity."""
    if decision.kind != "stand" or len(battle.state.activation.stands) != 1:
        return False
    does = {option.key["do"] for option in decision.options}
    kind = battle.state.stands[decision.subject].profile.kind
    waits = any(stand.opportunity for stand in battle.state.on_field(1 - decision.side))
    return not kind.free and {"step", "turn"} <= does and not waits


def deploying(battle: engine.Battle, decision: Decision) -> bool:
    return decision.kind == "deploy unit"


@pytest.fixture
def stepping(alice: User, transactional_db: None) -> Battle:
    return battle_at(alice, free_to_step)


def keys(row: Battle, do: str) -> list[dict[str, Any]]:
    """The keys of the options on offer that do this."""
    with played(row) as found:
        assert found.engine.pending is not None
        return [dict(each.key) for each in found.engine.pending.options if each.key["do"] == do]


def subject(row: Battle) -> str:
    with played(row) as found:
        assert found.engine.pending is not None
        return found.engine.pending.subject


def spot_of(page: Page, words: str) -> Locator:
    """The spot on the map of an option whose words begin so."""
    return page.locator(f'#board-overlay [data-spot][data-said^="{words}"]')


def place_on(page: Page, hex_: str) -> tuple[float, float]:
    """Where the middle of a hex lies in the window."""
    place = page.evaluate(
        """([column, row]) => {
          const data = document.getElementById("board").dataset;
          const [scale, margin, depth] = [data.scale, data.margin, data.depth].map(Number);
          const radius = 1 / Math.sqrt(3);
          const rows = Math.round((depth - 2 * radius) / (Math.sqrt(3) / 2)) + 1;
          const [x, y] = [0.5 + column + 0.5 * (row % 2), radius + ((rows - 1 - row) * Math.sqrt(3)) / 2];
          const layer = document.getElementById("board-overlay");
          const at = new DOMPoint(margin + x * scale, margin + (depth - y) * scale);
          const found = at.matrixTransform(layer.getScreenCTM());
          return [found.x, found.y];
        }""",
        list(hexes.column_row(hexes.named(hex_))),
    )
    return place[0], place[1]


def last_choice(row: Battle) -> dict[str, Any]:
    row.refresh_from_db()
    choice: dict[str, Any] = row.choices.get(number=row.version).choice
    return choice


# -- steps and turns -------------------------------------------------------------------------------


def test_a_tap_on_a_neighbouring_hex_takes_the_step(
    browser_of: BrowserOf, alice: User, stepping: Battle
) -> None:
    page = open_board(browser_of(alice, PHONE), stepping)
    in_hand(page, subject(stepping))
    step = keys(stepping, "step")[0]
    page.locator("#board-view").scroll_into_view_if_needed()
    expect(page.locator("#board-overlay .hex-spot").first).to_be_attached()
    revision = stepping.revision
    page.touchscreen.tap(*place_on(page, step["hex"]))
    expect(page.locator(f'#board[data-revision="{revision}"]')).to_have_count(0)
    assert last_choice(stepping) == step


def test_an_arrow_turns_the_stand(browser_of: BrowserOf, alice: User, stepping: Battle) -> None:
    page = open_board(browser_of(alice), stepping)
    in_hand(page, subject(stepping))
    turn = keys(stepping, "turn")[0]
    arrow = spot_of(page, f"Turn {hexes.facing_words(turn['facing'])}")
    expect(arrow).to_have_count(1)
    revision = stepping.revision
    page.mouse.click(*middle_of(arrow.locator(".arrow")))
    expect(page.locator(f'#board[data-revision="{revision}"]')).to_have_count(0)
    assert last_choice(stepping) == turn


def test_a_finger_has_room_on_every_arrow(browser_of: BrowserOf, alice: User, stepping: Battle) -> None:
    page = open_board(browser_of(alice, PHONE), stepping)
    in_hand(page, subject(stepping))
    for arrow in page.locator("#board-overlay .turn-room").all():
        box = arrow.bounding_box()
        assert box is not None
        assert box["width"] >= 29


def test_a_drag_to_a_neighbouring_hex_takes_the_step(
    browser_of: BrowserOf, alice: User, stepping: Battle
) -> None:
    page = open_board(browser_of(alice), stepping)
    piece = in_hand(page, subject(stepping))
    step = keys(stepping, "step")[0]
    page.mouse.move(*middle_of(piece))
    page.mouse.down()
    page.mouse.move(*place_on(page, step["hex"]), steps=6)
    expect(page.locator("#board-overlay .ghost")).to_have_count(1)
    revision = stepping.revision
    page.mouse.up()
    expect(page.locator(f'#board[data-revision="{revision}"]')).to_have_count(0)
    assert last_choice(stepping) == step


def test_a_drag_within_the_hex_turns_the_stand(browser_of: BrowserOf, alice: User, stepping: Battle) -> None:
    page = open_board(browser_of(alice), stepping)
    piece = in_hand(page, subject(stepping))
    turn = keys(stepping, "turn")[0]
    with played(stepping) as found:
        here = hexes.label(found.engine.state.stands[turn["unit"]].place)
    x, y = place_on(page, here)
    angle = math.radians(hexes.heading(turn["facing"]))
    far = abs(place_on(page, hexes.label((hexes.named(here)[0] + 1, hexes.named(here)[1])))[0] - x) * 0.42
    page.mouse.move(*middle_of(piece))
    page.mouse.down()
    page.mouse.move(x + far * math.cos(angle), y - far * math.sin(angle), steps=6)
    revision = stepping.revision
    page.mouse.up()
    expect(page.locator(f'#board[data-revision="{revision}"]')).to_have_count(0)
    assert last_choice(stepping) == turn


def test_everything_can_be_done_by_keys_in_the_panel(
    browser_of: BrowserOf, alice: User, stepping: Battle
) -> None:
    page = open_board(browser_of(alice), stepping)
    in_hand(page, subject(stepping))
    step = keys(stepping, "step")[0]
    button = form(page, step).locator("button[type=submit]")
    button.evaluate(
        "b => { for (let d = b.closest('details'); d; d = d.parentElement.closest('details')) d.open = true }"
    )
    button.focus()
    revision = stepping.revision
    page.keyboard.press("Enter")
    expect(page.locator(f'#board[data-revision="{revision}"]')).to_have_count(0)
    assert last_choice(stepping) == step
    settled(page, stepping.revision)
    assert page.evaluate("document.activeElement.closest('#board-panel') !== null")


def test_without_scripts_the_panel_is_enough(browser_of: BrowserOf, alice: User, stepping: Battle) -> None:
    page = browser_of(alice, {"viewport": {"width": 1280, "height": 800}, "java_script_enabled": False})
    page.goto(f"{stepping.get_absolute_url()}board/")
    step = keys(stepping, "step")[0]
    quoted = canonical_json(step).replace('"', '\\"')
    fold = page.locator("details.fold", has=page.locator(f'form.option[data-key="{quoted}"]'))
    if fold.count():
        fold.locator("summary").click()
    page.locator(f'form.option[data-key="{quoted}"] button').click()
    assert last_choice(stepping) == step


def test_who_sits_at_the_far_side_sees_the_map_turned_round_and_steps_there_as_well(
    browser_of: BrowserOf, alice: User, bob: User, transactional_db: None
) -> None:
    row = battle_at(alice, lambda battle, decision: decision.side == 1 and free_to_step(battle, decision))
    Battle.objects.filter(pk=row.pk).update(opponent=bob)
    page = open_board(browser_of(bob), row)
    in_hand(page, subject(row))
    expect(page.get_by_role("button", name="Turn", exact=True)).to_have_attribute("aria-pressed", "true")
    step = keys(row, "step")[0]
    revision = row.revision
    page.mouse.click(*place_on(page, step["hex"]))
    expect(page.locator(f'#board[data-revision="{revision}"]')).to_have_count(0)
    assert last_choice(row) == step


def may_charge(battle: engine.Battle, decision: Decision) -> bool:
    """A single stand may charge with its next step."""
    return free_to_step(battle, decision) and any(map(_far, _charges(battle, decision)))


def _charges(battle: engine.Battle, decision: Decision) -> list[tuple[str, str]]:
    """For each charge on offer where the stand is and where it would be."""
    here = hexes.label(battle.state.stands[decision.subject].place)
    return [(here, each.key["hex"]) for each in decision.options if each.key["do"] == "charge"]


def _far(charge: tuple[str, str]) -> bool:
    return charge[0] != charge[1]


def test_a_tap_on_a_charge_says_its_odds_before_it_is_made(
    browser_of: BrowserOf, alice: User, transactional_db: None
) -> None:
    row = battle_at(alice, may_charge)
    page = open_board(browser_of(alice, PHONE), row)
    in_hand(page, subject(row))
    with played(row) as found:
        assert found.engine.pending is not None
        end = next(filter(_far, _charges(found.engine, found.engine.pending)))[1]
    expect(page.locator("#board-overlay .hex-spot.charge").first).to_be_attached()
    page.touchscreen.tap(*place_on(page, end))
    expect(page.locator(".board-confirm")).to_contain_text("Odds")
    expect(page.locator(".board-confirm")).to_contain_text("%")
    expect(page.locator("#board-panel .stakes", has_text="Odds").first).to_be_attached()


# -- the view ---------------------------------------------------------------------------------------


def test_on_a_phone_the_stand_is_brought_near(browser_of: BrowserOf, alice: User, stepping: Battle) -> None:
    page = open_board(browser_of(alice, PHONE), stepping)
    in_hand(page, subject(stepping))
    whole = float(str(page.locator("#board").get_attribute("data-width")))
    scale = float(str(page.locator("#board").get_attribute("data-scale")))
    assert seen(page)[2] < 0.6 * whole * scale
    assert sideways(page) <= 0


def in_sight(page: Page, piece: Locator) -> bool:
    """Whether any of a piece lies in the frame of the field."""
    frame, box = page.locator("#board-view").bounding_box(), piece.bounding_box()
    assert frame is not None
    assert box is not None
    return frame["x"] - box["width"] < box["x"] < frame["x"] + frame["width"]


def test_on_a_phone_the_stand_that_the_next_decision_is_about_comes_into_sight(
    browser_of: BrowserOf, alice: User, stepping: Battle
) -> None:
    page = open_board(browser_of(alice, PHONE), stepping)
    unit = subject(stepping)
    piece = in_hand(page, unit)
    page.locator("#board-view").focus()
    page.keyboard.press("+")
    page.keyboard.press("+")
    # The arrows move the field to its edge: at one end of it the stand is not.
    for arrow in ("ArrowLeft", "ArrowRight"):
        if in_sight(page, piece):
            for _ in range(40):
                page.keyboard.press(arrow)
    expect(piece).not_to_be_in_viewport()
    choose(page, keys(stepping, "step")[0])
    settled(page, stepping.revision + 1)
    expect(in_hand(page, unit)).to_be_in_viewport(ratio=1)
    assert page.evaluate("window.scrollY") == 0


def test_zones_of_control_are_shown_to_who_asks(browser_of: BrowserOf, alice: User, stepping: Battle) -> None:
    page = open_board(browser_of(alice), stepping)
    zones = page.locator("#board-grid")
    expect(zones).to_have_attribute("display", "none")
    page.get_by_role("button", name="Zones").click()
    expect(zones).not_to_have_attribute("display", "none")
    assert page.locator("#board-grid polygon.control").count() > 10


def test_each_hex_bears_the_number_of_the_move_that_reaches_it(
    browser_of: BrowserOf, alice: User, stepping: Battle
) -> None:
    page = open_board(browser_of(alice), stepping)
    figures = page.locator("#board-svg .step-words")
    expect(figures.first).to_be_attached()
    assert figures.count() == page.locator("#board-svg .area-march").count()
    for step in range(3):
        reached = page.locator(f"#board-svg .area-march.step-{step}").count()
        assert figures.get_by_text(str(step + 1), exact=True).count() == reached


def test_distances_are_counted_in_hexes(browser_of: BrowserOf, alice: User, stepping: Battle) -> None:
    page = open_board(browser_of(alice), stepping)
    page.get_by_role("button", name="Measure").click()
    page.mouse.click(*place_on(page, "0906"))
    page.mouse.click(*place_on(page, "1206"))
    expect(page.locator("#board-distance")).to_have_text("3 H")


def test_looking_back_the_map_stays_and_the_stands_move(
    browser_of: BrowserOf, alice: User, stepping: Battle
) -> None:
    page = open_board(browser_of(alice), stepping)
    count = page.locator("#board-pieces [data-piece]").count()
    page.locator("#board-slider").evaluate(
        "s => { s.value = '3'; s.dispatchEvent(new Event('input', { bubbles: true })) }"
    )
    expect(page.locator("#board-caption")).to_contain_text("After event 3")
    expect(page.locator("#board-ground text").first).to_be_attached()
    assert page.locator("#board-pieces [data-piece]").count() < count
    page.get_by_role("link", name="Back to now").first.click()
    expect(page.locator("#board-pieces [data-piece]")).to_have_count(count)


# -- deployment -------------------------------------------------------------------------------------


def test_on_a_phone_the_zone_is_near_enough_for_a_finger(
    browser_of: BrowserOf, alice: User, transactional_db: None
) -> None:
    page = open_board(browser_of(alice, PHONE), battle_at(alice, deploying))
    spot = page.locator("#board-overlay .hex-spot").first
    expect(spot).to_be_attached()
    box = spot.bounding_box()
    assert box is not None
    assert box["width"] >= 40


def test_a_stand_is_put_down_by_taps_on_the_map(
    browser_of: BrowserOf, alice: User, transactional_db: None
) -> None:
    row = battle_at(alice, deploying)
    page = open_board(browser_of(alice), row)
    side = next(key for key in keys(row, "place"))
    expect(page.locator("#board-overlay .hex-spot").first).to_be_attached()
    page.mouse.click(*place_on(page, side["hex"]))
    expect(page.locator(".board-confirm")).to_be_visible()
    other = next(key for key in keys(row, "place") if key["hex"] == side["hex"] and key != side)
    arrow = spot_of(page, f"{side['hex']}, facing {hexes.facing_words(other['facing'])}").last
    page.mouse.click(*middle_of(arrow.locator(".arrow")))
    revision = row.revision
    page.get_by_role("button", name="Confirm").click()
    expect(page.locator(f'#board[data-revision="{revision}"]')).to_have_count(0)
    assert last_choice(row) == other


def ready_to_fire(battle: engine.Battle, decision: Decision) -> bool:
    return decision.kind == "stand" and any(option.key["do"] == "fire" for option in decision.options)


def test_on_a_phone_what_came_of_a_shot_stands_before_the_next_question(
    browser_of: BrowserOf, alice: User, transactional_db: None
) -> None:
    row = battle_at(alice, ready_to_fire)
    page = open_board(browser_of(alice, PHONE), row)
    stand = subject(row)
    in_hand(page, stand)
    expect(page.locator("#board-overlay .area, #board-underlay .area").first).to_be_attached()
    choose(page, keys(row, "fire")[0])
    settled(page, row.revision + 1)
    result = page.locator("#board-since .log > li", has_text="hit").last
    expect(result).to_be_in_viewport(ratio=1)
    expect(page.locator("#board-question")).to_be_in_viewport(ratio=0.99)
    row.refresh_from_db()
    assert subject(row) != stand
    expect(page.locator(f"[id='p-{stand}'].selected")).to_have_count(0)
    if not subject(row):
        expect(page.locator("#board-overlay .area, #board-underlay .area")).to_have_count(0)
