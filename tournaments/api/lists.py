"""Lists that players of a tournament send in, over REST: the same copies and judgements as the pages."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import Http404, HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers, status
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from armylists import documents
from armylists.api.lists import LAYOUT
from armylists.given import army_in
from armylists.owned.api import PAPER
from armylists.owned.files import file_name, sent
from armylists.owned.shapes import shape
from armylists.pdf import roster_pdf
from armylists.serializers import DocumentField, ReportSerializer
from rulesets.engine.lists.report import Violation
from rulesets.engine.rosterlayouts import layout_named
from tournaments import sending
from tournaments.access import Viewer
from tournaments.api import shapes
from tournaments.api.base import TournamentBase, pdf_answer
from tournaments.sending import Bringing, Held
from tournaments.wording import api as words
from tournaments.wording import lists as said

BOOKLET = OpenApiParameter(
    "layout", str, enum=["summary", "cards"],
    description="A page for each (the default), or cards.",
)  # fmt: skip


class SendListSerializer(serializers.Serializer[Any]):
    """A list to send in: give one of `own`, `link`, `document` and `text`. A copy of it is kept."""

    own = serializers.UUIDField(required=False, help_text="The id of one of your lists.")
    link = serializers.CharField(max_length=500, required=False, help_text="The link of a shared list.")
    document = DocumentField(required=False)
    text = serializers.CharField(max_length=100_000, required=False, help_text="A line a unit.")
    player = serializers.CharField(
        max_length=32, required=False, default="", allow_blank=True,
        help_text="Whose it is, if an organiser sends it in; you without it.",
    )  # fmt: skip
    replaces = serializers.CharField(
        max_length=32, required=False, default="", allow_blank=True,
        help_text="The key of the list in whose place it comes. Not needed where everybody brings one.",
    )  # fmt: skip

    def validate(self, data: dict[str, Any]) -> dict[str, Any]:
        if len(data.keys() & {"own", "link", "document", "text"}) != 1:
            raise serializers.ValidationError({"own": words.ONE_LIST})
        return data


class SentListSerializer(serializers.Serializer[Any]):
    """A list as a player sent it in, which never changes. `state`: waits, accepted or declined; `late`: it
    came after the deadline; `changed`: in the place of an accepted one; `replaces`: the key of the one that
    counts until this is accepted; `problems`: how many rules it breaks, of its system or of the tournament.
    """

    key = serializers.CharField()
    player = serializers.CharField()
    player_name = serializers.CharField()
    name = serializers.CharField()
    system = serializers.CharField()
    book = serializers.CharField()
    points = serializers.IntegerField()
    state = serializers.CharField()
    late = serializers.BooleanField()
    changed = serializers.BooleanField()
    replaces = serializers.CharField(allow_null=True)
    reason = serializers.CharField(allow_blank=True)
    problems = serializers.IntegerField()
    sent = serializers.DateTimeField()


class WholeSentListSerializer(SentListSerializer):
    """A list with every fault at its place. `report`: what its own system says, null if it can no longer be
    read; `broken`: which limits of the tournament it breaks; `together`: which all lists of the player do.
    """

    document = DocumentField()
    report = ReportSerializer(allow_null=True)
    broken = shape(Violation)(many=True)
    together = shape(Violation)(many=True)


class AcceptedSerializer(serializers.Serializer[Any]):
    """How many lists were accepted."""

    accepted = serializers.IntegerField()


class ListsQuery(serializers.Serializer[Any]):
    """Whose lists are asked for."""

    player = serializers.CharField(max_length=32, required=False, help_text="The id of a player.")


class SentListsViewSet(TournamentBase):
    """The lists of a tournament; `accept_list`, `decline_list`, `withdraw_list`, `lock_lists` and `show` are
    actions of its log.
    """

    serializer_class = SentListSerializer

    @extend_schema(parameters=[ListsQuery], responses=SentListSerializer(many=True))
    def lists(self, request: Request, id: UUID) -> Response:
        """List the army lists that you may see: your own; all of them as organiser; those that were accepted,
        once they are shown.
        """
        wanted = self.queried(ListsQuery)
        people = sending.bringing(self.viewer(), *wanted.values())
        return self.pages([_line(each) for person in people for each in person.lists])

    @extend_schema(
        operation_id="tournaments_lists_send",
        request=SendListSerializer,
        responses={201: WholeSentListSerializer},
    )
    def send(self, request: Request, id: UUID) -> Response:
        """Send a list in, for yourself or, as organiser, for any player. It is kept though it breaks rules:
        the answer says which, and where.
        """
        data, viewer = self.asked(SendListSerializer), self.viewer()
        player = data.pop("player") or viewer.player
        replaces = data.pop("replaces")
        sending.check_sender(viewer, player)
        army = army_in(self.user, **_given(data))
        row = sending.send(viewer.tournament, self.user, player, army, replaces)
        found = sending.held(Viewer(row.tournament, viewer.user, viewer.role, viewer.player), row.key)
        return Response(_whole(*found), status=status.HTTP_201_CREATED)

    @extend_schema(responses=WholeSentListSerializer)
    def one(self, request: Request, id: UUID, key: str) -> Response:
        """Show a list with every fault at its place; 404 for who may not see it."""
        return Response(_whole(*sending.held(self.viewer(), key)))

    @extend_schema(parameters=[PAPER, LAYOUT], responses={(200, "application/pdf"): OpenApiTypes.BINARY})
    def pdf(self, request: Request, id: UUID, key: str) -> HttpResponse:
        """Return a list as PDF."""
        found = sending.held(self.viewer(), key)[1]
        if found.sent is None:
            raise Http404(said.UNREADABLE)
        asked = layout_named(request.query_params.get("layout", ""))
        made = roster_pdf(found.sent.army, self.paper, layout=asked)
        return sent(made, documents.file_name(found.sent.army, "pdf"))

    @extend_schema(
        parameters=[PAPER, BOOKLET],
        responses={(200, "application/pdf"): OpenApiTypes.BINARY, 202: shapes.RefusedSerializer},
    )
    def booklet(self, request: Request, id: UUID) -> HttpResponse:
        """Return the booklet of all lists that count, once you may see them. 202 while it is made: ask
        again.
        """
        viewer = self.viewer()
        if not viewer.sees_lists:
            raise NotFound(said.HIDDEN)
        cards = request.query_params.get("layout") == "cards"
        printout = sending.booklet_of(viewer, self.paper, "cards" if cards else "summary")
        return pdf_answer(request, printout, file_name(viewer.tournament.name, "pdf", "lists"))

    @extend_schema(request=None, responses=AcceptedSerializer)
    def accept_clean(self, request: Request, id: UUID) -> Response:
        """Accept every list that waits and breaks nothing; only organisers can."""
        self.nothing_asked()
        count = sending.accept_clean(self.organiser().tournament, self.user)
        return Response({"accepted": count})


def _given(data: dict[str, Any]) -> dict[str, Any]:
    if "text" in data:
        return {"file": data["text"].encode()}
    return {**data, "own": str(data["own"])} if "own" in data else data


def _line(found: Held) -> dict[str, Any]:
    row, mark = found.row, found.mark
    columns = {name: getattr(row, name) for name in ("key", "player", "name", "system", "book", "points")}
    state = mark.model_dump(include={"state", "late", "changed", "replaces", "reason"})
    return {
        **columns, **state, "player_name": found.player.name, "problems": found.problems, "sent": row.made
    }  # fmt: skip


def _whole(person: Bringing, found: Held) -> dict[str, Any]:
    whole = {
        **_line(found), "document": found.row.document, "broken": found.broken, "together": person.broken,
        "report": found.sent.report.to_json() if found.sent else None,
    }  # fmt: skip
    return dict(WholeSentListSerializer(whole).data)
