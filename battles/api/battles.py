"""Battles over REST: set up, fight, decide, read. A viewer limits what is seen, services do the work."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django_filters import rest_framework as filters
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from armylists.owned.api import JSON_ONLY, PAPER, ArchivedFilter, Conflict, OwnedViewSet
from armylists.owned.files import file_name, sent
from armylists.owned.services import Stale
from battles import documents, record, services
from battles import serializers as s
from battles import wording as words
from battles.access import Viewer, viewer_of
from battles.agreed import agreed_on
from battles.board.moment import hint_on
from battles.colours import colours_of
from battles.models import Battle
from battles.replay import played
from battles.sides import SIDES
from rulesets.engine.decisions import Refusal
from rulesets.engine.document import to_document

SIDE = OpenApiParameter("side", int, enum=SIDES, description="Of a meeting: for which of your sides")


class BattleFilter(ArchivedFilter):
    """Battles by how far they are and by rules; without `archived`, those in use."""

    status = filters.ChoiceFilter(choices=Battle.Status.choices)
    system = filters.CharFilter(max_length=40)

    class Meta:
        model = Battle
        fields = ("status", "system")


class BattleViewSet(OwnedViewSet):
    """One's battles, as owner or opponent."""

    kind = Battle
    parser_classes = JSON_ONLY
    serializer_class = s.BattleSerializer
    filterset_class = BattleFilter
    ordering_fields = ("created", "updated", "turn")
    queryset = Battle.objects.none()

    def viewer(self) -> Viewer:
        """Return the user as viewer of the battle in the address."""
        return viewer_of(self.request.user, self.kwargs["id"])

    def player(self) -> Viewer:
        """Return the same for what players do; raises Refusal in a battle that is cancelled."""
        viewer = self.viewer()
        viewer.battle.check_open()
        return viewer

    # -- begin and read -------------------------------------------------------------------------

    @extend_schema(request=s.NewBattleSerializer)
    def create(self, request: Request) -> Response:
        """Set up a battle from two lists, each the id of one of yours or a document."""
        asked = self.given(s.NewBattleSerializer)
        data = asked.validated_data
        row = services.begin(
            self.user, asked.setup(), seed=data["seed"], invited=data["opponent"],
            tacticians=data["tacticians"], agreed=data["agreed"],
        )  # fmt: skip
        return self.respond(row, status.HTTP_201_CREATED)

    def list(self, request: Request) -> Response:
        """List your battles, the last changed first."""
        return super().list(request)

    def retrieve(self, request: Request, id: UUID) -> Response:
        """Return a battle: how far it has got, how the sides stand, its result."""
        return self.respond(self.viewer().battle)

    @extend_schema(responses=s.AgreedSerializer)
    def agreed(self, request: Request, id: UUID) -> Response:
        """Return what both sides agreed on: table, limits, optional rules and both lists."""
        return Response(s.AgreedSerializer(agreed_on(self.viewer().battle)).data)

    # -- play -----------------------------------------------------------------------------------

    @extend_schema(request=s.AdvanceSerializer, responses=s.AdvancedSerializer)
    def advance(self, request: Request, id: UUID) -> Response:
        """Fight automatically for some seconds: the tactician decides for the sides left to it."""
        asked = self.asked(s.AdvanceSerializer)
        viewer = self.player()
        if not viewer.plays_on:
            raise Refusal(words.NOT_LEADING, code="not-yours")
        row = viewer.battle
        done = services.advance(row, asked["seconds"])
        row.made, row.more = done.made, done.more  # type: ignore[attr-defined]
        return Response(s.AdvancedSerializer(row).data)

    @extend_schema(responses=s.DecisionSerializer)
    def choices(self, request: Request, id: UUID) -> Response:
        """Return the pending decision with all its options, if it is yours to make."""
        return Response(_pending(self.viewer()))

    @extend_schema(request=s.ChoiceSerializer, responses={201: s.DecisionSerializer})
    def make_choice(self, request: Request, id: UUID) -> Response:
        """Make the pending decision; the tactician then makes its own."""
        asked, viewer = self.asked(s.ChoiceSerializer), self.player()
        with played(viewer.battle) as found:
            side = viewer.side(found.engine)
        services.choose(viewer.battle, _revision(viewer.battle, asked), asked["choice"], side, self.user)
        return Response(_pending(viewer), status=status.HTTP_201_CREATED)

    # -- between the players --------------------------------------------------------------------

    @extend_schema(request=s.UndoSerializer)
    def undo(self, request: Request, id: UUID) -> Response:
        """Undo your last choice and everything that followed; against another player, ask for it."""
        return self._act(services.undo, s.UndoSerializer)

    @extend_schema(request=s.ActSerializer)
    def draw(self, request: Request, id: UUID) -> Response:
        """Offer a draw, or accept the one that is offered."""
        return self._act(services.offer_draw)

    @extend_schema(request=s.AnswerSerializer)
    def answer(self, request: Request, id: UUID) -> Response:
        """Accept or decline the other side's offer, or withdraw your own."""
        return self._act(services.answer, s.AnswerSerializer)

    @extend_schema(request=s.ActSerializer)
    def resign(self, request: Request, id: UUID) -> Response:
        """Resign the battle. If you lead both sides, say for which."""
        return self._act(services.resign)

    @extend_schema(request=s.ReactionsSerializer)
    def reactions(self, request: Request, id: UUID) -> Response:
        """Choose whether you are asked about every reaction of your side, or never."""
        asked, viewer = self.asked(s.ReactionsSerializer), self.player()
        services.set_reactions(viewer.battle, _side(viewer, asked), asked["mode"])
        return self.respond(viewer.battle)

    @extend_schema(request=s.HintsSerializer)
    def hints(self, request: Request, id: UUID) -> Response:
        """Show hints beside the decisions of your side, or hide them."""
        asked, viewer = self.asked(s.HintsSerializer), self.player()
        services.set_hints(viewer.battle, _side(viewer, asked), on=asked["on"])
        return self.respond(viewer.battle)

    def _act(self, act: Callable[..., None], reads: type[s.ActSerializer] = s.ActSerializer) -> Response:
        data, viewer = self.asked(reads), self.player()
        more = {name: data[name] for name in ("accept", "steps") if name in data}
        act(viewer.battle, data["revision"], _side(viewer, data), self.request.user, **more)
        return self.respond(viewer.battle)

    # -- log ------------------------------------------------------------------------------------

    @extend_schema(parameters=[s.TurnQuery], responses=s.LogLineSerializer(many=True))
    def log(self, request: Request, id: UUID) -> Response:
        """Return the log in words, of one turn or of all; every roll with its dice and modifiers."""
        wanted = self.queried(s.TurnQuery).get("turn")
        row = self.viewer().battle
        last = record.overview(row).last
        numbers = range(last + 1) if wanted is None else range(wanted, min(wanted, last) + 1)
        turns = [record.turn(row, number)[1] for number in numbers]
        return self.pages([{"turn": turn.number, **line.to_json()} for turn in turns for line in turn.lines])

    @extend_schema(responses=s.EntrySerializer(many=True))
    def events(self, request: Request, id: UUID) -> Response:
        """Return the events as the document holds them, each with its hash in the chain."""
        with played(self.viewer().battle) as found:
            return self.pages(entry.to_json() for entry in found.engine.entries)

    @extend_schema(parameters=[s.TurnQuery], responses=s.FieldSerializer)
    def field(self, request: Request, id: UUID) -> Response:
        """Return the state at the end of a turn, the last one by default."""
        wanted = self.queried(s.TurnQuery).get("turn")
        whole, turn = record.turn(self.viewer().battle, wanted)
        if wanted is not None and turn.number != wanted:
            raise NotFound(f"The battle has turns 0 to {whole.last}.")
        return Response({"turn": turn.number, "turns": whole.last, "state": turn.state})

    # -- files ----------------------------------------------------------------------------------

    @extend_schema(responses=OpenApiTypes.OBJECT)
    def document(self, request: Request, id: UUID) -> Response:
        """Return the battle's document, to replay it: set-up, seed, choices and log. When the battle is
        over.
        """
        with played(self._over()) as found:
            _check_whole(found)
            return Response(to_document(found.engine))

    @extend_schema(parameters=[PAPER, SIDE], responses={(200, "application/pdf"): OpenApiTypes.BINARY})
    def pdf(self, request: Request, id: UUID) -> HttpResponse:
        """Return the victory sheet, of a meeting your side's sheet for the table. When the battle is over."""
        row = self._over()
        with played(row) as found:
            _check_whole(found)
            if row.meeting is None:
                made = documents.victory_pdf(found.engine, self.paper, colours_of(row), row.undone_words)
                return sent(made, file_name(row.title, "pdf"))
            try:
                data = documents.sheet_pdf(found.engine, _sheet_side(self.viewer(), request), self.paper)
            except documents.NotOver as error:
                raise Conflict(str(error)) from None
        return sent(data, file_name(row.title, "pdf"))

    def _over(self) -> Battle:
        row = self.viewer().battle
        if not row.over:
            raise Conflict(
                "You can download the battle’s files when it is over, because they contain secret choices."
            )
        return row


def _sheet_side(viewer: Viewer, request: Request) -> int:
    """Return the own side that `?side=` names, the first of them by default."""
    wanted = {"0": 0, "1": 1}.get(request.query_params.get("side", ""), min(viewer.sides, default=None))
    if wanted not in viewer.sides:
        raise NotFound("That side is not yours.")
    return wanted


def _revision(row: Battle, asked: Mapping[str, Any]) -> int:
    """Return the revision that is asked for; `number`, the number of choices, stands for the one now."""
    if "revision" in asked:
        return int(asked["revision"])
    if asked["number"] != row.version:
        raise Stale(row, asked["number"])
    return row.revision


def _side(viewer: Viewer, asked: Mapping[str, Any]) -> int:
    """Return which of their sides a player acts for; raises Refusal for another's, or if none is named."""
    mine = viewer.sides - {*viewer.battle.tacticians} or viewer.sides
    side: int | None = asked.get("side", min(mine) if len(mine) == 1 else None)
    if not viewer.sides:
        raise Refusal(words.NOT_LEADING, code="not-yours")
    if side is None:
        raise Refusal("you lead both sides: say for which", path="side", code="missing")
    if side not in viewer.sides:
        raise Refusal(f"you do not lead {viewer.battle.sides[side]}", path="side", code="not-yours")
    return side


def _pending(viewer: Viewer) -> dict[str, Any]:
    with played(viewer.battle) as found:
        view = viewer.view(found.engine)
        asked = viewer.decision(found.engine) if found.stop is None else None
        hint = None if asked is None else hint_on(viewer, found.engine, asked)
    decision = view["decision"] if asked is not None else None
    row = viewer.battle
    return {
        "number": row.version, "revision": row.revision, "deciding": view["deciding"], "decision": decision,
        "offer": row.offer, "hint": None if hint is None else s.HintSerializer(hint).data,
    }  # fmt: skip


def _check_whole(found: Any) -> None:
    if found.stop is not None:
        raise Conflict(f"The rules have changed since this battle was fought. {found.stop.message}")
