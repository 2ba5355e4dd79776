"""A round on a page: who plays whom, where, and how it stands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from tournaments.engine.document import Pairing, Player, Report, Result, Round, Tournament
from tournaments.engine.scoring import scored
from tournaments.engine.scoringchecks import needed
from tournaments.engine.settings import Scoring
from tournaments.engine.swiss import Broken
from tournaments.persistence import mark_of
from tournaments.wording import pages as words
from tournaments.wording.commands import points
from tournaments.wording.pairing import broken_words


@dataclass(frozen=True, slots=True)
class Said:
    """A result as one side reported it, and the points that it would give both (`worth`)."""

    name: str
    words: str
    mine: bool
    worth: str


@dataclass(frozen=True, slots=True)
class Table:
    """A pairing. `side`: the viewer's, None for others; `result`: what counts, in words, and `named` with the
    names beside the scores; `worth`: the points that it gives both;
    `mark`: what whoever says something of it has seen; `breaks`: what it does not meet.
    """

    pairing: Pairing
    first: Player
    second: Player
    side: int | None
    result: str
    named: str
    worth: str
    reports: tuple[Said, ...]
    mark: str
    breaks: str

    @property
    def opponent(self) -> Player:
        """The viewer's opponent."""
        return self.first if self.side == 1 else self.second

    @property
    def theirs(self) -> Said | None:
        """What the viewer's opponent has reported."""
        return next((each for each in self.reports if not each.mine), None)

    @property
    def own(self) -> Said | None:
        """What the viewer has reported."""
        return next((each for each in self.reports if each.mine), None)


@dataclass(frozen=True, slots=True)
class RoundCard:
    """A round. `tables`: disputes first for who decides them; `mine`: the viewer's; `missing`: how many
    results are; `figures`: what a result consists of, by key and in words.
    """

    number: int
    round: Round
    tables: tuple[Table, ...]
    byes: tuple[tuple[Player, str], ...]
    mine: Table | None
    my_bye: str
    missing: int
    ends: datetime | None
    figures: tuple[tuple[str, str], ...]


def round_card(
    tournament: Tournament, number: int, player: str = "", *, judges: bool = False, own: bool = False,
    breaks: Mapping[str, tuple[Broken, ...]] | None = None,
) -> RoundCard:  # fmt: skip
    """Return a round as the viewer who plays as `player` sees it; `breaks` from `engine.why`. `own`: of the
    tables theirs alone.
    """
    held, players = tournament.rounds[number - 1], tournament.by_id
    shown = [each for each in held.pairings if not own or player in each.players]
    tables = [_table(each, tournament, players, player, breaks or {}) for each in shown]
    tables.sort(key=lambda each: (judges and each.pairing.state != "disputed", each.pairing.table))
    byes = tuple((players[each.player], words.BYES[each.kind]) for each in held.byes)
    return RoundCard(
        number, held, tuple(tables), byes,
        next((each for each in tables if each.side is not None), None),
        next((said for each, said in byes if each.id == player), ""),
        sum(each.result is None for each in held.pairings), held.ends, figures(tournament),
    )  # fmt: skip


def figures(tournament: Tournament) -> tuple[tuple[str, str], ...]:
    """Return what a result of this tournament consists of, by key and in words."""
    scoring = tournament.settings.scoring
    wanted = needed(scoring) | ({"scores"} if scoring.of == "scores" else set())
    return tuple((key, said) for key, said in words.FIGURES.items() if key in wanted)


def _table(
    pairing: Pairing, tournament: Tournament, players: Mapping[str, Player], player: str,
    breaks: Mapping[str, tuple[Broken, ...]],
) -> Table:  # fmt: skip
    first, second = (players[key] for key in pairing.players)
    side = pairing.side(player)
    scoring, names = tournament.settings.scoring, (first.name, second.name)
    result = named = worth = ""
    if pairing.result is not None:
        by_scores = scoring.of == "scores"
        result = words.result(pairing.result, names, scores=by_scores)
        named = words.reported(pairing.result, names, scores=by_scores)
        worth = worth_of(pairing.result, scoring)
    reports = tuple(_said(each, names, side, scoring) for each in pairing.reports)
    broken = breaks.get(first.id, ())
    return Table(
        pairing, first, second, side, result, named, worth, reports, mark_of(pairing),
        broken_words(broken) if broken else "",
    )  # fmt: skip


def _said(report: Report, names: tuple[str, str], side: int | None, scoring: Scoring) -> Said:
    said = words.reported(report.result, names, scores=scoring.of == "scores")
    said = words.with_level(said, scored(report.result, scoring).level)
    return Said(names[report.side], said, report.side == side, worth_of(report.result, scoring, level=False))


def worth_of(result: Result, scoring: Scoring, *, level: bool = True) -> str:
    """Say the points that a result gives both sides, with the level of the victory."""
    found = scored(result, scoring)
    return words.worth_points(points(found.points[0]), points(found.points[1]), found.level if level else "")


def choices(tournament: Tournament) -> Iterator[tuple[str, str]]:
    """Yield ids and names of all who are in the tournament, by name."""
    for each in sorted(tournament.players, key=lambda player: player.name.casefold()):
        if not each.waiting:
            yield each.id, each.name


def sides(tournament: Tournament) -> Iterator[tuple[str, str]]:
    """Yield ids and names of all who are paired, by name: the teams, where teams are."""
    if tournament.settings.teams is None:
        yield from choices(tournament)
        return
    for each in sorted(tournament.teams, key=lambda team: team.name.casefold()):
        yield each.id, each.name
