"""What an automatic commander makes of the map: threats, distances, what is worth marching for.

It reads only what its faction knows: the map and who holds what, its own forces, and its sightings of others,
which may be wrong or old. The figures of this module are a player's judgement, not rules.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from heapq import heappop, heappush
from zlib import crc32

from campaigns.engine.dice import TurnDice
from campaigns.engine.maps import Area
from campaigns.engine.rules import Ground
from campaigns.engine.state import NOBODY, Force, State
from campaigns.engine.turn.ground import is_home, raises_men
from campaigns.engine.turn.income import income_of
from campaigns.engine.ways import allowance, blocked, ground_of, map_of, share_of

GROUNDS: tuple[Ground, ...] = ("own", "friendly", "neutral", "enemy")
FRESH = 0.85
"""The part of its steps with which a force takes the field."""
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
    _taken: dict[tuple[tuple[float, ...], str], list[tuple[str, float]]] = field(default_factory=dict)

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
        """Its capital, "" without one."""
        return self.state.factions[self.faction].capital

    @cached_property
    def raider(self) -> bool:
        """Whether it lives on what its forces bring home, because nothing else brings it money."""
        return not income_of(self.state, self.state.factions[self.faction])

    @cached_property
    def joining(self) -> dict[str, str]:
        """The worn and small forces that had better go over into a greater one beside them, by their ids."""
        found: dict[str, str] = {}
        for force in reversed(self.forces):
            small = force.worth * 2 < self.forces[0].worth
            free = not force.inside and not force.besieging and force.id not in found.values()
            if not free or not (small or condition(force) < FRESH):
                continue
            book = (force.system, force.book, force.book_version)
            for host in self.forces:
                room = self.state.rules.class_of(host.klass).most - host.worth
                alike = (host.system, host.book, host.book_version) == book
                greater = (host.worth, host.id) > (force.worth, force.id)
                there = host.at == force.at and not host.inside and host.id not in found
                if alike and greater and there and force.worth <= room:
                    found[force.id] = host.id
                    break
        return found

    def area(self, key: str) -> Area:
        """Return an area of the map."""
        return map_of(self.state).by_id[key]

    def owner(self, area: str) -> str:
        """Who holds an area."""
        return self.state.areas[area].owner

    def own(self, area: str) -> bool:
        """Whether its side holds an area."""
        return self.owner(area) in self.friends

    def hostile(self, area: str) -> bool:
        """Whether an enemy holds an area."""
        return self.owner(area) in self.foes

    def near(self, area: str) -> list[str]:
        """Return the areas linked to one over land."""
        ways = map_of(self.state).ways[area]
        return [key for key, link in sorted(ways.items()) if link.kind != "sea"]

    def threat(self, area: str) -> float:
        """Return the worth of the enemies known in an area and around it: the greatest of them together."""
        around = [self.enemies.get(key, 0.0) for key in self.near(area)]
        return self.enemies.get(area, 0.0) + max(around, default=0.0)

    def marches(self, force: Force) -> dict[str, March]:
        """Return the ways to all areas that a force can reach in time; none leads on past an enemy."""
        if force.id in self._marches:
            return self._marches[force.id]
        pace = tuple(allowance(self.state, force, ground) for ground in GROUNDS)
        found = self._marches[force.id] = {}
        heap: list[tuple[float, tuple[str, ...]]] = [(0.0, ())]
        while heap:
            turns, path = heappop(heap)
            at = path[-1] if path else force.at
            if at in found:
                continue
            found[at] = March(path, turns)
            # The area itself may be the aim, so it is noted, but no way leads on through it.
            if path and self.enemies.get(at, 0) > 0:
                continue
            for key, cost in self._steps(pace, at):
                if key not in found and turns + cost <= HORIZON:
                    heappush(heap, (turns + cost, (*path, key)))
        return found

    def _steps(self, pace: tuple[float, ...], at: str) -> list[tuple[str, float]]:
        """Return the areas next to one, with the share of a turn to get there at a pace for each ground."""
        # Forces of one pace share the costs of steps: on large maps this is most of the time.
        if (pace, at) not in self._taken:
            found = self._taken[pace, at] = []
            for key, link in map_of(self.state).ways[at].items():
                if not blocked(self.state, self.faction, at, key):
                    have = pace[GROUNDS.index(ground_of(self.state, self.faction, key))]
                    found.append((key, share_of(self.state, have, link, key)))
            self._taken[pace, at] = [(key, cost) for key, cost in found if cost <= 1]
        return self._taken[pace, at]

    def values(self, force: Force) -> dict[str, float]:
        """Return what other areas are worth to a force, those worth anything; less for a longer march."""
        worth, marches, rules = force.worth, self.marches(force), self.state.rules.sieges
        spades = max(1, rules.works + force.strength // rules.per_steps)
        found = {}
        for area, prize in self.prizes.items():
            march, enemy = marches.get(area), self.enemies.get(area, 0.0)
            sent = self.sent.get(area, 0.0)
            if march is None or not march.path or (enemy and worth + sent < SURE * enemy):
                continue
            share = prize / 3 if sent and not enemy else prize
            # A little chance from a checksum: the same campaign is always played the same way, on every
            # machine.
            whim = 0.9 + crc32(f"{self.dice.seed}|{force.id}|{area}".encode()) % 100 / 500
            found[area] = share * whim / (1.0 + march.turns + self._siege(area) / spades)
        return found

    @cached_property
    def prizes(self) -> dict[str, float]:
        """What areas are worth to the faction: those that others hold, and those where enemies are known."""
        found = {key: 0.0 if self.own(key) else self._prize(key) for key in sorted(self.state.areas)}
        for key in self.enemies:
            # An enemy force is worth more if it stands in one's own country, or next to it.
            near = self.near(key)
            home = self.own(key) or self.capital in near
            quarry = 11.0 if home else 9.0 if any(map(self.own, near)) else 4.0
            found[key] = found.get(key, 0.0) + quarry
        return {key: prize for key, prize in found.items() if prize}

    def _prize(self, area: str) -> float:
        """Return what an area is worth that others hold."""
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

    def _siege(self, area: str) -> float:
        """Half of the works that are left to be done before the walls of an area, 0 where there are none."""
        if not self.hostile(area) or not self.area(area).walls or self.raider:
            return 0.0
        return max(0, self.works(area) - self.state.areas[area].works) / 2

    def works(self, area: str) -> int:
        """Return the works that the walls of an area will probably take: fewer if no garrison is known of."""
        rules = self.state.rules.sieges
        full = self.area(area).walls * rules.walls
        return full if self.enemies.get(area) else full * rules.watch // 100

    def breached(self, area: str) -> bool:
        """Whether the walls of an area may be stormed, garrison or not."""
        rules = self.state.rules.sieges
        return self.state.areas[area].works * 100 >= self.area(area).walls * rules.walls * rules.breach

    def shelters(self, force: Force) -> dict[str, March]:
        """Return the own areas where a worn force can rest: none threatened by an enemy too strong for it."""
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


def condition(force: Force) -> float:
    """Return the part of its steps at full strength that a force has, 0 to 1; units away or lost left out."""
    full = sum(unit.steps for unit in force.units if unit.status == "ready")
    return force.strength / full if full else 0.0
