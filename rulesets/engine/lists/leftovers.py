"""What came of a posted list: what was understood, what was not and may mean, and the answers to that."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Meant:
    """What a part of a text may mean: in words, and as text to import."""

    words: str
    text: str


@dataclass(frozen=True, slots=True)
class Leftover:
    """A part of a line that was not understood: why, what it may mean, what stays if it is skipped.

    `sure` is the answer, one of `choices` or `skipped`, if there is hardly a doubt of it; else None. `count`:
    how many of a unit the part is of, if it may be any unit of the book; else 0.
    """

    line: int
    text: str
    problem: str
    choices: tuple[Meant, ...] = ()
    skipped: str = ""
    sure: str | None = None
    count: int = 0


@dataclass(frozen=True, slots=True)
class Reading:
    """A unit that was found by a part of its name: the line, what it says, and the unit."""

    line: int
    text: str
    unit: str


@dataclass(frozen=True, slots=True)
class Posted:
    """What was understood of a text, as plain text that `read_text` reads, and what was not.

    The system and book it was read with are empty if the book must be asked. `readings`: what was understood,
    but is not what the book calls it.
    """

    text: str
    leftovers: tuple[Leftover, ...]
    system: str = ""
    book: str = ""
    system_name: str = ""
    book_name: str = ""
    readings: tuple[Reading, ...] = ()


def decided(text: str, answers: Iterable[tuple[int, str, str]]) -> str:
    """Return the text with its leftovers decided: number of line, what stood there, what is to stand there.

    A book that the text does not name comes as line 0.
    """
    lines, before = text.replace("\r\n", "\n").split("\n"), []
    for line, was, now in answers:
        if line == 0:
            before.append(now)
        elif 0 < line <= len(lines):
            lines[line - 1] = lines[line - 1].replace(was, now, 1) if was in lines[line - 1] else now
    return "\n".join([*before, *lines])
