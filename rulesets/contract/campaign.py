"""What a rule system says of its armies and battles to campaigns: one `CampaignSystem` a system.

A campaign counts the strength of a unit in steps (its VBU, its bases, its strength points) and its worth in
what lists cost. What a battle did to units comes back as a `BattleReport`, whoever fought it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar

from rulesets.engine.books import data
from rulesets.engine.document import SetupError
from rulesets.engine.fielding import check_entries, fielded_list
from rulesets.engine.lists import ListCommand, ListLeader
from rulesets.engine.mustering import SIDES, unit_names

if TYPE_CHECKING:
    from rulesets.engine.books import Book
    from rulesets.engine.lists import ArmyList, ListUnit

Arm = Literal["foot", "horse", "dragoons", "guns", "other"]
Fallen = Literal["stood", "fled", "destroyed"]


@dataclass(frozen=True, slots=True)
class CampaignUnit:
    """A unit of a list: its steps at full strength, its worth, its arm, what to call it.

    `bases`: how many its list should name, so that it keeps them whoever else falls; 0 where lists name none.
    """

    id: str
    name: str
    steps: int
    worth: float
    arm: Arm
    bases: int = 0


def campaign_units(
    army: ArmyList, book: Book[Any], counted: Callable[[ListUnit], tuple[int, float, Arm]]
) -> tuple[CampaignUnit, ...]:
    """Return every unit of a list from `book`, of which `counted` gives the steps, the worth and the arm;
    raises ListError for entries that the book does not have.
    """
    check_entries(army, book)
    names = unit_names(army, book)
    return tuple(CampaignUnit(unit.id, names[unit.id], *counted(unit)) for unit in army.units())


@dataclass(frozen=True, slots=True)
class BattleGround:
    """The ground of an engagement: the map's terrain, whether a river is fought over, bad weather, walls
    (their strength), and which side (0 or 1, None: neither) is fortified or waits in ambush.
    """

    terrain: str = "fields"
    river: bool = False
    bad: bool = False
    walls: int = 0
    fortified: int | None = None
    ambush: int | None = None
    attacker: int = 0


@data
class GroundRow:
    """A ground of maps: its key, what it is on a table in words."""

    key: str
    words: str


Row = TypeVar("Row", bound=GroundRow)


@data
class Grounds(Generic[Row]):
    """The grounds of maps, as a system's data/campaigning.toml has them."""

    ground: tuple[Row, ...]

    def row(self, key: str) -> Row:
        """Return the ground with that key, the first one for a key that is none."""
        return next((row for row in self.ground if row.key == key), self.ground[0])

    @property
    def terrains(self) -> dict[str, str]:
        """What each ground becomes, in words."""
        return {row.key: row.words for row in self.ground}


@dataclass(frozen=True, slots=True)
class UnitOutcome:
    """What became of a unit in a battle: `lost` steps in it, beyond those it came without."""

    lost: int
    fallen: Fallen


@dataclass(frozen=True, slots=True)
class BattleReport:
    """How a battle ended: the winner (None: a draw), a sentence, by side what became of units (by their id in
    the list; those unharmed left out) and the ids of commands whose leaders were lost, scores in words and
    figures, turns.
    """

    winner: int | None
    how: str
    units: tuple[Mapping[str, UnitOutcome], Mapping[str, UnitOutcome]]
    leaders: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    scores: tuple[Mapping[str, Any], ...] = ()
    turns: int = 0


def battle_report(
    result: Mapping[str, Any], outcomes: Iterable[tuple[str, UnitOutcome]], leaders: Iterable[str] = ()
) -> BattleReport:
    """Return the report of a battle that the engine fought, from its result as JSON.

    `outcomes`: what became of units, by their ids in the battle (`a.c1u2`); `leaders`: the ids in the battle
    of commands that have lost theirs.
    """
    units: tuple[dict[str, UnitOutcome], ...] = {}, {}
    for id_, outcome in outcomes:
        if outcome != UnitOutcome(0, "stood"):
            units[SIDES.index(id_[0])][id_[2:]] = outcome
    lost = list(leaders)
    first, second = (tuple(id_[2:] for id_ in lost if id_[0] == letter) for letter in SIDES)
    return BattleReport(
        result["winner"], result["how"], (units[0], units[1]), (first, second), tuple(result["scores"]),
        result["turns"],
    )  # fmt: skip


def roomy_table(
    table: Mapping[str, float], check: Callable[[dict[str, float]], None], step: float, most: float
) -> dict[str, float]:
    """Return a table, as much wider by `step` as its armies need to deploy on it, up to `most`.

    `check(table)` raises SetupError; any but that of the table's size is raised on.
    """
    found = dict(table)
    while found["width"] < most:
        try:
            check(found)
        except SetupError as error:
            if error.path != "table":
                raise
            found["width"] = min(found["width"] + step, most)
        else:
            break
    return found


@dataclass(frozen=True)
class CampaignSystem:
    """How a system's armies go through a campaign.

    `measure`: what worth is counted in, for people; `step`: what a step is called ("BU", "base").
    `units(army)` gives every unit of a list.
    `setup(lists, lost, sides, ground, turns, seed)`: the set-up document of a battle of two worn lists, what
    they have lost already on their units where the system plays it so. `report(setup, state, result)`: what a
    battle fought by the engine leaves, from its state and result as JSON, None where none is fought.
    `recorded(lists, result)`: the same of a battle recorded on a table (see `contract.record`), None
    where nothing is recorded.
    `engine`: whether battles can be fought here to their end. `terrains`: what each ground of a map becomes
    on a table, in words.
    `staged(setup, scenario)`: a set-up as a scenario has it, the key of one that ships or the document of
    another, with the lists of the set-up; raises LeaguerError for one that there is not or that does not
    take them. None for a system whose battles know no scenarios. `scenarios()`: those that ship, by key
    their names.
    `substitute()`: the level of who leads a command whose leader is gone, None where it is led by nobody.
    `worn(army, lost)`: the list that takes the field, where it is more than the list without the units that
    have no steps left.
    """

    system: str
    measure: str
    step: str
    units: Callable[[ArmyList], tuple[CampaignUnit, ...]]
    setup: Callable[..., dict[str, Any]]
    report: Callable[[Mapping[str, Any], Mapping[str, Any], Mapping[str, Any]], BattleReport] | None = None
    recorded: Callable[[Sequence[Mapping[str, Any]], Mapping[str, Any]], BattleReport] | None = None
    engine: bool = True
    terrains: Mapping[str, str] = field(default_factory=dict)
    staged: Callable[[Mapping[str, Any], str | Mapping[str, Any]], dict[str, Any]] | None = None
    scenarios: Callable[[], Mapping[str, str]] = dict
    substitute: Callable[[], str] | None = None
    worn: Callable[[ArmyList, Mapping[str, int]], dict[str, Any]] | None = None

    def fielded(self, army: ArmyList, lost: Mapping[str, int]) -> dict[str, Any]:
        """Return the list document that takes the field when units have lost so many steps.

        Units with none left are left out, commands without units too.
        """
        if self.worn is not None:
            return self.worn(army, lost)
        gone = {each.id for each in self.units(army) if lost.get(each.id, 0) >= each.steps}
        return fielded_list(army, gone, leader=self._leader)

    def _leader(self, command: ListCommand) -> ListLeader | None:
        if command.leader is not None or not command.units or self.substitute is None:
            return command.leader
        return ListLeader(level=self.substitute())
