"""A campaign at one moment: the state that turns change.

Plain dataclasses that JSON can hold; `to_json` and `from_json` are each other's reverse. Only events change a
state (events.py); what is derived from it (strength, worth, who holds what) is counted when it is asked for.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Literal

from pydantic import TypeAdapter

from campaigns.engine.maps import CampaignMap
from campaigns.engine.rules import CampaignRules, Role

Shape = Literal["map", "ladder", "story"]
Phase = Literal["orders", "battles", "over"]
Relation = Literal["war", "neutral", "truce", "alliance"]
UnitStatus = Literal["ready", "away", "lost"]
Fate = Literal["well", "wounded", "captured", "killed"]
Fallen = Literal["stood", "fled", "destroyed"]
Means = Literal["board", "automatic", "table", "quick"]

NOBODY = ""


@dataclass(slots=True)
class Leader:
    """The leader of a command, as the list has them. `back`: the turn in which a wounded one leads again;
    `captor`: the faction that holds a captured one.
    """

    level: str
    name: str = ""
    commander_in_chief: bool = False
    fate: Fate = "well"
    back: int = 0
    captor: str = NOBODY


@dataclass(slots=True)
class Command:
    """A command of a force's list. Its id is unique in the campaign; `card`: that of its book."""

    id: str
    name: str = ""
    card: str = ""
    leader: Leader | None = None


@dataclass(slots=True)
class Unit:
    """A unit: an entry of its force's book, with what the campaign did to it.

    `steps` it has at full strength, of which `lost` are gone; `worth` at full strength in what its system's
    lists cost. `away`: it comes back in turn `back`; `lost` for good. `arm`: foot, horse, dragoons, guns or
    other. The id is unique in the campaign and stays the same for ever; `command` is a Command's id.
    """

    id: str
    command: str
    entry: str
    name: str
    steps: int
    worth: float
    arm: str = "foot"
    options: list[str] = field(default_factory=list)
    bases: int = 0
    lost: int = 0
    status: UnitStatus = "ready"
    back: int = 0
    experience: int = 0

    @property
    def left(self) -> int:
        """The steps that it has, none while it is away or lost."""
        return max(0, self.steps - self.lost) if self.status == "ready" else 0

    @property
    def mounted(self) -> bool:
        """Whether it rides."""
        return self.arm in ("horse", "dragoons")


@dataclass(slots=True)
class Force:
    """A body of troops that marches and fights as one.

    `at`: the area it stands in. `commander`: the key of the player who writes its orders, "" for the
    commander-in-chief alone. `system`, `book`, `book_version`, `extras`: of the list that its units make.
    `inside`: it lies in its area's fortress or city as garrison; `besieging` that of its area. `loot` in
    currency. `unsupplied`: turns in a row without supply. `came_by`: the area that it last marched from,
    where it would retreat to. `klass`: the key of its class in the rules. `trail`: the areas that it marched
    into in its last march part, in their order.
    """

    id: str
    name: str
    faction: str
    at: str
    system: str
    book: str
    book_version: str = "1"
    klass: str = "force"
    commander: str = ""
    extras: dict[str, Any] = field(default_factory=dict)
    commands: list[Command] = field(default_factory=list)
    units: list[Unit] = field(default_factory=list)
    inside: bool = False
    besieging: bool = False
    loot: int = 0
    unsupplied: int = 0
    supplied: bool = True
    came_by: str = ""
    gone: bool = False
    trail: list[str] = field(default_factory=list)

    def ready(self) -> Iterator[Unit]:
        """Yield the units that can march and fight."""
        return (unit for unit in self.units if unit.status == "ready" and unit.lost < unit.steps)

    @property
    def strength(self) -> int:
        """The steps that it has."""
        return sum([unit.steps - unit.lost for unit in self.ready()])

    @property
    def worth(self) -> float:
        """What it is worth as it stands, in what its system's lists cost."""
        whole = sum([unit.worth * (unit.steps - unit.lost) / unit.steps for unit in self.ready()])
        return round(whole, 2)

    @property
    def mounted(self) -> bool:
        """Whether every man of it rides."""
        troops = list(self.ready())
        return bool(troops) and all(unit.mounted for unit in troops)


@dataclass(slots=True)
class Sighting:
    """What a faction knows of somebody else's force, as of a turn: it may be wrong and grows old."""

    force: str
    name: str
    faction: str
    area: str
    turn: int
    worth: float
    how: Literal["seen", "scouted", "fought", "rumour"] = "seen"


@dataclass(slots=True)
class Faction:
    """A side of the campaign. `money` in currency; what it gets each turn beside its areas' income: `income`,
    `per_occupied` for every area held outside its home, `per_home` for every area of its home that it holds.
    `relations` to others where they are not the rules' default; `notice`: turns until one becomes war.
    `sightings` by force id; `seen`: the areas whose owner and loot it knows, with the turn.
    """

    id: str
    name: str
    colour: str
    money: int = 0
    income: int = 0
    per_occupied: int = 0
    per_home: int = 0
    capital: str = ""
    points: int = 0
    neutral: bool = False
    rating: int = 0
    relations: dict[str, Relation] = field(default_factory=dict)
    offers: dict[str, Relation] = field(default_factory=dict)
    notice: dict[str, int] = field(default_factory=dict)
    sightings: dict[str, Sighting] = field(default_factory=dict)


@dataclass(slots=True)
class AreaState:
    """What the campaign did to an area. `looted`: the turn until which it brings nothing, 0: unharmed.
    `works`: how far siege works have gone, `siege`: turns that it has lasted, by `besieger` (a faction).
    `stock`: what its magazine holds.
    """

    owner: str = NOBODY
    looted: int = 0
    works: int = 0
    siege: int = 0
    besieger: str = NOBODY
    stock: int = 0


@dataclass(slots=True)
class UnitFate:
    """What a battle did to a unit: `lost` steps, and whether it stood, fled or was destroyed."""

    lost: int = 0
    fallen: Fallen = "stood"


@dataclass(slots=True)
class Outcome:
    """How an engagement ended, whoever settled it. `winner`: 0, 1 or None for a draw; `units` by unit id
    those that were harmed; `leaders`: ids of commands whose leader was lost; `scores` of both sides as the
    system counts, in words and figures; `how` it ended, a sentence. The winner holds the field. `by`: of a
    battle on a table whose report it is: a faction's that the umpire accepted, BOTH_SIDES, THE_UMPIRE, or ""
    where that was not noted.
    """

    winner: int | None
    how: str = ""
    units: dict[str, UnitFate] = field(default_factory=dict)
    leaders: list[str] = field(default_factory=list)
    scores: list[dict[str, Any]] = field(default_factory=list)
    means: Means = "quick"
    turns: int = 0
    by: str = ""

    @property
    def fought(self) -> bool:
        """Whether anything of it was fought: on the board a battle can end before its first turn."""
        return self.means != "board" or self.turns > 0


# With a space in them, which no faction's id has.
BOTH_SIDES, THE_UMPIRE = "both sides", "the umpire"


@dataclass(slots=True)
class EngagementSide:
    """One side of an engagement: its forces (the first leads), its faction and its role on this ground."""

    faction: str
    forces: list[str]
    role: Role = "field"
    fortified: bool = False
    ambush: bool = False


@dataclass(slots=True)
class Engagement:
    """Two sides that met in a turn. `area` where, `link` the way on which they met ("" in the area itself).
    `terrain` of that ground, `river`: it is fought over a crossing; `bad`: in bad weather. `scenario`: for a
    story's engagement the key of its scenario, or what it is called where its system has none of that key;
    `staged`: the document of a scenario in its place, while it is fought. `outcome`: None while it is open.
    """

    id: str
    turn: int
    area: str
    sides: list[EngagementSide]
    terrain: str = "fields"
    link: str = ""
    river: bool = False
    bad: bool = False
    walls: int = 0
    scenario: str = ""
    system: str = ""
    staged: dict[str, Any] | None = None
    outcome: Outcome | None = None


@dataclass(slots=True)
class StoryBranch:
    """Where a story goes on: to the node `to` if `when` is how the last battle ended for the first side."""

    when: Literal["won", "lost", "drawn", "any"]
    to: str
    words: str = ""


@dataclass(slots=True)
class StoryNode:
    """A scene of a story: the text shown before it, who fights whom where, and the branches after it. Without
    `sides` it is only text; without branches the story ends. `points` go to the winner.
    """

    id: str
    name: str
    words: str = ""
    sides: list[str] = field(default_factory=list)
    roles: list[Role] = field(default_factory=list)
    terrain: str = "fields"
    scenario: str = ""
    points: int = 1
    branches: list[StoryBranch] = field(default_factory=list)


@dataclass(slots=True)
class Story:
    """The tree of a story, and the node that it has come to; `told`: those behind it."""

    nodes: list[StoryNode] = field(default_factory=list)
    at: str = ""
    told: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Challenge:
    """A challenge on a ladder: made in `turn`; an accepted one becomes an engagement."""

    id: str
    by: str
    to: str
    turn: int
    accepted: bool = False


@dataclass(slots=True)
class LadderState:
    """The rungs of a ladder from the top (faction ids), open challenges, and when two met last ("a~b")."""

    rungs: list[str] = field(default_factory=list)
    challenges: list[Challenge] = field(default_factory=list)
    met: dict[str, int] = field(default_factory=dict)


@dataclass(slots=True)
class State:
    """A campaign at one moment. `date`: ISO, the first day of the turn; `turn` counts from 1. `systems`: in
    which its battles may be fought, the first is the usual one. `map` is empty for ladders and stories.
    `standing_orders`: by force id the order (as JSON) that it carries out at the end of the turn. `fled`: the
    forces that fell back before an enemy this turn, where the rules mind it.
    """

    name: str
    shape: Shape
    systems: list[str]
    rules: CampaignRules
    map: CampaignMap | None = None
    turn: int = 1
    date: str = "1650-03-01"
    season: str = "spring"
    weather: str = ""
    phase: Phase = "orders"
    factions: dict[str, Faction] = field(default_factory=dict)
    areas: dict[str, AreaState] = field(default_factory=dict)
    forces: dict[str, Force] = field(default_factory=dict)
    engagements: dict[str, Engagement] = field(default_factory=dict)
    story: Story | None = None
    ladder: LadderState | None = None
    winner: str = NOBODY
    made: int = 0
    standing_orders: dict[str, dict[str, Any]] = field(default_factory=dict)
    fled: list[str] = field(default_factory=list)

    def flees(self, force: str) -> None:
        """Note that a force fell back before an enemy, where the rules mind it."""
        if not self.rules.control.fled:
            self.fled = [*self.fled, force]

    def standing(self) -> Iterator[Force]:
        """Yield the forces that are still there, in the order of their ids."""
        return (self.forces[key] for key in sorted(self.forces) if not self.forces[key].gone)

    def relation(self, a: str, b: str) -> Relation:
        """Return what two factions are to each other; a faction is its own ally. It takes only one to be at
        war.
        """
        if a == b:
            return "alliance"
        said = [self.factions[x].relations.get(y) for x, y in ((a, b), (b, a)) if x in self.factions]
        if "war" in said:
            return "war"
        return next((each for each in said if each), None) or self._by_default(a, b)

    def _by_default(self, a: str, b: str) -> Relation:
        """Return what two are to each other of whom nobody said anything: a neutral faction is neutral to
        all.
        """
        if any(self.factions[each].neutral for each in (a, b) if each in self.factions):
            return "neutral"
        return self.rules.diplomacy.default

    @property
    def at_peace(self) -> bool:
        """Whether no two factions are at war."""
        keys = list(self.factions)
        return not any(self.at_war(a, b) for number, a in enumerate(keys) for b in keys[number + 1 :])

    def at_war(self, a: str, b: str) -> bool:
        """Whether forces of the two fight when they meet."""
        return a != b and self.relation(a, b) == "war"

    def to_json(self) -> dict[str, Any]:
        """Return the state as JSON values."""
        value: dict[str, Any] = to_json(self)
        # States from before there were such are the same as ever: the field is written only if it is needed.
        if not self.fled:
            del value["fled"]
        return value

    @staticmethod
    def from_json(value: Any) -> State:
        """Return the state that `to_json` gave; raises pydantic's ValidationError for anything else."""
        state: State = adapter(State).validate_python(value)
        return state


@cache
def adapter(kind: Any) -> TypeAdapter[Any]:
    """Return what reads and writes states, or parts of them such as forces, as JSON."""
    return TypeAdapter(kind)


def outcome_adapter() -> TypeAdapter[Outcome]:
    """Return what reads and writes outcomes as JSON."""
    return adapter(Outcome)


def to_json(value: Any) -> Any:
    """Return a state or a part of it as JSON values."""
    kind: Any = type(value)
    return adapter(kind).dump_python(value, mode="json")
