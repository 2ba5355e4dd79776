"""Reconnaissance (BFS-33): the points of both sides, and the effects that the better informed one buys."""

from __future__ import annotations

from collections.abc import Iterator

from rulesets.by_fire_and_sword.meeting.buying import (
    AMBUSH,
    ANY_SIZE,
    FLANK,
    FORCED_MARCH,
    OUTMANEUVER,
    SPLITTING,
    Purse,
    forced_march_classes,
    most_against,
    price,
    recon_effects,
)
from rulesets.by_fire_and_sword.meeting.effects import delay_room
from rulesets.by_fire_and_sword.meeting.fieldevents import EffectBought, Reconnoitred
from rulesets.by_fire_and_sword.meeting.placing import scenario_of
from rulesets.by_fire_and_sword.meeting.sending import sendable, why_stays
from rulesets.by_fire_and_sword.meeting.state import MeetingState
from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Choice, Decision, Option, Steps

RULE = "BFS-33.2"
_MOST_PRICES = 12


def reconnoitre(battle: Battle) -> Steps[None]:
    """BFS-30.3.H, BFS-33.2: the side with more points buys effects for the difference, if it likes."""
    state: MeetingState = battle.state
    battle.apply(_compared(state))
    buyer = state.reconnaissance["buyer"]
    while buyer is not None:
        options = tuple(_offers(state, buyer))
        if not options:
            return
        purse = purse_of(state)
        text = (
            f"Buy reconnaissance effects: {purse.left} of {purse.points} points and "
            f"{purse.limit - len(purse.bought)} of {purse.limit} effects left"
        )
        done = Option({"do": "done"}, "Buy nothing more: what is left is lost", RULE)
        choice = yield Decision("reconnaissance", buyer, text, RULE, (*options, done))
        if choice["do"] == "done":
            return
        battle.apply(_bought(state, buyer, choice))


def _compared(state: MeetingState) -> Reconnoitred:
    """BFS-33.1, BFS-33.2: who may buy, for how much, how many effects, how many of them on the enemy."""
    points = (state.forces[0].rp, state.forces[1].rp)
    if not scenario_of(state).reconnaissance:
        return Reconnoitred(RULE, points, None, 0, 0, 0, "the scenario has no reconnaissance")
    if points[0] == points[1]:
        return Reconnoitred(RULE, points, None, 0, 0, 0, f"both sides have {points[0]} points")
    buyer = 0 if points[0] > points[1] else 1
    limit, against = state.forces[buyer].cp, most_against(state.forces[1 - buyer].fsp)
    return Reconnoitred(RULE, points, buyer, abs(points[0] - points[1]), limit, min(limit, against))


def purse_of(state: MeetingState) -> Purse:
    """What the buyer has, and has bought so far."""
    now = state.reconnaissance
    bought = tuple((effect["key"], effect["price"]) for effect in now["effects"])
    return Purse(now["difference"], now["limit"], now["against"], bought)


def bought(state: MeetingState, key: str) -> list[dict[str, object]]:
    """The purchases of an effect; none before the reconnaissance."""
    return [effect for effect in state.reconnaissance.get("effects", ()) if effect["key"] == key]


# -- what is offered ------------------------------------------------------------------------------


def _offers(state: MeetingState, side: int) -> Iterator[Option]:
    """Everything that may be bought now."""
    for key in recon_effects():
        if key == FORCED_MARCH:
            yield from _forced_marches(state, side)
        elif key in (FLANK, AMBUSH):
            yield from _sendings(state, side, key)
        elif _has_effect(state, side, key):
            yield from _fixed(state, key)


def _has_effect(state: MeetingState, side: int, key: str) -> bool:
    """Whether there is anybody on whom an effect could fall."""
    if key == OUTMANEUVER:  # BFS-33.12, BFS-32.6.2
        return delay_room(state, 1 - side) > 0
    if key == SPLITTING:  # BFS-33.9
        return len(state.units_of(1 - side)) > 1
    return True


def _fixed(state: MeetingState, key: str) -> Iterator[Option]:
    purse, effect = purse_of(state), recon_effects()[key]
    if effect.most is not None and purse.times(key) >= effect.most:
        return
    cost = price(key, bought=purse.times(key))
    if purse.why_not(key, cost) is None:
        words = f"{effect.name} for {cost} points"
        yield Option({"do": "buy", "effect": key}, words, effect.rule)


def _forced_marches(state: MeetingState, side: int) -> Iterator[Option]:
    """BFS-33.5: by the size of the unit or squadron that is to march, which is named after deployment."""
    purse, effect = purse_of(state), recon_effects()[FORCED_MARCH]
    if all(why_stays(state, unit, FORCED_MARCH) for unit in state.units_of(side)):
        return
    for most, cost in forced_march_classes():
        if purse.why_not(FORCED_MARCH, cost) is None:
            size = "of any size" if most == ANY_SIZE else f"of up to {most} bases"
            words = f"{effect.name} of a unit or squadron {size} for {cost} points"
            yield Option({"do": "buy", "effect": FORCED_MARCH, "bases": most}, words, effect.rule)


def _sendings(state: MeetingState, side: int, key: str) -> Iterator[Option]:
    """BFS-33.6, BFS-33.7: by the price of the unit or squadron that is to be sent, which is named when the
    delayed units are known (BFS-30.3.I).
    """
    purse, effect = purse_of(state), recon_effects()[key]
    if purse.times(key):
        return
    by_price: dict[int, list[str]] = {}
    for units, cost in sendable(state, side, key):
        if purse.why_not(key, cost) is None:
            by_price.setdefault(cost, []).append(" with ".join(unit.name for unit in units))
    for cost, names in sorted(by_price.items())[:_MOST_PRICES]:
        shown = ", ".join(names[:3]) + (", …" if len(names) > 3 else "")
        words = f"{effect.name} for {cost} points: {shown}"
        yield Option({"do": "buy", "effect": key, "price": cost}, words, effect.rule)


def _bought(state: MeetingState, side: int, choice: Choice) -> EffectBought:
    key = choice["effect"]
    effect = recon_effects()[key]
    if key == FORCED_MARCH:
        cost = dict(forced_march_classes())[choice["bases"]]
        return EffectBought(effect.rule, side, key, effect.name, cost, choice["bases"])
    if key in (FLANK, AMBUSH):
        return EffectBought(effect.rule, side, key, effect.name, choice["price"], choice["price"])
    cost = price(key, bought=purse_of(state).times(key))
    return EffectBought(effect.rule, side, key, effect.name, cost)


# -- for who plays by himself ---------------------------------------------------------------------

_WANTED = (
    OUTMANEUVER, FLANK, "chaos", "big_mouthed_prisoner", "confusion", AMBUSH, FORCED_MARCH, "splitting",
    "decisive_moment", "cut_off_the_retreat",
)  # fmt: skip
"""Effects in the order in which they are bought, each time the dearest form that may be paid."""


def policy(_battle: Battle, decision: Decision) -> Choice | None:
    """What a player without wishes of his own does: he buys from the first of a fixed order that he can pay.
    None: no decision of this chapter.
    """
    if decision.kind != "reconnaissance":
        return None
    offered = [dict(option.key) for option in decision.options]
    for key in _WANTED:
        found = [each for each in offered if each.get("effect") == key]
        if found:
            return found[0] if key == FORCED_MARCH else found[-1]
    return {"do": "done"}
