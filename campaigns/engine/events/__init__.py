"""What may happen in a campaign: the kinds of events, a module for each subject.

`read_event` gives back the event that `CampaignEvent.to_json` wrote, whichever module has its kind.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from functools import cache
from typing import Any

from campaigns.engine import umpireacts
from campaigns.engine.events import areas, battle, factions, strength, turns
from campaigns.engine.events.base import CampaignEvent
from campaigns.wording import documents as words
from campaigns.wording import unknown
from rulesets.engine.errors import LeaguerError


class EventError(LeaguerError):
    """An event cannot be read: its kind is unknown, or fields are missing or too many."""


@cache
def kinds() -> Mapping[str, type[CampaignEvent]]:
    """Return every kind of event by its name."""
    found: dict[str, type[CampaignEvent]] = {}
    for module in (areas, battle, factions, strength, turns, umpireacts):
        for each in vars(module).values():
            if isinstance(each, type) and issubclass(each, CampaignEvent) and each.kind:
                found[each.kind] = each
    return found


def read_event(value: Mapping[str, Any]) -> CampaignEvent:
    """Return the event that `value` holds; raises EventError for what is none."""
    kind = kinds().get(str(value.get("kind")))
    if kind is None:
        raise EventError(unknown.event(str(value.get("kind"))), path="kind")
    given = {name: _frozen(each) for name, each in value.items() if name != "kind"}
    if given.keys() != {each.name for each in fields(kind)}:
        raise EventError(words.not_fields_of(kind.kind), path="event")
    return kind(**given)


def _frozen(value: Any) -> Any:
    """Return lists as the tuples that they were."""
    return tuple(_frozen(each) for each in value) if isinstance(value, list) else value
