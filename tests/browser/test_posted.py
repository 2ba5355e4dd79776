"""A list as somebody posted it, pasted on a phone and at a desk; its open lines are decided."""

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from playwright.sync_api import expect

from armylists.models import ArmyList
from tests.armylists.test_posted import post
from tests.browser.kit import PHONE, BrowserOf, SignIn, sideways

WINDOWS = {"390": PHONE, "1366": {"viewport": {"width": 1366, "height": 900}}}


@pytest.mark.parametrize("width", WINDOWS)
def test_a_posted_list_is_pasted_and_decided(
    browser_of: BrowserOf, sign_in: SignIn, alice: User, width: str
) -> None:
    page = browser_of(None, WINDOWS[width])
    sign_in(page, alice)
    page.goto(reverse("armylists:upload"))
    page.get_by_label("Paste a list").fill(post("03"))
    page.get_by_role("button", name="Import").click()
    expect(page.locator("h1")).to_have_text("2 lines to check")
    expect(page.get_by_role("group", name="Line 2: this is what I bring")).to_be_visible()
    assert sideways(page) <= 0
    inside = "legend => legend.getBoundingClientRect().top - legend.parentElement.getBoundingClientRect().top"
    assert page.locator("legend").first.evaluate(inside) > 5, "the frame runs through the legend"
    thanks = page.locator("fieldset").last
    change = thanks.get_by_label("Change it to", exact=True)
    expect(change).not_to_be_checked()
    thanks.get_by_role("textbox").fill("2x Militia")
    expect(change).to_be_checked()
    page.get_by_role("button", name="Import").click()
    expect(page.locator("h1")).to_have_text("Army of the League")
    expect(page.locator("main")).to_contain_text("List imported")
    entries = [unit.entry for unit in ArmyList.objects.get().army.units()]
    assert (len(entries), entries.count("tyw-catholic.militia")) == (13, 2)
