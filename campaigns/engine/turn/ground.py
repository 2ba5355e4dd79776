"""Where forces stand and whose country it is: looked up once for a step of the turn, not for every force."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from campaigns.engine.maps import Area, CampaignMap, Link
from campaigns.engine.state import NOBODY, Force, State


class Ground:
    """The forces by the area that they stand in, as of when it was made, and factions' foes and friends.

    Forces without a man left who can fight are not there: they hold nothing and hinder nobody.
    """

    def __init__(self, state: State) -> None:
        self.state = state
        self.standing: dict[str, list[Force]] = {}
        for force in state.standing():
            if force.strength:
                self.standing.setdefault(force.at, []).append(force)
        factions = sorted(state.factions)
        self.foes = {a: frozenset(b for b in factions if state.at_war(a, b)) for a in factions}
        self.friends = {
            a: frozenset(b for b in factions if state.relation(a, b) == "alliance") for a in factions
        }

    @cached_property
    def map(self) -> CampaignMap:
        """The map; raises LookupError for a campaign without one."""
        if self.state.map is None:
            raise LookupError("the campaign has no map")
        return self.state.map

    def at(self, area: str) -> list[Force]:
        """Return the forces that stand in an area, in the order of their ids."""
        return self.standing.get(area, [])

    def enemies(self, area: str, faction: str) -> list[Force]:
        """Those of them that are at war with a faction."""
        foes = self.foes[faction]
        return [force for force in self.at(area) if force.faction in foes]

    def in_the_field(self, area: str, faction: str) -> list[Force]:
        """Return a faction's enemies in an area who do not lie behind walls."""
        return [force for force in self.enemies(area, faction) if not force.inside]

    def owner(self, area: str) -> str:
        """Who holds an area."""
        held = self.state.areas.get(area)
        return held.owner if held else NOBODY

    def friendly(self, area: str, faction: str) -> bool:
        """Whether a faction or one of its allies holds an area."""
        return self.owner(area) in self.friends[faction]

    def hostile(self, area: str, faction: str) -> bool:
        """Whether somebody at war with a faction holds an area."""
        return self.owner(area) in self.foes[faction]

    def move(self, force: Force, came_from: str) -> None:
        """Note that a force that stood in `came_from` stands elsewhere now."""
        self.standing[came_from] = [each for each in self.at(came_from) if each.id != force.id]
        if force.strength and not force.gone:
            self.standing[force.at] = sorted([*self.at(force.at), force], key=lambda each: each.id)

    def ways(self, area: str) -> Iterable[tuple[str, Link]]:
        """Return the areas linked to one, with the links, in the order of their ids."""
        return sorted(self.map.ways[area].items())

    def open_link(self, link: Link) -> bool:
        """Whether a link can be used: over the sea only from port to port, where the rules want it so."""
        if link.kind != "sea" or not self.state.rules.march.sea_needs_ports:
            return True
        ends = (self.map.by_id[end] for end in (link.a, link.b))
        return all(end.terrain == "sea" or end.has("port") for end in ends)

    def area(self, key: str) -> Area:
        """Return the area on the map."""
        return self.map.by_id[key]


def is_home(state: State, area: Area, faction: str) -> bool:
    """Whether an area is a faction's own country: its home by the map, or its capital."""
    return area.home == faction or state.factions[faction].capital == area.id


def raises_men(state: State, area: Area, faction: str) -> bool:
    """Whether a faction can raise men in an area: it holds it, and the rules name a place of its kind."""
    if state.areas[area.id].owner != faction:
        return False
    at = state.rules.raising.at
    if "anywhere" in at or ("home" in at and is_home(state, area, faction)):
        return True
    return any(feature.kind in at for feature in area.features)


def needed(state: State, area: str) -> int:
    """Return the works that it takes until the fortress of an area falls: less where no force lies inside."""
    if state.map is None:
        return 0
    rules = state.rules.sieges
    works = state.map.by_id[area].walls * rules.walls
    owner = state.areas[area].owner
    held = any(
        force.inside and force.strength and not state.at_war(force.faction, owner)
        for force in forces_in(state, area)
    )
    return works if held else works * rules.watch // 100


def forces_in(state: State, area: str) -> list[Force]:
    """Return the forces in an area, in the order of their ids."""
    found = (force for force in state.forces.values() if force.at == area and not force.gone)
    return sorted(found, key=lambda each: each.id)


def breached(state: State, area: str) -> bool:
    """Whether the works have gone so far that the walls may be stormed."""
    return state.areas[area].works * 100 >= needed(state, area) * state.rules.sieges.breach


def holds_out(state: State, area: str) -> bool:
    """Whether the walls of an area keep an enemy out: they are held, or take works to open."""
    return needed(state, area) > 0
