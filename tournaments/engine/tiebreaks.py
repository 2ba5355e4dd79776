"""Tie-breaks: each as a figure and as the sum that led to it, for readers to work out again.

| key | what it adds up |
| --- | --- |
| buchholz, sonneborn_berger, rating, schedule | what one's opponents have: opponents.py |
| direct | one's match points against those who are level (FIDE C.07, 6) |
| small, small_against, small_difference | one's small points, those against one (best: few), both |
| scores, scores_against | the scores of one's battles as they were entered, and those of one's opponents |
| inflicted | what one's opponents lost against one |
| wins | battles won, and those to which the opponent did not turn up |
| wins_fought, wins_all | battles won on the table (FIDE C.07, 7.2); with forfeits and byes (7.1) |
| progressive | the sum of one's match points after each round (FIDE C.07, 7.5); the first rounds may be cut |
| lot | a number drawn from the seed’s seal: the smaller is better |
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import accumulate

from tournaments.engine import opponents
from tournaments.engine.lots import open_lot
from tournaments.engine.scoring import Game
from tournaments.engine.settings import TieBreak
from tournaments.engine.terms import Part, Table, Value, summed


def values_of(how: TieBreak, level: Sequence[str], table: Table) -> dict[str, Value]:
    """Return the value of a tie-break for each of those who are level so far."""
    if how.by == "direct":
        return encounters(level, table)
    if how.by in _CUT:
        return {key: _CUT[how.by](how, key, table) for key in level}
    if how.by in _EACH:
        worth = _EACH[how.by]
        return {
            key: summed(Part(worth(each), each.round, each.opponent) for each in table.games[key])
            for key in level
        }
    return {key: _PLAIN[how.by](key, table) for key in level}


# -- direct encounter ------------------------------------------------------------------------------


def encounters(level: Sequence[str], table: Table) -> dict[str, Value]:
    """Return everybody's match points against those who are level. If they have not all met, only somebody
    who would be alone in front whatever the missing battles brought is placed; then the next one in the same
    way.
    """
    here = set(level)
    met = {
        key: [each for each in table.games[key] if each.opponent in here and table.met(each)] for key in level
    }
    found = {
        key: summed(Part(each.points, each.round, each.opponent) for each in own) for key, own in met.items()
    }
    missing = {key: len(here) - 1 - len({each.opponent for each in own}) for key, own in met.items()}
    if not any(missing.values()):
        return found
    order = _sure(found, missing, table)
    return {key: Value(each.value, each.parts, order[key]) for key, each in found.items()}


def _sure(found: dict[str, Value], missing: dict[str, int], table: Table) -> dict[str, Fraction]:
    """Return an order of those whose places are sure, the first one the most; all others share the last
    place.
    """
    order = dict.fromkeys(found, Fraction(0))
    most = {key: each.value + table.most * missing[key] for key, each in found.items()}
    left = sorted(found, key=lambda key: -found[key].value)
    while len(left) > 1 and found[left[0]].value > max(most[key] for key in left[1:]):
        order[left[0]] = Fraction(len(left))
        left = left[1:]
    return order


# -- one's own rounds ------------------------------------------------------------------------------


def _progressive(how: TieBreak, key: str, table: Table) -> Value:
    rounds = table.whole[key]
    sums = accumulate(each.points for each in rounds)
    return summed(
        Part(worth, each.round, each.opponent, cut=at < how.cut_low)
        for at, (each, worth) in enumerate(zip(rounds, sums, strict=True))
    )


def _wins_all(key: str, table: Table) -> Value:
    return Value(Fraction(sum(opponents.share(each, table) == 1 for each in table.games[key])))


def _wins(key: str, table: Table) -> Value:
    return Value(Fraction(sum(each.outcome == "win" and bool(each.opponent) for each in table.games[key])))


def _wins_fought(key: str, table: Table) -> Value:
    return Value(Fraction(sum(each.outcome == "win" and each.played for each in table.games[key])))


def _lot(key: str, table: Table) -> Value:
    return Value(-Fraction(open_lot(table.tournament, "standings", key)))


def _entered(game: Game, which: str, side: int) -> Fraction:
    """Return a figure of a result for oneself (`side` 0) or one's opponent (1); 0 if there is none."""
    figures = getattr(game.result, which, None)
    if figures is None or game.side is None or not game.played:
        return Fraction(0)
    return Fraction(figures[game.side ^ side])


_EACH: dict[str, Callable[[Game], Fraction]] = {
    "small": lambda game: game.small,
    "small_against": lambda game: -game.against,
    "small_difference": lambda game: game.small - game.against,
    "scores": lambda game: _entered(game, "scores", 0),
    "scores_against": lambda game: -_entered(game, "scores", 1),
    "inflicted": lambda game: _entered(game, "losses", 1),
}
_PLAIN: dict[str, Callable[[str, Table], Value]] = {
    "wins": _wins, "wins_fought": _wins_fought, "wins_all": _wins_all, "schedule": opponents.schedule,
    "lot": _lot,
}  # fmt: skip
_CUT: dict[str, Callable[[TieBreak, str, Table], Value]] = {
    "buchholz": opponents.buchholz, "sonneborn_berger": opponents.sonneborn_berger,
    "rating": opponents.rating, "progressive": _progressive,
}  # fmt: skip
