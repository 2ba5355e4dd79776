"""What an automatic commander makes of the map: threats, distances, what is worth marching for.

It reads only what its faction knows: the map and who holds what, its own forces, and its sightings of others,
which may be wrong or old. The figures of this module are a player's judgement, not rules.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from heapq import heappop, heappush
from math import inf

from campaigns.engine.dice import TurnDice
from campaigns.engine.maps import Area
from campaigns.engine.state import NOBODY, Force, State
from campaigns.engine.turn.home import is_home, raises_men
from campaigns.engine.ways import blocked, share

HORIZON = 4.0
"""How many turns' march ahead a commander looks."""
SURE = 1.2
"""How many times an enemy's worth makes an attack worth while."""
DANGER = 1.4
"""How many times its own worth makes a force give way."""


@dataclass(frozen=True, slots=True)
class March:
    """A way to an area: the areas it leads through, and how many turns it takes."""

    path: tuple[str, ...] = ()
    turns: float = 0.0


@dataclass
class Situation:
    """How things stand for a faction, as far as it knows."""

    state: State
    faction: str
    dice: TurnDice
    sent: dict[str, float] = field(default_factory=dict)
    _marches: dict[str, dict[str, March]] = field(default_factory=dict)

    @cached_property
    def forces(self) -> list[Force]:
        """Its own forces that can do something, the greatest first."""
        own = [each for each in self.state.standing() if each.faction == self.faction and each.strength]
        return sorted(own, key=lambda each: (-each.worth, each.id))

    @cached_property
    def foes(self) -> frozenset[str]:
        """The factions that it is at war with."""
        return frozenset(key for key in self.state.factions if self.state.at_war(self.faction, key))

    @cached_property
    def friends(self) -> frozenset[str]:
        """Itself and its allies."""
        return frozenset(k for k in self.state.factions if self.state.relation(self.faction, k) == "alliance")

    @cached_property
    def enemies(self) -> dict[str, float]:
        """The worth of the enemies that it knows of, by the area where they were seen last."""
        found: dict[str, float] = {}
        for key in sorted(self.state.factions[self.faction].sightings):
            seen = self.state.factions[self.faction].sightings[key]
            if seen.faction in self.foes and self.state.turn - seen.turn <= 2:
                found[seen.area] = found.get(seen.area, 0) + seen.worth
        return found

    @cached_property
    def capital(self) -> str:
        return self.state.factions[self.faction].capital

    @cached_property
    def raider(self) -> bool:
        """Whether it lives on what its forces bring home."""
        own = self.state.factions[self.faction]
        return not (own.income or own.per_home or own.per_occupied)

    def area(self, key: str) -> Area:
        """An area of the map; raises LookupError where there is no map."""
        if self.state.map is None:
            raise LookupError("the campaign has no map")
        return self.state.map.by_id[key]

    def owner(self, area: str) -> str:
        return self.state.areas[area].owner

    def own(self, area: str) -> bool:
        return self.owner(area) in self.friends

    def hostile(self, area: str) -> bool:
        return self.owner(area) in self.foes

    def near(self, area: str) -> list[str]:
        """The areas linked to one over land."""
        if self.state.map is None:
            return []
        return [key for key, link in sorted(self.state.map.ways[area].items()) if link.kind != "sea"]

    def threat(self, area: str) -> float:
        """The worth of the enemies known in an area and around it: the greatest of them together."""
        around = [self.enemies.get(key, 0.0) for key in self.near(area)]
        return self.enemies.get(area, 0.0) + max(around, default=0.0)

    def marches(self, force: Force) -> dict[str, March]:
        """The ways to all areas that a force can reach within the horizon; none leads on past an enemy."""
        if force.id not in self._marches:
            self._marches[force.id] = self._search(force)
        return self._marches[force.id]

    def _search(self, force: Force) -> dict[str, March]:
        found: dict[str, March] = {}
        heap: list[tuple[float, tuple[str, ...]]] = [(0.0, ())]
        while heap:
            turns, path = heappop(heap)
            at = path[-1] if path else force.at
            if at in found:
                continue
            found[at] = March(path, turns)
            if path and self.enemies.get(at, 0) > 0:
                continue
            for key, cost in self._steps(force, at):
                if key not in found and turns + cost <= HORIZON:
                    heappush(heap, (turns + cost, (*path, key)))
        return found

    def _steps(self, force: Force, at: str) -> list[tuple[str, float]]:
        """The areas next to one, with what share of a turn it takes a force to get there."""
        if self.state.map is None:
            return []
        found = []
        for key, link in self.state.map.ways[at].items():
            if not blocked(self.state, self.faction, at, key):
                cost = share(self.state, force, link, key, forced=False, weather=100)
                found.append((key, cost if cost <= 1 else inf))
        return found

    def value(self, force: Force, area: str, march: March) -> float:
        """What it is worth to a force to be in an area, 0 for nothing; more for less of a march."""
        enemy, worth = self.enemies.get(area, 0.0), force.worth + self.sent.get(area, 0.0)
        if enemy and worth < SURE * enemy:
            return 0.0
        prize = self._prize(area) if not self.own(area) else 0.0
        prize += 4.0 if enemy else 0.0
        if enemy and (self.own(area) or self.capital in self.near(area)):
            prize += 6.0
        if not prize:
            return 0.0
        if self.sent.get(area) and not enemy:
            prize /= 3
        luck = 0.9 + self.dice.percent("judgement", force.id, area) / 500
        return prize * luck / (1.0 + march.turns + self._siege(force, area))

    def _prize(self, area: str) -> float:
        """What an area is worth that others hold."""
        place, owner = self.area(area), self.owner(area)
        if owner != NOBODY and owner not in self.foes:
            return 0.0
        prize = 1.5 + place.victory * 2.0 + place.income / 5
        prize += 2.0 if place.home in self.friends else 0.0
        if any(self.state.factions[each].capital == area for each in self.foes):
            prize += 3.0
        if self.raider and not self.state.areas[area].looted:
            prize += place.income * self.state.rules.looting.raid / 50
        return prize

    def _siege(self, force: Force, area: str) -> float:
        """How many turns it would take a force to open the walls of an area, 0 for none."""
        if not self.hostile(area) or not self.area(area).walls or self.raider:
            return 0.0
        rules = self.state.rules.sieges
        left = self.works(area) - self.state.areas[area].works
        return max(0.0, left / max(1, rules.works + force.strength // rules.per_steps)) / 2

    def works(self, area: str) -> int:
        """The works that the walls of an area will probably take: fewer if no garrison is known of."""
        rules = self.state.rules.sieges
        full = self.area(area).walls * rules.walls
        return full if self.enemies.get(area) else full * rules.watch // 100

    def breached(self, area: str) -> bool:
        """Whether the walls of an area may be stormed, garrison or not."""
        rules = self.state.rules.sieges
        return self.state.areas[area].works * 100 >= self.area(area).walls * rules.walls * rules.breach

    def shelters(self, force: Force) -> dict[str, March]:
        """The own areas where a worn force can rest: none threatened by an enemy too strong for it."""
        return {
            key: march
            for key, march in self.marches(force).items()
            if self.own(key) and self.threat(key) < force.worth * 0.8 and not self.state.areas[key].besieger
        }

    def recruits(self, area: str) -> bool:
        """Whether men can be got in an area."""
        return raises_men(self.state, self.area(area), self.faction)

    def home(self, area: str) -> bool:
        """Whether loot brought to an area is home."""
        return self.own(area) and is_home(self.state, self.area(area), self.faction)
