"""Guests: play at once, and keep everything at sign-up."""

from __future__ import annotations

import re
from datetime import timedelta
from io import StringIO
from typing import TYPE_CHECKING, Any

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.db.models.signals import pre_delete
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from armylists import bookservices, guests
from armylists import services as lists
from armylists.guests import Guest, GuestRefusal
from armylists.models import ArmyList, OwnBook
from armylists.start import minimum
from battles import services as battles
from battles.models import Battle
from battles.recording.models import Record
from campaigns.models import Campaign
from tests.kit.clients import queries, signed_in

if TYPE_CHECKING:
    from pytest_django.fixtures import Settings

pytestmark = pytest.mark.django_db

PASSWORD = "a horse and a warrant"


@pytest.fixture
def guest(client: Client) -> User:
    """Who plays in `client` without an account, with a list, a book and a battle."""
    client.post(reverse("start-clash"))
    user = User.objects.get(guest__isnull=False)
    lists.create(user, minimum("baroque", "polish", 300))
    document = {"name": "Our regiment"}
    bookservices.create(user, "baroque", document)
    return user


def everything(user: User) -> dict[str, int]:
    """How many things of each kind belong to a user."""
    kinds: tuple[Any, ...] = (ArmyList, OwnBook, Battle, Record)
    return {kind.NOUN: kind.objects.filter(owner=user).count() for kind in kinds}


def left_of(pk: int) -> list[str]:
    """Every kind of row that still names a user of that number."""
    return [
        str(relation.related_model)
        for relation in User._meta.related_objects
        if relation.related_model._base_manager.filter(**{f"{relation.field.name}_id": pk}).exists()
    ]


def test_a_click_makes_a_guest_who_is_asked_for_the_first_choice(client: Client) -> None:
    board = client.post(reverse("start-clash"), follow=True)
    assert board.status_code == 200
    battle = Battle.objects.get()
    assert battle.tacticians == [1]
    assert battle.decider == battle.owner
    assert b'id="decision"' in board.content
    assert re.fullmatch(r"Guest \d{4}", battle.owner.username)
    assert not battle.owner.has_usable_password()
    assert not battle.owner.email


def test_a_click_leads_a_guest_to_a_new_list(client: Client) -> None:
    page = client.post(reverse("start-list"), follow=True)
    assert page.redirect_chain == [(reverse("armylists:new"), 302)]
    assert page.status_code == 200
    assert Guest.objects.count() == 1


@pytest.mark.parametrize("name", ["start-clash", "start-list"])
def test_reading_ahead_makes_no_guest(client: Client, name: str) -> None:
    assert client.get(reverse(name)).status_code == 405
    assert client.head(reverse(name)).status_code == 405
    assert client.get("/").status_code == 200
    assert not User.objects.exists()


def test_a_form_from_elsewhere_makes_no_guest() -> None:
    assert Client(enforce_csrf_checks=True).post(reverse("start-clash")).status_code == 403
    assert not User.objects.exists()


def test_a_member_begins_as_themselves(as_alice: Client, alice: User) -> None:
    as_alice.post(reverse("start-clash"))
    assert Battle.objects.get().owner == alice
    assert not Guest.objects.exists()


def test_a_second_click_makes_no_second_guest(client: Client, guest: User) -> None:
    client.post(reverse("start-clash"))
    assert User.objects.count() == 1
    assert Battle.objects.filter(owner=guest).count() == 2


def test_one_address_makes_only_so_many_guests(client: Client, settings: Settings) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"guest": "2/h/ip"}
    for _ in range(2):
        assert Client().post(reverse("start-list")).status_code == 302
    answer = client.post(reverse("start-list"))
    assert answer.status_code == 429
    assert b"Too many tries" in answer.content
    assert Guest.objects.count() == 2
    # Who is in already is not counted.
    assert signed_in(User.objects.first()).post(reverse("start-list")).status_code == 302  # type: ignore[arg-type]


def test_signing_up_takes_everything_over(client: Client, guest: User) -> None:
    before = everything(guest)
    assert before == {"list": 1, "book": 1, "battle": 1, "record": 0}
    answer = client.post(
        reverse("account_signup"), {"username": "cornet", "password1": PASSWORD}, follow=True
    )
    cornet = User.objects.get(username="cornet")
    assert everything(cornet) == before
    assert left_of(guest.pk) == []
    assert not User.objects.filter(pk=guest.pk).exists()
    assert not guests.is_guest(cornet)
    assert b"now in your account" in answer.content
    assert client.get(Battle.objects.get().get_absolute_url()).status_code == 200


def test_signing_in_takes_everything_over(client: Client, guest: User, alice: User, password: str) -> None:
    mine = lists.create(alice, minimum("baroque", "polish", 300))
    before = everything(guest)
    client.post(reverse("account_login"), {"login": "alice", "password": password})
    assert everything(alice) == before | {"list": 2}
    assert left_of(guest.pk) == []
    assert ArmyList.objects.get(pk=mine.pk).owner == alice


def test_a_refused_sign_in_takes_nothing_away(client: Client, guest: User, alice: User) -> None:
    before = everything(guest)
    client.post(reverse("account_login"), {"login": "alice", "password": "wrong"})
    assert everything(guest) == before
    alice.is_active = False
    alice.save()
    client.post(reverse("account_login"), {"login": "alice", "password": "rosemary-and-rue"})
    assert everything(guest) == before
    assert client.get("/").context["user"] == guest


def test_a_member_who_signs_in_elsewhere_loses_nothing(as_alice: Client, bob: User, password: str) -> None:
    """Only a guest's work moves: what is a member's stays theirs."""
    as_alice.post(reverse("account_logout"))
    as_alice.post(reverse("account_login"), {"login": "bob", "password": password})
    assert as_alice.get("/").context["user"] == bob
    assert User.objects.count() == 2


def test_a_member_is_sent_away_from_the_entrances(as_alice: Client) -> None:
    for name in ("account_login", "account_signup"):
        assert as_alice.get(reverse(name)).url == reverse("home")


def test_guests_go_after_a_fortnight_with_their_work(client: Client, guest: User, alice: User) -> None:
    kept = lists.create(alice, minimum("baroque", "polish", 300))
    today = timezone.localdate()
    assert guests.expire(today + timedelta(days=14)) == 0
    Guest.objects.update(used=today - timedelta(days=15))
    out = StringIO()
    call_command("expire_guests", stdout=out)
    assert out.getvalue() == "1 guest deleted\n"
    assert list(User.objects.all()) == [alice]
    assert list(ArmyList.objects.all()) == [kept]
    assert not OwnBook.objects.exists()
    assert not Battle.objects.exists()
    assert client.get("/").context["user"].is_anonymous


def test_a_guest_who_comes_back_while_others_are_deleted_stays(db: None) -> None:
    first, second = guests.make(), guests.make()
    Guest.objects.update(used=timezone.localdate() - timedelta(days=15))

    def come_back(instance: User, **more: object) -> None:
        for other in Guest.objects.exclude(user=instance):
            guests.touch(other)

    pre_delete.connect(come_back, User)
    try:
        assert guests.expire() == 1
    finally:
        pre_delete.disconnect(come_back, User)
    assert User.objects.filter(pk__in=[first.pk, second.pk]).count() == 1


def test_coming_back_keeps_a_guest(client: Client, guest: User) -> None:
    Guest.objects.update(used=timezone.localdate() - timedelta(days=10))
    client.get("/")
    assert Guest.objects.get(user=guest).used == timezone.localdate()
    again = queries(client, "/about/")
    Guest.objects.update(used=timezone.localdate() - timedelta(days=1))
    assert queries(client, "/about/") > again


def test_a_guest_has_room_for_a_few_of_each(client: Client, guest: User) -> None:
    for _ in range(guests.ROOM["list"] - 1):
        lists.create(guest, minimum("baroque", "polish", 300))
    with pytest.raises(GuestRefusal, match="A guest can have 12 lists"):
        lists.create(guest, minimum("baroque", "polish", 300))
    answer = client.post(reverse("armylists:duplicate", args=[ArmyList.objects.latest("pk").public_id]))
    assert answer.status_code == 403
    assert b"Sign up to make more" in answer.content
    over_rest = client.post("/api/v1/campaigns/", {}, content_type="application/json")
    assert over_rest.status_code in (400, 403)
    assert not Campaign.objects.exists()


def test_a_guest_shares_nothing(client: Client, guest: User) -> None:
    for row in (*ArmyList.objects.all(), *Battle.objects.all(), *OwnBook.objects.all()):
        page = client.get(row.get_absolute_url()).content.decode()
        assert "Share by link" not in page
        with pytest.raises(GuestRefusal):
            lists.share(row)
    row = ArmyList.objects.get()
    assert client.post(reverse("armylists:share", args=[row.public_id])).status_code == 403
    answer = client.post(f"/api/v1/lists/{row.public_id}/share/")
    assert (answer.status_code, "Sign up to share" in answer.json()["detail"]) == (403, True)
    row.refresh_from_db()
    assert row.share_token is None


def test_a_guest_invites_and_joins_nobody(client: Client, guest: User, bob: User) -> None:
    setup = Battle.objects.get().setup
    with pytest.raises(GuestRefusal):
        battles.begin(guest, setup, opponent=bob, agreed=True)
    with pytest.raises(GuestRefusal):
        battles.begin(bob, setup, opponent=guest, agreed=True)


@pytest.mark.parametrize(
    "name", ["account_email", "account_token", "account_change_password", "account_set_password"]
)
def test_a_guest_has_no_account_to_look_after(client: Client, guest: User, name: str) -> None:
    answer = client.get(reverse(name))
    assert answer.status_code == 403
    assert b"Sign up first" in answer.content
    assert client.post(reverse(name), {"email": "x@example.org"}).status_code == 403
    guest.refresh_from_db()
    assert not guest.has_usable_password()


def test_a_guest_gets_no_token(client: Client, guest: User) -> None:
    answer = client.post("/api/v1/token/", {"username": guest.username, "password": ""})
    assert answer.status_code == 400


def test_what_a_guest_made_is_not_there_for_others(client: Client, guest: User, as_bob: Client) -> None:
    for row in (*ArmyList.objects.all(), *Battle.objects.all(), *OwnBook.objects.all()):
        assert as_bob.get(row.get_absolute_url()).status_code == 404
        assert client.get(row.get_absolute_url()).status_code == 200


def test_every_page_says_that_one_is_a_guest(client: Client, guest: User, as_alice: Client) -> None:
    page = client.get(reverse("armylists:index")).content.decode()
    assert "You are playing as a guest." in page
    assert "Sign up to keep your work" in page
    assert "You are playing as a guest." not in as_alice.get(reverse("armylists:index")).content.decode()
