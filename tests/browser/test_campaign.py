"""A campaign of ten turns, played by three people and an umpire, each in a browser of his own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from playwright.sync_api import Page, expect

from campaigns import services
from campaigns.engine.commander import orders_for
from campaigns.engine.orders import ForceOrder
from campaigns.engine.state import State
from campaigns.models import Campaign
from campaigns.persistence import state_of
from tests.browser.kit import DESKTOP, PHONE, BrowserOf, Shot, sideways
from tests.kit.campaigns import island

TURNS = 10
FACTIONS = ("crown", "commons", "company")
FIELDS = ("do", "path", "evade", "storm", "ambush")


@pytest.fixture
def row(alice: User, bob: User, charlie: User, transactional_db: None) -> Campaign:
    """The island: Alice is umpire, Bob leads the Crown, Charlie the Commons, Dora the Company."""
    row = island(alice)
    dora = User.objects.create_user("dora", "dora@example.org", "parsley-and-sage")
    for user, faction in zip((bob, charlie, dora), FACTIONS, strict=True):
        services.add_member(row, user, "player", faction)
    return row


def url(row: Campaign, page: str = "campaign", *args: object) -> str:
    return reverse(f"campaigns:{page}", args=[row.public_id, *args])


def suggestions(state: State, faction: str) -> Iterator[tuple[str, ForceOrder]]:
    """What a player might order his forces who thinks as the automatic commander does."""
    found = orders_for(state, faction, "in the browser")
    return (
        (key, order)
        for key, order in sorted(found.forces.items())
        if order.do in ("march", "hold", "besiege")
    )


def give_orders(page: Page, row: Campaign, faction: str) -> None:
    """Fill in the forms of a faction's forces and give the orders."""
    page.goto(url(row, "orders"))
    state = state_of(row)
    assert state.map is not None
    for key, order in suggestions(state, faction):
        if not page.locator(f"#id_{key}-do").is_visible():
            page.locator(f"#order-{key} > summary").click()
        page.locator(f"#id_{key}-do").select_option(order.do)
        path = page.locator(f"#id_{key}-path")
        if order.path and path.is_visible():
            path.fill(", ".join(state.map.by_id[area].name for area in order.path))
        if order.evade:
            page.locator(f"#id_{key}-evade").check()
    page.get_by_role("button", name="Give orders").click()
    expect(page.locator("#order-state")).to_contain_text("These orders will be carried out")


def carry_out(page: Page, row: Campaign) -> None:
    """The umpire looks at what would happen, then lets it happen."""
    page.goto(url(row, "preview"))
    expect(page.locator("main")).to_contain_text("Turn")
    page.goto(url(row, "umpire"))
    page.get_by_role("button", name="Carry out the orders").click()
    page.wait_for_load_state()


def settle_battles(umpire: Page, row: Campaign, shot: Shot, seen: Counter[str]) -> None:
    """The umpire decides how battles are fought: the first by tacticians, others by dice."""
    for found in row.engagements.filter(undone=False, outcome__isnull=True).order_by("key"):
        umpire.goto(url(row, "engagement", found.key))
        seen["battles"] += 1
        dice = seen["battles"] > 1
        if not dice:
            shot(umpire, "campaign-battle-desktop")
        umpire.locator("details.decide summary").click()
        umpire.locator("#decide_proposal").select_option(":quick" if dice else ":automatic")
        umpire.locator("#decide_reason").fill("The turn goes on today.")
        umpire.get_by_role("button", name="Decide", exact=True).click()
        umpire.get_by_role("button", name="Roll the dice" if dice else "Start the battle").click()
        umpire.wait_for_load_state()
        if dice:
            continue
        expect(umpire.locator("main")).to_contain_text("Losses", timeout=60_000)
        umpire.goto(url(row, "engagement", found.key))
        expect(umpire.locator(".notice.success")).to_be_visible()
        shot(umpire, "campaign-settled-desktop")


def check_laws(row: Campaign) -> None:
    """Nobody stands in two places, no unit in two forces, no strength is out of its bounds."""
    state = state_of(row)
    units = Counter(unit.id for force in state.standing() for unit in force.units)
    assert max(units.values()) == 1
    assert state.map is not None
    assert all(force.at in state.map.by_id for force in state.standing())
    assert all(0 <= unit.lost <= unit.steps for force in state.standing() for unit in force.units)


def test_ten_turns_with_three_players(browser_of: BrowserOf, alice: User, row: Campaign, shot: Shot) -> None:
    umpire = browser_of(alice, DESKTOP)
    umpire.on("dialog", lambda dialog: dialog.accept())
    devices = (PHONE, DESKTOP, DESKTOP)
    users = [User.objects.get(username=name) for name in ("bob", "charlie", "dora")]
    players = [browser_of(user, device) for user, device in zip(users, devices, strict=True)]
    seen: Counter[str] = Counter()
    for turn in range(1, TURNS + 1):
        for page, faction in zip(players, FACTIONS, strict=True):
            give_orders(page, row, faction)
        carry_out(umpire, row)
        settle_battles(umpire, row, shot, seen)
        row.refresh_from_db()
        assert (row.turn, row.phase) == ((turn + 1, "orders") if turn < TURNS else (TURNS, "over"))
        check_laws(row)
    assert seen["battles"] >= 2, "forces have met"
    for page in players:
        page.goto(url(row))
        expect(page.locator(".turn-line")).to_contain_text("over")
        assert sideways(page) == 0
    shot(players[0], "campaign-phone")
    shot(players[1], "campaign-desktop")
    umpire.goto(url(row, "chronicle"))
    expect(umpire.locator(".charts svg").first).to_be_visible()
    shot(umpire, "campaign-chronicle-desktop")
    log = [entry["event"] for part in row.turns.filter(undone=False) for entry in part.entries]
    assert Counter(event["kind"] for event in log)["battle settled"] == seen["battles"]
