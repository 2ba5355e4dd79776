"""Events whose sentence in the log only names who and how much."""

from __future__ import annotations

from typing import ClassVar

from rulesets.engine.events import Event, Names
from rulesets.engine.records import record

NAMED = frozenset({"unit", "target", "leader", "command", "side"})
"""Fields with the id of somebody who has a name."""


@record
class Worded(Event):
    """An event with a template: `{losses}` is a field, `{unit}` the name of what the field names."""

    says: ClassVar[str]

    def describe(self, names: Names) -> str:
        fields = self.to_json().items()
        values = {field: names(str(value)) if field in NAMED else value for field, value in fields}
        return self.says.format_map(values)
