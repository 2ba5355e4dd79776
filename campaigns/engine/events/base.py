"""Events: the only way a campaign changes, and the chronicle that people read.

Each event is a frozen record with the place in the rule set that caused it (`rule`: "attrition.steps"; "" for
what no figure decides). `known` are the factions that learn of it, `ALL` for everybody, () for the umpire
alone. `describe(names)` is the sentence of the chronicle; `read_event` reads an event back by its `kind`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import fields
from datetime import date
from typing import Any, ClassVar, TypeAlias

from campaigns.engine.state import State
from rulesets.engine.canonical import chained
from rulesets.engine.records import record
from rulesets.engine.wording import listed

ALL = "*"
IDS = (
    "area", "came_from", "captor", "command", "faction", "force", "forces", "goal", "other", "subject", "to",
    "units",
)  # fmt: skip
"""The fields of events whose ids a sentence replaces by names."""
Names: TypeAlias = Callable[[str], str]
"""Turns the id of a faction, force, area, unit, command or engagement into its name."""


@record
class CampaignEvent:
    """Something that happened in a turn."""

    rule: str
    known: tuple[str, ...]

    kind: ClassVar[str] = ""
    sentence: ClassVar[str] = ""
    """What happened: ids by their names (`{force}`), `{goal}` for the end of a path, `{day}` for a date;
    `{event.why}` for any field as it is.
    """

    def apply(self, state: State) -> None:
        """Change `state`. An event that only informs leaves it alone."""

    def describe(self, names: Names) -> str:
        """Return what happened, in one sentence."""
        named = dict.fromkeys(IDS, "")
        for key in IDS:
            if value := getattr(self, key, ""):
                ids = [value] if isinstance(value, str) else value
                named[key] = listed([names(each) for each in ids])
        if path := getattr(self, "path", ()):
            named["goal"] = names(path[-1])
        if value := getattr(self, "date", ""):
            day = date.fromisoformat(value)
            named["day"] = f"{day.day} {day:%B} {day.year}"
        return self.sentence.format(event=self, **named)

    def to_json(self) -> dict[str, Any]:
        """Return the event as JSON values: its kind and its fields."""
        value: dict[str, Any] = {each.name: getattr(self, each.name) for each in fields(self)}
        value["known"] = list(self.known)
        value["kind"] = self.kind
        return value


@record
class Entry:
    """A line of the log: number from 1 in its turn's part, event, hash chained over all before it."""

    number: int
    event: CampaignEvent
    hash: str

    def to_json(self) -> dict[str, Any]:
        return {"n": self.number, "event": self.event.to_json(), "hash": self.hash}


class Log:
    """Applies events to a state and stores them, each with its chained hash."""

    def __init__(self, state: State, previous: str = "") -> None:
        self.state = state
        self.entries: list[Entry] = []
        self.hash = previous

    def apply(self, event: CampaignEvent) -> None:
        """Apply an event and store it."""
        event.apply(self.state)
        self.hash = chained(self.hash, event.to_json())
        self.entries.append(Entry(len(self.entries) + 1, event, self.hash))


def learns(known: Collection[str], who: str | None) -> bool:
    """Return whether a faction (None: the umpire, "": an onlooker) learns of an event."""
    return who is None or ALL in known or who in known
