"""What leagues say: documents and standings."""

from __future__ import annotations

TOO_LARGE = "is larger than 8 MB, the most that a league file may have"
NOT_A_LEAGUE = "must be “leaguer-league”: this is not a league document"
AGAINST_ONESELF = "have the same person on both sides, or twice on one"
NO_EVENTS = "No event counts yet."
PROVISIONAL = "A rating with ? is provisional: it is based on too few battles."


def twice(key: str) -> str:
    return f"“{key}” is used twice"


def unknown(key: str) -> str:
    return f"there is nobody “{key}” in this league"


def head(name: str, season: str | None) -> str:
    return ", ".join(part for part in (name or "League", season) if part)


def rating(value: int, *, provisional: bool) -> str:
    return f"{value}{'?' if provisional else ''}"


def result(points: str, *, counts: bool) -> str:
    return points if counts else f"({points})"


def no_such_season(season: str) -> str:
    return f"there is no event in the season “{season}”"
