"""Campaigns for tests: the small island with its three factions, and battles on it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from campaigns import services
from campaigns.engine import shipped
from campaigns.engine.state import Engagement, EngagementSide, Outcome, State, UnitFate
from campaigns.models import Campaign, EngagementRow, Member
from campaigns.persistence import progress, state_of
from rulesets.engine.errors import LeaguerError

SEED = "a quiet island"


@contextmanager
def refusal(kind: type[LeaguerError], **says: str) -> Iterator[None]:
    """What is done inside is refused, with this `code` or `path`."""
    with pytest.raises(kind) as refused:
        yield
    assert {name: getattr(refused.value, name) for name in says} == says


def island(owner: User, **given: Any) -> Campaign:
    """The island at its first turn; `owner` is its umpire."""
    return services.create(owner, shipped.document("island"), seed=SEED, **given)


def member_of(row: Campaign, user: User) -> Member:
    """What somebody is in a campaign."""
    return row.members.select_related("user").get(user=user)


def hold(state: State, faction: str) -> dict[str, Any]:
    """Orders that let every force of a faction hold."""
    return {
        "faction": faction,
        "forces": {force.id: {"do": "hold"} for force in state.standing() if force.faction == faction},
    }


def battles(row: Campaign, *pairs: tuple[str, str]) -> list[EngagementRow]:
    """The campaign at its battles: an engagement of each pair of forces, where the second stands."""
    state = state_of(row)
    state.phase = "battles"
    for number, (one, two) in enumerate(pairs, start=1):
        engagement = met(state, f"t{state.turn}e{number}", one, two)
        state.engagements[engagement.id] = engagement
    Campaign.objects.filter(pk=row.pk).update(**progress(state))
    row.refresh_from_db()
    return [
        EngagementRow.objects.create(
            campaign=row, turn=row.turn, key=each.id, opened=timezone.now(),
            faction_a=each.sides[0].faction, faction_b=each.sides[1].faction,
        )
        for each in state.engagements.values()
    ]  # fmt: skip


def met(state: State, key: str, one: str, two: str) -> Engagement:
    """An engagement of two forces."""
    forces = [state.forces[one], state.forces[two]]
    forces[0].at = forces[1].at
    sides = [EngagementSide(force.faction, [force.id], role) for force, role in
             zip(forces, ("attack", "defend"), strict=True)]  # type: ignore[arg-type]  # fmt: skip
    return Engagement(id=key, turn=state.turn, area=forces[1].at, sides=sides)


def outcome(row: Campaign, key: str, winner: int | None = 0, lost: Sequence[int] = (1, 2)) -> Outcome:
    """An outcome in which the first unit of each side lost so many steps."""
    state = state_of(row)
    sides = state.engagements[key].sides
    units = [next(state.forces[side.forces[0]].ready()) for side in sides]
    fates = {unit.id: UnitFate(lost=steps) for unit, steps in zip(units, lost, strict=True) if steps}
    return Outcome(winner=winner, how="One side broke.", units=fates, means="quick")


def change(row: Campaign, how: Callable[[State], None]) -> None:
    """The state of a campaign is changed and kept, by no event."""
    state = state_of(row)
    how(state)
    Campaign.objects.filter(pk=row.pk).update(**progress(state))
    row.refresh_from_db()


def allow_stand_ins(row: Campaign, systems: str = "any", tolerance: int = 0) -> None:
    """The umpire lets battles be fought in Snaphance and By Fire and Sword too."""

    def rules(state: State) -> None:
        state.systems = ["baroque", "snaphance", "by_fire_and_sword"]
        found = state.rules.battles.model_copy(update={"systems": systems, "tolerance": tolerance})
        state.rules = state.rules.model_copy(update={"battles": found})

    change(row, rules)
