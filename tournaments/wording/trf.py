"""What is wrong with a TRF."""

from __future__ import annotations

NO_CODE = "must begin with a code of three characters, such as 001"
NO_PLAYERS = "has no players: no line starts with 001"
NOT_HIMSELF = "is the player’s own number"
NO_OPPONENT = "needs an opponent for this result"
NO_COLOUR = "must be w or b: there is an opponent"
BYE_HAS_NO_OPPONENT = "must be 0000: a bye has no opponent"
COLOURS = "must be the opposite of the opponent’s colour"
BY_RANK = "cannot be read: Leaguer pairs by starting numbers, not by ranks"
ABNORMAL = "cannot be read: Leaguer only takes points that match the result"
TEAMS = "cannot be read: Leaguer does not read TRF files of team matches"
ABSENCE = "must be 0: Leaguer gives no points for an absence"
BAKU = "needs 250 records: Leaguer does not work out the points of the Baku acceleration"
BOTH_COLOURS = "must be the same for both colours"
BANDS = "cannot be written as TRF, which has points for a win, a draw and a loss but no bands"
TOO_MANY_POINTS = "cannot be written as TRF, which has room for points from 0 to 99.5"
NO_KIND = "cannot be written as TRF, which only has rounds of one player against another"


def place(line: int, column: int) -> str:
    """Name a place in a file."""
    return f"line {line}, column {column}"


def whole_number(found: str, least: int, most: int) -> str:
    return f"must be a whole number from {least} to {most}, not “{found}”"


def points(found: str) -> str:
    return f"must be points such as 2.5, not “{found}”"


def date(found: str) -> str:
    return f"must be a date such as 2026/03/01, not “{found}”"


def result(found: str) -> str:
    return f"must be a result (one of 1 = 0 + - W D L H F U Z), not “{found}”"


def choice(found: str, allowed: str) -> str:
    return f"must be one of {allowed}, not “{found}”"


def twice(number: int) -> str:
    return f"has the starting number {number}, which another line already has"


def no_player(number: int) -> str:
    return f"names player {number}, who is on no line"


def does_not_answer(number: int) -> str:
    return f"does not match what player {number} has in this round"


def sum_differs(said: str, found: str) -> str:
    return f"has {said} points, but the results add up to {found}"


def too_many_rounds(found: int, rounds: int) -> str:
    return f"has results of {found} rounds, but the tournament has {rounds}"


def unknown_type(found: str) -> str:
    return f"must be a kind of tournament that Leaguer can pair, not “{found}”"
