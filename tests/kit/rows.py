"""Battles that are kept in the database, played by people in tests."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User

from battles import replay, services
from battles.models import Battle
from rulesets.engine.decisions import Decision


def pending(row: Battle) -> Decision:
    """What is to be decided."""
    with replay.played(row) as found:
        assert found.engine.pending is not None
        return found.engine.pending


def state(row: Battle) -> dict[str, Any]:
    """The whole state, as JSON."""
    with replay.played(row) as found:
        return dict(found.engine.state.to_json())


def first_choice(row: Battle) -> tuple[int, dict[str, Any]]:
    """Whose decision is pending, and something it offers."""
    decision = pending(row)
    return decision.side, dict(next(option for option in decision.options if not option.params).key)


def make_choices(row: Battle, count: int, *users: User) -> None:
    """Make so many choices, each by the user of the side that decides (one user: both sides are his)."""
    for _ in range(count):
        side, choice = first_choice(row)
        services.choose(row, row.revision, choice, side, users[side % len(users)])


def until(row: Battle, side: int, *users: User) -> None:
    """Play on until this side decides."""
    while first_choice(row)[0] != side:
        make_choices(row, 1, *users)


def again(row: Battle) -> Battle:
    """The battle as another request reads it."""
    return Battle.objects.select_related("owner", "opponent").get(pk=row.pk)


def kept(row: Battle) -> dict[str, Any]:
    """Everything that the database keeps of a battle."""
    fields = Battle.objects.filter(pk=row.pk).values().get()
    return fields | {"choices": list(row.choices.values_list("number", "side", "decision", "choice"))}
