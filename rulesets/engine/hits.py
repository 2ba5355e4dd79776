"""Hits as several systems count them: each 6 is one, each pair of 5s is one; rolled or exact.

Rolls and exact odds take the same passes of re-rolls. Dice are counted apart by what re-rolls and hits can
tell: (1 and 2, 3 and 4, 5, 6).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import TypeAlias

from rulesets.engine.battle import Battle
from rulesets.engine.chance import Counts, Distribution, Exact, Groups, Pass, throw
from rulesets.engine.decisions import Steps
from rulesets.engine.dice import Modifier
from rulesets.engine.wording import plural

FACES: Groups = ((1, 2), (3, 4), (5,), (6,))
HIT_ON = 6
"""The face that hits by itself; of the face below it a pair hits."""

Pool: TypeAlias = tuple[int, tuple[Pass, ...]]
"""Dice of one unit with their re-rolls."""


def hits(counts: Counts) -> int:
    """Return the hits: each 6 is one, each pair of 5s is one. `counts` are dice by FACES."""
    return counts[3] + counts[2] // 2


def roll_hits(
    battle: Battle, purpose: str, count: int, passes: Sequence[Pass] = (), *, rule: str, side: int, unit: str,
    modifiers: Sequence[Modifier] = (), words: str = "",
) -> Steps[Counts]:  # fmt: skip
    """Roll `count` dice with their re-rolls and log them; returns how they lie by FACES (for `hits`).

    `words` stands before the number of hits in the log.
    """
    steps = throw(6, count, passes, FACES)
    wanted = next(steps)
    while True:
        rolled = yield from battle.roll(purpose, side=side, count=wanted, unit=unit, rule=rule)
        try:
            wanted = steps.send(rolled)
        except StopIteration as stop:
            thrown = stop.value
            break
    result = plural(hits(thrown.counts), "hit")
    battle.record(
        purpose, thrown.dice, f"{words}: {result}" if words else result, rule=rule, side=side, unit=unit,
        target=HIT_ON, modifiers=modifiers, rerolls=thrown.rerolls,
    )  # fmt: skip
    counts: Counts = thrown.counts
    return counts


@lru_cache(maxsize=512)
def count_distribution(count: int, passes: tuple[Pass, ...] = ()) -> Distribution:
    """Return how `count` dice lie after their re-rolls, exactly: (hits, an unpaired 5 left) with its weight.

    The unpaired 5 shows whether two pools that are counted together make one more pair.
    """
    source = Exact()
    lain = source.faces(6, count, passes, FACES)
    return source.distribution(source.then(lain, lambda counts: (hits(counts), counts[2] % 2)))


@lru_cache(maxsize=512)
def pooled_distribution(pools: tuple[Pool, ...]) -> Distribution:
    """Return the hits of several units' dice together, exactly: 5s pair across the pools."""
    weights, denominator = Counter({(0, 0): 1}), 1
    for pool in pools:
        made, joined = count_distribution(*pool), Counter[tuple[int, int]]()
        for (scored, odd), weight in weights.items():
            for (more, other), share in made.weights:
                # Two 5s left over in different pools still make a pair.
                joined[scored + more + (odd + other) // 2, (odd + other) % 2] += weight * share
        weights, denominator = joined, denominator * made.denominator
    hits_alone = Counter[int]()
    for (scored, _), weight in weights.items():
        hits_alone[scored] += weight
    return Distribution(tuple(sorted(hits_alone.items())), denominator)


@lru_cache(maxsize=512)
def hit_distribution(count: int, passes: tuple[Pass, ...] = ()) -> Distribution:
    """Return the hits of `count` dice after their re-rolls, exactly."""
    source = Exact()
    lain = source.faces(6, count, passes, FACES)
    return source.distribution(source.then(lain, hits))


def expected_hits(count: int, passes: tuple[Pass, ...] = ()) -> float:
    """Return the mean number of hits of `count` dice."""
    return float(hit_distribution(count, passes).mean())
