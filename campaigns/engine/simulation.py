"""Whole campaigns played automatically: orders by the automatic commander, battles by the tacticians.

Every faction orders from what it may see itself. The same start, seed and way to fight always make the same
campaign, so what runs of many seeds have in common tells of the campaign and not of the machine.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
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
