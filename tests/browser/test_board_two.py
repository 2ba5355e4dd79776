"""Two people at one battle, each in his own browser: reactions, undo, draw, resigning, choices too late."""

from __future__ import annotations

import re

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from battles import services
from battles.models import Battle
from battles.replay import played
from rulesets.engine.battle import Battle as Engine
from rulesets.engine.decisions import Choice, Decision
from tests.browser.board import (
    battle_at,
    choose,
    form,
    kind,
    may_advance,
    open_board,
    option_of,
    settled,
    skirmish,
)
from tests.browser.kit import BrowserOf


@pytest.fixture
def row(alice: User, bob: User, transactional_db: None) -> Battle:
    """A battle between Alice and Bob, a unit of hers about to move."""
    return battle_at(may_advance, alice, bob)


@pytest.fixture
def boards(browser_of: BrowserOf, alice: User, bob: User, row: Battle) -> tuple[Page, Page]:
    """The boards of Alice and Bob."""
    return open_board(browser_of(alice), row), open_board(browser_of(bob), row)


def before_a_reaction(alice: User, bob: User) -> tuple[Battle, Choice]:
    """A battle in which Alice can do something that Bob may react to, and what she does."""
    found: list[Choice] = []

    def wanted(battle: Engine, decision: Decision) -> bool:
        if decision.side != 0 or decision.kind != "unit":
            return False
        choice = battle.system.core.tactician(battle, decision)
        found[:] = [choice]
        return _asks_for_reaction(battle, choice)

    row = battle_at(wanted, alice, bob)
    return row, found[0]


def _asks_for_reaction(battle: Engine, choice: Choice) -> bool:
    copy = Engine(battle.system, battle.setup, battle.seed)
    for made in battle.choices:
        copy.choose(made.choice)
    copy.choose(choice)
    return copy.pending is not None and copy.pending.kind == "react" and copy.pending.side == 1


def do(page: Page, row: Battle, choice: Choice) -> None:
    """Make a whole choice of the pending decision on the page."""
    with played(row) as found:
        assert found.engine.pending is not None
        option = next(each for each in found.engine.pending.options if each.matches(choice))
    choose(page, option.key, {param.name: choice[param.name] for param in option.params})


def test_a_reaction_is_offered_to_the_other_player_without_a_reload(
    browser_of: BrowserOf, alice: User, bob: User, transactional_db: None
) -> None:
    row, choice = before_a_reaction(alice, bob)
    hers, his = open_board(browser_of(alice), row), open_board(browser_of(bob), row)
    expect(his.locator("form.option")).to_have_count(0)
    his.evaluate("window.sameUntilNow = true")
    do(hers, row, choice)
    expect(his.locator("#decision[data-kind=react]")).to_be_visible()
    expect(his.locator("#board-live")).to_contain_text("Do you react?")
    expect(hers.locator("form.option")).to_have_count(0)
    expect(hers.locator(".waiting")).to_contain_text("bob")
    row.refresh_from_db()
    choose(his, {"do": "none"})
    expect(hers.locator("#decision")).to_be_visible()
    assert his.evaluate("window.sameUntilNow") is True
    row.refresh_from_db()
    assert row.choices.filter(made_by=bob).count() == 1


def test_who_never_wants_to_react_is_not_asked(
    browser_of: BrowserOf, alice: User, bob: User, transactional_db: None
) -> None:
    row, choice = before_a_reaction(alice, bob)
    hers, his = open_board(browser_of(alice), row), open_board(browser_of(bob), row)
    his.get_by_text("Resign, reactions, tactician").click()
    his.get_by_role("button", name="Never ask about reactions").click()
    expect(his.get_by_role("button", name="Ask about reactions again")).to_be_attached()
    row.refresh_from_db()
    settled(hers, row.revision)
    do(hers, row, choice)
    expect(hers.locator(f'#board[data-revision="{row.revision}"]')).to_have_count(0)
    row.refresh_from_db()
    assert row.choices.filter(decision="react", made_by=None).exists()
    settled(his, row.revision)
    expect(his.locator("#decision[data-kind=react]")).to_have_count(0)


def test_a_choice_is_taken_back_when_the_other_agrees(
    boards: tuple[Page, Page], row: Battle, alice: User
) -> None:
    hers, his = boards
    version = row.version
    choose(hers, option_of(row, "advance").key, {"bu": 0.5})
    expect(hers.locator(f'#board[data-revision="{row.revision}"]')).to_have_count(0)
    hers.get_by_role("button", name="Ask to undo").click()
    expect(hers.get_by_role("button", name="Withdraw")).to_be_visible()
    his.get_by_role("button", name="Allow undo").click()
    expect(his.locator("#board-offer")).to_have_count(0)
    expect(hers.locator("#board-offer")).to_have_count(0)
    row.refresh_from_db()
    assert row.version == version
    expect(form(hers, option_of(row, "advance").key)).to_be_visible()


def test_taking_back_is_declined(boards: tuple[Page, Page], row: Battle) -> None:
    hers, his = boards
    choose(hers, option_of(row, "advance").key, {"bu": 0.5})
    hers.get_by_role("button", name="Ask to undo").click()
    his.get_by_role("button", name="Decline").click()
    expect(hers.locator("#board-offer")).to_have_count(0)
    row.refresh_from_db()
    assert row.offer is None
    assert row.choices.filter(choice__do="advance", number=row.version).exists()


def test_a_draw_is_offered_and_agreed_on(boards: tuple[Page, Page], row: Battle) -> None:
    hers, his = boards
    hers.get_by_role("button", name="Offer a draw").click()
    expect(his.locator("#board-offer")).to_contain_text("offers a draw")
    his.get_by_role("button", name="Accept the draw").click()
    for page in boards:
        expect(page.locator("#board-result")).to_contain_text("draw")
        expect(page.locator("form.option")).to_have_count(0)
    row.refresh_from_db()
    assert row.over
    assert row.winner is None


def test_who_resigns_loses_at_once(boards: tuple[Page, Page], row: Battle) -> None:
    hers, his = boards
    his.get_by_text("Resign, reactions, tactician").click()
    his.get_by_text("Resign for Parliament").click()
    his.get_by_role("button", name="Resign", exact=True).click()
    expect(hers.locator("#board-result")).to_contain_text("Royalists")
    row.refresh_from_db()
    assert row.winner == 0


def test_a_choice_that_comes_too_late_is_refused_with_the_reason(
    browser_of: BrowserOf, alice: User, row: Battle, tolerated: list[str]
) -> None:
    tolerated.append("status of 409")
    page = open_board(browser_of(alice), row)
    # The page does not hear of what another window does meanwhile.
    page.route("**/battles/pulse/**", lambda route: route.fulfill(status=204))
    key = option_of(row, "advance").key
    with played(row) as found:
        other = next(o for o in found.engine.pending.options if not o.params)  # type: ignore[union-attr]
    services.choose(row, row.revision, dict(other.key), 0, alice)
    choose(page, key, {"bu": 0.5})
    expect(page.locator("#board-problem")).to_contain_text("has changed since you saw it")
    expect(page.locator("#board-problem")).to_contain_text("Nothing was changed")
    settled(page, row.revision)
    current = Battle.objects.get(pk=row.pk)
    assert current.version == row.version


def test_a_choice_that_is_not_legal_is_refused_with_its_rule(
    browser_of: BrowserOf, alice: User, row: Battle, tolerated: list[str]
) -> None:
    tolerated.append("status of 400")
    page = open_board(browser_of(alice), row)
    option = form(page, option_of(row, "oblique").key)
    option.locator("[name=number-forward]").fill("2")
    option.locator("[name=number-right]").fill("2")
    option.locator("button[type=submit]").click()
    expect(page.locator("#board-problem .rule-id")).to_have_text(re.compile(r"^BQ-"))
    expect(page.locator("#board-problem")).to_contain_text("Nothing was changed")
    expect(option.locator("[name=number-forward]")).to_have_value("2")
    assert Battle.objects.get(pk=row.pk).version == row.version


def test_a_choice_of_who_does_not_decide_is_refused_on_the_board_itself(
    boards: tuple[Page, Page], row: Battle, tolerated: list[str]
) -> None:
    tolerated.append("status of 403")
    his = boards[1]
    his.locator("#board form[action$='/draw/']").evaluate(
        """form => {
          form.action = form.action.replace("/draw/", "/choose/");
          form.insertAdjacentHTML("beforeend", '<input type="hidden" name="key" value="{}">');
          form.requestSubmit();
        }"""
    )
    expect(his.locator("#board-problem")).to_contain_text(f"Not your decision: it is for {row.sides[0]}")
    expect(his.locator("#board-panel form[action$='/draw/']")).to_have_count(1)
    assert Battle.objects.get(pk=row.pk).revision == row.revision


def test_one_press_is_one_choice(browser_of: BrowserOf, alice: User, row: Battle) -> None:
    page = open_board(browser_of(alice), row)
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    option = form(page, option_of(row, "advance").key)
    option.evaluate("form => { for (let i = 0; i < 3; i += 1) form.requestSubmit() }")
    expect(page.locator(f'#board[data-revision="{row.revision}"]')).to_have_count(0)
    assert len(sent) == 1


def test_a_silent_server_is_said_and_heard_again(
    browser_of: BrowserOf, alice: User, row: Battle, tolerated: list[str]
) -> None:
    tolerated.append("ERR_CONNECTION_REFUSED|ERR_FAILED")
    page = open_board(browser_of(alice), row)
    page.route("**/battles/pulse/**", lambda route: route.abort())
    expect(page.locator("#board-notice")).to_contain_text("does not answer")
    page.unroute("**/battles/pulse/**")
    services.set_reactions(row, 1, "never")
    page.get_by_role("button", name="Try now").click()
    expect(page.locator("#board-notice")).to_have_count(0)
    row.refresh_from_db()
    settled(page, row.revision)


def test_typed_dice_are_entered_by_who_rolls(
    browser_of: BrowserOf, alice: User, bob: User, transactional_db: None
) -> None:
    row = battle_at(kind("dice", side=1), alice, bob, skirmish(2, dice="typed"))
    his = open_board(browser_of(bob), row)
    hers = open_board(browser_of(alice), row)
    expect(hers.locator("form.option")).to_have_count(0)
    dice = his.locator("[name^=dice-]")
    count = dice.count()
    for number in range(count):
        dice.nth(number).fill("4")
    revision = row.revision
    his.locator("form.option button[type=submit]").click()
    expect(hers.locator(f'#board[data-revision="{revision}"]')).to_have_count(0)
    row.refresh_from_db()
    last = row.choices.get(number=row.version)
    assert last.choice["dice"] == [4] * count
    assert last.made_by == bob


def test_the_tactician_goes_on_by_himself_where_he_was_left(
    browser_of: BrowserOf, alice: User, transactional_db: None
) -> None:
    row = services.begin(alice, skirmish(2, max_turns=2), seed="5", agreed=True)
    page = open_board(browser_of(alice), row)
    expect(page.locator("#board-result")).to_be_visible()
    row.refresh_from_db()
    assert row.over


def test_advice_is_given_without_leaving_the_page(browser_of: BrowserOf, alice: User, row: Battle) -> None:
    page = open_board(browser_of(alice), row)
    page.evaluate("window.sameUntilNow = true")
    page.get_by_role("link", name="What would the tactician do?").click()
    expect(page.locator("#board-panel .advice")).to_contain_text("The tactician would choose")
    assert page.evaluate("window.sameUntilNow") is True


def test_who_was_signed_out_meanwhile_is_led_to_sign_in(
    browser_of: BrowserOf, alice: User, row: Battle
) -> None:
    page = open_board(browser_of(alice), row)
    key = option_of(row, "advance").key
    page.context.clear_cookies(name=settings.SESSION_COOKIE_NAME)
    choose(page, key, {"bu": 0.5})
    expect(page).to_have_url(re.compile(rf"/accounts/login/\?next=/battles/{row.public_id}/board/$"))
    assert Battle.objects.get(pk=row.pk).version == row.version
