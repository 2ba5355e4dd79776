"""manage.py tournament_pair: the next round of a tournament, and why it is the best."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

from tournaments.engine.document import Round, Tournament
from tournaments.engine.rounds import by_criteria, next_round
from tournaments.engine.swiss import Proposal, propose
from tournaments.management.base import TournamentCommand
from tournaments.wording import commands as words
from tournaments.wording import pairing as reasons


class Command(TournamentCommand):
    """Exit 0: paired; 2: bad input, or no round is possible, with one line on standard error."""

    help = "Pair the next round of a tournament. Exit 0 when it is paired, 2 if that is impossible."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--document", action="store_true", help="print the tournament with this round")

    def run(self, tournament: Tournament, **options: Any) -> int:
        if by_criteria(tournament.settings):
            proposal = propose(tournament)
            found, why, costs = proposal.round, _reasons(proposal), _costs(proposal)
        else:
            found, why, costs = next_round(tournament), {}, []
        number = len(tournament.rounds) + 1
        if options["document"]:
            self.print_json(tournament.with_round(found).to_json())
        elif options["json"]:
            value = found.model_dump(mode="json", exclude_defaults=True)
            self.print_json({"number": number, "round": value, "costs": costs, "why": why})
        else:
            self.stdout.write(words.round_head(number, tournament.name))
            if not by_criteria(tournament.settings):
                self.stdout.write(reasons.by_rules(tournament.settings))
            self.stdout.write("\n".join(_lines(tournament, found, why)))
        return 0


def _reasons(proposal: Proposal) -> dict[str, str]:
    """Return for each player why they meet whom they meet."""
    return {
        player.id: reasons.explained(each)
        for each in proposal.explained
        for player in (each.player, each.other)
        if player is not None
    }


def _costs(proposal: Proposal) -> list[dict[str, Any]]:
    return [
        {"criterion": reasons.criterion(each.rule), "cost": cost}
        for each, cost in zip(proposal.graph.rules, proposal.costs, strict=True)
    ]


def _lines(tournament: Tournament, found: Round, why: dict[str, str]) -> Iterator[str]:
    names = {each.id: each.name for each in tournament.players}
    for pairing in found.pairings:
        first, second = pairing.players
        yield words.table(pairing.table, names[first], names[second])
        if first in why:
            yield f"  {why[first]}"
    for bye in found.byes:
        yield words.bye(names[bye.player])
        if bye.player in why:
            yield f"  {why[bye.player]}"
