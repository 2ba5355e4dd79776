"""The frame of every page, seen through a browser."""

from django.contrib.auth.models import User
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.browser.kit import SignIn


def test_buttons_and_navigation_are_large_enough_for_a_thumb(phone: Page) -> None:
    phone.goto("/")
    targets = [item for item in phone.locator("nav a, .button, .account a").all() if item.is_visible()]
    heights = {target.inner_text(): target.bounding_box()["height"] for target in targets}
    assert len(heights) > 6
    assert {text: height for text, height in heights.items() if height < 44} == {}


def test_the_typeface_is_ours(desktop: Page) -> None:
    desktop.goto("/")
    desktop.evaluate("document.fonts.ready")
    loaded = desktop.evaluate("[...document.fonts].filter(f => f.status === 'loaded').map(f => f.family)")
    assert any("EB Garamond" in family for family in loaded)


def test_the_first_tab_key_leads_to_the_skip_link(desktop: Page) -> None:
    desktop.goto("/")
    desktop.keyboard.press("Tab")
    expect(desktop.locator(".skip")).to_be_focused()
    expect(desktop.locator(".skip")).to_be_in_viewport()
    desktop.keyboard.press("Enter")
    expect(desktop.locator("main")).to_be_focused()


def test_a_player_signs_up_and_out_again(phone: Page) -> None:
    phone.goto("/")
    phone.get_by_role("banner").get_by_role("link", name="Sign up").click()
    phone.get_by_label("User name").fill("cornet-joyce")
    phone.get_by_label("Password", exact=True).fill("a horse and a warrant")
    phone.get_by_role("button", name="Sign up").click()
    expect(phone.get_by_role("banner")).to_contain_text("cornet-joyce")
    assert User.objects.filter(username="cornet-joyce").exists()
    phone.get_by_role("button", name="Sign out").click()
    expect(phone.get_by_role("banner")).to_contain_text("Sign in")


def test_a_signed_in_player_finds_the_account(desktop: Page, alice: User, sign_in: SignIn) -> None:
    sign_in(desktop, alice)
    desktop.goto("/")
    desktop.get_by_role("link", name="alice").click()
    expect(desktop.get_by_role("heading", level=1)).to_have_text("Your account")


def test_the_overview_of_the_rest_interface_runs_under_the_policy(desktop: Page) -> None:
    desktop.goto(reverse("api-docs"))
    expect(desktop.locator("#swagger-ui .swagger-ui").first).to_be_visible()
    desktop.wait_for_load_state("networkidle")


def test_a_missing_page_leads_back_home(phone: Page, tolerated: list[str]) -> None:
    tolerated.append("status of 404")
    phone.goto("/no-such-page/")
    phone.get_by_role("link", name="Go to the home page").click()
    expect(phone).to_have_url("/")
