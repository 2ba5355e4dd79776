"""A record opened: what was claimed in it, what stands, and what that comes to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from battles.recording.ledger import Ledger, fold
from battles.recording.models import Claim, Record
from rulesets.contract import registry
from rulesets.contract.record import RecordSystem
from rulesets.engine.errors import LeaguerError


@dataclass
class Book:
    """A record opened: its claims, what stands, and what it comes to.

    The scores are those that the sides go by: None is what counts for now, a side's own where it disputes.
    """

    record: Record
    claims: list[Claim]
    ledger: Ledger = field(init=False)

    def __post_init__(self) -> None:
        self.refold()

    def refold(self) -> None:
        """Fold the claims anew."""
        frame = self.record.frame.get("values") or {}
        defaults = {key: entry.default for key, entry in self.sheet.entries.items()}
        self.ledger = fold(self.claims, {**defaults, **frame})

    @cached_property
    def scoring(self) -> RecordSystem:
        """How the system scores."""
        found = registry.get(self.record.system).record
        assert found is not None
        return found

    @cached_property
    def sheet(self) -> Any:
        """What can be recorded; raises LeaguerError for lists that can no longer be read."""
        return self.scoring.sheet(self.record.lists, self.record.frame.get("points") or ())

    def values(self, side: int | None = None) -> dict[str, Any]:
        """What stands, as a side goes by.

        Where what it says does not fit with what the other says of the same unit, the first of these that
        does: its own word with what was agreed on beside it, the word of either side, what was agreed on.
        """
        ledger = self.ledger
        values = ledger.values(side)
        for subject in {_subject(each.key) for each in ledger.disputes}:
            keys = [key for key in ledger.standings if _subject(key) == subject]
            for candidate in ledger.readings(keys, side):
                if self.fits({**_of_battle(values), **candidate}):
                    values |= candidate
                    break
        return values

    def fits(self, values: Mapping[str, Any]) -> bool:
        """Whether these values can be true together."""
        try:
            self.score_of(values)
        except LeaguerError:
            return False
        return True

    def document(self, side: int | None = None) -> dict[str, Any]:
        """The RESULT document of what stands, as a side goes by."""
        return self.document_of(self.values(side))

    def document_of(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """The RESULT document of these values."""
        record = self.record
        noted = {
            key: value
            for key, value in values.items()
            if key not in self.sheet.entries or value != self.sheet.entries[key].default
        }
        scenario = {name: record.scenario.get(name) or "" for name in ("key", "name")}
        return self.scoring.to_result(
            self.sheet, noted, record.lists, record.sides, scenario=scenario, turn_of=self.ledger.turns()
        )

    def score(self, side: int | None = None) -> Any:
        """The score of what stands, as a side goes by."""
        return self.score_of(self.values(side))

    def score_of(self, values: Mapping[str, Any]) -> Any:
        """The score of these values; raises LeaguerError where they cannot be true together."""
        return self.scoring.score_of(self.sheet, self.document_of(values))

    def check(self, changes: Mapping[str, Any], side: int | None) -> None:
        """Raises LeaguerError if a side's changes do not fit with what it sees of the same units."""
        subjects = {_subject(key) for key in changes}
        values = {**self.ledger.values(side), **changes}
        seen = {key: value for key, value in values.items() if _subject(key) in subjects}
        self.score_of({**_of_battle(values), **seen})


def _subject(key: str) -> str:
    """Whose entry it is: entries of one subject have to fit together."""
    return key.rpartition(".")[0]


def _of_battle(values: Mapping[str, Any]) -> dict[str, Any]:
    """What is true of the whole battle."""
    return {key: value for key, value in values.items() if key.startswith("g.")}
