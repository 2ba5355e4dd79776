"""How far a tournament of any kind is."""

from __future__ import annotations

from tournaments.engine import berger, groups, knockout
from tournaments.engine.bracket import Resolved
from tournaments.engine.document import Round, Tournament
from tournaments.engine.kinds import KNOCKOUTS
from tournaments.engine.rounds import second_line
from tournaments.engine.teams import as_players


def all_paired(tournament: Tournament) -> bool:
    """Return whether no round is left to pair. Who is champion of a knock-out has to be known for that."""
    settings, number = tournament.settings, len(tournament.rounds)
    if settings.teams is not None:
        return all_paired(as_players(tournament))
    if settings.kind in KNOCKOUTS:
        return bool(number) and _decided(knockout.battles(tournament, knockout.line_of(tournament)))
    if settings.kind == "groups":
        before = groups.rounds_in_groups(tournament) if number else 0
        if number <= before:
            return False
        return _decided(knockout.battles(tournament, second_line(tournament, before), before))
    return number >= berger.rounds_of(tournament)


def over(tournament: Tournament) -> bool:
    """Return whether all rounds are paired and have their results."""
    return bool(tournament.rounds) and tournament.rounds[-1].complete and all_paired(tournament)


def _decided(battles: list[Resolved]) -> bool:
    return all(each.winner is not None for each in battles)


def waited_for(found: Round) -> set[str]:
    """Return who has to say something of a result: players of open tables, and whoever has to confirm what
    the other reported. What is disputed waits for an organiser.
    """
    waited: set[str] = set()
    for each in found.pairings:
        if each.state in ("open", "reported"):
            said = {report.side for report in each.reports}
            waited |= {key for side, key in enumerate(each.players) if side not in said}
    return waited
