"""A player of Snaphance for tests: he goes at the enemy, by chance for the rest."""

from __future__ import annotations

import random
from typing import Any

from rulesets.engine.battle import Battle, Player
from rulesets.engine.decisions import Choice, Decision, Dice, Option
from rulesets.snaphance import hexes
from rulesets.snaphance.hexes import Hex
from rulesets.snaphance.state import State

_FIRST = ("place", "line-up", "fight", "charge", "fire", "pursue", "opportunity-charge", "counter-charge")
_SELDOM = frozenset({"end-group", "end-stand", "end-move", "none", "turn", "turn-rear"})
_STEPS = frozenset({"step", "displace", "pass"})


def eager(seed: Any) -> Player:
    """Fights, charges and fires where he can; most of his other steps bring him nearer to the enemy. What
    ends something he seldom chooses while there is anything else.
    """
    rng = random.Random(f"eager {seed}")

    def choose(battle: Battle, decision: Decision) -> Choice:
        options = list(decision.options)
        for do in _FIRST:
            wanted = [option for option in options if option.key.get("do") == do]
            if wanted and rng.random() < 0.8:
                return _filled(rng, rng.choice(wanted))
        nearer = [option for option in options if _nearer(battle.state, decision.side, option)]
        if nearer and rng.random() < 0.8:
            return _filled(rng, rng.choice(nearer))
        busy = [option for option in options if option.key.get("do") not in _SELDOM | _STEPS]
        if busy and rng.random() < 0.7:
            return _filled(rng, rng.choice(busy))
        return _filled(rng, rng.choice(options))

    return choose


def _nearer(state: State, side: int, option: Option) -> bool:
    """Whether a step lowers the distance to the nearest enemy."""
    if option.key.get("do") not in _STEPS:
        return False
    here = state.stands[option.key["unit"]].place
    return _distance(state, side, hexes.named(option.key["hex"])) < _distance(state, side, here)


def _distance(state: State, side: int, place: Hex) -> int:
    return min((hexes.distance(place, one.place) for one in state.on_field(1 - side)), default=0)


def _filled(rng: random.Random, option: Option) -> Choice:
    choice: Choice = dict(option.key)
    for param in option.params:
        if isinstance(param, Dice):
            choice[param.name] = [rng.randint(1, param.sides) for _ in range(param.count)]
        else:
            choice[param.name] = param.low if param.default is None else param.default
    return choice
