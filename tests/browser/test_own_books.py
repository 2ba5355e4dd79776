"""Books of one's own in a browser: with scripts kept as they are filled in, without them by the button."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from playwright.sync_api import Page, expect

from armylists import bookservices, services, start
from armylists.models import OwnBook
from rulesets.contract.documents import book_rules, check_list
from tests.armylists.own_books import change, kept_book
from tests.browser.kit import Shot, SignIn, at_rest, sideways


def editor(book: OwnBook, at: str = "") -> str:
    return f"{reverse('armylists:edit-book', args=[book.public_id])}{f'?at={at}' if at else ''}"


def test_a_card_grows_as_it_is_filled_in(desktop: Page, sign_in: SignIn, alice: User) -> None:
    sign_in(desktop, alice)
    desktop.goto(reverse("armylists:new-book"))
    empty = desktop.locator("#begin-empty")
    empty.get_by_label("For").select_option("by_fire_and_sword/book")
    empty.get_by_label("Name").fill("Cards of mine")
    empty.get_by_role("button", name="Start").click()
    state = desktop.locator("#book-state")
    expect(state.locator(".badge.illegal")).to_be_visible()
    desktop.evaluate("window.sameDocument = true")
    desktop.get_by_role("button", name="Add a unit").click()
    expect(desktop.get_by_role("heading", name="New unit")).to_be_visible()
    desktop.get_by_label("Name", exact=True).fill("Hussars")
    expect(desktop.locator("#book-preview")).to_contain_text("Hussars")
    desktop.get_by_label("Skill").fill("six")
    field = desktop.locator("#f-unit-0-skill-field")
    expect(field.locator(".errors")).to_have_text("Must be a whole number")
    desktop.get_by_label("Skill").fill("6")
    expect(field.locator(".errors")).to_have_text("")
    desktop.get_by_role("button", name="Add a card").click()
    expect(desktop.get_by_role("heading", name="New card")).to_be_visible()
    desktop.get_by_label("Name", exact=True).first.fill("My force 1655")
    desktop.get_by_role("button", name="Add a row of bases").click()
    row = desktop.locator("#f-card-0-core-slot-0")
    expect(row).to_have_attribute("open", "")
    row.get_by_label("Unit", exact=True).select_option("hussars")
    row.get_by_label("Black bases").fill("4")
    card = desktop.locator("#book-preview .printed-card")
    expect(card).to_contain_text("My force 1655")
    expect(card.locator(".bases svg.black")).to_have_count(4)
    expect(card.locator(".scroll-of")).to_have_count(1)
    row.get_by_label("Grey bases").fill("2")
    expect(card.locator(".bases svg.grey")).to_have_count(2)
    expect(state.locator(".badge.illegal")).to_have_text("1")
    expect(desktop.locator("#faults .finding")).to_contain_text("My force 1655 › Core › Hussars")
    row.get_by_label("Grey bases").fill("0")
    expect(state.locator(".badge.legal")).to_be_visible()
    assert desktop.evaluate("window.sameDocument") is True
    desktop.get_by_role("button", name="Save as version 1").click()
    expect(desktop.locator("main")).to_contain_text("Version 1 is saved")
    book = OwnBook.objects.get()
    assert (book.version, book.draft["card"][0]["core"]["slot"][0]["bases"]) == (1, 4)
    desktop.get_by_role("link", name="Build a list").click()
    desktop.get_by_label("My force 1655").check()
    desktop.get_by_role("button", name="Create list").click()
    expect(desktop.locator("main")).to_contain_text("Hussars")


def test_on_a_phone_an_empty_book_shows_where_one_begins(phone: Page, sign_in: SignIn, alice: User) -> None:
    book = bookservices.create(
        alice, "by_fire_and_sword", book_rules("by_fire_and_sword").empty("Cards of mine")
    )
    sign_in(phone, alice)
    phone.goto(editor(book))
    expect(phone.locator("#book-preview")).to_contain_text("Press “Add a unit” to begin")
    phone.get_by_role("button", name="Add a unit").click()
    expect(phone.get_by_label("Name", exact=True)).to_be_focused()
    expect(phone.get_by_role("button", name="Add a unit")).to_be_hidden()


def test_a_book_is_changed_without_scripts(plain: Page, sign_in: SignIn, alice: User) -> None:
    book = kept_book(alice)
    sign_in(plain, alice)
    plain.goto(editor(book, "entries[0]"))
    plain.get_by_label("Points", exact=True).fill("61")
    plain.locator("#book-sheet").get_by_role("button", name="Save", exact=True).last.click()
    expect(plain.locator("#book-preview")).to_contain_text("61")
    plain.get_by_role("button", name="One more like this unit").click()
    plain.get_by_label("Name in lists").fill("Hussars of the guard")
    plain.locator("#book-sheet").get_by_role("button", name="Save", exact=True).last.click()
    plain.get_by_role("button", name="Save as version 2").click()
    expect(plain.locator("main")).to_contain_text("Version 2 is saved")
    expect(plain.locator("main")).to_contain_text("Hussars of the guard")


def test_a_list_takes_the_newer_version_of_its_book(desktop: Page, sign_in: SignIn, alice: User) -> None:
    book = kept_book(alice)
    army_list = services.create(alice, start.minimum("baroque", book.key, 600, "On my book"))
    total = check_list(army_list.army).total
    first = next(army_list.army.units()).entry.removeprefix(f"{book.key}.")
    row = next(i for i, each in enumerate(book.draft["entries"]) if each["id"] == first)
    change(book, lambda document: document["entries"][row].update(points=99))
    sign_in(desktop, alice)
    desktop.goto(army_list.get_absolute_url())
    notice = desktop.locator("#book-change")
    expect(notice).to_contain_text("uses version 1 of")
    expect(notice).to_contain_text(f"Its total goes from {total} to")
    notice.get_by_role("button", name="Update to version 2").click()
    expect(desktop.locator("main")).to_contain_text("now uses version 2 of its army book")
    expect(desktop.locator("#book-change")).to_have_count(0)
    army_list.refresh_from_db()
    assert check_list(army_list.army).total > total


@pytest.fixture(params=["phone", "desktop"])
def device(request: pytest.FixtureRequest) -> str:
    """The width that the test runs at."""
    return str(request.param)


def test_the_pages_of_own_books_fit_the_window(
    request: pytest.FixtureRequest, device: str, shot: Shot, sign_in: SignIn, alice: User
) -> None:
    page: Page = request.getfixturevalue(device)
    cards = kept_book(alice, "by_fire_and_sword")
    table = kept_book(alice)
    bookservices.share(cards)
    scenario = _scenario(alice)
    sign_in(page, alice)
    look = _looking(page, shot, device)
    look("own-books", reverse("armylists:own-books"))
    look("own-books-new", reverse("armylists:new-book"))
    look("own-book-cards", cards.get_absolute_url())
    look("own-book-table", table.get_absolute_url())
    look("own-book-shared", cards.shared_url)
    look("own-book-editor", editor(table, "entries[0]"))
    look("own-book-editor-card", editor(cards, "card[0]"))
    look("own-book-editor-text", editor(scenario))
    look("own-book-version", reverse("armylists:book-version", args=[cards.public_id, 1]))


def _looking(page: Page, shot: Shot, device: str) -> Callable[[str, str], None]:
    def look(name: str, address: str) -> None:
        answer = page.goto(address)
        assert answer is not None
        assert answer.status == 200, f"{name}: {address}"
        at_rest(page)
        assert sideways(page) <= 0, f"{name}: {address} is wider than the window"
        shot(page, f"{name}-{device}")

    return look


def _scenario(owner: User) -> OwnBook:
    rules = book_rules("by_fire_and_sword", "scenario")
    return bookservices.create(owner, rules.system, dict(rules.shipped()["ambush"]), rules.kind)
