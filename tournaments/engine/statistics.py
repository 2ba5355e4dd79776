"""What a tournament shows beside its standings: win rates, groups of players, awards, what has changed."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import Literal, TypeVar

from tournaments.engine.document import Pairing, Player, Tournament
from tournaments.engine.ranking import ranking
from tournaments.engine.scoring import scored
from tournaments.engine.standings import Standing, standings

Z = 1.959963984540054
"""The quantile of the normal distribution for an interval that holds the truth 19 times of 20."""
K = TypeVar("K")
By = Literal["book", "nation", "club", "team", "allegiance"]


# -- win rates -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Rate:
    """How often something won: a draw is half a win. `low` and `high`: Wilson's interval for the true share,
    at 95 per cent; 0 and 1 where nothing was fought.
    """

    battles: int
    wins: int
    draws: int

    @property
    def share(self) -> float:
        """The share of wins, from 0 to 1; one half where nothing was fought."""
        return (self.wins + self.draws / 2) / self.battles if self.battles else 0.5

    @property
    def interval(self) -> tuple[float, float]:
        """The least and the greatest share that these battles speak for."""
        if not self.battles:
            return 0.0, 1.0
        n, p, z2 = self.battles, self.share, Z * Z
        middle = (p + z2 / (2 * n)) / (1 + z2 / n)
        half = Z * math.sqrt(p * (1 - p) / n + z2 / (4 * n * n)) / (1 + z2 / n)
        # Where all were won, or none, rounding must not leave the share itself out.
        return max(0.0, min(p, middle - half)), min(1.0, max(p, middle + half))


def rates_by_book(tournaments: Iterable[Tournament]) -> dict[str, Rate]:
    """Return the win rate of each army book, the highest first; battles of a book against itself are none."""
    return _rates((ours, won) for ours, theirs, won in _fought(tournaments) if ours != theirs)


def rates_by_pairing(tournaments: Iterable[Tournament]) -> dict[tuple[str, str], Rate]:
    """Return the win rate of each army book against each other one, from the first one's side."""
    return _rates(((ours, theirs), won) for ours, theirs, won in _fought(tournaments) if ours != theirs)


def rate_of_first(tournaments: Iterable[Tournament]) -> Rate:
    """Return how often those won who deployed first."""
    outcomes = [scored(each.result, found.settings.scoring).outcomes[0]
                for found in tournaments for each in _battles(found) if each.result is not None]  # fmt: skip
    return Rate(len(outcomes), outcomes.count("win"), outcomes.count("draw"))


def _rates(found: Iterable[tuple[K, bool | None]]) -> dict[K, Rate]:
    """Return the rate of each key, whose battles were won (True), lost (False) or drawn (None)."""
    counts: dict[K, list[bool | None]] = defaultdict(list)
    for key, won in found:
        counts[key].append(won)
    rates = {key: Rate(len(own), own.count(True), own.count(None)) for key, own in counts.items()}
    return dict(sorted(rates.items(), key=lambda item: (-item[1].share, str(item[0]))))


def _battles(tournament: Tournament) -> Iterator[Pairing]:
    for found in tournament.rounds:
        for each in found.pairings:
            if each.result is not None and each.result.played:
                yield each


def _fought(tournaments: Iterable[Tournament]) -> Iterator[tuple[str, str, bool | None]]:
    """Yield each battle from both sides: the own book, the other one, and whether it was won; None: drawn."""
    for tournament in tournaments:
        books = {each.id: each.book for each in tournament.players}
        for each in _battles(tournament):
            assert each.result is not None
            outcomes = scored(each.result, tournament.settings.scoring).outcomes
            for side in (0, 1):
                ours, theirs = books[each.players[side]], books[each.players[1 - side]]
                if ours and theirs:
                    yield ours, theirs, {"win": True, "loss": False, "draw": None}[outcomes[side]]


# -- groups of players -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class GroupStanding:
    """A group of players and its place: the match points of its best members, and who they are."""

    rank: int
    name: str
    points: Fraction
    members: tuple[Standing, ...]


def standings_by(
    tournament: Tournament, by: By, *, best: int = 0, after: int | None = None
) -> tuple[GroupStanding, ...]:
    """Return the standings of army books, nations, clubs, teams or allegiances: the match points of so many
    `best` of each (0: all) are added. Who has none is left out.
    """
    members: dict[str, list[Standing]] = defaultdict(list)
    for each in standings(tournament, after).places:
        if name := getattr(each.player, by):
            members[name].append(each)
    counted = {name: tuple(own[: best or len(own)]) for name, own in members.items()}
    points = {name: sum((each.points for each in own), Fraction(0)) for name, own in counted.items()}
    found: list[GroupStanding] = []
    ordered = sorted(points, key=lambda name: (-points[name], name))
    for _, level in groupby(ordered, key=lambda name: points[name]):
        rank = len(found) + 1
        found += [GroupStanding(rank, name, points[name], counted[name]) for name in level]
    return tuple(found)


# -- awards, and what has changed ------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Award:
    """An award: what for, of which army book or soft score (`of`), and who gets it."""

    what: Literal["first", "second", "third", "best_of_book", "best_of_nation", "soft", "wooden_spoon"]
    of: str
    players: tuple[Player, ...]


def awards(tournament: Tournament) -> tuple[Award, ...]:
    """Return the awards: the first three places, the best of each army book and nation of two players or
    more, the best of each soft score, and the wooden spoon for the last of those who were in every round.
    """
    return tuple(each for each in _awards(tournament) if each.players)


def _awards(tournament: Tournament) -> Iterator[Award]:
    places = ranking(tournament).places
    for rank, what in ((1, "first"), (2, "second"), (3, "third")):
        yield Award(what, "", tuple(each.player for each in places if each.rank == rank))  # type: ignore[arg-type]
    single = standings(tournament).places
    for by, what in (("book", "best_of_book"), ("nation", "best_of_nation")):
        for name in sorted({getattr(each.player, by) for each in single} - {""}):
            own = [each for each in single if getattr(each.player, by) == name]
            best = tuple(each.player for each in own if each.rank == own[0].rank)
            yield Award(what, name, best if len(own) > 1 else ())  # type: ignore[arg-type]
    for name in sorted({soft.name for each in tournament.players for soft in each.soft}):
        yield Award("soft", name, _most(tournament, name))
    whole = [each for each in places if len(each.games) == len(tournament.rounds)]
    last = max((each.rank for each in whole), default=0)
    yield Award("wooden_spoon", "", tuple(each.player for each in whole if each.rank == last and last > 3))


def _most(tournament: Tournament, name: str) -> tuple[Player, ...]:
    points = {each.id: soft.points for each in tournament.players for soft in each.soft if soft.name == name}
    most = max(points.values())
    return tuple(each for each in tournament.players if points.get(each.id) == most)


def climbed(tournament: Tournament, after: int | None = None) -> Mapping[str, int]:
    """Return how many places everybody has gained (below 0: lost) by the last round, or by that of a number;
    nothing for the first one.
    """
    number = len(tournament.rounds) if after is None else after
    if number < 2:
        return {}
    before = {each.player.id: each.rank for each in ranking(tournament, number - 1).places}
    return {each.player.id: before[each.player.id] - each.rank for each in ranking(tournament, number).places}
