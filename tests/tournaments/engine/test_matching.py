"""The best pairs against every way there is to pair."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any
from unittest import mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.engine import matching
from tournaments.engine.matching import Costs, Instead, Pair, TooManyCostsError, best_pairs, total


def every_way(left: tuple[int, ...]) -> Iterator[list[Pair]]:
    """Every way to pair some of these players."""
    if len(left) < 2:
        yield []
        return
    first, *others = left
    yield from every_way(tuple(others))
    for other in others:
        for rest in every_way(tuple(each for each in others if each != other)):
            yield [(first, other), *rest]


def cheapest(costs: dict[Pair, Costs]) -> tuple[int, Costs]:
    """How many pairs there are at most, and what they cost at least, by trying everything."""
    players = tuple(sorted({each for pair in costs for each in pair}))
    ways = [each for each in every_way(players) if all(pair in costs for pair in each)]
    most = max(map(len, ways))
    return most, min(total(costs, each) for each in ways if len(each) == most and each)


@st.composite
def graphs(draw: Any, largest: int = 40) -> dict[Pair, Costs]:
    """Pairs of up to eight players, some of which are missing, with up to four costs."""
    size, width = draw(st.integers(2, 8)), draw(st.integers(1, 4))
    pairs = list(combinations(range(size), 2))
    kept = draw(st.lists(st.sampled_from(pairs), min_size=1, unique=True))
    return {pair: tuple(draw(st.integers(0, largest)) for _ in range(width)) for pair in kept}


@given(graphs())
def test_no_way_to_pair_is_cheaper(costs: dict[Pair, Costs]) -> None:
    found = best_pairs(costs)
    assert (len(found), total(costs, found)) == cheapest(costs)
    assert len({each for pair in found for each in pair}) == 2 * len(found)


@given(graphs(largest=1 << 20))
def test_costs_that_do_not_fit_into_one_number_are_weighed_as_well(costs: dict[Pair, Costs]) -> None:
    with mock.patch.object(matching, "BITS", 40):
        try:
            found = best_pairs(costs)
        except TooManyCostsError:
            return
    assert (len(found), total(costs, found)) == cheapest(costs)


def test_no_bit_of_a_large_cost_is_lost() -> None:
    least = 1 << 118
    costs = {(0, 1): (least,), (2, 3): (0,), (0, 2): (least - 1,), (1, 3): (0,)}
    assert best_pairs(costs) == [(0, 2), (1, 3)]


def test_nobody_can_be_paired() -> None:
    assert best_pairs({}) == []


@pytest.mark.parametrize("turned", [False, True])
def test_the_order_of_the_input_does_not_matter(turned: bool) -> None:
    costs = {(one, other): (one * other % 5, one + other) for one, other in combinations(range(10), 2)}
    given_so = dict(sorted(costs.items(), reverse=turned))
    assert total(costs, best_pairs(given_so)) == total(costs, best_pairs(costs))


@st.composite
def whole_rounds(draw: Any) -> dict[Pair, Costs]:
    """Pairs of two to ten players, some of which are missing, but not all of a whole round."""
    size, width = 2 * draw(st.integers(1, 5)), draw(st.integers(1, 3))
    largest = draw(st.sampled_from((1, 3, 1 << 30)))
    kept = {pair for pair in combinations(range(size), 2) if pair[1] == pair[0] ^ 1 or draw(st.booleans())}
    return {pair: tuple(draw(st.integers(0, largest)) for _ in range(width)) for pair in sorted(kept)}


@given(whole_rounds())
def test_the_best_round_without_a_pair_is_found_as_if_it_were_not_allowed(costs: dict[Pair, Costs]) -> None:
    pairs = best_pairs(costs)
    instead = Instead(costs)
    for pair in pairs:
        others = {key: own for key, own in costs.items() if key != pair}
        found, expected = instead.without(pair), best_pairs(others)
        assert len(found) == len(expected)
        if len(found) == len(pairs):
            assert total(costs, found) == total(costs, expected)
            assert pair not in found
