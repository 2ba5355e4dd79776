"""Check in by the code on the poster, or on one's own page."""

from __future__ import annotations

import datetime
import io
import re

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone
from pypdf import PdfReader

from tests.kit.clients import signed_in
from tests.kit.tournaments import appoint, event, read
from tournaments.engine.actions import ChangeSettings
from tournaments.models import Tournament
from tournaments.services import act

pytestmark = pytest.mark.django_db


def _here(row: Tournament) -> list[str]:
    return [each.id for each in read(Tournament.objects.get(pk=row.pk)).players if each.checked_in]


def test_the_address_of_the_code_checks_a_player_in_once(alice: User, bob: User) -> None:
    row = event(alice, bob, visibility="private")
    client, address = signed_in(bob), f"{row.get_absolute_url()}check-in/"
    for _ in range(2):
        answer = client.get(address, follow=True)
        assert answer.redirect_chain == [(row.get_absolute_url(), 302)]
        assert "Anna is checked in." in answer.content.decode()
    assert _here(row) == ["anna"]
    assert row.log.count() == 1


def test_whoever_is_not_signed_in_or_does_not_play_is_told_what_to_do_first(
    alice: User, charlie: User
) -> None:
    row, private = event(alice), event(alice, visibility="private")
    for each in (row, private):
        address = f"{each.get_absolute_url()}check-in/"
        assert Client().get(address)["Location"].endswith(f"?next={address}")
    page = signed_in(charlie).get(f"{row.get_absolute_url()}check-in/")
    assert page.status_code == 200
    assert "You do not play here yet" in page.content.decode()
    assert signed_in(charlie).get(f"{private.get_absolute_url()}check-in/").status_code == 404
    assert _here(row) == []


def test_another_site_checks_nobody_in(alice: User, bob: User) -> None:
    row = event(alice, bob)
    page = signed_in(bob).get(f"{row.get_absolute_url()}check-in/", headers={"Sec-Fetch-Site": "cross-site"})
    assert "Check in as Anna" in page.content.decode()
    assert _here(row) == []


@pytest.mark.parametrize(("days", "shown"), [(0, True), (1, False), (-1, False)])
def test_ones_own_page_shows_check_in_on_the_day(alice: User, bob: User, days: int, shown: bool) -> None:
    row = event(alice, bob)
    day = timezone.localdate() + datetime.timedelta(days=days)
    settings = read(row).settings
    act(row, alice, ChangeSettings(name="Club day", date=day, settings=settings), row.revision)
    client = signed_in(bob)
    assert ("Are you here?" in client.get(row.get_absolute_url()).content.decode()) == shown
    assert "Are you here?" not in signed_in(alice).get(row.get_absolute_url()).content.decode()
    client.get(f"{row.get_absolute_url()}check-in/")
    assert "Are you here?" not in client.get(row.get_absolute_url()).content.decode()


def test_organisers_and_judges_print_the_poster_in_black_and_white(
    alice: User, bob: User, charlie: User
) -> None:
    row = event(alice, charlie)
    appoint(row, "bob", "judge")
    address = f"{row.get_absolute_url()}paper/check-in.pdf"
    assert address in signed_in(bob).get(f"{row.get_absolute_url()}files/").content.decode()
    assert address not in signed_in(charlie).get(f"{row.get_absolute_url()}files/").content.decode()
    for client in (signed_in(charlie), Client()):
        assert client.get(address).status_code == 404
    answer = signed_in(alice).get(address)
    assert answer["Content-Type"] == "application/pdf"
    pdf = PdfReader(io.BytesIO(b"".join(answer) if answer.streaming else answer.content))
    (sheet,) = pdf.pages
    text = sheet.extract_text()
    assert "Check in here" in text
    assert f"{row.get_absolute_url()}check-in/" in text.replace("\n", "")
    drawn = sheet["/Contents"].get_object().get_data()  # type: ignore[attr-defined]
    colours = set(re.findall(rb"([\d.]+) ([\d.]+) ([\d.]+) (?:rg|RG)\b", drawn))
    assert colours
    assert all(len(set(each)) == 1 for each in colours), "every colour is a grey"
