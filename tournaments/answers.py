"""Standings as commands and the REST interface give them."""

from __future__ import annotations

from typing import Any

from tournaments.engine.settings import Settings
from tournaments.engine.standings import Standing, Standings
from tournaments.wording import commands as words
from tournaments.wording import tiebreaks as names


def places_json(found: Standings, used: list[str]) -> list[dict[str, Any]]:
    """Return places with the tie-breaks that were needed, which are called as `used` says."""
    return [_to_json(each, used) for each in found.places]


def standings_json(found: Standings, settings: Settings) -> dict[str, Any]:
    """Return standings with each tie-break that was needed worked out."""
    used = [names.name(each) for each in settings.tiebreaks]
    rules = [
        {"tie_break": name, "rule": names.rule(how, settings)}
        for name, how in zip(used, settings.tiebreaks, strict=True)
    ]
    return {"after": found.after, "provisional": found.provisional, "tie_breaks": rules,
            "places": places_json(found, used)}  # fmt: skip


def _to_json(found: Standing, used: list[str]) -> dict[str, Any]:
    values = [
        {
            "tie_break": name,
            "value": words.points(each.value),
            "terms": [words.points(one) for one in each.terms],
            "cut": [words.points(one) for one in each.cut],
        }
        for name, each in zip(used, found.values, strict=False)
    ]
    return {"rank": found.rank, "player": found.player.id, "name": found.player.name,
            "points": words.points(found.points), "tie_breaks": values}  # fmt: skip
