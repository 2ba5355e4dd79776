"""The end of an account: what will happen is said first, private things go, what others need stays whole."""

from __future__ import annotations

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from armylists import apitokens
from armylists.models import ArmyList, OwnBook
from battles import services as battles
from battles.models import Battle
from battles.recording.models import Record
from campaigns import consent, readiness, services
from campaigns.dealings import dealings_of
from campaigns.models import (
    Campaign,
    Deletion,
    Disclosure,
    EngagementRow,
    Member,
    News,
    OwnMap,
)  # fmt: skip
from config.leaving import leave, leaving
from tests.armylists.own_books import kept_book, list_on
from tests.kit.battles import sample, setup
from tests.kit.campaigns import battles as met
from tests.kit.campaigns import island, member_of
from tests.kit.clients import signed_in
from tests.kit.records import record
from tests.kit.tournaments import appoint
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
PAGE = "/accounts/delete/"


@pytest.fixture
def duel(alice: User, bob: User) -> Battle:
    """A battle between Alice and Bob, each deciding for one side."""
    armies = (sample("royalist-patrol-300"), sample("parliament-patrol-300"))
    return battles.begin(alice, setup(*armies, terrain="open"), opponent=bob, tacticians=())


@pytest.fixture
def campaign(alice: User, bob: User) -> Campaign:
    """A campaign of Alice's in which Bob plays the Crown."""
    row = island(alice)
    services.add_member(row, bob, "player", "crown")
    return row


def test_whoever_deletes_their_account_shows_that_it_is_them_and_types_their_name(
    client: Client, alice: User, password: str
) -> None:
    client.force_login(alice)
    answer = client.get(PAGE)
    assert (answer.status_code, "reauthenticate" in answer["Location"]) == (302, True)
    client.post("/accounts/reauthenticate/", {"password": password})
    assert client.get(PAGE).status_code == 200
    assert client.post(PAGE, {"name": "bob"}).status_code == 400
    assert User.objects.filter(username="alice", is_active=True).exists()
    assert client.post(PAGE, {"name": "alice"}).status_code == 302
    assert not User.objects.filter(username="alice").exists()
    assert "Your account is deleted." in client.get("/").content.decode()


def test_what_will_happen_is_listed(alice: User, duel: Battle, campaign: Campaign, password: str) -> None:
    island(alice)
    client = signed_in(alice)
    client.post("/accounts/reauthenticate/", {"password": password})
    page = " ".join(client.get(PAGE).content.decode().split())
    assert "1 battle with other players" in page
    assert "<li>0 " not in page
    assert " 0 " not in page.partition("What goes")[2].partition("<form")[0]
    assert f"The campaign “{campaign.name}” ends, because it has no other umpire" in page
    assert f"The campaign “{campaign.name}”: nobody else takes part in it" in page


def test_nothing_that_opens_or_names_the_account_is_left(alice: User, password: str) -> None:
    EmailAddress.objects.create(user=alice, email=alice.email, verified=True, primary=True)
    _, key = apitokens.make(alice, "scout")
    browser = signed_in(alice)
    leave(alice)
    assert browser.get("/accounts/email/").status_code == 302
    answer = Client().get("/api/v1/lists/", headers={"authorization": f"Token {key}"})
    assert answer.status_code in (401, 403)
    Client().post("/accounts/login/", {"login": "alice", "password": password})
    alice.refresh_from_db()
    assert alice.username.startswith("Former player ")
    assert (alice.email, alice.is_active, alice.has_usable_password()) == ("", False, False)
    assert not EmailAddress.objects.exists()


def test_private_things_are_gone(alice: User) -> None:
    book = kept_book(alice)
    list_on(book)
    record(alice)
    OwnMap.objects.create(owner=alice, name="Mine", document={})
    armies = (sample("royalist-patrol-300"), sample("parliament-patrol-300"))
    battles.begin(alice, setup(*armies, terrain="open"))
    island(alice)
    leave(alice)
    for kind in (OwnBook, ArmyList, Record, OwnMap, Battle, Campaign):
        assert not kind._default_manager.exists(), kind


def test_a_book_stays_for_the_lists_of_others(alice: User, bob: User) -> None:
    book = kept_book(alice)
    army = list_on(book)
    ArmyList.objects.filter(pk=army.pk).update(owner=bob)
    assert leaving(alice).books_that_stay == 1
    leave(alice)
    book.refresh_from_db()
    assert (book.owner, book.share_token) == (None, None)
    assert signed_in(bob).get(army.get_absolute_url()).status_code == 200


@pytest.mark.parametrize(("who", "side"), [("alice", 0), ("bob", 1)])
def test_the_other_player_goes_on_against_the_tactician(
    alice: User, bob: User, duel: Battle, who: str, side: int
) -> None:
    gone, other = (alice, bob) if who == "alice" else (bob, alice)
    leave(gone)
    duel.refresh_from_db()
    assert duel.tacticians == [side]
    page = signed_in(other).get(duel.get_absolute_url())
    assert page.status_code == 200
    assert f">{who}<" not in page.content.decode()


def test_a_record_with_another_player_stays(alice: User, bob: User) -> None:
    row = record(alice, bob)
    leave(alice)
    assert signed_in(bob).get(row.get_absolute_url()).status_code == 200


def test_a_campaign_goes_to_another_umpire(alice: User, bob: User, campaign: Campaign, charlie: User) -> None:
    services.add_member(campaign, charlie, "umpire")
    assert leaving(alice).handed_on == ((campaign.name, "charlie"),)
    leave(alice)
    campaign.refresh_from_db()
    assert (campaign.owner, campaign.over) == (charlie, False)
    assert not campaign.members.filter(user=alice).exists()


def test_a_campaign_without_another_umpire_ends_and_says_why(
    alice: User, bob: User, campaign: Campaign
) -> None:
    leave(alice)
    campaign.refresh_from_db()
    assert campaign.over
    page = signed_in(bob).get(f"{campaign.get_absolute_url()}chronicle/").content.decode()
    assert "deleted their account" in page


def test_the_command_of_a_faction_is_handed_on(
    alice: User, bob: User, charlie: User, campaign: Campaign
) -> None:
    services.add_member(campaign, charlie, "player", "crown")
    Member.objects.filter(campaign=campaign, user=bob).update(chief=True)
    leave(bob)
    assert Member.objects.get(campaign=campaign, user=charlie).chief
    assert not Disclosure.objects.filter(name="bob").exists()
    assert signed_in(alice).get(campaign.get_absolute_url()).status_code == 200


def test_what_campaigns_have_written_down_names_nobody_who_has_left(alice: User, charlie: User) -> None:
    zoe = User.objects.create_user("zoë")
    row, gone = island(alice), island(zoe)
    services.add_member(row, zoe, "player", "crown")
    services.add_member(row, charlie, "player", "commons")
    services.add_member(gone, charlie, "umpire")
    hers = member_of(row, zoe)
    readiness.set_away(row, hers, hers, timezone.localdate() + timedelta(days=3))
    (found,) = met(row, ("cr1", "co1"))
    consent.propose(row, found.key, hers, "table")
    services.archive(gone, member_of(gone, zoe))
    services.delete(gone, member_of(gone, zoe))
    leave(zoe)
    assert [each.who[:13] for each in dealings_of(row.engagements.get())] == ["Former player"]
    assert (
        "Former player"
        in signed_in(alice).get(f"{row.get_absolute_url()}battles/{found.key}/").content.decode()
    )
    kinds = (EngagementRow, News, Disclosure, Deletion)
    written = [str(each) for kind in kinds for each in kind._default_manager.values()]
    assert any("'kind': 'away'" in each for each in written)
    assert [each for each in written if "zoë" in each] == []


def test_everybody_of_the_sample_data_can_leave(db: None) -> None:
    call_command("load_sample", verbosity=0)
    # This one goes on, so that somebody has to run it.
    appoint(Tournament.objects.get(name="Autumn Muster"), "bob", "organiser")
    for name in ("alice", "carol"):
        leave(User.objects.get(username=name))
    Tournament.objects.update(archived=True)
    leave(User.objects.get(username="bob"))
    assert not User.objects.filter(is_active=True).exists()


def test_what_goes_is_called_by_its_name(alice: User) -> None:
    kept_book(alice)
    assert leaving(alice).private == "1 book"
