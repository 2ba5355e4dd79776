"""Lists over the REST interface: one's own, the shared ones, and the judgement on any document."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, ClassVar

from django.http import HttpResponse
from django_filters import rest_framework as filters
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema, extend_schema_view
from rest_framework import mixins, permissions, status, viewsets
from rest_framework.decorators import action
from rest_framework.exceptions import APIException
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from armylists import bookaccess, booksource, documents, services
from armylists import serializers as s
from armylists.models import ArmyList
from armylists.owned.access import shared
from armylists.owned.files import sent
from armylists.owned.services import Stale
from armylists.pdf import roster_pdf
from armylists.printing import PAPERS, paper_named
from rulesets.engine.lists import ArmyList as Document
from rulesets.engine.lists import ListError, parse_list
from rulesets.engine.lists.rules import check_list

NOT_FOUND = OpenApiResponse(s.RefusalSerializer, "There is no such list, or it is not yours.")
UNREADABLE = OpenApiResponse(s.ProblemSerializer, "The document cannot be read; `errors` names every place.")
STALE = OpenApiResponse(s.ConflictSerializer, "Somebody saved the list meanwhile; nothing was changed.")
BINARY = {(200, "application/pdf"): OpenApiTypes.BINARY, 404: NOT_FOUND}
PAPER = OpenApiParameter("paper", str, enum=PAPERS, description="Size of the paper; A4 unless given.")


class Conflict(APIException):
    """409: what was asked for was made from an older state."""

    status_code = status.HTTP_409_CONFLICT


class PDFRenderer(BaseRenderer):
    """Lets a client ask for PDF; what is refused is told in JSON."""

    media_type = "application/pdf"
    format = "pdf"


class TextRenderer(BaseRenderer):
    """Lets a client ask for plain text; what is refused is told in JSON."""

    media_type = "text/plain"
    format = "txt"


class ListFilter(filters.FilterSet):
    """`?system=baroque&book=polish&archived=true`; without `archived`, those in use."""

    archived = filters.BooleanFilter(help_text="Lists that were put away, instead of those in use.")

    class Meta:
        model = ArmyList
        fields: ClassVar[dict[str, list[str]]] = {"system": ["exact"], "book": ["exact"]}

    def filter_queryset(self, queryset: Any) -> Any:
        archived = bool(self.form.cleaned_data.pop("archived", False))
        return super().filter_queryset(queryset.filter(archived=archived))


@extend_schema(tags=["lists"])
@extend_schema_view(
    list=extend_schema(summary="Your lists"),
    retrieve=extend_schema(
        summary="A list of yours, whole", responses={200: s.FullListSerializer, 404: NOT_FOUND}
    ),
)
class ListViewSet(mixins.ListModelMixin, mixins.RetrieveModelMixin, viewsets.GenericViewSet[ArmyList]):
    """The lists of whoever is signed in; nobody else's can be seen here."""

    permission_classes = (permissions.IsAuthenticated,)
    serializer_class = s.ListSerializer
    filterset_class = ListFilter
    ordering_fields = ("updated", "created", "name", "points")
    lookup_field = "public_id"
    lookup_url_kwarg = "id"
    lookup_value_converter = "uuid"
    queryset = ArmyList.objects.none()

    def get_queryset(self) -> Any:
        return ArmyList.objects.of(self.request.user).light()

    def get_serializer_class(self) -> Any:
        return s.ListSerializer if self.action == "list" else s.FullListSerializer

    def filter_queryset(self, queryset: Any) -> Any:
        return super().filter_queryset(queryset) if self.action == "list" else queryset

    def paginate_queryset(self, queryset: Any) -> Any:
        page = super().paginate_queryset(queryset)
        booksource.fetch_for(page or ())
        return page

    def handle_exception(self, exc: Exception) -> Response:
        self.request.accepted_renderer = JSONRenderer()
        self.request.accepted_media_type = JSONRenderer.media_type
        if isinstance(exc, Stale):
            body = {"detail": str(exc), "version": exc.current.version}
            return Response(body, status=status.HTTP_409_CONFLICT, exception=True)
        if isinstance(exc, ListError):
            exc = Conflict(f"The list can no longer be read: {exc}")
        return super().handle_exception(exc)

    # -------------------------------------------------------------------- writing

    @extend_schema(
        summary="Keep a list",
        request=s.NewListSerializer,
        responses={201: s.FullListSerializer, 400: UNREADABLE},
    )
    def create(self, request: Request) -> Response:
        given = s.NewListSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        if "text" in given.validated_data:
            text = given.validated_data["text"]
            army = s.document_of(text, partial(documents.read_text, user=request.user))
        else:
            army = s.document_of(_object(given.validated_data["document"]), _reading(request))
        army_list = services.create(request.user, army, "Sent by a program")
        return Response(self._whole(army_list), status=status.HTTP_201_CREATED)

    @extend_schema(
        summary="Change a list",
        request=s.ChangedListSerializer,
        responses={200: s.FullListSerializer, 400: UNREADABLE, 404: NOT_FOUND, 409: STALE},
    )
    def update(self, request: Request, id: object) -> Response:
        army_list = self.get_object()
        given = s.ChangedListSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        data = given.validated_data
        army = s.document_of(_object(data["document"]), _reading(request))
        services.replace(army_list, data["version"], army, data["summary"], request.user)
        return Response(self._whole(army_list))

    @extend_schema(summary="Put a list away", responses={204: None, 404: NOT_FOUND})
    def destroy(self, request: Request, id: object) -> Response:
        services.archive(self.get_object())
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(
        summary="Bring a list back", request=None, responses={200: s.FullListSerializer, 404: NOT_FOUND}
    )
    @action(detail=True, methods=["post"])
    def unarchive(self, request: Request, id: object) -> Response:
        army_list = self.get_object()
        services.archive(army_list, away=False)
        return Response(self._whole(army_list))

    @extend_schema(
        methods=["POST"],
        summary="Share a list",
        request=None,
        responses={200: s.LinkSerializer, 404: NOT_FOUND},
    )
    @extend_schema(methods=["DELETE"], summary="Make a list private", responses={204: None, 404: NOT_FOUND})
    @action(detail=True, methods=["post", "delete"])
    def share(self, request: Request, id: object) -> Response:
        army_list = self.get_object()
        if request.method == "DELETE":
            services.unshare(army_list)
            return Response(status=status.HTTP_204_NO_CONTENT)
        services.share(army_list)
        return Response({"url": s.shared_link(request, army_list)})

    # -------------------------------------------------------------------- reading

    @extend_schema(summary="Check a list", responses={200: s.ReportSerializer, 404: NOT_FOUND})
    @action(detail=True, methods=["get"])
    def check(self, request: Request, id: object) -> Response:
        return Response(check_list(self.get_object().army).to_json())

    @extend_schema(summary="The roster of a list", parameters=[PAPER], responses=BINARY)
    @action(detail=True, methods=["get"], renderer_classes=[JSONRenderer, PDFRenderer])
    def pdf(self, request: Request, id: object) -> HttpResponse:
        army_list = self.get_object()
        paper = paper_named(request.query_params.get("paper", ""))
        army = army_list.army
        content = roster_pdf(army, paper, s.shared_link(request, army_list) or "")
        return sent(content, documents.file_name(army, "pdf"), inline=False)

    @extend_schema(
        summary="A list as plain text", responses={(200, "text/plain"): OpenApiTypes.STR, 404: NOT_FOUND}
    )
    @action(detail=True, methods=["get"], renderer_classes=[JSONRenderer, TextRenderer])
    def text(self, request: Request, id: object) -> HttpResponse:
        army = self.get_object().army
        return sent(documents.as_text(army), documents.file_name(army, "txt"))

    def _whole(self, army_list: ArmyList) -> Any:
        return s.FullListSerializer(army_list, context=self.get_serializer_context()).data


class CheckView(APIView):
    """The judgement on any list document, kept nowhere."""

    permission_classes = (permissions.AllowAny,)

    @extend_schema(
        operation_id="lists_check_document",
        tags=["lists"],
        summary="Check any document",
        request={"application/json": {"type": "object", "additionalProperties": True}},
        responses={200: s.ReportSerializer, 400: UNREADABLE},
    )
    def post(self, request: Request) -> Response:
        army = s.document_of(_object(request.data), _reading(request))
        return Response(check_list(army).to_json())


class SharedListView(APIView):
    """A list that somebody shared."""

    permission_classes = (permissions.AllowAny,)

    @extend_schema(
        operation_id="lists_shared",
        tags=["lists"],
        summary="A shared list",
        responses={200: s.FullListSerializer, 404: NOT_FOUND},
    )
    def get(self, request: Request, token: str) -> Response:
        army_list = shared(ArmyList, token)
        return Response(s.FullListSerializer(army_list, context={"request": request}).data)


def _reading(request: Request) -> Callable[[Any], Document]:
    """Reads a document that whoever asks has sent: only his own books are there for him."""

    def read(document: Any) -> Document:
        bookaccess.own_only(request.user, document)
        return parse_list(document)

    return read


def _object(data: Any) -> Any:
    """The data as a plain object; a 400 for anything else."""
    if not isinstance(data, dict):
        raise s.serializers.ValidationError("This is no list document: send a JSON object.")
    return data
