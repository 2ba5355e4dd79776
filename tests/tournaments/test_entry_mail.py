"""Addresses of players without accounts, calendars that are renewed, and what organisers read and fill in."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.test import Client
from rest_framework.test import APIClient

from rulesets.engine.errors import LeaguerError
from tests.kit.clients import signed_in
from tests.kit.tournaments import appoint, event, pair_round, play_round, read
from tournaments import entrymail, feeds, services
from tournaments.access import viewer_of
from tournaments.engine.actions import Change, Decide, Remove
from tournaments.engine.actions.people import About
from tournaments.engine.document import Result
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
ADDRESS = "cora@example.org"
CALENDAR = re.compile(r'href="(/tournaments/calendars/[^"]+)"')


@pytest.fixture(autouse=True)
def _nothing_sent() -> None:
    cache.clear()


def page(client: Client, row: Tournament, part: str = "players/") -> str:
    return client.get(row.get_absolute_url() + part).content.decode()


def test_organisers_note_an_address_and_send_the_claim_there(
    alice: User, mailoutbox: list[Any], django_capture_on_commit_callbacks: Any
) -> None:
    row, client = event(alice), signed_in(alice)
    send = f"{row.get_absolute_url()}players/cora/email/"
    with django_capture_on_commit_callbacks(execute=True):
        assert client.post(send, {"email": ADDRESS}).status_code == 302
    assert not mailoutbox
    assert ADDRESS in page(client, row)
    for _ in range(2):  # the second one is too soon
        with django_capture_on_commit_callbacks(execute=True):
            answer = client.post(send, {"email": ADDRESS, "send": "1"}, follow=True)
    assert "has just got a mail" in answer.content.decode()
    assert [each.to for each in mailoutbox] == [[ADDRESS]]
    assert f"/tournaments/claim/{row.entries.get(player='cora').claim}/" in mailoutbox[0].body
    for wrong, said in (("cora", "Write an e-mail address"), ("", "to which it is sent")):
        answer = client.post(send, {"email": wrong, "send": "1"}, follow=True)
        assert said in answer.content.decode()
    assert row.entries.get(player="cora").email == ADDRESS


def test_nobody_else_reads_or_writes_it_anywhere(alice: User, bob: User, charlie: User) -> None:
    row = play_round(event(alice, bob), alice)
    appoint(row, "charlie", "judge")
    entrymail.note(row, "cora", ADDRESS)
    people: list[User | None] = [bob, charlie, None, User.objects.create_user("dora")]
    parts = ("", "players/", "standings/", "settings/", "lists/", "files/", "screen/", "tables/players.csv")
    for user in people:
        client = signed_in(user) if user else Client()
        for part in parts:
            assert ADDRESS not in page(client, row, part), (user, part)
        client.post(f"{row.get_absolute_url()}players/cora/email/", {"email": "x@example.org"})
        api = APIClient()
        if user:
            api.force_authenticate(user)
        here = f"/api/v1/tournaments/{row.public_id}/"
        for part in ("", "document/", "players/", "entries/", "rounds/1/"):
            assert ADDRESS not in api.get(here + part).content.decode(), (user, part)
        assert api.patch(f"{here}entries/cora/", {"email": ""}).status_code in (401, 403)
    assert row.entries.get(player="cora").email == ADDRESS
    assert ADDRESS not in str(row.document)


def test_rest_notes_it_too(alice: User) -> None:
    row, api = event(alice), APIClient()
    api.force_authenticate(alice)
    path = f"/api/v1/tournaments/{row.public_id}/entries/cora/"
    assert api.patch(path, {"email": ADDRESS}).json()["email"] == ADDRESS
    assert api.patch(path, {"email": "cora"}).status_code == 400
    assert api.patch(path, {"email": "", "send": True}).status_code == 400
    assert api.patch(path.replace("cora", "nobody"), {"email": ""}).status_code == 400
    assert row.entries.get(player="cora").email == ADDRESS


@pytest.mark.parametrize("how", ["claimed", "removed"])
def test_it_is_deleted_once_it_is_not_needed(alice: User, bob: User, how: str) -> None:
    row = event(alice)
    entry = entrymail.note(row, "cora", ADDRESS)
    if how == "claimed":
        services.claim(entry, bob)
        with pytest.raises(LeaguerError, match="with an account already"):
            entrymail.note(row, "cora", ADDRESS)
    else:
        services.act(row, alice, Remove(player="cora"))
    entry.refresh_from_db()
    assert entry.email == ""


def test_calendars_of_tournaments_stand_on_the_account_page_and_are_renewed(alice: User, bob: User) -> None:
    row, foreign = event(alice, bob), event(alice)
    client = signed_in(bob)
    shown = client.get("/accounts/email/").content.decode()
    (old,) = CALENDAR.findall(shown)
    assert Client().get(old).status_code == 200
    assert row.get_absolute_url() in shown
    assert foreign.get_absolute_url() not in shown
    renew = f"{row.get_absolute_url()}calendar/renew/"
    answer = client.post(renew, {"from": "account"}, follow=True)
    assert "has a new address" in answer.content.decode()
    (new,) = CALENDAR.findall(answer.content.decode())
    assert Client().get(old).status_code == 404
    assert Client().get(new).status_code == 200
    mine = feeds.token_of(viewer_of(alice, row.public_id))
    assert Client().get(f"/tournaments/calendars/{mine}.ics").status_code == 200, "others keep theirs"
    api = APIClient()
    api.force_authenticate(bob)
    made = api.post(f"/api/v1/tournaments/{row.public_id}/calendar/").json()["calendar"]
    assert Client().get(new).status_code == 404
    assert Client().get(made.removeprefix("http://testserver")).status_code == 200


def test_the_log_says_scores_with_the_names_of_both(alice: User) -> None:
    row = pair_round(event(alice, count=2), alice)
    first, second = (read(row).by_id[key].name for key in read(row).rounds[0].pairings[0].players)
    key = read(row).rounds[0].pairings[0].players[1]
    services.act(row, alice, Decide(round=1, player=key, result=Result(scores=(10, 4))))
    said = f"Entered {first} 10 : 4 {second} for {second}’s table in round 1."
    assert said in page(signed_in(alice), row, "log/")


def test_usual_penalties_are_offered_and_given(alice: User) -> None:
    row = event(alice, penalties=[{"name": "List not painted", "points": 2}])
    client, act = signed_in(alice), f"{row.get_absolute_url()}act/"
    assert "List not painted (2)" in page(client, row)
    fields = {"a.do": "penalise", "a.player": "cora", "a.penalty.round": "0", "a.penalty.points": "",
              "a.penalty.reason": "", "kind": "List not painted"}  # fmt: skip
    client.post(act, fields)
    client.post(act, fields | {"a.penalty.points": "1", "a.penalty.reason": "Half of it"})
    client.post(act, fields | {"kind": "nothing"})
    found = read(Tournament.objects.get()).by_id["cora"].penalties
    assert [(each.points, each.reason) for each in found] == [(2, "List not painted"), (1, "Half of it")]


def test_of_doubles_each_has_an_address_of_their_own(alice: User) -> None:
    row = event(alice, doubles=True)
    row = services.act(row, alice, Change(player="cora", about=About(people=("Cora", "Carl"))))
    client, address = signed_in(alice), f"{row.get_absolute_url()}players/cora/email/"
    for person, email in (("0", ADDRESS), ("1", "carl@example.org")):
        client.post(address, {"email": email, "person": person})
    assert client.post(address, {"email": ADDRESS, "person": "2"}).status_code == 302
    found = {each.person: each.email for each in row.entries.filter(player="cora")}
    assert found == {0: ADDRESS, 1: "carl@example.org"}
