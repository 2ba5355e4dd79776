"""The statistics on a page: how often army books won, with the interval that so few battles speak for."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tournaments.engine.document import Tournament
from tournaments.engine.statistics import Award, Rate, awards, rate_of_first, rates_by_book, rates_by_pairing
from tournaments.wording import statistics as words


@dataclass(frozen=True, slots=True)
class RateRow:
    """How often something won, in whole per cent: `low` to `high` holds the true share 19 times of 20."""

    name: str
    battles: int
    share: int
    low: int
    high: int

    @property
    def width(self) -> int:
        """How wide the range is, as it is drawn."""
        return max(1, self.high - self.low)

    @property
    def at(self) -> int:
        """Where the mark of the share begins, as it is drawn."""
        return max(0, min(98, self.share - 1))


@dataclass(frozen=True, slots=True)
class Statistics:
    """What there is to count of a tournament."""

    books: tuple[RateRow, ...]
    pairings: tuple[RateRow, ...]
    first: RateRow | None
    awards: tuple[tuple[str, str], ...]


def statistics_of(tournament: Tournament) -> Statistics:
    """Return the statistics of a tournament as far as it is played."""
    first = rate_of_first([tournament])
    pairings = rates_by_pairing([tournament]).items()
    # A pairing of two books is the same from both sides: the better one's is shown.
    one_side = [(words.against(*both), each) for both, each in pairings if _first_of_two(both, each)]
    return Statistics(
        _rows(rates_by_book([tournament]).items()),
        _rows(one_side),
        _row(words.FIRST, first) if first.battles else None,
        tuple(
            (words.honour(each.what, each.of), ", ".join(player.name for player in each.players))
            for each in _given(tournament)
        ),
    )


def _first_of_two(both: tuple[str, str], rate: Rate) -> bool:
    return rate.share > 0.5 or (rate.share == 0.5 and both[0] < both[1])


def _given(tournament: Tournament) -> tuple[Award, ...]:
    over = tournament.rounds and all(each.complete for each in tournament.rounds)
    return awards(tournament) if over else ()


def _rows(found: Iterable[tuple[str, Rate]]) -> tuple[RateRow, ...]:
    return tuple(_row(name, each) for name, each in found)


def _row(name: str, rate: Rate) -> RateRow:
    low, high = rate.interval
    return RateRow(name, rate.battles, round(100 * rate.share), round(100 * low), round(100 * high))
