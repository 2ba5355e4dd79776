"""manage.py tournament_check: was every round the best there could be, and are the standings right?"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

from tournaments.engine.check import Checked, check_round
from tournaments.engine.document import Tournament
from tournaments.engine.kinds import KNOCKOUTS
from tournaments.engine.places import POINTS, SHARED, Wrong, parted, read_claimed, wrong_places
from tournaments.engine.ranking import ranking
from tournaments.engine.rounds import by_criteria
from tournaments.engine.standings import Standings
from tournaments.files import content_of
from tournaments.management.base import TournamentCommand
from tournaments.wording import commands as words
from tournaments.wording import pairing as reasons
from tournaments.wording import tiebreaks as tie_breaks

WORSE = 1


class Command(TournamentCommand):
    """Exit 0: every round is the best, and the standings are right; 1: not so, and what would be is shown;
    2: bad input.
    """

    help = "Check all pairings. Exit 0 if no round could be better, 1 if one could, 2 for an unreadable file."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--standings", metavar="FILE", help="standings as JSON, to check as well")

    def run(self, tournament: Tournament, **options: Any) -> int:
        claimed = read_claimed(content_of(options["standings"])) if options["standings"] else None
        found = [check_round(tournament, number) for number in range(1, len(tournament.rounds) + 1)]
        places = ranking(tournament, claimed.after if claimed else None)
        wrong = list(wrong_places(claimed.places, places)) if claimed else []
        if options["json"]:
            value = {"after": places.after, "parted": _by_name(places, tournament),
                     "wrong": [_wrong_json(each) for each in wrong]}  # fmt: skip
            self.print_json({"rounds": [_to_json(each) for each in found], "standings": value})
        elif not found:
            self.stdout.write(words.NO_ROUNDS)
        else:
            self.stdout.write("\n".join(line for each in found for line in _lines(each, tournament)))
            self.stdout.write(words.parted(places.after, len(places.places), _by_name(places, tournament)))
            if claimed:
                self.stdout.write("\n".join(_wrong_lines(wrong)) or words.RIGHT)
        return 0 if all(each.optimal for each in found) and not wrong else WORSE


def _by_name(found: Standings, tournament: Tournament) -> dict[str, int]:
    """Return what parts neighbours, by its name; nothing where not points decide, as in a knock-out."""
    if tournament.settings.kind in (*KNOCKOUTS, "groups"):
        return {}
    tiebreaks = {at: tie_breaks.name(how) for at, how in enumerate(tournament.settings.tiebreaks)}
    counts = parted(found)
    named = {POINTS: words.MATCH_POINTS, **tiebreaks, SHARED: words.SHARED}
    return {name: counts[at] for at, name in named.items() if counts[at]}


def _wrong_json(found: Wrong) -> dict[str, Any]:
    right = found.found
    return {
        "player": found.player,
        "claimed": found.claimed.model_dump() if found.claimed else None,
        "right": {"rank": right.rank, "points": words.points(right.points)} if right else None,
    }


def _wrong_lines(wrong: list[Wrong]) -> Iterator[str]:
    for each in wrong:
        said = words.placed(each.claimed.rank, each.claimed.points) if each.claimed else words.NO_PLACE
        if each.found is None:
            yield words.wrong_place(each.player, words.NO_PLACE, said)
        else:
            right = words.placed(each.found.rank, words.points(each.found.points))
            yield words.wrong_place(each.found.player.name, right, said)


def _to_json(found: Checked) -> dict[str, Any]:
    costs = [
        {"criterion": reasons.criterion(each.rule), "cost": each.now, "best": each.best}
        for each in found.costs
    ]
    value: dict[str, Any] = {"number": found.number, "optimal": found.optimal, "costs": costs}
    if found.better is not None:
        value["better"] = found.better.model_dump(mode="json", exclude_defaults=True)
    return value


def _lines(found: Checked, tournament: Tournament) -> Iterator[str]:
    if found.better is None:
        by = by_criteria(tournament.settings)
        yield words.best(found.number) if by else words.as_made(found.number)
        return
    if (worse := found.worse) is not None:
        yield words.not_best(found.number, reasons.criterion(worse.rule), worse.now, worse.best)
    else:
        yield words.not_as_made(found.number, reasons.by_rules(tournament.settings))
    names = {each.id: each.name for each in tournament.players}
    names |= {each.id: each.name for each in tournament.teams}
    for pairing in found.better.pairings:
        yield f"  {words.table(pairing.table, *(names[key] for key in pairing.players))}"
    yield from (f"  {words.bye(names[each.player])}" for each in found.better.byes)
