"""Whoever is first on the waiting list moves up when somebody leaves before the first round."""

from __future__ import annotations

from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.models import User

from tests.kit.clients import signed_in
from tests.kit.tournaments import entered, event, pair_round, play_round, read
from tournaments import services
from tournaments.engine.actions import Leave, Remove
from tournaments.engine.document import Player
from tournaments.models import Entry, Tournament

pytestmark = pytest.mark.django_db


def full(alice: User, bob: User, charlie: User, **settings: Any) -> Tournament:
    """Four places are taken; Bob and then Charlie wait."""
    row = event(alice, **{"registration": "open", "places": 4} | settings)
    row = services.join(row, bob, Player(id="b1", name="Bobby"))
    return services.join(row, charlie, Player(id="c1", name="Charlie"))


def waiting(row: Tournament) -> list[str]:
    return [each.id for each in read(Tournament.objects.get(pk=row.pk)).players if each.waiting]


@pytest.mark.parametrize("action", [Leave(player="anna"), Remove(player="anna")])
def test_the_first_in_line_moves_up_and_it_can_be_undone(
    alice: User, bob: User, charlie: User, action: Any
) -> None:
    row = full(alice, bob, charlie)
    page = signed_in(charlie).get(row.get_absolute_url()).content.decode()
    assert "You are number 2 on the waiting list. You move up automatically when a place becomes free" in page
    row = services.act(row, alice, action)
    assert waiting(row) == ["c1"]
    assert "You are in: you play as Bobby" in signed_in(bob).get(row.get_absolute_url()).content.decode()
    assert "number 1 on the waiting list" in signed_in(charlie).get(row.get_absolute_url()).content.decode()
    last = row.log.last()
    assert (last.action["do"], last.user) == ("admit", None)
    services.undo(row, alice, last.number)
    assert waiting(row) == ["b1", "c1"]


def test_nobody_moves_up_where_it_is_switched_off_or_rounds_are_paired_or_who_waited_leaves(
    alice: User, bob: User, charlie: User
) -> None:
    off = full(alice, bob, charlie, moves_up=False)
    services.act(off, alice, Leave(player="anna"))
    assert waiting(off) == ["b1", "c1"]
    begun = pair_round(full(alice, bob, charlie), alice)
    services.act(begun, alice, Leave(player="anna"))
    assert waiting(begun) == ["b1", "c1"]
    row = services.act(full(alice, bob, charlie), bob, Leave(player="b1"))
    assert read(row).by_id["c1"].waiting
    assert row.log.last().action["do"] == "leave"
    row = services.act(row, alice, Leave(player="anna"))
    assert not read(row).by_id["c1"].waiting, "the one before has left"
    row = services.act(row, alice, Leave(player="bob"))
    assert row.log.last().action["do"] == "leave", "nobody waits any more"


def test_nobody_moves_up_into_a_place_that_there_is_not(alice: User, bob: User, charlie: User) -> None:
    row = full(alice, bob, charlie)
    document = read(row)
    settings = document.settings.model_copy(update={"places": 3})
    row.document = document.model_copy(update={"settings": settings}).to_json()
    row.save()
    row = services.act(row, alice, Leave(player="anna"))
    assert waiting(row) == ["b1", "c1"]
    row = services.act(row, alice, Leave(player="cora"))
    assert waiting(row) == ["c1"]


def test_organisers_switch_it_off_on_the_page_of_settings(alice: User, bob: User, charlie: User) -> None:
    row, client = full(alice, bob, charlie), signed_in(alice)
    address = f"{row.get_absolute_url()}settings/"
    fields = {"name": "Club day", "visibility": "public", "rounds": "3", "minutes": "0", "places": "4",
              "registration": "open", "revision": str(row.revision)}  # fmt: skip
    assert "moves up when somebody leaves" in client.get(address).content.decode()
    assert client.post(address, fields).status_code == 302
    assert not read(Tournament.objects.get()).settings.moves_up


def test_who_moves_up_is_told_by_mail_if_they_want_it(
    alice: User, bob: User, charlie: User, mailoutbox: list[Any], django_capture_on_commit_callbacks: Any
) -> None:
    for user in (bob, charlie):
        EmailAddress.objects.create(user=user, email=f"{user}@example.org", verified=True, primary=True)
    row = full(alice, bob, charlie)
    with django_capture_on_commit_callbacks(execute=True):
        services.act(row, alice, Leave(player="anna"))
    assert [(each.to, each.subject) for each in mailoutbox] == [(["bob@example.org"], "Club day: you are in")]
    assert Entry.objects.filter(tournament=row, user=charlie).exists()


def test_registration_of_a_finished_tournament_is_closed(alice: User, bob: User, charlie: User) -> None:
    row = full(alice, bob, charlie, rounds=1)
    row = play_round(row, alice)
    dora = User.objects.create_user("dora")
    assert row.registration == "closed"
    page = signed_in(dora).get(f"{row.get_absolute_url()}players/").content.decode()
    assert "Registration is open" not in page
    assert "registration and the waiting list are closed" in page
    joined = signed_in(dora).post(f"/tournaments/join/{row.invited}/", {"name": "Dora"})
    assert joined.status_code == 400
    assert (
        "number 2 on the waiting list" not in signed_in(charlie).get(row.get_absolute_url()).content.decode()
    )


def test_more_players_than_places_are_said(alice: User) -> None:
    row = event(alice, places=4)
    address = f"{row.get_absolute_url()}players/"
    assert "4 of 4 places are taken.<" in signed_in(alice).get(address).content.decode()
    services.act(row, alice, entered("Zoe"))
    said = signed_in(alice).get(address).content.decode()
    assert "5 of 4 places are taken. That is more than there are." in said
