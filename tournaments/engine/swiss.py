"""The pairings of a Swiss round: the best by the criteria of the settings, and why each of them is.

A round is one optimisation over all who are there (matching.py). Where the number is odd, one more stands for
the bye. Nothing is left to the order of the input: what all criteria leave open, the lot decides.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, combinations
from typing import Any

from rulesets.engine.errors import LeaguerError
from tournaments import wording as words
from tournaments.engine.criteria import Field, weighed
from tournaments.engine.document import Bye, Pairing, Player, Round, Tournament
from tournaments.engine.lots import lot
from tournaments.engine.matching import Costs, Instead, Pair, best_pairs, total


class PairingError(LeaguerError):
    """A round cannot be paired: a sentence that names what makes it impossible."""

    def __init__(self, message: str) -> None:
        super().__init__(message, path="rounds", code="pairing")


@dataclass(frozen=True, slots=True)
class Broken:
    """A criterion that a pairing does not meet, and by how much."""

    rule: Any
    cost: int


@dataclass(frozen=True, slots=True)
class Explained:
    """A pairing, or a bye (`other` is None), the criteria it breaks, and why no other round is better.

    `instead`: of the first criterion in which the best round without it is worse, `worse`, the sum in this
    round and in that one; None if no whole round is possible without it. `worse` is None for the lot.
    """

    player: Player
    other: Player | None
    broken: tuple[Broken, ...] = ()
    worse: Any = None
    instead: tuple[int, int] | None = None


class Graph:
    """All pairs that a round may have, and what each costs. The player after the last one is the bye."""

    def __init__(
        self, tournament: Tournament, number: int, asked: Mapping[str, str], locks: Iterable[tuple[str, str]]
    ) -> None:
        there = [each for each in tournament.players if each.plays(number) and each.id not in asked]
        self.field = Field(tournament, number, there)
        self.players = sorted(there, key=lambda each: self.field.place[each.id])
        self.rules = weighed(self.field)
        self.locks = self._locked(locks)
        self._forbidden = self._forbidden_pairs(tournament.forbidden_in(number))
        self.hard = self._hard()

    @cached_property
    def costs(self) -> dict[Pair, Costs]:
        """What each pair that is free to meet costs."""
        every = combinations(range(len(self.players) + len(self.players) % 2), 2)
        return {pair: self.cost(pair) for pair in every if self._free(pair)}

    def pair_of(self, one: str, other: str | None) -> Pair:
        """Return two players, or one and the bye, by their numbers."""
        places = self.field.place
        first, second = places[one], len(self.players) if other is None else places[other]
        return min(first, second), max(first, second)

    def cost(self, pair: Pair) -> Costs:
        """Return what a pair costs by each criterion."""
        one = self.players[pair[0]]
        if pair[1] == len(self.players):
            return tuple(each.bye(one) for each in self.rules)
        other = self.players[pair[1]]
        return tuple(each.pair(one, other) for each in self.rules)

    def broken(self, pair: Pair) -> tuple[Broken, ...]:
        """Return the criteria that a pair does not meet."""
        return tuple(
            Broken(each.rule, cost)
            for each, cost in zip(self.rules, self.cost(pair), strict=True)
            if cost and each.rule is not None and each.rule.by not in _ALWAYS
        )

    def allowed(self) -> dict[Pair, Costs]:
        """Return the pairs that break no hard criterion; what is locked breaks none."""
        return {
            pair: costs for pair, costs in self.costs.items()
            if pair in self.locks or not any(costs[at] for at in self.hard)
        }  # fmt: skip

    def forbids(self, pair: Pair) -> bool:
        """Return whether two must not meet in this round, whatever the criteria say."""
        return pair in self._forbidden

    def needed(self) -> int:
        """Return how many pairs a whole round has."""
        return (len(self.players) + 1) // 2

    def _hard(self) -> list[int]:
        return [at for at, each in enumerate(self.rules) if getattr(each.rule, "hard", False)]

    def _locked(self, locks: Iterable[tuple[str, str]]) -> set[Pair]:
        found = list(locks)
        check_locks(found, self.field.place)
        return {self.pair_of(*each) for each in found}

    def _forbidden_pairs(self, pairs: Iterable[tuple[str, str]]) -> set[Pair]:
        return {self.pair_of(*each) for each in pairs if self.field.place.keys() >= set(each)}

    def _free(self, pair: Pair) -> bool:
        if pair in self.locks:
            return True
        return pair not in self._forbidden and not any(set(pair) & set(each) for each in self.locks)


@dataclass(frozen=True)
class Proposal:
    """A round that was made, what it costs in all by each criterion, and what it was made from."""

    round: Round
    costs: Costs
    graph: Graph
    pairs: tuple[Pair, ...]

    @cached_property
    def explained(self) -> tuple[Explained, ...]:
        """What each pairing breaks and why; the best round without it is sought for each that breaks any."""
        return tuple(map(self.explain, self.pairs))

    @cached_property
    def _allowed(self) -> dict[Pair, Costs]:
        return self.graph.allowed()

    @cached_property
    def _instead(self) -> Instead:
        return Instead(self._allowed)

    def explain(self, pair: Pair) -> Explained:
        """Return what a pair of this round breaks, and what the best round without it would cost."""
        return _explain(self, self._allowed, self._instead, pair)


def propose(
    tournament: Tournament, *, asked: Mapping[str, str] | None = None, locks: Iterable[tuple[str, str]] = ()
) -> Proposal:
    """Return the next round of a tournament. `asked`: who asked for a bye, `half` or `zero`; `locks`: pairs
    that are to play whatever the criteria say. Raises PairingError if there is no such round.
    """
    may_go_on(tournament)
    graph = Graph(tournament, len(tournament.rounds) + 1, asked or {}, locks)
    if len(graph.players) < 2:
        raise PairingError(words.TOO_FEW)
    allowed = graph.allowed()
    best = best_pairs(allowed)
    if len(best) < graph.needed():
        raise PairingError(_why_not(graph))
    byes = [Bye(player=key, kind=kind) for key, kind in sorted((asked or {}).items())]  # type: ignore[arg-type]
    byes += [Bye(player=graph.players[one].id) for one, other in best if other == len(graph.players)]
    paired = [pair for pair in best if pair[1] < len(graph.players)]
    pairings = tuple(_deployed(graph, pair, table) for table, pair in enumerate(paired, 1))
    return Proposal(Round(pairings=pairings, byes=tuple(byes)), total(allowed, best), graph, tuple(best))


def check_locks(locks: Iterable[tuple[str, str]], there: Container[str]) -> None:
    """Raise PairingError if somebody who is locked is not there, or in two pairings."""
    taken: set[str] = set()
    for key in chain.from_iterable(locks):
        if key not in there:
            raise PairingError(words.locked_not_there(key))
        if key in taken:
            raise PairingError(words.locked_twice(key))
        taken.add(key)


def may_go_on(tournament: Tournament, rounds: int | None = None) -> None:
    """Raise PairingError if all rounds are paired (those of the settings, else `rounds`), or the last one is
    not over.
    """
    most = tournament.settings.rounds if rounds is None else rounds
    if len(tournament.rounds) >= most:
        raise PairingError(words.all_rounds_paired(most))
    if tournament.rounds and not tournament.rounds[-1].complete:
        raise PairingError(words.results_missing(len(tournament.rounds)))


def _why_not(graph: Graph) -> str:
    """Return why no round is possible: the criterion without which it would be."""
    if len(best_pairs(graph.costs)) < graph.needed():
        return words.LOCKS_LEAVE_NONE
    return words.NO_ROUND_WITHOUT_REMATCH


def _deployed(graph: Graph, pair: Pair, table: int) -> Pairing:
    """Return who deploys first: who has done so less often than the other, else by lot."""
    found = graph.field
    players = [graph.players[each] for each in pair]
    drawn = {each.id: lot(found.key, "first", each.id) for each in players}
    first, second = sorted(players, key=lambda each: (found.tilt(each), drawn[each.id]))
    return Pairing(players=(first.id, second.id), table=table, locked=pair in graph.locks)


def _explain(proposal: Proposal, allowed: dict[Pair, Costs], others: Instead, pair: Pair) -> Explained:
    """Return what a pairing of the best round breaks, and what the best round without it would cost."""
    graph = proposal.graph
    one, bye = graph.players[pair[0]], pair[1] == len(graph.players)
    other = None if bye else graph.players[pair[1]]
    broken = graph.broken(pair)
    if not broken or pair in graph.locks:
        return Explained(one, other, broken)
    instead = others.without(pair)
    if len(instead) < len(proposal.pairs):
        return Explained(one, other, broken)
    sums = zip(graph.rules, proposal.costs, total(allowed, instead), strict=True)
    worse, now, then = next((each.rule, now, then) for each, now, then in sums if now != then)
    return Explained(one, other, broken, worse, (now, then))


_ALWAYS = frozenset({"order", "bye"})
"""Criteria that hardly a pairing costs nothing in: they say who it is, not that something was broken."""
