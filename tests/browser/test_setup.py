"""The set-up page with its script: what fits is offered at once, and an opponent is no tactician's affair."""

from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from armylists import services
from rulesets.contract.documents import samples
from tests.browser.kit import SignIn


def test_only_what_fits_the_chosen_list_is_offered_at_once(
    desktop: Page, sign_in: SignIn, alice: User
) -> None:
    mine = services.create(alice, samples()["swedish-army-1632"])
    sign_in(desktop, alice)
    desktop.goto(f"/battles/new/?list={mine.public_id}")
    second, table = desktop.locator("[name=b-army]"), desktop.locator("[name=table]")
    expect(second.locator("optgroup:not([hidden])")).to_have_count(2)
    expect(second.locator("optgroup[label*=Baroque]:not([disabled])")).to_have_count(0)
    expect(table.locator("optgroup:not([hidden])")).to_have_attribute("label", "Snaphance")
    expect(desktop.locator(".agreements")).to_be_hidden()
    expect(desktop.locator("[name=width]")).to_be_hidden()
    table.select_option("other")
    expect(desktop.get_by_label("Width in hexes, if another size")).to_have_attribute("max", "60")
    desktop.locator("[name=a-army]").select_option("sample:royalist-patrol-300")
    expect(desktop.get_by_label("Width in BU, if another size")).to_have_attribute("max", "80")
    expect(desktop.locator(".agreements")).to_be_visible()


def test_what_was_chosen_stays_when_the_set_up_is_refused(
    desktop: Page, sign_in: SignIn, alice: User, tolerated: list[str]
) -> None:
    tolerated.append("400")
    sign_in(desktop, alice)
    desktop.goto("/battles/new/")
    desktop.locator("[name=a-army]").select_option("sample:swedish-army-1632")
    desktop.locator("[name=b-army]").select_option("sample:imperial-army-1632")
    desktop.locator("[name=opponent]").fill("alice")
    desktop.get_by_role("button", name="Set up the battle").click()
    expect(desktop.get_by_text("your own name: leave it empty").first).to_be_visible()
    expect(desktop.locator("[name=b-army]")).to_have_value("sample:imperial-army-1632")
    expect(desktop.locator("[name=who][value=hand]")).to_be_checked()


def test_who_names_an_opponent_decides_by_hand(desktop: Page, sign_in: SignIn, alice: User) -> None:
    sign_in(desktop, alice)
    desktop.goto("/battles/new/")
    desktop.locator("[name=opponent]").fill("bob")
    expect(desktop.locator("[name=who][value=hand]")).to_be_checked()
    expect(desktop.locator("[name=who][value=both]")).to_be_disabled()
    desktop.locator("[name=opponent]").fill("")
    expect(desktop.locator("[name=who][value=first]")).to_be_checked()
