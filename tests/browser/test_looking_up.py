"""Rules and odds, as a player at the table looks them up."""

import re

from django.contrib.auth.models import User
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.browser.kit import SignIn, sideways


def test_the_odds_on_a_phone_follow_what_is_chosen(phone: Page) -> None:
    phone.goto(reverse("rulesets:odds"))
    phone.evaluate("window.sameDocument = true")
    strength = phone.locator("fieldset.side-a").get_by_label("VBU now")
    strength.fill("1")
    strength.press("Tab")
    expect(phone.locator(".answer")).to_contain_text("fires with 1 die")
    phone.get_by_label("A round of melee").check()
    expect(phone.locator(".answer table.verdict")).to_contain_text("%")
    assert phone.evaluate("window.sameDocument") is True
    assert sideways(phone) <= 0


def test_the_odds_of_another_system_begin_with_its_own_sample(desktop: Page) -> None:
    desktop.goto(reverse("rulesets:odds"))
    desktop.locator("fieldset.side-a").get_by_label("Search for a unit").fill("dragoon")
    rules = desktop.get_by_label("Rules", exact=True)
    for system, kind in (("snaphance", "A round of melee"), ("baroque", "A round of melee")):
        rules.select_option(system)
        expect(desktop).to_have_url(re.compile(f"system={system}"))
        expect(desktop.locator(".answer")).to_contain_text("%")
        expect(desktop.locator("#odds .errors")).to_have_count(0)
        expect(desktop.locator("#a-find")).to_have_value("")
        desktop.get_by_label(kind).check()
        expect(desktop.locator(".answer table.verdict")).to_contain_text("%")


def test_a_unit_of_the_odds_is_searched_for_on_a_phone(phone: Page) -> None:
    phone.goto(reverse("rulesets:odds"))
    fires = phone.locator("fieldset.side-a")
    units = fires.get_by_label("Unit", exact=True).locator("option")
    every = units.count()
    words = fires.get_by_label("Search for a unit")
    words.press_sequentially("dragoon", delay=120)
    expect(fires).to_contain_text(re.compile(r"\d+ matches in the list below"))
    expect(words).to_be_focused()
    expect(words).to_have_value("dragoon")
    assert 2 < units.count() < every / 5
    chosen = units.filter(has_text="Dragoons").first
    fires.get_by_label("Unit", exact=True).select_option(str(chosen.get_attribute("value")))
    expect(phone).to_have_url(re.compile(f"a-entry={chosen.get_attribute('value')}"))
    assert sideways(phone) <= 0


def test_the_odds_in_an_address_are_the_odds_that_are_shown(phone: Page) -> None:
    phone.goto(reverse("rulesets:odds"))
    phone.get_by_label("A round of melee").check()
    expect(phone).to_have_url(re.compile("kind=melee"))
    shown = phone.locator(".answer").inner_text()
    phone.goto(phone.url)
    assert phone.locator(".answer").inner_text() == shown


def test_a_rule_is_found_by_its_words_and_leads_on(phone: Page) -> None:
    phone.goto(reverse("rulesets:system", args=["baroque"]))
    phone.get_by_label("Words").fill("salvo")
    phone.get_by_role("button", name="Search").click()
    first = phone.locator(".found li").first
    expect(first.locator("mark").first).to_have_text(re.compile("salvo", re.IGNORECASE))
    number = first.locator(".id").inner_text()
    first.get_by_role("link").first.click()
    expect(phone.locator(".rule-head .number")).to_have_text(number)
    phone.locator("nav.pages a[rel=next]").click()
    expect(phone.locator(".rule-head .number")).not_to_have_text(number)


def test_a_search_that_finds_nothing_leads_back(phone: Page) -> None:
    phone.goto(reverse("rulesets:system", args=["baroque"]) + "?q=zeppelin")
    phone.locator(".empty").get_by_role("link").click()
    expect(phone.locator(".contents summary").first).to_be_visible()


def test_chapters_are_folded_until_they_are_asked_for(phone: Page) -> None:
    phone.goto(reverse("rulesets:system", args=["baroque"]))
    expect(phone.locator(".toc li").first).to_be_hidden()
    phone.locator(".contents summary").first.click()
    expect(phone.locator(".toc li").first).to_be_visible()


def test_an_address_that_names_a_rule_opens_its_chapter_alone(phone: Page) -> None:
    phone.goto(reverse("rulesets:rule", args=["baroque", "BQ-6.1.4"]))
    phone.get_by_label("Where you are").get_by_role("link", name="Baroque").click()
    expect(phone.locator("[id='BQ-6.1.4']")).to_be_in_viewport()
    expect(phone.locator(".contents details[open]")).to_have_count(1)


def test_the_rule_that_a_finding_names_is_a_page(desktop: Page, sign_in: SignIn, alice: User) -> None:
    sign_in(desktop, alice)
    desktop.goto(reverse("armylists:new") + "?book=tyw-swedish")
    desktop.get_by_label("Empty list").check()
    desktop.get_by_role("button", name="Create list").click()
    link = desktop.locator(".finding .rule-id").first
    number = link.inner_text()
    link.click()
    expect(desktop.locator(".rule-head .number")).to_have_text(number)
