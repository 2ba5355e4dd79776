"""Ratings from battles, by the Bradley-Terry model of openskill: how good somebody is, and how sure that is.

A rating is shown on the scale that players know from Elo: 1500 is where everybody begins.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from openskill.models import BradleyTerryFull, BradleyTerryFullRating

from tournaments.engine.league import Event, League

MIDDLE, POINT = 1500, 30
"""The rating that everybody begins with, and how many points one of the library's is."""
_RANKS = {0: [1.0, 2.0], 1: [2.0, 1.0], "draw": [1.0, 1.0]}


@dataclass(frozen=True, slots=True)
class Rating:
    """A rating: `value`, and how far the true one may be from it (`spread`, for 19 of 20 people), both in
    points; `battles` behind it; whether these are too few (`provisional`).
    """

    value: int
    spread: int
    battles: int
    provisional: bool


def ratings(league: League, events: Iterable[Event]) -> dict[str, Rating]:
    """Return the rating of everybody in a league after some events, which are in order."""
    found = list(courses(league, events))
    return found[-1] if found else _begun(league)


def courses(league: League, events: Iterable[Event]) -> Iterator[dict[str, Rating]]:
    """Yield the rating of everybody in a league after each of some events, which are in order."""
    model = BradleyTerryFull()
    skills = {each.id: model.rating() for each in league.people}
    fought = dict.fromkeys(skills, 0)
    for event in events:
        for battle in sorted(event.battles, key=lambda each: each.round):
            sides = [[skills[key] for key in side] for side in battle.sides]
            rated = model.rate(sides, ranks=_RANKS[battle.winner])
            for keys, after in zip(battle.sides, rated, strict=True):
                for key, skill in zip(keys, after, strict=True):
                    skills[key], fought[key] = skill, fought[key] + 1
        yield _shown(skills, fought, league.settings.provisional)


def _begun(league: League) -> dict[str, Rating]:
    start = BradleyTerryFull().rating()
    people = [each.id for each in league.people]
    return _shown(dict.fromkeys(people, start), dict.fromkeys(people, 0), league.settings.provisional)


def _shown(
    skills: Mapping[str, BradleyTerryFullRating], fought: Mapping[str, int], least: int
) -> dict[str, Rating]:
    start = BradleyTerryFull().rating()
    return {
        key: Rating(
            round(MIDDLE + POINT * (skill.mu - start.mu)), round(POINT * 2 * skill.sigma), fought[key],
            fought[key] < least,
        )
        for key, skill in skills.items()
    }  # fmt: skip
