"""Tie-breaks: each as a figure and as the sum that led to it, for readers to work out again.

| key | what it adds up |
| --- | --- |
| buchholz | the match points of one's opponents, without so many of the lowest and highest |
| sonneborn_berger | the match points of those one has beaten, and half of those one drew with |
| direct | one's match points against those who are level, if all of them have met |
| small, small_against, small_difference | one's small points, those against one (best: few), both |
| wins | battles won; a bye is none |
| schedule | the share of all points that one's opponents won of what they could |
| progressive | the sum of one's match points after each round |
| lot | a number drawn from the seed: the smaller is better |
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from typing import TypeAlias

from tournaments.engine.document import Tournament
from tournaments.engine.scoring import Game
from tournaments.engine.settings import TieBreak

Games: TypeAlias = dict[str, list[Game]]


@dataclass(frozen=True, slots=True)
class Value:
    """The value of a tie-break: more is better. `terms`: what was added up, `cut`: what was left out."""

    value: Fraction
    terms: tuple[Fraction, ...] = ()
    cut: tuple[Fraction, ...] = ()


@dataclass(frozen=True, slots=True)
class Table:
    """What tie-breaks are worked out from: all games, and everybody's match points."""

    tournament: Tournament
    games: Games
    points: dict[str, Fraction]
    most: Fraction
    """The match points that the best result of a round gives."""


def table_of(tournament: Tournament, games: Games) -> Table:
    """Return what tie-breaks are worked out from."""
    points = {key: sum((each.points for each in own), Fraction(0)) for key, own in games.items()}
    scoring = tournament.settings.scoring
    best = max((each.points[0] for each in scoring.bands), default=scoring.win)
    return Table(tournament, games, points, Fraction(best))


def value_of(how: TieBreak, key: str, level: Sequence[str], table: Table) -> Value:
    """Return the value of a tie-break for a player. `level`: all who are level so far, the player too."""
    if how.by == "buchholz":
        return _buchholz(how, key, table)
    if how.by == "direct":
        return _direct(key, level, table)
    return _PLAIN[how.by](key, table)


def _opponents(key: str, table: Table) -> list[Fraction]:
    """Return what each round adds to a Buchholz: the opponent's points, or the settings' for none."""
    own = table.points[key] if table.tournament.settings.unplayed == "own" else Fraction(0)
    return [table.points[each.opponent] if each.played else own for each in table.games[key]]


def _buchholz(how: TieBreak, key: str, table: Table) -> Value:
    found = sorted(_opponents(key, table))
    low, high = how.cut_low, how.cut_high
    if low + high >= len(found):
        return Value(Fraction(0), (), tuple(found))
    kept = found[low : len(found) - high]
    return Value(sum(kept, Fraction(0)), tuple(kept), (*found[:low], *found[len(found) - high :]))


def _sonneborn_berger(key: str, table: Table) -> Value:
    share = {"win": Fraction(1), "draw": Fraction(1, 2), "loss": Fraction(0)}
    return _sum(
        share[each.outcome] * points
        for each, points in zip(table.games[key], _opponents(key, table), strict=True)
    )


def _direct(key: str, level: Sequence[str], table: Table) -> Value:
    met = {
        one: [each for each in table.games[one] if each.played and each.opponent in level] for one in level
    }
    if any({each.opponent for each in met[one]} != set(level) - {one} for one in level):
        return Value(Fraction(0))  # not all have met: it decides nothing
    return _sum(each.points for each in met[key])


def _schedule(key: str, table: Table) -> Value:
    met = [table.games[each.opponent] for each in table.games[key] if each.played]
    could = sum(len(each) for each in met) * table.most
    won = sum((each.points for own in met for each in own), Fraction(0))
    return Value(won / could if could else Fraction(0), tuple(_total(each) for each in met))


def _progressive(key: str, table: Table) -> Value:
    return _sum(accumulate(each.points for each in table.games[key]))


def _lot(key: str, table: Table) -> Value:
    return Value(-Fraction(lot(table.tournament.seed, "standings", key)))


def lot(seed: str, *what: object) -> int:
    """Return a number from 0 to 2**32 - 1 drawn from a seed for something: the first four bytes of the
    SHA-256 of "seed:what:what"; anybody can draw it again.
    """
    drawn = hashlib.sha256(":".join(map(str, (seed, *what))).encode()).digest()
    return int.from_bytes(drawn[:4], "big")


def _sum(terms: object) -> Value:
    found = tuple(Fraction(each) for each in terms)  # type: ignore[attr-defined]
    return Value(sum(found, Fraction(0)), found)


def _total(own: Sequence[Game]) -> Fraction:
    return sum((each.points for each in own), Fraction(0))


_PLAIN: dict[str, Callable[[str, Table], Value]] = {
    "sonneborn_berger": _sonneborn_berger,
    "small": lambda key, table: _sum(each.small for each in table.games[key]),
    "small_against": lambda key, table: _sum(-each.against for each in table.games[key]),
    "small_difference": lambda key, table: _sum(each.small - each.against for each in table.games[key]),
    "wins": lambda key, table: _sum(
        1 for each in table.games[key] if each.outcome == "win" and each.opponent
    ),
    "schedule": _schedule,
    "progressive": _progressive,
    "lot": _lot,
}
