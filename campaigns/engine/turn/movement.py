"""All marches of a turn at once: every force goes its way step by step, in the order of time, until it has
arrived or is held up by an enemy.

A force counts as standing in an area from the moment it crosses half of the link that leads there. Nothing
depends on the order in which forces are stored: moments are sorted by time, kind and ids, and every chance is
rolled for the pair that it is about.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from campaigns.engine.dice import TurnDice
from campaigns.engine.events.base import CampaignEvent
from campaigns.engine.events.turns import Evaded, Intercepted, Met
from campaigns.engine.maps import Link
from campaigns.engine.orders import ForceOrder, Orders
from campaigns.engine.state import Force, State
from campaigns.engine.turn.ground import Ground
from campaigns.engine.ways import Leg, around, blocked, ground_of, legs, map_of

ALWAYS = -1.0
"""When a force that never marched came to stand: before all others."""
HOLD = ForceOrder()


@dataclass(slots=True)
class Column:
    """A force in the course of a turn: its way, and where it is.

    `why` its legs end before its path does; `entered` what it has marched into; `since` when it came to stand
    (a share of the turn, `ALWAYS` if it never set out, None while it marches). `met`: it is in contact.
    """

    force: Force
    order: ForceOrder
    legs: list[Leg] = field(default_factory=list)
    why: str = ""
    at: str = ""
    came_by: str = ""
    entered: list[str] = field(default_factory=list)
    since: float | None = ALWAYS
    evades: bool = False
    hides: bool = False
    sheltered: bool = False
    strong: bool = True
    met: bool = False
    retreated: bool = False

    @property
    def id(self) -> str:
        """The force's id."""
        return self.force.id

    @property
    def faction(self) -> str:
        """The force's faction."""
        return self.force.faction

    @property
    def free(self) -> bool:
        """Whether nobody has held it up or driven it off: it may still be on the last half of its way."""
        return not (self.met or self.retreated)

    @property
    def holds(self) -> bool:
        """Whether it waits in the field, ready to fall on who passes."""
        return self.order.do == "hold" and self.since == ALWAYS and not self.evades and not self.force.inside

    @property
    def goal(self) -> str:
        """Where its path ends, or where it stands if it has none."""
        return self.order.path[-1] if self.order.path else self.force.at


@dataclass(frozen=True, slots=True)
class Contact:
    """Two enemies who met at a time of the turn: in an area, `link` the way on which one came, or on that
    link itself (`on_way`); `start`: its end that is not the area.
    """

    time: float
    forces: tuple[str, str]
    area: str
    link: Link | None = None
    start: str = ""
    on_way: bool = False


def columns_of(state: State, orders: Mapping[str, Orders], dice: TurnDice) -> dict[str, Column]:
    """Return every force that is there, by id in order, with the legs that the weather lets it march."""
    kinds = state.rules.calendar.weather
    percent = next((each.march for each in kinds if each.name == state.weather), 100)
    columns = {}
    for force in state.standing():
        given = orders.get(force.faction)
        order = given.forces.get(force.id, HOLD) if given else HOLD
        found, why = legs(state, force, order.path, forced=order.forced, weather=percent)
        walled = map_of(state).by_id[force.at].walls > 0
        columns[force.id] = Column(
            force=force, order=order, legs=found, why=why, at=force.at, came_by=force.came_by,
            since=None if found else ALWAYS, evades=order.evade, strong=force.strength > 0,
            hides=_hides(state, force, order, dice), sheltered=not found and force.inside and walled,
        )  # fmt: skip
    return columns


def _hides(state: State, force: Force, order: ForceOrder, dice: TurnDice) -> bool:
    """Whether a force that holds in ambush is not noticed before it fights."""
    if not order.ambush or order.do != "hold" or order.path or force.inside:
        return False
    rules = state.rules.contact
    rough = map_of(state).by_id[force.at].terrain in rules.ambush_ground
    return rough and dice.percent("ambush", force.id) <= rules.ambush


MEETING, ARRIVING, PASSING = 0, 1, 2
"""What may happen at a moment. Of those who enter an area at once, those who stay there do so first."""
Moment = tuple[float, int, str, str, int]
"""(time, what, force, the other one of a meeting, number of the force's leg)."""
SAME = 1e-5
"""Two who are nearer in time than that meet half-way."""


class Marches:
    """The marches of a turn. After `run` the columns stand where they stand at its end; `contacts` are those
    that were held, `tidings` the events of contacts, evasions and interceptions in the order of time.
    """

    def __init__(self, state: State, columns: dict[str, Column], dice: TurnDice) -> None:
        self.state = state
        self.columns = columns
        self.dice = dice
        self.foes = Ground(state).foes
        self.contacts: list[Contact] = []
        self.tidings: list[CampaignEvent] = []
        self.here: dict[str, set[str]] = defaultdict(set)
        for column in columns.values():
            self.here[column.at].add(column.id)

    def run(self) -> None:
        """Let everybody march."""
        # Before any march: who is held up in its area never sets out, whatever its moments say.
        for key in sorted(self.columns):
            self._set_out(self.columns[key])
        # All moments are known beforehand; those of columns that were stopped are skipped when they come.
        for time, kind, key, other, leg in sorted(self._moments()):
            column = self.columns[key]
            if kind == MEETING:
                if column.free and self.columns[other].free:
                    self._meet(time, column, self.columns[other], column.legs[leg])
            elif column.since is None:
                self._enter(time, column, leg)

    def enemies(self, column: Column) -> list[Column]:
        """Those in a column's area whom it would fight: those who stand come first, then by id."""
        return self._enemies_at(column.at, column.faction)

    def evade(self, time: float, column: Column, foe: Column, avoid: Iterable[str]) -> bool:
        """Whether a column gets away from an enemy; it falls back to a place that is not in `avoid`."""
        rules = self.state.rules.contact
        chance = rules.mounted_evade if column.force.mounted else rules.evade
        # Rolled before a refuge is looked for: the search is the dear part.
        if self.dice.percent("evade", column.id, foe.id) > chance:
            return False
        refuge = self._refuge(column, set(avoid))
        if not refuge:
            return False
        self._note(Evaded, column, foe, came_from=column.at, area=refuge)
        self._move(column, refuge)
        # It has gone as far as it can today, so it cannot evade a second enemy.
        column.since, column.evades, column.retreated = max(time, 0.0), False, True
        return True

    # Moments

    def _moments(self) -> Iterator[Moment]:
        """Every moment at which something may happen, if those it is about get so far."""
        ways: dict[tuple[str, str], list[tuple[Column, int]]] = defaultdict(list)
        for column in self.columns.values():
            for number, leg in enumerate(column.legs):
                kind = ARRIVING if leg is column.legs[-1] else PASSING
                yield leg.enters, kind, column.id, "", number
                # Ships pass each other unseen; and who has no men left meets nobody.
                if leg.link.kind != "sea" and column.strong:
                    ways[leg.start, leg.goal].append((column, number))
        for (start, goal), there in ways.items():
            # Each link is looked at from one end only, or every pair would meet twice.
            if start < goal:
                yield from self._meetings(there, ways.get((goal, start), []))

    def _meetings(self, there: list[tuple[Column, int]], back: list[tuple[Column, int]]) -> Iterator[Moment]:
        for column, number in there:
            foes = self.foes[column.faction]
            for other, others_number in back:
                if other.faction in foes:
                    time = meeting_time(column.legs[number], other.legs[others_number])
                    if time is not None:
                        yield time, MEETING, column.id, other.id, number

    # What happens at a moment

    def _set_out(self, column: Column) -> None:
        """Before all marches: who stands before an enemy may have to fight a way out, or evade."""
        standing = [each for each in self.enemies(column) if each.since is not None]
        if not column.strong or column.sheltered or not standing:
            return
        if column.since is not None:
            if column.evades:
                self.evade(0, column, standing[0], ())
            return
        for other in standing:
            ready = other.holds or other.force.besieging
            chance = self.state.rules.contact.intercept if ready else self.state.rules.contact.crossing
            if self.dice.percent("slip", column.id, other.id) <= chance:
                self._contact(Contact(0, (column.id, other.id), column.at), column, other, ())
            if column.since is not None:
                return

    def _enter(self, time: float, column: Column, number: int) -> None:
        leg, last = column.legs[number], number == len(column.legs) - 1
        self._move(column, leg.goal)
        column.entered.append(leg.goal)
        for other in self.enemies(column) if column.strong else ():
            if self._catches(column, other, last):
                contact = Contact(time, (column.id, other.id), leg.goal, leg.link, leg.start)
                self._contact(contact, column, other, (leg.start,))
            if column.since is not None:
                return
        if last:
            column.since = time
        elif column.strong:
            self._intercept(time, column)

    def _catches(self, column: Column, other: Column, last: bool) -> bool:
        """Whether a column that enters an area meets an enemy who is there."""
        rules = self.state.rules
        if other.since is None:
            # Sorted, so that both columns have the same roll whoever comes first.
            pair = sorted((column.id, other.id))
            return self.dice.percent("crossing", *pair, column.at) <= rules.contact.crossing
        if last or rules.march.stop_at_enemy:
            return True
        chance = rules.contact.intercept if other.holds else rules.contact.crossing
        return self.dice.percent("intercept", other.id, column.id, column.at) <= chance

    def _meet(self, time: float, column: Column, other: Column, leg: Leg) -> None:
        """Two columns from opposite ends of a link: they meet on it, nearer to one of its ends."""
        ends = (leg.start, leg.goal)
        for one, foe in ((column, other), (other, column)):
            if one.evades and self.evade(time, one, foe, ends):
                return
        # Times are sums of floats: equal marches may differ in the last digits.
        half_way = abs(time - leg.enters) < SAME
        area = min(ends) if half_way else leg.start if time < leg.enters else leg.goal
        for one in (column, other):
            if one.at != area:
                self._move(one, area)
                one.entered.append(area)
        start = leg.link.other(area)
        self._hold(Contact(time, (column.id, other.id), area, leg.link, start, on_way=True), column, other)

    def _intercept(self, time: float, column: Column) -> None:
        """Let enemies who hold near by fall on a column that marches past, if they get to it."""
        rules = self.state.rules.contact
        near = around(self.state, column.at, rules.intercept_range)
        for area in sorted(near.keys() - {column.at}, key=lambda each: (near[each], each)):
            for other in (self.columns[key] for key in sorted(self.here[area])):
                waits = other.holds and other.strong and not (other.met or other.sheltered)
                hostile = other.faction in self.foes[column.faction]
                # Who has an enemy in its own area does not turn its back on them.
                if not (waits and hostile) or self.enemies(other):
                    continue
                rolled = self.dice.percent("intercept", other.id, column.id, column.at)
                if rolled > rules.intercept or not (path := self._route(other, column.at)):
                    continue
                self._note(Intercepted, other, column, came_from=other.at, path=tuple(path))
                start = [other.at, *path][-2]
                for each in path:
                    self._move(other, each)
                other.since = time
                link = map_of(self.state).ways[start][column.at]
                contact = Contact(time, (other.id, column.id), column.at, link, start)
                self._contact(contact, other, column, ())
                if column.since is not None:
                    return

    def _route(self, column: Column, goal: str) -> list[str]:
        """Return the way over land to an area one or two links away, no enemy in between; [] for none."""
        if self._open(column, column.at, goal):
            return [goal]
        for area in sorted(map_of(self.state).ways[column.at]):
            free = self._open(column, column.at, area) and not self._enemies_at(area, column.faction)
            if free and self._open(column, area, goal):
                return [area, goal]
        return []

    def _open(self, column: Column, start: str, goal: str) -> bool:
        link: Link | None = map_of(self.state).ways[start].get(goal)
        return (
            link is not None and link.kind != "sea" and not blocked(self.state, column.faction, start, goal)
        )

    # Contact

    def _contact(self, contact: Contact, column: Column, other: Column, avoid: tuple[str, ...]) -> None:
        """Let a column that came from `avoid` meet another: one of them gets away, or both are held."""
        for one, foe, closed in ((other, column, avoid), (column, other, ())):
            if one.evades and self.evade(contact.time, one, foe, closed):
                return
        self._hold(contact, column, other)

    def _hold(self, contact: Contact, column: Column, other: Column) -> None:
        for one in (column, other):
            one.met = True
            if one.since is None:
                one.since = max(contact.time, 0.0)
        self.contacts.append(contact)
        self._note(Met, column, other, area=contact.area, start=contact.start if contact.on_way else "")

    def _enemies_at(self, area: str, faction: str) -> list[Column]:
        if map_of(self.state).by_id[area].terrain == "sea":
            return []
        foes = self.foes[faction]
        found = (self.columns[key] for key in self.here[area])
        met = [each for each in found if each.faction in foes and each.strong and not each.sheltered]
        # `here` is a set: without the sort the order would differ from run to run.
        return sorted(met, key=lambda each: (each.since is None, each.id))

    def _refuge(self, column: Column, avoid: set[str]) -> str:
        """Return where a column falls back to: where it came from, or friendly country; "" for nowhere."""
        ways = map_of(self.state).ways[column.at]
        ground = {area: ground_of(self.state, column.faction, area) for area in sorted(ways)}
        friendly = [area for area, whose in ground.items() if whose in ("own", "friendly")]
        for area in [column.came_by, *friendly]:
            if area in avoid or area not in ways or ground[area] == "enemy":
                continue
            if self._open(column, column.at, area) and not self._enemies_at(area, column.faction):
                return area
        return ""

    def _move(self, column: Column, area: str) -> None:
        self.here[column.at].discard(column.id)
        self.here[area].add(column.id)
        column.came_by, column.at = column.at, area

    def _note(
        self, kind: Callable[..., CampaignEvent], column: Column, other: Column, **fields: object
    ) -> None:
        known = tuple(sorted({column.faction, other.faction}))
        rule = (
            "contact.intercept" if kind is Intercepted else "contact.evade" if kind is Evaded else "contact"
        )
        self.tidings.append(kind(rule, known, force=column.id, other=other.id, **fields))


def meeting_time(leg: Leg, other: Leg) -> float | None:
    """When two who march over one link from opposite ends meet on it; None if they are not on it together."""
    if max(leg.leaves, other.leaves) >= min(leg.arrives, other.arrives):
        return None
    speed, others = 1 / (leg.arrives - leg.leaves), 1 / (other.arrives - other.leaves)
    time = (1 + leg.leaves * speed + other.leaves * others) / (speed + others)
    if abs(time - leg.enters) < SAME:
        return min(leg.enters, other.enters)
    return round(time, 6)
