"""What pages, API answers and PDFs show of a battle, as dataclasses that know no HTML."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from rulesets.engine.decisions import Decision, Dice, Number, Option

Names = Callable[[str], str]

PLACES = ("at", "to")
"""Keys that name a ready-made place."""

LAST = {"withdraw": 1, "end-unit": 2, "end-command": 2}
"""What gives something up comes after everything else."""


# -- decisions -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Field:
    """A number that goes with an option, or (`count` above 0) dice that are typed in."""

    name: str
    label: str
    low: float
    high: float
    step: str
    value: float
    unit: str = ""
    count: int = 0

    @property
    def places(self) -> range:
        """One for each die."""
        return range(self.count)


@dataclass(frozen=True, slots=True)
class OptionCard:
    """One thing that may be chosen: its place on the page, words, rule, and the numbers it asks for."""

    index: int
    label: str
    rule: str
    key: Mapping[str, Any]
    fields: tuple[Field, ...]

    @property
    def json(self) -> str:
        """The key as a form sends it back."""
        return json.dumps(self.key, ensure_ascii=False)

    @property
    def dice(self) -> bool:
        """Whether it asks for dice that a person has rolled."""
        return any(field.count for field in self.fields)


@dataclass(frozen=True, slots=True)
class OptionGroup:
    """Options that differ only in their place, shown folded under the words of the first, or one alone."""

    options: tuple[OptionCard, ...]
    folded: bool

    @property
    def label(self) -> str:
        return self.options[0].label


@dataclass(frozen=True, slots=True)
class DecisionPanel:
    """A decision that a person has to make now."""

    kind: str
    side: int
    text: str
    rule: str
    subject: str
    secret: bool
    options: tuple[OptionCard, ...]

    @property
    def groups(self) -> list[OptionGroup]:
        """The options in their order; one thing at several places is folded into one."""
        runs = [tuple(run) for _, run in groupby(self.options, key=_what)]
        return [
            group
            for run in runs
            for group in ([OptionGroup(run, folded=True)] if _has_places(run) else map(_alone, run))
        ]


def _what(option: OptionCard) -> tuple[Any, ...]:
    """What an option is about, its place aside."""
    return tuple(option.key.get(name) for name in ("do", "kind", "piece", "unit", "leader", "target"))


def _has_places(run: tuple[OptionCard, ...]) -> bool:
    """Whether ready-made places follow an option that names the thing itself and takes any place."""
    placed = [any(name in option.key for name in PLACES) for option in run]
    return len(run) > 2 and not placed[0] and any(placed)


def _alone(option: OptionCard) -> OptionGroup:
    return OptionGroup((option,), folded=False)


def decision_panel(decision: Decision, names: Names) -> DecisionPanel:
    """A decision with everything it offers."""
    ordered = sorted(decision.options, key=lambda option: LAST.get(option.key.get("do", ""), 0))
    options = tuple(_option_card(index, option) for index, option in enumerate(ordered))
    subject = names(decision.subject) if decision.subject else ""
    return DecisionPanel(
        decision.kind, decision.side, decision.text, decision.rule, subject, decision.secret, options
    )


def _option_card(index: int, option: Option) -> OptionCard:
    return OptionCard(
        index, option.label, option.rule, dict(option.key), tuple(_field(param) for param in option.params)
    )


def _field(param: Number | Dice) -> Field:
    if isinstance(param, Dice):
        label = f"{param.count}d{param.sides} as they lie"
        return Field(param.name, label, 1, param.sides, "1", 1, count=param.count)
    step = "1" if param.whole else "any"
    middle = param.low if param.whole else round((param.low + param.high) / 2, 2)
    value = middle if param.default is None else param.default
    label = param.label or param.name.replace("_", " ")
    return Field(param.name, label, param.low, param.high, step, value, param.unit)


# -- armies and result -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class UnitLine:
    """A unit in its army's order of battle, as it stands at some moment."""

    number: int
    id: str
    name: str
    type: str
    strength: int
    losses: int
    status: str
    marks: tuple[str, ...]
    gone: bool

    @property
    def left(self) -> int:
        """Its strength by now; losses beyond it count no more."""
        return max(0, self.strength - self.losses)


@dataclass(frozen=True, slots=True)
class CommandCard:
    """A command with its leader and its units."""

    id: str
    name: str
    leader: str
    leader_note: str
    broken: bool
    units: tuple[UnitLine, ...]
    leader_id: str = ""


@dataclass(frozen=True, slots=True)
class ArmyCard:
    """An army with its commands, and what belongs to none of them."""

    side: int
    name: str
    army: str
    commands: tuple[CommandCard, ...]
    others: tuple[UnitLine, ...]


GONE = frozenset({"routed", "dispersed", "destroyed", "withdrawn", "left"})


def numbers(state: Mapping[str, Any]) -> dict[str, int]:
    """The number that a unit bears on the field and in lists: its place within its army, from 1."""
    found: dict[str, int] = {}
    for side in (0, 1):
        ids = [unit["id"] for unit in state.get("units", ()) if unit["side"] == side]
        found.update({id_: place for place, id_ in enumerate(ids, start=1)})
    return found


def armies(state: Mapping[str, Any]) -> list[ArmyCard]:
    """Both armies as they stand in a state."""
    places = numbers(state)
    units = {unit["id"]: _unit_line(unit, places[unit["id"]]) for unit in state.get("units", ())}
    leaders = {leader["id"]: leader for leader in state.get("leaders", ())}
    return [_army(state, side, units, leaders) for side in state.get("sides", ())]


def _army(
    state: Mapping[str, Any], side: Mapping[str, Any], units: Mapping[str, UnitLine],
    leaders: Mapping[str, Mapping[str, Any]],
) -> ArmyCard:  # fmt: skip
    index = side["index"]
    commands = [command for command in state["commands"] if command["side"] == index]
    owned = {id_ for command in commands for id_ in command["units"]}
    loose = [unit["id"] for unit in state["units"] if unit["side"] == index and unit["id"] not in owned]
    return ArmyCard(
        index, side["name"], side["army"],
        tuple(_command(command, units, leaders.get(command["leader"])) for command in commands),
        tuple(units[id_] for id_ in loose),
    )  # fmt: skip


def _command(
    command: Mapping[str, Any], units: Mapping[str, UnitLine], leader: Mapping[str, Any] | None
) -> CommandCard:
    note = "" if leader is None or leader["alive"] else "lost"
    name = "" if leader is None else f"{leader['name']}, {leader['level']}"
    members = tuple(units[id_] for id_ in command["units"])
    return CommandCard(
        command["id"], command["name"], name, note, command["broken"], members, command["leader"]
    )


def _unit_line(unit: Mapping[str, Any], number: int) -> UnitLine:
    marks = tuple(mark for mark in ("exhausted", "disordered") if unit.get(mark))
    gone = unit["status"] in GONE
    return UnitLine(
        number, unit["id"], unit["name"], unit["type"], unit["vbu"] + unit["losses"], unit["losses"],
        unit["status"], () if gone else marks, gone,
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class LossLine:
    """What one unit, camp or place cost its side."""

    name: str
    why: str
    rule: str
    value: int


@dataclass(frozen=True, slots=True)
class LossGroup:
    """The losses of a command; `total` is what it began with, None for what belongs to no command."""

    name: str
    total: int | None
    lost: int
    notes: tuple[str, ...]
    lines: tuple[LossLine, ...]


@dataclass(frozen=True, slots=True)
class SideResult:
    """A side at the end: figures and losses by command."""

    side: int
    name: str
    won: bool
    total: int
    lost: int
    left: int
    percentage: float
    groups: tuple[LossGroup, ...]


@dataclass(frozen=True, slots=True)
class ResultCard:
    """Who won, by what, and what it cost."""

    winner: int | None
    headline: str
    how: str
    rule: str
    turns: int
    sides: tuple[SideResult, ...]


def result_card(result: Mapping[str, Any], names: tuple[str, str] | list[str]) -> ResultCard:
    """The result of a battle from its JSON form."""
    winner = result["winner"]
    headline = "The battle is a draw" if winner is None else f"Victory for {names[winner]}"
    sides = tuple(_side_result(side, score, names, winner) for side, score in enumerate(result["scores"]))
    return ResultCard(winner, headline, result["how"], result["rule"], result["turns"], sides)


def _side_result(
    side: int, score: Mapping[str, Any], names: tuple[str, str] | list[str], winner: int | None
) -> SideResult:
    return SideResult(
        side, names[side], winner == side, score.get("vdt", 0), score.get("lost", 0), score.get("left", 0),
        score.get("percentage", 0.0), tuple(_loss_groups(score)),
    )  # fmt: skip


def _loss_groups(score: Mapping[str, Any]) -> Iterator[LossGroup]:
    for command in score.get("commands", ()):
        notes = ["demoralised"] if command["broken"] else []
        if not command["leader_alive"]:
            notes.append("leader lost")
        lines = tuple(_loss_line(line) for line in command["lines"])
        yield LossGroup(command["name"], command["vdc"], command["lost"], tuple(notes), lines)
    if score.get("other"):
        lines = tuple(_loss_line(line) for line in score["other"])
        yield LossGroup("Camp and villages", None, sum(line.value for line in lines), (), lines)


def _loss_line(line: Mapping[str, Any]) -> LossLine:
    return LossLine(line["name"], line["why"], line["rule"], line["vd"])
