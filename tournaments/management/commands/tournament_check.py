"""manage.py tournament_check: was every round of a tournament the best there could be?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tournaments.engine.check import Checked, check_round
from tournaments.engine.document import Tournament
from tournaments.engine.rounds import by_criteria
from tournaments.management.base import TournamentCommand
from tournaments.wording import commands as words
from tournaments.wording import pairing as reasons

WORSE = 1


class Command(TournamentCommand):
    """Exit 0: every round is the best; 1: one could be better, which is shown; 2: bad input."""

    help = "Check all pairings. Exit 0 if no round could be better, 1 if one could, 2 if it cannot be read."

    def run(self, tournament: Tournament, **options: Any) -> int:
        found = [check_round(tournament, number) for number in range(1, len(tournament.rounds) + 1)]
        if options["json"]:
            self.print_json({"rounds": [_to_json(each) for each in found]})
        else:
            lines = [line for each in found for line in _lines(each, tournament)]
            self.stdout.write("\n".join(lines) or words.NO_ROUNDS)
        return 0 if all(each.optimal for each in found) else WORSE


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
