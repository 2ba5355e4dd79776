"""Steps of migrations that move data: each on rows of before it."""

from __future__ import annotations

from datetime import timedelta
from importlib import import_module

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.utils import timezone

from campaigns import services
from campaigns.models import Campaign, Member
from tests.kit.campaigns import island, member_of

pytestmark = pytest.mark.django_db

seat = import_module("campaigns.migrations.0007_new_commanders").seat


def chiefs(row: Campaign) -> set[tuple[str, str]]:
    found = row.members.filter(chief=True).select_related("user")
    return {(each.faction, each.user.username) for each in found}


def test_the_longest_serving_player_commands_a_faction_that_had_no_commander(
    row: Campaign, alice: User, chief: Member, comrade: Member, enemy: Member, onlooker: Member, charlie: User
) -> None:
    """The Crown has lost its commander, the Commons have theirs, nobody plays the Company."""
    later = services.add_member(row, charlie, "player", "commons")
    Member.objects.filter(pk=chief.pk).update(chief=False, joined=timezone.now() + timedelta(days=1))
    other = island(alice)  # nobody of another campaign counts, nor does its commander
    services.add_member(other, chief.user, "player", "crown")
    assert chiefs(row) == {("commons", "dora")}
    seat(apps, None)
    assert chiefs(row) == {("crown", "edward"), ("commons", "dora")}
    assert chiefs(other) == {("crown", "bob")}
    assert not later.chief
    assert not onlooker.chief
    assert not member_of(row, alice).chief


def test_who_joined_in_the_same_moment_is_told_apart_by_who_came_first(
    row: Campaign, chief: Member, comrade: Member
) -> None:
    row.members.filter(faction="crown").update(chief=False, joined=chief.joined)
    seat(apps, None)
    assert chiefs(row) == {("crown", "bob"), ("commons", "dora")}
    seat(apps, None)  # again, it changes nothing
    assert chiefs(row) == {("crown", "bob"), ("commons", "dora")}
