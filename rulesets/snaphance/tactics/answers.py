"""Reactions: evading, opportunity fire and charges (SN-5, SN-6). Values in break points."""

from __future__ import annotations

from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Decision, Option
from rulesets.engine.system import Advice
from rulesets.engine.wording import rounded
from rulesets.snaphance import hexes
from rulesets.snaphance.charge import skirmish
from rulesets.snaphance.clash import Approach
from rulesets.snaphance.shooting.volley import Shot
from rulesets.snaphance.state import Stand, State
from rulesets.snaphance.tactics import enemies, worth
from rulesets.snaphance.tactics.options import first, offered, pick, plain

LEAST = 0.05
"""What a reaction must be worth to be made."""

GIVES_UP = 0.02
"""What being on opportunity is worth to who gives it up for a shot."""


def react(battle: Battle, decision: Decision) -> Advice:
    """The reaction that is worth most, if any is worth more than waiting."""
    state: State = battle.state
    found = [(value, option, why) for option in decision.options if option.key["do"] != "none"
             for value, why in [_worth(state, option, decision)]]  # fmt: skip
    best = max(found, key=lambda each: each[0], default=None)
    if best is None or best[0] < LEAST:
        return pick(decision, "none", "waits: no reaction is worth more")
    return Advice(plain(best[1]), best[2])


def _worth(state: State, option: Option, decision: Decision) -> tuple[float, str]:
    key = option.key
    stand = state.stands[key["unit"]]
    match key["do"]:
        case "evade":
            return _evasion(state, stand, decision)
        case "opportunity-fire":
            target = state.stands[key["target"]]
            harm = worth.of_shot(state, Shot(stand.id, target.id, "opportunity"))
            return harm - GIVES_UP, f"fires at {target.name}: expects {rounded(harm)} break points of harm"
        case "opportunity-charge" | "counter-charge":
            target = state.stands[key["target"]]
            place = hexes.named(key["hex"])
            entered = hexes.distance(stand.place, place)
            approach = Approach(stand.id, stand.place, entered, True, "opportunity", (place,) * bool(entered))
            found = worth.of_charge(state, stand, target, place, stand.facing, approach)
            return found.balance, (
                f"charges {target.name}: expects to do {rounded(found.done)} break points of harm for "
                f"{rounded(found.taken)}"
            )
    return 0.0, ""


def _evasion(state: State, stand: Stand, decision: Decision) -> tuple[float, str]:
    """What it would suffer if it stayed. The attacker is the active stand nearest to it."""
    attacker = _attacker(state, stand)
    if attacker is None:
        return 0.0, ""
    if hexes.distance(attacker.place, stand.place) > attacker.profile.mp + 1 or not _charged(decision):
        harm = worth.of_shot(state, Shot(attacker.id, stand.id, "voluntary"))
        return harm - 0.25, f"evades from the fire of {attacker.name}: it would cost {rounded(harm)}"
    if stand.profile.code == "Sk" and skirmish.sweeps(attacker):
        return worth.asset(state, stand).left, "evades: to stay would be its end"
    loss = enemies.blow(state, attacker, stand)
    return loss, f"evades from {attacker.name}: to stay would cost {rounded(loss)} break points"


def _charged(decision: Decision) -> bool:
    return "charge" in decision.text


def _attacker(state: State, stand: Stand) -> Stand | None:
    activation = state.activation
    ids = () if activation is None else activation.stands
    found = [other for other in map(state.stands.__getitem__, ids) if other.on_field]
    return min(found, key=lambda other: hexes.distance(other.place, stand.place), default=None)


def fire_first(battle: Battle, decision: Decision) -> Advice:
    """SN-6.2.e: fire at who is about to charge may take the order out of him."""
    if offered(decision, "fire-first"):
        return pick(decision, "fire-first", "fires before it is charged: a hit disorders the charger")
    return first(battle, decision)


def evade(battle: Battle, decision: Decision) -> Advice:
    """SN-5.0.d: as far from the enemy as it goes."""
    state: State = battle.state
    stand = state.stands[decision.subject]
    _, here = enemies.nearest(state, stand)
    best: tuple[int, Option] | None = None
    for option in decision.fitting({"do": "evade-step"}):
        _, far = enemies.nearest(state, stand, hexes.named(option.key["hex"]))
        if best is None or far > best[0]:
            best = far, option
    if best is None or (best[0] <= here and offered(decision, "stop")):
        return pick(decision, "stop", f"is {here}H from the enemy: farther off it would not be safer")
    return Advice(plain(best[1]), f"gets {best[0]}H away from the enemy")
