"""Battles that a player may report as their result, on a page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tournaments.access import Viewer
from tournaments.cards.rounds import worth_of
from tournaments.engine.document import Pairing, Result
from tournaments.fought import Fought, fought
from tournaments.wording import pages as words


@dataclass(frozen=True, slots=True)
class FoughtCard:
    """A battle, what it gives the pairing in words, its points, and the fields of the form that reports
    it.
    """

    battle: Fought
    said: str
    worth: str
    fields: tuple[tuple[str, Any], ...]


def fought_cards(viewer: Viewer, pairing: Pairing) -> list[FoughtCard]:
    """Return the battles that a player of a pairing may report as its result."""
    players, scoring = viewer.document.by_id, viewer.document.settings.scoring
    first, second = (players[key].name for key in pairing.players)
    return [
        FoughtCard(
            each, words.reported(each.result, (first, second), scores=scoring.of == "scores"),
            worth_of(each.result, scoring), tuple(_fields(each.result)),
        )
        for each in fought(viewer, pairing)
    ]  # fmt: skip


def _fields(result: Result) -> Iterator[tuple[str, Any]]:
    for name, value in result.model_dump(mode="json", exclude_none=True).items():
        if isinstance(value, list):
            yield from ((f"a.result.{name}.{at}", each) for at, each in enumerate(value))
        else:
            yield f"a.result.{name}", value
