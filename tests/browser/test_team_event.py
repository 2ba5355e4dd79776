"""A team event of four teams of two: entry, a captain's line-up on a phone, settings by rows, and a round."""

from __future__ import annotations

from django.contrib.auth.models import User
from playwright.sync_api import expect

from tests.browser.kit import DESKTOP, PHONE, BrowserOf, Shot, sideways
from tests.kit.tournaments import read
from tournaments import services
from tournaments.engine.actions import Decide
from tournaments.engine.document import Result
from tournaments.models import Tournament

LINES = "York: Anna, Bert, Zoe\nLeeds: Cora, Dirk\nHull: Emma, Fritz\nRipon: Gerda, Hans"


def test_an_event_of_four_teams_of_two(
    alice: User, bob: User, browser_of: BrowserOf, transactional_db: None, shot: Shot
) -> None:
    desk, phone = browser_of(alice, DESKTOP), browser_of(bob, PHONE)
    desk.goto("/tournaments/new/")
    desk.locator("#id_name").fill("Team day")
    desk.locator("[value='teams-of-four']").check()
    desk.get_by_role("button", name="Create").click()
    row = Tournament.objects.get()
    url = row.get_absolute_url()
    desk.goto(f"{url}settings/")
    desk.locator("#id_rounds").fill("3")
    desk.get_by_role("button", name="Save").click()
    expect(desk.locator("main")).to_contain_text("Settings saved")
    desk.goto(f"{url}settings/kind/")
    desk.locator("#id_size").fill("2")
    desk.get_by_role("button", name="Save").click()
    expect(desk.locator("main")).to_contain_text("Settings saved")
    desk.goto(f"{url}settings/tie-breaks/")
    desk.locator("[value='down:tiebreaks:0']").click()
    desk.get_by_role("button", name="Save").click()
    expect(desk.locator("main")).to_contain_text("Settings saved")
    assert [each.by for each in read(Tournament.objects.get()).settings.tiebreaks][:2] == ["direct", "small"]
    desk.goto(f"{url}teams/")
    desk.locator("#id_lines").fill(LINES)
    desk.get_by_role("button", name="Enter").click()
    expect(desk.locator("main")).to_contain_text("4 teams added")
    row = Tournament.objects.get()
    anna = next(each for each in read(row).players if each.name == "Anna")
    row.entries.filter(player=anna.id).update(user=bob)
    phone.goto(f"{url}teams/")
    phone.get_by_text("Set the line-up").click()
    phone.get_by_label("Board 1").select_option(label="Zoe")
    phone.get_by_role("button", name="Save the line-up").click()
    expect(phone.locator("li.mine")).to_contain_text("Line-up for round 1: Zoe, Bert")
    desk.goto(url)
    desk.get_by_role("button", name="Pair round 1").click()
    desk.get_by_role("button", name="Publish round 1").click()
    expect(desk.locator(".match")).to_have_count(2)
    expect(desk.locator("main")).to_contain_text("Zoe")
    row = Tournament.objects.get()
    for each in read(row).rounds[0].pairings:
        result = Result(scores=(10, 4))
        row = services.act(row, alice, Decide(round=1, player=each.players[0], result=result))
    pages = ("", "teams/", "standings/", "settings/", "settings/points/", "settings/pairings/")
    for page, device in ((phone, "phone"), (desk, "desktop")):
        for part in pages if page is desk else pages[:4]:
            page.goto(url + part)
            assert not sideways(page), part
            shot(page, f"tournament-of-teams-{part.strip('/').replace('/', '-') or 'round'}-{device}")
    desk.set_viewport_size({"width": 390, "height": 844})
    for part in pages[4:]:
        desk.goto(url + part)
        assert not sideways(desk), part
        shot(desk, f"tournament-{part.strip('/').replace('/', '-')}-phone")
