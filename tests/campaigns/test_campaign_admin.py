"""The administration shows campaigns, not their secrets."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from campaigns.engine.shipped import maps
from campaigns.models import Campaign, OwnMap
from tests.kit.clients import signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def as_admin(db: None) -> Client:
    return signed_in(User.objects.create_superuser("root", "root@example.org", "x"))


def test_a_campaign_is_shown_without_seed_and_state(row: Campaign, as_admin: Client) -> None:
    listed = as_admin.get(reverse("admin:campaigns_campaign_changelist"))
    shown = as_admin.get(reverse("admin:campaigns_campaign_change", args=[row.pk]))
    text = shown.content.decode()
    assert (listed.status_code, shown.status_code) == (200, 200)
    assert row.name in text
    assert row.seed not in text
    assert "cr1-" not in text


def test_nothing_is_added_or_changed_past_the_services(row: Campaign, as_admin: Client) -> None:
    assert as_admin.get(reverse("admin:campaigns_campaign_add")).status_code == 403
    as_admin.post(reverse("admin:campaigns_campaign_change", args=[row.pk]), {"name": "Mine", "turn": 9})
    row.refresh_from_db()
    assert (row.name, row.turn) == ("The Isle of Merrow", 1)


def test_own_maps_are_listed(alice: User, as_admin: Client) -> None:
    OwnMap.objects.create(owner=alice, name="My country", document=maps()["island"].to_json())
    answer = as_admin.get(reverse("admin:campaigns_ownmap_changelist"))
    assert "My country" in answer.content.decode()
