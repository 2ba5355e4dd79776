"""What a pair costs by each criterion of the settings: 0 is best, and figures are whole."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any

from tournaments.engine import settings as rules
from tournaments.engine.document import Player, Tournament
from tournaments.engine.lots import key_of, lot
from tournaments.engine.scoring import Game
from tournaments.engine.standings import standings

Cost = Callable[[Player, Player], int]
Free = Callable[[Player], int]


@dataclass(frozen=True)
class Field:
    """Those who are paired in a round, as they stand before it."""

    tournament: Tournament
    number: int
    players: Sequence[Player]
    games: dict[str, tuple[Game, ...]] = field(init=False)
    points: dict[str, Fraction] = field(init=False)
    place: dict[str, int] = field(init=False)
    """Their places among those who are paired: by points, then by `order`."""

    def __post_init__(self) -> None:
        past = standings(self.tournament.up_to(self.number - 1))
        object.__setattr__(self, "games", {each.player.id: each.games for each in past.places})
        object.__setattr__(self, "points", {each.player.id: each.points for each in past.places})
        ranks = {each.player.id: each.rank for each in past.places}
        ordered = sorted(self.players, key=lambda each: (-self.points[each.id], *self._rank(each, ranks)))
        object.__setattr__(self, "place", {each.id: at for at, each in enumerate(ordered)})

    def _rank(self, player: Player, ranks: dict[str, int]) -> tuple[int, ...]:
        """Return where somebody stands among those of the same points; the lot decides what is left."""
        rule = next((each for each in self.tournament.settings.pairing if each.by == "order"), rules.Order())
        by = "rating" if rule.how == "rating" else rule.rank
        if by == "standings" and self.number == 1:
            by = rule.first
        drawn = lot(self.key, "order", player.id)
        unseeded = player.number or len(self.tournament.players) + 1
        worth = {"standings": ranks[player.id], "rating": -player.rating, "seed": unseeded, "lot": 0}
        return worth[by], drawn

    @cached_property
    def key(self) -> str:
        """What the lots of this round are drawn from."""
        return key_of(self.tournament, self.number)

    @cached_property
    def groups(self) -> dict[Fraction, list[str]]:
        """The players of each number of match points, by their places."""
        found: dict[Fraction, list[str]] = {}
        for key in sorted(self.place, key=self.place.__getitem__):
            found.setdefault(self.points[key], []).append(key)
        return found

    def met(self, one: Player, other: Player) -> bool:
        """Return whether two have been paired before, battle or not."""
        return any(each.opponent == other.id for each in self.games[one.id])

    def byes(self, player: Player) -> int:
        """Return how many rounds somebody was left without an opponent."""
        return sum(
            bye.player == player.id and bye.kind == "bye"
            for each in self.tournament.rounds[: self.number - 1]
            for bye in each.byes
        )

    def tilt(self, player: Player) -> int:
        """Return how many more rounds somebody was the first of a pair than the second."""
        return sum({0: 1, 1: -1, None: 0}[each.side] for each in self.games[player.id])


@dataclass(frozen=True, slots=True)
class Weighed:
    """A criterion: what a pair costs, and what a player's bye does."""

    rule: Any
    pair: Cost
    bye: Free


def weighed(found: Field) -> list[Weighed]:
    """Return the criteria of the settings for a round, and last the lot, which leaves nothing open."""
    rules_in_force = [
        Weighed(rule, *_COSTS[rule.by](rule, found)) for rule in found.tournament.settings.pairing
    ]
    return [*rules_in_force, Weighed(None, *_by_lot(found))]


def _nothing(_player: Player) -> int:
    return 0


def _rematch(_rule: rules.Rematch, found: Field) -> tuple[Cost, Free]:
    return lambda one, other: int(found.met(one, other)), _nothing


def _bye(_rule: rules.Bye, found: Field) -> tuple[Cost, Free]:
    size = len(found.players)
    return (
        lambda _one, _other: 0,
        lambda player: found.byes(player) * size + size - 1 - found.place[player.id],
    )


def _score(rule: rules.ScoreDifference, found: Field) -> tuple[Cost, Free]:
    if rule.of == "match":
        worth = found.points
    else:
        worth = {key: sum((each.small for each in own), Fraction(0)) for key, own in found.games.items()}
    # Costs are whole numbers: halves are doubled, and what a formula gives by whatever makes it whole.
    scale = math.lcm(2, *(each.denominator for each in worth.values()))
    whole = {key: int(scale * each) for key, each in worth.items()}
    return lambda one, other: (whole[one.id] - whole[other.id]) ** 2, _nothing


def _apart(rule: rules.Apart, found: Field) -> tuple[Cost, Free]:
    if rule.rounds and found.number > rule.rounds:
        return lambda _one, _other: 0, _nothing

    def cost(one: Player, other: Player) -> int:
        own = getattr(one, rule.group)
        return int(bool(own) and own == getattr(other, rule.group))

    return cost, _nothing


def _opposed(rule: rules.Opposed, found: Field) -> tuple[Cost, Free]:
    of = {each.id: getattr(each, rule.of) for each in found.players}
    pairs = {frozenset(each) for each in rule.pairs}
    known = any(of.values())

    def cost(one: Player, other: Player) -> int:
        sides = frozenset((of[one.id], of[other.id]))
        opposed = sides in pairs if pairs else len(sides) == 2 and "" not in sides
        return int(known and not opposed)  # where nobody has one, nobody could be opposed

    return cost, _nothing


def _sides(_rule: rules.Sides, found: Field) -> tuple[Cost, Free]:
    tilts = {each.id: found.tilt(each) for each in found.players}

    def cost(one: Player, other: Player) -> int:
        ours, theirs = tilts[one.id], tilts[other.id]
        return min(abs(ours), abs(theirs)) if ours * theirs > 0 else 0

    return cost, _nothing


def _order(rule: rules.Order, found: Field) -> tuple[Cost, Free]:
    inside = {key: at for group in found.groups.values() for at, key in enumerate(group)}

    def cost(one: Player, other: Player) -> int:
        if found.points[one.id] != found.points[other.id] or rule.how != "fold":
            return abs(found.place[one.id] - found.place[other.id])
        half = len(found.groups[found.points[one.id]]) // 2
        return abs(abs(inside[one.id] - inside[other.id]) - half)

    return cost, _nothing


def _by_lot(found: Field) -> tuple[Cost, Free]:
    key = found.key

    def cost(one: Player, other: Player) -> int:
        return lot(key, "pair", *sorted((one.id, other.id))) >> 16

    return cost, lambda player: lot(key, "bye", player.id) >> 16


_COSTS: dict[str, Callable[[Any, Field], tuple[Cost, Free]]] = {
    "rematch": _rematch,
    "bye": _bye,
    "score": _score,
    "apart": _apart,
    "opposed": _opposed,
    "sides": _sides,
    "order": _order,
}
