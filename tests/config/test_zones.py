"""Times in the reader's time zone: guessed from the browser, chosen on the account's page, named where it
matters; the REST interface and feeds say UTC.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.models import User
from django.core.mail import EmailMessage
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from icalendar import Calendar

from armylists import profiles
from armylists.profiles import Profile
from campaigns import mail, services
from campaigns.models import Campaign
from tests.kit.campaigns import island
from tests.kit.clients import queries, signed_in

pytestmark = pytest.mark.django_db
WHEN = datetime(2030, 1, 15, 17, 30, tzinfo=UTC)
ZONE = "/accounts/time-zone/"


@pytest.fixture
def row(alice: User) -> Campaign:
    """The island, with a deadline."""
    found = island(alice)
    services.set_deadline(found, found.members.get(), WHEN)
    return found


def shown(client: Client, row: Campaign) -> str:
    return client.get(row.get_absolute_url()).content.decode()  # type: ignore[no-any-return]


def test_without_a_word_of_the_browser_times_are_utc_and_say_so(as_alice: Client, row: Campaign) -> None:
    assert "Tue 15 Jan, 17:30 UTC" in shown(as_alice, row)
    assert not Profile.objects.exists()


@pytest.mark.parametrize(
    ("zone", "words"),
    [
        ("Europe/Berlin", "Tue 15 Jan, 18:30 CET"),
        ("America/New_York", "Tue 15 Jan, 12:30 EST"),
        ("Asia/Dubai", "Tue 15 Jan, 21:30 UTC+4"),
        ("Asia/Kathmandu", "Tue 15 Jan, 23:15 UTC+5:45"),
        ("Pacific/Auckland", "Wed 16 Jan, 06:30 NZDT"),
    ],
)
def test_the_browsers_time_zone_is_used_and_remembered(
    as_alice: Client, alice: User, row: Campaign, zone: str, words: str
) -> None:
    as_alice.cookies["timezone"] = zone
    assert words in shown(as_alice, row)
    assert Profile.objects.get(user=alice).time_zone == zone
    assert words in shown(signed_in(User.objects.get(pk=alice.pk)), row)  # from a browser that says nothing


@pytest.mark.parametrize("cookie", ["Nowhere/City", "../../etc/passwd", "Europe", "x" * 500])
def test_a_cookie_that_names_no_time_zone_changes_nothing(
    as_alice: Client, row: Campaign, cookie: str
) -> None:
    as_alice.cookies["timezone"] = cookie
    assert "Tue 15 Jan, 17:30 UTC" in shown(as_alice, row)
    assert not Profile.objects.exists()


def test_a_time_zone_that_was_chosen_counts_before_the_browsers(as_alice: Client, row: Campaign) -> None:
    as_alice.cookies["timezone"] = "Asia/Dubai"
    shown(as_alice, row)
    page = as_alice.get(ZONE).content.decode()
    assert "The same as my browser: Dubai (UTC+4)" in page
    as_alice.post(ZONE, {"time_zone": "Europe/Berlin"})
    assert "18:30 CET" in shown(as_alice, row)
    assert re.search(
        r'<option value="Europe/Berlin" selected>Berlin \(UTC\+[12]\)</option>',
        as_alice.get(ZONE).content.decode(),
    )
    assert "Berlin (UTC+" in as_alice.get(reverse("account_email")).content.decode()
    as_alice.post(ZONE, {"time_zone": ""})
    assert "21:30 UTC+4" in shown(as_alice, row)


def test_a_time_zone_that_there_is_not_is_refused(as_alice: Client, alice: User) -> None:
    answer = as_alice.post(ZONE, {"time_zone": "Europe/Atlantis"}, follow=True)
    assert "There is no time zone “Europe/Atlantis”." in answer.content.decode()
    assert not Profile.objects.exists()
    assert Client().get(ZONE).url.startswith(reverse("account_login"))


def test_a_time_zone_costs_no_query(as_alice: Client, row: Campaign) -> None:
    before = queries(as_alice, row.get_absolute_url())
    as_alice.post(ZONE, {"time_zone": "Europe/Berlin"})
    assert queries(as_alice, row.get_absolute_url()) == before


def test_a_deadline_is_read_in_the_time_zone_of_who_writes_it(as_alice: Client, row: Campaign) -> None:
    as_alice.post(ZONE, {"time_zone": "America/New_York"})
    page = as_alice.get(f"{row.get_absolute_url()}umpire/").content.decode()
    assert 'value="2030-01-15T12:30"' in page
    assert "Time zone: New York (UTC−" in page
    fields = {"deadline": "2030-07-01T20:00", "hours": "0", "alone": "on"}
    as_alice.post(f"{row.get_absolute_url()}umpire/deadline/", fields)
    row.refresh_from_db()
    assert row.deadline == datetime(2030, 7, 2, 0, 0, tzinfo=UTC)


def test_a_time_that_the_clocks_skip_is_refused_at_its_field(as_alice: Client, row: Campaign) -> None:
    as_alice.post(ZONE, {"time_zone": "Europe/Berlin"})
    fields = {"deadline": "2030-03-31T02:30", "hours": "0"}
    answer = as_alice.post(f"{row.get_absolute_url()}umpire/deadline/", fields)
    assert answer.status_code == 400
    assert "Europe/Berlin" in str(answer.context["deadline"].errors["deadline"])


def test_everybody_reads_mail_in_their_own_time_zone(
    alice: User, bob: User, row: Campaign, mailoutbox: list[EmailMessage],
    django_capture_on_commit_callbacks: Any,
) -> None:  # fmt: skip
    services.add_member(row, bob, "player", "crown")
    for user, zone in ((alice, "Europe/Berlin"), (bob, "America/New_York")):
        EmailAddress.objects.create(user=user, email=user.email, verified=True)
        profiles.choose(user, zone)
    row.refresh_from_db()
    with django_capture_on_commit_callbacks(execute=True):
        mail.reminder(row, row.members.all())
    words = {each.to[0]: each.body for each in mailoutbox}
    assert "due by Tuesday 15 January 2030, 18:30 CET" in words[alice.email]
    assert "due by Tuesday 15 January 2030, 12:30 EST" in words[bob.email]


def test_feeds_and_the_rest_interface_say_utc(as_alice: Client, row: Campaign) -> None:
    as_alice.post(ZONE, {"time_zone": "Asia/Dubai"})
    assert as_alice.get(f"/api/v1/campaigns/{row.public_id}/").json()["deadline"] == "2030-01-15T17:30:00Z"
    feed = as_alice.get(reverse("campaigns:calendar", args=[row.members.get().feed]))
    assert b"DTEND:20300115T173000Z" in feed.content.replace(b"\r\n ", b"")
    [event] = Calendar.from_ical(feed.content).walk("VEVENT")
    assert event["DTEND"].dt == WHEN


def test_the_time_zone_is_chosen_over_rest_too(as_alice: Client, alice: User) -> None:
    where = "/api/v1/time-zone/"
    assert as_alice.get(where).json() == {"time_zone": "", "chosen": False}
    put = as_alice.put(where, {"time_zone": "Europe/Rome"}, content_type="application/json")
    assert put.json() == {"time_zone": "Europe/Rome", "chosen": True}
    wrong = as_alice.put(where, {"time_zone": "Rome"}, content_type="application/json")
    assert wrong.status_code == 400
    assert [each["path"] for each in wrong.json()["errors"]] == ["time_zone"]
    assert profiles.profile_of(User.objects.get(pk=alice.pk)).time_zone == "Europe/Rome"  # type: ignore[union-attr]
    assert Client().get(where).status_code == 401


def test_the_zone_of_one_request_is_not_the_next_ones(as_alice: Client, client: Client) -> None:
    as_alice.cookies["timezone"] = "Asia/Dubai"
    as_alice.get("/about/")
    assert timezone.get_current_timezone_name() == "UTC"


@pytest.mark.parametrize(
    ("zone", "words"),
    [
        ("Europe/Berlin", "Berlin (UTC+1)"),
        ("Europe/London", "London (UTC)"),
        ("America/Argentina/Buenos_Aires", "Buenos Aires, Argentina (UTC−3)"),
        ("America/St_Johns", "St Johns (UTC−3:30)"),
        ("Asia/Kolkata", "Kolkata (UTC+5:30)"),
        ("UTC", "UTC"),
    ],
)
def test_a_time_zone_is_shown_by_its_place_and_its_difference(zone: str, words: str) -> None:
    assert profiles.place_words(zone, WHEN) == words


def test_the_part_of_the_world_that_is_near_comes_first() -> None:
    assert [region for region, _ in profiles.zones()][:2] == ["Europe", "America"]
    assert [region for region, _ in profiles.zones("Asia/Tokyo")][:2] == ["Asia", "Europe"]
    assert len(profiles.zones("no such/place")) == len(profiles.zones())


def test_many_zones_are_to_choose_from_each_once() -> None:
    names = [name for _, found in profiles.zones() for name in found]
    assert len(names) == len(set(names)) > 400
    assert all(profiles.zone_named(name) is not None for name in names)
    assert timedelta(0) == profiles.zone_named("UTC").utcoffset(WHEN)  # type: ignore[union-attr]
