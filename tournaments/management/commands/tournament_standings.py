"""manage.py tournament_standings: who stands where after a round, and by which tie-breaks."""

from __future__ import annotations

from argparse import ArgumentParser
from dataclasses import replace
from typing import Any

from tournaments.answers import places_json, standings_json
from tournaments.engine.document import Tournament
from tournaments.engine.groups import group_standings
from tournaments.engine.ranking import ranking
from tournaments.engine.standings import Standings, standings
from tournaments.engine.teams import as_players
from tournaments.management.base import TournamentCommand, add_trf
from tournaments.wording import commands as words
from tournaments.wording import tiebreaks as names


class Command(TournamentCommand):
    """Exit 0: printed; 2: bad input, with one line on standard error."""

    help = "Print the standings of a tournament. Exit 0 when they are printed, 2 if the file cannot be read."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--document", action="store_true", help="print the tournament as JSON instead")
        add_trf(parser, "the tournament with its standings")
        parser.add_argument("--after", type=int, metavar="ROUND", help="as they were after this round")

    def run(self, tournament: Tournament, **options: Any) -> int:
        past = tournament if options["after"] is None else tournament.up_to(options["after"])
        if options["trf"]:
            self.print_trf(past, options["trf"])
            return 0
        if options["document"]:
            self.print_json(past.to_json())
            return 0
        found = ranking(tournament, options["after"])
        used = [names.name(each) for each in tournament.settings.tiebreaks]
        members = _members(tournament, options["after"])
        if options["json"]:
            value = standings_json(found, tournament.settings)
            if groups := _groups(tournament, found):
                value |= {"groups": [places_json(each, used) for each in groups]}
            self.print_json(value | ({"players": places_json(members, used)} if members else {}))
            return 0
        self.stdout.write(words.standings_head(found.after, provisional=found.provisional))
        for number, group in enumerate(_groups(tournament, found), 1):
            self._print(group, used, words.group_head(number))
        self._print(found, used)
        if members:
            self._print(members, used, words.MEMBERS)
        for how in tournament.settings.tiebreaks:
            self.stdout.write(words.tie_break(names.name(how), names.rule(how, tournament.settings)))
        return 0

    def _print(self, found: Standings, used: list[str], head: str = "") -> None:
        if head:
            self.stdout.write(head)
        width = max((len(each.player.name) for each in found.places), default=0)
        for each in found.places:
            parts = [
                f"{name} {words.points(value.value)}"
                for name, value in zip(used, each.values, strict=False)
                if name != words.LOT
            ]
            line = f"{each.rank:>4}  {each.player.name:<{width}}  {words.points(each.points):>5}"
            self.stdout.write("  ".join([line, ", ".join(parts)]).rstrip())


def _groups(tournament: Tournament, found: Standings) -> list[Standings]:
    """Return the standings of each group, of a tournament that has groups and has begun."""
    past = tournament.up_to(found.after)
    if past.settings.kind != "groups" or not past.rounds:
        return []
    if past.settings.teams is not None:
        past = as_players(past)
    return [replace(found, places=own) for own in group_standings(past)]


def _members(tournament: Tournament, after: int | None) -> Standings | None:
    """Return the standings of the members of teams."""
    return None if tournament.settings.teams is None else standings(tournament, after)
