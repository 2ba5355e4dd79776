"""From results to points: what each player has from each round, by the tournament's scoring."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from tournaments.engine.document import Bye, Pairing, Result, Tournament
from tournaments.engine.settings import Scoring

Outcome = Literal["win", "draw", "loss"]
_BYES: dict[str, Outcome] = {"bye": "win", "half": "draw", "zero": "loss", "full": "win"}
_MIRROR: dict[Outcome, Outcome] = {"win": "loss", "draw": "draw", "loss": "win"}


@dataclass(frozen=True, slots=True)
class Game:
    """A round as one player had it. `opponent`: "" where there was none; `played`: whether there was a
    battle; `side`: 0 for who deploys first, None without an opponent; `level`: the name of the victory;
    `result`: as it was entered; `bye`: the kind of the bye, if it was one.
    """

    round: int
    opponent: str
    outcome: Outcome
    points: Fraction
    small: Fraction
    against: Fraction
    played: bool
    side: int | None
    table: int = 0
    level: str = ""
    result: Result | None = None
    bye: str = ""


@dataclass(frozen=True, slots=True)
class Scored:
    """What a result is worth to the two players, the first one first."""

    outcomes: tuple[Outcome, Outcome]
    points: tuple[Fraction, Fraction]
    small: tuple[Fraction, Fraction]
    level: str = ""


def scored(result: Result, scoring: Scoring) -> Scored:
    """Return what a result is worth."""
    if result.forfeit is not None:
        return _forfeited(result.forfeit, scoring)
    first, second = (Fraction(each) for each in result.scores)
    outcome = _outcome(result, first - second)
    difference = abs(first - second)
    if scoring.bands:
        band = next(each for each in reversed(scoring.bands) if difference >= each.least)
        if band.points[0] == band.points[1]:
            outcome = "draw"
        ours, theirs = (Fraction(each) for each in band.points)
        points = (ours, theirs) if outcome != "loss" else (theirs, ours)
        level = band.name
    else:
        worth = {"win": scoring.win, "draw": scoring.draw, "loss": scoring.loss}
        points = Fraction(worth[outcome]), Fraction(worth[_MIRROR[outcome]])
        level = ""
    return Scored((outcome, _MIRROR[outcome]), points, _small(first, second, scoring), level)


def _outcome(result: Result, difference: Fraction) -> Outcome:
    if result.winner is not None:
        return "draw" if result.winner == "draw" else ("win", "loss")[result.winner]
    return "win" if difference > 0 else "loss" if difference < 0 else "draw"


def _small(first: Fraction, second: Fraction, scoring: Scoring) -> tuple[Fraction, Fraction]:
    none = Fraction(0)
    if scoring.small == "scores":
        return first, second
    if scoring.small == "none":
        return none, none
    return max(first - second, none), max(second - first, none)


def _forfeited(who: str, scoring: Scoring) -> Scored:
    win, none = (Fraction(scoring.forfeit_win), Fraction(scoring.forfeit_small)), (Fraction(0), Fraction(0))
    pairs = {"first": (none, win), "second": (win, none), "both": (none, none)}[who]
    outcomes: dict[str, tuple[Outcome, Outcome]] = {
        "first": ("loss", "win"), "second": ("win", "loss"), "both": ("loss", "loss"),
    }  # fmt: skip
    return Scored(outcomes[who], (pairs[0][0], pairs[1][0]), (pairs[0][1], pairs[1][1]))


def games(tournament: Tournament) -> dict[str, list[Game]]:
    """Return what every player has of each round that counts for them, in order. A round without a result yet
    counts for nothing.
    """
    found: dict[str, list[Game]] = {each.id: [] for each in tournament.players}
    for number, each in enumerate(tournament.rounds, 1):
        for pairing in each.pairings:
            for key, game in _paired(number, pairing, tournament.settings.scoring):
                found[key].append(game)
        for bye in each.byes:
            found[bye.player].append(_free(number, bye, tournament.settings.scoring))
    return found


def _paired(number: int, pairing: Pairing, scoring: Scoring) -> Iterator[tuple[str, Game]]:
    if pairing.result is None:
        return
    worth = scored(pairing.result, scoring)
    for side, key in enumerate(pairing.players):
        other = 1 - side
        yield key, Game(
            number, pairing.players[other], worth.outcomes[side], worth.points[side], worth.small[side],
            worth.small[other], pairing.result.played, side, pairing.table, worth.level,
            pairing.result,
        )  # fmt: skip


def _free(number: int, bye: Bye, scoring: Scoring) -> Game:
    points = {"bye": scoring.bye, "half": scoring.half_bye, "zero": 0, "full": best(scoring)}[bye.kind]
    small = scoring.bye_small if bye.kind in {"bye", "full"} else 0
    outcome: Outcome = _BYES[bye.kind]
    return Game(
        number, "", outcome, Fraction(points), Fraction(small), Fraction(0),
        played=False, side=None, bye=bye.kind,
    )  # fmt: skip


def drawn(scoring: Scoring) -> float:
    """Return the match points of a draw."""
    return scoring.bands[0].points[0] if scoring.bands else scoring.draw


def best(scoring: Scoring) -> float:
    """Return the match points that the best result of a round gives."""
    return max((each.points[0] for each in scoring.bands), default=scoring.win)
