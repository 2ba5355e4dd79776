"""Scouting: what each faction sees and hears of others' forces once the marches are over."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from campaigns.engine.dice import TurnDice
from campaigns.engine.events.base import Log
from campaigns.engine.events.turns import Sighted, SightingsForgotten
from campaigns.engine.state import Faction, Force, State
from campaigns.engine.turn.columns import Column
from campaigns.engine.ways import around

How = Literal["seen", "scouted", "rumour"]


@dataclass(frozen=True, slots=True)
class Watch:
    """How well an area is watched: per cent that a force in it is noticed, and whether it is counted well."""

    chance: int
    how: How
    exact: bool = False

    def together(self, other: Watch) -> Watch:
        """What two who watch the same area see of it: the best of both."""
        how: How = "scouted" if "scouted" in (self.how, other.how) else "seen"
        return Watch(max(self.chance, other.chance), how, self.exact or other.exact)


def scout(log: Log, columns: Mapping[str, Column], dice: TurnDice) -> None:
    """Every faction learns what its forces see, hears rumours, and forgets what is too old."""
    watched = _watched(log.state, columns)
    for key in sorted(log.state.factions):
        for other in _others(log.state, key):
            hides = other.id in columns and columns[other.id].hides
            _look(log, key, other, watched[key].get(other.at), hides, dice)
        _forget(log, log.state.factions[key])


def _others(state: State, faction: str) -> Iterator[Force]:
    """Forces that are neither a faction's own nor its allies'."""
    close = {each for each in state.factions if state.relation(faction, each) == "alliance"}
    return (force for force in state.standing() if force.faction not in close)


def _watched(state: State, columns: Mapping[str, Column]) -> dict[str, dict[str, Watch]]:
    """By faction, how well each area is watched by all its forces together."""
    found: dict[str, dict[str, Watch]] = defaultdict(dict)
    for key in sorted(columns):
        column = columns[key]
        if column.force.gone or not column.strong:
            continue
        seen = found[column.faction]
        for area, watch in _sees(state, column):
            seen[area] = watch.together(seen[area]) if area in seen else watch
    return found


def _sees(state: State, column: Column) -> Iterator[tuple[str, Watch]]:
    rules = state.rules.scouting
    at = column.force.at
    for area in around(state, at, rules.sight):
        yield area, Watch(rules.near, "seen")
    if column.order.do != "scout" or column.met:
        return
    for area in around(state, at, rules.scouts):
        yield area, Watch(rules.scouting, "scouted", exact=area == column.order.target)


def _look(log: Log, faction: str, other: Force, watch: Watch | None, hides: bool, dice: TurnDice) -> None:
    """Whether a faction learns of one force this turn; one that hides is only found by scouts."""
    rules = log.state.rules.scouting
    known = log.state.factions[faction].sightings.get(other.id)
    if (known and known.turn == log.state.turn) or (hides and not (watch and watch.how == "scouted")):
        return
    if watch and dice.percent("sight", faction, other.id) <= watch.chance:
        error = 0 if watch.exact else rules.error
        _tell(log, faction, other, watch.how, error, f"scouting.{_FIGURE[watch.how]}", dice)
    elif dice.percent("rumour", faction, other.id) <= rules.rumour:
        _tell(log, faction, other, "rumour", 2 * rules.error, "scouting.rumour", dice)


_FIGURE = {"seen": "near", "scouted": "scouting"}


def _tell(log: Log, faction: str, force: Force, how: How, error: int, rule: str, dice: TurnDice) -> None:
    """`error`: by how many per cent the strength that is told may be wrong; a rumour may be a march old."""
    wrong = dice.of("error", faction, force.id).roll(2 * error + 1, 1)[0] - 1 - error if error else 0
    area = (force.came_by or force.at) if how == "rumour" and wrong < 0 else force.at
    log.apply(
        Sighted(rule, (faction,), faction=faction, force=force.id, name=force.name,
                other=force.faction, area=area, worth=round(force.worth * (100 + wrong) / 100, 1), how=how)
    )  # fmt: skip


def _forget(log: Log, faction: Faction) -> None:
    """Sightings that are too old are forgotten; so are those of forces that are friends now."""
    before = log.state.turn - log.state.rules.scouting.forgotten
    foreign = {each.id for each in _others(log.state, faction.id)}
    friends = log.state.forces.keys() - foreign
    old = tuple(
        sorted(
            key
            for key, each in faction.sightings.items()
            if each.turn <= before or (key in friends and not log.state.forces[key].gone)
        )
    )
    if old:
        log.apply(SightingsForgotten("scouting.forgotten", (faction.id,), faction=faction.id, forces=old))
