"""Orders in words: what each force is to do, and what a faction does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from campaigns.engine.orders import ForceOrder, Orders
from campaigns.engine.state import State

DOES = {
    "march": "marches", "hold": "holds", "scout": "scouts", "forage": "forages", "raid": "raids",
    "besiege": "besieges", "garrison": "garrisons", "join": "joins", "split": "splits",
    "recruit": "recruits", "refit": "refits",
}  # fmt: skip
RELATIONS = {"war": "war", "neutral": "peace", "truce": "a truce", "alliance": "an alliance"}


def summary(state: State, orders: Orders, names: Mapping[str, str]) -> dict[str, Any]:
    """Return a faction's orders for a turn in words: `lines`, pairs of a force and what it does beside
    holding; how many only hold (`holding`); and the `acts`.
    """
    known = [force for force in state.standing() if force.faction == orders.faction]
    lines = [
        (force, order_words(orders.forces[force.id], names))
        for force in known
        if orders.forces.get(force.id, HOLDS) != HOLDS
    ]
    acts = [act_words(state, act.model_dump(), names) for act in orders.acts]
    return {"lines": lines, "holding": len(known) - len(lines), "acts": acts}


HOLDS = ForceOrder()


def order_words(order: ForceOrder, names: Mapping[str, str]) -> str:
    """Return an order in words: `marches through Newport to Ryde, by forced march, retreats if attacked`."""
    parts, way = [], [names.get(key, key) for key in order.path]
    if way:
        by = f"through {', '.join(way[:-1])} " if way[:-1] else ""
        parts.append(f"marches {by}to {way[-1]}")
    if order.do != "march" and not (way and order.do == "hold"):
        target = f" {names.get(order.target, order.target)}" if order.target else ""
        parts.append(f"{DOES[order.do]}{target}")
    parts += [names.get(key, key) for key in (*order.commands, *order.units)]
    if order.name:
        parts.append(f"as “{order.name}”")
    if order.amount:
        parts.append(f"for at most {order.amount}")
    return ", ".join([*parts, *(words for name, words in FLAGS.items() if getattr(order, name))])


FLAGS = {
    "forced": "by forced march", "storm": "storms the walls", "ambush": "sets an ambush",
    "merge": "merges worn units", "evade": "retreats if attacked",
}  # fmt: skip


def act_words(state: State, act: Mapping[str, Any], names: Mapping[str, str]) -> str:
    """Return an act of a faction in words."""
    to = names.get(act.get("to", ""), act.get("to", ""))
    match act["do"]:
        case "diplomacy" if act["relation"] == "war":
            return f"declares war on {to}"
        case "diplomacy":
            return f"offers {RELATIONS[act['relation']]} to {to}"
        case "pay":
            ransom = act.get("ransom", "")
            why = f" as ransom for {names.get(ransom, ransom)}" if ransom else ""
            return f"pays {to} {act['amount']} {state.rules.income.currency}{why}"
        case "raise":
            return f"raises “{act['name']}” in {names.get(act['area'], act['area'])}"
    return f"{CHALLENGES[act['do']]} {to}"


CHALLENGES = {
    "challenge": "challenges",
    "accept": "accepts the challenge of",
    "decline": "declines the challenge of",
}
