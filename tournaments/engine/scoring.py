"""From results to points: what each player has from each round, by the tournament's scoring."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from tournaments.engine.document import Bye, Pairing, Result, Tournament
from tournaments.engine.formula import worked_out
from tournaments.engine.settings import Band, Scoring

Outcome = Literal["win", "draw", "loss"]
_BYES: dict[str, Outcome] = {"bye": "win", "half": "draw", "zero": "loss", "full": "win"}
_MIRROR: dict[Outcome, Outcome] = {"win": "loss", "draw": "draw", "loss": "win"}


@dataclass(frozen=True, slots=True)
class Game:
    """A round as one player had it. `opponent`: "" where there was none; `played`: whether there was a
    battle; `side`: 0 for who deploys first, None without an opponent; `level`: the name of the victory;
    `result`: as it was entered; `bye`: the kind of the bye, if it was one;
    `bonus`: what of the points is one.
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
    bonus: Fraction = Fraction(0)


@dataclass(frozen=True, slots=True)
class Scored:
    """What a result is worth to the two players, the first one first."""

    outcomes: tuple[Outcome, Outcome]
    points: tuple[Fraction, Fraction]
    small: tuple[Fraction, Fraction]
    level: str = ""
    bonus: tuple[Fraction, Fraction] = (Fraction(0), Fraction(0))


def scored(result: Result, scoring: Scoring) -> Scored:
    """Return what a result is worth."""
    if result.forfeit is not None:
        return _forfeited(result.forfeit, scoring)
    first, second = counted(result, scoring)
    outcome = _outcome(result, first - second)
    # Who says that it was a draw says that the difference does not count.
    band = _band(Fraction(0) if outcome == "draw" else abs(first - second), scoring)
    if band is not None and band.points[0] == band.points[1]:
        outcome = "draw"
    outcomes = outcome, _MIRROR[outcome]
    figures = [_figures(result, (first, second), side, outcomes[side]) for side in (0, 1)]
    bonus = _bonus(figures[0], scoring), _bonus(figures[1], scoring)
    points = _points(outcomes, band, figures, scoring)
    small = _small(first, second, figures, scoring)
    counted_in = points[0] + bonus[0], points[1] + bonus[1]
    return Scored(outcomes, counted_in, small, band.name if band is not None else "", bonus)


def _bonus(own: dict[str, Fraction], scoring: Scoring) -> Fraction:
    return Fraction(0) if scoring.bonus is None else worked_out(scoring.bonus, own)


def counted(result: Result, scoring: Scoring) -> tuple[Fraction, Fraction]:
    """Return what counts as the scores of both sides: those entered, or the share that each destroyed."""
    if scoring.of == "scores":
        return Fraction(result.scores[0]), Fraction(result.scores[1])
    return _share(result, 1), _share(result, 0)


def _share(result: Result, side: int) -> Fraction:
    """Return what a side has lost, in per cent of its strength."""
    if result.losses is None or result.strength is None:
        return Fraction(0)
    return 100 * Fraction(result.losses[side]) / Fraction(result.strength[side])


def _figures(
    result: Result, scores: tuple[Fraction, Fraction], side: int, outcome: Outcome
) -> dict[str, Fraction]:
    """Return the figures of a battle that formulas may name, from one side."""
    found = {
        "difference": scores[side] - scores[1 - side],
        "won": Fraction(outcome == "win"), "drawn": Fraction(outcome == "draw"),
    }  # fmt: skip
    for prefix, which in (("", side), ("enemy_", 1 - side)):
        found[f"{prefix}score"] = scores[which]
        found[f"{prefix}losses_share"] = _share(result, which)
        for field in ("losses", "strength", "objectives"):
            pair = getattr(result, field)
            found[prefix + field] = Fraction(0) if pair is None else Fraction(pair[which])
    return found


def _band(difference: Fraction, scoring: Scoring) -> Band | None:
    return next((each for each in reversed(scoring.bands) if difference >= each.least), None)


def _points(
    outcomes: tuple[Outcome, Outcome], band: Band | None, figures: list[dict[str, Fraction]], scoring: Scoring
) -> tuple[Fraction, Fraction]:
    """Return the match points of both sides: of the formula, the band, or the outcome."""
    worth = {"win": scoring.win, "draw": scoring.draw, "loss": scoring.loss}
    if band is not None:
        worth = {"win": band.points[0], "draw": band.points[0], "loss": band.points[1]}
    first, second = (
        Fraction(worth[outcome]) if scoring.formula is None else worked_out(scoring.formula, own)
        for outcome, own in zip(outcomes, figures, strict=True)
    )
    return first, second


def _outcome(result: Result, difference: Fraction) -> Outcome:
    if result.winner is not None:
        return "draw" if result.winner == "draw" else ("win", "loss")[result.winner]
    return "win" if difference > 0 else "loss" if difference < 0 else "draw"


def _small(
    first: Fraction, second: Fraction, figures: list[dict[str, Fraction]], scoring: Scoring
) -> tuple[Fraction, Fraction]:
    none = Fraction(0)
    if scoring.small_formula is not None:
        return worked_out(scoring.small_formula, figures[0]), worked_out(scoring.small_formula, figures[1])
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
            pairing.result, bonus=worth.bonus[side],
        )  # fmt: skip


def _free(number: int, bye: Bye, scoring: Scoring) -> Game:
    points = {"bye": scoring.bye, "half": scoring.half_bye, "zero": 0, "full": best(scoring)}[bye.kind]
    small = scoring.bye_small if bye.kind in {"bye", "full"} else 0
    outcome: Outcome = _BYES[bye.kind]
    return Game(
        number, "", outcome, Fraction(points), Fraction(small), Fraction(0),
        played=False, side=None, bye=bye.kind,
    )  # fmt: skip


# -- what results are worth in general -------------------------------------------------------------


TYPICAL: dict[str, Result] = {
    "rout": Result(scores=(20, 0), losses=(10, 100), strength=(100, 100), objectives=(2, 0)),
    "clear": Result(scores=(10, 2), losses=(20, 50), strength=(100, 100), objectives=(2, 1)),
    "narrow": Result(scores=(6, 4), losses=(35, 40), strength=(100, 100), objectives=(1, 0)),
    "draw": Result(scores=(5, 5), losses=(40, 40), strength=(100, 100), objectives=(1, 1)),
    "nothing": Result(scores=(0, 0), losses=(0, 0), strength=(100, 100), objectives=(0, 0)),
    "no_show": Result(forfeit="second"),
}


def typical(scoring: Scoring) -> dict[str, Scored]:
    """Return what typical results are worth, by their keys in TYPICAL: they show what a scoring does."""
    return {key: scored(result, scoring) for key, result in TYPICAL.items()}


def drawn(scoring: Scoring) -> float:
    """Return the match points of a draw; by a formula, those of a typical one."""
    if scoring.formula is not None:
        return float(scored(TYPICAL["draw"], scoring).points[0])
    return scoring.bands[0].points[0] if scoring.bands else scoring.draw


def best(scoring: Scoring) -> float:
    """Return the match points that the best result of a round gives; by a formula, its most, or else what the
    best typical result gives. A bonus does not count.
    """
    if scoring.formula is None:
        return max((each.points[0] for each in scoring.bands), default=scoring.win)
    if scoring.formula.most is not None:
        return scoring.formula.most
    plain = scoring.model_copy(update={"bonus": None})
    return float(max(max(each.points) for each in typical(plain).values()))
