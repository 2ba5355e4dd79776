"""The RESULT document: what was lost in a battle that was fought on a table, as `score` reads it.

`{"format": "leaguer-bfs-result", "version": 1, "lists": [2 list documents], "sides": [2 names],
"scenario": {...}, "scenario_points": [a, b], "turns": 6, "losses": [{unit id: {...}}, {...}],
"commanders": [{commander id: {...}}, {...}], "division": [{...}, {...}]}`. Index 0 is the first side.
docs/schemas/by_fire_and_sword_result.schema.json is its JSON Schema.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from rulesets.by_fire_and_sword.wording import victory as words
from rulesets.engine.errors import LeaguerError, fault_of
from rulesets.engine.jsontext import JSONError, read_json
from rulesets.engine.wording import documents as shared

FORMAT = "leaguer-bfs-result"
VERSION = 1
MAX_BYTES = 2_000_000
MOST_WORDS = 400

ONE_LINE = r"^[^\x00-\x1f\x7f-\x9f\u2028\u2029]*$"

Text: TypeAlias = Annotated[str, StringConstraints(strip_whitespace=True, max_length=120, pattern=ONE_LINE)]
Name: TypeAlias = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=120, pattern=ONE_LINE)
]
Id: TypeAlias = Annotated[str, StringConstraints(min_length=1, max_length=80, pattern=ONE_LINE)]
Count: TypeAlias = Annotated[int, Field(ge=0, le=200)]
Points: TypeAlias = Annotated[int, Field(ge=-99, le=99)]
Turn: TypeAlias = Annotated[int, Field(ge=0, le=60)]
Die: TypeAlias = Annotated[int, Field(ge=1, le=10)]
_BOTH = Field(min_length=2, max_length=2)
Fate: TypeAlias = Literal["present", "killed", "fled", "fleeing"]
HeldBack: TypeAlias = Literal["", "reserves", "flank", "ambush"]


class ResultError(LeaguerError):
    """A RESULT document cannot be read or scored."""

    def __init__(self, message: str, path: str = "", code: str = "result") -> None:
        super().__init__(message, path=path, code=code)


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Returned(_Part):
    """Bases that were lost before their Unit came back as Unexpected Reinforcements (BFS-32.7)."""

    destroyed: Count = 0
    fled: Count = 0

    @property
    def bases(self) -> int:
        """Return how many bases are lost in all."""
        return self.destroyed + self.fled


class CutOff(_Part):
    """The Morale tests of a Unit's fled bases (BFS-33.13): the dice as they lay, or how many failed."""

    dice: Annotated[tuple[Die, ...], Field(max_length=200)] = ()
    failed: Count = 0


class UnitLosses(_Part):
    """The bases that one Unit lost.

    `destroyed` in combat or by other means, `captured` (guns, wagons), `fled` from the table (or destroyed
    by fleeing too far through friends), `fleeing` on the table at the end, `march_losses` by the effect of
    that name. `held_back`: it never came on, from where it waited. Units of one `squadron` (any word) were
    one Squadron. `returned`: what it had lost before it came back.
    """

    destroyed: Count = 0
    captured: Count = 0
    fled: Count = 0
    fleeing: Count = 0
    march_losses: Count = 0
    held_back: HeldBack = ""
    squadron: Text = ""
    returned: Returned | None = None
    cut_off: CutOff | None = None

    @property
    def in_flight(self) -> int:
        """Return bases that fled or still flee."""
        return self.fled + self.fleeing

    @property
    def gone(self) -> int:
        """Return bases that are lost in any way."""
        return self.destroyed + self.captured + self.in_flight + self.march_losses


class CommanderLoss(_Part):
    """What became of a commander; `cut_off`: how their own test went when their retreat was cut off, None if
    there was none; `turn`: when they were killed or fled, 0 if that was not noted.
    """

    fate: Fate = "present"
    cut_off: Literal["passed", "failed"] | None = None
    turn: Turn = 0


class ScenarioPoint(_Part):
    """Victory points of the scenario, and what for."""

    what: Annotated[
        str,
        StringConstraints(strip_whitespace=True, min_length=1, max_length=MOST_WORDS, pattern=ONE_LINE),
        Field(alias="for"),
    ]
    points: Points


class Scenario(_Part):
    """The scenario that was played; `points`: what each side's points of the scenario were for."""

    key: Text = ""
    name: Text = ""
    points: Annotated[tuple[tuple[ScenarioPoint, ...], ...], _BOTH] = ((), ())


class MotivationTest(_Part):
    """A Regiment's Motivation test (BFS-29.8.3): in which turn, at how many Breaking Points, against the
    commander's Morale with so many of their Command Points. `die` as it lay, or only whether it was `passed`.
    """

    regiment: Id
    turn: Annotated[int, Field(ge=1, le=60)]
    points: Annotated[int, Field(ge=0, le=400)]
    morale: Annotated[int, Field(ge=0, le=20)] | None = None
    command_points: Annotated[int, Field(ge=0, le=20)] = 0
    die: Die | None = None
    passed: bool | None = None


class DivisionFacts(_Part):
    """What a division's Breaking Points need beside losses, and the tests of its Regiments, in order.

    `deputy`: the id of the commander who is deputy Commander-in-Chief, empty without one.
    """

    deputy: Annotated[str, StringConstraints(max_length=80, pattern=ONE_LINE)] = ""
    camp_lost: bool = False
    main_forces_wiped_out: bool = False
    enemy_at_edge: bool = False
    tests: Annotated[tuple[MotivationTest, ...], Field(max_length=400)] = ()


Losses: TypeAlias = Annotated[dict[Id, UnitLosses], Field(max_length=200)]
Commanders: TypeAlias = Annotated[dict[Id, CommanderLoss], Field(max_length=50)]


class ResultModel(_Part):
    """The RESULT document. A unit or commander that is not named has lost nothing."""

    format: Literal["leaguer-bfs-result"] = "leaguer-bfs-result"
    version: Literal[1] = 1
    system: Literal["by_fire_and_sword"] = "by_fire_and_sword"
    lists: Annotated[tuple[dict[str, Any], ...], _BOTH]
    sides: Annotated[tuple[Name, ...], _BOTH] = ("First side", "Second side")
    scenario: Scenario = Scenario()
    scenario_points: Annotated[tuple[Points, ...], _BOTH] = (0, 0)
    turns: Turn = 0
    cut_off: Annotated[tuple[bool, ...], _BOTH] = (False, False)
    losses: Annotated[tuple[Losses, ...], _BOTH] = ({}, {})
    commanders: Annotated[tuple[Commanders, ...], _BOTH] = ({}, {})
    division: Annotated[tuple[DivisionFacts, ...], _BOTH] = (DivisionFacts(), DivisionFacts())

    def unit(self, side: int, id_: str) -> UnitLosses:
        """Return what a unit of a side has lost."""
        return self.losses[side].get(id_, UnitLosses())

    def commander(self, side: int, id_: str) -> CommanderLoss:
        """Return what became of a commander of a side."""
        return self.commanders[side].get(id_, CommanderLoss())

    def to_json(self) -> dict[str, Any]:
        """Return the document as plain JSON values."""
        return self.model_dump(mode="json", by_alias=True)


def read_result(source: str | bytes | Mapping[str, Any]) -> ResultModel:
    """Return a RESULT document, checked for its form; raise ResultError naming the first faulty place.

    Whether it fits the forces that fought is judged by `score`.
    """
    text = _text(source)
    try:
        value = read_json(text)
    except JSONError as error:
        raise ResultError(error.message, error.path) from None
    if not isinstance(value, dict) or value.get("format") != FORMAT:
        raise ResultError(words.not_a_result(FORMAT), "format")
    version = value.get("version")
    if isinstance(version, int) and version > VERSION:
        raise ResultError(shared.newer_version(version), "version")
    try:
        return ResultModel.model_validate_json(text)
    except ValidationError as error:
        raise _first(error) from None


def result_schema() -> dict[str, Any]:
    """Return the JSON Schema of the document."""
    schema = ResultModel.model_json_schema(mode="validation")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "by_fire_and_sword_result.schema.json",
        **schema,
        "required": ["format", "version", *schema["required"]],
    }


def _text(source: str | bytes | Mapping[str, Any]) -> str:
    if isinstance(source, Mapping):
        try:
            source = json.dumps(dict(source))
        except (TypeError, ValueError, RecursionError):
            raise ResultError(words.NOT_JSON) from None
    if len(source) > MAX_BYTES:
        raise ResultError(shared.too_large(MAX_BYTES))
    if isinstance(source, bytes):
        try:
            source = source.decode()
        except UnicodeDecodeError:
            raise ResultError(shared.NOT_UTF8) from None
    return source.removeprefix("\ufeff")


def _first(error: ValidationError) -> ResultError:
    """Return the first fault of a validation with its path."""
    text = {"too_short": words.ONE_FOR_EACH_SIDE}
    fault = fault_of(error.errors(include_url=False)[0], text)
    return ResultError(fault.message, fault.path)
