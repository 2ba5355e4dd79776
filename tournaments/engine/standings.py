"""The standings after any round: match points, then the tie-breaks in the order of the settings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from tournaments.engine.document import Player, Tournament
from tournaments.engine.scoring import Game, games
from tournaments.engine.terms import Table, Value
from tournaments.engine.tiebreaks import values_of


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's place. `rank` is shared by those whom no tie-break parts; `values`: those tie-breaks that
    were needed, in their order; `games`: what every round has brought.
    """

    rank: int
    player: Player
    points: Fraction
    values: tuple[Value, ...]
    games: tuple[Game, ...]


@dataclass(frozen=True, slots=True)
class Standings:
    """All places, the first one first. `provisional`: results are missing."""

    after: int
    places: tuple[Standing, ...]
    provisional: bool


def standings(tournament: Tournament, after: int | None = None) -> Standings:
    """Return the standings after the round of a number, else after the last one."""
    past = tournament if after is None else tournament.up_to(after)
    found, players = games(past), past.by_id
    table = Table(past, found)
    points = {key: each + added(players[key], past) for key, each in table.points.items()}
    places: list[Standing] = []
    for group in _ranked(sorted(key for key in found if not players[key].waiting), points):
        for level, values in _parted(group, table):
            rank = len(places) + 1
            places += [
                Standing(rank, players[key], points[key], values[key], tuple(found[key])) for key in level
            ]
    provisional = any(not each.complete for each in past.rounds)
    return Standings(len(past.rounds), tuple(places), provisional)


def added(player: Player, tournament: Tournament) -> Fraction:
    """Return what penalties and soft scores add to a player's match points: soft scores when all rounds are
    over, so that no pairing depends on them. Tie-breaks count neither.
    """
    after = len(tournament.rounds)
    taken = sum((Fraction(each.points) for each in player.penalties if each.round <= after), Fraction(0))
    given = sum((Fraction(each.points) for each in player.soft), Fraction(0))
    counts = tournament.settings.soft_counts and after >= tournament.settings.rounds
    return (given if counts else Fraction(0)) - taken


def _parted(group: list[str], table: Table) -> Iterator[tuple[list[str], dict[str, tuple[Value, ...]]]]:
    """Yield those who are level to the end, the best first, with the tie-breaks that it took."""
    values: dict[str, tuple[Value, ...]] = dict.fromkeys(group, ())
    levels = [group]
    for how in table.tournament.settings.tiebreaks:
        parted: list[list[str]] = []
        for level in levels:
            if len(level) > 1:
                found = values_of(how, level, table)
                values |= {key: (*values[key], found[key]) for key in level}
                parted += _ranked(level, {key: each.ranks for key, each in found.items()})
            else:
                parted.append(level)
        levels = parted
    for level in levels:
        yield level, values


def _ranked(keys: Sequence[str], worth: Mapping[str, Fraction]) -> list[list[str]]:
    """Return players in groups of the same worth, the most first."""
    ordered = sorted(keys, key=lambda key: -worth[key])
    return [list(group) for _, group in groupby(ordered, key=lambda key: worth[key])]
