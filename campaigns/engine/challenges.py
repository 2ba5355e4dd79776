"""What players may do on a ladder: one answer for its page, for orders, and for the resolution.

`done` says what an act comes to on the ladder as it stands, `refusals` what speaks against one player's acts
together. In a faction's view of the campaign nothing is said of armies that it does not know: that two have
none of one system, the resolution tells.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from campaigns.engine.events.base import ALL
from campaigns.engine.events.battle import (
    ChallengeAccepted,
    ChallengeDropped,
    ChallengeMade,
    ChallengeRefused,
    ladder_of,
)
from campaigns.engine.orders import Act, ChallengeAct, Orders
from campaigns.engine.state import Challenge, State

Done: TypeAlias = ChallengeMade | ChallengeAccepted | ChallengeDropped | ChallengeRefused
TURNS = ("accept", "decline", "challenge")
"""In which order acts are carried out: who takes a challenge back may make another one at once."""


def in_turn(orders: Mapping[str, Orders]) -> Iterator[tuple[str, int, ChallengeAct]]:
    """What players do on a ladder in the order in which it is carried out: by whom, the place among his acts,
    the act.
    """
    for do in TURNS:
        for by in sorted(orders):
            yield from ((by, number, act) for number, act in _of(orders[by].acts, do))


def _of(acts: Sequence[Act], do: str) -> Iterator[tuple[int, ChallengeAct]]:
    for number, act in enumerate(acts):
        if isinstance(act, ChallengeAct) and act.do == do:
            yield number, act


def refusals(state: State, orders: Orders) -> Iterator[tuple[int, str]]:
    """What speaks against a player's acts, each after those before it: the act's place and a sentence."""
    ladder = ladder_of(state)
    now = replace(state, ladder=replace(ladder, challenges=[replace(each) for each in ladder.challenges]))
    for by, number, act in in_turn({orders.faction: orders}):
        found = done(now, by, act)
        if isinstance(found, ChallengeRefused):
            yield number, found.why
        else:
            found.apply(now)


def done(state: State, by: str, act: ChallengeAct) -> Done:
    """What a player's act comes to as the ladder stands."""
    found = _ACTS[act.do](state, by, act.to)
    if isinstance(found, str):
        return ChallengeRefused("ladder", (by,), faction=by, to=act.to, why=found)
    return found


def why_not(state: State, by: str, to: str) -> str:
    """Why a player may not challenge another now, "" if he may."""
    ladder, rules = ladder_of(state), state.rules.ladder
    if by == to or to not in ladder.rungs or by not in ladder.rungs:
        return "there is no such player on the ladder"
    above = ladder.rungs.index(by) - ladder.rungs.index(to)
    if rules.by == "rating":
        above = abs(above)
    if not 1 <= above <= rules.reach:
        return f"one may challenge up to {rules.reach} rungs above"
    if sum(each.by == by for each in ladder.challenges) >= rules.open:
        return f"one may have {rules.open} open"
    if any({each.by, each.to} == {by, to} for each in ladder.challenges):
        return "they have a challenge between them"
    known = any(force.faction == to for force in state.forces.values())
    if known and armies_of(state, by, to) is None:
        return "they have no armies of one system"
    met = ladder.met.get("~".join(sorted((by, to))))
    if met is not None and state.turn - met <= rules.wait:
        return f"they met in turn {met}"
    return ""


def armies_of(state: State, by: str, to: str) -> tuple[str, str] | None:
    """The forces (ids) with which two players meet: of each the first that has men left, in the first of the
    campaign's systems that both have one of; None if there is no such.
    """
    for system in state.systems:
        forces = [each for each in state.standing() if each.system == system and each.strength]
        own, other = ([each.id for each in forces if each.faction == player] for player in (by, to))
        if own and other:
            return own[0], other[0]
    return None


def _challenged(state: State, by: str, to: str) -> Done | str:
    key = f"{by}~{to}"
    made = ChallengeMade("ladder.reach", (ALL,), challenge=key, faction=by, to=to)
    return why_not(state, by, to) or made


def _accepted(state: State, by: str, to: str) -> Done | str:
    found = _made(state, to, by)
    if found is None:
        return "there is no such challenge"
    if found.accepted:
        return "it is accepted already"
    return ChallengeAccepted("ladder", (ALL,), challenge=found.id, faction=to, to=by)


def _dropped(state: State, by: str, to: str) -> Done | str:
    """A challenge is declined by the challenged, or taken back by who made it."""
    found = _made(state, to, by) or _made(state, by, to)
    if found is None or found.accepted:
        return "there is no open challenge"
    return ChallengeDropped("ladder", (ALL,), challenge=found.id, faction=found.by, to=found.to, by=by)


def _made(state: State, by: str, to: str) -> Challenge | None:
    return next((each for each in ladder_of(state).challenges if (each.by, each.to) == (by, to)), None)


_ACTS: Mapping[str, Callable[[State, str, str], Done | str]] = {
    "challenge": _challenged,
    "accept": _accepted,
    "decline": _dropped,
}
