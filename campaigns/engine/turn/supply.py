"""Supply: who is fed, and by which way; what it costs not to be, and who recovers.

One search for a faction finds its ways of supply for all of its forces.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache

from campaigns.engine.dice import TurnDice
from campaigns.engine.events.areas import InSupply, MagazineUsed, OutOfSupply
from campaigns.engine.events.base import Log
from campaigns.engine.events.strength import Recovered, Want, WinterLosses
from campaigns.engine.state import Force, State
from campaigns.engine.turn.ground import Ground, is_home
from campaigns.engine.turn.losses import Changes, exposed, pairs, portion, weaken
from campaigns.engine.turn.standing import Standing, loot, ordered_to


@dataclass(slots=True)
class Reach:
    """How far supply reaches: by area the area before it on the way from its source ("" for a source itself)
    and the number of links from there.
    """

    before: dict[str, str] = field(default_factory=dict)
    links: dict[str, int] = field(default_factory=dict)

    def way(self, area: str) -> tuple[str, ...]:
        """Return the areas from `area` to its source, both included."""
        found = [area]
        while before := self.before[found[-1]]:
            found.append(before)
        return tuple(found)


@dataclass(frozen=True, slots=True)
class Fed:
    """How a force is fed: by a `way` to a source (or from a magazine), or by its `area`; or not at all."""

    how: str = ""
    way: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.how)

    @property
    def source(self) -> str:
        """The area that its supply comes from."""
        return self.way[-1] if self.way else ""


def supply_ways(state: State, faction: str) -> dict[str, tuple[str, ...]]:
    """Return the areas from each force of a faction to its source of supply, if it is fed over a way."""
    ground = Ground(state)
    found = _by_way(ground, faction, [each for each in state.standing() if each.faction == faction])
    return {force: fed.way for force, fed in found.items() if fed}


def fed(ground: Ground, foraging: Iterable[str] = ()) -> Mapping[str, Fed]:
    """How every force is fed, by its id; `foraging` are those told to forage."""
    state = ground.state
    found: dict[str, Fed] = {}
    for faction in sorted(state.factions):
        own = [each for each in state.standing() if each.faction == faction]
        found |= _by_way(ground, faction, own)
    if state.rules.supply.area_feeds:
        _by_areas(ground, frozenset(foraging), found)
    return found


def _by_way(ground: Ground, faction: str, forces: list[Force]) -> dict[str, Fed]:
    """Return how forces are fed over a way: from towns and home country, then from magazines."""
    found = {force.id: Fed() for force in forces}
    if ground.state.rules.supply.connected:
        for force in forces:
            if near := _near(ground, force.at, faction):
                found[force.id] = Fed("way", (force.at, near))
        return found
    reach = from_home(ground, faction)
    stores = _magazines(ground, faction)
    depots = reached(ground, faction, stores) if stores else Reach()
    # A copy: what is drawn is only logged once all forces are fed.
    left = dict(stores)
    for force in forces:
        if way := _way(ground, force.at, reach):
            found[force.id] = Fed("way", way)
        elif (way := _way(ground, force.at, depots)) and left[way[-1]] > 0:
            left[way[-1]] -= sum(1 for _ in force.ready())
            found[force.id] = Fed("magazine", way)
    return found


def from_home(ground: Ground, faction: str) -> Reach:
    """How far supply reaches from a faction's towns and home country, magazines aside."""
    return reached(ground, faction, _sources(ground, faction))


def reached(ground: Ground, faction: str, sources: Iterable[str]) -> Reach:
    """How far supply of a faction reaches from `sources`, over ground that no enemy holds."""
    reach, most = Reach(), ground.state.rules.supply.reach
    # From all sources at once: every area is reached from its nearest one, in a single search.
    queue = deque(sorted(sources))
    for key in queue:
        reach.before[key], reach.links[key] = "", 0
    while queue:
        at = queue.popleft()
        if most and reach.links[at] >= most:
            continue
        for key, link in ground.map.ways[at].items():
            # Supply passes neither an enemy's area, nor under the eyes of enemy forces.
            watched = ground.hostile(key, faction) or ground.in_the_field(key, faction)
            if key in reach.links or watched or not ground.open_link(link):
                continue
            reach.before[key], reach.links[key] = at, reach.links[at] + 1
            queue.append(key)
    return reach


def _near(ground: Ground, area: str, faction: str) -> str:
    """Return an area next to one that friends hold, with no enemy in the field there; "" for none."""
    links = (key for key, link in ground.ways(area) if ground.open_link(link))
    return next((key for key in links if _safe(ground, key, faction)), "")


def _way(ground: Ground, at: str, reach: Reach) -> tuple[str, ...]:
    """Return the way from an area to its source; the area itself may be contested, all others are not."""
    if at in reach.links:
        return reach.way(at)
    most = ground.state.rules.supply.reach
    best: tuple[int, str] | None = None
    for key, link in ground.ways(at):
        links = reach.links.get(key)
        if links is None or (most and links >= most) or not ground.open_link(link):
            continue
        if best is None or links < best[0]:
            best = (links, key)
    return (at, *reach.way(best[1])) if best else ()


class Supplies:
    """Where forces of a faction would be in supply, as the areas and the forces in `state` stand now."""

    def __init__(self, state: State, faction: str) -> None:
        self.ground, self.faction = Ground(state), faction
        self.home = from_home(self.ground, faction)
        self.depots = reached(self.ground, faction, _magazines(self.ground, faction))

    def at(self, force: Force, area: str) -> str:
        """How a force would be fed in an area: by "way", "magazine" or "area"; "" for not at all."""
        rules = self.ground.state.rules.supply
        if rules.connected:
            if _near(self.ground, area, self.faction):
                return "way"
        elif _way(self.ground, area, self.home):
            return "way"
        elif _way(self.ground, area, self.depots):
            return "magazine"
        if not rules.area_feeds:
            return ""
        there = (each for each in self.ground.at(area) if each.id != force.id)
        eaters = sum(1 for each in (force, *there) for _ in each.ready())
        return "area" if eaters <= capacity(self.ground, area) else ""


def _sources(ground: Ground, faction: str) -> list[str]:
    """Return the areas that feed a faction's forces for ever."""
    rules = ground.state.rules.supply
    kinds = [kind for kind in rules.sources if kind != "magazine"]
    return [
        area.id
        for area in ground.map.areas
        if _safe(ground, area.id, faction)
        and ((rules.home and is_home(ground.state, area, faction)) or any(map(area.has, kinds)))
    ]


def _magazines(ground: Ground, faction: str) -> dict[str, int]:
    """Return the magazines that a faction can draw from, and what they hold."""
    if "magazine" not in ground.state.rules.supply.sources:
        return {}
    stocks = {area.id: ground.state.areas[area.id].stock for area in ground.map.areas if area.has("magazine")}
    return {key: stock for key, stock in stocks.items() if stock > 0 and _safe(ground, key, faction)}


def _safe(ground: Ground, area: str, faction: str) -> bool:
    """Return whether friends hold an area, with no enemy in the field there."""
    return ground.friendly(area, faction) and not ground.in_the_field(area, faction)


def _by_areas(ground: Ground, foraging: frozenset[str], found: dict[str, Fed]) -> None:
    """Let forces that no way feeds live off their area, its friends first, as far as it goes."""
    for key in sorted(ground.standing):
        eaten = 0
        hungry = [force for force in ground.at(key) if not found[force.id]]
        # Friends eat first: an invader lives off what they leave.
        for force in sorted(hungry, key=lambda each: (not ground.friendly(key, each.faction), each.id)):
            units = sum(1 for _ in force.ready())
            if eaten + units <= capacity(ground, key, foraging=force.id in foraging):
                eaten += units
                found[force.id] = Fed("area")


def capacity(ground: Ground, area: str, *, foraging: bool = False) -> int:
    """How many units an area feeds this turn: nothing once it is looted, less in bad weather."""
    state = ground.state
    if state.areas[area].looted:
        return 0
    rules = state.rules
    percent = next((each.supply for each in rules.calendar.weather if each.name == state.weather), 100)
    more = 100 + (rules.supply.foraging if foraging else 0)
    return ground.area(area).supply * percent * more // 10_000


def provide(log: Log, orders: Standing, dice: TurnDice) -> None:
    """Feed every force that can be fed; the others waste away. Then the fed and rested recover."""
    state, ground = log.state, Ground(log.state)
    foraging = [force.id for force, _ in ordered_to(state, orders, "forage")]
    refitting = {force.id for force, _ in ordered_to(state, orders, "refit")}
    # Who has fought this turn has had no time to refit, whatever its orders were.
    fights = [each for each in state.engagements.values() if each.turn == state.turn]
    fought = {key for each in fights for side in each.sides for key in side.forces}
    found = fed(ground, foraging)
    _draw_stores(log, ground, found)
    for force in [each for each in state.standing() if each.strength]:
        # A garrison that is shut in by a siege lives off its stores, see `sieges`.
        if force.inside and state.areas[force.at].besieger in ground.foes[force.faction]:
            continue
        steps = state.rules.attrition.winter
        if steps and force.trail and state.season == "winter":
            lost = {unit.id: min(unit.left, steps) for unit in exposed(force)}
            weaken(log, WinterLosses("attrition.winter", (force.faction,), force.id, pairs(lost)))
        if not found[force.id]:
            _want(log, force, ground, dice)
            continue
        if force.unsupplied or not force.supplied:
            log.apply(InSupply("supply", (force.faction,), force.id, force.at))
        rest(log, force, refitting=force.id in refitting - fought)


def _draw_stores(log: Log, ground: Ground, found: Mapping[str, Fed]) -> None:
    """Magazines give what was drawn from them; those that lie within supply themselves are filled."""
    drawn: dict[str, int] = {}
    for key in sorted(found):
        if found[key].how == "magazine":
            units = sum(1 for _ in log.state.forces[key].ready())
            drawn[found[key].source] = drawn.get(found[key].source, 0) + units
    # One search for each owner, and only for those who own a magazine.
    carts = cache(lambda faction: from_home(ground, faction).links)
    for area in ground.map.areas:
        if not area.has("magazine") or not (owner := ground.owner(area.id)):
            continue
        before = log.state.areas[area.id].stock
        after = max(0, before - drawn.get(area.id, 0))
        if area.id not in drawn and area.id in carts(owner):
            after = max(before, log.state.rules.supply.magazine)
        if after != before:
            log.apply(MagazineUsed("supply.magazine", (owner,), area.id, owner, after - before, after))


def rest(log: Log, force: Force, *, refitting: bool) -> None:
    """Worn units of a force get steps back, more if it refits."""
    rules = log.state.rules.attrition
    steps = rules.recovery + (rules.refit if refitting else 0)
    back: Changes = {unit.id: -min(unit.lost, steps) for unit in force.ready()}
    if changes := pairs(back):
        rule = "attrition.refit" if refitting else "attrition.recovery"
        log.apply(Recovered(rule, (force.faction,), force.id, changes, rested=refitting))


def _want(log: Log, force: Force, ground: Ground, dice: TurnDice) -> None:
    """Let a force that is not fed waste away; the country may pay for its first turn."""
    rules, turns = log.state.rules.attrition, force.unsupplied + 1
    relieved = rules.relief and turns == 1 and ground.friendly(force.at, force.faction)
    relieved = relieved and not log.state.areas[force.at].looted
    known = (force.faction,)
    log.apply(OutOfSupply("supply", known, force.id, force.at, turns, relieved))
    if relieved:
        loot(log, force.at, "attrition.relief")
        return
    lost: Changes = {}
    for unit in exposed(force):
        fixed = min(unit.left, rules.steps)
        lost[unit.id] = fixed + portion(unit.left - fixed, rules.percent, dice, "want", unit.id)
    weaken(log, Want("attrition.steps", known, force.id, pairs(lost), turns))
