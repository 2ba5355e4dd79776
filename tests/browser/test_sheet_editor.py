"""The Summary Sheet of a scenario in a browser: kept as one types, every fault at its field, a way back."""

from __future__ import annotations

from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from tests.armylists.scenarios import map_page, scenario_of
from tests.browser.kit import SignIn, sideways


def test_figures_are_kept_as_they_are_typed(desktop: Page, sign_in: SignIn, alice: User) -> None:
    book = scenario_of(alice)
    sign_in(desktop, alice)
    desktop.goto(map_page(book))
    desktop.get_by_role("link", name="Summary Sheet").click()
    musket = desktop.get_by_role("group", name="Musket")
    expect(musket).to_contain_text("recommended")
    musket.get_by_label("4H").fill("-99")
    expect(musket).to_contain_text("Is -99: it must be -9 to 9")
    expect(desktop.get_by_role("button", name="Save as version 1")).to_be_disabled()
    musket.get_by_label("4H").fill("-1")
    expect(desktop.locator("#faults")).to_contain_text("Nothing is wrong")
    book.refresh_from_db()
    assert book.draft["sheet"]["weapons"]["musket"]["dice"]["4"] == -1
    desktop.get_by_role("group", name="Woods", exact=True).get_by_label("mounted combat").select_option("no")
    expect(desktop.get_by_role("group", name="Woods", exact=True)).to_contain_text("this scenario’s own")
    musket.get_by_role("button", name="As recommended").click()
    expect(musket.get_by_label("4H")).to_have_value("-2")
    book.refresh_from_db()
    assert book.draft["sheet"] == {"terrain": {"woods": {"entry": {"mcs": "no"}}}}


def test_the_sheet_fits_a_phone(phone: Page, sign_in: SignIn, alice: User) -> None:
    book = scenario_of(alice)
    sign_in(phone, alice)
    phone.goto(map_page(book).replace("at=map", "at=sheet"))
    assert not sideways(phone)


def test_the_page_of_a_scenario_shows_where_figures_come_from_and_that_its_map_goes_on(
    desktop: Page, phone: Page
) -> None:
    desktop.goto("/scenarios/luetzen_1632/")
    expect(desktop.get_by_text("Drag the map sideways")).to_be_hidden()
    terrain = desktop.locator("details", has=desktop.get_by_text("Terrain: MP to enter or cross")).last
    terrain.locator("summary").click()
    box = terrain.locator(".scroll")
    assert box.evaluate("each => each.scrollWidth <= each.clientWidth")
    phone.goto("/scenarios/luetzen_1632/")
    expect(phone.get_by_text("Drag the map sideways")).to_be_visible()
    assert not sideways(phone)
