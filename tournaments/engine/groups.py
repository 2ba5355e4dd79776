"""Groups, and the knock-out for those who go on from them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.engine import berger
from tournaments.engine.bracket import NOBODY, places
from tournaments.engine.document import Round, Tournament
from tournaments.engine.matching import Costs, Pair, best_pairs
from tournaments.engine.seeding import seeded, snake
from tournaments.engine.standings import Standing, standings
from tournaments.engine.swiss import PairingError, Proposal, propose
from tournaments.wording import TOO_FEW_IN_A_GROUP


def drawn(tournament: Tournament) -> tuple[tuple[str, ...], ...]:
    """Return the groups: those of the first round, or as they would be drawn now.

    Raises PairingError if there are too few players for them.
    """
    if tournament.rounds:
        return tournament.rounds[0].draw
    settings = tournament.settings.groups
    there = [each for each in tournament.players if each.plays(1)]
    if len(there) < 2 * settings.count:
        raise PairingError(TOO_FEW_IN_A_GROUP)
    return snake(seeded(tournament, there, by_lot=settings.seeding == "lot"), settings.count)


def rounds_in_groups(tournament: Tournament) -> int:
    """Return how many rounds are played in groups."""
    settings = tournament.settings.groups
    if settings.play == "swiss":
        return settings.rounds
    return max(berger.needed(len(each)) for each in drawn(tournament))


def of_group(tournament: Tournament, keys: Sequence[str], last: int) -> Tournament:
    """Return the tournament that a group of players is, with what was played of its `last` rounds."""
    members = set(keys)
    rounds = tuple(
        Round(
            pairings=tuple(one for one in each.pairings if members.issuperset(one.players)),
            byes=tuple(one for one in each.byes if one.player in members),
        )
        for each in tournament.rounds[:last]
    )
    settings = tournament.settings.model_copy(
        update={"kind": tournament.settings.groups.play, "rounds": last}
    )
    players = tuple(each for each in tournament.players if each.id in members)
    return tournament.model_copy(update={"settings": settings, "players": players, "rounds": rounds})


def group_round(tournament: Tournament) -> tuple[Round, tuple[Proposal, ...]]:
    """Return the next round in all groups, and for Swiss why each is paired so; raises PairingError."""
    groups, last = drawn(tournament), rounds_in_groups(tournament)
    found: list[Round] = []
    proposals: list[Proposal] = []
    for keys in groups:
        own = of_group(tournament, keys, last)
        if own.settings.kind == "swiss":
            proposals.append(propose(own))
            found.append(proposals[-1].round)
        else:
            found.append(
                berger.round_of(own, keys) if len(own.rounds) < berger.needed(len(keys)) else Round()
            )
    pairings = [pairing for each in found for pairing in each.pairings]
    return Round(
        pairings=tuple(each.model_copy(update={"table": at}) for at, each in enumerate(pairings, 1)),
        byes=tuple(bye for each in found for bye in each.byes),
        draw=() if tournament.rounds else groups,
    ), tuple(proposals)


@dataclass(frozen=True, slots=True)
class Through:
    """Somebody who goes on: their group, their place in it (from 0), and their share of points a round."""

    player: str
    group: int
    place: int
    share: Fraction


def group_standings(tournament: Tournament) -> list[tuple[Standing, ...]]:
    """Return the standings of each group."""
    last = rounds_in_groups(tournament)
    return [standings(of_group(tournament, keys, last)).places for keys in drawn(tournament)]


def going_on(tournament: Tournament) -> list[Through]:
    """Return who goes on to the knock-out: all who are first, then all who are second, and so on, those with
    more points a round first.
    """
    number, most = len(tournament.rounds) + 1, tournament.settings.groups.through
    found = [
        Through(each.player.id, group, place, each.points / max(1, len(each.games)))
        for group, places_ in enumerate(group_standings(tournament))
        for place, each in enumerate([one for one in places_ if one.player.plays(number)][:most])
    ]
    return sorted(found, key=lambda each: (each.place, -each.share, each.group))


def first_line(found: Sequence[Through]) -> tuple[str, ...]:
    """Return the first line of a knock-out: in the order of seeds, but those of one group as far from each
    other as can be. The first of the groups are placed as seeds, then the best way is found for the second
    of all groups, and so on.
    """
    order = places(len(found))
    line = [NOBODY] * len(order)
    groups: dict[int, int] = {}
    for tier in sorted({each.place for each in found}):
        members = [at for at, each in enumerate(found) if each.place == tier]
        spots = [order.index(at) for at in members]
        for at, spot in _placed([found[each] for each in members], spots, groups, len(order)):
            line[spot] = found[members[at]].player
            groups[spot] = found[members[at]].group
    return tuple(line)


def _placed(
    tier: Sequence[Through], spots: Sequence[int], groups: dict[int, int], size: int
) -> list[tuple[int, int]]:
    """Return who of a tier gets which spot: as few as can be meet one of their own group in the first round,
    then in the second, and so on; what that leaves open goes by seeds.
    """
    count, rounds = len(tier), size.bit_length() - 1

    def cost(at: int, spot: int) -> Costs:
        own = [other for other, group in groups.items() if group == tier[at].group]
        meets = [sum((spot ^ other).bit_length() == each for other in own) for each in range(1, rounds + 1)]
        return (*meets, (at - spots.index(spot)) ** 2)

    costs: dict[Pair, Costs] = {
        (at, count + to): cost(at, spot) for at in range(count) for to, spot in enumerate(spots)
    }
    return [(at, spots[to - count]) for at, to in best_pairs(costs)]
