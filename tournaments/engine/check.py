"""Is a round that was paired the best there could be? If not, which is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tournaments import wording as words
from tournaments.engine.document import Round, Tournament
from tournaments.engine.matching import total
from tournaments.engine.rounds import by_criteria, next_round
from tournaments.engine.swiss import Graph, PairingError, propose
from tournaments.engine.teams import as_players


@dataclass(frozen=True, slots=True)
class Cost:
    """What a round costs by a criterion (`rule`; None for the lot), and what the best one does."""

    rule: Any
    now: int
    best: int


@dataclass(frozen=True, slots=True)
class Checked:
    """What was found of a round: its costs by each criterion, and a better round if there is one. Where
    rounds are made by tables or by rules of FIDE there are no costs, and the better round is theirs.
    """

    number: int
    costs: tuple[Cost, ...] = ()
    better: Round | None = None

    @property
    def optimal(self) -> bool:
        """Whether no round would have been better; the lot between equals is no reason."""
        return self.better is None

    @property
    def worse(self) -> Cost | None:
        """The first criterion by which the better round is better."""
        return next((each for each in self.costs if each.now != each.best), None)


def check_round(tournament: Tournament, number: int) -> Checked:
    """Compare a round with the best that the same players, byes that were asked for and locks allow.

    Raises PairingError if no such round is possible, or the round leaves somebody out.
    """
    if tournament.settings.teams is not None:
        return check_round(as_players(tournament), number)
    found = tournament.rounds[number - 1]
    asked = {each.player: each.kind for each in found.byes if each.kind != "bye"}
    locks = [each.players for each in found.pairings if each.locked]
    past = tournament.up_to(number - 1)
    if not by_criteria(tournament.settings):
        made = next_round(past, asked=asked, locks=locks)
        return Checked(number, better=None if _who(made) == _who(found) else made)
    best = propose(past, asked=asked, locks=locks)
    graph = Graph(past, number, asked, locks)
    pairs = _pairs(graph, found)
    sums = total({pair: graph.cost(pair) for pair in pairs}, pairs)
    costs = tuple(
        Cost(each.rule, ours, theirs)
        for each, ours, theirs in zip(graph.rules, sums, best.costs, strict=True)
    )
    worse = any(each.now != each.best for each in costs if each.rule is not None)
    return Checked(number, costs, best.round if worse else None)


def _who(found: Round) -> tuple[set[tuple[str, str]], set[str]]:
    """Return who plays whom in a round, the first one first, and who has the bye."""
    return {each.players for each in found.pairings}, {
        each.player for each in found.byes if each.kind == "bye"
    }


def _pairs(graph: Graph, found: Round) -> list[tuple[int, int]]:
    pairs: list[tuple[str, str | None]] = [each.players for each in found.pairings]
    pairs += [(each.player, None) for each in found.byes if each.kind == "bye"]
    here = {key for pair in pairs for key in pair if key is not None}
    if wrong := here ^ set(graph.field.place):
        raise PairingError(words.wrong_people(graph.field.number, sorted(wrong)))
    return [graph.pair_of(*each) for each in pairs]
