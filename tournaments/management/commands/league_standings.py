"""manage.py league_standings: who stands where in a league or in a season of it."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from rulesets.engine.errors import Fault, LeaguerError
from tournaments.engine.league import League, LeagueError, read_league
from tournaments.engine.season import LeagueStanding, league_standings
from tournaments.files import UNREADABLE, content_of
from tournaments.wording import commands
from tournaments.wording import league as words


class Command(BaseCommand):
    """Exit 0: printed; 2: bad input, with one line on standard error."""

    help = "Print the standings of a league. Exit 0 when they are printed, 2 if the file cannot be read."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="the league as JSON; - reads standard input")
        parser.add_argument("--season", help="only the events of this season")
        parser.add_argument("--json", action="store_true", help="print JSON")

    def handle(self, *args: Any, file: str, season: str | None, **options: Any) -> None:
        try:
            league = read_league(content_of(file))
            if season is not None and not league.of_season(season):
                raise LeagueError(Fault("", words.no_such_season(season)))
        except LeaguerError as error:
            self.stderr.write(f"{file}: {' '.join(str(error).split())}", self.style.ERROR)
            sys.exit(UNREADABLE)
        found = league_standings(league, season)
        if options["json"]:
            value = {"name": league.name, "season": season, "places": [_to_json(each) for each in found]}
            self.stdout.write(json.dumps(value, ensure_ascii=False, indent=2))
        else:
            self.stdout.write("\n".join(_lines(league, season, found)))


def _to_json(found: LeagueStanding) -> dict[str, Any]:
    results = [
        {"event": each.event.name, "date": str(each.event.date), "rank": each.rank,
         "points": commands.points(each.points), "counts": each.counts}
        for each in found.results
    ]  # fmt: skip
    rating = {"value": found.rating.value, "spread": found.rating.spread, "battles": found.rating.battles,
              "provisional": found.rating.provisional}  # fmt: skip
    return {"rank": found.rank, "person": found.person.id, "name": found.person.name,
            "total": commands.points(found.total), "results": results, "rating": rating}  # fmt: skip


def _lines(league: League, season: str | None, found: tuple[LeagueStanding, ...]) -> list[str]:
    if not found:
        return [words.NO_EVENTS]
    width = max(len(each.person.name) for each in found)
    lines = [words.head(league.name, season)]
    for each in found:
        results = [words.result(commands.points(one.points), counts=one.counts) for one in each.results]
        rating = words.rating(each.rating.value, provisional=each.rating.provisional)
        total = commands.points(each.total)
        line = f"{each.rank:>4}  {each.person.name:<{width}}  {total:>5}  {rating:>5}  {' '.join(results)}"
        lines.append(line)
    if any(each.rating.provisional for each in found):
        lines.append(words.PROVISIONAL)
    return lines
