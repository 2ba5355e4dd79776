"""How balanced a campaign is, by many runs of it: how often who wins, and how factions stand turn by turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from math import sqrt
from statistics import fmean
from typing import Any, Literal

from campaigns.engine.simulation import Run

SURE = 1.96
"""How many standard deviations around its mean hold 95 of 100 of a normal distribution."""
Figure = Literal["areas", "forces", "worth", "strength", "points", "money"]
FIGURES: tuple[Figure, ...] = ("areas", "forces", "worth", "strength", "points", "money")
Fairness = Literal["more", "less", ""]


@dataclass(frozen=True, slots=True)
class Interval:
    """A share (0 to 1) that was found, and the bounds between which the true one lies, 95 times of 100."""

    share: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Standing:
    """How a faction fared. `wins`: how often it won; `won`: its battles won in a run; `rung`: where it stands
    on a ladder (from 1), 0 without one. `ends`: its mean figures at the end, `course`: at the beginning and
    after each turn, where a run that ended earlier counts as it stood at its end.
    """

    faction: str
    wins: int
    chance: Interval
    fair: Fairness
    won: float
    rung: float
    ends: dict[Figure, float]
    course: dict[Figure, tuple[float, ...]]


@dataclass(frozen=True, slots=True)
class Balance:
    """What runs come to. `over`: how many came to their end; `drawn`: how many nobody won. `turns` and
    `battles` are means over the runs, `quick` the share (0 to 1) of battles that no engine fought.
    """

    runs: int
    over: int
    drawn: int
    turns: float
    battles: float
    quick: float
    factions: tuple[Standing, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the balance as JSON values."""
        return asdict(self)


def balance(runs: Sequence[Run], contenders: Sequence[str] = ()) -> Balance:
    """Return what runs of one campaign come to. `contenders`: the factions that play for victory (none named:
    all).

    Raises ValueError where there are no runs.
    """
    if not runs:
        raise ValueError("no runs")
    factions = sorted(runs[0].figures[0])
    battles = sum(run.battles for run in runs)
    share = 1 / len(contenders or factions)
    return Balance(
        runs=len(runs),
        over=sum(run.over for run in runs),
        drawn=sum(not run.winner for run in runs),
        turns=round(fmean(run.turns for run in runs), 2),
        battles=round(battles / len(runs), 2),
        quick=round(sum(run.quick for run in runs) / battles, 4) if battles else 0.0,
        factions=tuple(_standing(runs, key, share) for key in factions),
    )


def interval(count: int, of: int) -> Interval:
    """Return the share that `count` of `of` are, with its bounds by Wilson's formula."""
    share, square = count / of, SURE**2
    middle = (share + square / (2 * of)) / (1 + square / of)
    half = SURE / (1 + square / of) * sqrt(share * (1 - share) / of + square / (4 * of**2))
    return Interval(round(share, 4), round(max(0.0, middle - half), 4), round(min(1.0, middle + half), 4))


def _standing(runs: Sequence[Run], faction: str, share: float) -> Standing:
    wins = sum(run.winner == faction for run in runs)
    chance = interval(wins, len(runs))
    course = {name: _course(runs, faction, name) for name in FIGURES}
    rungs = [run.rungs.index(faction) + 1 for run in runs if faction in run.rungs]
    return Standing(
        faction=faction, wins=wins, chance=chance, fair=_fair(chance, share),
        won=round(fmean(run.won[faction] for run in runs), 2), rung=round(fmean(rungs), 2) if rungs else 0.0,
        ends={name: course[name][-1] for name in FIGURES}, course=course,
    )  # fmt: skip


def _fair(chance: Interval, share: float) -> Fairness:
    """Whether a faction surely wins more or less often than its equal share."""
    return "more" if chance.low > share else "less" if chance.high < share else ""


def _course(runs: Sequence[Run], faction: str, name: Figure) -> tuple[float, ...]:
    """Return a mean figure of a faction at the beginning and after each turn."""
    length = max(len(run.figures) for run in runs)
    return tuple(
        round(fmean(run.figures[min(turn, len(run.figures) - 1)][faction][name] for run in runs), 2)
        for turn in range(length)
    )
