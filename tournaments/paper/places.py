"""Who stands where, on paper: standings with their tie-breaks, the cross table, certificates."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from armylists.printing import Printout
from rulesets.engine.wording import listed
from tournaments.engine.columns import columns_of, figures
from tournaments.engine.document import Player, Tournament
from tournaments.engine.progress import over
from tournaments.engine.ranking import ranking
from tournaments.engine.scoring import Game
from tournaments.engine.standings import Standing, standings
from tournaments.engine.statistics import awards
from tournaments.engine.teams import as_players
from tournaments.engine.terms import Table
from tournaments.paper.setting import groups_of, in_parts, round_of, set_out
from tournaments.wording import paper as words
from tournaments.wording import statistics as honours
from tournaments.wording import tiebreaks as names
from tournaments.wording.commands import points

UPRIGHT = 5
"""Columns of groups and tie-breaks that an upright page has room for."""
ROUNDS_UPRIGHT, ROUNDS_WIDE = 6, 12
"""Columns of rounds that an upright page, and one that is turned, has room for."""
MOST_ACROSS = 16
"""Players whose results against each other stand in a square."""
FIRST = 3
"""How many get a certificate if nobody says."""


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """A line of the standings: the tie-breaks in words, "" for one that was not needed and has no value."""

    rank: int
    player: Player
    groups: tuple[str, ...]
    points: str
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CrossRow:
    """A line of the cross table: what a player has of each round, or from each opponent."""

    number: int
    player: Player
    cells: tuple[str, ...]
    points: str


@dataclass(frozen=True, slots=True)
class StandingsPart:
    """The standings of all teams, or of all players: `groups` and `columns` are the heads of its table."""

    title: str
    groups: list[str]
    columns: list[str]
    rows: list[StandingsRow]


def standings_table(tournament: Tournament, after: int | None = None, paper: str = "A4") -> Printout:
    """Return the standings after a round (else the last one that is paired), with every tie-break; where
    teams play, those of the teams and then those of their players.
    """
    past = tournament if after is None else tournament.up_to(round_of(tournament, after)[0])
    parts = [_standings(title, each) for title, each in _teams_and_players(past)]
    return set_out(
        "standings", tournament, paper, title=words.standings_after(len(past.rounds)), parts=parts,
        provisional=ranking(past).provisional, lot=any(each.by == "lot" for each in past.settings.tiebreaks),
        wide=any(len(each.columns) + len(each.groups) > UPRIGHT for each in parts),
    )  # fmt: skip


def _teams_and_players(past: Tournament) -> list[tuple[str, Tournament]]:
    """Return a tournament under "", or of teams twice: as one of the teams, and as one of their players."""
    settings = past.settings
    if settings.teams is None:
        return [("", past)]
    players = past.model_copy(update={"settings": settings.model_copy(update={"teams": None})})
    return [(words.TEAMS, as_players(past)), (words.PLAYERS, players)]


def _standings(title: str, past: Tournament) -> StandingsPart:
    places = ranking(past).places
    columns = columns_of(past.settings)
    table = Table(past, {each.player.id: list(each.games) for each in places})
    own = "team" if title == words.TEAMS else ""
    groups = [each for each in groups_of([each.player for each in places]) if each != own]
    rows = [
        StandingsRow(
            each.rank, each.player, tuple(getattr(each.player, group) for group in groups),
            points(each.points), tuple(words.figure(found) for found in figures(each, columns, table)),
        )
        for each in places
    ]  # fmt: skip
    heads = [names.name(each) for _, each in columns]
    return StandingsPart(title, [words.group(each) for each in groups], heads, rows)


# -- the cross table ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Block:
    """A part of a cross table that fits a page: of teams or players, with some of the rounds or opponents."""

    title: str
    heads: list[str]
    rows: list[CrossRow]
    square: bool


def cross_table(tournament: Tournament, after: int | None = None, paper: str = "A4") -> Printout:
    """Return who met whom with which outcome: in a square where all meet all and there are few, else round by
    round, with a table for every ROUNDS_WIDE rounds; where teams play, of the teams and then of their
    players. Raises LeaguerError if no round is paired.
    """
    past = tournament.up_to(round_of(tournament, after)[0])
    blocks = cross_blocks(past)
    return set_out(
        "cross", tournament, paper, title=words.cross_after(len(past.rounds)), blocks=blocks,
        wide=any(len(each.heads) > ROUNDS_UPRIGHT for each in blocks),
        square=any(each.square for each in blocks), rounds=not all(each.square for each in blocks),
    )  # fmt: skip


def cross_blocks(past: Tournament) -> list[Block]:
    """Return the parts of the cross table after the last round of `past`."""
    return [block for title, each in _teams_and_players(past) for block in _blocks(title, each)]


def _blocks(title: str, past: Tournament) -> Iterator[Block]:
    places = ranking(past).places
    numbers = {each.player.id: at for at, each in enumerate(places, 1)}
    square = past.settings.kind == "round_robin" and len(places) <= MOST_ACROSS
    heads = [str(each) for each in (numbers.values() if square else range(1, len(past.rounds) + 1))]
    rows = [_line(past, each, numbers, square=square) for each in places]
    room = MOST_ACROSS if square else ROUNDS_WIDE
    for at, part in enumerate(in_parts(heads, room)):
        cut = [replace(each, cells=each.cells[at * room : (at + 1) * room]) for each in rows]
        yield Block(title, list(part), cut, square)


def _line(past: Tournament, place: Standing, numbers: dict[str, int], *, square: bool) -> CrossRow:
    cells = _across(place, numbers) if square else _rounds(place, len(past.rounds), numbers)
    return CrossRow(numbers[place.player.id], place.player, tuple(cells), points(place.points))


def _across(place: Standing, numbers: dict[str, int]) -> Iterator[str]:
    for key in numbers:
        if key == place.player.id:
            yield words.ONESELF
        else:
            yield " ".join(points(each.points) for each in place.games if each.opponent == key)


def _rounds(place: Standing, rounds: int, numbers: dict[str, int]) -> Iterator[str]:
    found = {each.round: each for each in place.games}
    for number in range(1, rounds + 1):
        yield _cell(found[number], numbers) if number in found else words.NOTHING


def _cell(game: Game, numbers: dict[str, int]) -> str:
    return words.met(numbers.get(game.opponent), game.outcome, points(game.points), played=game.played)


# -- certificates ------------------------------------------------------------------------------------


def _of(player: Player) -> str:
    return player.pair or player.team or player.club


@dataclass(frozen=True, slots=True)
class Certificate:
    """What a certificate says: who, of which team or club (of a team: its members), for what, with how many
    points.
    """

    player: Player
    of: str
    honour: str
    points: str


def certificates(tournament: Tournament, first: int = FIRST, paper: str = "A4", only: str = "") -> Printout:
    """Return a certificate for each of the first places and, when the tournament is over, for each other
    award, a page each; or (`only`) those of the player of this id alone. Raises LeaguerError if no round is
    paired.
    """
    round_of(tournament, None)
    found, people, ended = ranking(tournament), tournament.by_id, over(tournament)
    members = {each.id: listed([people[key].name for key in each.members]) for each in tournament.teams}
    made = [
        Certificate(
            each.player, members.get(each.player.id) or _of(each.player),
            words.place(each.rank, len(found.places), champion=ended and each.rank == 1),
            words.points_won(each.points),
        )
        for each in found.places
        if (each.player.id == only if only else each.rank <= first)
    ]  # fmt: skip
    if ended:
        made += [each for each in _honours(tournament, members) if only in ("", each.player.id)]
    return set_out("certificates", tournament, paper, certificates=made)


def _honours(tournament: Tournament, members: Mapping[str, str]) -> Iterator[Certificate]:
    """Yield the certificates of all awards but the first places."""
    places = (*standings(tournament).places, *ranking(tournament).places)
    worth = {each.player.id: words.points_won(each.points) for each in places}
    for award in awards(tournament):
        if award.what in ("first", "second", "third"):
            continue
        for each in award.players:
            of = members.get(each.id) or _of(each)
            yield Certificate(each, of, honours.honour(award.what, award.of), worth[each.id])
