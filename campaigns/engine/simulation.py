"""Whole campaigns played automatically, orders by the automatic commander, battles by the tacticians; and how
balanced a campaign is, by many runs of it: how often who wins, and how factions stand turn by turn.

Every faction orders from what it may see itself. The same start, seed and way to fight always make the same
campaign, so what runs of many seeds have in common says something about the campaign and not of the machine.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from math import sqrt
from statistics import fmean
from types import MappingProxyType
from typing import Any, Literal, TypedDict

from campaigns.engine.battlefields import settled
from campaigns.engine.commander import orders_for
from campaigns.engine.dice import TurnDice
from campaigns.engine.documents import CampaignDocument, begin
from campaigns.engine.orders import Orders
from campaigns.engine.quick import quick
from campaigns.engine.resolve import Resolution, conclude, copied, march, open_engagements
from campaigns.engine.state import Outcome, State
from campaigns.engine.turn.victory import area_points, leader
from campaigns.engine.view import view


class Figures(TypedDict):
    """A faction in figures: areas held, forces standing, their worth and strength (steps), victory points,
    money.
    """

    areas: int
    forces: int
    worth: float
    strength: int
    points: int
    money: int


def figures(state: State) -> dict[str, Figures]:
    """Return the figures of every faction, by its id."""
    found = {
        key: Figures(areas=0, forces=0, worth=0.0, strength=0, points=each.points, money=each.money)
        for key, each in sorted(state.factions.items())
    }
    for area in state.areas.values():
        if area.owner in found:
            found[area.owner]["areas"] += 1
    for force in state.standing():
        of = found[force.faction]
        of["forces"] += 1
        of["strength"] += force.strength
        of["worth"] = round(of["worth"] + force.worth, 2)
    return found


Battles = Literal["engine", "quick"]
"""How battles are fought: on a table by the tacticians of their system, or by the campaign's own dice."""
NO_OUTCOMES: Mapping[str, Outcome] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Run:
    """A campaign that was played.

    `turns`: how many of them; `over`: whether it came to its end. `winner`: the faction that won, or would
    have won had the campaign ended there, "" for nobody. `battles` that were fought, of which `quick` by the
    campaign's own dice; `won`: by each faction. `figures`: of all factions at the beginning and after each
    turn. `rungs`: how a ladder stands at the end. `hash`: the last of the log's chain.
    """

    seed: str
    turns: int
    over: bool
    winner: str
    battles: int
    quick: int
    won: dict[str, int]
    figures: tuple[dict[str, Figures], ...]
    rungs: tuple[str, ...] = ()
    hash: str = ""

    def to_json(self) -> dict[str, Any]:
        """Return the run as JSON values."""
        return asdict(self)


def simulate(
    start: CampaignDocument | State,
    turns: int,
    seed: str,
    battles: Battles = "engine",
    outcomes: Mapping[str, Outcome] = NO_OUTCOMES,
) -> Run:
    """Play a campaign for at most `turns` turns, see `play`; raises CampaignError for a document whose
    forces cannot be made.
    """
    state = begin(start) if isinstance(start, CampaignDocument) else start
    won, course, fought, link = dict.fromkeys(sorted(state.factions), 0), [figures(state)], [], ""
    for part in play(state, turns, seed, battles, outcomes):
        was_open = [each.id for each in open_engagements(state)]
        state, link = part.state, part.hash
        for engagement in (state.engagements[key] for key in was_open):
            if (outcome := engagement.outcome) is not None:
                fought.append(outcome)
                if outcome.winner is not None:
                    won[engagement.sides[outcome.winner].faction] += 1
        if state.phase != "battles":
            course.append(figures(state))
    return Run(
        seed=seed, turns=len(course) - 1, over=state.phase == "over", winner=ahead(state),
        battles=len(fought), quick=sum(each.means == "quick" for each in fought), won=won,
        figures=tuple(course), rungs=tuple(state.ladder.rungs) if state.ladder else (), hash=link,
    )  # fmt: skip


def play(
    state: State,
    turns: int,
    seed: str,
    battles: Battles = "engine",
    outcomes: Mapping[str, Outcome] = NO_OUTCOMES,
) -> Iterator[Resolution]:
    """Each part of each turn as it is resolved, up to the campaign's end or for `turns` turns. `outcomes` by
    id: of engagements that are open in `state`, but fought already.
    """
    link = ""
    for _ in range(turns):
        if state.phase == "over":
            return
        if state.phase == "orders":
            marched = march(state, commanded(state, seed), seed, link)
            yield marched
            state, link = marched.state, marched.hash
        fought = {key: each for key, each in outcomes.items() if key in state.engagements}
        for each in open_engagements(state):
            if each.id not in fought and battles == "quick":
                fought[each.id] = quick(state, each, TurnDice(seed))
            elif each.id not in fought:
                fought[each.id] = settled(state, each, seed)
        concluded = conclude(state, fought, seed, link)
        yield concluded
        state, link = concluded.state, concluded.hash


def commanded(state: State, seed: str) -> dict[str, Orders]:
    """Return the automatic orders of every faction, each from what it may see."""
    return {key: orders_for(view(state, key).state, key, seed) for key in sorted(state.factions)}


def ahead(state: State) -> str:
    """Return the winner of a campaign that is over, or who would be it if it ended now; "" for nobody."""
    if state.phase == "over":
        return state.winner
    if state.rules.victory.areas == "end":
        state = copied(state)
        for faction, points in area_points(state).items():
            state.factions[faction].points += points
    return leader(state)


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
class FactionStanding:
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
    factions: tuple[FactionStanding, ...]

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


def _standing(runs: Sequence[Run], faction: str, share: float) -> FactionStanding:
    wins = sum(run.winner == faction for run in runs)
    chance = interval(wins, len(runs))
    course = {name: _course(runs, faction, name) for name in FIGURES}
    rungs = [run.rungs.index(faction) + 1 for run in runs if faction in run.rungs]
    return FactionStanding(
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
