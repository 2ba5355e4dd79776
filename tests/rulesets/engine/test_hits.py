"""Hits of sixes and pairs of fives: counted, and exact with re-rolls and across pools."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from itertools import product

import pytest

from rulesets.engine.chance import Counts, Pass, count_groups
from rulesets.engine.hits import (
    FACES,
    count_distribution,
    expected_hits,
    hit_distribution,
    hits,
    pooled_distribution,
)


def low(counts: Counts) -> Counts:
    """Roll 1s and 2s again."""
    return (counts[0], 0, 0, 0)


AGAIN = (Pass("again", low),)


def counted(dice: Iterable[int]) -> int:
    """The hits of dice, told without the code under test."""
    lain = list(dice)
    return lain.count(6) + lain.count(5) // 2


def every(count: int) -> dict[int, Fraction]:
    rolls = Counter(counted(dice) for dice in product(range(1, 7), repeat=count))
    return {number: Fraction(ways, 6**count) for number, ways in rolls.items()}


@pytest.mark.parametrize(
    ("dice", "scored"),
    [((), 0), ((6,), 1), ((5,), 0), ((5, 5), 1), ((5, 5, 5), 1), ((6, 5, 5, 4), 2), ((1, 2, 3, 4), 0)],
)
def test_each_six_and_each_pair_of_fives_is_a_hit(dice: tuple[int, ...], scored: int) -> None:
    assert hits(count_groups(dice, FACES)) == scored


@pytest.mark.parametrize("count", [0, 1, 2, 3, 4, 5])
def test_exact_hits_are_those_of_every_roll(count: int) -> None:
    assert dict(hit_distribution(count).items()) == every(count)


@pytest.mark.parametrize("count", [1, 2, 3])
def test_exact_hits_with_dice_rolled_again(count: int) -> None:
    found: Counter[int] = Counter()
    for dice in product(range(1, 7), repeat=count):
        again = [index for index, die in enumerate(dice) if die <= 2]
        for new in product(range(1, 7), repeat=len(again)):
            final = list(dice)
            for index, die in zip(again, new, strict=True):
                final[index] = die
            found[counted(final)] += 6 ** (count - len(again))

    assert dict(hit_distribution(count, AGAIN).items()) == {
        number: Fraction(ways, 6 ** (2 * count)) for number, ways in found.items()
    }


def test_fives_pair_across_pools() -> None:
    assert dict(pooled_distribution(((2, ()), (2, ()))).items()) == every(4)
    assert dict(pooled_distribution(((1, ()), (0, ()), (1, ()))).items()) == every(2)


def test_an_unpaired_five_is_told_with_the_hits() -> None:
    assert dict(count_distribution(1).items()) == {
        (0, 0): Fraction(4, 6), (0, 1): Fraction(1, 6), (1, 0): Fraction(1, 6)
    }  # fmt: skip


def test_the_expected_hits_are_the_mean() -> None:
    assert expected_hits(2) == pytest.approx(float(sum(number * p for number, p in every(2).items())))
