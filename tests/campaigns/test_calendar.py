"""The calendar of deadlines: at a secret address, readable by any calendar, without a word too many."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from icalendar import Calendar

from campaigns import mail, services
from campaigns.models import Campaign, Member
from tests.kit.clients import queries

pytestmark = pytest.mark.django_db


def fetched(client: Client, token: str) -> Any:
    return client.get(reverse("campaigns:calendar", args=[token]))


def test_a_deadline_stands_in_the_calendar_of_every_member(
    row: Campaign, umpire: Member, chief: Member, onlooker: Member, client: Client
) -> None:
    deadline = timezone.now().replace(microsecond=0) + timedelta(days=2)
    services.set_deadline(row, umpire, deadline)
    for member in (umpire, chief, onlooker):
        answer = fetched(client, member.feed)
        assert answer["Content-Type"].startswith("text/calendar")
        events = Calendar.from_ical(answer.content).walk("VEVENT")
        assert [each["DTEND"].dt for each in events] == [deadline]
        assert str(events[0]["SUMMARY"]) == f"{row.name}: orders for turn 1"
        assert str(events[0]["URL"]) == f"http://testserver{row.get_absolute_url()}"


def test_the_same_deadline_keeps_its_id_and_gets_a_higher_sequence(
    row: Campaign, umpire: Member, client: Client
) -> None:
    found = []
    for days in (2, 3):
        services.set_deadline(row, umpire, timezone.now() + timedelta(days=days))
        found += Calendar.from_ical(fetched(client, umpire.feed).content).walk("VEVENT")
    assert found[0]["UID"] == found[1]["UID"]
    assert found[0]["SEQUENCE"] < found[1]["SEQUENCE"]


def test_without_a_deadline_or_in_a_pause_it_is_empty(row: Campaign, umpire: Member, client: Client) -> None:
    assert not Calendar.from_ical(fetched(client, umpire.feed).content).walk("VEVENT")
    services.set_deadline(row, umpire, timezone.now() + timedelta(days=2))
    services.pause(row, umpire)
    assert not Calendar.from_ical(fetched(client, umpire.feed).content).walk("VEVENT")


def test_a_wrong_an_old_and_a_lost_members_address_are_not_there(
    row: Campaign, umpire: Member, enemy: Member, client: Client
) -> None:
    old = umpire.feed
    services.new_feed(umpire)
    services.remove(row, umpire, row.members.get(pk=enemy.pk))
    for token in ("x" * 32, old, enemy.feed):
        assert fetched(client, token).status_code == 404


def test_a_calendar_costs_one_query_and_its_use_is_written_once_a_minute(
    row: Campaign, chief: Member, client: Client, django_assert_num_queries: Any
) -> None:
    for ago, cost in ((None, 2), (timedelta(seconds=50), 1), (timedelta(seconds=61), 2)):
        if ago is not None:
            Member.objects.update(feed_used=timezone.now() - ago)
        with django_assert_num_queries(cost):
            assert fetched(client, chief.feed).status_code == 200
    chief.refresh_from_db()
    assert timezone.now() - chief.feed_used < timedelta(seconds=30)


@pytest.mark.parametrize("door", ["people", "account", "rest"])
def test_an_address_is_renewed_by_its_member(
    row: Campaign, umpire: Member, chief: Member, as_bob: Client, client: Client, door: str
) -> None:
    old, others = chief.feed, umpire.feed
    fetched(client, old)
    if door == "rest":
        answer = as_bob.post(f"/api/v1/campaigns/{row.public_id}/calendar/")
        assert answer.status_code == 200
        new = answer.json()["calendar"].removeprefix("http://testserver")
    else:
        address = reverse("campaigns:renew-calendar", args=[row.public_id])
        page = as_bob.post(address, {"from": door}, follow=True)
        assert "new address" in page.content.decode()
        assert page.redirect_chain[0][0].endswith("#calendars" if door == "account" else "#reminders")
        chief.refresh_from_db()
        assert chief.feed_used is None
        new = reverse("campaigns:calendar", args=[chief.feed])
        assert new in page.content.decode()
    assert (fetched(client, old).status_code, fetched(client, others).status_code) == (404, 200)
    assert client.get(new).status_code == 200


def test_a_stranger_renews_nothing(row: Campaign, as_charlie: Client) -> None:
    assert as_charlie.post(reverse("campaigns:renew-calendar", args=[row.public_id])).status_code == 404
    assert as_charlie.post(f"/api/v1/campaigns/{row.public_id}/calendar/").status_code == 404


def test_the_page_of_the_account_lists_the_calendars_of_its_member(
    row: Campaign, chief: Member, umpire: Member, as_bob: Client, client: Client
) -> None:
    def page() -> str:
        return as_bob.get(reverse("account_email")).content.decode()

    assert reverse("campaigns:calendar", args=[chief.feed]) in page()
    assert umpire.feed not in page()
    before, used = queries(as_bob, reverse("account_email")), "06:12"
    Member.objects.filter(pk=chief.pk).update(feed_used=timezone.now().replace(hour=6, minute=12))
    assert used in page()
    for _ in range(3):
        services.join(
            services.invite(services.clone(row, umpire.user), umpire, role="neutral").token, chief.user
        )
    assert page().count('name="from" value="account"') == 4
    assert queries(as_bob, reverse("account_email")) == before


def test_its_address_and_its_links_are_those_of_the_request(
    row: Campaign, umpire: Member, as_bob: Client, chief: Member, settings: Any
) -> None:
    settings.LEAGUER_URL, settings.ALLOWED_HOSTS = "https://mail.example.org", ["camp.example.org"]
    services.set_deadline(row, umpire, timezone.now() + timedelta(days=2))
    where = {"headers": {"host": "camp.example.org"}}
    path = reverse("campaigns:calendar", args=[chief.feed])
    mine = as_bob.get(f"/api/v1/campaigns/{row.public_id}/", **where).json()["mine"]
    assert mine["calendar"] == f"http://camp.example.org{path}"
    people = as_bob.get(f"{row.get_absolute_url()}people/", **where).content.decode()
    assert f'value="http://camp.example.org{path}"' in people
    [event] = Calendar.from_ical(as_bob.get(path, **where).content).walk("VEVENT")
    assert str(event["URL"]) == f"http://camp.example.org{row.get_absolute_url()}"


def test_links_in_mail_are_those_of_the_site_as_it_is_set_up(row: Campaign, settings: Any) -> None:
    settings.LEAGUER_URL = "https://leaguer.example.org/"
    assert mail.address(row.get_absolute_url()) == f"https://leaguer.example.org{row.get_absolute_url()}"
