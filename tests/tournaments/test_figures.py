"""Statistics, the cross table, and the page for the hall's screen."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone
from django.utils.html import strip_tags

from tests.kit.clients import queries
from tests.kit.tournaments import event, pair, pair_round, play_round, read
from tournaments import services
from tournaments.cards.statistics import statistics_of
from tournaments.engine.actions import Announce, Change, Clock, Decide, ReportResult, Show
from tournaments.engine.actions.people import About
from tournaments.engine.document import Result
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def page(client: Client, row: Tournament, part: str) -> str:
    answer = client.get(f"{row.get_absolute_url()}{part}/")
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.fixture
def row(alice: User, bob: User) -> Tournament:
    """One round is over and one is running; two of five players have a book each."""
    row = event(alice, bob, count=5, rounds=2)
    for player, book in (("anna", "Swedes"), ("bob", "Poles")):
        row = services.act(row, alice, Change(player=player, about=About(book=book)))
    return pair_round(play_round(row, alice), alice)


def test_the_screen_shows_everybody_what_everybody_may_see(
    alice: User, bob: User, as_alice: Client, as_bob: Client, client: Client, row: Tournament
) -> None:
    number = len(read(row).rounds)
    services.act(row, bob, ReportResult(round=number, player="anna", result=Result(scores=(17, 16))))
    for each in (as_alice, as_bob, client):
        shown = page(each, row, "screen")
        assert f"Round {number}" in shown
        assert "17" not in strip_tags(shown)
        assert "Standings after round 2" in shown
        assert "alice@example.org" not in shown


def test_the_list_of_tables_that_all_phones_share_holds_no_report_of_anybodys_table(
    alice: User, bob: User, as_alice: Client, as_bob: Client, client: Client
) -> None:
    row = pair_round(event(alice, bob, count=6), alice)
    row = services.act(row, bob, ReportResult(round=1, player="anna", result=Result(scores=(17, 16))))
    # Whoever comes first makes the list that is stored.
    for reader, own in ((as_bob, True), (client, False), (as_alice, True), (client, False), (as_bob, True)):
        shown = reader.get(row.get_absolute_url()).content.decode()
        assert ("17" in strip_tags(shown)) == own
        assert strip_tags(shown).count("against") >= 3
    services.act(row, alice, Decide(round=1, player="anna", result=Result(scores=(17, 16))))
    assert "17" in strip_tags(client.get(row.get_absolute_url()).content.decode())


def test_an_organiser_at_the_projector_shows_no_proposed_round_and_no_hidden_standings(
    alice: User, as_alice: Client
) -> None:
    row = play_round(event(alice), alice)
    row = services.act(row, alice, Show(what="standings", shown=False))
    row = services.act(row, alice, pair(read(row)))
    shown = page(as_alice, row, "screen")
    assert "Round 1" in shown
    assert "Round 2" not in shown
    assert "Standings" not in shown
    assert "Round 2" in as_alice.get(row.get_absolute_url()).content.decode()


def test_the_screen_has_the_clock_and_the_newest_announcements(
    alice: User, row: Tournament, client: Client
) -> None:
    now = timezone.now()
    services.act(row, alice, Clock(round=2, ends=now))
    for number in range(5):
        services.act(row, alice, Announce(at=now, text=f"News <{number}>"))
    shown = page(client, row, "screen")
    assert "data-ends=" in shown
    assert [number for number in range(5) if f"News &lt;{number}&gt;" in shown] == [2, 3, 4]


@pytest.mark.parametrize("part", ["screen", "statistics", "cross"])
def test_pages_of_a_private_tournament_are_for_its_people(
    alice: User, as_alice: Client, as_bob: Client, client: Client, part: str
) -> None:
    address = f"{event(alice, visibility='private').get_absolute_url()}{part}/"
    assert [each.get(address).status_code for each in (as_alice, as_bob, client)] == [200, 404, 404]


def test_statistics_and_the_cross_table_are_hidden_with_the_standings(
    alice: User, row: Tournament, as_alice: Client, client: Client
) -> None:
    shown = page(client, row, "cross")
    assert "Round 1" in shown
    services.act(row, alice, Show(what="standings", shown=False))
    assert "hidden for now" in page(client, row, "statistics")
    assert "Round 1" not in page(client, row, "cross")
    assert "hidden for now" not in page(as_alice, row, "statistics")


def test_a_draw_is_half_a_win_and_few_battles_say_little(alice: User, client: Client) -> None:
    row = event(alice, count=2, rounds=1)
    for player, book in (("anna", "Swedes"), ("bob", "Poles")):
        row = services.act(row, alice, Change(player=player, about=About(book=book)))
    row = pair_round(row, alice)
    row = services.act(row, alice, Decide(round=1, player="anna", result=Result(scores=(5, 5))))
    found = statistics_of(read(row))
    assert [(each.name, each.battles, each.share, each.low, each.high) for each in found.books] == [
        ("Poles", 1, 50, 5, 95), ("Swedes", 1, 50, 5, 95),
    ]  # fmt: skip
    assert [each.name for each in found.pairings] == ["Poles against Swedes"]
    assert "5–95%" in page(client, row, "statistics")


@pytest.mark.parametrize("part", ["screen", "statistics", "cross"])
def test_queries_do_not_grow_with_players(alice: User, as_alice: Client, part: str) -> None:
    few, many = (play_round(event(alice, count=count), alice) for count in (4, 10))
    addresses = [f"{each.get_absolute_url()}{part}/" for each in (few, many)]
    assert queries(as_alice, addresses[0]) == queries(as_alice, addresses[1]) <= 8
