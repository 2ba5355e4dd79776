"""A force of By Fire and Sword built from its card in a browser, on a desk and in the hand, and printed."""

import io
import re

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from playwright.sync_api import Page, expect
from pypdf import PdfReader

from armylists import documents, services, start
from armylists.models import ArmyList
from rulesets.by_fire_and_sword.armies.lists import sample_lists
from rulesets.contract.documents import check_list
from tests.browser.kit import Shot, SignIn, sideways

SYSTEM = "by_fire_and_sword"


@pytest.fixture
def division(alice: User) -> ArmyList:
    return services.create(alice, start.from_card(SYSTEM, "polish-crown", "division-1648-60", 0))


def saved(page: Page, revision: int) -> None:
    expect(page.locator(".totals")).to_contain_text(f"revision {revision}")


def begin(page: Page, card: str) -> None:
    page.goto(f"{reverse('armylists:new')}?system={SYSTEM}")
    page.get_by_label(card).check()
    page.get_by_role("button", name="Create list").click()
    expect(page.locator(".totals")).to_contain_text("legal")


def test_the_played_muscovite_force_is_built_from_nothing_to_the_pdf(
    desktop: Page, sign_in: SignIn, alice: User, shot: Shot
) -> None:
    sign_in(desktop, alice)
    begin(desktop, "Muscovite force")
    totals = desktop.locator(".totals")
    desktop.evaluate("window.sameDocument = true")
    revision = 1
    for level in (5, 6, 7, 8, 9):
        desktop.get_by_role("button", name=f", Level {level}").first.click()
        revision += 1
        saved(desktop, revision)
        expect(totals.locator("dd").first).to_have_text(str(level))
    for name in ("Add Lieutenant Colonel, Additional", "Add Boyars, Additional"):
        desktop.get_by_role("button", name=name).click()
        revision += 1
        saved(desktop, revision)
    cossacks = desktop.locator(".unit-row", has_text="Servant Cossacks")
    cossacks.locator("summary").first.click()
    cossacks.get_by_role("button", name="Add a base to Servant Cossacks").first.click()
    saved(desktop, revision + 1)
    boyars = desktop.locator(".unit-row", has_text=re.compile(r"Boyars\W+×3"))
    boyars.locator("summary").first.click()
    boyars.get_by_text("Change one of the 3").click()
    boyars.locator(".one").first.get_by_role("button", name="Add a base to Boyars").click()
    saved(desktop, revision + 2)
    expect(totals).to_contain_text("legal")
    expect(totals.locator("dd").first).to_have_text("11")
    assert desktop.evaluate("window.sameDocument") is True
    shot(desktop, "bfs-builder-desktop")
    army_list = ArmyList.objects.get()
    played = check_list(sample_lists()["muscovite-1648-76-11"])
    built = check_list(army_list.army)
    for figure in ("fsp", "fv", "rp", "bases"):
        assert built.derived[figure] == played.derived[figure]
    desktop.get_by_role("link", name="Done").click()
    expect(desktop.locator(".calculations")).to_contain_text("Level 9, Reiters of level 9")
    expect(desktop.locator(".bands tbody tr")).to_have_count(6)
    shot(desktop, "bfs-list-desktop")
    address = desktop.get_by_role("link", name="Print: A4").get_attribute("href")
    assert address
    data = desktop.request.get(address).body()
    assert documents.read_list(data) == army_list.army
    text = " ".join(page.extract_text() for page in PdfReader(io.BytesIO(data)).pages)
    assert "Lieutenant Colonel" in text


def test_the_builder_of_a_division_on_a_phone(
    phone: Page, sign_in: SignIn, alice: User, division: ArmyList, shot: Shot
) -> None:
    sign_in(phone, alice)
    phone.goto(reverse("armylists:edit", args=[division.public_id]))
    assert sideways(phone) <= 0
    phone.locator(".jumps").get_by_role("link", name="Cards").click()
    phone.get_by_label("Another regiment").select_option(index=0)
    phone.locator("#add-regiment").click()
    expect(phone.locator("#said")).to_contain_text("Added")
    expect(phone.locator(".command.sheet")).to_have_count(5)
    targets = [
        each for each in phone.locator("#builder :is(button, select, .button)").all() if each.is_visible()
    ]
    heights = [box["height"] for each in targets if (box := each.bounding_box())]
    assert len(heights) > 20
    assert min(heights) >= 44
    shot(phone, "bfs-division-phone")
    phone.get_by_role("link", name="Done").click()
    expect(phone.locator(".calculations")).to_be_visible()
    assert sideways(phone) <= 0
    shot(phone, "bfs-division-list-phone")


def test_a_card_is_chosen_from_without_scripts(plain: Page, sign_in: SignIn, alice: User) -> None:
    page = plain
    sign_in(page, alice)
    begin(page, "Cossack skirmish force")
    page.get_by_role("button", name="Add Register moloitsy, Level 5").click()
    saved(page, 2)
    page.get_by_role("button", name="Remove Register moloitsy, Level 5").click()
    saved(page, 3)
    page.locator(".unit-row", has_text="Second sotnia of register moloitsy").locator("summary").first.click()
    page.get_by_role("button", name="Add a base to Second sotnia of register moloitsy").click()
    saved(page, 4)
    expect(page.locator(".totals dd").first).to_have_text(re.compile(r"^5\b"))
    page.get_by_role("link", name="Done").click()
    expect(page.locator("h1")).to_have_text("Cossack skirmish force 1648-76")


def test_a_book_shows_its_cards_and_leads_to_a_list(desktop: Page, sign_in: SignIn, alice: User) -> None:
    sign_in(desktop, alice)
    desktop.goto(reverse("rulesets:book", args=[SYSTEM, "polish-crown"]))
    assert sideways(desktop) <= 0
    expect(desktop.locator(".army-card").first).to_be_visible()
    expect(desktop.locator(".army-card button")).to_have_count(0)
    desktop.get_by_role("link", name="Build a list from this card").first.click()
    expect(desktop.locator("input[name=card]:checked")).to_have_count(1)


def test_the_keyboard_stays_where_it_was(desktop: Page, sign_in: SignIn, alice: User) -> None:
    sign_in(desktop, alice)
    begin(desktop, "Muscovite force")
    desktop.get_by_role("button", name="Add Reiters of level 5").focus()
    desktop.keyboard.press("Enter")
    saved(desktop, 2)
    expect(desktop.get_by_role("button", name="Remove Reiters of level 5")).to_be_focused()
    desktop.locator(".unit-row", has_text="Servant Cossacks").locator("summary").first.click()
    more = desktop.get_by_role("button", name="Add a base to Servant Cossacks").first
    more.focus()
    for revision in (3, 4):
        expect(more).to_be_focused()
        desktop.keyboard.press("Enter")
        saved(desktop, revision)
    expect(more).to_be_disabled()
    expect(desktop.get_by_role("button", name="Remove a base from Servant Cossacks").first).to_be_focused()


@pytest.mark.parametrize("device", ["phone", "desktop"])
def test_the_pages_of_books_tables_and_rules(request: pytest.FixtureRequest, device: str, shot: Shot) -> None:
    page: Page = request.getfixturevalue(device)
    pages = {
        "book": reverse("rulesets:book", args=[SYSTEM, "polish-crown"]),
        "entry": reverse("rulesets:entry", args=[SYSTEM, "polish-crown", "foot-regiment.haiduks-1"]),
        "tables": reverse("rulesets:tables", args=[SYSTEM]),
        "rules": reverse("rulesets:system", args=[SYSTEM]),
        "rule": reverse("rulesets:rule", args=[SYSTEM, "BFS-34.2"]),
        "departures": reverse("rulesets:system-departures", args=[SYSTEM]),
    }
    for name, address in pages.items():
        answer = page.goto(address)
        assert answer is not None
        assert answer.status == 200, name
        assert sideways(page) <= 0, f"{name} is wider than the window"
        shot(page, f"bfs-{name}-{device}")
