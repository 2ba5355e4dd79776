"""Battle documents: what a battle is begun from, what it leaves, and its replay.

Setup: `{"format": "leaguer-setup", "version": 1, "system": ..., "lists": [..2 list documents..], "sides":
[..2 names..], "table": {"width": 20, "depth": 15}, "terrain": "roll" | "open" | [pieces], "max_turns": 16,
"dice": "stream" | "typed", "options": {}}`, and `"strengths": ["recruit", "veteran"]` if a
tactician is not to play as well as it can.

Battle: one JSON object, or the same as one object a line (head, choices, events, end). It names its own
version and the version of the rules it was begun under. docs/formats.md describes both, docs/schemas/ holds
their JSON Schemas.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, zip_longest
from typing import Annotated, Any, Literal, Self, TypeAlias

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    SerializerFunctionWrapHandler,
    ValidationError,
    ValidationInfo,
    model_serializer,
    model_validator,
)

from rulesets.engine import fields
from rulesets.engine.battle import Battle, Made
from rulesets.engine.collecting import uncollected
from rulesets.engine.decisions import Refusal
from rulesets.engine.dice import seed_hash
from rulesets.engine.errors import LeaguerError, fault_of
from rulesets.engine.jsontext import JSONError, read_json
from rulesets.engine.sealing import public
from rulesets.engine.system import System, TableLimits
from rulesets.engine.wording import documents as words

MAX_BYTES = 10_000_000
BATTLE_VERSION = 1
SETUP_VERSION = 1

Tables: TypeAlias = Callable[[str], TableLimits | None]
"""How large the tables of a system are, by its slug; None for one that is not known."""


class SetupError(LeaguerError):
    """A battle cannot begin from this setup."""


class DocumentError(LeaguerError):
    """A battle document cannot be read."""


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)


def _as_the_system_has_it(schema: dict[str, Any]) -> None:
    schema.pop("default", None)


class Table(_Strict):
    """The battlefield, a rectangle in the system's unit of length; sides deploy along its width.

    Each system says how large it may be, and how large it is if nothing is said.
    """

    width: float = Field(default=0, gt=0, le=1000, json_schema_extra=_as_the_system_has_it)
    depth: float = Field(default=0, gt=0, le=1000, json_schema_extra=_as_the_system_has_it)


class SetupModel(_Strict):
    """The setup document of a battle."""

    format: Literal["leaguer-setup"] = "leaguer-setup"
    version: Literal[1] = 1
    system: str
    lists: Annotated[list[dict[str, Any]], Field(min_length=2, max_length=2)]
    sides: Annotated[
        list[Annotated[str, Field(min_length=1, max_length=120)]], Field(min_length=2, max_length=2)
    ]
    table: Table = Field(default=Table(), json_schema_extra=_as_the_system_has_it)
    terrain: Literal["roll", "open"] | list[dict[str, Any]] = "roll"
    max_turns: Annotated[int, Field(ge=1, le=60)] = 16
    dice: Literal["stream", "typed"] = "stream"
    options: dict[str, Any] = {}
    strengths: list[Literal["recruit", "regular", "veteran"]] = Field(
        default=[], min_length=2, max_length=2, json_schema_extra=_as_the_system_has_it
    )
    unit_numbers: bool = Field(
        default=False,
        description="Units of one name are called by the numbers on their bases, as on the site; "
        "without it the first is 1, the second 2.",
        json_schema_extra=_as_the_system_has_it,
    )

    @model_serializer(mode="wrap")
    def _as_it_was(self, dump: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """Leave out what is not said: a set-up from before there was such a thing keeps its hash."""
        found: dict[str, Any] = dump(self)
        for name in ("strengths", "unit_numbers"):
            if not found[name]:
                del found[name]
        return found

    @model_validator(mode="after")
    def _fit_the_table(self, info: ValidationInfo) -> Self:
        """Give the table the size that its system allows, its usual size where none is given; a system that
        is not known here checks it when the battle begins.
        """
        limits = (info.context or {}).get("tables", _unknown)(self.system)
        size = limits or TableLimits()
        self.table.width, self.table.depth = self.table.width or size.width, self.table.depth or size.depth
        if limits is not None:
            for name, most in (("width", limits.most_width), ("depth", limits.most_depth)):
                value = getattr(self.table, name)
                if not limits.least <= value <= most:
                    text = words.table_out_of_range(value, limits.least, most)
                    raise SetupError(text, path=f"table.{name}")
        return self


class ChoiceModel(_Strict):
    """A choice made: side 0 or 1, the kind of decision, the choice."""

    side: Literal[0, 1]
    decision: str
    choice: dict[str, Any]


class EventModel(_Strict):
    """A log entry: number from 1, event, chained hash."""

    n: int
    event: dict[str, Any]
    hash: str


class BattleModel(_Strict):
    """The battle document. `seed` is null while the battle is not over."""

    format: Literal["leaguer-battle"] = "leaguer-battle"
    version: Literal[1] = 1
    system: str
    rules_version: str
    setup: SetupModel
    seed_hash: str
    seed: str | None
    choices: list[ChoiceModel]
    events: list[EventModel]
    hash: str
    result: dict[str, Any] | None


@dataclass(frozen=True, slots=True)
class Stop:
    """Why a replay stopped: after how many choices, what was refused, by which rule."""

    after_choices: int
    message: str
    rule: str


@dataclass(frozen=True, slots=True)
class Replay:
    """A battle replayed as far as it goes. `same` says whether every event of the document came again."""

    battle: Battle
    same: bool
    events_checked: int
    stop: Stop | None


def _unknown(_system: str) -> TableLimits | None:
    return None


def read_setup(value: Any, tables: Tables = _unknown) -> dict[str, Any]:
    """Return a setup document, checked and with defaults filled in; raises SetupError with the path."""
    if (
        isinstance(value, Mapping)
        and isinstance(value.get("version"), int)
        and value["version"] > SETUP_VERSION
    ):
        raise SetupError(words.newer_version(value["version"]), path="version")
    try:
        return SetupModel.model_validate(value, context={"tables": tables}).model_dump(mode="json")
    except ValidationError as error:
        raise SetupError(**_first(error)) from None


def agreed(agreement: fields.Field, options: Mapping[str, Any]) -> Any:
    """Return what a setup's options say to an agreement, or its default; raises SetupError for others."""
    value = options.get(agreement.key, agreement.default)
    # By type as well as value, for in Python True equals 1, but in a setup they mean different things.
    if not any(value is each or (type(value) is type(each) and value == each) for each in agreement.values):
        choices = (str(each).lower() for each in agreement.values)
        raise SetupError(words.not_one_of(choices), path=f"options.{agreement.key}")
    return value


def begin(system: System, setup: Mapping[str, Any], seed: str) -> Battle:
    """Return a new battle from a setup document and a seed; raises SetupError (with path) if it cannot be."""
    checked = read_setup(setup, lambda slug: system.core.table if slug == system.slug else None)
    if checked["system"] != system.slug:
        raise SetupError(words.setup_of_another_system(checked["system"], system.slug), path="system")
    system.core.check_setup(checked)
    return Battle(system, checked, seed)


def to_document(battle: Battle) -> dict[str, Any]:
    """Return the battle as one JSON object. The seed stays hidden until the battle is over; of what was
    written down in secret there is the seal alone.
    """
    return {**_head(battle), "choices": [_shown(made) for made in battle.choices],
            "events": [entry.to_json() for entry in battle.entries], **_end(battle)}  # fmt: skip


def to_lines(battle: Battle) -> Iterator[str]:
    """Yield the battle as one JSON object a line: head, choices, events, end."""
    yield json.dumps({"line": "head", **_head(battle)}, ensure_ascii=False)
    for made in battle.choices:
        yield json.dumps({"line": "choice", **_shown(made)}, ensure_ascii=False)
    for entry in battle.entries:
        yield json.dumps({"line": "event", **entry.to_json()}, ensure_ascii=False)
    yield json.dumps({"line": "end", **_end(battle)}, ensure_ascii=False)


def read_document(text: str | bytes, tables: Tables = _unknown) -> dict[str, Any]:
    """Return a battle document from either form; raises DocumentError naming what is wrong and where."""
    if len(text) > MAX_BYTES:
        raise DocumentError(words.too_large(MAX_BYTES))
    try:
        whole = text.decode() if isinstance(text, bytes) else text
        value = _from_lines(whole) if whole.lstrip().startswith('{"line"') else read_json(whole)
    except UnicodeDecodeError:
        raise DocumentError(words.NOT_UTF8) from None
    except JSONError as error:
        raise DocumentError(error.message, path=error.path) from None
    if not isinstance(value, dict) or value.get("format") != "leaguer-battle":
        raise DocumentError(words.NOT_A_BATTLE, path="format")
    if isinstance(value.get("version"), int) and value["version"] > BATTLE_VERSION:
        raise DocumentError(words.newer_version(value["version"]), path="version")
    try:
        return BattleModel.model_validate(value, context={"tables": tables}).model_dump(mode="json")
    except ValidationError as error:
        raise DocumentError(**_first(error)) from None
    except SetupError as error:
        raise DocumentError(error.message, path=f"setup.{error.path}") from None


def replay(system: System, document: Mapping[str, Any], *, seed: str | None = None) -> Replay:
    """Play a document's choices again and compare every event.

    `seed` is given by who keeps it while the battle is not over. A choice that is refused, because a
    later rule fix made it illegal, stops the replay there: the good prefix stays, `stop` says why.
    Raises DocumentError if there is no seed or it is not the one whose hash the document names.
    """
    seed = seed if seed is not None else document["seed"]
    if seed is None:
        raise DocumentError(words.NO_SEED_YET, path="seed")
    if seed_hash(seed) != document["seed_hash"]:
        raise DocumentError(words.WRONG_SEED, path="seed")
    with uncollected():
        battle = begin(system, document["setup"], seed)
        stop = None
        for number, (made, after) in enumerate(_with_next(document["choices"])):
            try:
                battle.repeat(made["decision"], made["choice"], made["side"], then=after)
            except Refusal as refusal:
                stop = Stop(number, str(refusal), refusal.rule)
                break
    events = document["events"]
    checked = 0
    for entry, stored in zip(battle.entries, events, strict=False):
        if entry.hash != stored["hash"]:
            break
        checked += 1
    # Equal lengths too: a replay that stops early has not come to the same battle.
    same = stop is None and checked == len(events) == len(battle.entries)
    return Replay(battle, same, checked, stop)


def resume(system: System, setup: Mapping[str, Any], seed: str, choices: list[dict[str, Any]]) -> Battle:
    """Return the battle after `choices` (from `Made.to_json`); raises Refusal at the first illegal one."""
    with uncollected():
        battle = Battle(system, setup, seed)
        for made, after in _with_next(choices):
            battle.repeat(made["decision"], made["choice"], made["side"], then=after)
    return battle


def _with_next(choices: Sequence[Mapping[str, Any]]) -> Iterator[tuple[Mapping[str, Any], Any]]:
    """Return each choice as it was stored, with what was chosen after it."""
    return zip_longest(choices, (made.get("choice") for made in islice(choices, 1, None)))


def _shown(made: Made) -> dict[str, Any]:
    return {**made.to_json(), "choice": public(made.choice)}


def _head(battle: Battle) -> dict[str, Any]:
    return {
        "format": "leaguer-battle",
        "version": BATTLE_VERSION,
        "system": battle.system.slug,
        "rules_version": battle.system.rules_version,
        "setup": battle.setup,
        "seed_hash": seed_hash(battle.seed),
    }


def _end(battle: Battle) -> dict[str, Any]:
    result = None if battle.result is None else battle.result.to_json()
    return {"seed": battle.seed if battle.pending is None else None, "hash": battle.hash, "result": result}


def _from_lines(text: str) -> dict[str, Any]:
    value: dict[str, Any] = {"choices": [], "events": []}
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        try:
            item = read_json(line)
            what = item.pop("line")
        except (JSONError, KeyError, TypeError, AttributeError):
            raise DocumentError(words.NOT_A_LINE, path=f"line {number}") from None
        if what in ("head", "end"):
            value.update(item)
        elif what in ("choice", "event"):
            value[f"{what}s"].append(item)
        else:
            raise DocumentError(words.not_a_kind_of_line(what), path=f"line {number}")
    return value


def _first(error: ValidationError) -> dict[str, str]:
    """Return the first fault of a validation: its message and its path."""
    fault = fault_of(error.errors(include_url=False)[0])
    return {"message": fault.message, "path": fault.path}
