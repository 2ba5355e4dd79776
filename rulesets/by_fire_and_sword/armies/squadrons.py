"""Which units may be deployed as squadrons: hints, for squadrons are formed on the table (BFS-29.10.3)."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from rulesets.by_fire_and_sword.armies.levy import Muster, Taken
from rulesets.by_fire_and_sword.armies.prices import squadron_limit

_NEVER = frozenset(("Independent", "Commanded Musketeers"))  # BFS-22.14.d, BFS-22.6.a


@dataclass(frozen=True, slots=True)
class SquadronHint:
    """Units of one command that are alike, and how many bases a squadron of them may have."""

    command: str
    name: str
    units: tuple[str, ...]
    bases: tuple[int, ...]
    limit: int

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def squadrons(muster: Muster) -> tuple[SquadronHint, ...]:
    """BFS-29.10.3: identical units of one regiment or force of which two at least fit into one squadron."""
    hints = []
    for levy in muster.levies:
        alike: dict[str, list[Taken]] = {}
        for taken in levy.units:
            row = taken.place.unit
            if row and _NEVER.isdisjoint(taken.profile.special):
                alike.setdefault(row.like or row.id, []).append(taken)
        for units in alike.values():
            limit = squadron_limit(units[0].profile.type)
            sizes = sorted(taken.bases for taken in units)
            if limit and len(units) > 1 and sizes[0] + sizes[1] <= limit:
                ids = tuple(taken.unit.id for taken in units)
                bases = tuple(taken.bases for taken in units)
                hints.append(SquadronHint(levy.command.id, units[0].profile.name, ids, bases, limit))
    return tuple(hints)
