"""What the ground of a campaign's map becomes in a meeting of By Fire and Sword: agreements and a scenario.

Where the map tells who does what (a crossing that is held, a place that is stormed, an ambush) it chooses the
scenario; everywhere else that is drawn as the rules say (BFS-30.3.C).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from rulesets.by_fire_and_sword import tables
from rulesets.by_fire_and_sword.armies.force import force
from rulesets.by_fire_and_sword.meeting.compare import weaker_of
from rulesets.contract.campaign import BattleGround
from rulesets.contract.documents import parse_list
from rulesets.engine.books import data, read_toml


@data
class GroundRow:
    """A ground of maps: its key, what it is on a table in words, what the players agree on there."""

    key: str
    words: str
    options: Mapping[str, Any]


@data
class Grounds:
    """data/campaigning.toml."""

    ground: tuple[GroundRow, ...]


@cache
def grounds() -> Mapping[str, GroundRow]:
    """The grounds of maps by their keys; raises BookError."""
    return {row.key: row for row in read_toml(tables.DATA / "campaigning.toml", Grounds).ground}


def terrains() -> dict[str, str]:
    """What each ground becomes, in words."""
    return {key: row.words for key, row in grounds().items()}


def options_of(ground: BattleGround, lists: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The options of a meeting on that ground."""
    row = grounds().get(ground.terrain)
    scenario = scenario_of(ground, _weaker(lists))
    return {**(row.options if row else {}), **({"scenario": scenario} if scenario else {})}


def scenario_of(ground: BattleGround, weaker: int) -> str:
    """The key of the scenario that the map tells, "" where it tells none; `weaker`: the weaker side.

    A side that is stronger than its part in one scenario allows has that of the other.
    """
    if ground.ambush is not None and ground.ambush == weaker:
        return "ambush"
    if ground.fortified is not None:
        return "defend_the_village" if ground.fortified == weaker else "attack_on_a_village"
    if ground.river:
        return "defend_the_crossing" if weaker != ground.attacker else "capture_the_crossing"
    return ""


def _weaker(lists: Sequence[Mapping[str, Any]]) -> int:
    """BFS-30.3.A: the side with fewer FSP, the second if they are equal."""
    weaker, _ = weaker_of([force(parse_list(document)) for document in lists])
    return 1 if weaker is None else weaker
