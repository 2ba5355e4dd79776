"""Tie-breaks by one's opponents: Buchholz, Sonneborn-Berger, strength of schedule and ratings.

Rounds that were not played count as `unplayed` of the settings says:

| unplayed | opponents count | one's own round without a battle counts |
| --- | --- | --- |
| zero | their points | nothing |
| own | their points | one's own points, as if one had played oneself |
| fide_2023 | FIDE C.07 of July 2023: 16.3 | a dummy with one's own points (16.4); it is cut first (16.5) |
| fide_2026 | FIDE C.07 of March 2026: 16.3 | the same, but with no more points than 16.4.1 and 16.4.2 allow |
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.engine.scoring import Game
from tournaments.engine.settings import TieBreak
from tournaments.engine.terms import Part, Table, Value, summed, voluntary

_SHARES = {"win": Fraction(1), "draw": Fraction(1, 2), "loss": Fraction(0)}
_HALF = Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class _Met:
    """An opponent, or the dummy of a round without one: `score` is what they count, `worth` what it adds."""

    round: int
    opponent: str
    score: Fraction
    worth: Fraction
    dummy: bool = False
    voluntary: bool = False


def buchholz(how: TieBreak, key: str, table: Table) -> Value:
    """Add up the scores of one's opponents (FIDE C.07, 8.1)."""
    met = [
        _Met(game.round, game.opponent, score, score, not table.met(game), by_fide(table) and voluntary(game))
        for game, score in _scores(key, table)
    ]
    return _cut(met, how)


def sonneborn_berger(how: TieBreak, key: str, table: Table) -> Value:
    """Add up the scores of those one has beaten, and half of those one drew with (FIDE C.07, 9.1)."""
    met = [
        _Met(
            game.round, game.opponent, score, share(game, table) * score, not table.met(game),
            by_fide(table) and voluntary(game),
        )
        for game, score in _scores(key, table)
    ]  # fmt: skip
    return _cut(met, how)


def rating(how: TieBreak, key: str, table: Table) -> Value:
    """Return the average rating of the rated opponents whom one has fought, rounded, halves up (FIDE C.07,
    10.1).
    """
    met = []
    for game in table.games[key]:
        found = Fraction(table.players[game.opponent].rating) if game.played else Fraction(0)
        if found:
            met.append(_Met(game.round, game.opponent, found, found))
    value = _cut(met, how)
    if not value.terms:
        return Value(Fraction(0), value.parts)
    return Value(Fraction((value.value / len(value.terms) + _HALF).__floor__()), value.parts)


def schedule(key: str, table: Table) -> Value:
    """Return the share that one's opponents won of all points that they could have won."""
    met = [game for game in table.games[key] if game.played]
    could = sum(len(table.games[game.opponent]) for game in met) * table.most
    parts = tuple(Part(table.points[game.opponent], game.round, game.opponent) for game in met)
    won = sum((each.worth for each in parts), Fraction(0))
    return Value(won / could if could else Fraction(0), parts)


def share(game: Game, table: Table) -> Fraction:
    """Return what a round counts: 1 for a win, half for a draw; a bye counts as its points do."""
    if not game.bye:
        return _SHARES[game.outcome]
    return Fraction(1) if game.points >= table.most else _HALF if game.points >= table.draw else Fraction(0)


def by_fide(table: Table) -> bool:
    """Return whether FIDE's rules say what rounds that were not played are worth."""
    return table.tournament.settings.unplayed.startswith("fide") and not table.robin


def _scores(key: str, table: Table) -> Iterator[tuple[Game, Fraction]]:
    """Yield each round with the score of its opponent, or of what stands for them."""
    rule = table.tournament.settings.unplayed
    if rule.startswith("fide"):
        for game in table.whole[key]:
            yield game, table.adjusted[game.opponent] if table.met(game) else _dummy(game, key, table)
        return
    own = table.points[key] if rule == "own" else Fraction(0)
    for game in table.games[key]:
        yield game, table.points[game.opponent] if game.played else own


def _dummy(game: Game, key: str, table: Table) -> Fraction:
    """Return the score of the dummy whom somebody played instead of nobody (16.4)."""
    own = table.points[key]
    if table.tournament.settings.unplayed == "fide_2023":
        return own
    if game.opponent:
        return min(own, table.adjusted[game.opponent])
    return min(own, table.draw * len(table.tournament.rounds))


def _cut(met: Sequence[_Met], how: TieBreak) -> Value:
    """Return the sum without the least and the most significant: those whose opponents have the lowest and
    the highest scores. Of rounds that somebody stayed away from, the one that adds least is cut before,
    unless it adds less than what would be cut (16.5).
    """
    left = list(met)
    for _ in range(min(how.cut_low, len(left))):
        least = min(left, key=lambda each: (each.score, each.worth))
        away = min((each for each in left if each.voluntary), key=lambda each: each.worth, default=least)
        left.remove(away if away.worth >= least.worth else least)
    for _ in range(min(how.cut_high, len(left))):
        left.remove(max(left, key=lambda each: (each.score, each.worth)))
    kept = {id(each) for each in left}
    return summed(
        Part(each.worth, each.round, each.opponent, id(each) not in kept, each.dummy) for each in met
    )
