"""Forces on the march: what each of them sets out to do this turn, and how far it has come."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from campaigns.engine.dice import TurnDice
from campaigns.engine.maps import Link
from campaigns.engine.orders import ForceOrder, Orders
from campaigns.engine.state import Force, State
from campaigns.engine.ways import Leg, legs, map_of

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
