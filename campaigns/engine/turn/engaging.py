"""Engagements: who faces whom once all marches are over, in which role and on what ground.

Whoever stands in one area with an enemy in the field faces them, whether they met on the march or stood there
before. A side is made of forces that are all allied among themselves and all at war with the other side; a
force is in one engagement at most, so those who fit on neither side wait for another turn. Where the rules
want a side to be worth something, lesser ones slip away from a greater enemy or are taken, and two of them
leave each other alone.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from campaigns.engine.events.base import ALL, Log
from campaigns.engine.events.turns import Engaged
from campaigns.engine.rules import Role
from campaigns.engine.state import Engagement, EngagementSide, State, to_json
from campaigns.engine.turn.ground import Ground, breached
from campaigns.engine.turn.losses import capture
from campaigns.engine.turn.movement import ALWAYS, Column, Contact, Marches
from campaigns.engine.ways import map_of
from campaigns.wording import turn as words

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
    """Return the clashes of a turn, in the order of areas: in the field first, then assaults on walls."""
    ground = Ground(state)
    met: dict[tuple[str, str], Contact] = {}
    for contact in contacts:
        a, b = sorted(contact.forces)
        # Two may meet again in a turn; the first time decides who attacks.
        met.setdefault((a, b), contact)
    found = []
    by_area: dict[str, list[Column]] = defaultdict(list)
    for key in sorted(columns):
        by_area[columns[key].at].append(columns[key])
    for area in sorted(by_area):
        # There are no battles at sea: forces there only pass.
        if map_of(state).by_id[area].terrain == "sea":
            continue
        here = [each for each in by_area[area] if each.strong and each.force.strength]
        field_ = list(_in_the_field(state, ground, area, here, met))
        found += field_
        # Nobody fights twice in a turn: a relief in the field goes before the storm of the walls.
        busy = {each.id for clash in field_ for side in clash.sides for each in side}
        found += _storms(state, ground, area, [each for each in here if each.id not in busy])
    return found


def engagement(state: State, clash: Clash, key: str) -> Engagement:
    """Return the engagement that a clash is."""
    area, contact = map_of(state).by_id[clash.area], clash.contact
    link = contact.link if contact and contact.on_way else None
    sides = [
        EngagementSide(
            side[0].faction, [each.id for each in side], role,
            fortified=clash.storm and index == 1, ambush=role == "ambush",
        )
        for index, (side, role) in enumerate(zip(clash.sides, clash.roles, strict=True))
    ]  # fmt: skip
    return Engagement(
        id=key, turn=state.turn, area=clash.area, sides=sides,
        terrain="mountains" if link and link.kind == "pass" else area.terrain,
        link=link.key if link else "", river=_over_a_river(clash),
        bad=any(each.bad for each in state.rules.calendar.weather if each.name == state.weather),
        walls=area.walls if clash.storm else 0, system=clash.sides[0][0].force.system,
    )  # fmt: skip


def open_battle(log: Log, made: Engagement, rule: str, known: tuple[str, ...] = (ALL,)) -> None:
    """Let an engagement stand open, as those learn who are `known`."""
    log.apply(Engaged(rule, known, to_json(made)))


def _over_a_river(clash: Clash) -> bool:
    """Whether they met on a river crossing, or one side came over it against one that stood behind it."""
    contact = clash.contact
    if contact is None or contact.link is None or contact.link.kind != "crossing":
        return False
    return contact.on_way or clash.roles[0] != "field"


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
    """Return the two enemies who met first, those there all the time last; None if there are none."""
    pairs = [
        (met[a.id, b.id].time if (a.id, b.id) in met else LATE, a.id, b.id, a, b)
        for index, a in enumerate(pool)
        for b in pool[index + 1 :]
        if b.faction in ground.foes[a.faction]
    ]
    # The ids stand before the columns in each tuple, so that columns are never compared.
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
        # The greatest force always fights, even alone beyond the limit: else nobody could.
        if not found or not most or worth + column.force.worth <= most:
            found.append(column)
            worth += column.force.worth
    return found


def _in_roles(state: State, ground: Ground, here: list[Column], clash: Clash) -> Clash:
    """Return the clash with the attacker first and the roles of both."""
    first, second = clash.sides
    sallies = [any(each.sheltered for each in side) for side in clash.sides]
    stood = [any(each.since == ALWAYS for each in side) for side in clash.sides]
    roles: tuple[Role, Role] = ("field", "field")
    if any(sallies):
        first, second = (first, second) if sallies[0] else (second, first)
        roles = ("attack", "defend")
    elif stood[0] != stood[1] and not (clash.contact and clash.contact.on_way):
        first, second = (second, first) if stood[0] else (first, second)
        attack: Role = "relief" if _relieves(state, ground, here, first, second) else "attack"
        roles = (attack, "ambush" if all(each.hides for each in second) else "defend")
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


def fought(log: Log, marches: Marches, found: list[Clash]) -> list[Clash]:
    """Return the clashes that become engagements, once those too weak for one have gone or are taken."""
    return [clash for clash in found if not _settled(log, marches, clash)]


def _settled(log: Log, marches: Marches, clash: Clash) -> bool:
    """Return whether there is nothing to fight about, because a side is too weak: it evades or is taken."""
    least = log.state.rules.battles.least
    weak = [sum(each.force.worth for each in side) < least for side in clash.sides]
    if clash.storm or not any(weak):
        return False
    losers, winners = clash.sides if weak[0] else clash.sides[::-1]
    foe = winners[0]
    for column in losers if not all(weak) else ():
        # The marches are logged already: only what this evasion adds is applied here.
        before = len(marches.tidings)
        if marches.evade(1, column, foe, ()):
            for event in marches.tidings[before:]:
                log.apply(event)
        else:
            why = words.too_weak_to_fight(foe.force.name)
            capture(log, column.force, foe.faction, why, "battles.least")
    return True
