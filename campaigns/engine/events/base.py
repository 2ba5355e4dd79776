"""Events: the only way a campaign changes, and the chronicle that people read.

Each event is a frozen record with the place in the rule set that caused it (`rule`: "attrition.steps"; "" for
what no figure decides). `known` are the factions that learn of it, `ALL` for everybody, () for the umpire
alone. `describe(names)` is the sentence of the chronicle; a system of kinds by `kind` reads events back.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import fields
from typing import Any, ClassVar, TypeAlias

from campaigns.engine.state import State
from rulesets.engine.canonical import chained
from rulesets.engine.records import record

ALL = "*"
Names: TypeAlias = Callable[[str], str]
"""Turns the id of a faction, force, area, unit, command or engagement into its name."""


@record
class CampaignEvent:
    """Something that happened in a turn."""

    rule: str
    known: tuple[str, ...]

    kind: ClassVar[str] = ""

    def apply(self, state: State) -> None:
        """Change `state`. An event that only informs leaves it alone."""

    def describe(self, names: Names) -> str:
        """What happened, in one sentence."""
        raise TypeError(f"{type(self).__name__} does not say what happened")

    def to_json(self) -> dict[str, Any]:
        """The event as JSON values: its kind and its fields."""
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
    """Applies events to a state and keeps them, each with its chained hash."""

    def __init__(self, state: State, previous: str = "") -> None:
        self.state = state
        self.entries: list[Entry] = []
        self.hash = previous

    def apply(self, event: CampaignEvent) -> None:
        """Let it happen."""
        event.apply(self.state)
        self.hash = chained(self.hash, event.to_json())
        self.entries.append(Entry(len(self.entries) + 1, event, self.hash))


def learns(known: Collection[str], who: str | None) -> bool:
    """Whether a faction (None: the umpire) is among those who learn of an event; an onlooker is "" here."""
    return who is None or ALL in known or who in known
