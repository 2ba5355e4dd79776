"""The calendar of deadlines: at a secret address, readable by any calendar, without a word too many."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from icalendar import Calendar

from campaigns import services
from campaigns.models import Campaign, Member

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


def test_a_calendar_costs_one_query(
    row: Campaign, chief: Member, client: Client, django_assert_num_queries: Any
) -> None:
    with django_assert_num_queries(1):
        assert fetched(client, chief.feed).status_code == 200
