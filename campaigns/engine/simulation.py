"""Whole campaigns played automatically: orders by the automatic commander, battles by the tacticians.

Every faction orders from what it may see itself. The same start, seed and way to fight always make the same
campaign, so what runs of many seeds have in common tells of the campaign and not of the machine.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from types import MappingProxyType
from typing import Any, Literal, TypedDict

from campaigns.engine.battlefields import settled
from campaigns.engine.commander import orders_for
from campaigns.engine.dice import TurnDice
from campaigns.engine.documents import CampaignDocument, begin
from campaigns.engine.orders import Orders
from campaigns.engine.quick import quick
from campaigns.engine.resolve import Resolution, conclude, copied, march, open_engagements
from campaigns.engine.state import Engagement, Outcome, State
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
    """The figures of every faction, by its id."""
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
        """The run as JSON values."""
        return asdict(self)


def simulate(
    start: CampaignDocument | State,
    turns: int,
    seed: str,
    battles: Battles = "engine",
    outcomes: Mapping[str, Outcome] = NO_OUTCOMES,
) -> Run:
    """The campaign played for at most `turns` turns, see `play`; raises CampaignError for a document whose
    forces cannot be made.
    """
    state = begin(start) if isinstance(start, CampaignDocument) else start
    tally = _Tally(state)
    for part in play(state, turns, seed, battles, outcomes):
        tally.count(part)
    return tally.run(seed)


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
        fought = {
            each.id: outcomes.get(each.id) or _fought(state, each, seed, battles)
            for each in open_engagements(state)
        }
        concluded = conclude(state, fought, seed, link)
        yield concluded
        state, link = concluded.state, concluded.hash


def commanded(state: State, seed: str) -> dict[str, Orders]:
    """The automatic orders of every faction, each from what it may see."""
    return {key: orders_for(view(state, key).state, key, seed) for key in sorted(state.factions)}


def ahead(state: State) -> str:
    """The winner of a campaign that is over, or who would be it if it ended now; "" for nobody."""
    if state.phase == "over":
        return state.winner
    if state.rules.victory.areas == "end":
        state = copied(state)
        for faction, points in area_points(state).items():
            state.factions[faction].points += points
    return leader(state)


def _fought(state: State, engagement: Engagement, seed: str, battles: Battles) -> Outcome:
    if battles == "quick":
        return quick(state, engagement, TurnDice(seed))
    return settled(state, engagement, seed)


@dataclass(slots=True)
class _Tally:
    """What is counted while a campaign is played."""

    state: State
    turns: int = 0
    battles: int = 0
    quick: int = 0
    won: dict[str, int] = field(default_factory=dict)
    figures: list[dict[str, Figures]] = field(default_factory=list)
    hash: str = ""

    def __post_init__(self) -> None:
        self.won = dict.fromkeys(sorted(self.state.factions), 0)
        self.figures.append(figures(self.state))

    def count(self, part: Resolution) -> None:
        """Count a part of a turn: its engagements, and the turn itself once it is concluded."""
        open_before = {each.id for each in open_engagements(self.state)}
        self.state, self.hash = part.state, part.hash
        for key in sorted(open_before):
            self._battle(part.state.engagements[key])
        if part.state.phase != "battles":
            self.turns += 1
            self.figures.append(figures(part.state))

    def _battle(self, engagement: Engagement) -> None:
        outcome = engagement.outcome
        if outcome is None:
            return
        self.battles += 1
        self.quick += outcome.means == "quick"
        if outcome.winner is not None:
            self.won[engagement.sides[outcome.winner].faction] += 1

    def run(self, seed: str) -> Run:
        state = self.state
        return Run(
            seed=seed, turns=self.turns, over=state.phase == "over", winner=ahead(state),
            battles=self.battles, quick=self.quick, won=self.won, figures=tuple(self.figures),
            rungs=tuple(state.ladder.rungs) if state.ladder else (), hash=self.hash,
        )  # fmt: skip
