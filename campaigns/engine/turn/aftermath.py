"""The second half of a turn on a map: what its battles leave, then want, sieges, income and the next date."""

from __future__ import annotations

from collections.abc import Mapping

from campaigns.engine.dice import TurnDice
from campaigns.engine.events.base import Log
from campaigns.engine.state import Outcome
from campaigns.engine.turn.attrition import provide
from campaigns.engine.turn.battle_aftermath import Battle, pursue, settle
from campaigns.engine.turn.control import control
from campaigns.engine.turn.ground import Ground
from campaigns.engine.turn.income import bring_loot, collect, pay
from campaigns.engine.turn.recruiting import recruit, returns
from campaigns.engine.turn.retreat import fall_back
from campaigns.engine.turn.sieges import fall, sieges
from campaigns.engine.turn.standing import garrisons, raids, standing
from campaigns.engine.turn.victory import close


def resolve(log: Log, outcomes: Mapping[str, Outcome], dice: TurnDice) -> None:
    """Carry out everything that follows the battles of a turn; its state then waits for the next orders."""
    _battles(log, outcomes, dice)
    orders = standing(log)
    garrisons(log, orders)
    raids(log, orders)
    sieges(log, orders, dice)
    control(log)
    provide(log, orders, dice)
    bring_loot(log)
    collect(log)
    pay(log, dice)
    recruit(log, orders)
    returns(log)
    close(log)


def _battles(log: Log, outcomes: Mapping[str, Outcome], dice: TurnDice) -> None:
    """All battles count first, then the beaten leave their fields."""
    fought = [settle(log, log.state.engagements[key], outcomes[key], dice) for key in sorted(outcomes)]
    for battle in fought:
        pursue(battle)
    ground = Ground(log.state)
    for battle in fought:
        fall_back(battle, ground)
        _stormed(battle)


def _stormed(battle: Battle) -> None:
    """A fortress whose garrison was stormed falls at once."""
    winner = battle.outcome.winner
    if winner is None or battle.engagement.sides[winner].role != "assault":
        return
    area, winners = battle.engagement.area, battle.forces(winner)
    if winners and battle.log.state.at_war(battle.log.state.areas[area].owner, winners[0].faction):
        fall(battle.log, area, winners, "its walls were stormed", "sieges.breach")
