"""Lists built, printed and shared in a browser, with scripts and without."""

import re

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from playwright.sync_api import Page, expect

from armylists import edits, services
from armylists.models import ArmyList
from rulesets.baroque.armies import sample_lists
from tests.browser.kit import SignIn, sideways


@pytest.fixture
def kept(alice: User) -> ArmyList:
    """Alice's list, with two findings and a name that tries to be markup."""
    army = sample_lists()["swedish-royal-army"]
    command = army.commands[0].model_copy(update={"leader": None})
    name = "Lützen <b>1632</b>"
    return services.create(
        alice,
        army.model_copy(update={"name": name, "points": 580, "commands": (command, *army.commands[1:])}),
    )


def edit_page(army_list: ArmyList) -> str:
    return reverse("armylists:edit", args=[army_list.public_id])


def test_a_player_builds_a_list_and_sees_points_and_findings_at_each_step(
    desktop: Page, sign_in: SignIn, alice: User
) -> None:
    sign_in(desktop, alice)
    desktop.goto(reverse("armylists:new"))
    desktop.get_by_label("Polish-Lithuanian").check()
    desktop.get_by_label("600 points, a battle").check()
    desktop.get_by_label("Smallest legal army").check()
    desktop.get_by_role("button", name="Create list").click()
    totals = desktop.locator(".totals")
    expect(totals).to_contain_text("336 of 600")
    expect(totals).to_contain_text("legal")
    desktop.evaluate("window.sameDocument = true")
    desktop.get_by_label("Add to").select_option(label="Right wing")
    for revision in (2, 3, 4):
        desktop.get_by_role("button", name="Add Hussars").click()
        expect(totals).to_contain_text(f"revision {revision}")
    expect(totals).to_contain_text("495 of 600")
    finding = desktop.locator("#findings .finding")
    expect(finding).to_contain_text("4 units, but may have at most 3. Remove 1.")
    expect(finding).to_contain_text("BQ-A.1")
    expect(desktop.locator(".unit-row .finding")).to_contain_text("may have at most 3")
    desktop.get_by_role("button", name="Remove one Hussars").click()
    expect(totals).to_contain_text("legal")
    row = desktop.locator("#part-c1 .unit-row", has_text="Hussars")
    row.locator("summary").first.click()
    row.get_by_text("Change one of the 3").click()
    row.locator(".one").first.get_by_role("button", name="Feared Unit").click()
    expect(desktop.locator("#part-c1 .switch[aria-pressed=true]")).to_contain_text(["Feared Unit"])
    expect(totals).to_contain_text("449 of 600")
    assert desktop.evaluate("window.sameDocument") is True
    army = ArmyList.objects.get().army
    assert [unit.entry for unit in army.commands[0].units].count("polish.hussars") == 3


def test_what_is_half_typed_and_open_survives_a_change(
    desktop: Page, sign_in: SignIn, alice: User, kept: ArmyList
) -> None:
    sign_in(desktop, alice)
    desktop.goto(edit_page(kept))
    row = desktop.locator("#part-c1u1")
    row.locator("summary").first.click()
    row.get_by_label("Name").fill("Half a na")
    desktop.locator("#copy-c2u1").click()
    expect(desktop.locator(".totals")).to_contain_text("revision 2")
    expect(row.get_by_label("Name")).to_have_value("Half a na")
    row.get_by_role("button", name="Save name").click()
    expect(row.locator("h3")).to_contain_text("Half a na")


def test_what_is_chosen_is_saved_at_once_and_nothing_typed_is_lost(
    desktop: Page, sign_in: SignIn, alice: User, kept: ArmyList
) -> None:
    sign_in(desktop, alice)
    desktop.goto(edit_page(kept))
    totals = desktop.locator(".totals")
    expect(desktop.locator("#leader-c1")).to_be_disabled()
    desktop.locator("#level-c1").select_option("poor")
    expect(totals).to_contain_text("Not saved yet")
    expect(totals).to_contain_text("Saved, revision 2")
    desktop.locator("#leader-c1").fill("Digby")
    desktop.locator("#level-c2").select_option("reliable")
    desktop.locator("#copy-c2u1").click()
    expect(totals).to_contain_text("Saved, revision 3")
    desktop.locator("#army-points").fill("590")
    desktop.get_by_role("link", name="Done").click()
    expect(desktop).to_have_url(re.compile(f"{kept.get_absolute_url()}$"))  # where it is saved before
    expect(desktop.locator("h1")).to_have_text("Lützen <b>1632</b>")
    army = ArmyList.objects.get().army
    assert army.points == 590
    leaders = [each.leader for each in army.commands[:2]]
    assert next(each and (each.level, each.name) for each in leaders) == ("poor", "Digby")
    assert leaders[1] is not None
    assert leaders[1].level == "reliable"
    assert len(list(army.units())) == len(list(kept.army.units())) + 1


def test_what_cannot_be_saved_is_neither_lost_nor_left(
    desktop: Page, sign_in: SignIn, alice: User, kept: ArmyList
) -> None:
    sign_in(desktop, alice)
    desktop.goto(edit_page(kept))
    desktop.locator("#army-points").fill("")
    desktop.get_by_role("link", name="Done").click()
    desktop.locator("#copy-c2u1").click()
    expect(desktop.locator(".totals")).to_contain_text("Not saved yet")
    expect(desktop.locator("#army-points")).to_have_value("")
    desktop.locator("#army-points").fill("610")
    desktop.locator("#copy-c2u1").click()
    expect(desktop.locator(".totals")).to_contain_text("Saved, revision 2")
    assert ArmyList.objects.get().army.points == 610


def test_the_later_of_two_browsers_is_told_and_may_go_on(
    desktop: Page, sign_in: SignIn, alice: User, kept: ArmyList, tolerated: list[str]
) -> None:
    tolerated.append("409")
    sign_in(desktop, alice)
    desktop.goto(edit_page(kept))
    services.change(kept, 1, edits.rename_unit("c1u1", "The first"), alice)
    desktop.locator("#copy-c2u1").click()
    expect(desktop.locator("#builder h1")).to_contain_text("was changed in the meantime")
    expect(desktop.locator("#builder")).to_contain_text("The first")
    desktop.get_by_role("button", name="Make it now").click()
    expect(desktop.locator(".totals")).to_contain_text("revision 3")
    kept.refresh_from_db()
    assert next(kept.army.units()).name == "The first"
    assert len(list(kept.army.units())) == 11


def test_the_builder_works_without_scripts(plain: Page, sign_in: SignIn, alice: User, kept: ArmyList) -> None:
    page = plain
    sign_in(page, alice)
    page.goto(edit_page(kept))
    page.locator("#level-c1").select_option("poor")
    page.get_by_role("button", name="Save").first.click()
    page.locator("#copy-c2u1").click()
    expect(page.locator(".totals")).to_contain_text("revision 3")
    expect(page.locator(".done-here")).to_contain_text("Added one more")
    page.get_by_role("link", name="Done").click()
    expect(page.locator("h1")).to_have_text("Lützen <b>1632</b>")


def test_on_a_phone_the_long_parts_are_folded_until_they_are_wanted(
    phone: Page, desktop: Page, sign_in: SignIn, alice: User, kept: ArmyList
) -> None:
    for page in (phone, desktop):
        sign_in(page, alice)
        page.goto(edit_page(kept))
    expect(desktop.locator("#builder details.fold:not([open])")).to_have_count(0)
    expect(phone.locator("#builder details.fold[open]")).to_have_count(0)
    expect(phone.get_by_label("Points agreed")).to_be_hidden()
    phone.locator(".jumps").get_by_role("link", name="Army").click()
    expect(phone.get_by_label("Points agreed")).to_be_in_viewport()
    phone.locator("#index-1 summary").click()
    phone.locator("#index-1").get_by_role("button", name="Add").first.click()
    expect(phone.locator("#said")).to_contain_text("Added")
    expect(phone.locator("#builder details.fold[open]")).to_have_count(2)
    phone.locator(".jumps").get_by_role("link", name="problem").click()
    expect(phone.locator("#findings")).to_be_in_viewport()
    expect(phone.locator(".jumps")).to_be_in_viewport()


def test_everything_in_the_builder_is_large_enough_for_a_thumb(
    phone: Page, sign_in: SignIn, alice: User, kept: ArmyList
) -> None:
    sign_in(phone, alice)
    phone.goto(edit_page(kept))
    targets = [
        each for each in phone.locator("#builder :is(button, select, .button)").all() if each.is_visible()
    ]
    heights = [box["height"] for each in targets if (box := each.bounding_box())]
    assert len(heights) > 30
    assert min(heights) >= 44


def test_on_a_phone_the_bar_of_the_builder_leaves_the_window_to_the_list(
    phone: Page, sign_in: SignIn, alice: User, kept: ArmyList
) -> None:
    sign_in(phone, alice)
    phone.goto(edit_page(kept))
    bar = phone.locator(".totals").bounding_box()
    assert bar
    assert phone.viewport_size
    assert bar["height"] <= 0.15 * phone.viewport_size["height"]
    assert sideways(phone) <= 0
