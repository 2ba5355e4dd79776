"""Why a pairing of a round stands: what it breaks, and why no other round would have been better."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tournaments.engine.document import Round, Tournament
from tournaments.engine.rounds import by_criteria
from tournaments.engine.swiss import Broken, Explained, Graph, PairingError, propose


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a pairing stands. `explained`: as one of the best round; None where an organiser made it so, or
    where no criteria make rounds. `broken`: the criteria that it does not meet.
    """

    broken: tuple[Broken, ...]
    explained: Explained | None


def breaks(tournament: Tournament, number: int) -> dict[str, tuple[Broken, ...]]:
    """Return what each pairing of a round breaks, by its first player; {} where no criteria make rounds."""
    if not _by_criteria(tournament):
        return {}
    graph = Graph(tournament.up_to(number - 1), number, {}, ())
    there = graph.field.place.keys() | {None}
    pairs = (each for each in _pairs(tournament.rounds[number - 1]) if there >= set(each))
    return {one: graph.broken(graph.pair_of(one, other)) for one, other in pairs}


def reason(tournament: Tournament, number: int, player: str) -> Reason | None:
    """Return why the pairing or bye of a player stands; None if they have none, or no criteria made it."""
    found = next((each for each in _pairs(tournament.rounds[number - 1]) if player in each), None)
    if found is None or not _by_criteria(tournament):
        return None
    held = tournament.rounds[number - 1]
    asked = {each.player: each.kind for each in held.byes if each.kind != "bye"}
    locks = [each.players for each in held.pairings if each.locked]
    try:
        best = propose(tournament.up_to(number - 1), asked=asked, locks=locks)
        pair = best.graph.pair_of(*found)
    except (PairingError, KeyError):  # who was there then has left since, or nobody is left to play
        return None
    explained = best.explain(pair) if pair in best.pairs else None
    return Reason(best.graph.broken(pair), explained)


def _by_criteria(tournament: Tournament) -> bool:
    return by_criteria(tournament.settings) and tournament.settings.teams is None


def _pairs(held: Round) -> Iterator[tuple[str, str | None]]:
    yield from (each.players for each in held.pairings)
    yield from ((each.player, None) for each in held.byes if each.kind == "bye")
