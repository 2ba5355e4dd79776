"""What the ground of a campaign's map becomes in a meeting of By Fire and Sword: agreements and a scenario.

Where the map says who does what (a crossing that is held, a place that is stormed, an ambush) it chooses the
scenario; everywhere else that is drawn as the rules say (BFS-30.3.C).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from rulesets.by_fire_and_sword import tables
from rulesets.by_fire_and_sword.armies.force import force
from rulesets.by_fire_and_sword.meeting.compare import weaker_of
from rulesets.contract.campaign import BattleGround, GroundRow, Grounds
from rulesets.contract.documents import parse_list
from rulesets.engine.books import data, read_toml


@data
class MeetingGround(GroundRow):
    """A ground of meetings. `options`: what the players agree on there."""

    options: Mapping[str, Any]


@cache
def grounds() -> Grounds[MeetingGround]:
    """Return the grounds of maps; raises BookError."""
    return read_toml(tables.DATA / "campaigning.toml", Grounds[MeetingGround])


def options_of(ground: BattleGround, lists: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return the options of a meeting on that ground.

    The weaker side has fewer FSP; if they are equal it is the second (BFS-30.3.A).
    """
    agreed = next((row.options for row in grounds().ground if row.key == ground.terrain), {})
    weaker, _ = weaker_of([force(parse_list(document)) for document in lists])
    scenario = scenario_of(ground, 1 if weaker is None else weaker)
    return {**agreed, **({"scenario": scenario} if scenario else {})}


def scenario_of(ground: BattleGround, weaker: int) -> str:
    """Return the key of the scenario that the map demands, "" for none; `weaker`: the weaker side.

    A side that is stronger than its part in one scenario allows has that of the other.
    """
    if ground.ambush is not None and ground.ambush == weaker:
        return "ambush"
    if ground.fortified is not None:
        return "defend_the_village" if ground.fortified == weaker else "attack_on_a_village"
    if ground.river:
        return "defend_the_crossing" if weaker != ground.attacker else "capture_the_crossing"
    return ""
