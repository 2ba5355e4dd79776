"""Engagements that both sides have agreed on how to fight."""

from __future__ import annotations

from battles.models import Battle
from campaigns import fighting
from campaigns.fields import Method
from campaigns.models import Campaign, EngagementRow, Member


def agreed(row: Campaign, means: str, key: str = "t1e1", system: str = "") -> EngagementRow:
    """Let both sides agree on a method, past their proposals: the engagement."""
    found = row.engagements.get(key=key, undone=False)
    method = Method(means=means, system=system, by=found.faction_a, how="sides")  # type: ignore[arg-type]
    EngagementRow.objects.filter(pk=found.pk).update(**method.columns(found))
    found.refresh_from_db()
    return found


def begin(row: Campaign, by: Member, means: str, key: str = "t1e1") -> Battle:
    """Begin an engagement by a method that both sides have agreed on: its battle."""
    agreed(row, means, key)
    battle = fighting.fight(row, key, by, means)
    assert battle is not None
    return battle
