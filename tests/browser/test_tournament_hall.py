"""The hall's screen, which scrolls and follows by itself; brackets and settings on a phone."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.utils import timezone
from playwright.sync_api import expect

from tests.browser.kit import DESKTOP, PHONE, BrowserOf, Shot, sideways
from tests.kit.tournaments import event, play_round, read
from tournaments import services
from tournaments.engine.actions import Announce, Clock, Decide, Enter, Pair, Publish
from tournaments.engine.document import Player, Result
from tournaments.engine.rounds import next_round
from tournaments.models import Tournament


def played(row: Tournament, owner: User, *, results: bool) -> Tournament:
    """The next round, published; with results if wanted."""
    row = services.act(row, owner, Pair(number=len(read(row).rounds) + 1, round=next_round(read(row))))
    number = len(read(row).rounds)
    row = services.act(row, owner, Publish(round=number))
    for at, each in enumerate(read(row).rounds[-1].pairings if results else ()):
        result = Result(scores=(10 - at % 3, at % 5))
        row = services.act(row, owner, Decide(round=number, player=each.players[0], result=result))
    return row


def more(row: Tournament, owner: User, count: int) -> Tournament:
    players = [Player(id=f"more{at}", name=f"Player {at} of Somewhere", club=f"Club {at % 7}")
               for at in range(count)]  # fmt: skip
    return services.act(row, owner, Enter(players=tuple(players)))


def test_the_screen_of_the_hall_scrolls_and_follows_without_reloading(
    alice: User, browser_of: BrowserOf, transactional_db: None, shot: Shot
) -> None:
    row = more(event(alice, count=4), alice, 56)
    row = played(row, alice, results=False)
    row = services.act(row, alice, Clock(round=1, ends=timezone.now() + timedelta(minutes=90)))
    hall = browser_of(alice, DESKTOP)
    hall.goto(f"{row.get_absolute_url()}screen/")
    hall.evaluate("window.stays = true")
    expect(hall.locator(".clock")).to_contain_text("left")
    box = hall.locator("#tournament-page")
    assert box.evaluate("each => each.scrollTop") == 0
    for _ in range(40):  # it rests before it begins
        if box.evaluate("each => each.scrollTop") > 40:
            break
        hall.wait_for_timeout(500)
    assert box.evaluate("each => each.scrollTop") > 40
    shot(hall, "tournament-screen-desktop")
    first = read(row).rounds[0].pairings[0]
    row = services.act(row, alice, Decide(round=1, player=first.players[0], result=Result(scores=(9, 3))))
    services.act(row, alice, Announce(at=timezone.now(), text="Lunch at one"))
    expect(hall.locator(".news")).to_contain_text("Lunch at one")
    expect(box).to_contain_text("9 : 3")
    assert hall.evaluate("window.stays") is True, "the page was not loaded again"
    assert box.evaluate("each => each.scrollTop") > 40, "it stays where it has scrolled to"


@pytest.mark.parametrize("kind", ["knockout", "double_knockout"])
def test_a_bracket_is_drawn_with_lines_and_scrolls_in_its_own_box(
    alice: User, bob: User, browser_of: BrowserOf, transactional_db: None, shot: Shot, kind: str
) -> None:
    row = more(event(alice, bob, count=8, kind=kind), alice, 5)
    row = played(row, alice, results=True)
    row = played(row, alice, results=False)
    for device, window in (
        ("phone", PHONE),
        ("desktop", DESKTOP | {"viewport": {"width": 1366, "height": 900}}),
    ):
        page = browser_of(bob, window)
        page.goto(f"{row.get_absolute_url()}bracket/")
        assert not sideways(page)
        tree = page.locator(".bracket-tree")
        boxes = tree.locator("rect").count()
        # In a tree each battle but the last leads somewhere by a line.
        assert tree.locator("path").count() >= (boxes - 1 if kind == "knockout" else boxes // 2)
        places = tree.locator("rect").evaluate_all(
            "all => all.map((each) => each.getBoundingClientRect().toJSON())"
        )
        apart = [
            (one, other) for at, one in enumerate(places) for other in places[:at]
            if one["left"] == other["left"] and abs(one["top"] - other["top"]) < one["height"]
        ]  # fmt: skip
        assert not apart, "no box covers another"
        assert page.locator(".bracket-box").evaluate("each => each.scrollWidth > each.clientWidth") == (
            device == "phone" or kind == "double_knockout"
        )
        assert page.locator(".bracket-tree .mine").count() >= 1
        shot(page, f"tournament-{kind}-{device}")


def test_pages_of_a_day_fit_a_phone(
    alice: User, bob: User, browser_of: BrowserOf, transactional_db: None, shot: Shot
) -> None:
    row = event(alice, bob, count=8, penalties=[{"name": "List not painted", "points": 1}])
    row = play_round(row, alice)
    row = played(row, alice, results=False)
    phone, desk = browser_of(bob, PHONE), browser_of(alice, PHONE)
    for page, part, name in (
        (phone, "", "mine"), (desk, "", "round"), (desk, "exchange/2/?one=anna", "exchange"),
        (desk, "players/", "players"), (desk, "people/", "people"), (desk, "settings/points/", "points"),
        (desk, "log/", "log"), (desk, "files/", "files"),
    ):  # fmt: skip
        page.goto(row.get_absolute_url() + part)
        assert not sideways(page), part
        shot(page, f"tournament-day-{name}-phone")
    for page in (desk,):
        page.goto(f"{row.get_absolute_url()}settings/points/")
        for box in page.locator("input[type=checkbox]").all():
            box.uncheck()
        assert not sideways(page)
