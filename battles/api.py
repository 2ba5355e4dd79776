"""Battles over REST: set up, fight, decide, read. A seat says what may be seen, the services work."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any
from uuid import UUID

from django.http import Http404, HttpResponse
from django_filters import rest_framework as filters
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import status
from rest_framework.decorators import action
from rest_framework.exceptions import NotFound
from rest_framework.mixins import ListModelMixin
from rest_framework.permissions import IsAuthenticated
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.settings import api_settings
from rest_framework.viewsets import GenericViewSet

from armylists.api import PDFRenderer
from armylists.owned.files import file_name, sent
from armylists.owned.services import Stale
from armylists.printing import PAPERS, paper_named
from battles import documents, record, services
from battles.access import Seat, seat, status_of
from battles.documents import NotOver
from battles.meeting.documents import NotReady, sheet_pdf
from battles.models import SIDES, Battle
from battles.replay import played
from battles.serializers import (
    ActSerializer,
    AdvancedSerializer,
    AdvanceSerializer,
    AnswerSerializer,
    BattleSerializer,
    ChoiceSerializer,
    DecisionSerializer,
    EntrySerializer,
    ErrorSerializer,
    FieldSerializer,
    LogLineSerializer,
    NewBattleSerializer,
    ReactionsSerializer,
    TurnQuery,
)
from rulesets.engine.decisions import Refusal
from rulesets.engine.document import to_document
from rulesets.engine.errors import LeaguerError

TAGS = ["battles"]
BAD = OpenApiResponse(ErrorSerializer, "Something is wrong; nothing was changed")
NOT_YOURS = OpenApiResponse(ErrorSerializer, "The other side, or the tactician, decides now")
GONE = OpenApiResponse(ErrorSerializer, "No such battle, or not yours")
NO_PAGE = OpenApiResponse(ErrorSerializer, "There are not so many pages")
MOVED_ON = OpenApiResponse(ErrorSerializer, "The battle has moved on")
ACTED = {200: BattleSerializer, 400: BAD, 403: NOT_YOURS, 404: GONE, 409: MOVED_ON}
NOT_YET = OpenApiResponse(ErrorSerializer, "The battle is not over yet")


class BattleFilter(filters.FilterSet):
    """Battles by how far they are and by rules; without `archived`, those in use."""

    status = filters.ChoiceFilter(choices=Battle.Status.choices)
    system = filters.CharFilter(max_length=40)
    archived = filters.BooleanFilter(help_text="Battles that were put away, instead of those in use.")

    class Meta:
        model = Battle
        fields = ("status", "system")

    def filter_queryset(self, queryset: Any) -> Any:
        archived = bool(self.form.cleaned_data.pop("archived", False))
        return super().filter_queryset(queryset.filter(archived=archived))


class BattleViewSet(ListModelMixin, GenericViewSet[Battle]):
    """One's battles, as owner or opponent."""

    permission_classes = (IsAuthenticated,)
    parser_classes = api_settings.DEFAULT_PARSER_CLASSES[:1]  # JSON: forms cannot hold lists and choices
    serializer_class = BattleSerializer
    filterset_class = BattleFilter
    ordering_fields = ("created", "updated", "turn")
    lookup_field = "public_id"
    lookup_url_kwarg = "id"
    queryset = Battle.objects.none()

    def get_queryset(self) -> Any:
        return Battle.objects.of(self.request.user).light()

    def filter_queryset(self, queryset: Any) -> Any:
        return super().filter_queryset(queryset) if self.action == "list" else queryset

    def handle_exception(self, error: Exception) -> Response:
        if isinstance(error, LeaguerError):
            return Response(_refused(error), status=status_of(error))
        if isinstance(error, Stale | NotOver | NotReady):
            return Response({"detail": str(error), "errors": []}, status=status.HTTP_409_CONFLICT)
        return super().handle_exception(error)

    def seat(self) -> Seat:
        """The user's seat at the battle of the address."""
        try:
            return seat(self.request.user, self.kwargs["id"])
        except Http404 as error:
            raise NotFound(str(error)) from None

    # -- begin and read -------------------------------------------------------------------------

    @extend_schema(tags=TAGS, request=NewBattleSerializer, responses={201: BattleSerializer, 400: BAD})
    def create(self, request: Request) -> Response:
        """Set up a battle from two lists, each the id of one of yours or a document."""
        asked = NewBattleSerializer(data=request.data, context=self.get_serializer_context())
        asked.is_valid(raise_exception=True)
        data = asked.validated_data
        row = services.begin(
            request.user, asked.setup(), seed=data["seed"], opponent=data["opponent"],
            tacticians=data["tacticians"], agreed=data["agreed"],
        )  # fmt: skip
        return Response(BattleSerializer(row).data, status=status.HTTP_201_CREATED)

    @extend_schema(tags=TAGS, responses={200: BattleSerializer(many=True), 400: BAD, 404: NO_PAGE})
    def list(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """Your battles, the last changed first."""
        return super().list(request, *args, **kwargs)

    @extend_schema(tags=TAGS, responses={200: BattleSerializer, 404: GONE})
    def retrieve(self, request: Request, id: UUID) -> Response:
        """A battle: how far it is, how the sides stand, its result."""
        return Response(BattleSerializer(self.seat().battle).data)

    # -- play -----------------------------------------------------------------------------------

    @extend_schema(
        tags=TAGS,
        request=AdvanceSerializer,
        responses={200: AdvancedSerializer, 400: BAD, 404: GONE, 409: MOVED_ON},
    )
    @action(detail=True, methods=["post"])
    def advance(self, request: Request, id: UUID) -> Response:
        """Fight automatically for some seconds: the tactician decides for his sides."""
        asked = AdvanceSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        row = self.seat().battle
        done = services.advance(row, asked.validated_data["seconds"])
        row.made, row.more = done.made, done.more  # type: ignore[attr-defined]
        return Response(AdvancedSerializer(row).data)

    @extend_schema(tags=TAGS, responses={200: DecisionSerializer, 404: GONE})
    @action(detail=True, methods=["get"])
    def choices(self, request: Request, id: UUID) -> Response:
        """The pending decision with everything it offers, if it is yours to make."""
        return Response(_pending(self.seat()))

    @extend_schema(
        tags=TAGS,
        request=ChoiceSerializer,
        responses={201: DecisionSerializer, 400: BAD, 403: NOT_YOURS, 404: GONE, 409: MOVED_ON},
    )
    @choices.mapping.post
    def make_choice(self, request: Request, id: UUID) -> Response:
        """Make the pending decision; the tactician's next ones follow at once."""
        asked = ChoiceSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        place = self.seat()
        with played(place.battle) as found:
            side = place.side(found.engine)
        revision = _revision(place.battle, asked.validated_data)
        services.choose(place.battle, revision, asked.validated_data["choice"], side, request.user)
        return Response(_pending(place), status=status.HTTP_201_CREATED)

    # -- between the players --------------------------------------------------------------------

    @extend_schema(tags=TAGS, request=ActSerializer, responses=ACTED)
    @action(detail=True, methods=["post"])
    def undo(self, request: Request, id: UUID) -> Response:
        """Take back your last choice and all that followed; against another player, offer to."""
        return self._act(request, services.undo)

    @extend_schema(tags=TAGS, request=ActSerializer, responses=ACTED)
    @action(detail=True, methods=["post"])
    def draw(self, request: Request, id: UUID) -> Response:
        """Offer a draw, or accept the one that is offered."""
        return self._act(request, services.offer_draw)

    @extend_schema(tags=TAGS, request=AnswerSerializer, responses=ACTED)
    @action(detail=True, methods=["post"])
    def answer(self, request: Request, id: UUID) -> Response:
        """Accept or decline what the other side offers, or withdraw your own offer."""
        return self._act(request, services.answer, AnswerSerializer)

    @extend_schema(tags=TAGS, request=ActSerializer, responses=ACTED)
    @action(detail=True, methods=["post"])
    def resign(self, request: Request, id: UUID) -> Response:
        """Give the battle up. Who leads both sides says for which."""
        return self._act(request, services.resign)

    @extend_schema(tags=TAGS, request=ReactionsSerializer, responses=ACTED)
    @action(detail=True, methods=["post"])
    def reactions(self, request: Request, id: UUID) -> Response:
        """Be asked about every reaction of your side, or never."""
        asked = ReactionsSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        place = self.seat()
        services.set_reactions(place.battle, _side(place, asked.validated_data), asked.validated_data["mode"])
        return Response(BattleSerializer(place.battle).data)

    def _act(
        self, request: Request, act: Callable[..., None], reads: type[ActSerializer] = ActSerializer
    ) -> Response:
        asked = reads(data=request.data)
        asked.is_valid(raise_exception=True)
        place, data = self.seat(), asked.validated_data
        more = {"accept": data["accept"]} if "accept" in data else {}
        act(place.battle, data["revision"], _side(place, data), request.user, **more)
        return Response(BattleSerializer(place.battle).data)

    # -- log ------------------------------------------------------------------------------------

    @extend_schema(
        tags=TAGS, parameters=[TurnQuery], responses={200: LogLineSerializer(many=True), 404: GONE}
    )
    @action(detail=True, methods=["get"], filter_backends=[])
    def log(self, request: Request, id: UUID) -> Response:
        """The log in words, of one turn or of all; every roll with its dice and modifiers."""
        wanted = _turn(request)
        row = self.seat().battle
        last = record.overview(row).last
        numbers = range(last + 1) if wanted is None else range(wanted, min(wanted, last) + 1)
        turns = [record.turn(row, number)[1] for number in numbers]
        return self._pages([{"turn": turn.number, **line.to_json()} for turn in turns for line in turn.lines])

    @extend_schema(tags=TAGS, responses={200: EntrySerializer(many=True), 404: GONE})
    @action(detail=True, methods=["get"], filter_backends=[])
    def events(self, request: Request, id: UUID) -> Response:
        """The events as the document holds them, each with its link of the hash chain."""
        with played(self.seat().battle) as found:
            entries = list(found.engine.entries)
        page = self.paginate_queryset(entries)  # type: ignore[arg-type]
        return self.get_paginated_response([entry.to_json() for entry in page or ()])

    @extend_schema(tags=TAGS, parameters=[TurnQuery], responses={200: FieldSerializer, 400: BAD, 404: GONE})
    @action(detail=True, methods=["get"], pagination_class=None, filter_backends=[])
    def field(self, request: Request, id: UUID) -> Response:
        """The state at the end of a turn, the last one by default."""
        wanted = _turn(request)
        whole, turn = record.turn(self.seat().battle, wanted)
        if wanted is not None and turn.number != wanted:
            raise NotFound(f"The battle has turns 0 to {whole.last}.")
        return Response({"turn": turn.number, "turns": whole.last, "state": turn.state})

    # -- files ----------------------------------------------------------------------------------

    @extend_schema(tags=TAGS, responses={200: OpenApiTypes.OBJECT, 404: GONE, 409: NOT_YET})
    @action(detail=True, methods=["get"], pagination_class=None, filter_backends=[])
    def document(self, request: Request, id: UUID) -> Response:
        """The battle's document: set-up, seed, choices and log, to be replayed. When the battle is over."""
        with played(self._over()) as found:
            _check_whole(found)
            return Response(to_document(found.engine))

    @extend_schema(
        tags=TAGS,
        parameters=[
            OpenApiParameter("paper", str, enum=PAPERS, description="A4 by default"),
            OpenApiParameter("side", int, enum=SIDES, description="Of a meeting: for which of your sides"),
        ],
        responses={(200, "application/pdf"): OpenApiTypes.BINARY, 404: GONE, 409: NOT_YET},
    )
    @action(
        detail=True, methods=["get"], pagination_class=None, filter_backends=[],
        renderer_classes=[JSONRenderer, PDFRenderer],
    )  # fmt: skip
    def pdf(self, request: Request, id: UUID) -> HttpResponse:
        """The victory sheet, of a meeting your side's sheet for the table. When the battle is over."""
        row = self._over()
        with played(row) as found:
            _check_whole(found)
            paper = paper_named(request.query_params.get("paper", ""))
            if row.meeting is None:
                data = documents.victory_pdf(found.engine, paper)
            else:
                data = sheet_pdf(found.engine, _sheet_side(self.seat(), request), paper)
        return sent(data, file_name(row.title, "pdf"))

    def _over(self) -> Battle:
        row = self.seat().battle
        if not row.over:
            raise NotOver("The battle's files are here when it is over: they hold secret choices too.")
        return row

    def _pages(self, rows: Sequence[dict[str, Any]]) -> Response:
        page = self.paginate_queryset(rows)  # type: ignore[arg-type]
        return self.get_paginated_response(page)


def _sheet_side(place: Seat, request: Request) -> int:
    """The own side that `?side=` names, the first of them by default."""
    wanted = {"0": 0, "1": 1}.get(request.query_params.get("side", ""), min(place.sides))
    if wanted not in place.sides:
        raise NotFound("That side is not yours.")
    return wanted


def _turn(request: Request) -> int | None:
    query = TurnQuery(data=request.query_params)
    query.is_valid(raise_exception=True)
    turn: int | None = query.validated_data.get("turn")
    return turn


def _revision(row: Battle, asked: Mapping[str, Any]) -> int:
    """The revision that is asked for; `number`, the number of choices, stands for the one it is now."""
    if "revision" in asked:
        return int(asked["revision"])
    if asked["number"] != row.version:
        raise Stale(row, asked["number"])
    return row.revision


def _side(place: Seat, asked: Mapping[str, Any]) -> int:
    """For which of his sides a player acts; raises Refusal for the other one's, or when it is not said."""
    mine = place.sides - {*place.battle.tacticians} or place.sides
    side: int | None = asked.get("side", min(mine) if len(mine) == 1 else None)
    if side is None:
        raise Refusal("you lead both sides: say for which", path="side", code="missing")
    if side not in place.sides:
        raise Refusal(f"you do not lead {place.battle.sides[side]}", path="side", code="not-yours")
    return side


def _pending(place: Seat) -> dict[str, Any]:
    with played(place.battle) as found:
        view = place.view(found.engine)
        mine = place.decision(found.engine) is not None and found.stop is None
    decision = view["decision"] if mine else None
    row = place.battle
    return {
        "number": row.version, "revision": row.revision, "deciding": view["deciding"], "decision": decision,
        "offer": row.offer,
    }  # fmt: skip


def _check_whole(found: Any) -> None:
    if found.stop is not None:
        raise NotOver(f"The rules have changed since this battle was fought. {found.stop.message}")


def _refused(error: LeaguerError) -> dict[str, Any]:
    fault = {"path": error.path, "message": error.message}
    if isinstance(error, Refusal) and error.rule:
        fault["rule"] = error.rule
    return {"detail": error.message, "errors": [fault]}
