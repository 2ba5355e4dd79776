"""The list document: an army as a player writes it, in JSON, whatever the rule system.

`read_list` (reading.py) reads it and reports every fault at once with its path; `dump_list` writes it back.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

FORMAT = "leaguer-list"
VERSION = 1
MAX_BYTES = 1_000_000
MAX_VALUES = 20_000
MAX_LINES = 300
MAX_LINE = 300
MAX_COMMANDS = 12
MAX_UNITS = 200
UNNAMED = "Unnamed list"
"""What a list without a name is called everywhere."""

ONE_LINE = r"^[^\x00-\x1f\x7f-\x9f\u2028\u2029]*$"
MANY_LINES = r"^[^\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029]*$"

_ID = r"^[A-Za-z0-9][A-Za-z0-9_-]*$"
_KEY = r"^[a-z0-9][a-z0-9._-]*$"

Text: TypeAlias = Annotated[str, StringConstraints(strip_whitespace=True, max_length=120, pattern=ONE_LINE)]
Notes: TypeAlias = Annotated[
    str, StringConstraints(strip_whitespace=True, max_length=5000, pattern=MANY_LINES)
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
        """Yield every unit, command by command."""
        for command in self.commands:
            yield from command.units

    def to_json(self) -> dict[str, Any]:
        """Return the document as plain JSON values; without `bases`, `card` and `points` where they say
        nothing.
        """
        # Fields that came later are left out where they say nothing, so that older lists keep their text and
        # hash.
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


def dump_list(army: ArmyList) -> str:
    """Return the document as JSON values, without `bases`, `card` and `points` that say nothing."""
    return json.dumps(army.to_json(), ensure_ascii=False, indent=2) + "\n"


def list_schema() -> dict[str, Any]:
    """Return the JSON Schema of the document. What a system adds (books, levels, extras) it leaves open."""
    schema = ArmyList.model_json_schema(mode="validation")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "list.schema.json",
        **schema,
        "required": ["format", "version", *schema["required"]],
    }
