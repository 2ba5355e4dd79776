"""Players and results that come in as a table, on a page and over REST: all of them or none."""

from __future__ import annotations

from dataclasses import dataclass

from django.db import transaction

from tournaments import services
from tournaments.access import NotAllowed, Viewer
from tournaments.engine.actions import Enter
from tournaments.forms import new_player_id
from tournaments.tables.players import read_players
from tournaments.tables.results import read_results
from tournaments.wording import services as words

TAKEN = ("players", "results")
"""The tables that can be read in, by their names in addresses."""


@dataclass(frozen=True, slots=True)
class Took:
    """How many players or results were taken, and the headings of columns that say nothing."""

    count: int
    ignored: tuple[str, ...] = ()


def may_take(viewer: Viewer, what: str) -> bool:
    """Return whether somebody may read in a table: players organisers alone, results judges too."""
    return viewer.organises if what == "players" else viewer.judges


def take(viewer: Viewer, what: str, data: bytes) -> Took:
    """Take the players or results (one of TAKEN) of a CSV or XLSX file. Raises NotAllowed, and LeaguerError
    (as TableError with every row and column) for what cannot be taken: then nothing is.
    """
    if not may_take(viewer, what):
        raise NotAllowed(words.NOT_YOURS_TO_DO if what == "players" else words.FOR_JUDGES)
    if what == "players":
        found = read_players(data, viewer.document, new_player_id)
        services.act(viewer.tournament, viewer.user, Enter(players=found.players))
        return Took(len(found.players), found.ignored)
    actions = read_results(data, viewer.document)
    with transaction.atomic():
        for each in actions:
            services.act(viewer.tournament, viewer.user, each)
    return Took(sum(len(each.tables) for each in actions))
