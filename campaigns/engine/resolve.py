"""A turn, in two pure parts: `march` up to its engagements, `conclude` once all of them are settled.

Both take a state, leave it alone, and give a new one with the log of what happened. The same state, orders,
outcomes and seed always give the same log, in whatever order the orders and outcomes came.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from pydantic import BaseModel

from campaigns.engine import ladder, story
from campaigns.engine.dice import TurnDice
from campaigns.engine.events.base import Entry, Log
from campaigns.engine.orders import ChallengeAct, Orders
from campaigns.engine.state import Engagement, Outcome, State
from campaigns.engine.turn import marching
from campaigns.engine.turn.battle_aftermath import Battle, pursue, settle, witness
from campaigns.engine.turn.ground import Ground
from campaigns.engine.turn.income import bring_loot, collect, pay
from campaigns.engine.turn.recruiting import recruit, returns
from campaigns.engine.turn.retreat import fall_back
from campaigns.engine.turn.sieges import control, fall, sieges
from campaigns.engine.turn.standing import garrisons, raids, standing
from campaigns.engine.turn.supply import provide
from campaigns.engine.turn.victory import close
from campaigns.wording import turn as words
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
    """Return the first part of a turn: weather, orders by faction id carried out, contacts made. The new
    state is in the phase "battles" with this turn's engagements open (perhaps none). `previous`: the last
    hash of the log so far, whose chain goes on.

    Raises TurnError unless the state waits for orders.
    """
    _expect(state, "orders")
    log = begun(state, previous)
    # Each part of a turn has dice of its own, so that one more roll in one part moves none in the other.
    dice = TurnDice(f"{seed}|{state.turn}|march")
    match state.shape:
        case "map":
            # Sorted by faction: who gave orders first must make no difference.
            marching.resolve(log, dict(sorted(orders.items())), dice)
        case "ladder":
            ladder.challenges(log, dict(sorted(orders.items())), dice)
        case "story":
            story.scene(log, dice)
    return Resolution(log.state, tuple(log.entries), log.hash)


def challenge(state: State, by: str, act: ChallengeAct, seed: str, previous: str = "") -> Resolution:
    """Return a ladder after one player challenged another, or answered: at once, in orders and battles alike.
    An accepted challenge is open to be fought then.

    Raises TurnError with the reason where the ladder does not allow it.
    """
    if state.shape != "ladder" or state.phase == "over":
        raise TurnError(words.NOBODY_TO_CHALLENGE, path="to", code="phase")
    log = begun(state, previous)
    # The dice of the first part: a battle has the same ground, whenever in its round it was accepted.
    why = ladder.at_once(log, by, act, TurnDice(f"{seed}|{state.turn}|march"))
    if why:
        raise TurnError(why, path="to", code="refused")
    return Resolution(log.state, tuple(log.entries), log.hash)


def conclude(state: State, outcomes: Mapping[str, Outcome], seed: str, previous: str = "") -> Resolution:
    """Return the second part: `outcomes` by engagement id take effect, then supply, sieges, income, the next
    date. The new state waits for the next turn's orders, or is over.

    Raises TurnError unless the state waits for battles, or while one of its engagements has no outcome.
    """
    _expect(state, "battles")
    open_ = sorted(each.id for each in open_engagements(state) if each.id not in outcomes)
    if open_:
        raise TurnError(words.still_to_fight(open_), path="engagements", code="not-fought")
    log = begun(state, previous)
    dice = TurnDice(f"{seed}|{state.turn}|conclude")
    # Outcomes of engagements that this turn does not have are left out, whoever sent them.
    settled = {each.id: outcomes[each.id] for each in open_engagements(state)}
    match state.shape:
        case "map":
            _conclude_on_map(log, settled, dice)
        case "ladder":
            ladder.results(log, settled, dice)
        case "story":
            story.results(log, settled, dice)
    return Resolution(log.state, tuple(log.entries), log.hash)


def open_engagements(state: State) -> list[Engagement]:
    """Return this turn's engagements that nobody has settled, in the order of their ids."""
    found = (each for each in state.engagements.values() if each.turn == state.turn and each.outcome is None)
    return sorted(found, key=lambda each: each.id)


def begun(state: State, previous: str = "") -> Log:
    """Return a log of a copy of `state`; rules and map are shared, since no turn changes them."""
    return Log(copied(state), previous)


def _expect(state: State, phase: str) -> None:
    if state.phase != phase:
        raise TurnError(words.IN_PHASE[state.phase], path="phase", code="phase")


_PLAIN = frozenset({str, int, float, bool, type(None)})
_NAMES: dict[Any, tuple[str, ...]] = {}
"""The names of the fields of dataclasses that were copied once."""


def copied(state: State) -> State:
    """Return a copy that shares only rules and map, which no turn changes: as deepcopy, ten times as fast."""
    found: State = _copy(state)
    return found


def _copy(value: Any) -> Any:
    kind: Any = type(value)
    # Rules and map are models that nobody changes: sharing them is what makes this copy fast.
    if kind in _PLAIN or isinstance(value, BaseModel):
        return value
    if kind is list:
        return [each if type(each) in _PLAIN else _copy(each) for each in value]
    if kind is dict:
        return {key: each if type(each) in _PLAIN else _copy(each) for key, each in value.items()}
    names = _NAMES.get(kind)
    if names is None:
        names = _NAMES[kind] = tuple(each.name for each in fields(kind))
    # Past __init__: its defaults and checks would be done again for every unit of the campaign.
    found = kind.__new__(kind)
    for name in names:
        each = getattr(value, name)
        setattr(found, name, each if type(each) in _PLAIN else _copy(each))
    return found


def _conclude_on_map(log: Log, outcomes: Mapping[str, Outcome], dice: TurnDice) -> None:
    """Let battles take effect, all before the beaten leave their fields; then want, sieges, income."""
    fought = [settle(log, log.state.engagements[key], outcomes[key], dice) for key in sorted(outcomes)]
    for battle in fought:
        pursue(battle)
        witness(battle)
    # Made once losses are counted: who is left decides where the beaten may go.
    ground = Ground(log.state)
    for battle in fought:
        fall_back(battle, ground)
        _take_stormed(battle)
    orders = standing(log)
    # Garrisons first: who is behind walls in time is no prey of raids and sieges of this turn.
    garrisons(log, orders)
    raids(log, orders)
    sieges(log, orders, dice)
    control(log)
    # After control, since an area that changed hands today already feeds its new owner.
    provide(log, orders, dice)
    # Loot and income before pay: money that comes in this turn may save forces from deserting.
    bring_loot(log)
    collect(log)
    pay(log, dice)
    recruit(log, orders)
    returns(log)
    close(log)


def _take_stormed(battle: Battle) -> None:
    """Let a fortress whose garrison was stormed fall at once."""
    winner = battle.outcome.winner
    if winner is None or battle.engagement.sides[winner].role != "assault":
        return
    area, winners = battle.engagement.area, battle.forces(winner)
    if winners and battle.log.state.at_war(battle.log.state.areas[area].owner, winners[0].faction):
        fall(battle.log, area, winners, words.WALLS_STORMED, "sieges.breach")
