"""Meetings in files and over REST: the sheet for the table, what stays secret in the document."""

from __future__ import annotations

import json

from django.contrib.auth.models import User
from django.test import Client

from battles import services
from battles.models import Battle
from tests.battles.meetingpage import act, at, finished, tactician
from tests.browser.board import kind
from tests.kit.meetings import meeting_setup


def test_the_victory_sheet_of_a_meeting_is_ones_own_sheet_for_the_table(
    as_alice: Client, as_bob: Client, client: Client, alice: User, bob: User
) -> None:
    row = finished(alice, bob)
    address = row.get_absolute_url()
    for number, player in enumerate((as_alice, as_bob)):
        answer = player.get(f"{address}battle.pdf")
        assert answer["Location"] == f"{address}meeting/sheet-{number}.pdf"
        sheet = player.get(answer["Location"])
        assert sheet["Content-Type"] == "application/pdf"
        assert player.get(f"{address}meeting/sheet-{1 - number}.pdf").status_code == 404
    services.share(row)
    assert client.get(f"{row.shared_url}battle.pdf").status_code == 404


def test_there_is_no_sheet_before_the_table_is_ready(as_alice: Client, named: Battle) -> None:
    answer = as_alice.get(f"{named.get_absolute_url()}meeting/sheet-0.pdf")
    assert answer.status_code == 409
    assert "when the table is ready" in answer.content.decode()


def test_the_file_of_a_meeting_keeps_what_is_secret(as_alice: Client, alice: User, bob: User) -> None:
    row = at(alice, bob, kind("flank turn", side=1))
    act(row, {"do": "write", "turn": 5, "salt": 918273645})
    while not row.over:
        act(row, tactician(row))
    text = as_alice.get(f"{row.get_absolute_url()}battle.json").content.decode()
    assert "918273645" not in text
    assert json.loads(text)["format"] == "leaguer-battle"


def test_a_meeting_over_rest(as_alice: Client, alice: User) -> None:
    setup = meeting_setup()
    asked = {"lists": setup["lists"], "sides": setup["sides"], "tacticians": [0, 1], "agreed": True}
    begun = as_alice.post("/api/v1/battles/", json.dumps(asked), content_type="application/json")
    assert begun.status_code == 201, begun.content
    address = f"/api/v1/battles/{begun.json()['id']}/"
    done = as_alice.post(f"{address}advance/", "{}", content_type="application/json").json()
    assert done["status"] == "over"
    assert Battle.objects.get().setup["table"] == {"width": 120, "depth": 120}
    for side in (0, 1):
        sheet = as_alice.get(f"{address}pdf/", {"side": side})
        assert sheet.status_code == 200
        assert sheet.content.startswith(b"%PDF")
