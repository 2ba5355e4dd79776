"""Records and scores over REST: the participant limits what is seen, the services do the work."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from armylists import bookaccess
from armylists.owned.api import JSON_ONLY, PAPER, JSONView, OwnedViewSet, PDFRenderer
from armylists.owned.files import file_name, sent
from battles.recording import access, documents, services
from battles.recording import serializers as s
from battles.recording.access import Participant
from battles.recording.book import Book
from battles.recording.models import Record


@extend_schema(tags=["records"])
class RecordViewSet(OwnedViewSet):
    """One's records without a meeting, as owner or opponent."""

    kind = Record
    parser_classes = JSON_ONLY
    serializer_class = s.RecordSerializer
    queryset = Record.objects.none()
    ordering_fields = ("created", "updated")
    pdf_renderers = (JSONRenderer, PDFRenderer)

    def get_queryset(self) -> Any:
        return super().get_queryset().in_use()

    def participant(self) -> Participant:
        """Return the user as participant in the record of the address."""
        return access.own(self.request.user, self.kwargs["id"])

    def list(self, request: Request) -> Response:
        """List your records, those of meetings too, the last changed first."""
        return super().list(request)

    @extend_schema(request=s.NewRecordSerializer)
    def create(self, request: Request) -> Response:
        """Record a battle of two lists, without a meeting."""
        asked = self.given(s.NewRecordSerializer)
        data, lists = asked.validated_data, asked.documents()
        row = services.create(
            self.user, lists, sides=asked.names(lists), invited=data["opponent"], scenario=data["scenario"]
        )
        return self.respond(row, status.HTTP_201_CREATED)

    @extend_schema(responses=s.OpenedSerializer)
    def retrieve(self, request: Request, id: UUID) -> Response:
        """Return the record: every entry, the disputes, and the score with its steps."""
        participant = self.participant()
        return _opened(services.opened(participant.record), participant.side)

    @extend_schema(request=s.ClaimsSerializer, responses=s.OpenedSerializer)
    def claim(self, request: Request, id: UUID) -> Response:
        """Record values, by the key of their entry."""
        return self._act(services.claim, s.ClaimsSerializer, "changes")

    @extend_schema(request=s.AgreeSerializer, responses=s.OpenedSerializer)
    def agree(self, request: Request, id: UUID) -> Response:
        """Agree with what the other side recorded."""
        return self._act(services.agree, s.AgreeSerializer, "keys")

    @extend_schema(request=s.TurnSerializer, responses=s.OpenedSerializer)
    def turn(self, request: Request, id: UUID) -> Response:
        """Start a turn."""
        return self._act(services.begin_turn, s.TurnSerializer, "turn")

    @extend_schema(request=s.AtSerializer, responses=s.OpenedSerializer)
    def sign(self, request: Request, id: UUID) -> Response:
        """Sign the record as it stands; it is settled when both sides have."""
        return self._act(services.sign, s.AtSerializer)

    @extend_schema(request=s.AtSerializer, responses=s.OpenedSerializer)
    def reopen(self, request: Request, id: UUID) -> Response:
        """Withdraw the signatures, so that the record can be changed."""
        return self._act(services.reopen, s.AtSerializer)

    @extend_schema(responses=s.ClaimSerializer(many=True))
    def claims(self, request: Request, id: UUID) -> Response:
        """List everything that was done, the oldest first."""
        claims = services.opened(self.participant().record).claims
        return self.pages(s.ClaimSerializer(claims, many=True).data)

    @extend_schema(responses=OpenApiTypes.OBJECT)
    def document(self, request: Request, id: UUID) -> Response:
        """Return the RESULT document."""
        participant = self.participant()
        return Response(services.opened(participant.record).document(participant.side))

    @extend_schema(parameters=[PAPER], responses={(200, "application/pdf"): OpenApiTypes.BINARY})
    def pdf(self, request: Request, id: UUID) -> HttpResponse:
        """Return the victory sheet."""
        participant = self.participant()
        side, book = participant.side, services.opened(participant.record)
        state = documents.state_words(book.ledger)
        made = documents.score_pdf(
            book.document(side), book.score(side), book.record.system, self.paper, state=state
        )
        return sent(made, file_name(f"{book.record.title} result", "pdf"))

    def _act(self, act: Callable[..., Book], reads: type[s.AtSerializer], *names: str) -> Response:
        """Do something at a revision, with what the request says under `names`."""
        participant, data = self.participant(), self.asked(reads)
        more = (data[name] for name in names)
        side = participant.side
        return _opened(act(participant.record, data["revision"], side, self.request.user, *more), side)


class BattleRecordViewSet(RecordViewSet):
    """The record of a battle whose forces met here."""

    def participant(self) -> Participant:
        return access.at_battle(self.request.user, self.kwargs["id"])


def _opened(book: Book, side: int | None) -> Response:
    """Return what `OpenedSerializer` describes, with the score as a side goes by."""
    ledger = book.ledger
    found = {
        "revision": book.record.revision,
        "turn": ledger.turn,
        "settled": ledger.settled,
        "signed": [each for each in (0, 1) if ledger.signed & {each, None}],
        "entries": [
            {
                "key": key,
                "label": book.sheet.entry(key).label,
                "where": book.where(key),
                "value": each.value,
                "said": {str(by): value for by, value in each.said.items()},
                "turn": each.turn,
            }
            for key, each in ledger.standings.items()
        ],
        "disputes": [each.key for each in ledger.disputes],
        "score": book.score(side).to_json(),
    }
    return Response(found)


@extend_schema(tags=["records"])
class ScoreView(JSONView):
    """Scores a RESULT document."""

    throttle_scope = "check"
    parser_classes = JSON_ONLY

    @extend_schema(operation_id="score", request=OpenApiTypes.OBJECT, responses=s.ScoreSerializer)
    def post(self, request: Request) -> Response:
        """Work out the score of a battle on a table, with every step and its rule."""
        bookaccess.own_only(request.user, request.data)
        system, score = documents.read_scored(request.data)
        return Response({"system": system, **score.to_json()})


@extend_schema(tags=["records"])
class ScorePdfView(JSONView):
    """Prints the score of a RESULT document."""

    throttle_scope = "check"
    parser_classes = JSON_ONLY
    renderer_classes = (JSONRenderer, PDFRenderer)

    @extend_schema(
        operation_id="score_pdf",
        parameters=[PAPER],
        request=OpenApiTypes.OBJECT,
        responses={(200, "application/pdf"): OpenApiTypes.BINARY},
    )
    def post(self, request: Request) -> HttpResponse:
        """Return the victory sheet of a battle on a table."""
        bookaccess.own_only(request.user, request.data)
        system, score = documents.read_scored(request.data)
        made = documents.score_pdf(dict(request.data), score, system, self.paper)
        title = f"{score.sides[0].name} against {score.sides[1].name}"
        return sent(made, file_name(f"{title} result", "pdf"))
