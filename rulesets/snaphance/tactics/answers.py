"""Reactions, and what melees leave to decide (SN-5, SN-6, SN-10.2, SN-12, SN-13). Values in break points."""

from __future__ import annotations

from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Decision, Option
from rulesets.engine.system import Advice
from rulesets.snaphance import hexes
from rulesets.snaphance.charge import skirmish
from rulesets.snaphance.clash import Approach
from rulesets.snaphance.shooting.volley import Shot
from rulesets.snaphance.state import Stand, State
from rulesets.snaphance.tactics import enemies, worth
from rulesets.snaphance.tactics.options import first, offered, pick, pick_or_first, plain
from rulesets.snaphance.wording import tactics as words

LEAST = 0.05
"""What a reaction must be worth to be made."""

GIVES_UP = 0.02
"""What being on opportunity is worth to who gives it up for a shot."""


def react(battle: Battle, decision: Decision) -> Advice:
    """Choose the reaction that is worth most, if any is worth more than waiting."""
    state: State = battle.state
    found = [(value, option, why) for option in decision.options if option.key["do"] != "none"
             for value, why in [_worth(state, option, decision)]]  # fmt: skip
    best = max(found, key=lambda each: each[0], default=None)
    if best is None or best[0] < LEAST:
        return pick(decision, "none", words.WAITS)
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
            return harm - GIVES_UP, words.fires(target.name, harm)
        case "opportunity-charge" | "counter-charge":
            target = state.stands[key["target"]]
            place = hexes.named(key["hex"])
            entered = hexes.distance(stand.place, place)
            approach = Approach(stand.id, stand.place, entered, True, "opportunity", (place,) * bool(entered))
            found = worth.of_charge(state, stand, target, place, stand.facing, approach)
            return found.balance, words.answers_by_charge(target.name, found.done, found.taken)
    return 0.0, ""


def _evasion(state: State, stand: Stand, decision: Decision) -> tuple[float, str]:
    """Return what the stand would suffer if it stayed; the attacker is the nearest active stand."""
    ids = () if state.activation is None else state.activation.stands
    found = [other for other in map(state.stands.__getitem__, ids) if other.on_field]
    attacker = min(found, key=lambda other: hexes.distance(other.place, stand.place), default=None)
    if attacker is None:
        return 0.0, ""
    if hexes.distance(attacker.place, stand.place) > attacker.profile.mp + 1 or decision.occasion != "charge":
        # The quarter stands for the ground and the order that an evasion costs.
        harm = worth.of_shot(state, Shot(attacker.id, stand.id, "voluntary"))
        return harm - 0.25, words.evades_fire(attacker.name, harm)
    if stand.profile.code == "Sk" and skirmish.sweeps(attacker):
        return worth.asset(state, stand).left, words.EVADES_ITS_END
    loss = enemies.blow(state, attacker, stand)
    return loss, words.evades(attacker.name, loss)


def fire_first(battle: Battle, decision: Decision) -> Advice:
    """Fire at the charger, which may lose its order by it (SN-6.2.e)."""
    return pick_or_first(battle, decision, "fire-first", words.FIRES_FIRST)


def evade(battle: Battle, decision: Decision) -> Advice:
    """Choose the hex farthest from the enemy (SN-5.0.d)."""
    state: State = battle.state
    stand = state.stands[decision.subject]
    _, here = enemies.nearest(state, stand)
    best: tuple[int, Option] | None = None
    for option in decision.fitting({"do": "evade-step"}):
        _, far = enemies.nearest(state, stand, hexes.named(option.key["hex"]))
        if best is None or far > best[0]:
            best = far, option
    if best is None or (best[0] <= here and offered(decision, "stop")):
        return pick(decision, "stop", words.far_enough(here))
    return Advice(plain(best[1]), words.gets_away(best[0]))


def pursue(battle: Battle, decision: Decision) -> Advice:
    """Pursue the beaten, unless others wait: then the ground won is enough (SN-13.0.a)."""
    state: State = battle.state
    stand = state.stands[decision.subject]
    around = enemies.away(state, stand)
    danger = enemies.threat(enemies.outlook(state, stand, around), stand, stand.place, stand.facing)
    near = [foe for far, foe in around if far <= 3 and not foe.disordered]
    if len(near) > 2 and offered(decision, "hold"):
        return pick(decision, "hold", words.holds_near(len(near), danger))
    if stand.sp < 3 and offered(decision, "hold"):
        return pick(decision, "hold", words.holds_weak(stand.sp))
    return pick(decision, "pursue", words.PURSUES)


def retreat(battle: Battle, decision: Decision) -> Advice:
    """Choose the hex farthest from the enemy; a bounce goes no further than is safe (SN-12.0)."""
    state: State = battle.state
    stand = state.stands[decision.subject]
    options = list(decision.fitting({"do": "retreat"}))
    if not options:
        return first(battle, decision)

    def far(option: Option) -> int:
        place = hexes.named(option.key["hex"])
        # Off the map the stand would be lost, so any hex is better.
        if place not in state.map:
            return -1
        return enemies.nearest(state, stand, place)[1]

    best = max(options, key=far)
    _, here = enemies.nearest(state, stand)
    if offered(decision, "halt") and (here > 3 or far(best) < here):
        return pick(decision, "halt", words.goes_no_further(here))
    return Advice(plain(best), words.falls_back(best.key["hex"], max(0, far(best))))


def battle_stand(battle: Battle, decision: Decision) -> Advice:
    """Choose the enemy against whom the stand does best (SN-10.2.b, SN-10.2.f)."""
    state: State = battle.state
    stand = state.stands[decision.subject]

    def value(option: Option) -> float:
        target = option.key.get("target")
        return -0.2 if target is None else enemies.blow(state, stand, state.stands[target])

    best = max(decision.options, key=value)
    if "target" not in best.key:
        return Advice(plain(best), words.SUPPORTS)
    return Advice(plain(best), words.fights(state.stands[best.key["target"]].name))


def support(battle: Battle, decision: Decision) -> Advice:
    """Choose the weakest enemy, whom the dice may turn (SN-10.6.a)."""
    state: State = battle.state
    options = [option for option in decision.options if "target" in option.key]
    if not options:
        return first(battle, decision)
    best = min(options, key=lambda option: state.stands[option.key["target"]].sp)
    return Advice(plain(best), words.supports_against(state.stands[best.key["target"]].name))
