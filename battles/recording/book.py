"""A record opened: what was claimed in it, what stands, and what that comes to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from battles import wording as words
from battles.recording.ledger import Ledger, changes, fold
from battles.recording.models import Claim, Record
from rulesets.contract import registry
from rulesets.contract.record import RecordSystem
from rulesets.engine.errors import LeaguerError

_DID = {Claim.Kind.SIGN: words.SIGNED_RECORD, Claim.Kind.REOPEN: words.REOPENED_RECORD}


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """A claim in words: who made it, whose entry it is about, and what it says."""

    claim: Claim
    who: str
    where: str
    what: str


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
        """Fold the claims once more, after some were added."""
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
        """Return what stands, as a side goes by.

        Where what it says does not fit with what the other says of the same unit, the first of these that
        does: its own word with what was agreed on beside it, the word of either side, what was agreed on.
        """
        ledger = self.ledger
        values = ledger.values(side)
        # Only disputed units are tried in turn; all others can only be taken one way.
        for subject in {_subject(each.key) for each in ledger.disputes}:
            keys = [key for key in ledger.standings if _subject(key) == subject]
            for candidate in ledger.readings(keys, side):
                if self.fits({**_of_battle(values), **candidate}):
                    values |= candidate
                    break
        return values

    def fits(self, values: Mapping[str, Any]) -> bool:
        """Return whether these values can be true together."""
        try:
            self.score_of(values)
        except LeaguerError:
            return False
        return True

    def document(self, side: int | None = None) -> dict[str, Any]:
        """Return the RESULT document of what stands, as a side goes by."""
        return self.document_of(self.values(side))

    def document_of(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """Return the RESULT document of these values."""
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
        """Return the score of what stands, as a side goes by."""
        return self.score_of(self.values(side))

    def score_of(self, values: Mapping[str, Any]) -> Any:
        """Return the score of these values; raises LeaguerError where they cannot be true together."""
        return self.scoring.score_of(self.sheet, self.document_of(values))

    def check(self, changes: Mapping[str, Any], side: int | None) -> None:
        """Raise LeaguerError if the changes of a side do not fit with what it sees of the same units."""
        subjects = {_subject(key) for key in changes}
        values = {**self.ledger.values(side), **changes}
        seen = {key: value for key, value in values.items() if _subject(key) in subjects}
        self.score_of({**_of_battle(values), **seen})

    @property
    def players(self) -> tuple[str, str]:
        """The user names of those who record for each side: one and the same without an opponent."""
        first = self.record.owner.get_username()
        return first, first if self.record.opponent is None else self.record.opponent.get_username()

    def where(self, key: str) -> str:
        """Return whose entry it is in words: the side, and the unit, commander or Regiment."""
        entry = self.sheet.entry(key)
        if entry.side is None:
            return words.WHOLE_BATTLE
        name = self.record.sides[entry.side]
        subject = self.sheet.names[entry.side].get(entry.subject, "")
        return f"{name}: {subject}" if subject else name

    def history(self) -> list[HistoryLine]:
        """Return every claim in words, the last first."""
        return [self._line(*each) for each in changes(self.claims, self.ledger.given)][::-1]

    def _line(self, claim: Claim, before: Any) -> HistoryLine:
        who = claim.made_by.get_username() if claim.made_by else self.players[claim.by or 0]
        where = ""
        if claim.kind == Claim.Kind.CLAIM:
            where, entry = self.where(claim.key), self.sheet.entry(claim.key)
            said = entry.describe(claim.value)
            agreed = before == claim.value
            change = f"{entry.label}: {entry.describe(before)} → {said}"
            what = words.agreed_to(entry.label, said) if agreed else change
        elif claim.kind == Claim.Kind.TURN:
            what = words.turn_begins(claim.value) if claim.value else words.BACK_TO_NO_TURN
        else:
            what = _DID[Claim.Kind(claim.kind)]
        return HistoryLine(claim, who, where, what)


def _subject(key: str) -> str:
    """Whose entry it is: entries of one subject have to fit together."""
    return key.rpartition(".")[0]


def _of_battle(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return what is true of the whole battle."""
    return {key: value for key, value in values.items() if key.startswith("g.")}
