"""What the commands of tournaments print."""

from __future__ import annotations

from fractions import Fraction

LOT = "lot"


def points(worth: Fraction) -> str:
    """Write a number of points: whole, or with at most two decimals."""
    if worth.denominator == 1:
        return str(worth.numerator)
    return f"{float(worth):.2f}".rstrip("0").rstrip(".")


def table(number: int, first: str, second: str) -> str:
    return f"Table {number}: {first} against {second}"


def match(first: str, second: str) -> str:
    return f"{first} against {second}"


def bye(name: str) -> str:
    return f"Bye: {name}"


def round_head(number: int, name: str) -> str:
    return f"Round {number}" + (f" of {name}" if name else "")


def best(number: int) -> str:
    return f"Round {number} is the best possible by its criteria."


def not_best(number: int, criterion: str, now: int, then: int) -> str:
    return f"Round {number} could be better: {criterion} cost {now}, but only {then} in this round:"


def as_made(number: int) -> str:
    return f"Round {number} is as its rules require."


def not_as_made(number: int, rules: str) -> str:
    return f"Round {number} is not as its rules require. {rules}"


def standings_head(after: int, *, provisional: bool) -> str:
    return f"Standings after round {after}" + (" (results are missing)" if provisional else "")


def tie_break(name: str, rule: str) -> str:
    return f"{name}: {rule}"


def group_head(number: int) -> str:
    return f"Group {number}"


MEMBERS = "Players"


def parted(after: int, players: int, by: dict[str, int]) -> str:
    counts = ", ".join(f"{name} ({count})" for name, count in by.items())
    return f"Standings after round {after}: {players} places" + (f", decided by {counts}." if counts else ".")


def placed(rank: int, points: str) -> str:
    return f"place {rank} with {points} points"


def wrong_place(name: str, right: str, said: str) -> str:
    return f"  {name}: expected {right}, found {said}"


MATCH_POINTS = "match points"
SHARED = "nothing"
NO_PLACE = "no place"
RIGHT = "The standings in that file are correct."
NO_ROUNDS = "No round has been paired yet."


def reminded(name: str, key: str) -> str:
    return f"{key}: players of {name} are reminded"
