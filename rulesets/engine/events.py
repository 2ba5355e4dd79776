"""Events: the only way a battle changes, and the log that people read.

Each event is a frozen dataclass with the id of the rule that caused it. `apply(state)` is the change,
`describe(names)` the sentence in the log, `to_json()` what is hashed and kept. Fields are JSON values.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import fields
from typing import Any, ClassVar, TypeAlias

from rulesets.engine.dice import Roll
from rulesets.engine.records import record
from rulesets.engine.wording import battles as words
from rulesets.engine.wording import listed

Names: TypeAlias = Callable[[str], str]

NAMED = frozenset({"unit", "target", "leader", "command", "side"})
"""The fields of events with the id of somebody who has a name."""


@record
class Event:
    """Something that happened in a battle under the rule `rule`."""

    rule: str

    kind: ClassVar[str] = "event"
    columns: ClassVar[tuple[str, ...]] = ()
    sentence: ClassVar[str]
    """What the log says: `{unit}` stands for the unit's name, `{losses}` for the field as it is."""

    def apply(self, state: Any) -> None:
        """Change `state`. An event that only informs leaves it alone."""

    def describe(self, names: Names) -> str:
        """Return what happened, in one sentence; `names` turns ids into names."""
        return self.sentence.format_map(self.named(names))

    def named(self, names: Names) -> dict[str, Any]:
        """Return the fields as the sentence has them: names in place of ids, `units` as a list of names."""
        values: dict[str, Any] = {name: getattr(self, name) for name in self.names_of_fields()}
        for key in NAMED & values.keys():
            values[key] = names(str(values[key]))
        if "units" in values:
            values["units"] = listed([names(id_) for id_ in values["units"]])
        return values

    def subjects(self) -> Iterator[str]:
        """Yield the ids of units and leaders that the event is about."""
        for name in ("unit", "target", "leader", "command"):
            value = getattr(self, name, "")
            if value:
                yield value

    def to_json(self) -> dict[str, Any]:
        """Return the event as a JSON object: its kind and its fields."""
        value: dict[str, Any] = {name: getattr(self, name) for name in self.names_of_fields()}
        value["kind"] = self.kind
        return value

    @classmethod
    def names_of_fields(cls) -> tuple[str, ...]:
        """Return the names of all fields; found once a class, for a battle asks thousands of times."""
        if "columns" not in cls.__dict__:
            cls.columns = tuple(field.name for field in fields(cls))
        return cls.columns


_DRAWN = re.compile(r"(?P<what>[^\n]+) \((?P<faces>\d+ to \d+: [^\n]+)\)\n(?:\d+: )?(?P<found>.+)")
"""The purpose and result of a die that draws one of two things, as rolls have always been stored."""


@record
class Rolled(Event):
    """Dice were rolled: what for, by whom, target, modifiers, result. Changes nothing by itself."""

    roll: Roll

    kind: ClassVar[str] = "rolled"

    def describe(self, names: Names) -> str:
        drawn = _DRAWN.fullmatch(f"{self.roll.purpose}\n{self.roll.result}")
        if drawn is not None:
            return words.drawn(drawn["what"], drawn["found"], self.roll.dice[0], drawn["faces"])
        who = names(self.roll.unit or str(self.roll.side))
        return f"{who}: {self.roll.purpose}: {self.roll.result}"

    def subjects(self) -> Iterator[str]:
        if self.roll.unit:
            yield self.roll.unit

    def to_json(self) -> dict[str, Any]:
        return {"kind": self.kind, "rule": self.rule, "roll": self.roll.to_json()}


@record
class Conceded(Event):
    """A side gave the battle up. No rule says when: players may, at any moment."""

    side: int

    kind: ClassVar[str] = "conceded"
    sentence: ClassVar[str] = words.CONCEDED


@record
class DrawAgreed(Event):
    """Both sides agreed to end the battle as it stands; `by` is the side that said the last word."""

    by: int

    kind: ClassVar[str] = "draw-agreed"
    sentence: ClassVar[str] = words.DRAW_AGREED


@record
class Entry:
    """A line of the append-only log: number (from 1), event, and the hash chained over all events so far."""

    number: int
    event: Event
    hash: str

    def to_json(self) -> dict[str, Any]:
        return {"n": self.number, "event": self.event.to_json(), "hash": self.hash}
