"""The list document: an army as a player writes it, in JSON, whatever the rule system.

`parse_list` reads it and tells every fault at once with its path; `dump_list` writes it back. Reading judges
the document only: whether the army is legal is told by the system's `check`, whose answer is a `Report`.
What a document may hold beyond its frame (books, leader levels, extras) is told by a system's `ListRules`.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError
from pydantic_core import ErrorDetails, from_json

from rulesets.engine.lists.rules import Extra, Fault, ListError, ListRules, list_rules

FORMAT = "leaguer-list"
VERSION = 1
MAX_BYTES = 1_000_000
MAX_COMMANDS = 12
MAX_UNITS = 200

_ONE_LINE = r"^[^\x00-\x1f\x7f-\x9f\u2028\u2029]*$"
_MANY_LINES = r"^[^\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029]*$"

_ID = r"^[A-Za-z0-9][A-Za-z0-9_-]*$"
_KEY = r"^[a-z0-9][a-z0-9._-]*$"

Text: TypeAlias = Annotated[str, StringConstraints(strip_whitespace=True, max_length=120, pattern=_ONE_LINE)]
Notes: TypeAlias = Annotated[
    str, StringConstraints(strip_whitespace=True, max_length=5000, pattern=_MANY_LINES)
]
Id: TypeAlias = Annotated[str, StringConstraints(max_length=40, pattern=_ID)]
Key: TypeAlias = Annotated[str, StringConstraints(max_length=120, pattern=_KEY)]
Extras: TypeAlias = dict[str, bool | int | Annotated[str, StringConstraints(max_length=40)]]


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class ListUnit(_Part):
    """A unit: the entry of the book it is, its own name, the options it takes.

    `bases`: of how many bases it consists, in systems whose units vary in size; 0: as many as its entry says.
    """

    id: Id
    entry: Key
    name: Text = ""
    options: Annotated[tuple[Key, ...], Field(max_length=20)] = ()
    bases: Annotated[int, Field(ge=0, le=100)] = 0


class ListLeader(_Part):
    """The leader of a command."""

    level: Key
    name: Text = ""
    commander_in_chief: bool = False


class ListCommand(_Part):
    """A command: its leader (none while the list is unfinished) and its units.

    `card`: the card of the book that it is built from, in systems whose books consist of cards.
    """

    id: Id
    name: Text = ""
    leader: ListLeader | None = None
    units: Annotated[tuple[ListUnit, ...], Field(max_length=MAX_UNITS)] = ()
    card: Annotated[str, StringConstraints(max_length=80, pattern=r"^([a-z0-9][a-z0-9._-]*)?$")] = ""


class ArmyList(_Part):
    """An army list. Ids are stable keys, unique in the list and never reused by position.

    `points` is what was agreed on; 0, where the system allows it, means that nothing was.
    """

    format: Literal["leaguer-list"] = "leaguer-list"
    version: Literal[1] = 1
    system: Annotated[str, StringConstraints(max_length=40, pattern=r"^[a-z][a-z_]*$")]
    book: Key
    book_version: Text = "1"
    name: Text = ""
    player: Text = ""
    points: Annotated[int, Field(ge=0, le=100_000)] = 600
    notes: Notes = ""
    commands: Annotated[tuple[ListCommand, ...], Field(max_length=MAX_COMMANDS)] = ()
    extras: Extras = Field(default_factory=dict)

    def units(self) -> Iterator[ListUnit]:
        """Every unit, command by command."""
        for command in self.commands:
            yield from command.units

    def to_json(self) -> dict[str, Any]:
        """The document as plain JSON values; without `bases`, `card` and `points` where they say nothing."""
        document = self.model_dump(mode="json")
        if not document["points"]:
            del document["points"]
        for command in document["commands"]:
            if not command["card"]:
                del command["card"]
            for unit in command["units"]:
                if not unit["bases"]:
                    del unit["bases"]
        return document


def parse_list(source: str | bytes | Mapping[str, Any]) -> ArmyList:
    """The list in a JSON text or object, with every extra at least at its default.

    Raises ListError with every fault and its path: unreadable JSON, a foreign format, a newer version,
    unknown fields, wrong types, negative counts, long texts, ids used twice, an unknown system or book.
    """
    text = _text(source)
    _check_frame(text)
    try:
        army = ArmyList.model_validate_json(text)
    except ValidationError as error:
        raise ListError(*(_fault(item) for item in error.errors(include_url=False))) from None
    rules = list_rules(army.system)
    book = rules.book_of(army)
    extras = rules.extras(book)
    if "points" not in army.model_fields_set:
        army = army.model_copy(update={"points": rules.points})
    structure = [*_double_ids(army), *_too_many_units(army), *_unused(army, rules)]
    if faults := [*structure, *_bad_levels(army, rules), *_bad_extras(army, extras)]:
        raise ListError(*faults)
    filled = {extra.key: army.extras.get(extra.key, extra.default) for extra in extras}
    return army.model_copy(update={"extras": filled})


def dump_list(army: ArmyList) -> str:
    """The document as JSON text; `parse_list` reads back the same list."""
    return json.dumps(army.to_json(), ensure_ascii=False, indent=2) + "\n"


def _text(source: str | bytes | Mapping[str, Any]) -> str:
    """The JSON text of `source`; raises ListError if it is too long, not UTF-8 or holds what JSON cannot."""
    if isinstance(source, Mapping):
        try:
            source = json.dumps(dict(source))
        except (TypeError, ValueError, RecursionError) as error:
            raise ListError(Fault("", f"holds what JSON cannot: {error}"), code="json") from error
    if len(source) > MAX_BYTES:
        raise ListError(Fault("", f"is larger than {MAX_BYTES // 1000} kB, as no list is"), code="too-large")
    if isinstance(source, bytes):
        try:
            source = source.decode("utf-8")
        except UnicodeDecodeError as error:
            raise ListError(Fault("", f"is not UTF-8 text (byte {error.start})"), code="json") from None
    return source.removeprefix("\ufeff")


def _check_frame(text: str) -> None:
    """Raises ListError unless `text` is a JSON object that says it is a list of a version known here."""
    try:
        raw = from_json(text)
    except ValueError as error:
        raise ListError(Fault("", f"is not readable JSON: {error}"), code="json") from None
    if not isinstance(raw, dict) or raw.get("format") != FORMAT:
        raise ListError(Fault("format", f"is not {FORMAT!r}: this is no Leaguer army list"), code="format")
    version = raw.get("version")
    if not isinstance(version, int):
        raise ListError(Fault("version", f"is missing or no whole number: give {VERSION}"), code="version")
    if version > VERSION:
        newer = f"is {version}, written by a newer Leaguer; this one reads up to {VERSION}: update Leaguer"
        raise ListError(Fault("version", newer), code="version")


_WORDS = {
    "missing": "is missing",
    "extra_forbidden": "is no known field: remove it",
    "string_type": "must be text",
    "int_type": "must be a whole number",
    "bool_type": "must be true or false",
    "tuple_type": "must be a list",
    "dict_type": "must be an object",
    "model_type": "must be an object",
}


def _fault(error: ErrorDetails) -> Fault:
    """A validation error as a path and a sentence."""
    limits = error.get("ctx", {})
    kind, value = error["type"], error["input"]
    if kind == "string_too_long":
        words = f"is longer than {limits['max_length']} characters"
    elif kind == "string_pattern_mismatch":
        free = limits["pattern"] in (_ONE_LINE, _MANY_LINES)
        words = "must not hold line breaks or control characters" if free else f"{value!r} is no valid key"
    elif kind == "too_long":
        words = f"holds more than {limits['max_length']}"
    elif kind == "greater_than_equal":
        least = 1 if error["loc"] == ("points",) else limits["ge"]  # 0 is for systems without a limit
        words = f"is {value}: it must be {least} or more"
    elif kind == "less_than_equal":
        words = f"is {value}: it must be {limits['le']} or less"
    elif kind == "literal_error":
        words = f"must be {limits['expected']}"
    else:
        words = _WORDS.get(kind, error["msg"].lower())
    return Fault(_path(error["loc"]), words)


def _path(steps: tuple[int | str, ...]) -> str:
    """`commands[1].units[0].entry` for the steps to a value."""
    path = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in steps)
    return re.sub(r"^(extras\.\w+)\..*", r"\1", path.removeprefix("."))


def _double_ids(army: ArmyList) -> Iterator[Fault]:
    ids = Counter([command.id for command in army.commands] + [unit.id for unit in army.units()])
    for i, command in enumerate(army.commands):
        for path, key in [
            (f"commands[{i}].id", command.id),
            *((f"commands[{i}].units[{j}].id", unit.id) for j, unit in enumerate(command.units)),
        ]:
            if ids[key] > 1:
                yield Fault(path, f"{key!r} is used {ids[key]} times: every id must be unique in the list")


def _too_many_units(army: ArmyList) -> Iterator[Fault]:
    units = sum(len(command.units) for command in army.commands)
    if units > MAX_UNITS:
        yield Fault("commands", f"hold {units} units together: at most {MAX_UNITS} can be read")


def _unused(army: ArmyList, rules: ListRules) -> Iterator[Fault]:
    """What the system's lists do not have: a limit of 0 points, cards, units of any number of bases."""
    if not army.points and rules.points:
        yield Fault("points", "is 0: it must be 1 or more")
    for i, command in enumerate(army.commands):
        if command.card and not rules.cards:
            yield Fault(f"commands[{i}].card", f"is no field of a list of {rules.name}: remove it")
        if command.leader and command.leader.commander_in_chief and not rules.chief:
            words = f"{rules.name} knows no commander-in-chief: leave it out"
            yield Fault(f"commands[{i}].leader.commander_in_chief", words)
        for j, unit in enumerate(command.units):
            if unit.bases and not rules.bases:
                yield Fault(f"commands[{i}].units[{j}].bases", f"is no field of {rules.name}: remove it")


def _bad_levels(army: ArmyList, rules: ListRules) -> Iterator[Fault]:
    for i, command in enumerate(army.commands):
        if command.leader and not rules.leader_levels:
            yield Fault(f"commands[{i}].leader", f"is no field of a list of {rules.name}: leave it out")
        elif command.leader and command.leader.level not in rules.leader_levels:
            levels = ", ".join(rules.leader_levels)
            yield Fault(f"commands[{i}].leader.level", f"{command.leader.level!r} must be one of {levels}")


def _bad_extras(army: ArmyList, extras: tuple[Extra, ...]) -> Iterator[Fault]:
    known = {extra.key: extra for extra in extras}
    for key, value in army.extras.items():
        if key not in known:
            yield Fault(f"extras.{key}", f"is no known field: there are {', '.join(known)}")
        elif problem := known[key].problem(value):
            yield Fault(f"extras.{key}", problem)


def list_schema() -> dict[str, Any]:
    """The JSON Schema of the document. What a system adds (books, levels, extras) it leaves open."""
    schema = ArmyList.model_json_schema(mode="validation")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "list.schema.json",
        **schema,
        "required": ["format", "version", *schema["required"]],
    }
