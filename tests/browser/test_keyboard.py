"""Everything without a mouse: order, focus that is seen, the builder by keys alone."""

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from playwright.sync_api import Page, expect

from armylists import services
from armylists.models import ArmyList
from rulesets.baroque.armies import sample_lists
from tests.browser.kit import SignIn

# What is drawn round the element that has the focus, and whether it can be seen at all.
FOCUS = """() => {
  const it = document.activeElement;
  const style = getComputedStyle(it);
  const box = it.getBoundingClientRect();
  return {
    tag: it.tagName,
    name: it.id || it.getAttribute("aria-label") || it.textContent.trim().slice(0, 40),
    outline: style.outlineStyle === "none" ? 0 : parseFloat(style.outlineWidth),
    seen: box.width > 0 && box.bottom > 0 && box.top < innerHeight,
  };
}"""


def walk(page: Page, steps: int) -> list[dict[str, object]]:
    """What has the focus after each of so many presses of the tab key."""
    found = []
    for _ in range(steps):
        page.keyboard.press("Tab")
        found.append(page.evaluate(FOCUS))
    return found


@pytest.fixture
def army_list(alice: User) -> ArmyList:
    """Alice's list of 300 points."""
    return services.create(alice, sample_lists()["royalist-patrol-300"])


@pytest.mark.parametrize("name", ["home", "rulesets:odds", "account_signup"])
def test_the_focus_is_seen_wherever_the_tab_key_leads(desktop: Page, name: str) -> None:
    desktop.goto(reverse(name))
    stops = [stop for stop in walk(desktop, 25) if stop["tag"] != "BODY"]
    assert len(stops) > 10
    assert [stop for stop in stops if not stop["seen"]] == []
    assert [stop for stop in stops if not stop["outline"]] == []


def test_the_focus_is_seen_all_through_the_builder(
    desktop: Page, sign_in: SignIn, alice: User, army_list: ArmyList
) -> None:
    sign_in(desktop, alice)
    desktop.goto(reverse("armylists:edit", args=[army_list.public_id]))
    stops = walk(desktop, 70)
    assert [stop for stop in stops if not stop["seen"]] == []
    assert [stop for stop in stops if not stop["outline"]] == []
    assert len({stop["name"] for stop in stops}) > 30


def test_a_list_is_changed_by_keys_alone_and_the_focus_stays(
    desktop: Page, sign_in: SignIn, alice: User, army_list: ArmyList
) -> None:
    sign_in(desktop, alice)
    desktop.goto(reverse("armylists:edit", args=[army_list.public_id]))
    before = len(list(army_list.army.units()))
    add = desktop.locator("[id^='add-ecw-royalist']").first
    add.focus()
    desktop.keyboard.press("Enter")
    expect(desktop.locator(".totals")).to_contain_text("revision 2")
    expect(add).to_be_focused()
    desktop.keyboard.press("Space")
    expect(desktop.locator(".totals")).to_contain_text("revision 3")
    army_list.refresh_from_db()
    assert len(list(army_list.army.units())) == before + 2


def test_nothing_hides_under_the_bar_of_totals(
    phone: Page, sign_in: SignIn, alice: User, army_list: ArmyList
) -> None:
    sign_in(phone, alice)
    phone.goto(reverse("armylists:edit", args=[army_list.public_id]))
    phone.get_by_role("link", name="Add units").click()
    expect(phone.locator("#book-name")).to_be_in_viewport()
    phone.locator(".index summary").last.click()
    phone.evaluate("scrollTo(0, document.body.scrollHeight)")
    bar = phone.locator(".totals").bounding_box()
    last = phone.locator(".entries li").last.bounding_box()
    assert bar is not None
    assert last is not None
    assert last["y"] + last["height"] <= bar["y"]
