"""The island: Alice is umpire, Bob leads the Crown, Dora the Commons; Charlie is the stranger."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from campaigns import services
from campaigns.models import Campaign, Member
from tests.kit.campaigns import island, member_of


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
    looks on, nobody leads the Company.
    """
    row = island(alice)
    services.add_member(row, bob, "player", "crown")
    services.add_member(row, edward, "player", "crown")
    services.add_member(row, dora, "player", "commons")
    services.add_member(row, nora, "neutral")
    return row


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
    client = Client()
    client.force_login(dora)
    return client
