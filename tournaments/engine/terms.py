"""What tie-breaks are worked out from, and how they are shown: as a figure with all that led to it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TypeAlias

from tournaments.engine.document import Tournament, everybody_in
from tournaments.engine.scoring import Game, best, drawn

Games: TypeAlias = dict[str, list[Game]]
VOLUNTARY = frozenset({"half", "zero"})
"""Byes that somebody asked for (FIDE C.07, 16.1.1)."""


@dataclass(frozen=True, slots=True)
class Part:
    """What one round or one opponent adds to a tie-break. `cut`: it is left out; `dummy`: there was no
    battle, and a rule says what it adds.
    """

    worth: Fraction
    round: int = 0
    opponent: str = ""
    cut: bool = False
    dummy: bool = False


@dataclass(frozen=True, slots=True)
class Value:
    """The value of a tie-break: more is better. `parts`: what was added up, and what was left out; `order`:
    what ranks players where the value alone does not.
    """

    value: Fraction
    parts: tuple[Part, ...] = ()
    order: Fraction | None = None

    @property
    def terms(self) -> tuple[Fraction, ...]:
        """The figures that were added up."""
        return tuple(each.worth for each in self.parts if not each.cut)

    @property
    def cut(self) -> tuple[Fraction, ...]:
        """The figures that were left out."""
        return tuple(each.worth for each in self.parts if each.cut)

    @property
    def ranks(self) -> Fraction:
        """What players are ranked by, the most first."""
        return self.value if self.order is None else self.order


def summed(parts: Iterable[Part]) -> Value:
    """Return the sum of some parts; those that are cut do not count."""
    found = tuple(parts)
    return Value(sum((each.worth for each in found if not each.cut), Fraction(0)), found)


class Table:
    """All games of a tournament, everybody's match points, and what they count for their opponents."""

    def __init__(self, tournament: Tournament, games: Games) -> None:
        self.tournament = tournament
        self.games = games
        self.points = {key: sum((each.points for each in own), Fraction(0)) for key, own in games.items()}
        self.most = Fraction(best(tournament.settings.scoring))
        self.draw = Fraction(drawn(tournament.settings.scoring))
        self.robin = tournament.settings.kind in ("round_robin", "double_round_robin")
        self.players = tournament.by_id

    def met(self, game: Game) -> bool:
        """Return whether a round counts as one against its opponent: there was a battle, or the pairings
        stood before (FIDE C.07, 15.2).
        """
        return game.played or (self.robin and bool(game.opponent))

    @cached_property
    def whole(self) -> Games:
        """All games, and a zero-point bye for each round in which somebody is not at all."""
        found: Games = {key: [] for key in self.games}
        there = [everybody_in(each) for each in self.tournament.rounds]
        for key, own in self.games.items():
            by_round = {each.round: each for each in own}
            for number, people in enumerate(there, 1):
                if number in by_round:
                    found[key].append(by_round[number])
                elif key not in people:
                    found[key].append(_absent(number))
        return found

    @cached_property
    def adjusted(self) -> dict[str, Fraction]:
        """What everybody counts for their opponents by FIDE's rules (C.07, 16.3): byes that somebody asked
        for and after which they did not play again count as draws, so that nobody suffers when an opponent
        leaves.
        """
        return {key: self._adjusted(key) for key in self.games}

    def _adjusted(self, key: str) -> Fraction:
        if self.robin:
            return self.points[key]
        won, last = self.points[key], len(self.tournament.rounds)
        for game in reversed(self.whole[key]):
            # A battle that is still fought is none that they stayed away from.
            if game.round != last or not voluntary(game):
                break
            if game.bye:
                won += self.draw - game.points
            last -= 1
        return won


def voluntary(game: Game) -> bool:
    """Return whether somebody was not there to play (FIDE C.07, 16.1.2): a bye that they asked for, or a
    forfeit.
    """
    return game.bye in VOLUNTARY or (not game.played and not game.bye and game.outcome == "loss")


_GONE: dict[int, Game] = {}


def _absent(number: int) -> Game:
    none = Fraction(0)
    return _GONE.setdefault(
        number, Game(number, "", "loss", none, none, none, played=False, side=None, bye="zero")
    )
