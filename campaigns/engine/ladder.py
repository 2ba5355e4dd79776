"""A ladder: challenges that become battles, and battles that move players up and down.

`done` says what an act comes to on the ladder as it stands, `refusals` what speaks against one player's acts
together: one answer for its page, for orders, and for the resolution. In a faction's view of the campaign
nothing is said of armies that it does not know: that two have none of one system, the resolution finds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TypeAlias

from campaigns.engine.dice import TurnDice
from campaigns.engine.events.base import ALL, Log
from campaigns.engine.events.battle import (
    ChallengeAccepted,
    ChallengeDropped,
    ChallengeMade,
    ChallengeRefused,
    LadderMoved,
    ladder_of,
)
from campaigns.engine.events.turns import MarchesOver
from campaigns.engine.orders import ChallengeAct, Orders
from campaigns.engine.state import Engagement, EngagementSide, Outcome, State
from campaigns.engine.turn.battle_aftermath import log_outcome, settle
from campaigns.engine.turn.engaging import open_battle
from campaigns.engine.turn.recruiting import returns
from campaigns.engine.turn.supply import rest
from campaigns.engine.turn.victory import close
from campaigns.wording import ladder as words

Done: TypeAlias = ChallengeMade | ChallengeAccepted | ChallengeDropped | ChallengeRefused
TURNS = ("accept", "decline", "challenge")
"""In which order acts are carried out: who takes a challenge back may make another one at once."""


def in_turn(orders: Mapping[str, Orders]) -> Iterator[tuple[str, int, ChallengeAct]]:
    """Yield what players do on a ladder in the order in which it is carried out: by whom, the place among
    their acts, the act.
    """
    for do in TURNS:
        for by in sorted(orders):
            for number, act in enumerate(orders[by].acts):
                if isinstance(act, ChallengeAct) and act.do == do:
                    yield by, number, act


def refusals(state: State, orders: Orders) -> Iterator[tuple[int, str]]:
    """Yield what speaks against a player's acts, each after those before it: its place and a sentence."""
    ladder = ladder_of(state)
    # A copy of the ladder alone: that is all these acts can change.
    now = replace(state, ladder=replace(ladder, challenges=[replace(each) for each in ladder.challenges]))
    for by, number, act in in_turn({orders.faction: orders}):
        found = done(now, by, act)
        if isinstance(found, ChallengeRefused):
            yield number, found.why
        else:
            found.apply(now)


def done(state: State, by: str, act: ChallengeAct) -> Done:
    """Return what a player's act comes to as the ladder stands."""
    to, why = act.to, ""
    made = {(each.by, each.to): each for each in reversed(ladder_of(state).challenges)}
    theirs, own = made.get((to, by)), made.get((by, to))
    match act.do:
        case "challenge":
            if not (why := why_not(state, by, to)):
                return ChallengeMade("ladder.reach", (ALL,), f"{by}~{to}", by, to)
        case "accept":
            if theirs and not theirs.accepted:
                return ChallengeAccepted("ladder", (ALL,), theirs.id, to, by)
            why = words.ACCEPTED_ALREADY if theirs else words.NO_SUCH_CHALLENGE
        case "decline":  # by the challenged, or by who made it
            found = theirs or own
            if found and not found.accepted:
                return ChallengeDropped("ladder", (ALL,), found.id, found.by, found.to, by)
            why = words.NO_OPEN_CHALLENGE
    return ChallengeRefused("ladder", (by,), by, to, why)


def why_not(state: State, by: str, to: str) -> str:
    """Return why a player may not challenge another now, "" if they may, as logs say it."""
    return _said(state, by, to, words.LOGGED)


def reason(state: State, by: str, to: str) -> str:
    """Return why a player may not challenge another now, "" if they may, as that player is told."""
    return _said(state, by, to, words.TO_PLAYERS)


def _said(state: State, by: str, to: str, sentences: Mapping[str, str]) -> str:
    code = _speaks_against(state, by, to)
    met = ladder_of(state).met.get("~".join(sorted((by, to))))
    if not code:
        return ""
    open_ones, allowed = words.open_challenges(state.rules.ladder.open)
    return sentences[code].format(rules=state.rules.ladder, met=met, open_ones=open_ones, allowed=allowed)


def _speaks_against(state: State, by: str, to: str) -> str:
    """Return a word for what keeps a player from challenging another, "" for nothing."""
    ladder, rules = ladder_of(state), state.rules.ladder
    if by == to or to not in ladder.rungs or by not in ladder.rungs:
        return "unknown"
    above = ladder.rungs.index(by) - ladder.rungs.index(to)
    if rules.by == "rating":
        above = abs(above)
    if not 1 <= above <= rules.reach:
        return "reach"
    if sum(each.by == by for each in ladder.challenges) >= rules.open:
        return "open"
    if any({each.by, each.to} == {by, to} for each in ladder.challenges):
        return "between"
    known = any(force.faction == to for force in state.forces.values())
    if known and armies_of(state, by, to) is None:
        return "armies"
    met = ladder.met.get("~".join(sorted((by, to))))
    return "met" if met is not None and state.turn - met <= rules.wait else ""


def armies_of(state: State, by: str, to: str) -> tuple[str, str] | None:
    """Return the forces (ids) with which two players meet: of each the first that has men left, in the first
    of the campaign's systems that both have one of; None if there is no such.
    """
    for system in state.systems:
        forces = [each for each in state.standing() if each.system == system and each.strength]
        own, other = ([each.id for each in forces if each.faction == player] for player in (by, to))
        if own and other:
            return own[0], other[0]
    return None


GROUNDS = ("fields", "open", "hills", "forest", "moor")
"""What a ladder's battles may be fought on, each as likely as the others."""


def challenges(log: Log, orders: Mapping[str, Orders], dice: TurnDice) -> None:
    """Carry out the first part of a turn: challenges are answered and made, those accepted are fought."""
    asked = {(by, act.to) for by, _, act in in_turn(orders) if act.do == "challenge"}
    for by, _, act in in_turn(orders):
        mutual = act.do == "challenge" and (act.to, by) in asked
        # Two who challenge each other need one battle: the first of them by id challenges, the other accepts.
        if mutual and by > act.to and not why_not(log.state, act.to, by):
            continue
        found = done(log.state, by, act)
        log.apply(found)
        if mutual and isinstance(found, ChallengeMade):
            log.apply(done(log.state, act.to, ChallengeAct(do="accept", to=by)))
    _pair(log, dice)
    log.apply(MarchesOver("", (ALL,)))


def at_once(log: Log, by: str, act: ChallengeAct, dice: TurnDice) -> str:
    """Carry out what one player does without waiting for the round: an accepted challenge opens its battle.
    Answers why it may not be done, "" if it is done.
    """
    meets = busy(log.state) & {by, act.to}
    if act.do == "accept" and meets:
        name = log.state.factions[min(meets)].name
        return words.busy_in_round(name)
    found = done(log.state, by, act)
    if isinstance(found, ChallengeRefused):
        return reason(log.state, by, act.to) if act.do == "challenge" else found.why
    log.apply(found)
    if isinstance(found, ChallengeAccepted):
        _pair(log, dice)
        if log.state.phase == "orders" and busy(log.state):
            log.apply(MarchesOver("", (ALL,)))
    return ""


def busy(state: State) -> set[str]:
    """Return the players who have a battle in this round."""
    return {
        side.faction for each in state.engagements.values() if each.turn == state.turn for side in each.sides
    }


def _pair(log: Log, dice: TurnDice) -> None:
    """Make engagements of accepted challenges, the oldest first, one for a player and turn."""
    taken = busy(log.state)
    accepted = [each for each in ladder_of(log.state).challenges if each.accepted]
    for each in sorted(accepted, key=lambda each: (each.turn, each.id)):
        armies = armies_of(log.state, each.by, each.to)
        if taken & {each.by, each.to} or armies is None:
            continue
        taken |= {each.by, each.to}
        sides = [EngagementSide(each.by, [armies[0]]), EngagementSide(each.to, [armies[1]])]
        made = Engagement(
            id=f"t{log.state.turn}e{len(taken) // 2}", turn=log.state.turn, area="", sides=sides,
            terrain=dice.chosen(dict.fromkeys(GROUNDS, 1), "ground", each.id),
            system=log.state.forces[armies[0]].system,
        )  # fmt: skip
        open_battle(log, made, "ladder")


def results(log: Log, outcomes: Mapping[str, Outcome], dice: TurnDice) -> None:
    """Carry out the second part: battles move their players, and the next turn begins."""
    for key in sorted(outcomes):
        engagement, outcome = log.state.engagements[key], outcomes[key]
        if log.state.rules.ladder.losses:
            settle(log, engagement, outcome, dice, loot=False)
        else:
            log_outcome(log, engagement, outcome, dice)
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
        # Stable: of two with one rating the one who stood higher stays there.
        rungs.sort(key=lambda each: -now[each])
    elif outcome.winner is not None:
        rungs = swapped(rungs, players[outcome.winner], players[1 - outcome.winner])
    log.apply(LadderMoved("ladder.by", (ALL,), engagement=engagement.id, factions=players,
                          rungs=tuple(rungs), ratings=tuple(zip(players, ratings, strict=True))))  # fmt: skip


def swapped(rungs: list[str], winner: str, loser: str) -> list[str]:
    """Return the rungs after a battle: a winner who stood below changes places with who was beaten."""
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
