"""The whole way of a new player: from the first page to a printed victory."""

import io
import itertools
import re
from types import SimpleNamespace

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from playwright.sync_api import Page, expect
from pypdf import PdfReader

from armylists import services
from battles import services as battle_services
from battles.models import Battle
from rulesets.baroque.armies import sample_lists
from tests.browser.kit import SignIn

OPPONENT = "sample:catholic-league"

# Keeps what the counter of events shows after each of htmx's changes, beyond the page that shows it.
WATCH_COUNTER = """
document.addEventListener("htmx:afterSwap", () => {
  const events = document.querySelector("#counter .figures > div:last-child dd");
  const counted = JSON.parse(sessionStorage.counted || "[]");
  if (events) sessionStorage.counted = JSON.stringify([...counted, Number(events.textContent)]);
});
"""


@pytest.fixture(autouse=True)
def _nothing_cached() -> None:
    cache.clear()


@pytest.fixture
def small_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock that a look at it moves on: twenty choices are a slice, on a fast and a slow machine."""
    looks = itertools.count()
    clock = SimpleNamespace(monotonic=lambda: next(looks) * battle_services.SLICE / 20)
    monkeypatch.setattr(battle_services, "time", clock)


def sign_up(page: Page) -> None:
    """From the first page to an account of one's own."""
    page.goto("/")
    page.get_by_role("banner").get_by_role("link", name="Sign up").click()
    page.get_by_label("User name").fill("tilly")
    page.get_by_label("Password", exact=True).fill("a monk in armour")
    page.get_by_role("button", name="Sign up").click()
    expect(page.get_by_role("banner")).to_contain_text("tilly")


def begin_from_book(page: Page) -> None:
    """From the books to a first list that is legal."""
    page.get_by_role("link", name="Books", exact=True).click()
    page.get_by_role("link", name="Thirty Years’ War Swedish", exact=True).click()
    page.get_by_role("link", name="Build a list from this book").click()
    expect(page.get_by_label("Thirty Years’ War Swedish")).to_be_checked()
    page.get_by_label("Smallest legal army").check()
    page.get_by_role("button", name="Create list").click()
    expect(page.locator(".totals")).to_contain_text("legal")


def build(page: Page) -> None:
    """Units and an option are added; one too many makes a finding, which goes with it."""
    totals, findings = page.locator(".totals"), page.locator("#findings .finding")
    for _ in range(2):
        page.get_by_role("button", name="Add Finnish Hakkapelitta").click()
        page.wait_for_load_state("networkidle")
    expect(findings).to_contain_text("2 units, but may have at most 1")
    page.get_by_role("button", name="Remove one Finnish Hakkapelitta").click()
    expect(findings).to_have_count(0)
    expect(totals).to_contain_text("legal")
    page.locator(".unit-row", has_text="Swedish Foot").first.locator("summary").first.click()
    option = page.get_by_role("button", name="Well Trained Shooters").first
    option.click()
    expect(option).to_have_attribute("aria-pressed", "true")


def roster(page: Page) -> PdfReader:
    """The roster behind the button of the list's page."""
    answer = page.request.get(str(page.get_by_role("link", name="Print: A4").get_attribute("href")))
    assert answer.headers["content-type"] == "application/pdf"
    return PdfReader(io.BytesIO(answer.body()))


def set_up(page: Page) -> None:
    """A battle of the player's list against a sample list, the tactician leading both."""
    page.get_by_role("link", name="Fight with this list").click()
    expect(page.locator("fieldset.side-a select")).to_have_value(re.compile("^own:"))
    page.locator("fieldset.side-b select").select_option(OPPONENT)
    page.locator("fieldset.side-b").get_by_label("Name of the side").fill("The League")
    page.get_by_label("The tactician leads both").check()
    page.get_by_label("Seed", exact=True).fill("Breitenfeld")


def fight(page: Page) -> list[int]:
    """The battle fought; what the counter of events showed on the way."""
    page.add_init_script(WATCH_COUNTER)
    page.get_by_role("button", name="Set up the battle").click()
    page.get_by_role("button", name="Set up the battle anyway").first.click()  # the League is larger
    expect(page.locator(".verdict .headline")).to_contain_text(re.compile("Victory|draw"), timeout=60_000)
    return list(page.evaluate("JSON.parse(sessionStorage.counted || '[]')"))


def test_a_new_player_gets_from_the_first_page_to_a_printed_victory(
    desktop: Page, small_slices: None
) -> None:
    page = desktop
    sign_up(page)
    begin_from_book(page)
    build(page)
    page.get_by_role("link", name="Done").click()
    title = page.get_by_role("heading", level=1).inner_text()
    text = " ".join(each.extract_text() for each in roster(page).pages)
    assert title in text
    assert "Hakkapelitta" in text
    set_up(page)
    counted = fight(page)
    headline = page.locator(".verdict .headline").inner_text()
    follow_log(page)
    follow_field(page)
    page.get_by_role("link", name="Result").click()
    answer = page.request.get(str(page.get_by_role("link", name="Victory sheet").get_attribute("href")))
    victory = PdfReader(io.BytesIO(answer.body()))
    assert headline in victory.pages[0].extract_text()
    assert "Breitenfeld" in " ".join(each.extract_text() for each in victory.pages)
    battle = Battle.objects.get()
    assert [0, *counted, battle.event_count] == sorted({0, *counted, battle.event_count})
    assert len(counted) > 2
    assert (battle.owner.username, battle.over, battle.seed) == ("tilly", True, "Breitenfeld")


def follow_log(page: Page) -> None:
    """The log of the second turn; a roll opened tells its modifiers and their rules."""
    page.get_by_role("link", name="Log", exact=True).click()
    page.get_by_role("navigation", name="Turns").first.get_by_role("link", name="2", exact=True).click()
    expect(page.get_by_role("heading", name="Turn 2")).to_be_visible()
    roll = page.locator(".log details").first
    expect(roll.locator(".outcome")).to_be_hidden()
    roll.locator("summary .words").click()
    expect(roll.locator(".outcome")).to_be_visible()
    expect(roll.locator("svg.die").first).to_be_visible()
    expect(roll.locator(".rule-id").first).to_have_text(re.compile(r"^BQ-"))


def follow_field(page: Page) -> None:
    """The field at deployment and a turn later: bases are drawn, and they have moved."""
    page.get_by_role("link", name="Field", exact=True).click()
    turns = page.get_by_role("navigation", name="Turns")
    drawings = []
    for turn in ("Deployment", "2"):
        turns.get_by_role("link", name=turn, exact=True).click()
        expect(turns.locator("[aria-current]")).to_have_text(turn)
        drawings.append(page.locator("figure.field svg").first.inner_html())
    assert drawings[0] != drawings[1]
    assert drawings[0].count("<use") > 10


def test_a_battle_is_fought_without_scripts(plain: Page, sign_in: SignIn, alice: User) -> None:
    page = plain
    services.create(alice, sample_lists()["royalist-patrol-300"])
    sign_in(page, alice)
    page.goto("/battles/new/")
    page.locator("fieldset.side-a select").select_option(index=1)
    page.locator("fieldset.side-b select").select_option("sample:parliament-patrol-300")
    page.get_by_label("Open ground").check()
    page.get_by_label("The tactician leads both").check()
    page.get_by_role("button", name="Set up the battle").click()
    expect(page.locator(".verdict .headline")).to_contain_text(re.compile("Victory|draw"), timeout=60_000)
