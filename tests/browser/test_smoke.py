"""Ten pages in a browser, and the first thing that one does there; all others are for `make test-browser`."""

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from playwright.sync_api import Page, expect

from armylists import services as list_services
from armylists.models import ArmyList
from battles.models import Battle
from campaigns import services
from rulesets.baroque.armies import sample_lists
from tests.browser.board import battle_at, choose, offers, open_board, settled
from tests.browser.kit import SignIn, sideways
from tests.kit.campaigns import island
from tests.kit.rows import pending

pytestmark = pytest.mark.smoke


def visit(page: Page, address: str, *words: str) -> None:
    """Open a page, which answers, fits the window and says these words."""
    answer = page.goto(address)
    assert answer is not None
    assert answer.status == 200, f"{address} answers {answer.status}"
    assert sideways(page) <= 0, f"{address} is wider than the window"
    for each in words:
        expect(page.locator("main")).to_contain_text(each)


def test_what_anybody_may_look_up(desktop: Page, db: None) -> None:
    visit(desktop, reverse("home"), "Play a training clash")
    visit(desktop, reverse("rulesets:book", args=["baroque", "polish"]), "Hussars")
    visit(desktop, reverse("rulesets:rule", args=["baroque", "BQ-6.6.a"]), "not Exhausted may")
    visit(desktop, reverse("rulesets:odds"), "expected")
    desktop.get_by_label("A round of melee").check()
    expect(desktop.get_by_text("Cuirassiers wins").first).to_be_visible()
    visit(desktop, reverse("account_login"))


@pytest.fixture
def army(alice: User, transactional_db: None) -> ArmyList:
    """A list of Alice's."""
    return list_services.create(alice, sample_lists()["swedish-royal-army"])


def test_a_list_is_built_and_read(desktop: Page, sign_in: SignIn, alice: User, army: ArmyList) -> None:
    sign_in(desktop, alice)
    visit(desktop, reverse("armylists:edit", args=[army.public_id]), "600")
    before = len(army.army.commands[1].units)
    desktop.locator("#copy-c2u1").click()
    expect(desktop.locator(".totals")).to_contain_text("revision 2")
    visit(desktop, army.get_absolute_url(), army.name)
    assert len(ArmyList.objects.get().army.commands[1].units) == before + 1


def test_a_battle_goes_on_by_a_choice_on_its_board(
    desktop: Page, sign_in: SignIn, alice: User, transactional_db: None
) -> None:
    row = battle_at(offers("shoot", side=0), alice)
    sign_in(desktop, alice)
    visit(desktop, reverse("battles:index"), row.title)
    open_board(desktop, row)
    option = next(each for each in pending(row).options if not each.params)
    choose(desktop, option.key)
    settled(desktop, row.revision + 1)
    assert Battle.objects.get(pk=row.pk).revision == row.revision + 1


def test_a_campaign_shows_its_map_and_keeps_orders(
    desktop: Page, sign_in: SignIn, alice: User, bob: User, transactional_db: None
) -> None:
    row = island(alice)
    services.add_member(row, bob, "player", "crown")
    sign_in(desktop, bob)
    visit(desktop, row.get_absolute_url(), "Crown")
    expect(desktop.locator("main svg").first).to_be_visible()
    visit(desktop, reverse("campaigns:orders", args=[row.public_id]))
    desktop.locator("#order-cr1 > summary").click()
    desktop.select_option("#id_cr1-do", "march")
    expect(desktop.locator("#order-state")).to_contain_text("name the areas it goes through")
