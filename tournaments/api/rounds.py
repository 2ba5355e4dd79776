"""Rounds and standings over REST: what there is to see, and what Leaguer would pair next."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.access import Viewer
from tournaments.answers import standings_json
from tournaments.api import shapes
from tournaments.api.base import TournamentBase, round_in
from tournaments.cards.statistics import statistics_of
from tournaments.engine.document import Pairing, Round
from tournaments.engine.ranking import ranking
from tournaments.engine.rounds import paired
from tournaments.engine.scoring import scored
from tournaments.engine.swiss import Proposal
from tournaments.persistence import mark_of
from tournaments.wording import api as words
from tournaments.wording import pairing as reasons
from tournaments.wording.commands import points

MOST_EXPLAINED = 64
"""Players whose pairings are explained at once: each needs the best round without it."""


class RoundsViewSet(TournamentBase):
    """The rounds of a tournament, and its standings."""

    serializer_class = shapes.RoundLineSerializer

    @extend_schema(responses=shapes.RoundLineSerializer(many=True))
    def rounds(self, request: Request, id: UUID) -> Response:
        """List the rounds that you can see."""
        found = self.viewer()
        return self.pages([_line(number, each) for number, each in enumerate(found.document.rounds, 1)])

    @extend_schema(responses=shapes.RoundSerializer)
    def one(self, request: Request, id: UUID, number: int) -> Response:
        """Show a round with its tables; reports that do not count yet only to their table and to judges."""
        found = self.viewer()
        return Response(_round(found, number, round_in(found, number)))

    @extend_schema(responses=shapes.ProposalSerializer)
    def proposal(self, request: Request, id: UUID) -> Response:
        """Propose the next round, with what it costs and, for up to 64 players, why each pairing is made.
        Only organisers can. Nothing is saved: a `pair` action saves it.
        """
        document = self.organiser().document
        made = paired(document, locks=document.locks)
        return Response({
            "number": len(document.rounds) + 1,
            "round": made.round.model_dump(mode="json", exclude_defaults=True),
            "how": reasons.by_rules(document.settings),
            "costs": [each for proposal in made.proposals for each in costs_json(proposal)],
            "why": [each for proposal in made.proposals for each in _reasons(proposal)],
        })  # fmt: skip

    @extend_schema(parameters=[shapes.StandingsQuery], responses=shapes.StandingsSerializer)
    def standings(self, request: Request, id: UUID) -> Response:
        """Show the standings after the last round or another one, with the tie-breaks worked out."""
        after, found = self.queried(shapes.StandingsQuery).get("after"), self.viewer()
        if not found.sees_standings:
            raise NotFound(words.HIDDEN_STANDINGS)
        if after is not None:
            round_in(found, after)
        return Response(standings_json(ranking(found.document, after), found.document.settings))

    @extend_schema(responses=shapes.TournamentStatisticsSerializer)
    def statistics(self, request: Request, id: UUID) -> Response:
        """Show how often army books won, and against each other; hidden like the standings."""
        found = self.viewer()
        if not found.sees_standings:
            raise NotFound(words.HIDDEN_STANDINGS)
        shown = statistics_of(found.document)
        awards = [{"honour": honour, "names": names} for honour, names in shown.awards]
        rows = {"books": shown.books, "pairings": shown.pairings, "first": shown.first, "awards": awards}
        return Response(shapes.TournamentStatisticsSerializer(rows).data)


def costs_json(proposal: Proposal) -> Iterator[dict[str, Any]]:
    """Yield what a proposed round costs by each criterion."""
    for each, cost in zip(proposal.graph.rules, proposal.costs, strict=True):
        yield {"criterion": reasons.criterion(each.rule), "cost": cost}


def _reasons(proposal: Proposal) -> Iterator[dict[str, str]]:
    if len(proposal.graph.players) > MOST_EXPLAINED:
        return
    for each in proposal.explained:
        other = each.other.id if each.other else ""
        yield {"player": each.player.id, "opponent": other, "why": reasons.explained(each)}


def _line(number: int, found: Round) -> dict[str, Any]:
    missing = sum(each.result is None for each in found.pairings)
    return {"number": number, "published": found.published, "tables": len(found.pairings),
            "missing": missing, "ends": found.ends}  # fmt: skip


def _round(viewer: Viewer, number: int, found: Round) -> dict[str, Any]:
    names = {each.id: each.name for each in viewer.document.players}
    byes = [{"player": each.player, "name": names[each.player], "kind": each.kind} for each in found.byes]
    tables = [_table(viewer, each, names) for each in found.pairings]
    return {**_line(number, found), "pairings": tables, "byes": byes}


def _table(viewer: Viewer, found: Pairing, names: dict[str, str]) -> dict[str, Any]:
    worth = scored(found.result, viewer.document.settings.scoring) if found.result else None
    sides = [
        {"id": key, "name": names[key], "points": points(worth.points[side]) if worth else None,
         "small": points(worth.small[side]) if worth else None}
        for side, key in enumerate(found.players)
    ]  # fmt: skip
    said = found.model_dump(mode="json", include={"reports", "dispute", "decided", "scenario", "table"})
    result = found.result.model_dump(mode="json", exclude_defaults=True) if found.result else None
    return {**said, "players": sides, "state": found.state, "result": result, "locked": found.locked,
            "level": worth.level if worth else "", "mark": mark_of(found)}  # fmt: skip
