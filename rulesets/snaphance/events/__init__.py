"""The events of a Snaphance battle: the only changes of its state, each under the rule that caused it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from typing import Any, ClassVar

from rulesets.engine import wording
from rulesets.engine.events import Event, Names
from rulesets.engine.records import record
from rulesets.snaphance import hexes

_NAMED = frozenset({"unit", "target", "leader", "command", "side"})


@record
class Told(Event):
    """An event whose sentence in the log is `words`, with names in place of ids and a facing in words."""

    words: ClassVar[str] = ""

    def describe(self, names: Names) -> str:
        values: dict[str, Any] = {field.name: getattr(self, field.name) for field in fields(self)}
        for key in _NAMED & values.keys():
            values[key] = names(str(values[key]))
        if "facing" in values:
            values["facing"] = hexes.facing_words(values["facing"])
        if "units" in values:
            values["units"] = listed(values["units"], names)
        return self.words.format_map(values)


@record
class AboutStands(Told):
    """Something that one stand did or that several did together."""

    units: tuple[str, ...]

    def subjects(self) -> Iterator[str]:
        yield from self.units


def listed(ids: tuple[str, ...], names: Names) -> str:
    """Return `A`, `A and B`, `A, B and C`."""
    return wording.listed([names(id_) for id_ in ids])


def verb(ids: tuple[str, ...], one: str, many: str) -> str:
    """Return the form of a verb that fits so many stands."""
    return one if len(ids) == 1 else many
