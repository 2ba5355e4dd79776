"""Own books over the REST interface, and the judgement on any book's document."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiResponse, extend_schema, extend_schema_view
from rest_framework import mixins, permissions, status, viewsets
from rest_framework.decorators import action
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from armylists import bookaccess, bookservices
from armylists import bookserializers as s
from armylists.models import OwnBook
from armylists.owned.services import Stale
from armylists.serializers import LinkSerializer, ProblemSerializer, RefusalSerializer
from rulesets.bookfiles import rules_for
from rulesets.engine.bookrules import Document, plain, read_text
from rulesets.engine.errors import FaultyBookError, LeaguerError
from rulesets.engine.lists import ListError

NOT_FOUND = OpenApiResponse(RefusalSerializer, "There is no such book, or it is not yours.")
UNREADABLE = OpenApiResponse(ProblemSerializer, "The book cannot be read; `errors` names every place.")
FAULTY = OpenApiResponse(ProblemSerializer, "The draft has faults; `errors` names every place.")
STALE = OpenApiResponse(s.BookConflictSerializer, "Somebody changed the book meanwhile; nothing was changed.")


@extend_schema(tags=["own books"])
@extend_schema_view(
    list=extend_schema(summary="Your books"),
    retrieve=extend_schema(
        summary="A book of yours with its draft", responses={200: s.FullOwnBookSerializer, 404: NOT_FOUND}
    ),
)
class OwnBookViewSet(mixins.ListModelMixin, mixins.RetrieveModelMixin, viewsets.GenericViewSet[OwnBook]):
    """The books of whoever is signed in; nobody else's can be seen here."""

    permission_classes = (permissions.IsAuthenticated,)
    serializer_class = s.OwnBookSerializer
    lookup_field = "public_id"
    lookup_url_kwarg = "id"
    lookup_value_converter = "uuid"
    queryset = OwnBook.objects.none()
    filter_backends = ()

    def get_queryset(self) -> Any:
        books = OwnBook.objects.of(self.request.user).select_related("owner")
        return books.defer("draft") if self.action == "list" else books

    def get_serializer_class(self) -> Any:
        return s.OwnBookSerializer if self.action == "list" else s.FullOwnBookSerializer

    def handle_exception(self, exc: Exception) -> Response:
        if isinstance(exc, Stale):
            body = {"detail": str(exc), "edition": exc.current.edition}
            return Response(body, status=status.HTTP_409_CONFLICT, exception=True)
        if isinstance(exc, FaultyBookError):
            exc = s.as_book_problem(exc)
        return super().handle_exception(exc)

    @extend_schema(
        summary="Begin a book",
        request=s.NewOwnBookSerializer,
        responses={201: s.FullOwnBookSerializer, 400: UNREADABLE},
    )
    def create(self, request: Request) -> Response:
        document = _document(s.NewOwnBookSerializer, request)
        rules = _rules(document)
        book = bookservices.create(request.user, rules.system, document, rules.kind)
        return Response(self._whole(book), status=status.HTTP_201_CREATED)

    @extend_schema(
        summary="Change the draft of a book",
        request=s.ChangedOwnBookSerializer,
        responses={200: s.FullOwnBookSerializer, 400: UNREADABLE, 404: NOT_FOUND, 409: STALE},
    )
    def update(self, request: Request, id: object) -> Response:
        book = self.get_object()
        given = s.ChangedOwnBookSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        document = _document(s.ChangedOwnBookSerializer, request)
        bookservices.keep_draft(book, given.validated_data["edition"], document)
        return Response(self._whole(book))

    @extend_schema(
        summary="Keep the draft as a version",
        request=s.KeepSerializer,
        responses={200: s.FullOwnBookVersionSerializer, 400: FAULTY, 404: NOT_FOUND, 409: STALE},
    )
    @action(detail=True, methods=["post"])
    def keep(self, request: Request, id: object) -> Response:
        book = self.get_object()
        given = s.KeepSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        data = given.validated_data
        version = bookservices.keep_version(book, data["edition"], data["summary"])
        return Response(s.FullOwnBookVersionSerializer(version).data)

    @extend_schema(
        operation_id="own_books_versions",
        summary="The versions of a book",
        responses={200: s.OwnBookVersionSerializer(many=True), 404: NOT_FOUND},
    )
    @action(detail=True, methods=["get"], pagination_class=None)
    def versions(self, request: Request, id: object) -> Response:
        versions = self.get_object().versions.defer("document")
        return Response(s.OwnBookVersionSerializer(versions, many=True).data)

    @extend_schema(summary="Put a book away", responses={204: None, 404: NOT_FOUND})
    def destroy(self, request: Request, id: object) -> Response:
        bookservices.archive(self.get_object())
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(
        methods=["POST"],
        summary="Share a book",
        request=None,
        responses={200: LinkSerializer, 400: FAULTY, 404: NOT_FOUND},
    )
    @extend_schema(methods=["DELETE"], summary="Make a book private", responses={204: None, 404: NOT_FOUND})
    @action(detail=True, methods=["post", "delete"])
    def share(self, request: Request, id: object) -> Response:
        book = self.get_object()
        if request.method == "DELETE":
            bookservices.unshare(book)
            return Response(status=status.HTTP_204_NO_CONTENT)
        if not book.version:
            raise ValidationError("Keep a version first: that is what others will read.")
        bookservices.share(book)
        return Response({"url": request.build_absolute_uri(book.shared_url)})

    def _whole(self, book: OwnBook) -> Any:
        return s.FullOwnBookSerializer(book, context=self.get_serializer_context()).data


class CheckBookView(APIView):
    """The judgement on any book's document, kept nowhere."""

    permission_classes = (permissions.AllowAny,)

    @extend_schema(
        operation_id="own_books_check_document",
        tags=["own books"],
        summary="Check any book",
        request=s.NewOwnBookSerializer,
        responses={200: s.BookReportSerializer, 400: UNREADABLE},
    )
    def post(self, request: Request) -> Response:
        try:
            document = _document(s.NewOwnBookSerializer, request)
        except FaultyBookError as error:
            raise s.as_book_problem(error) from None
        rules = _rules(document)
        kept = rules.kept(document)
        try:
            bookaccess.own_only(request.user, kept if rules.kind == OwnBook.SCENARIO else {})
        except ListError as error:
            raise s.as_book_problem(FaultyBookError(*error.faults)) from None
        faults = rules.faults(kept)
        name = kept.get("name")
        body = {
            "system": rules.system,
            "kind": rules.kind,
            "name": name if isinstance(name, str) else "",
            "ready": not faults,
            "faults": s.faults_json(faults),
        }
        return Response(body)


class SharedBookView(APIView):
    """A book that somebody shared: its newest version."""

    permission_classes = (permissions.AllowAny,)

    @extend_schema(
        operation_id="own_books_shared",
        tags=["own books"],
        summary="A shared book",
        responses={200: s.FullOwnBookVersionSerializer, 404: NOT_FOUND},
    )
    def get(self, request: Request, token: str) -> Response:
        return Response(s.FullOwnBookVersionSerializer(bookaccess.shared(token)).data)


def _document(kind: type[s.NewOwnBookSerializer], request: Request) -> Document:
    """What was sent, as a document; a 400 or FaultyBookError for anything else."""
    given = kind(data=request.data)
    given.is_valid(raise_exception=True)
    data = given.validated_data
    return read_text(data["text"]) if "text" in data else plain(data["document"])


def _rules(document: Document) -> Any:
    try:
        return rules_for(document)
    except LeaguerError as error:
        raise ValidationError({error.path or "non_field_errors": [error.message]}) from None
