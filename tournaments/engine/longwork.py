"""What of a large tournament takes seconds: the next round, and why somebody meets whom they meet.

`main` does it in a process of its own; `tournaments.apart` asks for it.
"""

from __future__ import annotations

import os
import pickle
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from rulesets.engine.errors import LeaguerError
from tournaments.engine.document import Round, Tournament
from tournaments.engine.rounds import paired
from tournaments.engine.swiss import Proposal
from tournaments.engine.why import reason
from tournaments.wording import pairing as words

MOST_EXPLAINED = 64
"""Players whose pairings are explained at once: each needs the best round without it."""


@dataclass(frozen=True, slots=True)
class Made:
    """The next round, what it costs by each criterion, and for a small one why each pairing is made: player,
    opponent ("" for a bye) and sentence.
    """

    round: Round
    costs: tuple[tuple[str, int], ...]
    why: tuple[tuple[str, str, str], ...]


def make_round(tournament: Tournament) -> Made:
    """Return the next round as the locks of a tournament want it. Raises PairingError."""
    made = paired(tournament, locks=tournament.locks)
    costs = (
        (words.criterion(each.rule), cost)
        for proposal in made.proposals
        for each, cost in zip(proposal.graph.rules, proposal.costs, strict=True)
    )
    return Made(made.round, tuple(costs), tuple(why for each in made.proposals for why in _why(each)))


def _why(proposal: Proposal) -> Iterator[tuple[str, str, str]]:
    if len(proposal.graph.players) > MOST_EXPLAINED:
        return
    for each in proposal.explained:
        yield each.player.id, each.other.id if each.other else "", words.explained(each)


def explain_pairing(tournament: Tournament, number: int, player: str) -> str:
    """Return why somebody's pairing or bye of a round stands; "" where no criteria made it."""
    found = reason(tournament, number, player)
    held = (each for each in tournament.rounds[number - 1].pairings if player in each.players)
    return words.reason_words(found, locked=any(each.locked for each in held)) if found else ""


JOBS: Mapping[str, Callable[..., Any]] = MappingProxyType({"round": make_round, "why": explain_pairing})


def main() -> None:
    """Do the job on standard input; write what it returns, or the refusal, to standard output."""
    os.nice(5)  # pages go first
    job, args = pickle.load(sys.stdin.buffer)
    try:
        answer: tuple[Any, ...] = (JOBS[job](*args),)
    except LeaguerError as error:
        answer = error.message, error.path, error.code
    sys.stdout.buffer.write(pickle.dumps(answer))
