"""A whole tournament of sixteen: the organiser at a desk, four players with phones, five rounds with a late
arrival, a drop-out, a dispute and a change by hand.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from playwright.sync_api import Locator, Page, expect

from tests.browser.kit import DESKTOP, PHONE, BrowserOf, Shot, sideways
from tests.kit.clients import signed_in
from tests.kit.tournaments import read
from tournaments import services
from tournaments.engine.actions import Decide
from tournaments.engine.check import check_round
from tournaments.engine.document import Pairing, Result
from tournaments.models import Tournament

ROUNDS = 5
PHONES = ("anna", "bert", "cora", "dirk")
NAMES = (
    "Anna", "Bert", "Cora", "Dirk", "Emma", "Fritz", "Gerda", "Hans", "Ilse", "Jost", "Kurt", "Lena",
    "Moritz", "Nora", "Otto",
)  # fmt: skip
CLUBS = ("York", "Leeds", "Hull")
BOOKS = ("Swedish", "Polish", "Muscovite", "Ottoman", "Cossack")
LINES = "\n".join(f"{name}, {CLUBS[at % 3]}, {BOOKS[at % 5]}" for at, name in enumerate(NAMES))


class Event:
    """The tournament as it is in the database, the organiser's page and the players' phones."""

    def __init__(self, desk: Page, phones: dict[str, Page], owner: User) -> None:
        self.desk, self.phones, self.owner = desk, phones, owner
        self.row = Tournament.objects.get()
        self.url = self.row.get_absolute_url()

    def pairing(self, name: str) -> tuple[Pairing, str]:
        """The pairing of a player in the last round, and their id."""
        found = read(Tournament.objects.get(pk=self.row.pk))
        key = next(each.id for each in found.players if each.name.lower() == name)
        return next(each for each in found.rounds[-1].pairings if key in each.players), key

    def press(self, page: Page, button: str) -> None:
        page.get_by_role("button", name=button).first.click()

    def report(self, name: str, scores: tuple[int, int]) -> None:
        """A player reports on their phone."""
        page = self.phones[name]
        page.goto(self.url)
        for field, score in zip(("first", "second"), scores, strict=True):
            page.locator(f"#mine-scores-{field}").fill(str(score))
        self.press(page, "Report the result")
        expect(page.locator(".my-table")).to_contain_text("Waiting for")

    def enter_the_rest(self, number: int) -> None:
        """The organiser has every other result; those of one table they enter on the page."""
        found = read(Tournament.objects.get(pk=self.row.pk))
        open_ones = [each for each in found.rounds[-1].pairings if each.state == "open"]
        first, rest = open_ones[0], open_ones[1:]
        self.desk.goto(self.url)
        table = self.desk.locator(f"#table-{first.table}")
        table.locator("summary").first.click()
        table.locator("[name='a.result.scores.0']").fill("7")
        table.locator("[name='a.result.scores.1']").fill("5")
        table.get_by_role("button", name="Save").click()
        expect(table).to_contain_text("7 : 5")
        for at, each in enumerate(rest):
            result = Result(scores=((at * 5 + number * 3) % 14, (at * 3 + number) % 11))
            action = Decide(round=number, player=each.players[0], result=result, reason="slip")
            services.act(Tournament.objects.get(pk=self.row.pk), self.owner, action)

    def pair(self, number: int, change: Callable[[], None] | None = None) -> None:
        """The organiser pairs a round, changes something, and publishes it."""
        self.desk.goto(self.url)
        self.press(self.desk, f"Pair round {number}")
        expect(self.desk.locator("main")).to_contain_text("Check the proposal")
        if change is not None:
            change()
        self.press(self.desk, f"Publish round {number}")
        expect(self.desk.locator(".state-line")).to_contain_text(f"Round {number} is being played")


@pytest.fixture
def event(alice: User, browser_of: BrowserOf, transactional_db: None) -> Event:
    """The organiser makes the tournament and enters fifteen; four claim themselves on their phones."""
    desk = browser_of(alice, DESKTOP)
    desk.goto("/tournaments/")
    desk.get_by_role("link", name="New tournament").click()
    desk.locator("#id_name").fill("Winter Muster")
    desk.locator("[value='by-fire-and-sword']").check()
    desk.get_by_role("button", name="Create").click()
    desk.locator("#id_lines").fill(LINES)
    desk.get_by_role("button", name="Add").click()
    expect(desk.locator("main")).to_contain_text("15 players added.")
    desk.get_by_role("link", name="Settings").click()
    desk.locator("#id_rounds").fill(str(ROUNDS))
    desk.get_by_role("button", name="Save").click()
    expect(desk.locator("main")).to_contain_text("Settings saved")
    row = Tournament.objects.get()
    ids = {each.name.lower(): each.id for each in read(row).players}
    phones = {}
    for name in PHONES:
        phones[name] = browser_of(User.objects.create_user(name), PHONE)
        phones[name].goto(f"/tournaments/claim/{row.entries.get(player=ids[name]).claim}/")
        phones[name].get_by_role("button", name="Play as").click()
        expect(phones[name].locator(".state-line")).to_contain_text("you play as")
    return Event(desk, phones, alice)


def test_a_whole_tournament_of_sixteen(event: Event, shot: Shot) -> None:
    desk, anna = event.desk, event.phones["anna"]
    anna.goto(f"{event.url}players/")
    event.press(anna, "Check in")
    expect(anna.locator("li.mine")).to_contain_text("checked in")
    _first_round(event, shot)
    _second_round(event, shot)
    for number in range(3, ROUNDS + 1):
        event.pair(number, _changed_by_hand(event, shot) if number == 3 else None)
        if number == 4:
            _leaves(event)
        event.enter_the_rest(number)
    found = read(Tournament.objects.get())
    assert all(each.complete for each in found.rounds)
    assert [check_round(found, number).optimal for number in (1, 2, 4)] == [True] * 3
    gone = next(each.id for each in found.players if each.name == "Emma")
    assert all(gone not in each.players for each in found.rounds[4].pairings)
    anna.goto(f"{event.url}standings/")
    anna.locator(".places .mine summary").click()
    expect(anna.locator(".places .mine")).to_contain_text("Round 5")
    for page, device in ((anna, "phone"), (desk, "desktop")):
        page.goto(f"{event.url}standings/")
        assert not sideways(page)
        shot(page, f"tournament-standings-{device}")
    log = list(event.row.log.filter(undone_by=None, about=None))
    assert services.folded(Tournament.objects.get(), log) == found


def _first_round(event: Event, shot: Shot) -> None:
    """Fifteen play, one has a bye; Anna’s opponent confirms, a page that is open follows by itself."""
    anna = event.phones["anna"]
    anna.goto(event.url)
    expect(anna.locator("main")).to_contain_text("No round has been published yet")
    event.pair(1)
    expect(anna.locator("main")).to_contain_text("Round 1")  # without reloading
    for name in PHONES:
        page = event.phones[name]
        page.goto(event.url)
        if page.locator("#mine-scores-first").count():
            pairing, key = event.pairing(name)
            other = next(each for each in pairing.players if each != key)
            if pairing.state == "open":
                event.report(name, (10, 2))
            shot(page, f"tournament-reported-{name}-phone")
            _confirmed(event, other, page)
    event.enter_the_rest(1)
    event.desk.goto(f"{event.url}players/")
    event.desk.locator("#id_lines").fill("Paula, York")
    event.press(event.desk, "Add")
    expect(event.desk.locator("main")).to_contain_text("from round 2")


def _confirmed(event: Event, other: str, page: Page) -> None:
    """The other player confirms if they have a phone; else the organiser decides."""
    found = read(Tournament.objects.get())
    name = found.by_id[other].name.lower()
    if name in event.phones:
        event.phones[name].goto(event.url)
        confirm = event.phones[name].get_by_role("button", name="Confirm")
        if confirm.count():
            confirm.click()
            expect(event.phones[name].locator(".my-table")).to_contain_text("Result:")
        return
    _decided(event, other)
    page.goto(event.url)
    expect(page.locator(".my-table")).to_contain_text("Result:")


def _decided(event: Event, player: str) -> None:
    number = len(read(Tournament.objects.get()).rounds)
    action = Decide(round=number, player=player, result=Result(scores=(10, 2)), reason="Both said so")
    services.act(Tournament.objects.get(), event.owner, action)


def _second_round(event: Event, shot: Shot) -> None:
    """Anna reports, her opponent disputes, the organiser decides. Sixteen play."""
    event.pair(2)
    assert len(read(Tournament.objects.get()).rounds[1].pairings) == 8
    pairing, key = event.pairing("anna")
    other = next(each for each in pairing.players if each != key)
    opponent = User.objects.create_user("opponent")
    entry = event.row.entries.get(player=other)
    if entry.user is None:
        services.claim(entry, opponent)
    event.report("anna", (12, 3))
    user = event.row.entries.get(player=other).user
    assert user is not None
    page = event.phones.get(user.get_username()) or _borrowed(event, user)
    page.goto(event.url)
    expect(page.locator(".my-table")).to_contain_text("Anna reported")
    shot(page, "tournament-confirm-phone")
    page.get_by_text("This is wrong").click()
    page.get_by_label("What is wrong").fill("It was 3 to 12")
    event.press(page, "Dispute")
    expect(page.locator(".my-table")).to_contain_text("An organiser will decide")
    _decide_first(event.desk, event.url, shot)
    expect(page.locator(".my-table")).to_contain_text("Recounted")
    event.enter_the_rest(2)


def _borrowed(event: Event, user: User) -> Page:
    """The phone of somebody who does not need it now, for one more player."""
    page = event.phones["dirk"]
    name = settings.SESSION_COOKIE_NAME
    old = next(each for each in page.context.cookies() if each["name"] == name)
    value = signed_in(user).cookies[name].value
    page.context.add_cookies([{"name": name, "value": value, "domain": old["domain"], "path": "/"}])
    return page


def _decide_first(desk: Page, url: str, shot: Shot) -> None:
    desk.goto(url)
    disputed: Locator = desk.locator(".tables > li").first
    expect(disputed).to_contain_text("disputed")
    shot(desk, "tournament-disputed-desktop")
    disputed.locator("summary").first.click()
    disputed.locator("[name='a.result.scores.0']").fill("3")
    disputed.locator("[name='a.result.scores.1']").fill("12")
    disputed.get_by_label("Reason").fill("Recounted")
    disputed.get_by_role("button", name="Save").click()
    expect(desk.locator("main")).not_to_contain_text("disputed")


def _changed_by_hand(event: Event, shot: Shot) -> Callable[[], None]:
    def change() -> None:
        held = read(Tournament.objects.get()).rounds[-1].pairings
        shot(event.desk, "tournament-proposal-desktop")
        one, other = (event.desk.locator(f"[data-player='{each.players[0]}']") for each in held[:2])
        with event.desk.expect_response("**/exchange/**"):
            one.hover()
            event.desk.mouse.down()
            other.hover()
        other.hover(position={"x": 4, "y": 4})  # what it would break stands there before the drop
        expect(event.desk.locator("#drag-note")).to_contain_text("for")
        shot(event.desk, "tournament-exchange-drag-desktop")
        event.desk.mouse.up()
        expect(event.desk.locator("main")).to_contain_text("swap")
        assert read(Tournament.objects.get()).rounds[-1].pairings == held
        shot(event.desk, "tournament-exchange-desktop")
        event.press(event.desk, "Confirm")
        expect(event.desk.locator("#table-1")).to_contain_text(_name(held[1].players[0]))
        event.desk.locator("#table-1").get_by_role("link", name="Why?").click()
        expect(event.desk.locator("main")).to_contain_text("by hand")
        event.desk.goto(event.url)

    return change


def _name(key: str) -> str:
    return read(Tournament.objects.get()).by_id[key].name


def _leaves(event: Event) -> None:
    event.desk.goto(f"{event.url}players/")
    row = event.desk.locator(".people > li").filter(has_text="Emma")
    row.locator("summary").click()
    row.get_by_role("button", name="Drop").click()
    expect(row).to_contain_text("dropped out after round 4")
