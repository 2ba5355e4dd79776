"""A record of a battle on a table that counts units: casualties, what became of each, of the commanders.

For systems whose battles are fought here as well: the score of a record is what a battle that ended so would
have, and its RESULT document is the same for all of them:

`{"format": ..., "version": 1, "system": ..., "lists": [2 list documents], "sides": [2 names], "scenario":
{"key", "name"}, "turns": 6, "losses": [{unit id: {"lost": 2, "fate": "broken"}}, {...}], "commanders":
[{command id: "lost"}, {...}]}`. Index 0 is the first side; who is not named is unharmed.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from rulesets.contract import wording as words
from rulesets.contract.documents import parse_list
from rulesets.contract.record import RecordSystem
from rulesets.engine.errors import LeaguerError, fault_of
from rulesets.engine.lists import ArmyList, ListError
from rulesets.engine.wording import documents as shared

SIDES = (0, 1)
MOST_TURNS = 30
ON_TABLE, LOST = "", "lost"

_LINE = r"^[^\x00-\x1f\x7f-\x9f\u2028\u2029]*$"
Text = Annotated[str, StringConstraints(strip_whitespace=True, max_length=120, pattern=_LINE)]
Id = Annotated[str, StringConstraints(min_length=1, max_length=80, pattern=_LINE)]


class TallyError(LeaguerError):
    """A RESULT document cannot be read or scored, or something cannot be recorded."""

    def __init__(self, message: str, path: str = "", code: str = "result") -> None:
        super().__init__(message, path=path, code=code)


# -- the document ---------------------------------------------------------------------------------


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class UnitLoss(_Part):
    """What one unit lost, and what became of it."""

    lost: Annotated[int, Field(ge=0, le=99)] = 0
    fate: Annotated[str, StringConstraints(max_length=20)] = ON_TABLE


class Scenario(_Part):
    """The scenario that was played."""

    key: Text = ""
    name: Text = ""


class ResultModel(_Part):
    """The RESULT document."""

    format: Text
    version: Literal[1]
    system: Text = ""
    lists: Annotated[tuple[dict[str, Any], ...], Field(min_length=2, max_length=2)]
    sides: Annotated[tuple[Text, ...], Field(min_length=2, max_length=2)] = ("First side", "Second side")
    scenario: Scenario = Scenario()
    turns: Annotated[int, Field(ge=0, le=MOST_TURNS)] = 0
    losses: Annotated[tuple[dict[Id, UnitLoss], ...], Field(min_length=2, max_length=2)] = ({}, {})
    commanders: Annotated[
        tuple[dict[Id, Literal["lost"]], ...], Field(min_length=2, max_length=2)
    ] = ({}, {})  # fmt: skip


# -- the sheet ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Entry:
    """Something that players note: for `subject` (a unit's or command's id) of a side, from 0 to `most`, or
    one of `choices`.
    """

    key: str
    side: int | None
    subject: str
    field: str
    label: str
    rule: str
    default: Any = 0
    most: int = 0
    choices: tuple[tuple[str, str], ...] = ()
    least: int = 0

    def read(self, value: Any) -> Any:
        """Return the value as it is stored; raise TallyError at the entry's key if it is none."""
        if self.choices:
            if value not in [choice for choice, _ in self.choices]:
                known = ", ".join(repr(choice) for choice, _ in self.choices)
                raise TallyError(words.not_one_of(known), self.key)
        elif not isinstance(value, int) or isinstance(value, bool):
            raise TallyError(shared.NOT_A_WHOLE_NUMBER, self.key)
        elif not 0 <= value <= self.most:
            raise TallyError(words.from_nil_to(self.most), self.key)
        return value

    def describe(self, value: Any) -> str:
        """Return a value as a player reads it."""
        return dict(self.choices).get(value, str(value)) if self.choices else str(value)


@dataclass(frozen=True, slots=True)
class Counted:
    """A unit: its id, its name, what it has to lose."""

    id: str
    name: str
    strength: int


@dataclass(frozen=True, slots=True)
class Group:
    """A command with its leader and units."""

    id: str
    name: str
    leader: str
    units: tuple[Counted, ...]


Forces = tuple[tuple[Group, ...], tuple[Group, ...]]


@dataclass(frozen=True)
class Sheet:
    """What can be recorded of two lists: an entry for each thing that a player notes, by its key.

    Keys: `u.<side>.<unit>.lost`, `u.<side>.<unit>.fate`, `c.<side>.<command>.fate`, `g.turns`.
    """

    tally: Tally
    armies: tuple[ArmyList, ArmyList]
    forces: Forces

    @cached_property
    def entries(self) -> dict[str, Entry]:
        """Return every entry by its key."""
        turns = Entry("g.turns", None, "", "turns", words.TURNS_PLAYED, self.tally.rule, most=MOST_TURNS)
        return {each.key: each for each in (turns, *self._of_forces())}

    def entry(self, key: str) -> Entry:
        """Return the entry with that key; raise TallyError if there is none."""
        if key not in self.entries:
            raise TallyError(words.NOT_RECORDED_HERE, key)
        return self.entries[key]

    @cached_property
    def names(self) -> tuple[dict[str, str], ...]:
        """Return by side what to call each unit and each leader, by the ids of units and commands."""
        return tuple(
            {each.id: each.leader for each in groups}
            | {unit.id: unit.name for each in groups for unit in each.units}
            for groups in self.forces
        )

    def _of_forces(self) -> Iterator[Entry]:
        made = self.tally
        for side in SIDES:
            for group in self.forces[side]:
                key = f"c.{side}.{group.id}.fate"
                yield Entry(key, side, group.id, "fate", words.FATE, made.leader_rule, ON_TABLE,
                            choices=words.LEADER_FATES)  # fmt: skip
                for unit in group.units:
                    at = f"u.{side}.{unit.id}"
                    yield Entry(
                        f"{at}.lost", side, unit.id, "lost", made.counts, made.rule, most=unit.strength
                    )
                    yield Entry(f"{at}.fate", side, unit.id, "fate", words.FATE, made.rule, ON_TABLE,
                                choices=made.fates)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Side:
    """A side's name and its figures, as a battle's result has them."""

    name: str
    figures: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Step:
    """A step of the way to the result: what is counted, by which rule, and the figure of each side."""

    label: str
    rule: str
    figures: tuple[str, str]


@dataclass(frozen=True, slots=True)
class Score:
    """The score of a record: `result`, as a battle that was fought here would have it; `blank`: nothing has
    been noted yet, so that it says nothing.
    """

    sides: tuple[Side, Side]
    result: Mapping[str, Any]
    scenario: str = ""
    steps: tuple[Step, ...] = ()
    blank: bool = False
    missing: tuple[Any, ...] = ()
    marked: bool = field(default=False, init=False)
    scenario_ours: str = field(default="", init=False)

    @property
    def winner(self) -> int | None:
        found: int | None = self.result["winner"]
        return found

    @property
    def turns(self) -> int:
        return int(self.result["turns"])

    @property
    def words(self) -> str:
        """The result in one phrase."""
        return words.NOTHING_YET if self.blank else self._ended

    @property
    def _ended(self) -> str:
        name = None if self.winner is None else self.sides[self.winner].name
        return words.recorded(name, self.result["how"])

    def signed(self) -> dict[str, Any]:
        """Return what is stored of it once both sides have signed."""
        return {"result": self._ended, **self.result}

    def to_json(self) -> dict[str, Any]:
        winner = None if self.winner is None else self.sides[self.winner].name
        left = [each.figures["left"] for each in self.sides]
        return {
            "winner": self.winner, "winner_name": winner, "result": self.words,
            "difference": left[0] - left[1], "scenario": self.scenario, "scenario_ours": "",
            "turns": self.turns,
            "sides": [{"name": each.name, **each.figures} for each in self.sides],
            "steps": [
                {"label": each.label, "rule": each.rule, "figures": [*each.figures]} for each in self.steps
            ],
            "missing": [],
        }  # fmt: skip

    def as_text(self) -> Iterator[str]:
        """Yield it as lines."""
        yield self.words
        for step in self.steps:
            yield f"  {step.label}: {step.figures[0]} – {step.figures[1]} ({step.rule})"
        for side in self.sides:
            yield f"  {words.lost_of(side.name, side.figures['lost'], side.figures['total'])}"
            for group in side.figures["groups"]:
                for line in group["lines"]:
                    yield f"    {line['name']}: {line['value']}, {line['why']} ({line['rule']})"


# -- how a system records -------------------------------------------------------------------------


@dataclass(frozen=True)
class Tally:
    """How a system counts: `format` of its RESULT document, `counts`: what a unit loses ("casualties"),
    `fates` with their words, "" first for who is still on the table, and the rules of both.

    `groups(army)`: the commands of a list. `judge(result)`: the result of the battle as JSON, from a RESULT
    document that fits its lists, `steps(result)`: how it comes to that.
    """

    system: str
    format: str
    counts: str
    fates: tuple[tuple[str, str], ...]
    rule: str
    leader_rule: str
    groups: Callable[[ArmyList], tuple[Group, ...]]
    judge: Callable[[ResultModel], Mapping[str, Any]]
    steps: Callable[[ResultModel], tuple[Step, ...]]

    def record(self) -> RecordSystem:
        """Return the system's part for records."""
        return RecordSystem(
            format=self.format, sheet=self.sheet, to_result=self.to_result, score=self.score,
            score_of=self.score_of, schema=self.schema,
        )  # fmt: skip

    def sheet(self, lists: Sequence[Mapping[str, Any]], _points: Any = ()) -> Sheet:
        """Return what can be recorded of two lists; raise TallyError naming the list that cannot be read."""
        armies = []
        for index, document in enumerate(lists):
            try:
                armies.append(parse_list(document))
            except ListError as error:
                raise TallyError(" ".join(str(error).split()), f"lists[{index}]") from None
            if armies[-1].system != self.system:
                text = shared.list_of_another_system(armies[-1].system, self.system)
                raise TallyError(text, f"lists[{index}].system")
        first, second = armies
        return Sheet(self, (first, second), (self.groups(first), self.groups(second)))

    def to_result(
        self, sheet: Sheet, values: Mapping[str, Any], lists: Sequence[Mapping[str, Any]],
        sides: Sequence[str], *, scenario: Mapping[str, str] | None = None, **_more: Any,
    ) -> dict[str, Any]:  # fmt: skip
        """Return the RESULT document of what was noted: `values` by key, others at their default."""
        losses: tuple[dict[str, Any], dict[str, Any]] = {}, {}
        commanders: tuple[dict[str, str], dict[str, str]] = {}, {}
        for key, entry in sheet.entries.items():
            value = values.get(key, entry.default)
            if value == entry.default or entry.side is None:
                continue
            if key.startswith("c."):
                commanders[entry.side][entry.subject] = value
            else:
                losses[entry.side].setdefault(entry.subject, {})[entry.field] = value
        return {
            "format": self.format, "version": 1, "system": self.system,
            "lists": [dict(each) for each in lists], "sides": [*sides],
            "scenario": {**(scenario or {})}, "turns": values.get("g.turns", 0), "losses": [*losses],
            "commanders": [*commanders],
        }  # fmt: skip

    def score(self, document: Any) -> Score:
        """Return the score of a RESULT document; raise TallyError naming the place."""
        return self.score_of(self.sheet(self.read(document).lists), document)

    def score_of(self, sheet: Sheet, document: Mapping[str, Any]) -> Score:
        """Return the same for lists that have been read already."""
        result = self.read(document)
        for side in SIDES:
            for name, found, letter in (
                ("losses", result.losses, "u"),
                ("commanders", result.commanders, "c"),
            ):
                for id_ in found[side]:
                    if f"{letter}.{side}.{id_}.fate" not in sheet.entries:
                        raise TallyError(words.NOT_IN_LIST, f"{name}[{side}].{id_}")
            for id_, loss in result.losses[side].items():
                for value, of in ((loss.lost, "lost"), (loss.fate, "fate")):
                    try:
                        sheet.entries[f"u.{side}.{id_}.{of}"].read(value)
                    except TallyError as error:
                        raise TallyError(error.message, f"losses[{side}].{id_}.{of}") from None
        judged = self.judge(result)
        first, second = (Side(result.sides[side], judged["scores"][side]) for side in SIDES)
        blank = not (result.turns or any(result.losses) or any(result.commanders))
        return Score((first, second), judged, result.scenario.name, self.steps(result), blank)

    def read(self, document: Any) -> ResultModel:
        """Return a RESULT document, checked for its form; raise TallyError naming the first faulty place."""
        if not isinstance(document, Mapping) or document.get("format") != self.format:
            raise TallyError(words.not_a_result(self.format), "format")
        try:
            return ResultModel.model_validate_json(json.dumps(dict(document)))
        except ValidationError as error:
            fault = fault_of(error.errors(include_url=False)[0])
            raise TallyError(fault.message, fault.path) from None
        except (TypeError, ValueError, RecursionError):
            raise TallyError(words.NOT_JSON) from None

    def schema(self) -> dict[str, Any]:
        """Return the JSON Schema of the document."""
        found = ResultModel.model_json_schema(mode="validation")
        found["properties"]["format"] = {"const": self.format}
        name = f"{self.system}_result.schema.json"
        return {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": name, **found}
