"""Who archives a campaign, who is told, and that nothing in an archived one can be changed."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.mail import EmailMessage
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from campaigns import bringing, consent, services
from campaigns.models import Campaign, Disclosure, Member
from campaigns.persistence import CampaignRefusal
from rulesets.contract.documents import samples
from tests.campaigns.test_changing_sides import play
from tests.campaigns.test_fair_play import api
from tests.campaigns.test_map_page import page, text
from tests.kit.campaigns import outcome, refusal
from tests.kit.clients import signed_in

pytestmark = pytest.mark.django_db
BANNER = "This campaign is archived. Nothing can be changed."
REFUSED = "this campaign is archived: nothing can be changed"
CLOSED = "you play a faction yourself, so this is closed to you"
HOLD = {"faction": "crown", "forces": {"cr1": {"do": "hold"}}}
WAYS = ("page", "api")


def archive(client: Client, row: Campaign, way: str, *, away: bool) -> Any:
    if way == "page":
        return client.post(page(row, "umpire", "archive"), follow=True)
    return client.patch(api(row), {"archived": away}, content_type="application/json")


def delete(client: Client, row: Campaign, way: str) -> Any:
    if way == "page":
        return client.post(page(row, "umpire", "delete"), follow=True)
    return client.delete(api(row))


@pytest.fixture
def alone(row: Campaign, umpire: Member) -> Campaign:
    """The island where only Alice plays, its umpire and owner."""
    row.members.exclude(pk=umpire.pk).filter(role=Member.Role.PLAYER).delete()
    assert services.ask_to_play(row, umpire, "company")
    row.refresh_from_db()
    return row


# -- who archives it -------------------------------------------------------------------------------


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("archived", [False, True])
def test_who_plays_against_others_neither_archives_nor_restores_nor_deletes(
    row: Campaign, umpire: Member, as_alice: Client, way: str, archived: bool
) -> None:
    play(row, umpire, "company")
    Campaign.objects.update(archived=archived)
    before = Campaign.objects.values().get()
    for answer in (archive(as_alice, row, way, away=not archived), delete(as_alice, row, way)):
        assert answer.status_code == (200 if way == "page" else 403)
        assert CLOSED in answer.content.decode().lower()
    assert Campaign.objects.values().get() == before
    shown = as_alice.get(page(row, "umpire")).content.decode()
    assert page(row, "umpire", "archive") not in shown
    assert page(row, "umpire", "delete") not in shown


@pytest.mark.parametrize("way", WAYS)
def test_who_plays_alone_archives_restores_and_deletes(alone: Campaign, as_alice: Client, way: str) -> None:
    for away in (True, False, True):
        assert page(alone, "umpire", "archive") in as_alice.get(page(alone, "umpire")).content.decode()
        archive(as_alice, alone, way, away=away)
        assert Campaign.objects.get().archived is away
    delete(as_alice, alone, way)
    assert not Campaign.objects.exists()


@pytest.mark.parametrize("way", WAYS)
def test_others_learn_who_deleted_their_campaign(
    row: Campaign, as_alice: Client, confirmed: None, way: str, mailoutbox: list[EmailMessage],
    django_capture_on_commit_callbacks: Any,
) -> None:  # fmt: skip
    archive(as_alice, row, way, away=True)
    shown = as_alice.get(page(row, "umpire"))
    assert "4 other members lose this campaign too, and get mail." in text(shown)
    assert "4 other members lose it too." in shown.content.decode()
    assert as_alice.get(reverse("campaigns:export", args=[row.public_id])).status_code == 200
    mailoutbox.clear()
    with django_capture_on_commit_callbacks(execute=True):
        delete(as_alice, row, way)
    assert not Campaign.objects.exists()
    assert {each.to[0].partition("@")[0] for each in mailoutbox} == {"bob", "dora", "edward", "nora"}
    for each in mailoutbox:
        assert f"alice deleted the campaign “{row.name}”." in each.body
        assert str(row.public_id) not in each.body


def test_who_has_a_campaign_open_reads_that_it_was_deleted_and_nobody_else_does(
    row: Campaign, as_alice: Client, as_bob: Client, as_charlie: Client, client: Client
) -> None:
    home, orders = page(row), page(row, "orders")
    archive(as_alice, row, "page", away=True)
    delete(as_alice, row, "page")
    for address in (home, orders):
        answer = as_bob.get(address)
        assert answer.status_code == 404
        assert f"alice deleted the campaign “{row.name}”." in text(answer)
        assert as_charlie.get(address).status_code == 404
        assert row.name not in as_charlie.get(address).content.decode()
        assert client.get(address).status_code == 302
    answer = as_bob.get(f"/api/v1/campaigns/{row.public_id}/")
    assert (answer.status_code, row.name in answer.content.decode()) == (404, True)
    assert row.name not in as_charlie.get(f"/api/v1/campaigns/{row.public_id}/").content.decode()


def test_archiving_can_be_undone_where_it_is_said(row: Campaign, as_alice: Client) -> None:
    said = archived_page(as_alice, page(row, "umpire", "archive"))
    [undo] = re.findall(r'<form class="notice undo success" method="post" action="([^"]+)"', said)
    assert Campaign.objects.get().archived
    assert "restored" in as_alice.post(undo, follow=True).content.decode()
    assert not Campaign.objects.get().archived


def archived_page(client: Client, address: str) -> str:
    """The page that one comes to after archiving."""
    return client.post(address, follow=True).content.decode()


def test_what_is_over_is_archived_by_who_played(row: Campaign, umpire: Member, as_alice: Client) -> None:
    play(row, umpire, "company")
    Campaign.objects.update(phase=Campaign.Phase.OVER)
    archive(as_alice, row, "api", away=True)
    assert Campaign.objects.get().archived


def test_who_plays_stops_and_restores_it(row: Campaign, umpire: Member, as_alice: Client) -> None:
    play(row, umpire, "company")
    Campaign.objects.update(archived=True)
    assert "Stop playing" in as_alice.get(page(row, "people")).content.decode()
    as_alice.post(page(row, "people", "stop-playing"))
    archive(as_alice, row, "page", away=False)
    assert not Campaign.objects.get().archived


def test_who_plays_stops_also_while_their_battle_is_open(
    met: Campaign, umpire: Member, chief: Member
) -> None:
    Member.objects.filter(pk=umpire.pk).update(role="player", faction="crown", playing_umpire=True)
    umpire.refresh_from_db()
    with refusal(CampaignRefusal, code="open-battles"):
        services.stop_playing(met, umpire)
    Campaign.objects.update(archived=True)
    services.stop_playing(met, umpire)
    assert umpire.umpire
    assert met.disclosures.filter(kind=Disclosure.Kind.STOPPED, left="crown").exists()
    services.archive(met, umpire, away=False)
    assert not Campaign.objects.get().archived


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("who", ["bob", "nora"])
def test_nobody_but_the_owner_archives(row: Campaign, bob: User, nora: User, way: str, who: str) -> None:
    client = signed_in({"bob": bob, "nora": nora}[who])
    assert archive(client, row, way, away=True).status_code == (404 if way == "page" else 403)
    assert not Campaign.objects.get().archived


# -- who is told -----------------------------------------------------------------------------------


def test_every_member_reads_who_archived_and_restored_it(
    row: Campaign, as_alice: Client, as_bob: Client, nora: User
) -> None:
    for away in (True, True, False):
        archive(as_alice, row, "api", away=away)
    for client in (as_bob, signed_in(nora)):
        shown = text(client.get(page(row)))
        assert "<b>alice</b> archived the campaign in turn 1" in shown
        assert "<b>alice</b> restored the campaign in turn 1" in shown
        found = client.get(api(row, "disclosures")).json()["results"]
        assert [each["kind"] for each in found] == ["restore", "archive"]


def test_an_imported_file_keeps_who_archived_it(row: Campaign, umpire: Member, bob: User) -> None:
    services.archive(row, umpire)
    again = services.import_file(bob, services.export_file(row))
    assert Disclosure.Kind.ARCHIVED in again.disclosures.values_list("kind", flat=True)


@pytest.mark.parametrize("who", ["alice", "bob", "nora"])
@pytest.mark.parametrize("tab", ["", "people", "chronicle", "battles", "forces", "messages"])
def test_every_page_says_that_it_is_archived(
    row: Campaign, alice: User, bob: User, nora: User, who: str, tab: str
) -> None:
    client, at = (
        signed_in({"alice": alice, "bob": bob, "nora": nora}[who]),
        page(row, *([tab] if tab else [])),
    )
    assert BANNER not in client.get(at, follow=True).content.decode()
    Campaign.objects.update(archived=True)
    assert BANNER in client.get(at, follow=True).content.decode()


def test_pages_of_an_archived_campaign_have_no_forms_for_its_turn(
    met: Campaign, as_alice: Client, as_bob: Client
) -> None:
    battle = page(met, "battles", "t1e1")
    assert page(met, "battles", "t1e1", "propose") in as_bob.get(battle).content.decode()
    Campaign.objects.update(archived=True)
    assert "propose" not in as_bob.get(battle).content.decode()
    shown = as_alice.get(page(met, "umpire")).content.decode()
    for gone in ("resolve", "pause", "deadline", "back", "rename"):
        assert page(met, "umpire", gone) not in shown
    assert "Restore</button>" in shown


def test_the_page_of_orders_has_no_form_while_it_is_archived(row: Campaign, as_bob: Client) -> None:
    assert "orders-form" in as_bob.get(page(row, "orders")).content.decode()
    Campaign.objects.update(archived=True)
    shown = as_bob.get(page(row, "orders")).content.decode()
    assert BANNER in shown
    for gone in ("orders-form", "Give orders", "I’m ready", "Withdraw orders"):
        assert gone not in shown


IN_FORMS = re.compile(r'<form[^>]*method="post"[^>]*>')
STILL = ("archive", "delete", "clone", "stop-playing", "remove", "calendar")
"""What is done in an archived campaign too."""


@pytest.mark.parametrize("who", ["alice", "bob"])
def test_no_page_of_an_archived_campaign_has_a_form_that_is_refused(
    met: Campaign, alice: User, bob: User, chief: Member, who: str
) -> None:
    client = signed_in({"alice": alice, "bob": bob}[who])
    bringing.bring(met, chief, samples()["royalist-patrol-300"])
    Campaign.objects.update(archived=True, deadline=timezone.now() + timedelta(days=1))
    number = str(met.brought_lists.get().pk)
    pages = [
        (), ("orders",), ("forces",), ("forces", "cr1"), ("factions",), ("lists",), ("lists", number),
        ("battles",), ("battles", "t1e1"), ("battles", "t1e1", "report"), ("chronicle",), ("messages",),
        ("people",), ("rules",), ("rules", "income"), ("umpire",), ("umpire", "preview"),
        ("umpire", "act", "move"), ("areas", "wrack"),
    ]  # fmt: skip
    for each in pages:
        answer = client.get(page(met, *each), follow=True)
        shown = answer.content.decode().partition("<main")[2]
        found = [form for form in IN_FORMS.findall(shown) if not any(f"/{one}/" in form for one in STILL)]
        assert answer.status_code in (200, 404, 409)
        assert found == [], each
        assert answer.status_code == 404 or "This campaign is archived" in shown


def test_an_archived_campaign_has_no_deadline_anywhere(
    row: Campaign, chief: Member, client: Client, as_bob: Client
) -> None:
    soon = timezone.now() + timedelta(days=2)
    Campaign.objects.update(deadline=soon)
    feed = reverse("campaigns:calendar", args=[chief.feed])
    shown = f'<time datetime="{soon:%Y-%m-%d}'
    assert b"BEGIN:VEVENT" in client.get(feed).content
    assert shown in text(as_bob.get("/campaigns/"))
    Campaign.objects.update(archived=True)
    assert b"BEGIN:VEVENT" not in client.get(feed).content
    assert shown not in text(as_bob.get("/campaigns/?archived=1"))
    assert shown not in text(as_bob.get(page(row)))


@pytest.mark.parametrize("way", WAYS)
def test_an_archived_campaign_has_no_preview(row: Campaign, as_alice: Client, way: str) -> None:
    Campaign.objects.update(archived=True)
    if way == "page":
        answer = as_alice.post(page(row, "umpire", "preview"), follow=True)
    else:
        answer = as_alice.get(api(row, "preview"))
    assert REFUSED[1:] in answer.content.decode()
    assert not row.disclosures.exists()


# -- what is refused -------------------------------------------------------------------------------


def test_an_archived_campaign_takes_no_orders_and_nobody_is_ready(row: Campaign, as_bob: Client) -> None:
    Campaign.objects.update(archived=True)
    asked = [
        ("put", api(row, "orders"), HOLD),
        ("post", api(row, "orders", "give"), HOLD),
        ("post", api(row, "ready"), {"ready": True}),
    ]
    for method, url, data in asked:
        answer = getattr(as_bob, method)(url, data, content_type="application/json")
        assert (answer.status_code, REFUSED) == (409, answer.json()["detail"]), url
    assert not row.orders.exists()
    answer = as_bob.post(page(row, "ready"), {"on": "1"}, follow=True)
    assert REFUSED[1:] in answer.content.decode()


@pytest.mark.parametrize(
    "act",
    [
        lambda row, umpire, chief: services.give_orders(row, chief, HOLD),
        lambda row, umpire, chief: services.withdraw_orders(row, chief),
        lambda row, umpire, chief: services.set_ready(row, chief),
        lambda row, umpire, chief: services.resolve(row, row.revision),
        lambda row, umpire, chief: services.pause(row, umpire),
        lambda row, umpire, chief: services.rename(row, umpire, "Mine"),
        lambda row, umpire, chief: services.set_deadline(row, umpire, None),
        lambda row, umpire, chief: services.invite(row, umpire, "neutral"),
        lambda row, umpire, chief: consent.propose(row, "t1e1", chief, "table"),
        lambda row, umpire, chief: services.report(row, "t1e1", chief, outcome(row, "t1e1")),
    ],
)
def test_services_refuse_to_change_an_archived_campaign(
    met: Campaign, umpire: Member, chief: Member, act: Any
) -> None:
    Campaign.objects.update(archived=True)
    before = Campaign.objects.values().get()
    with refusal(CampaignRefusal, code="archived"):
        act(met, umpire, chief)
    assert Campaign.objects.values().get() == before


def test_lists_and_invitations_stay_as_they_are_while_it_is_archived(
    row: Campaign, umpire: Member, chief: Member
) -> None:
    brought = bringing.bring(row, chief, samples()["royalist-patrol-300"])
    invitation = services.invite(row, umpire, "neutral")
    Campaign.objects.update(archived=True)
    with refusal(CampaignRefusal, code="archived"):
        bringing.decline(row, umpire, brought.pk)
    with refusal(CampaignRefusal, code="archived"):
        services.withdraw(row, umpire, invitation.pk)
    brought.refresh_from_db()
    assert brought.status == "open"
    assert row.invitations.count() == 1


def test_a_player_leaves_an_archived_campaign_and_is_not_removed_from_it(
    row: Campaign, umpire: Member, chief: Member, enemy: Member
) -> None:
    Campaign.objects.update(archived=True)
    with refusal(CampaignRefusal, code="archived"):
        services.remove(row, umpire, enemy)
    services.remove(row, chief, chief)
    assert set(row.members.values_list("user__username", flat=True)) == {"alice", "dora", "edward", "nora"}


def test_a_battle_that_ends_meanwhile_counts_once_it_is_restored(met: Campaign, umpire: Member) -> None:
    services.set_alone(met, umpire, on=True)
    services.archive(met, umpire)
    for key in ("t1e1", "t1e2"):
        services.settle(met, key, outcome(met, key))
    assert (met.turn, met.phase) == (1, "battles")
    services.archive(met, umpire, away=False)
    assert (met.turn, met.phase) == (2, "orders")


def test_a_deadline_that_passed_meanwhile_is_put_off(row: Campaign, umpire: Member) -> None:
    services.archive(row, umpire)
    Campaign.objects.update(deadline=timezone.now() - timedelta(hours=1), alone=True)
    services.archive(row, umpire, away=False)
    assert row.deadline > timezone.now() + timedelta(hours=1)
    assert not services.due(row)
