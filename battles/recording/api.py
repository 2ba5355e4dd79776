"""Records and scores over REST: a place says what may be seen, the services work."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import Http404, HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import status
from rest_framework.exceptions import NotFound
from rest_framework.mixins import ListModelMixin
from rest_framework.permissions import IsAuthenticated
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.settings import api_settings
from rest_framework.views import APIView
from rest_framework.viewsets import GenericViewSet

from armylists import bookaccess
from armylists.api import PDFRenderer
from armylists.owned.files import file_name, sent
from armylists.owned.services import Stale
from armylists.printing import PAPERS, paper_named
from battles.api import BAD, GONE
from battles.recording import access, documents, services
from battles.recording import serializers as s
from battles.recording.access import Place
from battles.recording.book import Book
from battles.recording.history import where
from battles.recording.models import Record
from battles.serializers import ErrorSerializer
from rulesets.engine.errors import LeaguerError

TAGS = ["records"]
MOVED_ON = OpenApiResponse(ErrorSerializer, "The other side has changed this, or the meeting still goes on")
NO_FORMAT = OpenApiResponse(ErrorSerializer, "There is no such format")
WRITTEN = {200: s.OpenedSerializer, 400: BAD, 404: GONE, 409: MOVED_ON}
READ = {404: GONE, 409: MOVED_ON}
PAPER = OpenApiParameter("paper", str, enum=PAPERS, description="A4 by default")
JSON_ONLY = api_settings.DEFAULT_PARSER_CLASSES[:1]


class _Refusing(APIView):
    """Tells refusals as the other endpoints of battles do."""

    permission_classes = (IsAuthenticated,)
    parser_classes = JSON_ONLY

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        """Whoever asks for PDF is told in JSON what is refused."""
        if isinstance(response, Response):
            request.accepted_renderer, request.accepted_media_type = JSONRenderer(), "application/json"
        return super().finalize_response(request, response, *args, **kwargs)

    def handle_exception(self, error: Exception) -> Response:
        if isinstance(error, LeaguerError):
            late = error.code == "not-met"
            fault = {"path": error.path, "message": error.message}
            code = status.HTTP_409_CONFLICT if late else status.HTTP_400_BAD_REQUEST
            return Response({"detail": error.message, "errors": [fault]}, status=code)
        if isinstance(error, Stale):
            return Response({"detail": str(error), "errors": []}, status=status.HTTP_409_CONFLICT)
        return super().handle_exception(error)


class RecordViewSet(_Refusing, ListModelMixin, GenericViewSet[Record]):
    """One's records without a meeting, as owner or opponent."""

    serializer_class = s.RecordSerializer
    queryset = Record.objects.none()
    ordering_fields = ("created", "updated")
    pdf_renderers = (JSONRenderer, PDFRenderer)

    def get_queryset(self) -> Any:
        return Record.objects.of(self.request.user).light().filter(archived=False)

    def place(self) -> Place:
        """The user's place at the record of the address."""
        try:
            return access.own(self.request.user, self.kwargs["id"])
        except Http404 as error:
            raise NotFound(str(error)) from None

    @extend_schema(tags=TAGS, responses={200: s.RecordSerializer(many=True)})
    def list(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """Your records, those of meetings too, the last changed first."""
        return super().list(request, *args, **kwargs)

    @extend_schema(tags=TAGS, request=s.NewRecordSerializer, responses={201: s.RecordSerializer, 400: BAD})
    def create(self, request: Request) -> Response:
        """Record a battle of two lists that met without Leaguer."""
        asked = s.NewRecordSerializer(data=request.data, context=self.get_serializer_context())
        asked.is_valid(raise_exception=True)
        data = asked.validated_data
        lists = asked.documents()
        row = services.create(
            request.user, lists, sides=asked.names(lists), opponent=data["opponent"],
            scenario=data["scenario"],
        )  # fmt: skip
        return Response(s.RecordSerializer(row).data, status=status.HTTP_201_CREATED)

    @extend_schema(tags=TAGS, responses={200: s.OpenedSerializer, **READ})
    def retrieve(self, request: Request, id: UUID) -> Response:
        """What stands: every entry, disputes, and the score with its steps."""
        return self._opened(services.opened(self.place().record))

    @extend_schema(tags=TAGS, request=s.ClaimsSerializer, responses=WRITTEN)
    def claim(self, request: Request, id: UUID) -> Response:
        """Record something: values by entry key."""
        place, data = self._asked(s.ClaimsSerializer)
        kept = services.claim(place.record, data["revision"], place.side, self._user, data["changes"])
        return self._opened(kept)

    @extend_schema(tags=TAGS, request=s.AgreeSerializer, responses=WRITTEN)
    def agree(self, request: Request, id: UUID) -> Response:
        """Agree to what the other side says."""
        place, data = self._asked(s.AgreeSerializer)
        kept = services.agree(place.record, data["revision"], place.side, self._user, data["keys"])
        return self._opened(kept)

    @extend_schema(tags=TAGS, request=s.TurnSerializer, responses=WRITTEN)
    def turn(self, request: Request, id: UUID) -> Response:
        """Begin a turn."""
        place, data = self._asked(s.TurnSerializer)
        kept = services.begin_turn(place.record, data["revision"], place.side, self._user, data["turn"])
        return self._opened(kept)

    @extend_schema(tags=TAGS, request=s.AtSerializer, responses=WRITTEN)
    def sign(self, request: Request, id: UUID) -> Response:
        """Sign the record as it stands; it is settled when both sides have."""
        place, data = self._asked(s.AtSerializer)
        return self._opened(services.sign(place.record, data["revision"], place.side, self._user))

    @extend_schema(tags=TAGS, request=s.AtSerializer, responses=WRITTEN)
    def reopen(self, request: Request, id: UUID) -> Response:
        """Take the signatures back."""
        place, data = self._asked(s.AtSerializer)
        return self._opened(services.reopen(place.record, data["revision"], place.side, self._user))

    @extend_schema(tags=TAGS, responses={200: s.ClaimSerializer(many=True), **READ})
    def claims(self, request: Request, id: UUID) -> Response:
        """Everything that was done, the first first."""
        page = self.paginate_queryset(services.opened(self.place().record).claims)  # type: ignore[arg-type]
        return self.get_paginated_response(s.ClaimSerializer(page, many=True).data)

    @extend_schema(tags=TAGS, responses={200: OpenApiTypes.OBJECT, **READ})
    def document(self, request: Request, id: UUID) -> Response:
        """The RESULT document."""
        place = self.place()
        return Response(services.opened(place.record).document(place.side))

    @extend_schema(
        tags=TAGS, parameters=[PAPER], responses={(200, "application/pdf"): OpenApiTypes.BINARY, **READ}
    )
    def pdf(self, request: Request, id: UUID) -> HttpResponse:
        """The victory sheet."""
        place = self.place()
        book = services.opened(place.record)
        paper = paper_named(request.query_params.get("paper", ""))
        made = documents.score_pdf(
            book.document(place.side), book.score(place.side), book.record.system, paper,
            state=documents.state_words(book.ledger),
        )  # fmt: skip
        return sent(made, file_name(f"{book.record.title} result", "pdf"))

    @property
    def _user(self) -> Any:
        return self.request.user

    def _asked(self, reads: Any) -> tuple[Place, dict[str, Any]]:
        place = self.place()
        asked = reads(data=self.request.data)
        asked.is_valid(raise_exception=True)
        return place, asked.validated_data

    def _opened(self, book: Book) -> Response:
        place_side = (
            None if book.record.opponent_id is None else int(self._user.pk == book.record.opponent_id)
        )
        return Response(s.OpenedSerializer(_standing(book, place_side)).data)


class BattleRecordViewSet(RecordViewSet):
    """The record of a battle whose forces met here."""

    def place(self) -> Place:
        try:
            return access.at_battle(self.request.user, self.kwargs["id"])
        except Http404 as error:
            raise NotFound(str(error)) from None


def _standing(book: Book, side: int | None) -> dict[str, Any]:
    ledger = book.ledger
    return {
        "revision": book.record.revision,
        "turn": ledger.turn,
        "settled": ledger.settled,
        "signed": [each for each in (0, 1) if ledger.signed & {each, None}],
        "entries": [
            {
                "key": key, "label": book.sheet.entry(key).label, "where": where(book, key),
                "value": each.value, "said": {str(by): value for by, value in each.said.items()},
                "turn": each.turn,
            }
            for key, each in ledger.standings.items()
        ],
        "disputes": [each.key for each in ledger.disputes],
        "score": book.score(side).to_json(),
    }  # fmt: skip


class ScoreView(_Refusing):
    """Scores a RESULT document."""

    @extend_schema(
        tags=TAGS, operation_id="score", request=OpenApiTypes.OBJECT,
        responses={200: s.ScoreSerializer, 400: BAD},
    )  # fmt: skip
    def post(self, request: Request) -> Response:
        """The score of a battle on a table, with every step and its rule."""
        bookaccess.own_only(request.user, request.data)
        system, score = documents.read_scored(request.data)
        return Response({"system": system, **score.to_json()})


class ScorePdfView(_Refusing):
    """Prints the score of a RESULT document."""

    renderer_classes = (JSONRenderer, PDFRenderer)

    @extend_schema(
        tags=TAGS, operation_id="score_pdf", parameters=[PAPER], request=OpenApiTypes.OBJECT,
        responses={(200, "application/pdf"): OpenApiTypes.BINARY, 400: BAD, 404: NO_FORMAT},
    )  # fmt: skip
    def post(self, request: Request) -> HttpResponse:
        """The victory sheet of a battle on a table."""
        bookaccess.own_only(request.user, request.data)
        system, score = documents.read_scored(request.data)
        paper = paper_named(request.query_params.get("paper", ""))
        made = documents.score_pdf(dict(request.data), score, system, paper)
        title = f"{score.sides[0].name} against {score.sides[1].name}"
        return sent(made, file_name(f"{title} result", "pdf"))
