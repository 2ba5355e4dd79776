"""Pages hear by their streams, on the server that serves a site; without streams they ask again and again."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from typing import Any

import pytest
import uvicorn
from django.contrib.auth.models import User
from django.test import override_settings
from playwright.sync_api import Page, expect

from battles import services
from battles.models import Battle
from campaigns import consent
from campaigns import services as campaign_services
from config.webprocess import StreamServer
from tests.browser.board import battle_at, may_advance, open_board
from tests.browser.kit import PHONE, BrowserOf, Shot
from tests.kit.campaigns import battles, island, member_of
from tests.kit.records import claim, record

LOST = "u.0.c1u2.destroyed"


class Site:
    """A running site, as pytest-django knows one."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._live_server_modified_settings: Any = override_settings(ALLOWED_HOSTS=["*"])


@pytest.fixture
def live_server(transactional_db: None) -> Iterator[Site]:
    """The site of these tests is served by uvicorn, as config/webprocess.py has it."""
    from config.asgi import application  # noqa: PLC0415 (its pages are set up with it)

    with socket.socket() as here:
        here.bind(("127.0.0.1", 0))
        server = StreamServer(uvicorn.Config(application, lifespan="off", log_level="warning"))
        thread = threading.Thread(target=server.run, args=([here],), daemon=True)
        thread.start()
        yield Site(f"http://127.0.0.1:{here.getsockname()[1]}")
        server.should_exit = True
        thread.join(20)


@pytest.fixture
def row(alice: User, bob: User, transactional_db: None) -> Battle:
    """A battle between Alice and Bob, a unit of hers about to move."""
    return battle_at(may_advance, alice, bob)


def streamed(page: Page, address: str) -> AbstractContextManager[Any]:
    """What is awaited when a page opens its stream."""
    return page.expect_response(lambda answer: answer.url.endswith(f"{address}events/") and answer.ok)


def without_questions(page: Page) -> None:
    """Let no question of the page through: what it hears, it hears by its stream."""
    page.route("**/pulse/**", lambda route: route.fulfill(status=204))


def without_streams(page: Page) -> None:
    """Let no stream through: what the page hears, it has asked for."""
    page.route("**/events/", lambda route: route.abort())


@pytest.mark.parametrize("way", [without_questions, without_streams])
def test_a_board_follows_by_its_stream_and_by_asking(
    browser_of: BrowserOf, bob: User, row: Battle, way: Any, tolerated: list[str]
) -> None:
    tolerated.append("ERR_FAILED")
    his = browser_of(bob)
    way(his)
    home = row.get_absolute_url()
    with streamed(his, home) if way is without_questions else nullcontext():
        open_board(his, row)
    for never in ("never", "ask"):
        services.set_reactions(row, 1, never)
        row.refresh_from_db()
        expect(his.locator(f'#board[data-revision="{row.revision}"]')).to_have_count(1)


def test_a_stream_that_has_ended_is_opened_again(
    browser_of: BrowserOf, bob: User, row: Battle, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("armylists.owned.streams.LASTS", 0.3)
    his = browser_of(bob)
    without_questions(his)
    with streamed(his, row.get_absolute_url()):
        open_board(his, row)
    with streamed(his, row.get_absolute_url()):
        pass
    services.set_reactions(row, 1, "never")
    row.refresh_from_db()
    expect(his.locator(f'#board[data-revision="{row.revision}"]')).to_have_count(1)


def test_a_board_that_is_seen_again_opens_its_stream_again(
    browser_of: BrowserOf, bob: User, row: Battle
) -> None:
    his = browser_of(bob)
    home = row.get_absolute_url()
    with streamed(his, home):
        open_board(his, row)
    services.set_reactions(row, 1, "never")
    row.refresh_from_db()
    expect(his.locator(f'#board[data-revision="{row.revision}"]')).to_have_count(1)
    seen(his, hidden=True)
    with streamed(his, home):
        seen(his, hidden=False)


def seen(page: Page, *, hidden: bool) -> None:
    """Tell a page that its window is hidden, or no longer."""
    page.evaluate(
        """(hidden) => {
          Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
          document.dispatchEvent(new Event("visibilitychange"));
        }""",
        hidden,
    )


def test_a_record_follows_by_its_stream(browser_of: BrowserOf, alice: User, bob: User) -> None:
    row = record(alice, bob)
    his = browser_of(bob)
    without_questions(his)
    with streamed(his, row.get_absolute_url()):
        his.goto(row.get_absolute_url())
    claim(row, 0, alice, **{LOST: 1})
    expect(his.locator('#record[data-revision="1"]')).to_have_count(1)
    claim(row, 0, alice, **{LOST: 0})
    expect(his.locator('#record[data-revision="2"]')).to_have_count(1)


@pytest.mark.parametrize("stream", [True, False])
def test_a_campaign_says_when_it_has_moved_on_and_shows_what_is_new(
    browser_of: BrowserOf, alice: User, bob: User, stream: bool, shot: Shot, tolerated: list[str]
) -> None:
    tolerated.append("ERR_FAILED")
    row = island(alice)
    campaign_services.add_member(row, bob, "player", "crown")
    his = browser_of(bob, PHONE)
    if not stream:
        without_streams(his)
    with streamed(his, row.get_absolute_url()) if stream else nullcontext():
        his.goto(row.get_absolute_url())
    tabs = his.get_by_role("navigation", name="The campaign's pages")
    before = tabs.bounding_box()
    campaign_services.rename(row, member_of(row, alice), "The war of the two bridges")
    notice = his.locator("#campaign-news")
    expect(notice).to_contain_text("has changed")
    # One line that moves nothing: somebody may be about to press a button.
    assert tabs.bounding_box() == before
    box = notice.bounding_box()
    assert box is not None
    assert box["height"] < 60
    shot(his, "campaign-notice-phone")
    notice.get_by_role("button", name="Show what is new").click()
    expect(his.locator("h1")).to_have_text("The war of the two bridges")
    expect(notice).to_have_count(0)


def test_a_proposal_of_one_commander_is_offered_on_the_open_page_of_the_other(
    browser_of: BrowserOf, alice: User, bob: User, shot: Shot
) -> None:
    row, dora = island(alice), User.objects.create_user("dora")
    campaign_services.add_member(row, bob, "player", "crown")
    enemy = campaign_services.add_member(row, dora, "player", "commons")
    battles(row, ("cr1", "co1"))
    his = browser_of(bob, PHONE)
    with streamed(his, row.get_absolute_url()):
        his.goto(f"{row.get_absolute_url()}battles/t1e1/")
    revision = row.revision
    consent.propose(row, "t1e1", enemy, "table")
    his.locator("#campaign-news").get_by_role("button", name="Show what is new").click()
    expect(his.get_by_role("button", name="Accept")).to_be_visible()
    # The page knows what it shows: another one than before, though the campaign is at the same revision.
    expect(his.locator(f'#campaign-head[data-revision="{revision + 1}"]')).to_have_count(1)
    expect(his.locator("#campaign-news")).to_have_count(0)
    shot(his, "campaign-proposal-phone")
