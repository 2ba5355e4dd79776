"""What a rule system tells of its armies and battles to campaigns: one `CampaignSystem` a system.

A campaign counts the
strength of a unit in steps (its VBU, its bases, its strength points) and its worth in what lists cost. What a
battle did to units comes back as a `BattleReport`, whoever fought it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from rulesets.engine.lists import ArmyList

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


@dataclass(frozen=True)
class CampaignSystem:
    """How a system's armies go through a campaign.

    `measure`: what worth is counted in, for people; `step`: what a step is called ("BU", "base").
    `units(army)` tells every unit of a list. `fielded(army, lost)`: the list document that takes the field
    when units have lost so many steps: units with none left are left out, commands without units too.
    `setup(lists, lost, sides, ground, turns, seed)`: the set-up document of a battle of two such lists, what
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
    """

    system: str
    measure: str
    step: str
    units: Callable[[ArmyList], tuple[CampaignUnit, ...]]
    fielded: Callable[[ArmyList, Mapping[str, int]], dict[str, Any]]
    setup: Callable[..., dict[str, Any]]
    report: Callable[[Mapping[str, Any], Mapping[str, Any], Mapping[str, Any]], BattleReport] | None = None
    recorded: Callable[[Sequence[Mapping[str, Any]], Mapping[str, Any]], BattleReport] | None = None
    engine: bool = True
    terrains: Mapping[str, str] = field(default_factory=dict)
    staged: Callable[[Mapping[str, Any], str | Mapping[str, Any]], dict[str, Any]] | None = None
    scenarios: Callable[[], Mapping[str, str]] = dict
