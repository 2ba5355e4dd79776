"""How much room somebody has: the same for all kinds of things, and whoever is full is told what to do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from armylists import bookservices, guests, room
from armylists import services as lists
from armylists.models import ArmyList, OwnBook
from armylists.owned.services import archive
from armylists.room import RoomRefusal
from armylists.start import minimum
from battles import services as battles
from battles import training
from battles.models import Battle
from campaigns import mapservices
from campaigns import services as campaigns
from campaigns.models import Campaign, OwnMap
from config.throttles import Uploads
from rulesets.site.api import OddsView
from tests.kit.campaigns import island, member_of
from tests.kit.clients import signed_in
from tests.kit.records import record
from tests.kit.tournaments import tournament
from tournaments import services as tournaments
from tournaments.engine.league import League
from tournaments.leagues import services as leagues

KINDS: dict[str, Callable[[User], Any]] = {
    "list": lambda user: lists.create(user, minimum("baroque", "polish", 300)),
    "battle": training.begin,
    "record": record,
    "book": lambda user: bookservices.create(user, "baroque", {"name": "Ours"}),
    "scenario": lambda user: bookservices.create(user, "snaphance", {"name": "Ours"}, OwnBook.SCENARIO),
    "campaign": island,
    "map": lambda user: mapservices.create_map(user, {"name": "Ours"}),
    "tournament": lambda user: tournaments.create(user, tournament()),
    "league": lambda user: leagues.create(user, League(name="Ours")),
}


@pytest.fixture(autouse=True)
def _two_of_each(settings: Any) -> None:
    settings.ROOM = dict.fromkeys(KINDS, 2)
    cache.clear()


@pytest.mark.parametrize("noun", KINDS)
def test_whoever_is_full_makes_no_more_and_is_told_what_to_do(alice: User, bob: User, noun: str) -> None:
    make = KINDS[noun]
    for _ in range(2):
        make(alice)
    how = "Delete" if noun == "map" else "Archive"
    said = f"You have 2 {noun}s, the most that this site allows. {how} {noun}s that"
    with pytest.raises(RoomRefusal, match=said) as refused:
        make(alice)
    assert signed_in(alice).get(reverse(refused.value.index)).status_code == 200
    make(bob)


def test_books_and_scenarios_have_room_each(alice: User) -> None:
    for noun in ("book", "scenario", "book", "scenario"):
        KINDS[noun](alice)
    assert OwnBook.objects.count() == 4


def test_it_is_said_on_pages_and_over_rest(alice: User, as_alice: Client) -> None:
    rows = [KINDS["list"](alice) for _ in range(2)]
    page = as_alice.post(reverse("armylists:duplicate", args=[rows[0].public_id]))
    assert page.status_code == 403
    shown = page.content.decode()
    assert "Archive lists that you no longer need, then try again." in shown
    assert f'href="{reverse("armylists:index")}"' in shown
    for path, body in (
        ("/api/v1/lists/start/", {"system": "baroque", "book": "polish", "points": 300}),
        ("/api/v1/lists/", {"document": rows[0].document}),
    ):
        refused = as_alice.post(path, body, content_type="application/json")
        assert (refused.status_code, "Archive lists" in refused.json()["detail"]) == (403, True), path
    assert ArmyList.objects.count() == 2


def test_a_battle_is_refused_over_rest_too(alice: User, as_alice: Client) -> None:
    first, _ = training.begin(alice), training.begin(alice)
    army = str(KINDS["list"](alice).public_id)

    def post() -> Any:
        return as_alice.post("/api/v1/battles/", {"lists": [army, army]}, content_type="application/json")

    refused = post()
    assert (refused.status_code, "Archive battles" in refused.json()["detail"]) == (403, True)
    archive(first)
    assert post().status_code == 201
    assert Battle.objects.count() == 3


def test_archiving_makes_room_and_restoring_takes_it(alice: User) -> None:
    first = KINDS["list"](alice)
    KINDS["list"](alice)
    archive(first)
    KINDS["list"](alice)
    with pytest.raises(RoomRefusal):
        archive(first, away=False)
    first.refresh_from_db()
    assert first.archived
    campaign = island(alice)
    campaigns.archive(campaign, member_of(campaign, alice))
    for _ in range(2):
        island(alice)
    with pytest.raises(RoomRefusal):
        campaigns.archive(campaign, member_of(campaign, alice), away=False)


def test_archives_do_not_grow_for_ever(alice: User, settings: Any) -> None:
    settings.ROOM = settings.ROOM | {"list": 1}
    for _ in range(room.ARCHIVED):
        archive(KINDS["list"](alice))
    with pytest.raises(RoomRefusal, match="You have 10 lists including archived ones"):
        KINDS["list"](alice)


def test_staff_and_sites_without_limits_have_room(alice: User, bob: User, settings: Any) -> None:
    User.objects.filter(pk=alice.pk).update(is_staff=True)
    alice.refresh_from_db()
    for _ in range(3):
        KINDS["list"](alice)
    settings.ROOM = settings.ROOM | {"list": 0}
    for _ in range(3):
        KINDS["list"](bob)


def test_guests_have_less_by_the_same_rule(db: None) -> None:
    guest = guests.make()
    for _ in range(guests.ROOM["scenario"]):
        KINDS["scenario"](guest)
    with pytest.raises(guests.GuestRefusal, match="A guest can have 4 scenarios"):
        KINDS["scenario"](guest)
    with pytest.raises(guests.GuestRefusal, match="Sign up to make a map"):
        KINDS["map"](guest)


def test_what_others_invite_somebody_to_takes_none_of_their_room(alice: User, bob: User) -> None:
    setup = training.begin(bob).setup
    Battle.objects.update(opponent=alice)
    battles.begin(bob, setup, opponent=alice, agreed=True, of_campaign=True)
    for _ in range(2):
        KINDS["battle"](alice)


def test_a_battle_of_a_campaign_is_begun_whoever_is_full(alice: User, bob: User) -> None:
    setup = training.begin(alice).setup
    training.begin(alice)
    begun = battles.begin(alice, setup, opponent=bob, agreed=True, of_campaign=True)
    assert begun.owner == alice


def test_looking_costs_one_query_however_many_there_are(alice: User, settings: Any) -> None:
    settings.ROOM = settings.ROOM | {"list": 100}

    assert not guests.is_guest(alice)  # known of whoever is signed in

    def cost() -> int:
        with CaptureQueriesContext(connection) as found:
            room.check_room(alice, ArmyList)
        return len(found)

    assert cost() == 1
    for _ in range(5):
        KINDS["list"](alice)
    assert cost() == 1


def test_the_page_of_the_account_says_how_much_is_used(alice: User, as_alice: Client) -> None:
    KINDS["list"](alice)
    archive(KINDS["list"](alice))
    shown = as_alice.get(reverse("account_email")).content.decode()
    assert f'<dt><a href="{reverse("armylists:index")}">Lists</a></dt><dd>1 of 2</dd>' in shown
    User.objects.filter(pk=alice.pk).update(is_staff=True)
    assert "<dd>1</dd>" in as_alice.get(reverse("account_email")).content.decode()


BIG = 100_000


def upload(client: Client, size: int) -> Any:
    file = SimpleUploadedFile("list.txt", b"x" * size)
    return client.post(reverse("armylists:upload"), {"file": file})


def test_somebody_uploads_so_much_in_a_day(as_alice: Client, as_bob: Client, settings: Any) -> None:
    settings.UPLOADS_A_DAY = 250_000
    assert [upload(as_alice, BIG).status_code for _ in range(2)] == [400, 400]
    refused = upload(as_alice, BIG)
    assert refused.status_code == 403
    assert "Continue tomorrow" in refused.content.decode()
    # What is small goes on, and so do others.
    assert upload(as_alice, 100).status_code == 400
    assert upload(as_bob, BIG).status_code == 400


def test_uploads_over_rest_count_with_those_of_pages(
    alice: User, as_alice: Client, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(OddsView, "throttle_classes", [Uploads])
    settings.UPLOADS_A_DAY = 250_000

    def send() -> Any:
        return as_alice.post("/api/v1/odds/", {"x": "y" * BIG}, content_type="application/json")

    assert send().status_code == 400
    assert upload(as_alice, BIG).status_code == 400
    refused = send()
    assert (refused.status_code, "Continue tomorrow" in refused.json()["detail"]) == (403, True)
    User.objects.filter(pk=alice.pk).update(is_staff=True)
    assert send().status_code == 400


def test_counts_stand_for_kinds_that_the_settings_know(settings: Any) -> None:
    from config import settings as shipped  # noqa: PLC0415 (the ones of the file, not of this test)

    assert set(shipped.ROOM) == set(KINDS)
    assert {kind.NOUN for kind in (ArmyList, Battle, Campaign, OwnMap)} <= set(shipped.ROOM)
