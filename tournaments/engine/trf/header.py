"""The lines of a TRF that say how a tournament is played: its rounds, points, kind, byes and prohibited
pairings.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from tournaments.engine.settings import MOST_ROUNDS, Acceleration, TieBreak
from tournaments.engine.trf.codes import BAKU, kind_of, tiebreak_of
from tournaments.engine.trf.lines import Line
from tournaments.wording import trf as words

_BYES = {"H": "half", "Z": "zero", "F": "full"}


@dataclass
class Header:
    """What the header says. Players are starting numbers; `pairs` and `byes` stand with the line that names
    them, and its column.
    """

    name: str = ""
    date: datetime.date | None = None
    rounds: int | None = None
    rounds_line: Line | None = None
    points: dict[str, float] = field(default_factory=dict)
    kind: dict[str, Any] = field(default_factory=dict)
    baku: Line | None = None
    top: str = ""
    tiebreaks: list[TieBreak] = field(default_factory=list)
    accelerated: list[Acceleration] = field(default_factory=list)
    pairs: list[tuple[Line, int, int, int, tuple[int, int]]] = field(default_factory=list)
    byes: list[tuple[Line, int, int, int | None, str]] = field(default_factory=list)
    teams: list[tuple[Line, int, int, str]] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)

    def read(self, line: Line) -> None:
        """Take in a line that describes no player; raises TournamentError."""
        _READERS.get(line.code, _kept)(self, line)


def _kept(found: Header, line: Line) -> None:
    found.kept.append(line.text[:2000])


def _ignored(_found: Header, _line: Line) -> None:
    """Leave out what is worked out again."""


def _refused(why: str) -> Callable[[Header, Line], None]:
    def refuse(_found: Header, line: Line) -> None:
        raise line.wrong(1, why)

    return refuse


def _name(found: Header, line: Line) -> None:
    found.name = line.field(5)[:120]


def _date(found: Header, line: Line) -> None:
    found.date = line.date(5)


def _rounds(found: Header, line: Line) -> None:
    found.rounds, found.rounds_line = line.whole(5, None, 1, MOST_ROUNDS), line


def _colour(found: Header, line: Line) -> None:
    said = line.field(5).upper()
    if said not in {"W", "B"}:
        raise line.wrong(5, words.choice(said, "W B"))
    found.top = "first" if said == "W" else "second"


def _configuration(found: Header, line: Line) -> None:
    for word in line.field(5).split():
        if word == "rank":
            raise line.wrong(5, words.BY_RANK)
        if word not in {"white1", "black1"}:
            raise line.wrong(5, words.choice(word, "rank white1 black1"))
        found.top = "first" if word == "white1" else "second"


# -- points ----------------------------------------------------------------------------------------

_TRF26 = {"W": ("win", "full", "forfeit_win"), "D": ("draw", "half_bye"), "L": ("loss",), "P": ("bye",),
          "A": ("nothing",), "X": ()}  # fmt: skip
_JAVAFO = {
    "W": ("white_win", "black_win", "full", "forfeit_win"), "D": ("white_draw", "black_draw", "half_bye"),
    "L": ("white_loss", "black_loss"), "WW": ("white_win",), "BW": ("black_win",), "WD": ("white_draw",),
    "BD": ("black_draw",), "WL": ("white_loss",), "BL": ("black_loss",), "ZPB": ("nothing",),
    "FL": ("nothing",), "HPB": ("half_bye",), "FPB": ("full",), "PAB": ("bye",), "FW": ("forfeit_win",),
}  # fmt: skip


def _points(found: Header, line: Line) -> None:
    """Read 162: a code at column 6 and its points after it, and so on every nine columns."""
    for column in range(6, len(line.text) + 1, 9):
        code = line.field(column, column)
        if code not in _TRF26:
            raise line.wrong(column, words.choice(code, " ".join(_TRF26)))
        _set(found, line, column, _TRF26[code], line.points(column + 1, column + 4))


def _javafo_points(found: Header, line: Line) -> None:
    """Read XXS: `W=3 D=1`."""
    column = 5
    for word in line.text[4:].split(" "):
        code, _, said = word.partition("=")
        if word:
            if code not in _JAVAFO:
                raise line.wrong(column, words.choice(code, " ".join(_JAVAFO)))
            points = line.points_in(said, column + len(code) + 1)
            _set(found, line, column, _JAVAFO[code], points)
        column += len(word) + 1


def _set(found: Header, line: Line, column: int, names: tuple[str, ...], points: float) -> None:
    if names == ("nothing",) and points:
        raise line.wrong(column, words.ABSENCE)
    found.points |= dict.fromkeys(names, points)
    for result in ("win", "draw", "loss"):
        both = [found.points.pop(f"{colour}_{result}", None) for colour in ("white", "black")]
        if both[0] is not None and both[1] is not None:
            if both[0] != both[1]:
                raise line.wrong(column, words.BOTH_COLOURS)
            found.points[result] = both[0]
        elif both != [None, None]:
            # The other colour may stand further on, or keep its usual points.
            at = "white" if both[0] is not None else "black"
            found.points[f"{at}_{result}"] = both[0] if both[0] is not None else both[1]  # type: ignore[assignment]


# -- kind and tie-breaks ---------------------------------------------------------------------------


def _kind(found: Header, line: Line) -> None:
    said = line.field(5)
    if not said:
        return
    kind = kind_of(said)
    if kind is None:
        raise line.wrong(5, words.unknown_type(said))
    found.kind = kind
    found.baku = line if said.upper().endswith(BAKU) else None


def _tiebreaks(found: Header, line: Line) -> None:
    """Read 202 and 212; what is none of Leaguer's tie-breaks is left out."""
    each = (tiebreak_of(code) for code in line.field(5).replace(" ", "").split(","))
    found.tiebreaks = [how for how in each if how is not None]


# -- players together ------------------------------------------------------------------------------


def _accelerated(found: Header, line: Line) -> None:
    first, last = line.whole(23, 26, 1, 9999), line.whole(28, 31, 1, 9999)
    found.accelerated.append(
        Acceleration(
            points=line.points(10, 13), from_round=line.whole(15, 17, 1, MOST_ROUNDS),
            to_round=line.whole(19, 21, 1, MOST_ROUNDS), first=first, last=last,
        )
    )  # fmt: skip


def _javafo_accelerated(found: Header, line: Line) -> None:
    """Read XXA: the points of one player, round by round."""
    number = line.whole(5, 8, 1, 9999)
    for at, column in enumerate(range(10, len(line.text) + 1, 5), 1):
        points = line.points(column, column + 3) if line.field(column, column + 3) else 0
        if points and at <= MOST_ROUNDS:
            found.accelerated.append(
                Acceleration(points=points, from_round=at, to_round=at, first=number, last=number)
            )


def _prohibited(found: Header, line: Line) -> None:
    first, last = line.whole(5, 7, 1, 999), line.whole(9, 11, 1, 999)
    _forbid(found, line, list(line.numbers(13)), min(first, MOST_ROUNDS), min(last, MOST_ROUNDS))


def _javafo_prohibited(found: Header, line: Line) -> None:
    _forbid(found, line, _words(line), 1, MOST_ROUNDS)


def _forbid(found: Header, line: Line, named: list[tuple[int, int]], first: int, last: int) -> None:
    for (_, one), (column, other) in combinations(named, 2):
        found.pairs.append((line, column, first, last, (one, other)))


def _byes(found: Header, line: Line) -> None:
    kind = line.field(5, 5).upper()
    if kind not in _BYES:
        raise line.wrong(5, words.choice(kind, " ".join(_BYES)))
    at = line.whole(7, 9, 1, MOST_ROUNDS)
    found.byes += [(line, column, number, at, _BYES[kind]) for column, number in line.numbers(11)]


def _away(found: Header, line: Line) -> None:
    """Read XXZ: who does not play in the next round."""
    found.byes += [(line, column, number, None, "zero") for column, number in _words(line)]


def _words(line: Line) -> list[tuple[int, int]]:
    """Return the numbers that stand on a line with blanks between them, each with its column."""
    found, column = [], 5
    for word in line.text[4:].split(" "):
        if word:
            found.append((column, line.whole(column, column + len(word) - 1, 1, 9999)))
        column += len(word) + 1
    return found


def _team(name: tuple[int, int], members: int) -> Callable[[Header, Line], None]:
    def read(found: Header, line: Line) -> None:
        found.teams += [(line, column, number, line.field(*name)) for column, number in line.numbers(members)]

    return read


_READERS: dict[str, Callable[[Header, Line], None]] = {
    "012": _name, "042": _date, "062": _ignored, "072": _ignored, "082": _ignored, "142": _rounds,
    "XXR": _rounds, "152": _colour, "XXC": _configuration, "162": _points, "XXS": _javafo_points,
    "192": _kind, "202": _tiebreaks, "212": _tiebreaks, "250": _accelerated, "XXA": _javafo_accelerated,
    "260": _prohibited, "XXP": _javafo_prohibited, "240": _byes, "XXZ": _away, "013": _team((5, 36), 37),
    "310": _team((9, 40), 74), "299": _refused(words.ABNORMAL), "300": _refused(words.TEAMS),
    "320": _refused(words.TEAMS), "330": _refused(words.TEAMS), "801": _ignored, "802": _ignored,
}  # fmt: skip
