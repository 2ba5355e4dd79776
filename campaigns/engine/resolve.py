"""A turn, in two pure parts: `march` up to its engagements, `conclude` once all of them are settled.

Both take a state, leave it alone, and give a new one with the log of what happened. The same state, orders,
outcomes and seed always give the same log, in whatever order the orders and outcomes came.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from campaigns.engine import ladder, story
from campaigns.engine.copying import copied
from campaigns.engine.dice import TurnDice
from campaigns.engine.events.base import Entry, Log
from campaigns.engine.orders import Orders
from campaigns.engine.state import Engagement, Outcome, State
from campaigns.engine.turn import aftermath, marching
from rulesets.engine.errors import LeaguerError


class TurnError(LeaguerError):
    """A turn cannot go on: what has to happen first."""


@dataclass(frozen=True, slots=True)
class Resolution:
    """What a part of a turn brought: the new state, the log, and the last hash of its chain."""

    state: State
    entries: tuple[Entry, ...]
    hash: str


def march(state: State, orders: Mapping[str, Orders], seed: str, previous: str = "") -> Resolution:
    """The first part of a turn: weather, orders by faction id carried out, contacts made. The new state is in
    the phase "battles" with this turn's engagements open (perhaps none). `previous`: the last hash of the log
    so far, whose chain goes on.

    Raises TurnError unless the state waits for orders.
    """
    _expect(state, "orders")
    log = begun(state, previous)
    dice = TurnDice(f"{seed}|{state.turn}|march")
    match state.shape:
        case "map":
            marching.resolve(log, dict(sorted(orders.items())), dice)
        case "ladder":
            ladder.challenges(log, dict(sorted(orders.items())), dice)
        case "story":
            story.scene(log, dice)
    return Resolution(log.state, tuple(log.entries), log.hash)


def conclude(state: State, outcomes: Mapping[str, Outcome], seed: str, previous: str = "") -> Resolution:
    """The second part: `outcomes` by engagement id take effect, then supply, sieges, income, the next date.
    The new state waits for the next turn's orders, or is over.

    Raises TurnError unless the state waits for battles, or while one of its engagements has no outcome.
    """
    _expect(state, "battles")
    open_ = sorted(each.id for each in open_engagements(state) if each.id not in outcomes)
    if open_:
        raise TurnError(f"still to be fought: {', '.join(open_)}", path="engagements", code="not-fought")
    log = begun(state, previous)
    dice = TurnDice(f"{seed}|{state.turn}|conclude")
    settled = {each.id: outcomes[each.id] for each in open_engagements(state)}
    match state.shape:
        case "map":
            aftermath.resolve(log, settled, dice)
        case "ladder":
            ladder.results(log, settled, dice)
        case "story":
            story.results(log, settled, dice)
    return Resolution(log.state, tuple(log.entries), log.hash)


def open_engagements(state: State) -> list[Engagement]:
    """This turn's engagements that nobody has settled, in the order of their ids."""
    found = (each for each in state.engagements.values() if each.turn == state.turn and each.outcome is None)
    return sorted(found, key=lambda each: each.id)


def begun(state: State, previous: str = "") -> Log:
    """A log of a copy of `state`; rules and map are shared, since no turn changes them."""
    return Log(copied(state), previous)


def _expect(state: State, phase: str) -> None:
    if state.phase != phase:
        waits = {"orders": "waits for orders", "battles": "waits for its battles", "over": "is over"}
        raise TurnError(f"the campaign {waits[state.phase]}", path="phase", code="phase")
