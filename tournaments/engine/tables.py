"""Who plays at which table, and which scenario: the best way by one exact calculation.

`fresh` of the settings says what nobody should have twice, the most important first. Of all ways to put the
pairings at the tables, the one with the fewest repetitions is taken; what that leaves open, the lot decides.
Without `fresh` the first table is for those who stand highest.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from tournaments import wording as words
from tournaments.engine.allowed import TableSetting
from tournaments.engine.document import Pairing, Round, Tournament
from tournaments.engine.lots import key_of, lot
from tournaments.engine.matching import Costs, Pair, best_pairs
from tournaments.engine.swiss import PairingError


@dataclass(frozen=True, slots=True)
class Seen:
    """How often everybody has had each table, terrain and scenario: `(player, what, which)`."""

    counts: Counter[tuple[str, str, str]]

    def often(self, pairing: Pairing, what: str, which: str) -> int:
        """Return how often both players together have had it; what has no name repeats nothing."""
        return sum(self.counts[key, what, which] for key in pairing.players) if which else 0


def seen(tournament: Tournament) -> Seen:
    """Return what everybody has had in the rounds that are paired."""
    terrain = {each.number: each.terrain for each in tournament.settings.terrain}
    counts: Counter[tuple[str, str, str]] = Counter()
    for found in tournament.rounds:
        for each in found.pairings:
            had = {"table": str(each.table or ""), "terrain": terrain.get(each.table, ""),
                   "scenario": each.scenario}  # fmt: skip
            counts.update((key, what, which) for key in each.players for what, which in had.items() if which)
    return Seen(counts)


def assigned(tournament: Tournament, found: Round) -> Round:
    """Return a new round with its tables and scenarios; raises PairingError for too few tables."""
    known = seen(tournament)
    tables = _tables(tournament, len(found.pairings))
    own = [_scenario(tournament, each, known) for each in found.pairings]
    at = _placed(tournament, found.pairings, tables, own, known)
    pairings = [
        each.model_copy(update={"table": table.number, "scenario": scenario or table.scenario})
        for each, table, scenario in zip(found.pairings, at, own, strict=True)
    ]
    if tournament.settings.fresh and tournament.settings.teams is None:
        pairings.sort(key=lambda each: each.table)
    return found.model_copy(update={"pairings": tuple(pairings)})


def _tables(tournament: Tournament, needed: int) -> list[TableSetting]:
    """Return the tables that there are: those described, and numbers up to as many as there are."""
    settings = tournament.settings
    described = {each.number: each for each in settings.terrain}
    count = settings.tables or max(needed, len(described))
    numbers = sorted(described)
    numbers += [each for each in range(1, count + len(described) + 1) if each not in described]
    if settings.tables and needed > settings.tables:
        raise PairingError(words.too_few_tables(needed, settings.tables))
    return [described.get(each, TableSetting(number=each)) for each in sorted(numbers[:count])]


def _placed(
    tournament: Tournament, pairings: Sequence[Pairing], tables: Sequence[TableSetting],
    own: Sequence[str], known: Seen,
) -> list[TableSetting]:  # fmt: skip
    """Return the table of each pairing. `own`: the scenarios that they have wherever they play."""
    fresh = tournament.settings.fresh
    if not fresh or not pairings:
        return list(tables[: len(pairings)])
    count, key = len(pairings), key_of(tournament, len(tournament.rounds) + 1)

    def cost(at: int, table: TableSetting) -> Costs:
        each = pairings[at]
        which = {"table": str(table.number), "terrain": table.terrain,
                 "scenario": own[at] or table.scenario}  # fmt: skip
        drawn = lot(key, "table", table.number, *sorted(each.players)) >> 20
        return (*(known.often(each, what, which[what]) for what in fresh), drawn)

    costs: dict[Pair, Costs] = {
        (at, count + to): cost(at, table) for at in range(count) for to, table in enumerate(tables)
    }
    found = dict(best_pairs(costs))
    return [tables[found[at] - count] for at in range(count)]


def _scenario(tournament: Tournament, each: Pairing, known: Seen) -> str:
    """Return the scenario that a pairing has at any table: the round's, or the one that both had least."""
    settings, number = tournament.settings.scenarios, len(tournament.rounds) + 1
    if settings.how == "set":
        return settings.names[number - 1] if number <= len(settings.names) else ""
    if not settings.names or settings.how not in ("drawn", "drawn_each"):
        return ""
    played = Counter(past.pairings[0].scenario for past in tournament.rounds if past.pairings)
    everybody = settings.how == "drawn"

    def place(name: str) -> tuple[int, int]:
        often = played[name] if everybody else known.often(each, "scenario", name)
        who = () if everybody else sorted(each.players)
        return often, lot(key_of(tournament, number), "scenario", name, *who)

    return min(settings.names, key=place)
