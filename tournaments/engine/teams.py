"""Tournaments of teams: for pairings and standings each team is a player, its board points are its score.

So teams are paired by the same criteria, and ranked by the same tie-breaks, as single players are.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain

from tournaments import wording as words
from tournaments.engine.document import Bye, Pairing, Player, Result, Round, Team, Tournament
from tournaments.engine.scoring import scored
from tournaments.engine.settings import Scoring, Teams
from tournaments.engine.swiss import PairingError


@dataclass(frozen=True, slots=True)
class TeamMatch:
    """Two teams that meet: their boards from the first one on, and the board points of both, as far as the
    results are there (`complete`: they all are).
    """

    teams: tuple[str, str]
    boards: tuple[Pairing, ...]
    points: tuple[Fraction, Fraction]
    complete: bool


def as_players(tournament: Tournament) -> Tournament:
    """Return the tournament whose players are the teams of this one."""
    settings = tournament.settings
    scoring = (settings.teams or Teams()).scoring
    return tournament.model_copy(update={
        "settings": settings.model_copy(update={"teams": None, "scoring": scoring}),
        "players": tuple(_player(each, tournament) for each in tournament.teams),
        "rounds": tuple(_round(each, tournament) for each in tournament.rounds),
    })  # fmt: skip


def _player(team: Team, tournament: Tournament) -> Player:
    """Return a team as a player: there from the first round that a member plays to the last one; its rating
    is the mean of its members', and their penalties are its own.
    """
    players = tournament.by_id
    members = [players[key] for key in team.members]
    # Without a check of their number: all members together may have more than one player can.
    penalties = tuple(chain.from_iterable(each.penalties for each in members))
    rated = [each.rating for each in members if each.rating]
    left = [each.last_round for each in members]
    found = Player(
        id=team.id, name=team.name, club=team.club, nation=team.nation, number=team.number, team=team.name,
        rating=round(sum(rated) / len(rated)) if rated else 0,
        allegiance=_common([each.allegiance for each in members]),
        first_round=min((each.first_round for each in members), default=1),
        last_round=max(each for each in left if each) if left and all(left) else None,
    )  # fmt: skip
    return found.model_copy(update={"penalties": penalties})


def _common(values: Sequence[str]) -> str:
    return values[0] if len(set(values)) == 1 else ""


def matches_of(found: Round, tournament: Tournament) -> tuple[TeamMatch, ...]:
    """Return who met whom in a round, in the order of their first boards."""
    of = {key: team.id for team in tournament.teams for key in team.members}
    boards: dict[frozenset[str], list[Pairing]] = {}
    for each in found.pairings:
        boards.setdefault(frozenset(of[key] for key in each.players), []).append(each)
    alone: dict[str, int] = {}
    for bye in found.byes:
        alone[of[bye.player]] = alone.get(of[bye.player], 0) + 1
    return tuple(_match(own, of, alone, tournament.settings.scoring) for own in boards.values())


def _match(
    own: Sequence[Pairing], of: Mapping[str, str], alone: Mapping[str, int], scoring: Scoring
) -> TeamMatch:
    """Return two teams that met; a board whose other side is missing counts as a bye does."""
    first, second = (of[key] for key in own[0].players)
    points = {team: alone.get(team, 0) * Fraction(scoring.bye) for team in (first, second)}
    for each in own:
        if each.result is not None:
            for key, worth in zip(each.players, scored(each.result, scoring).points, strict=True):
                points[of[key]] += worth
    complete = all(each.result is not None for each in own)
    return TeamMatch((first, second), tuple(own), (points[first], points[second]), complete)


def _round(found: Round, tournament: Tournament) -> Round:
    met = matches_of(found, tournament)
    busy = {team for each in met for team in each.teams}
    of = {key: team.id for team in tournament.teams for key in team.members}
    free = {of[each.player]: each.kind for each in found.byes if of[each.player] not in busy}
    pairings = tuple(
        Pairing(
            players=each.teams, table=table, locked=any(board.locked for board in each.boards),
            result=Result(scores=(float(each.points[0]), float(each.points[1]))) if each.complete else None,
        )
        for table, each in enumerate(met, 1)
    )  # fmt: skip
    byes = tuple(Bye(player=team, kind=kind) for team, kind in free.items())
    return Round(pairings=pairings, byes=byes, draw=found.draw)


def line_ups_for(tournament: Tournament, number: int) -> dict[str, tuple[str, ...]]:
    """Return the line-ups that were given for a round, by team."""
    return {each.team: each.members for each in tournament.line_ups if each.round == number}


def opponent_of(team: str, matches: Iterable[tuple[str, str]]) -> str | None:
    """Return the team that another one meets, None if it meets nobody."""
    found = next((each for each in matches if team in each), None)
    return None if found is None else found[found[0] == team]


def line_ups_known(tournament: Tournament, team: str) -> bool:
    """Return whether a team and the one that it meets next know both line-ups: everybody knows that they meet
    (`matches`), both captains have given theirs, and the settings do not keep them until publishing.
    """
    other = opponent_of(team, tournament.matches)
    if other is None or (tournament.settings.teams or Teams()).line_ups != "both":
        return False
    number = sum(each.published for each in tournament.rounds) + 1
    return {team, other} <= line_ups_for(tournament, number).keys()


def lined_up(
    found: Round, tournament: Tournament, lineups: Mapping[str, Sequence[str]] | None = None
) -> Round:
    """Return a round between teams as the battles of their members.

    `lineups`: who plays at which board, by team; else its first members who are there. Boards are begun in
    turn: the first by the first team, the second by the other. Raises PairingError for a line-up that is too
    short or has somebody who does not play.
    """
    size = (tournament.settings.teams or Teams()).size
    teams = {each.id: each for each in tournament.teams}
    line = {key: _line(teams[key], tournament, (lineups or {}).get(key), size) for key in teams}
    pairings: list[Pairing] = []
    for each in found.pairings:
        for board, pair in enumerate(zip(*(line[key] for key in each.players), strict=True)):
            one, other = pair if board % 2 == 0 else pair[::-1]
            pairings.append(Pairing(players=(one, other), table=len(pairings) + 1, locked=each.locked))
    byes = tuple(Bye(player=key, kind=each.kind) for each in found.byes for key in line[each.player])
    return Round(pairings=tuple(pairings), byes=byes, draw=found.draw)


def _line(team: Team, tournament: Tournament, chosen: Sequence[str] | None, size: int) -> list[str]:
    number, players = len(tournament.rounds) + 1, tournament.by_id
    there = [key for key in team.members if players[key].plays(number)]
    for key in chosen or ():
        if key not in there:
            raise PairingError(words.no_member(team.name, key))
    line = list(dict.fromkeys(there if chosen is None else chosen))[:size]
    if len(line) < size:
        raise PairingError(words.too_few_in_a_team(team.name, len(line), size))
    return line
