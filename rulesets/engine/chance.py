"""One code path for rolling dice and for exact odds.

A rule that needs chance is written once against a `Source`: with `Rolling` it rolls, with `Exact` the same
lines give the whole distribution, with no sampling and no rounding.

    def test(source, target):
        return source.then(source.die(6), lambda die: die <= target)

    test(Rolling(dice), 4)                                   # True or False
    Exact().distribution(test(Exact(), 4)).probability(bool) # 2/3

Outcomes must be hashable, orderable among themselves and not None: numbers, tuples of numbers, words.
This is the only module that knows icepool.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from operator import le
from typing import Any, Protocol, TypeAlias

import icepool  # type: ignore[import-untyped]

from rulesets.engine.dice import DiceSource, after_rerolls

Counts: TypeAlias = tuple[int, ...]
Groups: TypeAlias = tuple[tuple[int, ...], ...]

_BITS = 16  # of a packed count: more dice than any rule rolls


@dataclass(frozen=True, slots=True)
class Pass:
    """One round of re-rolls of a pool, under `rule`.

    `choose(counts)` says how many dice of each group are rolled again, given how many lie in each. It must
    be a pure function at module level: exact results are cached by it.
    """

    rule: str
    choose: Callable[[Counts], Counts]


@dataclass(frozen=True, slots=True)
class Thrown:
    """Dice as first rolled, re-rolls as (index, new value, rule id), how many of each group lie at last."""

    sides: int
    dice: tuple[int, ...]
    rerolls: tuple[tuple[int, int, str], ...] = ()
    counts: Counts = ()

    @property
    def final(self) -> tuple[int, ...]:
        """The dice after all re-rolls."""
        return after_rerolls(self.dice, self.rerolls)


class Source(Protocol):
    """Where chance comes from. What it gives is opaque: a caller looks at values only inside `then`."""

    def die(self, sides: int) -> Any:
        """Return one die: 1 to `sides`."""

    def pool(self, sides: int, count: int) -> Any:
        """Return `count` dice as a tuple in rising order."""

    def faces(self, sides: int, count: int, passes: Sequence[Pass] = (), groups: Groups | None = None) -> Any:
        """Return `count` dice after re-rolls, as the number of dice in each group of faces.

        Without `groups` each face is its own group: (ones, twos, ...). Faces that no pass and no later
        question distinguishes should share one, e.g. ((1, 2), (3, 4), (5,), (6,)): the exact work grows
        steeply with the number of groups.
        """

    def then(self, value: Any, f: Callable[[Any], Any]) -> Any:
        """Return `f` of what `value` turns out to be; `f` may draw on the source again."""


class Rolling:
    """Chance by rolling `dice`: values are plain ints and tuples. `thrown` keeps every throw in order."""

    def __init__(self, dice: DiceSource) -> None:
        self.dice = dice
        self.thrown: list[Thrown] = []

    def die(self, sides: int) -> int:
        return self.pool(sides, 1)[0]

    def pool(self, sides: int, count: int) -> tuple[int, ...]:
        dice = self.dice.roll(sides, count)
        self.thrown.append(Thrown(sides, dice))
        return tuple(sorted(dice))

    def faces(
        self, sides: int, count: int, passes: Sequence[Pass] = (), groups: Groups | None = None
    ) -> Counts:
        steps = throw(sides, count, passes, groups)
        wanted = next(steps)
        while True:
            try:
                wanted = steps.send(self.dice.roll(sides, wanted))
            except StopIteration as stop:
                thrown: Thrown = stop.value
                self.thrown.append(thrown)
                return thrown.counts

    def then(self, value: Any, f: Callable[[Any], Any]) -> Any:
        return f(value)


def throw(
    sides: int, count: int, passes: Sequence[Pass] = (), groups: Groups | None = None
) -> Generator[int, Sequence[int], Thrown]:
    """Throw a pool with re-rolls as steps: yield how many dice to roll, be sent them, return the Thrown.

    Drive it where dice come from somewhere else than a DiceSource, say from a player who types them in.
    Of the dice in a group those first rolled are re-rolled first.
    """
    groups = _checked(sides, groups)
    dice = tuple((yield count))
    final, rerolls = list(dice), []
    # A pass that re-rolls nothing asks for no dice, so nobody has to type in none.
    for each in passes:
        indices = _chosen(final, each, groups)
        if not indices:
            continue
        for index, value in zip(indices, (yield len(indices)), strict=True):
            final[index] = value
            rerolls.append((index, value, each.rule))
    return Thrown(sides, dice, tuple(rerolls), count_groups(final, groups))


def count_groups(dice: Sequence[int], groups: Groups) -> Counts:
    """Return how many of the dice lie in each group of faces."""
    return tuple(sum(dice.count(face) for face in group) for group in groups)


def _chosen(dice: Sequence[int], each: Pass, groups: Groups) -> list[int]:
    """Return the indices of the dice that a pass re-rolls, in order."""
    counts = count_groups(dice, groups)
    indices: list[int] = []
    for group, number in zip(groups, _choice(each, counts), strict=True):
        indices += [index for index, value in enumerate(dice) if value in group][:number]
    return sorted(indices)


def _choice(each: Pass, counts: Counts) -> Counts:
    chosen = each.choose(counts)
    if len(chosen) != len(counts) or min(chosen) < 0 or not all(map(le, chosen, counts)):
        raise ValueError(f"{each.rule} re-rolls {chosen} of {counts} dice")
    return chosen


@lru_cache(maxsize=64)
def _checked(sides: int, groups: Groups | None) -> Groups:
    faces = range(1, sides + 1)
    if groups is None:
        return tuple((face,) for face in faces)
    if sorted(face for group in groups for face in group) != list(faces):
        raise ValueError(f"the groups {groups} do not hold each of the faces 1 to {sides} once")
    return groups


class Exact:
    """Chance as exact distributions: values are icepool dice, or plain where nothing is left to chance."""

    def die(self, sides: int) -> icepool.Die[int]:
        return icepool.d(sides)

    def pool(self, sides: int, count: int) -> icepool.Die[tuple[int, ...]]:
        """Return several dice. For more than about 6 of them `faces` is the quick way."""
        return _pool(sides, count)

    def faces(
        self, sides: int, count: int, passes: Sequence[Pass] = (), groups: Groups | None = None
    ) -> icepool.Die[Counts]:
        return _faces(count, tuple(passes), _checked(sides, groups))

    def then(self, value: Any, f: Callable[[Any], Any]) -> Any:
        return value.map(f, star=False) if isinstance(value, icepool.Die) else f(value)

    def distribution(self, value: Any) -> Distribution:
        """Return the distribution of a value that this source made, for the world outside."""
        die = value if isinstance(value, icepool.Die) else icepool.Die([value])
        # Simplified, so that equal distributions are equal objects for caches.
        die = die.simplify()
        return Distribution(tuple(die.items()), die.denominator())


@dataclass(frozen=True, slots=True)
class Distribution:
    """The outcomes in order with their weights: whole numbers that sum up to `denominator`."""

    weights: tuple[tuple[Any, int], ...]
    denominator: int

    def items(self) -> Iterator[tuple[Any, Fraction]]:
        """Yield each outcome with its probability."""
        for outcome, weight in self.weights:
            yield outcome, Fraction(weight, self.denominator)

    def probability(self, holds: Callable[[Any], object]) -> Fraction:
        """Return the probability that `holds` is true of the outcome."""
        return Fraction(sum(weight for outcome, weight in self.weights if holds(outcome)), self.denominator)

    def shares(self, of: Callable[[Any], Any] = lambda outcome: outcome) -> list[tuple[Any, float]]:
        """Return the probabilities of the outcomes, or of a number made of each, in order, as floats."""
        weights: Counter[Any] = Counter()
        for outcome, weight in self.weights:
            weights[of(outcome)] += weight
        return [(number, weight / self.denominator) for number, weight in sorted(weights.items())]

    def mean(self, of: Callable[[Any], Any] = lambda outcome: outcome) -> Fraction:
        """Return the expected value of the outcome, or of a whole number or Fraction worked out from it."""
        return sum((of(outcome) * Fraction(weight) for outcome, weight in self.weights), Fraction()) / (
            self.denominator
        )


# -- exact pools ------------------------------------------------------------------------------
#
# A count vector is packed into one int, so that adding two vectors is one addition. Weights are whole
# numbers: rolling n dice makes sides**n equal cases of each case, however many of them stay on the table.


@lru_cache(maxsize=256)
def _pool(sides: int, count: int) -> icepool.Die[tuple[int, ...]]:
    return icepool.d(sides).pool(count).expand()


@lru_cache(maxsize=1024)
def _faces(count: int, passes: tuple[Pass, ...], groups: Groups) -> icepool.Die[Counts]:
    weights = _weights(count, passes, tuple(len(group) for group in groups))
    return icepool.Die({_unpacked(code, len(groups)): weight for code, weight in weights.items()})


@lru_cache(maxsize=256)
def _weights(count: int, passes: tuple[Pass, ...], sizes: Counts) -> Mapping[int, int]:
    """Return the packed vectors of a pool after its passes, with their weights."""
    if not passes:
        return _rolled({count: {0: 1}}, count, sizes)
    before = _weights(count, passes[:-1], sizes)
    return _rolled(_left_lying(before, passes[-1], len(sizes)), count, sizes)


def _left_lying(weights: Mapping[int, int], each: Pass, groups: int) -> dict[int, dict[int, int]]:
    """Return the dice that a pass leaves on the table, by the number of dice that it takes up."""
    lying: dict[int, dict[int, int]] = {}
    for code, weight in weights.items():
        chosen = _choice(each, _unpacked(code, groups))
        staying = lying.setdefault(sum(chosen), {})
        left = code - _packed(chosen)
        staying[left] = staying.get(left, 0) + weight
    return lying


def _rolled(lying: dict[int, dict[int, int]], count: int, sizes: Counts) -> dict[int, int]:
    """Return all `count` dice after those missing are rolled.

    As polynomials in the groups: the sum of lying[k] * die**k over all k, by Horner's scheme.
    """
    die = [(1 << _BITS * index, size) for index, size in enumerate(sizes)]
    result: dict[int, int] = {}
    for missing in range(max(lying), -1, -1):
        # Dice that stay weigh as much as if they had been rolled: every case gets the same denominator.
        scale = sum(sizes) ** (count - missing)
        for code, weight in lying.get(missing, {}).items():
            result[code] = result.get(code, 0) + weight * scale
        if missing:
            result = _one_more(result, die)
    return result


def _one_more(weights: dict[int, int], die: list[tuple[int, int]]) -> dict[int, int]:
    after: dict[int, int] = {}
    # The method is looked up once: this loop is where exact odds spend their time.
    get = after.get
    for one, size in die:
        for code, weight in weights.items():
            code += one
            after[code] = get(code, 0) + weight * size
    return after


def _packed(counts: Counts) -> int:
    code = 0
    for number in reversed(counts):
        code = code << _BITS | number
    return code


def _unpacked(code: int, groups: int) -> Counts:
    mask = (1 << _BITS) - 1
    return tuple([code >> _BITS * index & mask for index in range(groups)])
