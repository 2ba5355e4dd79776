"""Two people lead their forces through a whole meeting, each in his own browser, and score what follows."""

from __future__ import annotations

import re
from io import BytesIO
from typing import Any

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Locator, Page, expect
from pypdf import PdfReader

from battles import services
from battles.models import Battle
from battles.replay import played
from rulesets.by_fire_and_sword.meeting.placing import why_not
from rulesets.by_fire_and_sword.pieces import make
from rulesets.engine.battle import Battle as Engine
from rulesets.engine.canonical import canonical_json
from rulesets.engine.decisions import Choice, Decision
from tests.browser.board import OPEN_FOLDS, Wanted, battle_at, kind
from tests.browser.kit import PHONE, BrowserOf, at_rest, sideways
from tests.kit.meetings import meeting_setup


@pytest.fixture
def row(alice: User, bob: User, transactional_db: None) -> Battle:
    """A meeting of Alice and Bob at its first decision."""
    return services.begin(alice, meeting_setup(), opponent=bob, tacticians=(), agreed=True)


def at(alice: User, bob: User | None, wanted: Wanted, **changes: Any) -> Battle:
    """A meeting at a decision that is wanted."""
    return battle_at(wanted, alice, bob, meeting_setup(**changes))


def opened(page: Page, row: Battle) -> Page:
    """The page of the meeting, its script running."""
    page.goto(row.get_absolute_url())
    at_rest(page)
    return page


def advised(row: Battle) -> tuple[int, Choice]:
    """Who plays, and what the tactician would do."""
    with played(row) as found:
        pending = found.engine.pending
        assert pending is not None
        return pending.side, found.engine.system.core.tactician(found.engine, pending)


def form(page: Page, key: Any) -> Locator:
    """The form of an option, in sight."""
    found = page.locator(f"form.option[data-key='{canonical_json(key)}']")
    found.evaluate(OPEN_FOLDS)
    return found


def choose(page: Page, row: Battle, choice: Choice) -> None:
    """Make a choice of the pending decision on the page: by its own form, or in the list of ready ones."""
    with played(row) as found:
        assert found.engine.pending is not None
        option = max(
            (each for each in found.engine.pending.options if each.matches(choice)),
            key=lambda each: len(each.key),
        )
    revision = row.revision
    own = page.locator(f"form.option[data-key='{canonical_json(option.key)}']")
    if own.count():
        own.evaluate(OPEN_FOLDS)
        for param in option.params:
            field = own.locator(f"[name='number-{param.name}']")
            if field.get_attribute("type") != "hidden":
                field.fill(str(choice[param.name]))
        own.locator("button[type=submit]").click()
    else:
        listed = page.locator(f"form.ready:has(option[value='{canonical_json(option.key)}'])")
        listed.evaluate(OPEN_FOLDS)
        listed.locator("select").select_option(canonical_json(option.key))
        listed.locator("button").click()
    expect(page.locator(f'#meeting[data-revision="{revision}"]')).to_have_count(0)
    row.refresh_from_db()


def place_on_the_table(page: Page, kind_: str, share: tuple[float, float]) -> Locator:
    """Take a kind of terrain and tap on the table; its form."""
    own = form(page, {"do": "place", "kind": kind_})
    expect(page.locator(".table-view.live")).to_be_visible()
    box = page.locator(".table-view svg").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + share[0] * box["width"], box["y"] + share[1] * box["height"])
    return own


def test_two_people_lead_their_forces_to_the_table_and_score_the_battle(
    browser_of: BrowserOf, alice: User, bob: User, row: Battle
) -> None:
    pages = opened(browser_of(alice), row), opened(browser_of(bob), row)
    for page in pages:
        page.evaluate("window.sameUntilNow = true")
    while not row.over:
        side, choice = advised(row)
        expect(pages[side].locator("form.option").first).to_be_attached()  # without a reload
        expect(pages[1 - side].locator("form.option")).to_have_count(0)
        expect(pages[1 - side].locator(".waiting")).to_contain_text("to decide")
        choose(pages[side], row, choice)
    hers, his = pages
    for page in pages:
        expect(page.locator("#ready .headline")).to_have_text("The table is ready")
        assert sideways(page) <= 0
    for page, name, other in ((hers, "Crown", "Horde"), (his, "Horde", "Crown")):
        link = page.get_by_role("link", name=f"Sheet for {name} (PDF)")
        expect(page.get_by_role("link", name=f"Sheet for {other} (PDF)")).to_have_count(0)
        answer = page.request.get(str(link.get_attribute("href")))
        assert answer.headers["content-type"] == "application/pdf"
        text = _text(answer.body())
        assert f"{name}" in text
        assert "Turn by turn" in text
    _score(hers, his)


def _text(data: bytes) -> str:
    return "\n".join(page.extract_text() for page in PdfReader(BytesIO(data)).pages)


def _score(hers: Page, his: Page) -> None:
    """One notes a loss on her phone, both sign: the score is there."""
    for page in (hers, his):
        page.get_by_role("link", name="Record the battle").click()
        expect(page.get_by_role("heading", name="Signatures")).to_be_visible()
        page.on("dialog", lambda dialog: dialog.accept())
    more = hers.get_by_role("button", name=re.compile("^One more: ")).first
    more.click()
    expect(hers.locator(".count-value").first).not_to_have_text("0", timeout=2000)
    his.reload()
    for page in (hers, his):
        page.reload()
        page.get_by_role("button", name="Sign the record").click()
        expect(page.get_by_role("button", name="Reopen")).to_be_visible()
    hers.get_by_role("link", name="Result").click()
    expect(hers.get_by_role("link", name="Victory sheet (PDF)")).to_be_visible()


def test_terrain_is_placed_by_a_tap_on_the_table(
    browser_of: BrowserOf, alice: User, transactional_db: None
) -> None:
    row = at(alice, None, kind("place terrain", side=0))
    page = opened(browser_of(alice), row)
    own = place_on_the_table(page, "grove", (0.3, 0.3))
    expect(own.locator(".says")).to_have_text("There is room for it.")
    x, y = (float(own.locator(f"[name=number-{name}]").input_value()) for name in "xy")
    assert 20 < x < 45
    assert 75 < y < 100
    revision = row.revision
    own.get_by_role("button", name="Place it").click()
    expect(page.locator(f'#meeting[data-revision="{revision}"]')).to_have_count(0)
    row.refresh_from_db()
    last = row.choices.get(number=row.version)
    assert last.choice["x"] == x
    expect(page.locator("[data-piece]")).not_to_have_count(0)


def test_what_lies_too_near_is_said_before_it_is_placed_and_refused_after(
    browser_of: BrowserOf, alice: User, transactional_db: None, tolerated: list[str]
) -> None:
    tolerated.append("status of 400")
    row = at(alice, None, _a_piece_lies)
    with played(row) as found:
        near = found.engine.state.terrain[-1]
        side = found.engine.pending.side  # type: ignore[union-attr]
    page = opened(browser_of(alice), row)
    own = form(page, {"do": "place", "kind": "grove"})
    for name, value in (("x", near["x"]), ("y", near["y"]), ("width", 10), ("depth", 10)):
        own.locator(f"[name=number-{name}]").fill(str(value))
    expect(own.locator(".says.wrong")).to_contain_text("0 cm from")
    expect(page.locator(".ghost.wrong")).to_be_visible()
    own.get_by_role("button", name="Turn 15° left").click()
    assert own.locator("[name=number-angle]").input_value() == "15"
    own.get_by_role("button", name="Place it").click()
    expect(page.locator("#problem")).to_contain_text("10 cm are needed")
    expect(page.locator("#problem .rule-id").first).to_have_text("BFS-31.3")
    row.refresh_from_db()
    assert advised(row)[0] == side


def _a_piece_lies(battle: Engine, decision: Decision) -> bool:
    return decision.kind == "place terrain" and bool(battle.state.terrain)


def test_the_page_and_the_server_measure_alike(
    browser_of: BrowserOf, alice: User, transactional_db: None
) -> None:
    """Wherever a piece would lie, the page has the same against it as the rules."""
    row = at(alice, None, _several_lie)
    page = opened(browser_of(alice), row)
    own = form(page, {"do": "place", "kind": "wheat_field"})
    with played(row) as found:
        state = found.engine.state
        seen = set()
        for x in range(8, 120, 14):
            for y in range(8, 120, 14):
                numbers = {"x": x, "y": y, "width": 12, "depth": 8, "angle": 3 * x % 180}
                for name, value in numbers.items():
                    own.locator(f"[name=number-{name}]").evaluate("(f, v) => { f.value = v }", str(value))
                own.locator("[name=number-x]").dispatch_event("input")
                wrong = "wrong" in (own.locator(".says").get_attribute("class") or "")
                piece = make("wheat_field", **numbers, id="new")
                assert wrong == (why_not(state, piece) is not None), numbers
                seen.add(wrong)
    assert seen == {True, False}


def _several_lie(battle: Engine, decision: Decision) -> bool:
    return decision.kind == "place terrain" and len(battle.state.terrain) > 3


def test_an_onlooker_follows_and_may_do_nothing(browser_of: BrowserOf, alice: User, row: Battle) -> None:
    services.share(row)
    hers, theirs = opened(browser_of(alice), row), browser_of(None)
    theirs.goto(row.shared_url)
    expect(theirs.locator("form.option")).to_have_count(0)
    before = theirs.locator("#meeting").get_attribute("data-revision")
    side, choice = advised(row)
    if side == 0:
        choose(hers, row, choice)
    else:
        services.choose(row, row.revision, choice, side, row.opponent)  # type: ignore[arg-type]
    expect(theirs.locator(f'#meeting[data-revision="{before}"]')).to_have_count(0)
    expect(theirs.locator("#meeting form")).to_have_count(0)


def test_a_secret_never_reaches_the_other_browser(
    browser_of: BrowserOf, alice: User, bob: User, transactional_db: None
) -> None:
    row = at(alice, bob, kind("flank turn", side=1))
    his, hers = opened(browser_of(bob), row), opened(browser_of(alice), row)
    heard: list[str] = []
    hers.on("response", lambda answer: heard.append(answer.text()) if "/battles/" in answer.url else None)
    expect(his.locator(".secret")).to_contain_text("Secret.")
    own = his.locator("form.option").first
    salt = own.locator("[name=number-salt]").input_value()
    own.locator("[name=number-turn]").fill("4")
    revision = row.revision
    own.locator("button[type=submit]").click()
    expect(hers.locator(f'#meeting[data-revision="{revision}"]')).to_have_count(0)
    expect(hers.locator("#meeting")).to_contain_text("has chosen the flank turn in secret")
    expect(his.locator("#meeting")).to_contain_text("the flank turn is 4")
    hers.reload()
    assert heard
    assert all(salt not in text for text in heard)


def test_typed_dice_are_entered_by_who_rolls(
    browser_of: BrowserOf, alice: User, bob: User, transactional_db: None
) -> None:
    row = at(alice, bob, kind("dice", side=0), dice="typed")
    hers, his = opened(browser_of(alice), row), opened(browser_of(bob), row)
    expect(his.locator("form.option")).to_have_count(0)
    dice = hers.locator("[name^=dice-]")
    count = dice.count()
    for number in range(count):
        dice.nth(number).fill("0")
    revision = row.revision
    hers.get_by_role("button", name="Enter the dice").click()
    expect(his.locator(f'#meeting[data-revision="{revision}"]')).to_have_count(0)
    row.refresh_from_db()
    assert row.choices.get(number=row.version).choice["dice"] == [10] * count


def test_a_meeting_is_left_and_gone_on_with_on_a_phone(
    browser_of: BrowserOf, alice: User, bob: User, transactional_db: None
) -> None:
    at(alice, bob, kind("place terrain", side=0))
    page = browser_of(alice, PHONE)
    page.goto("/battles/")
    expect(page.locator(".badge.move")).to_be_visible()
    page.get_by_role("link", name="Crown against Horde").first.click()
    expect(page.locator("#question")).to_contain_text("Place terrain element")
    assert sideways(page) <= 0
    own = form(page, {"do": "place", "kind": "forest"})
    table = page.locator(".table-view").bounding_box()
    button = own.get_by_role("button", name="Place it")
    button.scroll_into_view_if_needed()
    stays = page.locator(".table-view").bounding_box()
    assert table is not None
    assert stays is not None
    assert stays["y"] >= -1  # the table stays in sight while one types
    assert sideways(page) <= 0


def test_everything_works_without_scripts(
    browser: Any, live_server: Any, sign_in: Any, alice: User, transactional_db: None
) -> None:
    row = services.begin(alice, meeting_setup(), tacticians=(), agreed=True)
    context = browser.new_context(base_url=live_server.url, java_script_enabled=False)
    page = context.new_page()
    sign_in(page, alice)
    page.goto(row.get_absolute_url())
    for _ in range(5):
        _, choice = advised(row)
        key = canonical_json(choice)
        own = page.locator(f"form.option[data-key='{key}']")
        if own.count():
            for summary in page.locator(f"details:not([open]):has(form[data-key='{key}']) > summary").all():
                summary.click()
            own.locator("button[type=submit]").click()
        else:
            listed = page.locator(f"form.ready:has(option[value='{key}'])")
            for summary in page.locator(f"details:not([open]):has(option[value='{key}']) > summary").all():
                summary.click()
            listed.locator("select").select_option(key)
            listed.locator("button").click()
        version = row.version
        row.refresh_from_db()
        assert row.version == version + 1
    context.close()


def test_the_tactician_goes_on_by_himself_where_he_was_left(
    browser_of: BrowserOf, alice: User, row: Battle
) -> None:
    Battle.objects.filter(pk=row.pk).update(opponent=None)
    page = opened(browser_of(alice), row)
    page.on("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Leave it to the tactician").first.click()
    page.get_by_role("button", name="Leave it to the tactician").first.click()
    expect(page.locator("#ready .headline")).to_have_text("The table is ready")


def test_a_choice_that_comes_too_late_is_refused_with_the_reason(
    browser_of: BrowserOf, alice: User, transactional_db: None, tolerated: list[str]
) -> None:
    tolerated.append("status of 409")
    row = at(alice, None, kind("scenario"))
    page = opened(browser_of(alice), row)
    page.route("**/battles/pulse/**", lambda route: route.fulfill(status=204))
    side, choice = advised(row)
    services.choose(row, row.revision, choice, side, alice)
    page.locator("form.option button[type=submit]").first.click()
    expect(page.locator("#problem")).to_contain_text("has changed since you saw it")
    assert Battle.objects.get(pk=row.pk).version == row.version


def test_what_was_typed_stays_when_the_page_follows(
    browser_of: BrowserOf, alice: User, bob: User, transactional_db: None
) -> None:
    row = at(alice, bob, kind("place terrain", side=0))
    page = opened(browser_of(alice), row)
    own = form(page, {"do": "place", "kind": "grove"})
    own.locator("[name=number-x]").fill("33")
    revision = row.revision
    services.hand_over(row, 1, tactician=True)
    expect(page.locator(f'#meeting[data-revision="{revision}"]')).to_have_count(0)
    own = page.locator(f"form.option[data-key='{canonical_json({'do': 'place', 'kind': 'grove'})}']")
    assert own.locator("[name=number-x]").input_value() == "33"
    expect(own).to_be_visible()
