"""Lines of a TRF and their columns, counted from 1 as FIDE counts them; every fault names both."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from rulesets.engine.errors import Fault
from tournaments.engine.document import TournamentError
from tournaments.wording import trf as words

RESULTS: Final = 92
"""The column of the first round; each round takes ten."""
WIDTH: Final = 10
_ENDS = re.compile(r"\r\n|\r|\n")
_CODE = re.compile(r"[0-9A-Z]{3}(?= |$)")
_BEGINS = re.compile(rb"^(\xef\xbb\xbf)?\s*(\d{3}( |\r|\n|$)|XX[A-Z] |###)")


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a TRF, with its number."""

    number: int
    text: str

    @property
    def code(self) -> str:
        """Its first three characters, which say what it holds."""
        return self.text[:3]

    def wrong(self, column: int, message: str) -> TournamentError:
        """Return what to raise for something wrong at a column."""
        return TournamentError(Fault(words.place(self.number, column), message))

    def field(self, first: int, last: int | None = None) -> str:
        """Return what stands in some columns, without the blanks around it; to the end without `last`."""
        return self.text[first - 1 : last].strip()

    def whole(self, first: int, last: int | None, least: int, most: int) -> int:
        """Return a whole number; raises TournamentError."""
        found = self.field(first, last)
        if not re.fullmatch(r"\d{1,9}", found) or not least <= int(found) <= most:
            raise self.wrong(first, words.whole_number(found, least, most))
        return int(found)

    def points(self, first: int, last: int | None) -> float:
        """Return a number of points: whole or with a half; raises TournamentError."""
        return self.points_in(self.field(first, last), first)

    def points_in(self, text: str, column: int) -> float:
        """Return the points that a text says; raises TournamentError."""
        if not re.fullmatch(r"\d{0,3}(\.[05]?0?)?", text) or not re.search(r"\d", text):
            raise self.wrong(column, words.points(text))
        return float(text)

    def date(self, first: int) -> datetime.date | None:
        """Return a date as `2026/03/01`, None for blanks; raises TournamentError."""
        found = self.field(first)
        if not found:
            return None
        try:
            return datetime.date.fromisoformat(found.replace("/", "-").replace(".", "-"))
        except ValueError:
            raise self.wrong(first, words.date(found)) from None

    def numbers(self, first: int, step: int = 5) -> Iterator[tuple[int, int]]:
        """Yield the starting numbers from a column on, each with its column; raises TournamentError."""
        for column in range(first, len(self.text) + 1, step):
            if self.field(column, column + 3):
                yield column, self.whole(column, column + 3, 1, 9999)


def is_trf(data: bytes) -> bool:
    """Return whether something begins as a TRF does: with a code, or a comment."""
    return bool(_BEGINS.match(data))


def lines_of(data: bytes) -> Iterator[Line]:
    """Yield the lines of a TRF without comments and empty ones; raises TournamentError for one without a
    code.
    """
    for number, text in enumerate(_ENDS.split(_decoded(data)), 1):
        line = Line(number, text.rstrip())
        if not line.text or line.text.startswith("###"):
            continue
        if not _CODE.match(line.text):
            raise line.wrong(1, words.NO_CODE)
        yield line


def _decoded(data: bytes) -> str:
    """Return the text: UTF-8, or else as older programs write it."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace")
