"""Lists over the REST interface: one's own, the shared ones, and the judgement on any document."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import permissions, serializers, status
from rest_framework.decorators import action
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from armylists import bookaccess, booksource, documents, services, undoing
from armylists import serializers as s
from armylists.models import ArmyList
from armylists.owned.access import shared
from armylists.owned.api import PAPER, ArchivedFilter, Conflict, PDFRenderer, SharedViewSet, TextRenderer
from armylists.owned.files import sent
from armylists.owned.views import shared_link
from armylists.pdf import roster_pdf
from armylists.typical import started
from rulesets.contract.documents import check_list, from_text, parse_list
from rulesets.engine.lists import ArmyList as Document
from rulesets.engine.lists import ListError, decided
from rulesets.engine.rosterlayouts import LAYOUTS, layout_named
from rulesets.site.caching import stored_answer

LAYOUT = OpenApiParameter(
    "layout",
    str,
    enum=list(LAYOUTS),
    description="Cards (the default), a table, or a summary on one page.",
)


class ListFilter(ArchivedFilter):
    """`?system=baroque&book=polish&archived=true`; without `archived`, those in use."""

    class Meta:
        model = ArmyList
        fields = ("system", "book")


@extend_schema(tags=["lists"])
class ListViewSet(SharedViewSet):
    """The lists of whoever is signed in; nobody else's can be seen here."""

    kind = ArmyList
    serializer_class = s.ListSerializer
    whole = s.FullListSerializer
    filterset_class = ListFilter
    ordering_fields = ("updated", "created", "name", "points")
    queryset = ArmyList.objects.none()

    def paginate_queryset(self, queryset: Any) -> Any:
        page = super().paginate_queryset(queryset)
        booksource.fetch_for(page or ())
        return page

    @extend_schema(request=s.GivenSerializer)
    def create(self, request: Request) -> Response:
        """Save a list."""
        given = self.asked(s.GivenSerializer)
        if "text" in given:
            army = documents.read_text(given["text"], user=request.user)
        else:
            army = _read(request, given["document"])
        row = services.create(self.user, army, "Sent by a program")
        return self.respond(row, status.HTTP_201_CREATED)

    @extend_schema(request=s.ChangedListSerializer)
    def update(self, request: Request, id: object) -> Response:
        """Change a list."""
        row, data = self.get_object(), self.asked(s.ChangedListSerializer)
        army = _read(request, data["document"])
        services.replace(row, data["version"], army, data["summary"], self.user)
        return self.respond(row)

    @extend_schema(request=s.StartSerializer, responses={201: s.FullListSerializer})
    @action(detail=False, methods=["post"])
    def start(self, request: Request) -> Response:
        """Start a new list: with a typical army of a book, its smallest legal army, or nothing."""
        asked = self.asked(s.StartSerializer)
        bookaccess.own_only(request.user, asked["book"])
        row = services.create(self.user, started(**asked, player=self.user.get_username()))
        return self.respond(row, status.HTTP_201_CREATED)

    @extend_schema(
        operation_id="lists_import",
        request=s.ImportSerializer,
        responses={200: s.ImportedSerializer, 201: s.ImportedSerializer},
    )
    @action(detail=False, methods=["post"], url_path="import", url_name="import")
    def import_text(self, request: Request) -> Response:
        """Import a list as somebody posted it: 201 when it is saved, or 200 with the lines that were not
        understood.
        """
        asked = self.asked(s.ImportSerializer)
        text = decided(
            asked["text"], [(each["line"], each["was"], each["text"]) for each in asked["answers"]]
        )
        posted = documents.read_post(text, request.user, asked.get("system", ""), asked["book"])
        saved = None
        if not posted.leftovers or (asked["skip"] and posted.text):
            saved = services.create(self.user, from_text(posted.text), "Imported by a program")
        context = self.get_serializer_context()
        answer = {
            "list": s.FullListSerializer(saved, context=context).data if saved else None,
            "text": text,
            "system": posted.system,
            "book": posted.book,
            "book_name": posted.book_name,
            "leftovers": [asdict(each) for each in posted.leftovers],
        }
        return Response(answer, status.HTTP_201_CREATED if saved else status.HTTP_200_OK)

    @extend_schema(request=s.VersionSerializer, responses=s.FullListSerializer)
    @action(detail=True, methods=["post"])
    def undo(self, request: Request, id: object) -> Response:
        """Undo the last change, as a new version."""
        row = self.get_object()
        undoing.undo(row, self.asked(s.VersionSerializer)["version"], self.user)
        return self.respond(row)

    @extend_schema(request=s.VersionSerializer, responses=s.FullListSerializer)
    @action(detail=True, methods=["post"])
    def redo(self, request: Request, id: object) -> Response:
        """Redo the last undone change, as a new version."""
        row = self.get_object()
        undoing.redo(row, self.asked(s.VersionSerializer)["version"], self.user)
        return self.respond(row)

    @extend_schema(responses=s.ReportSerializer)
    @action(detail=True, methods=["get"])
    def check(self, request: Request, id: object) -> Response:
        """Check a list: its points and every problem."""
        return Response(check_list(_army(self.get_object())).to_json())

    @extend_schema(parameters=[PAPER, LAYOUT], responses={(200, "application/pdf"): OpenApiTypes.BINARY})
    @action(detail=True, methods=["get"], renderer_classes=[JSONRenderer, PDFRenderer])
    def pdf(self, request: Request, id: object) -> HttpResponse:
        """Return the roster of a list."""
        row = self.get_object()
        army = _army(row)
        asked = request.query_params.get("layout", "")
        content = roster_pdf(army, self.paper, shared_link(request, row), layout_named(asked))
        return sent(content, documents.file_name(army, "pdf"), inline=False)

    @extend_schema(responses={(200, "text/plain"): OpenApiTypes.STR})
    @action(detail=True, methods=["get"], renderer_classes=[JSONRenderer, TextRenderer])
    def text(self, request: Request, id: object) -> HttpResponse:
        """Return a list as plain text."""
        army = _army(self.get_object())
        return sent(documents.as_text(army), documents.file_name(army, "txt"))


class CheckView(APIView):
    """What is wrong with any list document; nothing is saved."""

    throttle_scope = "check"
    permission_classes = (permissions.AllowAny,)

    @extend_schema(
        operation_id="lists_check_document",
        request={"application/json": {"type": "object", "additionalProperties": True}},
        responses=s.ReportSerializer,
    )
    def post(self, request: Request) -> Response:
        """Check a list document without saving it."""
        return Response(check_list(_read(request, request.data)).to_json())


class SharedListView(APIView):
    """A list that somebody shared."""

    permission_classes = (permissions.AllowAny,)

    @extend_schema(operation_id="lists_shared", responses=s.FullListSerializer)
    def get(self, request: Request, token: str) -> HttpResponseBase:
        """Return a shared list."""
        row = shared(ArmyList, token)
        full = s.FullListSerializer(row, context={"request": request})
        state = (row.pk, row.version, row.updated, row.archived, token)
        return stored_answer(request, state, lambda: Response(full.data))


def _read(request: Request, data: Any) -> Document:
    """Return the list in a document that somebody sent, who may build on books of their own alone."""
    if not isinstance(data, dict):
        raise serializers.ValidationError("This is not a list document: send a JSON object.")
    bookaccess.own_only(request.user, data)
    return parse_list(data)


def _army(row: ArmyList) -> Document:
    """Return a stored list; a 409 for one that can no longer be read."""
    try:
        return row.army
    except ListError as error:
        raise Conflict(f"The list can no longer be read: {error}") from None
