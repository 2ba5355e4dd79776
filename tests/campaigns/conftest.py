"""The island: Alice is umpire, Bob leads the Crown, Dora the Commons; Charlie is the stranger."""

import pickle
from uuid import uuid4

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.models import User
from django.test import Client

from campaigns import services
from campaigns.models import Campaign, Member
from tests.kit.campaigns import battles, island, member_of
from tests.kit.clients import signed_in
from tests.kit.consent import Call, asking


@pytest.fixture
def dora(db: None) -> User:
    """The enemy."""
    return User.objects.create_user("dora", "dora@example.org", "parsley-and-sage")


@pytest.fixture
def edward(db: None) -> User:
    """Bob's comrade, who commands one force at most."""
    return User.objects.create_user("edward", "edward@example.org", "parsley-and-sage")


@pytest.fixture
def nora(db: None) -> User:
    """The neutral onlooker."""
    return User.objects.create_user("nora", "nora@example.org", "parsley-and-sage")


@pytest.fixture
def row(alice: User, bob: User, dora: User, edward: User, nora: User) -> Campaign:
    """The island: Alice is umpire, Bob leads the Crown, Edward is with him, Dora leads the Commons, Nora
    looks on, nobody leads the Company. It is made once, and then written as it was.
    """
    people = (alice, bob, edward, dora, nora)
    if not _made:
        _made.append(_island(*people))
    made: tuple[Campaign, list[Member]] = pickle.loads(_made[0])
    row, members = made
    row.pk, row.public_id, row.owner = None, uuid4(), alice  # what is cached of one is not the other's
    row.save(force_insert=True)
    for member, user in zip(members, people, strict=True):
        member.pk, member.campaign, member.user = None, row, user
    Member.objects.bulk_create(members)
    row.refresh_from_db()
    return row


def _island(alice: User, bob: User, edward: User, dora: User, nora: User) -> bytes:
    row = island(alice)
    services.add_member(row, bob, "player", "crown")
    services.add_member(row, edward, "player", "crown")
    services.add_member(row, dora, "player", "commons")
    services.add_member(row, nora, "neutral")
    row.refresh_from_db()
    kept = pickle.dumps((row, list(row.members.order_by("pk"))))
    row.delete()
    return kept


_made: list[bytes] = []


@pytest.fixture
def met(row: Campaign) -> Campaign:
    """The island with two battles: both factions' first forces, and their second ones."""
    battles(row, ("cr1", "co1"), ("cr2", "co2"))
    return row


@pytest.fixture
def rest(met: Campaign) -> Call:
    """Ask something of the first of the two battles over REST: who, what, with which body."""
    return asking(met)


@pytest.fixture
def confirmed(row: Campaign) -> None:
    """Everybody on the island has confirmed their address."""
    EmailAddress.objects.bulk_create(
        EmailAddress(user=each.user, email=each.user.email, verified=True, primary=True)
        for each in row.members.select_related("user")
    )


@pytest.fixture
def umpire(row: Campaign, alice: User) -> Member:
    return member_of(row, alice)


@pytest.fixture
def chief(row: Campaign, bob: User) -> Member:
    return member_of(row, bob)


@pytest.fixture
def comrade(row: Campaign, edward: User) -> Member:
    return member_of(row, edward)


@pytest.fixture
def enemy(row: Campaign, dora: User) -> Member:
    return member_of(row, dora)


@pytest.fixture
def onlooker(row: Campaign, nora: User) -> Member:
    return member_of(row, nora)


@pytest.fixture
def as_dora(dora: User) -> Client:
    return signed_in(dora)
