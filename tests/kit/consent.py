"""Engagements that both sides have agreed on how to fight, their pages and what is kept of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib.auth.models import User
from django.test import Client
from rest_framework.test import APIClient

from battles.models import Battle
from campaigns import fighting
from campaigns.fields import Method
from campaigns.models import Campaign, EngagementRow, Member
from campaigns.persistence import state_of
from campaigns.settling import report_hash

KEY = "t1e1"
"""The first engagement of a campaign's first turn."""
Call = Callable[..., Any]


def agreed(row: Campaign, means: str, key: str = KEY, system: str = "") -> EngagementRow:
    """Let both sides agree on a method, past their proposals: the engagement."""
    found = row.engagements.get(key=key, undone=False)
    method = Method(means=means, system=system, by=found.faction_a, how="sides")  # type: ignore[arg-type]
    EngagementRow.objects.filter(pk=found.pk).update(**method.columns(found))
    found.refresh_from_db()
    return found


def begin(row: Campaign, by: Member, means: str, key: str = KEY) -> Battle:
    """Begin an engagement by a method that both sides have agreed on: its battle."""
    agreed(row, means, key)
    battle = fighting.fight(row, key, by, means)
    assert battle is not None
    return battle


def kept(row: Campaign) -> EngagementRow:
    """The first engagement as its row has it now."""
    return row.engagements.get(key=KEY)


def url(row: Campaign, rest: str = "") -> str:
    """Where the first engagement's page is, or something below it."""
    return f"/campaigns/{row.public_id}/battles/{KEY}/{rest}"


def shown(client: Client, row: Campaign, rest: str = "") -> str:
    """A page of the first engagement."""
    answer = client.get(url(row, rest))
    assert answer.status_code == 200
    return str(answer.content.decode())


def asking(row: Campaign) -> Call:
    """Ask something of the first engagement over REST: who, what, with which body."""

    def ask(user: User, do: str = "", body: object = None) -> Any:
        client = APIClient()
        client.force_authenticate(user)
        at = f"/api/v1/campaigns/{row.public_id}/engagements/{KEY}/{do}"
        return client.get(at) if body is None else client.post(at, body, format="json")

    return ask


def secrets_of(row: Campaign, force: str = "co1") -> list[str]:
    """What would betray the enemy's units: their ids, and who leads them."""
    found = state_of(row).forces[force]
    leaders = [each.leader.name for each in found.commands if each.leader is not None]
    return [*(unit.id for unit in found.units), *leaders]


def hash_of(row: Campaign, side: int) -> str:
    """The hash of the report of a side, as whoever agrees with it has to name it."""
    return report_hash(kept(row).claims[side])
