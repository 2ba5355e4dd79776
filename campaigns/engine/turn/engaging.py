"""Engagements: who faces whom once all marches are over, in which role and on what ground.

Whoever stands in one area with an enemy in the field faces him, whether they met on the march or stood there
before. A side is made of forces that are all allied among themselves and all at war with the other side; a
force is in one engagement at most, so those who fit on neither side wait for another turn.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from campaigns.engine.rules import Role
from campaigns.engine.state import Engagement, EngagementSide, State
from campaigns.engine.turn.columns import ALWAYS, Column, Contact
from campaigns.engine.turn.ground import Ground, breached
from campaigns.engine.ways import map_of

LATE = 2.0
"""When those meet who stood in one area all the time."""


@dataclass(slots=True)
class Clash:
    """Two sides that stand in an area, the attacker first; `contact`: how they met, None if they stood there
    from the beginning. `storm`: the second lies behind walls.
    """

    area: str
    sides: tuple[list[Column], list[Column]]
    contact: Contact | None = None
    roles: tuple[Role, Role] = ("field", "field")
    storm: bool = False


def clashes(state: State, columns: dict[str, Column], contacts: Iterable[Contact]) -> list[Clash]:
    """The clashes of a turn, in the order of areas: in the field first, then assaults on walls."""
    ground = Ground(state)
    met = _first_contacts(contacts)
    found = []
    by_area: dict[str, list[Column]] = defaultdict(list)
    for key in sorted(columns):
        by_area[columns[key].at].append(columns[key])
    for area in sorted(by_area):
        if map_of(state).by_id[area].terrain == "sea":
            continue
        here = [each for each in by_area[area] if each.strong and each.force.strength]
        field_ = list(_in_the_field(state, ground, area, here, met))
        found += field_
        busy = {each.id for clash in field_ for side in clash.sides for each in side}
        found += _storms(state, ground, area, [each for each in here if each.id not in busy])
    return found


def engagement(state: State, clash: Clash, key: str) -> Engagement:
    """The engagement that a clash is."""
    area = map_of(state).by_id[clash.area]
    contact = clash.contact
    sides = [
        _side(side, role, clash, index)
        for index, (side, role) in enumerate(zip(clash.sides, clash.roles, strict=True))
    ]
    return Engagement(
        id=key, turn=state.turn, area=clash.area, sides=sides, terrain=_terrain(area.terrain, contact),
        link=contact.link.key if contact and contact.link and contact.on_way else "",
        river=_over_a_river(clash), bad=_bad_weather(state), walls=area.walls if clash.storm else 0,
        system=clash.sides[0][0].force.system,
    )  # fmt: skip


def _side(side: list[Column], role: Role, clash: Clash, index: int) -> EngagementSide:
    return EngagementSide(
        faction=side[0].faction, forces=[each.id for each in side], role=role,
        fortified=clash.storm and index == 1, ambush=role == "ambush",
    )  # fmt: skip


def _terrain(terrain: str, contact: Contact | None) -> str:
    if contact and contact.on_way and contact.link and contact.link.kind == "pass":
        return "mountains"
    return terrain


def _over_a_river(clash: Clash) -> bool:
    """Whether they met on a river crossing, or one side came over it against one that stood behind it."""
    contact = clash.contact
    if contact is None or contact.link is None or contact.link.kind != "crossing":
        return False
    return contact.on_way or clash.roles[0] != "field"


def _bad_weather(state: State) -> bool:
    return any(each.bad for each in state.rules.calendar.weather if each.name == state.weather)


def _first_contacts(contacts: Iterable[Contact]) -> dict[tuple[str, str], Contact]:
    found: dict[tuple[str, str], Contact] = {}
    for contact in contacts:
        a, b = sorted(contact.forces)
        found.setdefault((a, b), contact)
    return found


def _in_the_field(
    state: State, ground: Ground, area: str, here: list[Column], met: dict[tuple[str, str], Contact]
) -> Iterator[Clash]:
    pool = [each for each in here if not each.sheltered or each.order.storm]
    while pair := _next_pair(ground, pool, met):
        first, second = pair
        rest = [each for each in pool if each.id not in (first.id, second.id)]
        sides = _grown(ground, first, second, rest)
        taken = {each.id for side in sides for each in side}
        pool = [each for each in pool if each.id not in taken]
        contacts = [
            met[pair_]
            for a in sides[0]
            for b in sides[1]
            if (pair_ := (min(a.id, b.id), max(a.id, b.id))) in met and met[pair_].area == area
        ]
        contact = min(contacts, key=lambda each: (each.time, each.forces), default=None)
        yield _in_roles(state, ground, here, Clash(area, _led(state, sides), contact))


def _next_pair(
    ground: Ground, pool: list[Column], met: dict[tuple[str, str], Contact]
) -> tuple[Column, Column] | None:
    """The two enemies who met first, the ones who were there all the time last; None if there are none."""
    pairs = [
        (met[a.id, b.id].time if (a.id, b.id) in met else LATE, a.id, b.id, a, b)
        for index, a in enumerate(pool)
        for b in pool[index + 1 :]
        if b.faction in ground.foes[a.faction]
    ]
    return min(pairs)[3:] if pairs else None


def _grown(
    ground: Ground, first: Column, second: Column, rest: Iterable[Column]
) -> tuple[list[Column], list[Column]]:
    """Two sides, with all who may stand with one of them against the other."""
    sides = ([first], [second])
    for column in rest:
        for own, other in (sides, sides[::-1]):
            friends, foes = ground.friends[column.faction], ground.foes[column.faction]
            if all(each.faction in friends for each in own) and all(each.faction in foes for each in other):
                own.append(column)
                break
    return sides


def _led(state: State, sides: tuple[list[Column], list[Column]]) -> tuple[list[Column], list[Column]]:
    """Each side with its greatest force first, and no more than the rules let it field."""
    first, second = (_fielded(state, side) for side in sides)
    return first, second


def _fielded(state: State, side: list[Column]) -> list[Column]:
    most = state.rules.battles.most
    found: list[Column] = []
    worth = 0.0
    for column in sorted(side, key=lambda each: (-each.force.worth, each.id)):
        if not found or not most or worth + column.force.worth <= most:
            found.append(column)
            worth += column.force.worth
    return found


def _in_roles(state: State, ground: Ground, here: list[Column], clash: Clash) -> Clash:
    """The clash with the attacker first and the roles of both."""
    first, second = clash.sides
    sallies = [any(each.sheltered for each in side) for side in clash.sides]
    stood = [_stood(side) for side in clash.sides]
    roles: tuple[Role, Role] = ("field", "field")
    if any(sallies):
        first, second = (first, second) if sallies[0] else (second, first)
        roles = ("attack", "defend")
    elif stood[0] != stood[1] and not (clash.contact and clash.contact.on_way):
        first, second = (second, first) if stood[0] else (first, second)
        relief = _relieves(state, ground, here, first, second)
        roles = ("relief" if relief else "attack", "ambush" if _hidden(second) else "defend")
    else:
        first, second = sorted(clash.sides, key=lambda side: (side[0].faction, side[0].id))
    return Clash(clash.area, (first, second), clash.contact, roles)


def _relieves(
    state: State, ground: Ground, here: list[Column], first: list[Column], second: list[Column]
) -> bool:
    """Whether the first side comes to the help of friends whom the second besieges."""
    if not any(each.force.besieging for each in second):
        return False
    helped = {each.faction for each in here if each.sheltered} | {state.areas[first[0].at].owner}
    return bool(helped & ground.friends[first[0].faction])


def _stood(side: list[Column]) -> bool:
    """Whether a side was there when the turn began, and stayed."""
    return any(each.since == ALWAYS for each in side)


def _hidden(side: list[Column]) -> bool:
    return all(each.hides for each in side)


def _storms(state: State, ground: Ground, area: str, here: list[Column]) -> Iterator[Clash]:
    """Besiegers who were told to storm, against the garrison."""
    walls = map_of(state).by_id[area].walls
    stormers = [each for each in here if may_storm(each) and not each.sheltered]
    if not walls or not stormers or not breached(state, area):
        return
    inside = [each for each in here if each.sheltered]
    for first in stormers:
        for second in inside:
            if second.faction in ground.foes[first.faction]:
                rest = [each for each in (*stormers, *inside) if each.id not in (first.id, second.id)]
                sides = _grown(ground, first, second, rest)
                yield Clash(area, _led(state, sides), roles=("assault", "defend"), storm=True)
                return


def may_storm(column: Column) -> bool:
    """Whether a force was told to storm the place that it besieges, and stands before it."""
    return column.order.do == "besiege" and column.order.storm and column.at == column.goal
