"""manage.py tournament_pair: the next round of a tournament, and why it is the best."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterable, Iterator
from typing import Any

from tournaments.engine.document import Round, Tournament
from tournaments.engine.feasible import check_possible
from tournaments.engine.rounds import by_criteria, paired
from tournaments.engine.swiss import Proposal
from tournaments.engine.teams import TeamMatch, matches_of
from tournaments.management.base import TournamentCommand, add_trf
from tournaments.wording import commands as words
from tournaments.wording import pairing as reasons


class Command(TournamentCommand):
    """Exit 0: paired; 2: bad input, or no round is possible, with one line on standard error."""

    help = "Pair the next round of a tournament. Exit 0 when it is paired, 2 if that is impossible."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--document", action="store_true", help="print the tournament with this round")
        add_trf(parser, "the tournament with this round")

    def run(self, tournament: Tournament, **options: Any) -> int:
        check_possible(tournament)
        made = paired(tournament)
        found, why = made.round, _reasons(made.proposals)
        costs = [each for proposal in made.proposals for each in _costs(proposal)]
        number = len(tournament.rounds) + 1
        if options["trf"]:
            self.print_trf(tournament.with_round(found), options["trf"])
        elif options["document"]:
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


def _reasons(proposals: Iterable[Proposal]) -> dict[str, str]:
    """Return for each player, or each team, why they meet whom they meet."""
    return {
        player.id: reasons.explained(each)
        for proposal in proposals
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
    teams = {each.id: each.name for each in tournament.teams}
    begins = {each.boards[0]: each.teams for each in _matches(tournament, found)}
    for pairing in found.pairings:
        first, second = pairing.players
        if pairing in begins:
            first_team, second_team = begins[pairing]
            yield words.match(teams[first_team], teams[second_team])
            yield from ([f"  {why[first_team]}"] if first_team in why else [])
        yield words.table(pairing.table, names[first], names[second])
        if first in why:
            yield f"  {why[first]}"
    for bye in found.byes:
        yield words.bye(names[bye.player])
        if bye.player in why:
            yield f"  {why[bye.player]}"


def _matches(tournament: Tournament, found: Round) -> tuple[TeamMatch, ...]:
    return () if tournament.settings.teams is None else matches_of(found, tournament)
