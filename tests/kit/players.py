"""Players for battles in tests and benchmarks: by chance, and by the simplest plan there is."""

from __future__ import annotations

import random
from typing import Any

from rulesets.engine.battle import Battle, Player
from rulesets.engine.decisions import Choice, Decision, Dice, Number, Option, Refusal


def uniform(seed: Any) -> Player:
    """Chooses uniformly among the options, and uniformly between the limits of each number."""
    rng = random.Random(f"player {seed}")

    def choose(battle: Battle, decision: Decision) -> Choice:
        for _ in range(12):
            option = rng.choice(decision.options)
            choice = _filled(rng, option)
            try:
                return option.read(choice)
            except Refusal:
                continue
        return _as_proposed(decision)

    return choose


def _as_proposed(decision: Decision) -> Choice:
    """The first option without numbers, or else the first that takes its own defaults."""
    for option in sorted(decision.options, key=lambda option: len(option.params)):
        numbers = {each.name: getattr(each, "default", None) for each in option.params}
        try:
            return option.read({**option.key, **numbers})
        except Refusal:
            continue
    raise AssertionError(f"nothing to choose at {decision.kind}")


def _filled(rng: random.Random, option: Option) -> Choice:
    choice: Choice = dict(option.key)
    for param in option.params:
        if isinstance(param, Number):
            value = rng.uniform(param.low, param.high)
            choice[param.name] = round(value) if param.whole else round(value, 4)
        elif isinstance(param, Dice):
            choice[param.name] = [rng.randint(1, param.sides) for _ in range(param.count)]
    return choice


def straight_on(battle: Battle, decision: Decision) -> Choice:
    """Advances and shoots: the first shot, charge or fight there is, else straight on; nothing clever."""
    for do in (
        "line-up",
        "behind",
        "fight",
        "charge",
        "shoot",
        "rally",
        "order",
        "advance",
        "activate",
        "done",
        "accept",
    ):
        for option in decision.options:
            if option.key.get("do") == do:
                choice: Choice = dict(option.key)
                for param in option.params:
                    if isinstance(param, Number):
                        far = param.high if do == "advance" else param.low
                        choice[param.name] = far if param.default is None else param.default
                return choice
    plain = [option for option in decision.options if not option.params]
    return dict((plain or decision.options)[-1].key)
