"""Engagements fought in another system than the forces': with army lists that stand in for them.

    systems_for  in which systems an engagement may be fought so
    stood_in     the campaign with the stand-ins in the forces' place, for whatever fights or reports a battle
    carried      what a battle of the stand-ins costs the forces that they stand for

A stand-in takes the field fresh. What carries over is the share of its steps that it lost, arm by arm.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, Literal

from pydantic import Field, field_validator

from campaigns.engine.dice import TurnDice
from campaigns.engine.forces import fighting, muster, system_of
from campaigns.engine.maps import KeyOrNone, Strict, Text
from campaigns.engine.quick import breaking, wear
from campaigns.engine.state import (
    Command,
    Engagement,
    EngagementSide,
    Fallen,
    Force,
    Outcome,
    State,
    Unit,
    UnitFate,
)
from rulesets.contract.documents import parse_list
from rulesets.engine.dice import SeededDice
from rulesets.engine.errors import LeaguerError

SIDES = (0, 1)
KEYS = ("a", "b")
"""The ids of the stand-in forces of both sides."""

Army = Mapping[str, Any] | None
"""The list that stands in for a side; None: its own forces take the field."""


class StandInArmy(Strict):
    """An army that was named for a side: what it is called, what it is worth, what the forces are that it
    stands for, its list (None: the side's own forces, as they stand).
    """

    name: Text
    worth: Annotated[float, Field(ge=0, le=1_000_000)]
    against: Annotated[float, Field(ge=0, le=1_000_000)] = 0
    document: dict[str, Any] | None = None

    @field_validator("document")
    @classmethod
    def _is_a_list(cls, value: dict[str, Any] | None) -> dict[str, Any] | None:
        try:
            return None if value is None else parse_list(value).to_json()
        except LeaguerError as error:
            raise ValueError(str(error)) from None


class StandIns(Strict):
    """That an engagement is to be fought in `system` by `means`, as the faction `by` proposed ("": the
    umpire), and with which armies; None for a side that has named none yet.
    """

    system: Text
    means: Literal["board", "automatic", "table"]
    by: KeyOrNone = ""
    armies: tuple[StandInArmy | None, StandInArmy | None] = (None, None)

    @property
    def whole(self) -> bool:
        """Whether both sides have named their armies."""
        return None not in self.armies

    @property
    def documents(self) -> tuple[Army, Army]:
        """The lists of both armies; for `whole` ones."""
        first, second = (each.document if each else None for each in self.armies)
        return first, second


@dataclass(frozen=True, slots=True)
class Share:
    """Of so many `steps`, how many were lost by units that stood, that fled, that were destroyed."""

    steps: int = 0
    stood: int = 0
    fled: int = 0
    destroyed: int = 0

    @property
    def lost(self) -> int:
        """All steps lost."""
        return self.stood + self.fled + self.destroyed

    def __add__(self, other: Share) -> Share:
        return Share(
            self.steps + other.steps,
            self.stood + other.stood,
            self.fled + other.fled,
            self.destroyed + other.destroyed,
        )


def systems_for(state: State, engagement: Engagement) -> tuple[str, ...]:
    """Return the systems in which stand-ins may fight an engagement: any of the campaign's where its rules
    say so, and those of the two sides where these cannot meet otherwise.
    """
    own = {fighting(state, engagement, side)[0].system for side in SIDES if engagement.sides[side].forces}
    if state.rules.battles.systems == "any":
        allowed = [each for each in state.systems if {each} != own]
    else:
        allowed = sorted(own) if len(own) > 1 else []
    return tuple(allowed)


def worth_of(forces: Iterable[Force]) -> float:
    """Return what forces are worth together, as they stand."""
    return round(sum(force.worth for force in forces), 2)


def worth_of_list(document: Mapping[str, Any]) -> float:
    """Return what a list is worth in its system's points; raises ListError or MusterError."""
    return muster("a", "", "", "", document).worth


def beyond(state: State, worth: float, against: float) -> bool:
    """Whether an army worth so much differs from the forces it stands for by more than the rules allow."""
    allowed = state.rules.battles.tolerance
    return bool(allowed) and abs(worth - against) * 100 > allowed * against


def stood_in(state: State, engagement: Engagement, armies: Sequence[Army]) -> tuple[State, Engagement]:
    """Return a campaign in which these armies stand where the forces of an engagement do, and the engagement
    in it; both given ones are left alone. Raises ListError or MusterError for a list that makes no force.
    """
    forces: dict[str, Force] = {}
    sides: list[EngagementSide] = []
    for side, army in zip(engagement.sides, armies, strict=True):
        taken = _taken(state, engagement, len(sides), army)
        forces |= {each.id: each for each in taken}
        sides.append(replace(side, forces=[each.id for each in taken]))
    fought = replace(engagement, sides=sides, system=next(iter(forces.values())).system)
    return replace(state, forces=forces, engagements={engagement.id: fought}), fought


def _taken(state: State, engagement: Engagement, side: int, army: Army) -> list[Force]:
    """Who takes the field for a side."""
    if army is None:
        return fighting(state, engagement, side)
    name = str(army.get("name") or "")
    return [muster(_key(engagement, side), name, engagement.sides[side].faction, engagement.area, army)]


def _key(engagement: Engagement, side: int) -> str:
    """Return an id for a stand-in that no force of the other side has, nor any of its units begins with."""
    taken = {key for each in engagement.sides for key in each.forces}
    key = KEYS[side]
    while any(each == key or each.startswith(f"{key}-") for each in taken):
        key += KEYS[side]
    return key


# -- what comes back ------------------------------------------------------------------------------


def carried(
    state: State, engagement: Engagement, armies: Sequence[Army], outcome: Outcome, dice: TurnDice
) -> Outcome:
    """Return the outcome for the forces of an engagement, from that for the armies that stood in for them:
    the same for the same dice. Each arm loses the share of its steps that the stand-in's lost, in units
    destroyed, in units fled and in steps of those that stood; an arm that the stand-in has not loses as the
    whole did.
    """
    stand, fought = stood_in(state, engagement, armies)
    # Scores and winner stay as they were fought; only who suffered is another's.
    found = replace(outcome, units={}, leaders=[])
    for side, army in enumerate(armies):
        forces, stood = fighting(state, engagement, side), fighting(stand, fought, side)
        if army is None:
            own = {unit.id for force in forces for unit in force.ready()}
            found.units |= {key: fate for key, fate in outcome.units.items() if key in own}
            found.leaders += [each.id for each in _commands(forces) if each.id in outcome.leaders]
            continue
        shares = shares_of(stood, outcome)
        found.units |= _fates(forces, shares, dice, engagement.id, side)
        found.leaders += _leaders(forces, stood, outcome, dice.of("stand-in", engagement.id, side, "leaders"))
    return found


def shares_of(forces: Iterable[Force], outcome: Outcome) -> dict[str, Share]:
    """Return what each arm of some forces lost in an outcome, and all of them ("")."""
    shares: dict[str, Share] = {"": Share()}
    for unit in (unit for force in forces for unit in force.ready()):
        share = _share(unit, outcome.units.get(unit.id, UnitFate()))
        shares[unit.arm] = shares.get(unit.arm, Share()) + share
        shares[""] += share
    return shares


def spread(units: Sequence[Unit], share: Share, stream: SeededDice) -> dict[str, UnitFate]:
    """Return what becomes of units that lose a share of their steps, to the nearest step: by lot whole units
    that are destroyed and that flee, as far as they fit into it, and the rest step by step.
    """
    whole = sum(unit.left for unit in units)
    steps = _part(whole, share.lost, share.steps)
    fates: dict[str, UnitFate] = {}
    falling: tuple[tuple[Fallen, int], ...] = ("destroyed", share.destroyed), ("fled", share.fled)
    for fallen, lost in falling:
        standing = [unit for unit in units if unit.id not in fates]
        for unit in breaking(standing, min(steps, _part(whole, lost, share.steps)), stream):
            fates[unit.id] = UnitFate(unit.left, fallen)
            steps -= unit.left
    wear([unit for unit in units if unit.id not in fates], steps, fates, stream)
    return fates


def _share(unit: Unit, fate: UnitFate) -> Share:
    """Return what a unit lost: who fled or was destroyed is lost whole."""
    if fate.fallen == "destroyed":
        return Share(unit.left, destroyed=unit.left)
    if fate.fallen == "fled":
        return Share(unit.left, fled=unit.left)
    return Share(unit.left, stood=min(unit.left, fate.lost))


def _part(whole: int, part: int, of: int) -> int:
    """`whole` times `part` / `of`, rounded to the nearest, halves up."""
    # In whole numbers: round() takes halves to the even number.
    return (2 * whole * part + of) // (2 * of) if of else 0


def _fates(
    forces: list[Force], shares: Mapping[str, Share], dice: TurnDice, key: str, side: int
) -> dict[str, UnitFate]:
    units = [unit for force in forces for unit in force.ready()]
    fates: dict[str, UnitFate] = {}
    for arm in sorted({unit.arm for unit in units}):
        share = shares.get(arm, shares[""])
        stream = dice.of("stand-in", key, side, arm)
        fates |= spread([unit for unit in units if unit.arm == arm], share, stream)
    return fates


def _leaders(forces: list[Force], stood: list[Force], outcome: Outcome, stream: SeededDice) -> list[str]:
    """Return the commands, by lot, whose leaders are lost: the share that the stand-in lost of its own."""
    theirs, left = [each.id for each in _commands(stood)], [each.id for each in _commands(forces)]
    count = _part(len(left), sum(key in outcome.leaders for key in theirs), len(theirs))
    lost: list[str] = []
    while len(lost) < count:
        lost.append(left.pop(stream.roll(len(left), 1)[0] - 1 if len(left) > 1 else 0))
    return sorted(lost)


def _commands(forces: Iterable[Force]) -> list[Command]:
    """Return the commands of forces whose leaders are there."""
    commands = (command for force in forces for command in force.commands)
    return [each for each in commands if each.leader is not None and each.leader.fate == "well"]


def can_fight(slug: str, means: str) -> bool:
    """Whether battles of a system are fought by these means: on the board and automatically by an engine."""
    return means == "table" or (means in ("board", "automatic") and system_of(slug).engine)
