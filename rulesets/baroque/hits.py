"""Hits of fire and melee (BQ-6.1.4), rolled or exact by the same passes of re-rolls.

Dice are kept apart by what re-rolls and hits can tell: (1 and 2, 3 and 4, 5, 6).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from rulesets.baroque import tables
from rulesets.baroque.traits import Traits
from rulesets.engine.battle import Battle
from rulesets.engine.chance import Counts, Distribution, Exact, Groups, Pass, throw
from rulesets.engine.decisions import Steps
from rulesets.engine.dice import Modifier

FACES: Groups = ((1, 2), (3, 4), (5,), (6,))
FIRST_VOLLEY = "BQ-6.1.5.a"


def hits(counts: Counts) -> int:
    """BQ-6.1.4 Hits: each 6 is one, each pair of 5s is one. `counts` are dice by FACES."""
    return counts[3] + counts[2] // 2 * tables.tables().firing_general.pair_of_fives_hits


def misses(counts: Counts) -> Counts:
    """BQ-6.1.5.a: all dice that gave no hit, an unpaired 5 with them."""
    return (counts[0], counts[1], counts[2] % 2, 0)


def ones_and_twos(counts: Counts) -> Counts:
    """BQ-8.1.2, BQ-8.1.3, BQ-8.1.4: the 1s and 2s."""
    return (counts[0], 0, 0, 0)


def fire_passes(traits: Traits, *, first_volley: bool) -> tuple[Pass, ...]:
    """BQ-6.1.5.a, BQ-8.1.2: the re-rolls of a unit that fires, the first volley before its characteristic."""
    passes = [Pass(FIRST_VOLLEY, misses)] if first_volley else []
    if traits.shots_rerolled:
        passes.append(Pass(traits.shots_rerolled, ones_and_twos))
    return tuple(passes)


def melee_passes(traits: Traits, *, lance: bool) -> tuple[Pass, ...]:
    """BQ-8.2.2, BQ-8.1.4: the re-rolls of a unit in melee. `lance`: this is the one charge of its lances."""
    passes = [Pass(traits.lance, misses)] if lance and traits.lance else []
    if traits.blows_rerolled:
        passes.append(Pass(traits.blows_rerolled, ones_and_twos))
    return tuple(passes)


def roll_hits(
    battle: Battle, purpose: str, count: int, passes: Sequence[Pass], *, rule: str, side: int, unit: str,
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
    scored = hits(thrown.counts)
    result = f"{'no hit' if not scored else '1 hit' if scored == 1 else f'{scored} hits'}"
    battle.record(
        purpose, thrown.dice, f"{words}: {result}" if words else result, rule=rule, side=side, unit=unit,
        target=tables.tables().firing_general.hit_on, modifiers=modifiers, rerolls=thrown.rerolls,
    )  # fmt: skip
    counts: Counts = thrown.counts
    return counts


@lru_cache(maxsize=512)
def count_distribution(count: int, passes: tuple[Pass, ...]) -> Distribution:
    """How `count` dice lie after their re-rolls, exactly: (hits, an unpaired 5 left) with its weight.

    The unpaired 5 tells whether two pools fought together make one more pair (BQ-7.6.b).
    """
    source = Exact()
    lain = source.faces(6, count, passes, FACES)
    return source.distribution(source.then(lain, lambda counts: (hits(counts), counts[2] % 2)))


Pool = tuple[int, tuple[Pass, ...]]
"""Dice of one unit with their re-rolls."""


@lru_cache(maxsize=512)
def pooled_distribution(pools: tuple[Pool, ...]) -> Distribution:
    """BQ-7.6.b: the hits of several units' dice together, exactly: 5s pair across the pools."""
    pair = tables.tables().firing_general.pair_of_fives_hits
    weights, denominator = Counter({(0, 0): 1}), 1
    for pool in pools:
        made, joined = count_distribution(*pool), Counter[tuple[int, int]]()
        for (scored, odd), weight in weights.items():
            for (more, other), share in made.weights:
                joined[scored + more + (odd + other) // 2 * pair, (odd + other) % 2] += weight * share
        weights, denominator = joined, denominator * made.denominator
    hits_alone = Counter[int]()
    for (scored, _), weight in weights.items():
        hits_alone[scored] += weight
    return Distribution(tuple(sorted(hits_alone.items())), denominator)


@lru_cache(maxsize=512)
def hit_distribution(count: int, passes: tuple[Pass, ...] = ()) -> Distribution:
    """The hits of `count` dice after their re-rolls, exactly."""
    source = Exact()
    lain = source.faces(6, count, passes, FACES)
    return source.distribution(source.then(lain, hits))


def expected_hits(count: int, passes: tuple[Pass, ...] = ()) -> float:
    """The mean number of hits of `count` dice."""
    return float(hit_distribution(count, passes).mean())
