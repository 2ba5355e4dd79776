"""Teams on their page, and the matches of teams in a round."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tournaments.access import Viewer
from tournaments.cards.rounds import RoundCard, Table
from tournaments.engine.document import Player, Result, Team, Tournament
from tournaments.engine.progress import all_paired
from tournaments.engine.scoring import scored
from tournaments.engine.settings import Teams
from tournaments.engine.teams import as_players, line_ups_known, matches_of, opponent_of
from tournaments.wording import pages as words
from tournaments.wording.commands import points


@dataclass(frozen=True, slots=True)
class MemberPlace:
    """A place in a list of members: who may have it, and who has it."""

    number: int
    chosen: str
    choices: tuple[Player, ...]


@dataclass(frozen=True, slots=True)
class TeamRow:
    """A team. `line_up`: who plays next, if that was given and the viewer may see it; `boards`: the places of
    the next line-up for whoever may give one; `places`: those of its members for organisers. `against`: the
    team that it meets next, once everybody may know; `known`: both of them know both line-ups.
    """

    team: Team
    members: tuple[Player, ...]
    line_up: tuple[Player, ...]
    boards: tuple[MemberPlace, ...]
    places: tuple[MemberPlace, ...]
    mine: bool
    known: bool = False
    against: str = ""

    @property
    def captain(self) -> Player | None:
        """Who gives its line-ups."""
        return next((each for each in self.members if each.id == self.team.captain), None)


def next_open(tournament: Tournament) -> int:
    """Return the number of the round that is published next, 0 if there is none."""
    published = sum(each.published for each in tournament.rounds)
    over = all_paired(tournament) and published == len(tournament.rounds)
    return 0 if over else published + 1


def team_rows(viewer: Viewer) -> list[TeamRow]:
    """Return all teams by name."""
    found = viewer.document
    return [_row(each, viewer) for each in sorted(found.teams, key=lambda team: team.name.casefold())]


def _row(team: Team, viewer: Viewer) -> TeamRow:
    document, number = viewer.document, next_open(viewer.document)
    players = document.by_id
    members = tuple(players[key] for key in team.members)
    given = next(
        (each.members for each in document.line_ups if (each.team, each.round) == (team.id, number)), ()
    )
    boards: tuple[MemberPlace, ...] = ()
    known = line_ups_known(document, team.id)
    if number and (viewer.organises or (viewer.captains(team.id) and not known)):
        boards = tuple(_boards(document, members, given, number))
    places = tuple(_places(document, team)) if viewer.organises else ()
    mine = viewer.player != "" and viewer.player in team.members
    against = opponent_of(team.id, document.matches)
    names = {each.id: each.name for each in document.teams}
    return TeamRow(
        team, members, tuple(players[key] for key in given), boards, places, mine, known,
        names[against] if against is not None else "",
    )  # fmt: skip


def _boards(
    document: Tournament, members: tuple[Player, ...], given: tuple[str, ...], number: int
) -> Iterator[MemberPlace]:
    there = tuple(each for each in members if each.plays(number))
    chosen = given or tuple(each.id for each in there)
    for at in range((document.settings.teams or Teams()).size):
        yield MemberPlace(at + 1, chosen[at] if at < len(chosen) else "", there)


def _places(document: Tournament, team: Team) -> Iterator[MemberPlace]:
    taken = {key for each in document.teams if each.id != team.id for key in each.members}
    choices = tuple(each for each in document.players if each.id not in taken)
    for at, key in enumerate((*team.members, "")):
        yield MemberPlace(at + 1, key, choices)


@dataclass(frozen=True, slots=True)
class Match:
    """Two teams that meet: their board points and what these give, both in words, and the boards."""

    first: Team
    second: Team
    points: str
    worth: str
    tables: tuple[Table, ...]


def match_cards(document: Tournament, card: RoundCard) -> list[Match]:
    """Return the matches of a round; none where no teams play."""
    if document.settings.teams is None:
        return []
    teams = {each.id: each for each in document.teams}
    tables = {each.first.id: each for each in card.tables}
    scoring, found = document.settings.teams.scoring, []
    for each in matches_of(card.round, document):
        won = Result(scores=(float(each.points[0]), float(each.points[1])))
        worth = scored(won, scoring).points if each.complete else ()
        boards = tuple(tables[one.players[0]] for one in each.boards)
        first, second = (teams[key] for key in each.teams)
        said = words.worth(points(worth[0]), points(worth[1])) if worth else ""
        some = any(one.result is not None for one in each.boards)
        shown = words.worth(points(each.points[0]), points(each.points[1])) if some else ""
        found.append(Match(first, second, shown, said, boards))
    return found


def free_teams(document: Tournament, number: int) -> list[str]:
    """Return the names of the teams that have a bye in a round."""
    names = {each.id: each.name for each in document.teams}
    return [names[each.player] for each in as_players(document).rounds[number - 1].byes]
