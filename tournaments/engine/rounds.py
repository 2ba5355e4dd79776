"""The next round of a tournament, by whatever its settings say that rounds are paired."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tournaments.engine import berger, fide, swiss
from tournaments.engine.document import Round, Tournament
from tournaments.engine.settings import Settings


def by_criteria(settings: Settings) -> bool:
    """Return whether rounds are the best by criteria; if not, tables or rules of FIDE make them."""
    return settings.kind == "swiss" and settings.fide is None


def next_round(
    tournament: Tournament, *, asked: Mapping[str, str] | None = None, locks: Iterable[tuple[str, str]] = ()
) -> Round:
    """Return the next round. `asked`: who asked for a bye, and its kind; `locks`: pairs that are to play. A
    round robin has neither. Raises PairingError if there is no such round.
    """
    if tournament.settings.kind == "round_robin":
        return berger.next_round(tournament)
    if tournament.settings.fide is not None:
        return fide.propose(tournament, asked=asked, locks=locks)
    return swiss.propose(tournament, asked=asked, locks=locks).round
