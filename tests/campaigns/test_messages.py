"""Messages between factions and to the umpire: who reads them, who may write to whom, and who never sees
them.
"""

from __future__ import annotations

import json
import re
from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.models import User
from django.core.mail import EmailMessage
from django.test import Client
from django.utils import timezone

from campaigns import messaging, services
from campaigns.models import Campaign, Member, Message
from campaigns.persistence import CampaignRefusal
from campaigns.waiting import waiting_for
from tests.campaigns.test_map_page import page, text
from tests.kit.campaigns import refusal
from tests.kit.clients import queries, signed_in

pytestmark = pytest.mark.django_db

SECRET = "We strike at Reading on Sunday."


def api(row: Campaign) -> str:
    return f"/api/v1/campaigns/{row.public_id}/messages/"


def readers(row: Campaign, words: str) -> set[str]:
    """Who finds words on the page of messages, and over REST."""
    found: dict[str, set[str]] = {"page": set(), "api": set()}
    for member in row.members.select_related("user"):
        client = signed_in(member.user)
        if words in text(client.get(page(row, "messages"))):
            found["page"].add(member.user.username)
        if any(each["words"] == words for each in client.get(api(row)).json()["results"]):
            found["api"].add(member.user.username)
    assert found["page"] == found["api"]
    return found["page"]


@pytest.mark.parametrize(
    ("factions", "umpire", "who"),
    [
        (["commons"], False, {"alice", "bob", "dora"}),
        (["crown"], False, {"alice", "bob", "edward"}),
        (["commons", "crown"], False, {"alice", "bob", "dora", "edward"}),
        ([], True, {"alice", "bob"}),
    ],
)
def test_a_message_is_read_by_those_it_goes_to_and_by_the_umpire(
    row: Campaign, chief: Member, factions: list[str], umpire: bool, who: set[str]
) -> None:
    services.write_message(row, chief, SECRET, factions, umpire=umpire)
    assert readers(row, SECRET) == who


def test_nobody_else_finds_a_message_anywhere(
    row: Campaign, chief: Member, as_dora: Client, as_charlie: Client, nora: User, client: Client
) -> None:
    services.write_message(row, chief, SECRET, ["crown"])
    for stranger in (as_charlie, client):
        assert stranger.get(api(row)).status_code in (401, 404)
        assert stranger.get(page(row, "messages")).status_code in (302, 404)
        assert stranger.post(page(row, "messages"), {"words": "x", "umpire": "on"}).status_code in (302, 404)
    for member in (as_dora, signed_in(nora)):
        for name in ("", "chronicle", "people", "forces", "messages"):
            assert SECRET not in text(member.get(page(row, name)))
        assert SECRET not in text(member.get("/campaigns/"))
        found = Message.objects.get()
        assert SECRET not in text(member.get(page(row, "messages") + f"?reply={found.pk}"))
    Campaign.objects.update(phase="over")  # everybody may take the file of a campaign that is over
    for member in (as_dora, signed_in(row.owner)):
        assert SECRET not in json.dumps(member.get(f"/api/v1/campaigns/{row.public_id}/file/").json())


def test_it_is_written_on_its_page_and_answered(row: Campaign, as_bob: Client, as_dora: Client) -> None:
    sent = as_bob.post(page(row, "messages"), {"factions": ["commons"], "words": " Peace?\r\n\x07Soon "})
    assert sent.url == page(row, "messages")
    found = Message.objects.get()
    assert found.words == "Peace?\nSoon"
    form = as_dora.get(page(row, "messages") + f"?reply={found.pk}").context["form"]
    assert form.initial == {"factions": ["crown"], "umpire": False}


def test_markup_is_shown_as_it_was_typed(row: Campaign, chief: Member, as_dora: Client) -> None:
    services.write_message(row, chief, "<b>bold</b><script>1</script>", ["commons"])
    shown = text(as_dora.get(page(row, "messages")))
    assert "&lt;b&gt;bold&lt;/b&gt;&lt;script&gt;" in shown
    assert "<b>bold" not in shown


@pytest.mark.parametrize(
    ("fields", "path"),
    [
        ({"words": "  ", "umpire": True}, "words"),
        ({"words": "Hello", "factions": []}, "factions"),
        ({"words": "x" * 4001, "umpire": True}, "words"),
        ({"words": "Hello", "factions": ["company"]}, "factions"),  # nobody plays it
        ({"words": "Hello", "factions": ["nobody"]}, "factions"),
    ],
)
def test_what_cannot_be_sent_is_refused_at_its_field_and_nothing_is_lost(
    row: Campaign, as_bob: Client, fields: dict[str, Any], path: str
) -> None:
    refused = as_bob.post(api(row), fields, content_type="application/json")
    assert refused.status_code == 400
    assert path in {each["path"] for each in refused.json()["errors"]}
    data = fields | {"umpire": "on"} if fields.get("umpire") else fields
    shown = as_bob.post(page(row, "messages"), data)
    assert shown.status_code == 400
    assert fields["words"].strip() in text(shown)
    assert not Message.objects.exists()


def test_the_umpire_switches_messages_between_factions_off_and_on(
    row: Campaign, chief: Member, umpire: Member, as_alice: Client, as_bob: Client
) -> None:
    assert as_bob.post(page(row, "messages", "letters"), {"on": "0"}).status_code == 404
    as_alice.post(page(row, "messages", "letters"), {"on": "0"})
    row.refresh_from_db()
    with refusal(CampaignRefusal, code="closed"):
        services.write_message(row, chief, "Peace?", ["commons"])
    assert list(as_bob.get(page(row, "messages")).context["form"].fields["factions"].choices) == [
        ("crown", row.state["factions"]["crown"]["name"])
    ]
    services.write_message(row, chief, "To my own.", ["crown"], umpire=True)
    services.write_message(row, umpire, "To all.", ["crown", "commons"])
    patched = as_alice.patch(
        f"/api/v1/campaigns/{row.public_id}/", {"letters": True}, content_type="application/json"
    )
    assert patched.json()["letters"] is True
    row.refresh_from_db()
    services.write_message(row, chief, "Peace?", ["commons"])


def test_an_onlooker_writes_to_the_umpire_alone(row: Campaign, onlooker: Member) -> None:
    services.write_message(row, onlooker, "May I play?", umpire=True)
    with refusal(CampaignRefusal, path="factions"):
        services.write_message(row, onlooker, "Hello", ["crown"])
    assert readers(row, "May I play?") == {"alice", "nora"}


def test_twenty_messages_an_hour_are_enough(row: Campaign, chief: Member, as_bob: Client) -> None:
    for number in range(messaging.PER_HOUR):
        services.write_message(row, chief, f"Message {number}", umpire=True)
    refused = as_bob.post(api(row), {"words": "One more", "umpire": True}, content_type="application/json")
    assert refused.status_code == 400
    assert "20 messages an hour" in refused.json()["detail"]
    Message.objects.update(at=timezone.now() - timedelta(minutes=61))
    services.write_message(row, chief, "One more", umpire=True)


def test_what_is_new_waits_until_it_is_read(
    row: Campaign, chief: Member, enemy: Member, umpire: Member, as_dora: Client
) -> None:
    def new(user: User) -> list[str]:
        return [each.words for each in waiting_for(user) if each.kind == "message"]

    services.write_message(row, chief, "One", ["commons"])
    services.write_message(row, chief, "Two", ["commons"])
    assert new(enemy.user) == ["Read 2 new messages"]
    assert new(chief.user) == new(umpire.user) == []  # an umpire may read it, and need not
    shown = text(as_dora.get(page(row, "messages")))
    assert shown.count(">new<") == 2
    assert new(enemy.user) == []
    assert ">new<" not in text(as_dora.get(page(row, "messages")))
    services.write_message(row, chief, "Three", ["commons"], umpire=True)
    assert new(enemy.user) == new(umpire.user) == ["Read a new message"]
    newest = as_dora.get(api(row)).json()["results"][0]
    assert (newest["words"], newest["new"], newest["umpire"]) == ("Three", True, True)
    read = as_dora.post(f"{api(row)}read/", {"newest": 10**9}, content_type="application/json")
    assert read.status_code == 204
    assert new(enemy.user) == []
    services.write_message(row, chief, "Four", ["commons"])  # what nobody has sent yet cannot be read
    assert new(enemy.user) == ["Read a new message"]


def test_it_comes_by_mail_to_those_it_goes_to(
    row: Campaign, chief: Member, mailoutbox: list[EmailMessage], django_capture_on_commit_callbacks: Any
) -> None:
    EmailAddress.objects.bulk_create(
        EmailAddress(user=each.user, email=each.user.email, verified=True)
        for each in row.members.select_related("user")
    )
    with django_capture_on_commit_callbacks(execute=True):
        services.write_message(row, chief, "<i>Peace?</i>", ["commons"])
    [sent] = mailoutbox
    assert sent.to == ["dora@example.org"]
    assert "bob wrote in “" in sent.body
    assert "<i>Peace?</i>" in sent.body  # plain text
    assert sent.content_subtype == "plain"


def test_an_archived_campaign_is_read_and_not_written_in(
    row: Campaign, chief: Member, as_bob: Client, as_dora: Client
) -> None:
    services.write_message(row, chief, SECRET, ["commons"])
    Campaign.objects.update(archived=True)
    shown = text(as_dora.get(page(row, "messages")))
    assert SECRET in shown
    assert "Send</button>" not in shown
    refused = as_bob.post(api(row), {"words": "Late", "umpire": True}, content_type="application/json")
    assert refused.status_code == 409
    assert "archived" in refused.json()["detail"]


def test_what_somebody_wrote_who_left_stays_and_they_see_no_more(
    row: Campaign, chief: Member, as_bob: Client, as_dora: Client
) -> None:
    services.write_message(row, chief, SECRET, ["commons"])
    services.remove(row, chief, chief)
    assert as_bob.get(page(row, "messages")).status_code == 404
    assert as_bob.get(api(row)).status_code == 404
    shown = text(as_dora.get(page(row, "messages")))
    assert SECRET in shown
    assert "Somebody who left" in shown
    assert as_dora.get(api(row)).json()["results"][0]["sender"] is None


def test_who_changes_sides_reads_no_more_of_the_old_one(
    row: Campaign, umpire: Member, chief: Member, comrade: Member
) -> None:
    services.write_message(row, chief, SECRET, ["crown"])
    services.change_member(row, umpire, row.members.get(pk=comrade.pk), faction="commons")
    assert "edward" not in readers(row, SECRET)


def test_thirty_messages_cost_as_many_queries_as_three(row: Campaign, chief: Member, as_dora: Client) -> None:
    for number in range(3):
        services.write_message(row, chief, f"Message {number}", ["commons"], umpire=True)
    as_dora.get(page(row, "messages"))
    before = queries(as_dora, page(row, "messages")), queries(as_dora, api(row))
    for number in range(15):
        services.write_message(row, chief, f"Another {number}", ["commons"], umpire=True)
    as_dora.get(page(row, "messages"))
    assert (queries(as_dora, page(row, "messages")), queries(as_dora, api(row))) == before


def test_nobody_is_offered_to_write_to_themselves(
    row: Campaign, as_alice: Client, as_bob: Client, as_dora: Client
) -> None:
    def offered(client: Client) -> set[str]:
        page = client.get(f"/campaigns/{row.public_id}/messages/").content.decode()
        return {*re.findall(r'name="factions" value="(\w+)"', page), *re.findall(r'name="(umpire)"', page)}

    assert offered(as_alice) == {"crown", "commons"}  # the only umpire
    assert offered(as_bob) == {"crown", "commons", "umpire"}  # Edward plays the Crown too
    assert offered(as_dora) == {"crown", "umpire"}
