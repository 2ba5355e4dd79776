"""The events of a Snaphance battle: the only changes of its state, each under the rule that caused it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulesets.engine.events import Event, Names
from rulesets.engine.records import record
from rulesets.snaphance import hexes


@record
class Faced(Event):
    """An event whose sentence has the facing of a stand in words."""

    def named(self, names: Names) -> dict[str, Any]:
        values = Event.named(self, names)
        return values | {"facing": hexes.facing_words(values["facing"])}


@record
class AboutStands(Event):
    """Something that one stand did or that several did together."""

    units: tuple[str, ...]

    def subjects(self) -> Iterator[str]:
        yield from self.units
