"""The form of an odds query, checked with the path of every fault.

A force is the name of a sample list, a list document, or figures of one's own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import Field

from rulesets.by_fire_and_sword.armies import lists as armies
from rulesets.by_fire_and_sword.armies.force import Force, force
from rulesets.by_fire_and_sword.meeting.effects import INSUBORDINATE, Limits, kinds
from rulesets.by_fire_and_sword.wording import odds as words
from rulesets.by_fire_and_sword.wording.meeting import IS_A_DIVISION
from rulesets.contract.documents import parse_list
from rulesets.contract.odds import OddsError
from rulesets.contract.oddsquery import Name, Strict, read_query
from rulesets.engine.fields import Asked, Choices
from rulesets.engine.lists import ListError

MOST_FSP = 40
MOST_DIFFERENCE = 20
MOST_CP = 10
MOST_UNITS = 60


def _choosable() -> Choices:
    return [(kind.key, kind.name) for kind in kinds().values() if kind.may_choose]


Number = Annotated[int, Field(ge=0, le=MOST_UNITS)]


class FiguresModel(Strict):
    """A force by its figures. `held`: units that Delay never draws; `insubordinate`: units with that rule;
    `named`: commanders of history, who are no cowards; `special_rules` of the force.
    """

    name: Name = "A force"
    fsp: Annotated[int, Field(ge=0, le=MOST_FSP), Asked("FSP", initial=7)]
    cp: Annotated[int, Field(ge=1, le=MOST_CP), Asked(words.COMMAND_POINTS, initial=2)]
    units: Annotated[int, Field(ge=1, le=MOST_UNITS), Asked("Units")] = 6
    held: Annotated[Number, Asked(words.NEVER_DELAYED)] = 0
    insubordinate: Annotated[Number, Asked(words.INSUBORDINATE)] = 0
    commanders: Annotated[int, Field(ge=1, le=20), Asked("Commanders", initial=2)] = 1
    named: Annotated[int, Field(ge=0, le=20), Asked(words.NAMED)] = 0
    defensive: Annotated[bool, Asked(words.DEFENSIVE)] = False
    special_rules: Annotated[list[Annotated[str, Field(max_length=120)]], Field(max_length=20)] = []


class ForceModel(Strict):
    """A force: one of the three."""

    sample: Name | None = None
    list: dict[str, Any] | None = None
    figures: FiguresModel | None = None


class RerollModel(Strict):
    """A special rule of an army that makes scenario dice be rolled again, as in a set-up."""

    rule: Name
    dice: Annotated[list[Annotated[int, Field(ge=1, le=10)]], Field(min_length=1, max_length=10)]
    whose: Literal["own", "enemy"] = "enemy"
    defensive: bool = False


class Query(Strict):
    """A meeting. `spent`: FSP for scenario and fortifications; `chosen`: effects chosen before rolling, with
    the choice of effects (BFS-32.12); `scenario_rerolls`, `scenarios`: army rules and the players' own
    scenarios as in a set-up.
    """

    kind: Literal["meeting"] = "meeting"
    forces: Annotated[list[ForceModel], Field(min_length=2, max_length=2)]
    spent: Annotated[int, Field(ge=0, le=MOST_DIFFERENCE), Asked(words.SPENT)] = 0
    choice_of_effects: Annotated[bool, Asked(words.CHOICE_OF_EFFECTS, key="choice")] = False
    chosen: Annotated[list[str], Field(max_length=10), Asked(words.CHOSEN, choices=_choosable)] = []
    scenario_rerolls: Annotated[list[RerollModel], Field(max_length=10)] = []
    scenarios: Annotated[list[dict[str, Any]], Field(max_length=40)] = []


@dataclass(frozen=True, slots=True)
class Figures:
    """What the chances of a meeting follow from. `marked`: figures that no source gives."""

    name: str
    fsp: int
    cp: int
    defensive: bool
    special_rules: tuple[str, ...]
    limits: Limits
    marked: tuple[str, ...] = ()


def read(value: Mapping[str, Any]) -> Query:
    """Return the query, checked for its form; raises OddsError with the path of the first fault."""
    query = read_query(value, Query)
    for number, key in enumerate(query.chosen):
        if key not in kinds():
            known = ", ".join(kinds())
            raise OddsError(words.not_an_effect(key, known), path=f"chosen[{number}]")
    return query


def figures_of(given: ForceModel, index: int) -> Figures:
    """Return the figures of a force; raises OddsError below `forces[index]`."""
    path = f"forces[{index}]"
    if sum(each is not None for each in (given.sample, given.list, given.figures)) != 1:
        raise OddsError(words.NO_FORCE_GIVEN, path=path, code="missing")
    if given.figures is not None:
        return _own(given.figures, f"{path}.figures")
    if given.sample is not None:
        samples = armies.sample_lists()
        if given.sample not in samples:
            raise OddsError(words.not_a_sample(given.sample, samples), path=f"{path}.sample", code="unknown")
        return of_force(force(samples[given.sample]), f"{path}.sample")
    try:
        return of_force(force(parse_list(given.list or {})), f"{path}.list")
    except ListError as error:
        first = error.faults[0]
        raise OddsError(first.message, path=f"{path}.list.{first.path}".rstrip(".")) from None


def of_force(found: Force, path: str = "") -> Figures:
    """Return the figures of a force; raises OddsError for what cannot meet as a skirmish force."""
    if found.kind != "skirmish":
        raise OddsError(IS_A_DIVISION, path=path)
    if found.chief is None or not found.units or found.cp > MOST_CP or found.fsp > MOST_FSP:
        raise OddsError(words.CANNOT_FIGHT, path=path)
    limits = Limits(
        docile=sum(INSUBORDINATE not in unit.special for unit in found.units),
        cowards=sum(not one.historical for one in found.commanders),
        delays=min(len(found.units) // 2, sum(unit.reserves for unit in found.units)),
    )
    marked = tuple(sorted(found.marked & {"fsp", "cp"}))
    return Figures(found.name, found.fsp, found.cp, found.defensive, found.special_rules, limits, marked)


def _own(given: FiguresModel, path: str) -> Figures:
    for name, most in (("held", given.units), ("insubordinate", given.units), ("named", given.commanders)):
        if getattr(given, name) > most:
            raise OddsError(words.more_than_there_are(most), path=f"{path}.{name}")
    limits = Limits(
        docile=given.units - given.insubordinate,
        cowards=given.commanders - given.named,
        delays=min(given.units // 2, given.units - given.held),
    )
    return Figures(given.name, given.fsp, given.cp, given.defensive, tuple(given.special_rules), limits)
