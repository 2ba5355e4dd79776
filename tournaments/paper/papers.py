"""All papers of a tournament by their names: what the command and the pages offer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from armylists.printing import PAPERS, Printout
from rulesets.engine.errors import LeaguerError
from tournaments.engine.document import Tournament
from tournaments.paper.people import player_list, scorecards
from tournaments.paper.places import FIRST, certificates, cross_table, standings_table
from tournaments.paper.rounds import Link, poster, slips
from tournaments.paper.setting import source_of, with_teams
from tournaments.wording import paper as words


@dataclass(frozen=True, slots=True)
class Wanted:
    """What somebody wants on paper: of which round (None: the last one), for whom alone ("": for all), how
    many certificates, and where a slip's code leads.
    """

    paper: str = PAPERS[0]
    round: int | None = None
    player: str = ""
    first: int = FIRST
    link: Link | None = None


ALL: Mapping[str, Callable[[Tournament, Wanted], Printout]] = {
    "poster": lambda found, wanted: poster(found, wanted.round, wanted.paper),
    "slips": lambda found, wanted: slips(found, wanted.round, wanted.paper, wanted.link),
    "standings": lambda found, wanted: standings_table(found, wanted.round, wanted.paper),
    "cross": lambda found, wanted: cross_table(found, wanted.round, wanted.paper),
    "certificates": lambda found, wanted: certificates(found, wanted.first, wanted.paper, wanted.player),
    "cards": lambda found, wanted: scorecards(found, wanted.paper, wanted.player),
    "players": lambda found, wanted: player_list(found, wanted.paper),
}


def printed(tournament: Tournament, what: str, wanted: Wanted) -> Printout:
    """Return the paper of this name (one of ALL), the tournament's document inside; raises LeaguerError for a
    round that is not paired or a player who is not there.
    """
    if wanted.player and wanted.player not in tournament.by_id:
        raise LeaguerError(words.no_such_player(wanted.player), path="player", code="player")
    return replace(ALL[what](with_teams(tournament), wanted), source=source_of(tournament))
