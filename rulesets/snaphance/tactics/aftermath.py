"""What melees leave to decide: pursuit, retreats, whom to fight (SN-10.2, SN-12, SN-13)."""

from __future__ import annotations

from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Decision, Option
from rulesets.engine.system import Advice
from rulesets.engine.wording import rounded
from rulesets.snaphance import hexes
from rulesets.snaphance.state import State
from rulesets.snaphance.tactics import enemies
from rulesets.snaphance.tactics.options import first, offered, pick, plain


def pursue(battle: Battle, decision: Decision) -> Advice:
    """SN-13.0.a: after the beaten, unless others wait for who comes: then the ground won is enough."""
    state: State = battle.state
    stand = state.stands[decision.subject]
    around = enemies.away(state, stand)
    danger = enemies.threat(enemies.outlook(state, stand, around), stand, stand.place, stand.facing)
    near = [foe for far, foe in around if far <= 3 and not foe.disordered]
    if len(near) > 2 and offered(decision, "hold"):
        return pick(
            decision, "hold", f"holds: {len(near)} enemies in order are near, worth {rounded(danger)}"
        )
    if stand.sp < 3 and offered(decision, "hold"):
        return pick(decision, "hold", f"holds: with {stand.sp} SP left it is in no shape to pursue")
    return pick(decision, "pursue", "pursues: the beaten enemy is disordered and will not fire")


def retreat(battle: Battle, decision: Decision) -> Advice:
    """SN-12.0: as far from the enemy as it may; a bounce goes no further than is safe."""
    state: State = battle.state
    stand = state.stands[decision.subject]
    options = list(decision.fitting({"do": "retreat"}))
    if not options:
        return first(battle, decision)

    def far(option: Option) -> int:
        place = hexes.named(option.key["hex"])
        if place not in state.map:
            return -1
        return enemies.nearest(state, stand, place)[1]

    best = max(options, key=far)
    _, here = enemies.nearest(state, stand)
    if offered(decision, "halt") and (here > 3 or far(best) < here):
        return pick(decision, "halt", f"goes no further: the enemy is {here}H off")
    return Advice(plain(best), f"falls back to {best.key['hex']}, {max(0, far(best))}H from the enemy")


def battle_stand(battle: Battle, decision: Decision) -> Advice:
    """SN-10.2.b, SN-10.2.f: against whom it does best."""
    state: State = battle.state
    stand = state.stands[decision.subject]

    def value(option: Option) -> float:
        target = option.key.get("target")
        return -0.2 if target is None else enemies.blow(state, stand, state.stands[target])

    best = max(decision.options, key=value)
    if "target" not in best.key:
        return Advice(plain(best), "supports another: alone it would do worse")
    return Advice(plain(best), f"fights {state.stands[best.key['target']].name}: it does best against him")


def support(battle: Battle, decision: Decision) -> Advice:
    """SN-10.6.a: against the weakest enemy, whom its dice may turn."""
    state: State = battle.state
    options = [option for option in decision.options if "target" in option.key]
    if not options:
        return first(battle, decision)
    best = min(options, key=lambda option: state.stands[option.key["target"]].sp)
    return Advice(plain(best), f"supports against {state.stands[best.key['target']].name}, the weakest")
