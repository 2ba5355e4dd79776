"""A battle from the set-up page to its result, as a player walks through it."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from battles import services
from battles.models import Battle
from tests.browser.kit import SignIn
from tests.kit.battles import sample, setup


@pytest.fixture(params=["phone", "desktop"])
def page(request: pytest.FixtureRequest, sign_in: SignIn, alice: User) -> Page:
    """Alice's browser, on a phone and on a desk."""
    page: Page = request.getfixturevalue(str(request.param))
    sign_in(page, alice)
    return page


def patrols() -> dict[str, object]:
    return setup(sample("royalist-patrol-300"), sample("parliament-patrol-300"), terrain="open")


def test_a_player_decides_by_hand_and_leaves_the_rest_to_the_tactician(page: Page, alice: User) -> None:
    row = services.begin(alice, patrols(), tacticians=())
    page.goto(row.get_absolute_url())
    for number in (1, 2, 3):
        page.locator(".option button").first.click()
        expect(page.locator("#counter dd").nth(1)).to_have_text(str(number))
    page.on("dialog", lambda dialog: dialog.accept())
    leave = page.get_by_role("button", name="Leave it to the tactician")
    for left in (2, 1):
        expect(leave).to_have_count(left)
        # While the tactician plays, the page is about to be loaded anew, and a click may go with the old one.
        expect(page.locator("#counter[hx-post]")).to_have_count(0)
        leave.first.click()
    expect(page.get_by_text("Replay verified")).to_be_visible(timeout=30_000)
    assert Battle.objects.get(pk=row.pk).choices.filter(made_by=alice).count() == 3
