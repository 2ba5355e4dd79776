"""Where the only umpire plays, pages and API say that nobody decides, and offer nothing that nobody reads."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.test import Client

from campaigns import consent, services
from campaigns.models import Campaign, Member
from campaigns.settling import report_hash
from campaigns.waiting import waiting_for
from tests.campaigns.test_changing_sides import play
from tests.campaigns.test_fair_play import api
from tests.campaigns.test_map_page import page, text
from tests.kit.campaigns import battles, outcome
from tests.kit.clients import signed_in

pytestmark = pytest.mark.django_db
NONE = "There is none now"


@pytest.fixture
def unjudged(row: Campaign, umpire: Member) -> Campaign:
    """The island, whose only umpire Alice plays the Company."""
    play(row, umpire, "company")
    return row


@pytest.fixture
def disputed(unjudged: Campaign, chief: Member, enemy: Member) -> Campaign:
    """With a battle of which the reports of Crown and Commons differ."""
    battles(unjudged, ("cr1", "co1"))
    consent.propose(unjudged, "t1e1", chief, "table")
    consent.accept(unjudged, "t1e1", enemy, "table")
    services.fight(unjudged, "t1e1", "table")
    services.report(unjudged, "t1e1", chief, outcome(unjudged, "t1e1", winner=0))
    services.report(unjudged, "t1e1", enemy, outcome(unjudged, "t1e1", winner=1))
    return unjudged


def test_every_member_reads_that_nobody_is_neutral(
    unjudged: Campaign, as_alice: Client, as_bob: Client, nora: User
) -> None:
    for client in (as_bob, signed_in(nora)):
        assert "No neutral umpire" in text(client.get(page(unjudged)))
    assert f'{page(unjudged, "people")}#invite">invite an umpire who' in text(as_alice.get(page(unjudged)))


def test_nobody_reads_it_where_an_umpire_is_neutral(row: Campaign, as_bob: Client) -> None:
    assert "No neutral umpire" not in text(as_bob.get(page(row)))


def test_messages_to_the_umpire_are_not_offered(
    unjudged: Campaign, as_bob: Client, as_dora: Client, nora: User
) -> None:
    shown = as_bob.get(page(unjudged, "messages")).content.decode()
    assert 'name="umpire"' not in shown
    assert "and by the umpire" not in shown
    assert "There is nobody you can write to" in text(signed_in(nora).get(page(unjudged, "messages")))
    sent = {"umpire": True, "words": "Help", "factions": []}
    answer = as_dora.post(api(unjudged, "messages"), sent, content_type="application/json")
    assert answer.status_code in (400, 409)
    assert "obody would read it" in answer.content.decode()
    as_bob.post(page(unjudged, "messages"), {"umpire": "on", "words": "Help"})
    assert not unjudged.messages.exists()


def test_messages_to_a_neutral_umpire_are_offered(row: Campaign, as_bob: Client) -> None:
    assert 'name="umpire"' in as_bob.get(page(row, "messages")).content.decode()


def test_the_two_sides_read_that_nobody_decides_their_dispute(
    disputed: Campaign, as_bob: Client, as_dora: Client, alice: User, umpire: Member, charlie: User
) -> None:
    for client in (as_bob, as_dora):
        assert NONE in text(client.get(page(disputed, "battles", "t1e1")))
    (found,) = [each for each in waiting_for(alice) if each.kind == "dispute"]
    assert found.words.startswith("Invite an umpire")
    umpire.refresh_from_db()
    joined = services.join(services.invite(disputed, umpire, "umpire").token, charlie)
    for each in disputed.members.filter(role="player").exclude(pk=umpire.pk):
        assert NONE in text(as_bob.get(page(disputed, "battles", "t1e1")))
        services.answer_umpire(disputed, each, joined, accept=True)
    assert NONE not in text(as_bob.get(page(disputed, "battles", "t1e1")))
    assert not [each for each in waiting_for(alice) if each.kind == "dispute"]
    assert [each for each in waiting_for(charlie) if each.kind == "dispute"]


def test_the_umpire_who_plays_is_asked_by_mail_to_invite_one(
    confirmed: None, disputed: Campaign, django_capture_on_commit_callbacks: object, chief: Member
) -> None:
    mail.outbox.clear()
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
        services.report(disputed, "t1e1", chief, outcome(disputed, "t1e1", winner=None))
    assert ["alice@example.org"] in [each.to for each in mail.outbox]
    assert any("Please invite one" in str(each.body) for each in mail.outbox)


def test_the_umpire_confirms_the_only_report_where_nobody_plays_the_other_side(
    row: Campaign, umpire: Member, chief: Member, enemy: Member, alice: User
) -> None:
    services.remove(row, enemy, enemy)
    battles(row, ("cr1", "co1"))
    consent.propose(row, "t1e1", chief, "table")
    services.fight(row, "t1e1", "table")
    services.report(row, "t1e1", chief, outcome(row, "t1e1", winner=0))
    (found,) = [each for each in waiting_for(alice) if each.kind == "report"]
    assert "nobody plays The Commons" in found.words
    shown = text(signed_in(chief.user).get(page(row, "battles", "t1e1")))
    assert "Nobody plays The Commons: an umpire who plays no faction confirms the report." in shown
    services.accept_report(row, "t1e1", umpire, report_hash(row.engagements.get(key="t1e1").claim_a), 0)
    assert not [each for each in waiting_for(alice) if each.kind == "report"]
