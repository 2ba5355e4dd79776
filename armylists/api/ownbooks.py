"""Own books over the REST interface, and the judgement on any book's document."""

from __future__ import annotations

from typing import Any

from django.http.response import HttpResponseBase
from drf_spectacular.utils import extend_schema
from rest_framework import permissions, status
from rest_framework.decorators import action
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from armylists import bookaccess, bookservices
from armylists import serializers as s
from armylists.models import OwnBook
from armylists.owned.api import JSONView, SharedViewSet
from rulesets.engine.bookrules import BookRules, Document, plain, read_text
from rulesets.site.caching import stored_answer
from rulesets.site.files import rules_for


@extend_schema(tags=["own books"])
class OwnBookViewSet(SharedViewSet):
    """The books of whoever is signed in; nobody else's can be seen here."""

    kind = OwnBook
    serializer_class = s.OwnBookSerializer
    whole = s.FullOwnBookSerializer
    queryset = OwnBook.objects.none()
    filter_backends = ()

    @extend_schema(request=s.GivenBookSerializer)
    def create(self, request: Request) -> Response:
        """Create a book."""
        rules, document = _given(self.asked(s.GivenBookSerializer))
        book = bookservices.create(self.user, rules.system, document, rules.kind)
        return self.respond(book, status.HTTP_201_CREATED)

    @extend_schema(request=s.ChangedOwnBookSerializer)
    def update(self, request: Request, id: object) -> Response:
        """Change the draft of a book."""
        book, data = self.get_object(), self.asked(s.ChangedOwnBookSerializer)
        bookservices.save_draft(book, data["edition"], _document(data))
        return self.respond(book)

    @extend_schema(request=s.KeepSerializer, responses=s.FullOwnBookVersionSerializer)
    # The address is older than the name of the method, and clients use it.
    @action(detail=True, methods=["post"], url_path="keep", url_name="keep")
    def save(self, request: Request, id: object) -> Response:
        """Save the draft as a version."""
        book, data = self.get_object(), self.asked(s.KeepSerializer)
        version = bookservices.save_version(book, data["edition"], data["summary"])
        return Response(s.FullOwnBookVersionSerializer(version).data)

    @extend_schema(operation_id="own_books_versions", responses=s.OwnBookVersionSerializer(many=True))
    @action(detail=True, methods=["get"], pagination_class=None)
    def versions(self, request: Request, id: object) -> Response:
        """Return the versions of a book."""
        versions = self.get_object().versions.defer("document")
        return Response(s.OwnBookVersionSerializer(versions, many=True).data)

    def check_sharing(self, row: OwnBook) -> None:
        if not row.version:
            raise ValidationError("Save a version first: that is what others will read.")


@extend_schema(tags=["own books"])
class CheckBookView(JSONView):
    """What is wrong with any book's document; nothing is saved."""

    throttle_scope = "check"
    permission_classes = (permissions.AllowAny,)

    @extend_schema(
        operation_id="own_books_check_document",
        request=s.GivenBookSerializer,
        responses=s.BookReportSerializer,
    )
    def post(self, request: Request) -> Response:
        """Check a book without saving it."""
        rules, document = _given(self.asked(s.GivenBookSerializer))
        clean = rules.kept(document)
        bookaccess.own_only(request.user, clean if rules.kind == OwnBook.SCENARIO else {})
        faults, name = rules.faults(clean), clean.get("name")
        body = {
            "system": rules.system, "kind": rules.kind, "name": name if isinstance(name, str) else "",
            "ready": not faults, "faults": [fault.to_json() for fault in faults],
        }  # fmt: skip
        return Response(body)


@extend_schema(tags=["own books"])
class SharedBookView(APIView):
    """A book that somebody shared: its newest version."""

    permission_classes = (permissions.AllowAny,)

    @extend_schema(operation_id="own_books_shared", responses=s.FullOwnBookVersionSerializer)
    def get(self, request: Request, token: str) -> HttpResponseBase:
        """Return a shared book."""
        version = bookaccess.shared(token)
        full = s.FullOwnBookVersionSerializer(version)
        return stored_answer(request, (version.pk, token), lambda: Response(full.data))


def _document(data: dict[str, Any]) -> Document:
    """Return what was sent, as a document; raises FaultyBookError for what is none."""
    return read_text(data["text"]) if "text" in data else plain(data["document"])


def _given(data: dict[str, Any]) -> tuple[BookRules, Document]:
    """How the document that was sent is read, and it; raises LeaguerError for what is of no system."""
    document = _document(data)
    return rules_for(document), document
