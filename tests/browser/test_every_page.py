"""Every page, on a phone and on a desk: nothing wider than the window, no complaint, a picture of each.

What `phone` and `desktop` watch for (console, policy, other hosts) holds here for every page.
"""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from playwright.sync_api import Page

from armylists import edits, services
from armylists.models import ArmyList
from battles import sample
from battles import services as battle_services
from battles.models import Battle
from rulesets.baroque.armies import sample_lists
from tests.browser.board import battle_at, offers, skirmish
from tests.browser.kit import Shot, SignIn, sideways
from tests.kit.battles import sample as document
from tests.kit.battles import setup

DEVICES = ["phone", "desktop"]
ROYALISTS = ["baroque", "ecw-royalist"]

ACCOUNT = {
    "account-email": "account_email",
    "account-password": "account_change_password",
    "account-token": "account_token",
    "account-logout": "account_logout",
}
REFERENCE: dict[str, tuple[str, list[str]]] = {
    "books": ("rulesets:books", []),
    "book": ("rulesets:book", ROYALISTS),
    "rules": ("rulesets:system", ["baroque"]),
    "rule": ("rulesets:rule", ["baroque", "BQ-6.1.4"]),
    "rules-chapter": ("rulesets:rule", ["baroque", "BQ-6"]),
    "tables": ("rulesets:tables", ["baroque"]),
    "departures": ("rulesets:system-departures", ["baroque"]),
    "odds": ("rulesets:odds", []),
}


@pytest.fixture(params=DEVICES)
def device(request: pytest.FixtureRequest) -> str:
    """The width that the test runs at."""
    return str(request.param)


@pytest.fixture
def look(request: pytest.FixtureRequest, device: str, shot: Shot) -> Callable[[str, str], Page]:
    """`look("book", "/books/...")`: opens the page, keeps its picture, fails if it is missing or too wide."""
    page: Page = request.getfixturevalue(device)

    def look(name: str, address: str) -> Page:
        answer = page.goto(address)
        assert answer is not None
        assert answer.status == 200, f"{name}: {address} answers {answer.status}"
        page.wait_for_load_state("networkidle")
        assert sideways(page) <= 0, f"{name}: {address} is wider than the window"
        shot(page, f"{name}-{device}")
        return page

    return look


def test_a_visitors_pages(look: Callable[[str, str], Page], db: None) -> None:
    for name in ("home", "about", "account_login", "account_signup", "account_reset_password", "api-docs"):
        look(name.removeprefix("account_"), reverse(name))


def test_the_pages_of_books_rules_and_odds(look: Callable[[str, str], Page], db: None) -> None:
    for name, (address, words) in REFERENCE.items():
        look(name, reverse(address, args=words))
    page = look("rules-search", reverse("rulesets:system", args=["baroque"]) + "?q=pike")
    assert "pike" in page.locator("main").inner_text().lower()
    look("odds-melee", reverse("rulesets:odds") + "?kind=melee")
    page.goto(reverse("rulesets:book", args=ROYALISTS))
    entry = page.locator(f"main a[href^='{reverse('rulesets:book', args=ROYALISTS)}']").first
    look("book-entry", str(entry.get_attribute("href")))


@pytest.fixture
def faulty(alice: User) -> ArmyList:
    """Alice's list, with a finding and a unit of a long name."""
    army = sample_lists()["swedish-royal-army"]
    command = army.commands[0].model_copy(update={"leader": None})
    changed = {
        "name": "Lützen 1632",
        "points": 580,
        "commands": (command, *army.commands[1:]),
    }
    row = services.create(alice, army.model_copy(update=changed))
    services.change(row, 1, edits.rename_unit("c1u1", "The Yellow and Blue Brigades together"), alice)
    services.share(row)
    return row


def test_a_players_pages_and_lists(
    look: Callable[[str, str], Page],
    request: pytest.FixtureRequest,
    device: str,
    sign_in: SignIn,
    alice: User,
    faulty: ArmyList,
) -> None:
    sign_in(request.getfixturevalue(device), alice)
    key = faulty.public_id
    for name, address in ACCOUNT.items():
        look(name, reverse(address))
    for name in ("index", "new", "upload"):
        look(f"list-{name}", reverse(f"armylists:{name}"))
    look("builder", reverse("armylists:edit", args=[key]))
    look("list", faulty.get_absolute_url())
    look("list-history", reverse("armylists:history", args=[key]))
    look("list-compare", reverse("armylists:compare", args=[key]))
    look("list-revision", reverse("armylists:revision", args=[key, 1]))
    look("list-shared", faulty.shared_url)


def test_a_players_battles(
    look: Callable[[str, str], Page],
    request: pytest.FixtureRequest,
    device: str,
    sign_in: SignIn,
    transactional_db: None,
) -> None:
    fought = sample.load()
    alice = User.objects.get(username="alice")
    sides = [document("royalist-patrol-300"), document("parliament-patrol-300")]
    patrol = setup(*sides, terrain="open", sides=["Royalists", "Parliament"])
    ready = battle_services.begin(alice, patrol, seed="5")
    by_hand = battle_services.begin(alice, patrol, seed="6", tacticians=(1,))
    typed = battle_services.begin(alice, {**patrol, "dice": "typed"}, tacticians=())
    for begun in (by_hand, typed):
        battle_services.advance(begun, None)
    sign_in(request.getfixturevalue(device), alice)
    look("battles", reverse("battles:index"))
    look("battle-new", reverse("battles:new"))
    look("battle-ready", ready.get_absolute_url())
    look("battle-decision", by_hand.get_absolute_url())
    look("battle-typed", typed.get_absolute_url())
    look("battle-result", fought.get_absolute_url())
    for name, row in (("setting-up", by_hand), ("dice", typed), ("over", fought)):
        look(f"board-{name}", reverse("battles:board", args=[row.public_id]))
    going = battle_at(offers("shoot", side=0), alice, document=skirmish(5, terrain="roll"))
    look("board", reverse("battles:board", args=[going.public_id]))
    look("board-past", f"{reverse('battles:board', args=[fought.public_id])}?event=400")
    for name in ("log", "field", "orders"):
        look(f"battle-{name}", _turn(fought, name, 3))
    look("battle-deployment", _turn(fought, "field", 0))


def _turn(battle: Battle, name: str, turn: int) -> str:
    return f"{reverse(f'battles:{name}', args=[battle.public_id])}?turn={turn}"
