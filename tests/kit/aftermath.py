"""The second half of a campaign's turn, for tests: battles that ended so, and what came of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from campaigns.engine.events.base import CampaignEvent
from campaigns.engine.resolve import Resolution, conclude
from campaigns.engine.state import Engagement, EngagementSide, Outcome, State, UnitFate

E = TypeVar("E", bound=CampaignEvent)


def engage(state: State, first: str, second: str, roles: tuple[str, str] = ("attack", "defend")) -> str:
    """Two forces meet in the area of the second; the id of their engagement."""
    key = f"t{state.turn}e{len(state.engagements) + 1}"
    attacker, defender = state.forces[first], state.forces[second]
    if attacker.at != defender.at:
        attacker.came_by, attacker.at = attacker.at, defender.at
    sides = [
        EngagementSide(each.faction, [each.id], role)
        for each, role in zip((attacker, defender), roles, strict=True)
    ]
    state.engagements[key] = Engagement(key, state.turn, defender.at, sides)
    return key


def lost(**steps: int) -> dict[str, UnitFate]:
    """Units that stood and lost so many steps: `lost(r1_u1=2)` is of the unit r1-u1."""
    return {key.replace("_", "-"): UnitFate(count) for key, count in steps.items()}


def fate(fallen: str, *units: str) -> dict[str, UnitFate]:
    """Units that fled or were destroyed."""
    return {unit: UnitFate(0, fallen) for unit in units}


def outcome(winner: int | None, *fates: Mapping[str, UnitFate], **fields: Any) -> Outcome:
    """An outcome with what became of units."""
    units = {key: each for part in fates for key, each in part.items()}
    return Outcome(winner, units=units, **fields)


def concluded(state: State, outcomes: Mapping[str, Outcome] | None = None, seed: str = "seed") -> Resolution:
    """The turn's end: `state` as if its marches were over, with these outcomes of its engagements."""
    state.phase = "battles"
    return conclude(state, outcomes or {}, seed)


def standing(state: State, **forces: Mapping[str, Any]) -> State:
    """The same state, with orders that stand until the turn's end."""
    state.standing_orders = {key: dict(order) for key, order in forces.items()}
    return state


def events_of(resolution: Resolution, kind: type[E]) -> list[E]:
    """The events of a kind, in their order."""
    return [entry.event for entry in resolution.entries if isinstance(entry.event, kind)]
