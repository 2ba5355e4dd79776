"""What two reports of a battle differ in, side by side, for those who have to agree and for who decides."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from campaigns import settling
from campaigns.engine.forces import names
from campaigns.engine.state import State
from campaigns.models import EngagementRow


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that two reports tell differently: of what, and what each says."""

    what: str
    first: str
    second: str


def disputed(state: State, row: EngagementRow) -> list[Difference]:
    """All that the two reports of an engagement differ in; none as long as one is still to come."""
    one, other = row.claims
    if one is None or other is None:
        return []
    called = names(state)
    found = []
    for path in settling.differences(one, other):
        what, _, key = path.partition(".")
        claimed = [_claimed(each, what, key, (row.faction_a, row.faction_b), called) for each in (one, other)]
        found.append(Difference("Won by" if what == "winner" else called.get(key, key), *claimed))
    return found


def _claimed(
    report: Mapping[str, Any], what: str, key: str, factions: tuple[str, str], called: Mapping[str, str]
) -> str:
    """What one report says of the winner, a unit or a leader."""
    if what == "winner":
        winner = report["winner"]
        return "nobody: a draw" if winner is None else called.get(factions[winner], factions[winner])
    if what == "leaders":
        return "lost" if key in report["leaders"] else "not lost"
    fate = report["units"].get(key) or {"lost": 0, "fallen": "stood"}
    return f"{fate['lost'] or 'nothing'} lost, {fate['fallen']}"
