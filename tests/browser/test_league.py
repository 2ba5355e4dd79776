"""A league of three events in the browser: made, filled, who is who said, its table and a player read."""

from __future__ import annotations

from django.contrib.auth.models import User
from playwright.sync_api import expect

from tests.browser.kit import DESKTOP, PHONE, BrowserOf, Shot, sideways
from tests.kit.tournaments import play_round, tournament
from tournaments import services
from tournaments.leagues.people import suggestions
from tournaments.leagues.reading import as_seen
from tournaments.leagues.services import link
from tournaments.models import League, Tournament

NAMES = ("Spring Muster", "Summer Muster", "Autumn Muster")


def finished(owner: User, player: User, name: str) -> Tournament:
    """A tournament of six that is over; one of the players has an account."""
    row = services.create(owner, tournament(6, rounds=2).model_copy(update={"name": name}), "public")
    row.entries.filter(player="anna").update(user=player)
    for _ in range(2):
        row = play_round(row, owner)
    return row


def test_a_league_of_three_events(
    alice: User, bob: User, browser_of: BrowserOf, shot: Shot, transactional_db: None
) -> None:
    for name in NAMES:
        finished(alice, bob, name)
    desk = browser_of(alice, DESKTOP)
    desk.goto("/tournaments/")
    desk.get_by_role("link", name="Leagues").click()
    desk.get_by_role("link", name="New league").click()
    desk.locator("#id_name").fill("Northern League")
    desk.get_by_role("button", name="Create").click()
    desk.locator("#id_best").fill("2")
    desk.get_by_role("button", name="Save").click()
    expect(desk.locator("main")).to_contain_text("Settings saved")
    desk.get_by_role("link", name="Tournaments", exact=True).last.click()
    for name in NAMES:
        desk.get_by_label("Tournament", exact=True).select_option(label=name)
        desk.get_by_label("Season").fill("2026")
        desk.get_by_role("button", name="Add").click()
        expect(desk.locator("main")).to_contain_text(f"{name} has been added to the league")
    shot(desk, "league-events-desktop")
    desk.get_by_role("link", name="Who is who").click()
    alike = desk.get_by_role("region", name="Similar names").get_by_role("button")
    expect(alike).to_have_count(10)  # five players without accounts, twice more each
    shot(desk, "league-people-desktop")
    alike.first.click()
    expect(alike).to_have_count(9)
    row = League.objects.get()
    for each in suggestions(as_seen(row, alice).document):
        link(row, alice, each.one.person.id, each.other.person.id)
    desk.reload()
    expect(desk.get_by_role("button", name="Unlink")).to_have_count(10)
    desk.get_by_role("link", name="Table").click()
    expect(desk.locator(".league-table tbody tr")).to_have_count(6)
    expect(desk.locator(".league-table s")).to_have_count(6)
    shot(desk, "league-desktop")
    phone = browser_of(bob, PHONE)
    phone.goto(desk.url)
    assert not sideways(phone)
    shot(phone, "league-phone")
    phone.get_by_role("link", name="Anna").click()
    expect(phone.locator("figure svg")).to_be_visible()
    expect(phone.locator("main")).to_contain_text("6: ")
    assert not sideways(phone)
    shot(phone, "league-player-phone")
    desk.goto(phone.url)
    shot(desk, "league-player-desktop")
