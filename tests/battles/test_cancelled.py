"""A battle that was cancelled where it was a part of something: meetings, records and invitations to it."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client

from battles import services
from battles.invitations import may_invite
from battles.models import Battle
from battles.recording.models import Record
from tests.battles.meetingpage import at, finished, kept, page
from tests.browser.board import kind
from tests.kit.clients import rest, signed_in

pytestmark = pytest.mark.django_db
WHY = "The map was wrong."
SAID = f"<p>The umpire cancelled this battle: {WHY}</p>"


@pytest.mark.parametrize("do", ["choose/", "undo/", "call-off/", "answer/", "hand-over/", "advance/"])
def test_a_meeting_is_read_by_both_and_played_by_nobody(alice: User, bob: User, do: str) -> None:
    row = at(alice, bob, kind("deployed"))
    made = row.version
    services.cancel(row, WHY)
    for side, user in enumerate((alice, bob)):
        client = signed_in(user)
        shown = page(client, row)
        assert shown.count(SAID) == 1
        assert f"{row.get_absolute_url()}meeting/" not in shown
        form = {"revision": row.revision, "side": side, "key": "{}", "tactician": "1"}
        answer = client.post(f"{row.get_absolute_url()}meeting/{do}", form)
        assert answer.status_code == 409
        assert answer.content.decode().count(SAID) == 1
    assert kept(row) == made


def test_nothing_is_recorded_of_a_meeting_that_is_cancelled(alice: User, bob: User) -> None:
    row = finished(alice, bob)
    services.cancel(row, WHY)
    for user in (alice, bob):
        client = signed_in(user)
        assert client.get(f"{row.get_absolute_url()}record/").content.decode().count(SAID) == 1
        answer = client.post(f"{row.get_absolute_url()}record/note/", {"revision": 0, "begin": "1"})
        assert answer.status_code == 409
        assert answer.content.decode().count(SAID) == 1
        told = rest(user, "post", f"battles/{row.public_id}/record/turn/", {"revision": 0, "turn": 1})
        assert told.status_code == 409
        assert WHY in told.json()["detail"]
    assert not Record.objects.exists()


def test_nobody_is_invited_to_it(by_hand: Battle, as_alice: Client) -> None:
    assert may_invite(by_hand)
    services.cancel(by_hand, WHY)
    assert not may_invite(by_hand)
    assert "Invite" not in as_alice.get(by_hand.get_absolute_url()).content.decode()
