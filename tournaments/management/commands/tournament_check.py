"""manage.py tournament_check: was every round of a tournament the best there could be?"""

from __future__ import annotations

from typing import Any

from tournaments.engine.check import Checked, check_round
from tournaments.engine.document import Tournament
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
            names = {each.id: each.name for each in tournament.players}
            self.stdout.write("\n".join(_lines(found, names)) or words.NO_ROUNDS)
        return 0 if all(each.optimal for each in found) else WORSE


def _sums(found: Checked) -> list[tuple[str, int, int]]:
    rules = found.best.graph.rules
    return [
        (reasons.criterion(each.rule), now, best)
        for each, now, best in zip(rules, found.costs, found.best.costs, strict=True)
    ]


def _to_json(found: Checked) -> dict[str, Any]:
    value: dict[str, Any] = {
        "number": found.number, "optimal": found.optimal,
        "costs": [{"criterion": name, "cost": now, "best": best} for name, now, best in _sums(found)],
    }  # fmt: skip
    if not found.optimal:
        value["better"] = found.best.round.model_dump(mode="json", exclude_defaults=True)
    return value


def _lines(found: list[Checked], names: dict[str, str]) -> list[str]:
    lines = []
    for each in found:
        if each.optimal:
            lines.append(words.best(each.number))
            continue
        name, now, best = next(sums for sums in _sums(each) if sums[1] != sums[2])
        lines.append(words.not_best(each.number, name, now, best))
        lines += [
            f"  {words.table(pairing.table, *(names[key] for key in pairing.players))}"
            for pairing in each.best.round.pairings
        ]
    return lines
