"""A ladder: challenges that become battles, and battles that move players up and down."""

from __future__ import annotations

from collections.abc import Mapping

from campaigns.engine.challenges import armies_of, done, in_turn, why_not
from campaigns.engine.dice import TurnDice
from campaigns.engine.events.base import ALL, Log
from campaigns.engine.events.battle import ChallengeMade, LadderMoved, ladder_of
from campaigns.engine.orders import ChallengeAct, Orders
from campaigns.engine.state import Engagement, EngagementSide, Outcome
from campaigns.engine.turn.attrition import rest
from campaigns.engine.turn.battle_aftermath import settle, tell
from campaigns.engine.turn.opening import begin_battles, open_battle
from campaigns.engine.turn.recruiting import returns
from campaigns.engine.turn.victory import close

GROUNDS = ("fields", "open", "hills", "forest", "moor")
"""What a ladder's battles may be fought on, each as likely as the others."""


def challenges(log: Log, orders: Mapping[str, Orders], dice: TurnDice) -> None:
    """The first part of a ladder's turn: challenges answered and made; those accepted become engagements."""
    asked = {(by, act.to) for by, _, act in in_turn(orders) if act.do == "challenge"}
    for by, _, act in in_turn(orders):
        mutual = act.do == "challenge" and (act.to, by) in asked
        if mutual and by > act.to and not why_not(log.state, act.to, by):
            continue
        found = done(log.state, by, act)
        log.apply(found)
        if mutual and isinstance(found, ChallengeMade):
            log.apply(done(log.state, act.to, ChallengeAct(do="accept", to=by)))
    _pair(log, dice)
    begin_battles(log)


def _pair(log: Log, dice: TurnDice) -> None:
    """Accepted challenges become engagements, the oldest first, one for a player and turn."""
    busy: set[str] = set()
    accepted = [each for each in ladder_of(log.state).challenges if each.accepted]
    for each in sorted(accepted, key=lambda each: (each.turn, each.id)):
        armies = armies_of(log.state, each.by, each.to)
        if busy & {each.by, each.to} or armies is None:
            continue
        busy |= {each.by, each.to}
        sides = [EngagementSide(each.by, [armies[0]]), EngagementSide(each.to, [armies[1]])]
        made = Engagement(
            id=f"t{log.state.turn}e{len(busy) // 2}", turn=log.state.turn, area="", sides=sides,
            terrain=dice.chosen(dict.fromkeys(GROUNDS, 1), "ground", each.id),
            system=log.state.forces[armies[0]].system,
        )  # fmt: skip
        open_battle(log, made, "ladder")


def results(log: Log, outcomes: Mapping[str, Outcome], dice: TurnDice) -> None:
    """The second part: battles move their players, and the next turn begins."""
    for key in sorted(outcomes):
        engagement, outcome = log.state.engagements[key], outcomes[key]
        if log.state.rules.ladder.losses:
            settle(log, engagement, outcome, dice, loot=False)
        else:
            tell(log, engagement, outcome, dice)
        _move(log, engagement, outcome)
    for force in list(log.state.standing()):
        rest(log, force, refitting=False)
    returns(log)
    close(log)


def _move(log: Log, engagement: Engagement, outcome: Outcome) -> None:
    """Where both players stand after their battle."""
    state, by = log.state, log.state.rules.ladder.by
    players = tuple(side.faction for side in engagement.sides)
    ratings = [state.factions[each].rating for each in players]
    rungs = list(ladder_of(state).rungs)
    if by == "rating":
        ratings = rated(ratings[0], ratings[1], outcome.winner, state.rules.ladder.k)
        now = {each: state.factions[each].rating for each in rungs} | dict(zip(players, ratings, strict=True))
        rungs.sort(key=lambda each: -now[each])
    elif outcome.winner is not None:
        rungs = swapped(rungs, players[outcome.winner], players[1 - outcome.winner])
    log.apply(LadderMoved("ladder.by", (ALL,), engagement=engagement.id, factions=players,
                          rungs=tuple(rungs), ratings=tuple(zip(players, ratings, strict=True))))  # fmt: skip


def swapped(rungs: list[str], winner: str, loser: str) -> list[str]:
    """The rungs after a battle: a winner who stood below changes places with who he beat."""
    low, high = rungs.index(winner), rungs.index(loser)
    found = list(rungs)
    if low > high:
        found[low], found[high] = found[high], found[low]
    return found


def rated(first: int, second: int, winner: int | None, k: int) -> list[int]:
    """Both ratings after a battle, by Elo's formula; what one gains the other loses."""
    expected = 1 / (1 + 10 ** ((second - first) / 400))
    score = 0.5 if winner is None else 1.0 - winner
    moved = round(k * (score - expected))
    return [first + moved, second - moved]
