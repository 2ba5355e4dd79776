"""Rounds and standings over REST: what there is to see, and what Leaguer would pair next."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from armylists.owned.api import PAPER
from armylists.owned.files import file_name
from tournaments.access import Viewer
from tournaments.answers import standings_json
from tournaments.apart import next_made
from tournaments.api import dayshapes, shapes
from tournaments.api.base import TournamentBase, pdf_answer, ranked, round_in
from tournaments.cards.exchanges import ExchangeCard, exchange_cards
from tournaments.cards.statistics import statistics_of
from tournaments.engine.document import Pairing, Result, Round, Tournament
from tournaments.engine.feasible import check_possible
from tournaments.engine.ranking import ranking
from tournaments.engine.scoring import scored
from tournaments.fought import fought, open_pairing
from tournaments.paper.asked import paper_of
from tournaments.persistence import mark_of
from tournaments.wording import actions, pages
from tournaments.wording import api as words
from tournaments.wording import pairing as reasons
from tournaments.wording.commands import points


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
        return Response(_round(found, number, round_in(found.document, number)))

    @extend_schema(responses=shapes.ProposalSerializer)
    def proposal(self, request: Request, id: UUID) -> Response:
        """Propose the next round, with what it costs and, for up to 64 players, why each pairing is made.
        Only organisers can. Nothing is saved: a `pair` action saves it.
        """
        document = self.organiser().document
        check_possible(document)
        made = next_made(document)
        return Response({
            "number": len(document.rounds) + 1,
            "round": made.round.model_dump(mode="json", exclude_defaults=True),
            "how": reasons.by_rules(document.settings),
            "costs": [{"criterion": name, "cost": cost} for name, cost in made.costs],
            "why": [{"player": one, "opponent": other, "why": said} for one, other, said in made.why],
        })  # fmt: skip

    @extend_schema(parameters=[dayshapes.ExchangesQuery], responses=dayshapes.ExchangeSerializer(many=True))
    def exchanges(self, request: Request, id: UUID, number: int) -> Response:
        """List what an exchange of a player with each other one of a round would break, the best first. Only
        organisers can. Nothing is changed: an `exchange` action does that.
        """
        player, found = self.queried(dayshapes.ExchangesQuery)["player"], self.organiser()
        round_in(found.document, number)
        cards = exchange_cards(found, number, player)
        if not cards:
            raise NotFound(actions.not_in_round(player))
        return self.pages([_exchange(each) for each in cards])

    @extend_schema(responses=dayshapes.FoughtSerializer(many=True))
    def battles(self, request: Request, id: UUID, number: int) -> Response:
        """List the battles on the board and signed records that you may report as the result of your table,
        the newest first, each with the `result` for a `report` action.
        """
        found = self.viewer()
        round_in(found.document, number)
        pairing = open_pairing(found, number)
        if pairing is None:
            raise NotFound(words.NO_OPEN_TABLE)
        return self.pages([dayshapes.FoughtSerializer(each).data for each in fought(found, pairing)])

    @extend_schema(
        parameters=[PAPER, dayshapes.PaperQuery],
        responses={(200, "application/pdf"): OpenApiTypes.BINARY, 202: shapes.RefusedSerializer},
    )
    def paper_pdf(self, request: Request, id: UUID, what: str) -> HttpResponse:
        """Return a paper as PDF: `poster`, `slips`, `standings`, `cross`, `certificates`, `cards`,
        `players` or `check-in`. 202 while it is made: ask again.
        """
        asked, found = self.queried(dayshapes.PaperQuery), self.viewer()
        query = {"paper": self.paper} | {key: str(value) for key, value in asked.items()}
        made = paper_of(found, what, query, request.build_absolute_uri)
        return pdf_answer(request, made, file_name(f"{found.tournament.name} {what}", "pdf", what))

    @extend_schema(parameters=[shapes.StandingsQuery], responses=shapes.StandingsSerializer)
    def standings(self, request: Request, id: UUID) -> Response:
        """Show the standings after the last round or another one, with the tie-breaks worked out."""
        after, found = self.queried(shapes.StandingsQuery).get("after"), ranked(self.viewer())
        if after is not None:
            round_in(found, after)
        return Response(standings_json(ranking(found, after), found.settings))

    @extend_schema(responses=shapes.TournamentStatisticsSerializer)
    def statistics(self, request: Request, id: UUID) -> Response:
        """Show how often army books won, and against each other; hidden like the standings."""
        shown = statistics_of(ranked(self.viewer()))
        awards = [{"honour": honour, "names": names} for honour, names in shown.awards]
        rows = {"books": shown.books, "pairings": shown.pairings, "first": shown.first, "awards": awards}
        return Response(shapes.TournamentStatisticsSerializer(rows).data)


def _exchange(card: ExchangeCard) -> dict[str, Any]:
    pairings = [[each.one] if each.other is None else [each.one, each.other] for each in card.pairs]
    return {"other": card.other, "name": card.name, "possible": card.possible, "breaks": card.breaks,
            "said": card.said, "pairings": pairings}  # fmt: skip


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
    both = names[found.players[0]], names[found.players[1]]
    said["reports"] = [
        {**each, "said": _reported(viewer.document, report.result, both)}
        for each, report in zip(said["reports"], found.reports, strict=True)
    ]
    return {**said, "players": sides, "state": found.state, "result": result, "locked": found.locked,
            "level": worth.level if worth else "", "mark": mark_of(found)}  # fmt: skip


def _reported(document: Tournament, result: Result, names: tuple[str, str]) -> str:
    """Say a report as the page does at the button that confirms it."""
    scoring = document.settings.scoring
    said = pages.reported(result, names, scores=scoring.of == "scores")
    return pages.with_level(said, scored(result, scoring).level)
