"""The next round of a tournament of any kind."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from tournaments import wording as words
from tournaments.engine import berger, fide, groups, knockout, swiss
from tournaments.engine.document import Bye, Round, Tournament, is_line
from tournaments.engine.kinds import KNOCKOUTS
from tournaments.engine.settings import Settings
from tournaments.engine.tables import assigned
from tournaments.engine.teams import as_players, line_ups_for, lined_up


def by_criteria(settings: Settings) -> bool:
    """Return whether rounds are the best by criteria; if not, tables, a draw or rules of FIDE make them."""
    return settings.kind == "swiss" and settings.fide is None


@dataclass(frozen=True, slots=True)
class Paired:
    """A round that was made. `proposals`: for Swiss, how (one for each group); their players are the teams
    where teams are paired.
    """

    round: Round
    proposals: tuple[swiss.Proposal, ...] = ()


def next_round(
    tournament: Tournament, *, asked: Mapping[str, str] | None = None,
    locks: Iterable[tuple[str, str]] = (), lineups: Mapping[str, Sequence[str]] | None = None,
) -> Round:  # fmt: skip
    """Return the next round: that of `paired`."""
    return paired(tournament, asked=asked, locks=locks, lineups=lineups).round


def paired(
    tournament: Tournament, *, asked: Mapping[str, str] | None = None,
    locks: Iterable[tuple[str, str]] = (), lineups: Mapping[str, Sequence[str]] | None = None,
) -> Paired:  # fmt: skip
    """Return the next round, and how it was made. `asked`: who asked for a bye, and its kind, instead of what
    the document says of it; `locks`: pairs that are to play (Swiss alone); `lineups`: who plays at which
    board, by team, instead of what the document says of it. Of teams, all are of teams.

    Tables and scenarios are those of `assigned`. Raises PairingError, with a sentence, if there is no such
    round.
    """
    known = asked
    if known is None:
        of_players = tournament.settings.teams is None  # byes that are asked for in advance are theirs
        known = tournament.asked_in(len(tournament.rounds) + 1) if of_players else {}
    found = _made(tournament, asked=known, locks=locks, lineups=lineups or {})
    return Paired(assigned(tournament, found.round), found.proposals)


def _made(
    tournament: Tournament, *, asked: Mapping[str, str], locks: Iterable[tuple[str, str]] = (),
    lineups: Mapping[str, Sequence[str]] = MappingProxyType({}),
) -> Paired:  # fmt: skip
    settings = tournament.settings
    if settings.teams is not None:
        found = _made(as_players(tournament), asked=asked, locks=locks)
        given = line_ups_for(tournament, len(tournament.rounds) + 1) | dict(lineups)
        return Paired(lined_up(found.round, tournament, given), found.proposals)
    if settings.kind == "swiss" and settings.fide is not None:
        return Paired(fide.propose(tournament, asked=asked, locks=locks))
    if settings.kind == "swiss":
        proposal = swiss.propose(tournament, asked=asked, locks=locks)
        return Paired(proposal.round, (proposal,))
    found = _by_kind(_without(tournament, asked))
    byes = tuple(Bye(player=key, kind=kind) for key, kind in sorted(asked.items()))  # type: ignore[arg-type]
    return Paired(found.round.model_copy(update={"byes": (*found.round.byes, *byes)}), found.proposals)


def _without(tournament: Tournament, asked: Mapping[str, str]) -> Tournament:
    """Return a tournament in which those who asked for a bye are absent from the next round."""
    if not asked:
        return tournament
    number = len(tournament.rounds) + 1
    players = tuple(
        each.model_copy(update={"absent": (*each.absent, number)}) if each.id in asked else each
        for each in tournament.players
    )
    return tournament.model_copy(update={"players": players})


def _by_kind(tournament: Tournament) -> Paired:
    kind = tournament.settings.kind
    if kind in KNOCKOUTS:
        return Paired(knockout.knockout_round(tournament, knockout.line_of(tournament)))
    if kind == "groups":
        return _in_groups(tournament)
    return Paired(berger.next_round(tournament))


def _in_groups(tournament: Tournament) -> Paired:
    before = groups.rounds_in_groups(tournament)
    if len(tournament.rounds) < before:
        swiss.may_go_on(tournament, before)
        return Paired(*groups.group_round(tournament))
    return Paired(knockout.knockout_round(tournament, second_line(tournament, before), before))


def second_line(tournament: Tournament, before: int) -> tuple[str, ...]:
    """Return the first line of the knock-out that follows `before` rounds in groups."""
    if len(tournament.rounds) > before:
        draw = tournament.rounds[before].draw
        if not draw or not is_line(draw[0]):
            raise swiss.PairingError(words.no_line_in(before + 1))
        return draw[0]
    if tournament.rounds and not tournament.rounds[-1].complete:
        swiss.may_go_on(tournament, before + 1)
    return groups.first_line(groups.going_on(tournament))
