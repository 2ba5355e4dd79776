"""Soft scores from votes and opponents' marks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction

from rulesets.engine.errors import Fault
from tournaments.engine.allowed import SoftKind
from tournaments.engine.document import TournamentError
from tournaments.wording import scoring as words


def from_votes(kind: SoftKind, votes: Mapping[str, str]) -> dict[str, float]:
    """Return the points that everybody's vote for one player gives to those who have most; who has equally
    many gets the points of the better place. Raises TournamentError for a vote for oneself.
    """
    if own := [key for key, chosen in votes.items() if key == chosen]:
        raise TournamentError(*(Fault(f"votes.{key}", words.OWN_VOTE) for key in own))
    counts = Counter(votes.values())
    found = {}
    for key, count in counts.items():
        better = sum(other > count for other in counts.values())
        if better < len(kind.places):
            found[key] = kind.places[better]
    return found


def from_marks(kind: SoftKind, marks: Sequence[float]) -> float:
    """Return the mean of the marks that opponents have given, to halves; 0 for none. Raises TournamentError
    for a mark below 0 or above the most.
    """
    wrong = [at for at, mark in enumerate(marks) if not 0 <= mark <= kind.most]
    if wrong:
        raise TournamentError(*(Fault(f"marks[{at}]", words.mark_outside(kind.most)) for at in wrong))
    if not marks:
        return 0
    mean = sum((Fraction(str(mark)) for mark in marks), Fraction(0)) / len(marks)
    return float(Fraction(int(2 * mean + Fraction(1, 2)), 2))
