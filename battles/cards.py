"""What pages, API answers and PDFs show of a battle, as dataclasses that know no HTML."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from secrets import randbelow
from typing import Any

from rulesets.contract.presentation import LossGroup, Mark, Presentation
from rulesets.engine.decisions import Decision, Dice, Number, Option
from rulesets.engine.sealing import SALT, Seal

Names = Callable[[str], str]

PLACES = ("at", "to")
"""Keys that name a ready-made place."""

ON_MAP = ("hex", "facing")
"""Keys that name a place on a map of hexes."""

FEW_PLACES = 14
"""So many places on a map stand one by one: more are picked from a list."""

LAST = {"withdraw": 1, "end-unit": 2, "end-command": 2}
"""What gives something up comes after everything else."""


# -- decisions -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Field:
    """A number that goes with an option, (`count` above 0) dice that are typed in, or (`text`) a text.

    `sent`: what the page sends without asking for it, a salt that nobody has to think of.
    """

    name: str
    label: str
    low: float
    high: float
    step: str
    value: float
    unit: str = ""
    count: int = 0
    text: bool = False
    sent: str = ""

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
    """Options that differ only in their place, shown folded under the words of the first, or one alone.

    `picked`: they are so many places on a map of hexes that one picks from a list.
    """

    options: tuple[OptionCard, ...]
    folded: bool
    picked: bool = False

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
        return [
            group
            for _, places in groupby(self.options, key=same_but_place)
            for group in _grouped(tuple(places))
        ]


def same_but_place(option: OptionCard) -> tuple[Any, ...]:
    """What an option of a map of hexes is about, its hex and its facing aside; () for one without a hex."""
    key = option.key
    return tuple((name, key[name]) for name in sorted(key) if name not in ON_MAP) if "hex" in key else ()


def are_picked(run: Sequence[OptionCard]) -> bool:
    """Whether options that differ in their place on a map alone are too many to stand one by one."""
    return len(run) > FEW_PLACES and bool(same_but_place(run[0])) and not any(each.fields for each in run)


def _what(option: OptionCard) -> tuple[Any, ...]:
    """What an option is about, its place aside."""
    return tuple(option.key.get(name) for name in ("do", "kind", "piece", "unit", "leader", "target"))


def _grouped(options: tuple[OptionCard, ...]) -> Iterator[OptionGroup]:
    if are_picked(options):
        yield OptionGroup(options, folded=False, picked=True)
        return
    for run in (tuple(run) for _, run in groupby(options, key=_what)):
        if _has_places(run):
            yield OptionGroup(run, folded=True)
        else:
            yield from map(_alone, run)


def _has_places(run: tuple[OptionCard, ...]) -> bool:
    """Whether ready-made places follow an option that names the thing itself and takes any place."""
    placed = [any(name in option.key for name in PLACES) for option in run]
    return len(run) > 2 and not placed[0] and any(placed)


def _alone(option: OptionCard) -> OptionGroup:
    return OptionGroup((option,), folded=False)


def decision_panel(decision: Decision, names: Names) -> DecisionPanel:
    """A decision with everything it offers."""
    shown = (option for option in decision.options if option.key.get("do") != "sealed")
    ordered = sorted(shown, key=lambda option: LAST.get(option.key.get("do", ""), 0))
    options = tuple(_option_card(index, option) for index, option in enumerate(ordered))
    subject = names(decision.subject) if decision.subject else ""
    return DecisionPanel(
        decision.kind, decision.side, decision.text, decision.rule, subject, decision.secret, options
    )


def _option_card(index: int, option: Option) -> OptionCard:
    return OptionCard(
        index, option.label, option.rule, dict(option.key), tuple(_field(param) for param in option.params)
    )


def _field(param: Number | Dice | Seal) -> Field:
    if isinstance(param, Dice):
        label = f"{param.count}d{param.sides} as they lie"
        return Field(param.name, label, 1, param.sides, "1", 1, count=param.count)
    if isinstance(param, Seal):
        return Field(param.name, "SHA-256, 64 hexadecimal digits", 0, 0, "", 0, text=True)
    if param == SALT:
        return Field(
            param.name, param.label, param.low, param.high, "1", 0, sent=str(1 + randbelow(int(param.high)))
        )
    step = "1" if param.whole else "any"
    middle = param.low if param.whole else round((param.low + param.high) / 2, 2)
    value = middle if param.default is None else param.default
    label = param.label or param.name.replace("_", " ")
    return Field(param.name, label, param.low, param.high, step, value, param.unit)


# -- armies and result -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class UnitLine:
    """A unit in its army's order of battle, as it stands at some moment; `sign` is that of its troops."""

    number: int
    id: str
    name: str
    sign: str
    strength: int
    losses: int
    status: str
    marks: tuple[Mark, ...]
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


def numbers(state: Mapping[str, Any]) -> dict[str, int]:
    """The number that a unit bears on the field and in lists: its place within its army, from 1."""
    found: dict[str, int] = {}
    for side in (0, 1):
        ids = [unit["id"] for unit in state.get("units", ()) if unit["side"] == side]
        found.update({id_: place for place, id_ in enumerate(ids, start=1)})
    return found


def armies(state: Mapping[str, Any], shown: Presentation) -> list[ArmyCard]:
    """Both armies as they stand in a state."""
    places = numbers(state)
    units = {unit["id"]: _unit_line(unit, places[unit["id"]], shown) for unit in state.get("units", ())}
    leaders = {leader["id"]: leader for leader in state.get("leaders", ())}
    return [_army(state, side, units, leaders) for side in state.get("sides", ())]


def _army(
    state: Mapping[str, Any],
    side: Mapping[str, Any],
    units: Mapping[str, UnitLine],
    leaders: Mapping[str, Mapping[str, Any]],
) -> ArmyCard:
    index = side["index"]
    commands = [command for command in state["commands"] if command["side"] == index]
    owned = {id_ for command in commands for id_ in command["units"]}
    loose = [unit["id"] for unit in state["units"] if unit["side"] == index and unit["id"] not in owned]
    return ArmyCard(
        index,
        side["name"],
        side["army"],
        tuple(_command(command, units, leaders.get(command["leader"])) for command in commands),
        tuple(units[id_] for id_ in loose),
    )


def _command(
    command: Mapping[str, Any], units: Mapping[str, UnitLine], leader: Mapping[str, Any] | None
) -> CommandCard:
    note = "" if leader is None or leader["alive"] else "lost"
    name = "" if leader is None else f"{leader['name']}, {leader['level']}"
    members = tuple(units[id_] for id_ in command["units"])
    return CommandCard(
        command["id"], command["name"], name, note, command.get("broken", False), members, command["leader"]
    )


def _unit_line(unit: Mapping[str, Any], number: int, shown: Presentation) -> UnitLine:
    left, whole = shown.strength_of(unit)
    marks = tuple(mark for mark in shown.marks if unit.get(mark.key) and not mark.passing)
    status, gone = unit["status"], unit["status"] in shown.gone
    return UnitLine(
        number, unit["id"], unit["name"], shown.sign(unit["type"]), whole, whole - left,
        shown.gone.get(status, status), () if gone else marks, gone,
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class SideResult:
    """A side at the end: figures and losses by command; `whole` as in a Score."""

    side: int
    name: str
    won: bool
    total: int
    lost: int
    left: int
    percentage: float
    groups: tuple[LossGroup, ...]
    whole: int = 0

    @property
    def share(self) -> float:
        """The percentage of the whole that is lost."""
        return round(100 * self.lost / self.whole, 1) if self.whole else 0.0

    @property
    def rule(self) -> str:
        """The rule by which every loss counts, nothing if they are several."""
        rules = {line.rule for group in self.groups for line in group.lines}
        return rules.pop() if len(rules) == 1 else ""


@dataclass(frozen=True, slots=True)
class ResultCard:
    """Who won, by what, and what it cost."""

    winner: int | None
    headline: str
    how: str
    rule: str
    turns: int
    sides: tuple[SideResult, ...]


def result_card(
    result: Mapping[str, Any], names: tuple[str, str] | list[str], shown: Presentation
) -> ResultCard:
    """The result of a battle from its JSON form."""
    winner = result["winner"]
    headline = "The battle is a draw" if winner is None else f"Victory for {names[winner]}"
    sides = tuple(
        _side_result(side, score, names, winner, shown) for side, score in enumerate(result["scores"])
    )
    return ResultCard(winner, headline, result["how"], result["rule"], result["turns"], sides)


def _side_result(
    side: int, figures: Mapping[str, Any], names: tuple[str, str] | list[str], winner: int | None,
    shown: Presentation,
) -> SideResult:  # fmt: skip
    score = shown.score(figures)
    return SideResult(
        side, names[side], winner == side, score.total, score.lost, score.left, score.percentage,
        score.groups, score.whole,
    )  # fmt: skip
