"""Before the battle: deployment (SN-C-setup)."""

from __future__ import annotations

from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Decision, Option
from rulesets.engine.system import Advice
from rulesets.snaphance import hexes
from rulesets.snaphance.state import State
from rulesets.snaphance.tactics.options import first, offered, pick, plain


def deploy_group(battle: Battle, decision: Decision) -> Advice:
    """The slowest group first: what it shows gives the least away."""
    state: State = battle.state

    def speed(option: Option) -> float:
        stands = [state.stands[id_] for id_ in state.groups[option.key["command"]].stands]
        return sum(stand.profile.mp for stand in stands) / max(1, len(stands))

    best = min(decision.options, key=speed)
    return Advice(plain(best), "deploys the slowest first: where it stands is no secret")


def draw_up(battle: Battle, decision: Decision) -> Advice:
    """In a battle line, foot in the middle and horse on the wings."""
    if offered(decision, "line-up"):
        return pick(decision, "line-up", "draws up in line: foot in the middle, horse on the wings")
    return first(battle, decision)


def post_general(battle: Battle, decision: Decision) -> Advice:
    """With the stand in the middle of the group, from where he reaches the most."""
    state: State = battle.state
    options = list(decision.options)
    places = [state.stands[option.key["unit"]].place for option in options]

    def spread(option: Option) -> int:
        place = state.stands[option.key["unit"]].place
        return sum(hexes.distance(place, other) for other in places)

    return Advice(plain(min(options, key=spread)), "the General is in the middle, where he reaches the most")
