"""What was recorded, claim by claim, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from battles.recording.book import Book
from battles.recording.cards import HistoryLine
from battles.recording.ledger import changes
from battles.recording.models import Claim, Record


def names_of(record: Record) -> tuple[str, str]:
    """What each side's player is called: his user name, or the side's own name."""
    first = record.owner.get_username()
    if record.opponent is None:
        return first, first
    return first, record.opponent.get_username()


def where(book: Book, key: str) -> str:
    """Whose entry it is: the side, and the unit, commander or Regiment."""
    entry = book.sheet.entry(key)
    if entry.side is None:
        return "The battle"
    name = book.record.sides[entry.side]
    subject = book.sheet.names[entry.side].get(entry.subject, "")
    return f"{name}: {subject}" if subject else name


def history(book: Book) -> list[HistoryLine]:
    """Every claim in words, the last first."""
    names = names_of(book.record)
    frame = book.ledger.given
    lines = [_line(book, names, claim, before) for claim, before in changes(book.claims, frame)]
    return lines[::-1]


def _line(book: Book, names: Sequence[str], claim: Claim, before: Any) -> HistoryLine:
    who = claim.made_by.get_username() if claim.made_by else names[claim.by or 0]
    if claim.kind == Claim.Kind.CLAIM:
        entry = book.sheet.entry(claim.key)
        said = entry.describe(claim.value)
        what = (
            f"agreed to {entry.label}: {said}"
            if before == claim.value
            else f"{entry.label}: {entry.describe(before)} → {said}"
        )
        place = where(book, claim.key)
    else:
        place, what = "", _DID[claim.kind]
        if claim.kind == Claim.Kind.TURN:
            what = f"turn {claim.value} begins" if claim.value else "no turn in particular"
    return HistoryLine(claim.number, claim.at, claim.turn, who, claim.by, place, what)


_DID = {"sign": "signed the record", "reopen": "reopened the record", "turn": ""}
