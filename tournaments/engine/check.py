"""Is a round that was paired the best there could be? If not, which is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tournaments import wording as words
from tournaments.engine.document import Round, Tournament
from tournaments.engine.matching import Costs, total
from tournaments.engine.swiss import Graph, PairingError, Proposal, propose


@dataclass(frozen=True, slots=True)
class Checked:
    """What was found of a round: what it costs by each criterion, and the best round with what that costs.
    `worse`: the first criterion in which the two differ, None if the round is as good as the best.
    """

    number: int
    costs: Costs
    best: Proposal
    worse: Any = None

    @property
    def optimal(self) -> bool:
        """Whether no round would have been better by the criteria; the lot between equals is none."""
        return self.costs[:-1] == self.best.costs[:-1]


def check_round(tournament: Tournament, number: int) -> Checked:
    """Compare a round with the best that the same players, byes that were asked for and locks allow.

    Raises PairingError if no such round is possible, or the round leaves somebody out.
    """
    found = tournament.rounds[number - 1]
    asked = {each.player: each.kind for each in found.byes if each.kind != "bye"}
    locks = [each.players for each in found.pairings if each.locked]
    past = tournament.up_to(number - 1)
    best = propose(past, asked=asked, locks=locks)
    graph = Graph(past, number, asked, locks)
    costs = total({pair: graph.cost(pair) for pair in _pairs(graph, found)}, _pairs(graph, found))
    for each, ours, theirs in zip(graph.rules, costs, best.costs, strict=True):
        if each.rule is not None and ours != theirs:
            return Checked(number, costs, best, each.rule)
    return Checked(number, costs, best)


def _pairs(graph: Graph, found: Round) -> list[tuple[int, int]]:
    pairs: list[tuple[str, str | None]] = [each.players for each in found.pairings]
    pairs += [(each.player, None) for each in found.byes if each.kind == "bye"]
    here = {key for pair in pairs for key in pair if key is not None}
    if wrong := here ^ set(graph.field.place):
        raise PairingError(words.wrong_people(graph.field.number, sorted(wrong)))
    return [graph.pair_of(*each) for each in pairs]
