"""Pages and answers of leagues: made once for all who see the same, anew when anything they show changes."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser, User
from django.core.cache import caches
from django.test import Client

from armylists.owned.services import archive
from tests.kit.clients import signed_in
from tests.kit.tournaments import event, play_round
from tournaments import services as tournaments
from tournaments.cards import leagues as cards
from tournaments.engine.actions import Change, Show
from tournaments.engine.actions.people import About
from tournaments.engine.league import League as LeagueDocument
from tournaments.leagues import services
from tournaments.leagues.people import key_of_player
from tournaments.leagues.reading import document_of, state_of
from tournaments.models import League, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def row(alice: User, bob: User) -> Tournament:
    """A tournament of Alice's that is over, in which Bob plays as Anna."""
    return play_round(event(alice, bob, count=2, rounds=1), alice)


@pytest.fixture
def league(alice: User, row: Tournament) -> League:
    """A league of Alice's with this tournament."""
    caches["pages"].clear()
    found = services.create(alice, LeagueDocument(name="Northern League"), "link")
    services.add(found, alice, row, "2026")
    return League.objects.with_people().get(pk=found.pk)


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Each time that a table was worked out."""
    found: list[str] = []
    standings = cards.league_standings

    def counted(*args: Any) -> Any:
        found.append("table")
        return standings(*args)

    monkeypatch.setattr(cards, "league_standings", counted)
    return found


@pytest.mark.parametrize("rest", [False, True])
def test_a_table_is_worked_out_once_for_all_who_see_the_same(
    rest: bool, league: League, row: Tournament, alice: User, made: list[str], charlie: User
) -> None:
    page = f"/api/v1/leagues/{league.public_id}/standings/" if rest else league.get_absolute_url()
    stranger = signed_in(charlie)
    first = Client().get(page)
    for client in (Client(), stranger, Client()):
        assert client.get(page).status_code == 200
    assert len(made) == 1
    assert stranger.get(page, headers={"if-none-match": stranger.get(page)["ETag"]}).status_code == 304
    assert "no-store" not in first["Cache-Control"]
    tournaments.act(row, alice, Change(player="bob", about=About(name="Robert")))
    assert "Robert" in Client().get(page).content.decode()
    assert len(made) == 2
    assert Client().get(page, headers={"if-none-match": first["ETag"]}).status_code == 200


def test_whoever_runs_it_and_whoever_sees_less_have_pages_of_their_own(
    league: League, row: Tournament, alice: User, charlie: User
) -> None:
    page = league.get_absolute_url()
    assert "Anna" in Client().get(page).content.decode()
    tournaments.show_to(row, "private")
    assert "Anna" in signed_in(alice).get(page).content.decode()
    for client in (Client(), signed_in(charlie)):
        shown = client.get(page).content.decode()
        assert "Anna" not in shown
        assert f"{page}settings/" not in shown
    assert f"{page}settings/" in signed_in(alice).get(page).content.decode()


def test_everything_that_a_league_shows_is_in_its_state(
    league: League, row: Tournament, alice: User, bob: User, charlie: User
) -> None:
    other = play_round(event(alice, count=2, rounds=1), alice)
    one, two = key_of_player(row, "bob"), key_of_player(other, "anna")
    changes = (
        lambda: services.add(league, alice, other, "2026"),
        lambda: services.add(league, alice, other, "2027"),
        lambda: services.link(League.objects.get(), alice, one, two),
        lambda: services.unlink(League.objects.get(), two),
        lambda: tournaments.claim(row.entries.get(player="bob"), charlie),
        lambda: tournaments.act(row, alice, Show(what="standings", shown=False)),
        lambda: tournaments.show_to(row, "private"),
        lambda: services.remove(League.objects.get(), alice, league.events.get(tournament=other)),
        lambda: services.change(League.objects.get(), document_of(league), "public"),
        lambda: archive(League.objects.get()),
        lambda: User.objects.filter(pk=alice.pk).update(username="alicia"),
    )

    def state() -> object:
        return state_of(League.objects.with_people().get(), AnonymousUser())

    seen = [state()]
    for at, change in enumerate(changes):
        change()
        seen.append(state())
        assert seen[-1] != seen[-2], at
    assert state_of(league, alice) != state_of(league, bob)
