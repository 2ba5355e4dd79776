"""The best way to make pairs: one exact optimisation, with the costs of a pair in order of their weight.

Of all ways to pair as many as can be paired, the one is taken whose sum of first costs is least; among those
the one whose sum of second costs is least, and so on. All costs of a pair are packed into one whole number in
which no sum of lesser costs can reach a greater one, and a library finds the matching of maximum weight
(Edmonds' blossoms; rustworkx, which counts with 128 bits).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from operator import mul
from typing import TypeAlias

import rustworkx

Pair: TypeAlias = tuple[int, int]
Costs: TypeAlias = tuple[int, ...]
Graph: TypeAlias = "rustworkx.PyGraph[None, int]"
BITS = 120
"""Bits of a packed cost: the library doubles numbers of 127."""


class TooManyCostsError(Exception):
    """The costs do not fit into one number, not even when most is made of what is known."""


def best_pairs(costs: Mapping[Pair, Costs]) -> list[Pair]:
    """Return the best pairs, by their numbers. Each of `costs` has as many figures, none below 0.

    Raises TooManyCostsError if there are so many that no number holds what is needed of them.
    """
    if not costs:
        return []
    bounds = _bounds(costs)
    split = len(bounds)
    while math.prod(bounds[:split]).bit_length() > BITS:
        split -= 1
    found = _heaviest(_packed(costs, bounds[:split]))
    while split < len(bounds):
        split += 1
        found = _refined(costs, bounds[:split], found)
    return found


def _refined(costs: Mapping[Pair, Costs], bounds: Sequence[int], found: list[Pair]) -> list[Pair]:
    """Return the best pairs by all of `bounds`, when `found` are the best by all but the last.

    All costs together may not fit into one number. Smaller factors may be wrong, but what they find is right
    if it costs as little in all but the last as the best by these: they all weigh more than nothing, so that
    nothing cheaper in the last can have been passed over.
    """
    known = total(costs, found)[: len(bounds) - 1]
    for spare in range(BITS, 0, -4):
        worth = _packed(costs, [min(bound, 1 << spare) for bound in bounds])
        if max(worth.values()).bit_length() <= BITS:
            tried = _heaviest(worth)
            if len(tried) == len(found) and total(costs, tried)[: len(known)] == known:
                return tried
    raise TooManyCostsError


def total(costs: Mapping[Pair, Costs], pairs: Sequence[Pair]) -> Costs:
    """Return the sum of each cost over some pairs."""
    return tuple(map(sum, zip(*(costs[each] for each in pairs), strict=True)))


def _bounds(costs: Mapping[Pair, Costs]) -> list[int]:
    """Return for each cost a number above any sum of it: half of what everybody's worst pairs cost."""
    width = len(next(iter(costs.values())))
    worst: dict[int, Costs] = {}
    for (one, other), found in costs.items():
        worst[one] = tuple(map(max, worst.get(one, found), found))
        worst[other] = tuple(map(max, worst.get(other, found), found))
    return [sum(each[at] for each in worst.values()) // 2 + 1 for at in range(width)]


def _packed(costs: Mapping[Pair, Costs], bounds: Sequence[int]) -> dict[Pair, int]:
    """Return the costs of each pair as one number: each times the bounds of all that weigh less."""
    factors = [math.prod(bounds[at + 1 :]) for at in range(len(bounds))]
    return {pair: sum(map(mul, found, factors)) for pair, found in costs.items()}


def _heaviest(costs: Mapping[Pair, int]) -> list[Pair]:
    """Return as many pairs as there can be, of the least cost, in order."""
    return _matched(_graph(costs)[0])


def _graph(costs: Mapping[Pair, int]) -> tuple[Graph, dict[Pair, int]]:
    """Return the library's graph, which looks for the most, not the least; and the weights of its edges."""
    most = max(costs.values(), default=0) + 1
    weights = {pair: most - cost for pair, cost in costs.items()}
    graph: Graph = rustworkx.PyGraph()
    graph.add_nodes_from([None] * (1 + max(map(max, costs), default=0)))
    graph.add_edges_from([(*pair, weight) for pair, weight in weights.items()])
    return graph, weights


def _matched(graph: Graph) -> list[Pair]:
    matched = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return sorted((min(pair), max(pair)) for pair in matched)


class Instead:
    """The best pairs without one of them: what it would cost if two did not meet. The graph is made once."""

    def __init__(self, costs: Mapping[Pair, Costs]) -> None:
        self._costs = costs
        bounds = _bounds(costs)
        self._graph: tuple[Graph, dict[Pair, int]] | None = None
        if math.prod(bounds).bit_length() <= BITS:
            self._graph = _graph(_packed(costs, bounds))

    def without(self, pair: Pair) -> list[Pair]:
        """Return the best pairs when one is not allowed."""
        if self._graph is None:
            return best_pairs({key: own for key, own in self._costs.items() if key != pair})
        graph, weights = self._graph
        graph.remove_edge(*pair)
        found = _matched(graph)
        graph.add_edge(*pair, weights[pair])
        return found
