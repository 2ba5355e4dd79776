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
from campaigns.engine.turn.movement import Column
from campaigns.engine.ways import around

How = Literal["seen", "scouted", "rumour"]


@dataclass(frozen=True, slots=True)
class Watch:
    """How well an area is watched: per cent that a force in it is noticed, and whether it is counted well."""

    chance: int
    how: How
    exact: bool = False

    def together(self, other: Watch) -> Watch:
        """Return what two who watch the same area see of it: the best of both."""
        how: How = "scouted" if "scouted" in (self.how, other.how) else "seen"
        return Watch(max(self.chance, other.chance), how, self.exact or other.exact)


def scout(log: Log, columns: Mapping[str, Column], dice: TurnDice) -> None:
    """Every faction learns what its forces see, hears rumours, and forgets what is too old."""
    watched = _watched(log.state, columns)
    for key in sorted(log.state.factions):
        for other in _others(log.state, key):
            hides = other.id in columns and columns[other.id].hides
            _spot(log, key, other, watched[key].get(other.at), hides, dice)
        if log.state.rules.scouting.cleared:
            _clear(log, log.state.factions[key], columns, watched[key], dice)
        _forget(log, log.state.factions[key])


def _others(state: State, faction: str) -> Iterator[Force]:
    """Return the forces that are neither a faction's own nor its allies'."""
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
            # One roll for all watchers together, or many small forces would see more than a great one.
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


def _spot(log: Log, faction: str, other: Force, watch: Watch | None, hides: bool, dice: TurnDice) -> None:
    """Let a faction learn of one force this turn, or not; one that hides is only found by scouts."""
    rules, turn = log.state.rules.scouting, log.state.turn
    known = log.state.factions[faction].sightings.get(other.id)
    # Who met an enemy this turn already knows more than a patrol could add.
    if (known and known.turn == turn) or (hides and not (watch and watch.how == "scouted")):
        return
    how: How
    if watch and dice.percent("sight", faction, other.id) <= watch.chance:
        how, error = watch.how, 0 if watch.exact else rules.error
    elif dice.percent("rumour", faction, other.id) <= rules.rumour:
        how, error = "rumour", 2 * rules.error
    else:
        return
    # By so many per cent the reported strength is wrong; a rumour may be a march old.
    wrong = dice.of("error", faction, other.id).roll(2 * error + 1, 1)[0] - 1 - error if error else 0
    area = (other.came_by or other.at) if how == "rumour" and wrong < 0 else other.at
    worth = round(other.worth * (100 + wrong) / 100, 1)
    rule = f"scouting.{_FIGURE[how]}"
    log.apply(Sighted(rule, (faction,), faction, other.id, other.name, other.faction, area, worth, how))


_FIGURE = {"seen": "near", "scouted": "scouting", "rumour": "rumour"}


def _clear(
    log: Log, faction: Faction, columns: Mapping[str, Column], watched: Mapping[str, Watch], dice: TurnDice
) -> None:
    """Drop sightings that one's own eyes belie: a look that would have noticed the force finds it gone.

    Where one's own forces stand nobody needs luck to see that. Whether the force is still there makes no
    difference here: one that was noticed has a sighting of this turn by now.
    """
    turn = log.state.turn
    stands = {each.force.at for each in columns.values() if each.faction == faction.id and each.strong}
    gone = []
    for key, seen in sorted(faction.sightings.items()):
        watch = watched.get(seen.area)
        if watch is None or (seen.turn == turn and seen.how != "rumour"):
            continue
        if seen.area in stands or dice.percent("sight", faction.id, key) <= watch.chance:
            gone.append(key)
    if gone:
        log.apply(SightingsForgotten("scouting.cleared", (faction.id,), faction.id, tuple(gone)))


def _forget(log: Log, faction: Faction) -> None:
    """Forget sightings that are too old, and those of forces that are friends now."""
    before = log.state.turn - log.state.rules.scouting.forgotten
    foreign = {each.id for each in _others(log.state, faction.id)}
    close = {key for key, each in log.state.forces.items() if key not in foreign and not each.gone}
    seen = faction.sightings.items()
    if old := tuple(sorted(key for key, each in seen if each.turn <= before or key in close)):
        log.apply(SightingsForgotten("scouting.forgotten", (faction.id,), faction.id, old))
