"""The builder keeps still: what is pressed stays under the finger, with its focus, and says what it did."""

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from playwright.sync_api import Locator, Page, expect

from armylists import services
from armylists.models import ArmyList
from rulesets.baroque.armies import sample_lists
from rulesets.contract.documents import samples
from tests.browser.kit import PHONE, BrowserOf, SignIn

WINDOWS = {"390": PHONE, "1366": {"viewport": {"width": 1366, "height": 900}}}
SHIFTS = """() => { window.shifts = 0; new PerformanceObserver((list) => {
  for (const each of list.getEntries()) if (!each.hadRecentInput) window.shifts += each.value;
}).observe({ type: "layout-shift", buffered: false }); }"""


@pytest.fixture
def kept(alice: User) -> ArmyList:
    return services.create(alice, sample_lists()["swedish-royal-army"])


@pytest.fixture(params=WINDOWS)
def page(request: pytest.FixtureRequest, browser_of: BrowserOf) -> Page:
    return browser_of(None, WINDOWS[request.param])


def edit_page(army_list: ArmyList) -> str:
    return reverse("armylists:edit", args=[army_list.public_id])


def pressed_in_place(page: Page, button: Locator, revision: int) -> None:
    """Press it where it stands: it is there afterwards, in focus, and the window shows the same spot."""
    before = button.bounding_box()
    key = button.get_attribute("id")
    button.click()
    expect(page.locator(".saved")).to_have_text(f"Saved, revision {revision}")
    after = button.bounding_box()
    assert before
    assert after
    assert abs(after["y"] - before["y"]) <= 1, (key, before, after)
    assert page.evaluate("document.activeElement.id") == key


def into_view(page: Page, button: Locator) -> None:
    button.evaluate("each => each.scrollIntoView({ block: 'center', behavior: 'instant' })")


def test_the_page_stays_where_it_is_at_each_change(
    page: Page, sign_in: SignIn, alice: User, kept: ArmyList
) -> None:
    sign_in(page, alice)
    page.goto(edit_page(kept))
    page.evaluate(
        "() => document.querySelectorAll('#builder details.index').forEach((each) => each.open = true)"
    )
    page.evaluate(SHIFTS)
    page.get_by_label("Add to").select_option(label="Right wing")
    add = page.locator("[id='add-tyw-swedish.swedish-foot']")
    into_view(page, add)
    for revision in (2, 3, 4):
        pressed_in_place(page, add, revision)
        expect(page.get_by_label("Add to")).to_have_value("c2")
        expect(page.locator("#said")).to_have_text("Added Swedish Foot to Right wing.")
        expect(page.locator("[id='entry-tyw-swedish.swedish-foot'] .done-here")).to_be_visible()
    group = page.locator("#part-c2 .unit-row", has_text="Swedish Foot").first
    expect(group.locator(".times")).to_have_text("×3")
    more = group.get_by_role("button", name="Add one more")
    into_view(page, more)
    pressed_in_place(page, more, 5)
    expect(group.locator(".times")).to_have_text("×4")
    expect(group.locator(".done-here")).to_have_text("Added one more Swedish Foot to Right wing")
    expect(page.get_by_label("Add to")).to_have_value("c2")
    less = group.get_by_role("button", name="Remove")
    for revision in (6, 7, 8):
        pressed_in_place(page, less, revision)
    top = page.locator("#part-c2").bounding_box()
    less.click()  # the last of them: the row itself goes, and what is above it stays
    expect(page.locator(".saved")).to_have_text("Saved, revision 9")
    assert top
    assert (page.locator("#part-c2").bounding_box() or {})["y"] == pytest.approx(top["y"], abs=1)
    assert page.evaluate("document.activeElement !== document.body")
    pressed_in_place(page, page.locator("#undo"), 10)
    pressed_in_place(page, page.locator("#undo"), 11)
    expect(group.locator(".times")).to_have_text("×2")
    page.locator("#redo").click()
    expect(group).to_have_count(1)
    expect(group.locator(".times")).to_have_count(0)
    assert page.evaluate("window.shifts") < 0.1


def test_one_of_several_alike_is_changed_and_stands_apart(
    page: Page, sign_in: SignIn, alice: User, kept: ArmyList
) -> None:
    sign_in(page, alice)
    page.goto(edit_page(kept))
    page.locator("#copy-c1u3").click()
    row = page.locator("#part-c1u3")
    expect(row.locator(".times")).to_have_text("×2")
    row.locator("summary").first.click()
    row.get_by_role("group", name="Options for all 2").get_by_role("button").first.click()
    expect(page.locator("#part-c1u3 .in-short")).to_have_text("Well Trained Shooters")
    row.get_by_text("Change one of the 2").click()
    row.locator("#one-c1u3").get_by_role("button", name="Iron Officers").click()
    expect(row.locator(".times")).to_have_count(0)
    kept.refresh_from_db()
    options = [unit.options for unit in kept.army.commands[0].units if unit.entry.endswith(".swedish-foot")]
    assert sorted(len(each) for each in options if each) == [1, 2]


def test_the_book_is_searched(page: Page, sign_in: SignIn, alice: User, kept: ArmyList) -> None:
    sign_in(page, alice)
    page.goto(edit_page(kept))
    shown = page.locator("#book .entry:not([hidden])")
    everything = shown.count()
    page.get_by_label("Search").fill("foot salvo")
    expect(page.locator("[id='add-tyw-swedish.swedish-foot']")).to_be_visible()
    assert 0 < shown.count() < everything
    page.locator("[id='add-tyw-swedish.swedish-foot']").click()
    expect(page.locator(".saved")).to_have_text("Saved, revision 2")
    expect(page.get_by_label("Search")).to_have_value("foot salvo")
    assert 0 < shown.count() < everything
    page.get_by_label("Search").fill("swdish")
    expect(page.locator("#near-found")).to_be_visible()
    assert 0 < shown.count() < everything
    counts = page.locator("#book details.index:not([hidden]) summary .count").all_inner_texts()
    assert sum(map(int, counts)) == shown.count()
    page.get_by_label("Search").fill("elephants")
    expect(page.locator("#nothing-found")).to_be_visible()
    page.get_by_role("button", name="Clear").click()
    assert shown.count() == everything
    page.get_by_label("Points up to").fill("30")
    assert 0 < shown.count() < everything


def test_the_first_unit_is_on_the_first_screen(page: Page, sign_in: SignIn, alice: User) -> None:
    sign_in(page, alice)
    for name in ("swedish-royal-army", "polish-1649-52-10", "huguenot-army"):
        page.goto(edit_page(services.create(alice, samples()[name])))
        first, bar = page.locator(".unit-row").first.bounding_box(), page.locator(".totals").bounding_box()
        assert first
        assert bar
        assert first["y"] + first["height"] <= bar["y"], (name, first, bar)


def test_the_name_is_followed_by_path_and_title(
    page: Page, sign_in: SignIn, alice: User, kept: ArmyList
) -> None:
    sign_in(page, alice)
    page.goto(edit_page(kept))
    page.evaluate("() => { document.getElementById('army-fold').open = true; }")
    page.get_by_label("Name", exact=True).last.fill("Northern Lions")
    page.locator("#save-army").click()
    expect(page.locator(".crumbs")).to_contain_text("Northern Lions")
    expect(page.locator("h1")).to_have_text("Northern Lions")
    expect(page).to_have_title("Build Northern Lions · Leaguer")


def test_without_scripts_the_page_comes_back_to_the_row(
    browser_of: BrowserOf, sign_in: SignIn, alice: User, kept: ArmyList
) -> None:
    page = browser_of(None, {**PHONE, "java_script_enabled": False})
    sign_in(page, alice)
    page.goto(edit_page(kept))
    page.locator("#copy-c3u1").click()
    assert page.url.endswith("#part-u2")
    row = page.locator(".unit-row", has=page.locator("#copy-c3u1"))
    expect(row).to_be_in_viewport()
    expect(row.locator(".done-here")).to_contain_text("Added one more")
    page.locator("[id='add-tyw-swedish.swedish-foot']").click()
    assert page.url.endswith("#entry-tyw-swedish.swedish-foot")
    expect(page.locator("[id='entry-tyw-swedish.swedish-foot'] .done-here")).to_be_in_viewport()
    page.get_by_label("Search").fill("cuirass")
    page.get_by_role("button", name="Search").click()
    assert 0 < page.locator("#book .entry:visible").count() < 5
    page.locator("#undo").click()
    assert len(list(ArmyList.objects.get().army.units())) == 11
    assert 0 < page.locator("#book .entry:visible").count() < 5  # what was searched stays


def test_a_field_that_was_pulled_larger_breaks_no_policy_at_the_next_change(
    page: Page, sign_in: SignIn, alice: User, kept: ArmyList
) -> None:
    """A browser writes the new size into the field's style, which is not to be copied."""
    sign_in(page, alice)
    page.goto(edit_page(kept))
    page.evaluate("""() => { window.refused = []; document.addEventListener(
      "securitypolicyviolation", (event) => window.refused.push(event.violatedDirective)); }""")
    page.evaluate("() => { for (const each of document.querySelectorAll('[id]')) each.style.order = '0'; }")
    page.evaluate("() => document.querySelectorAll('#builder details').forEach((each) => each.open = true)")
    button = page.locator("[id='add-tyw-swedish.swedish-foot']")
    into_view(page, button)
    button.click()
    expect(page.locator(".saved")).to_have_text("Saved, revision 2")
    assert page.evaluate("window.refused") == []
