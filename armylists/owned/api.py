"""What the REST endpoints of everything that somebody owns share. Refusals are written by `config.api`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, TypeVar, cast

from django.contrib.auth.models import User
from django_filters import rest_framework as filters
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_field
from rest_framework import mixins, serializers, status, viewsets
from rest_framework.decorators import action
from rest_framework.exceptions import APIException
from rest_framework.parsers import BaseParser
from rest_framework.permissions import BasePermission, IsAuthenticated
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.settings import api_settings
from rest_framework.views import APIView

from armylists.owned import services
from armylists.owned.models import Owned
from armylists.owned.views import person
from armylists.printing import PAPERS, paper_named
from armylists.wording import lists as words

PAPER = OpenApiParameter("paper", str, enum=PAPERS, description="The paper size: A4 (the default) or Letter.")
Given = TypeVar("Given", bound=serializers.BaseSerializer[Any])
JSON_ONLY = cast("Sequence[type[BaseParser]]", api_settings.DEFAULT_PARSER_CLASSES[:1])
"""How a body is read that a form cannot hold."""


class Conflict(APIException):
    """409: what was asked for was made from an older state, or does not fit the one that there is."""

    status_code = status.HTTP_409_CONFLICT


class PDFRenderer(BaseRenderer):
    """Lets a client ask for PDF; refusals are JSON."""

    media_type = "application/pdf"
    format = "pdf"


class TextRenderer(BaseRenderer):
    """Lets a client ask for plain text; refusals are JSON."""

    media_type = "text/plain"
    format = "txt"


class LinkSerializer(serializers.Serializer[Any]):
    """The address where anyone can read it."""

    url = serializers.URLField()


@extend_schema_field({"type": "string", "format": "uri", "nullable": True})
class SharedLinkField(serializers.Field[Any, Any, str | None, Owned]):
    """The address that anyone may read it at; null while it is private."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(source="*", read_only=True, **kwargs)

    def to_representation(self, row: Owned) -> str | None:
        return self.context["request"].build_absolute_uri(row.shared_url) if row.share_token else None


class ArchivedFilter(filters.FilterSet):
    """Those in use, or with `?archived=true` those that are archived."""

    archived = filters.BooleanFilter(help_text="Those that are archived, instead of those in use.")

    def filter_queryset(self, queryset: Any) -> Any:
        archived = bool(self.form.cleaned_data.pop("archived", False))
        return super().filter_queryset(queryset.filter(archived=archived))


def check_known(serializer: serializers.BaseSerializer[Any], data: Any) -> None:
    """Raise ValidationError for keys that `serializer` does not read: a misspelt one would do nothing, and
    what it was meant for would get its default.
    """
    if unknown := dict(_unknown(serializer, data, "")):
        raise serializers.ValidationError(unknown)


def _unknown(serializer: Any, data: Any, path: str) -> Iterator[tuple[str, list[str]]]:
    if isinstance(serializer, serializers.ListSerializer):
        for index, each in enumerate(data if isinstance(data, list) else ()):
            yield from _unknown(serializer.child, each, f"{path}[{index}]")
    elif isinstance(serializer, serializers.Serializer) and isinstance(data, Mapping):
        for name, each in data.items():
            at = f"{path}.{name}".removeprefix(".")
            if name in serializer.fields:
                yield from _unknown(serializer.fields[name], each, at)
            else:
                yield at, [words.not_known_here(", ".join(serializer.fields) or "none")]


class JSONView(APIView):
    """An endpoint for who is signed in; whoever asks for another kind of answer is refused in JSON."""

    permission_classes: Sequence[type[BasePermission]] = (IsAuthenticated,)

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        # Whatever was asked for: data and refusals are JSON, and files are no `Response` of REST.
        if isinstance(response, Response):
            request.accepted_renderer, request.accepted_media_type = JSONRenderer(), "application/json"
        return super().finalize_response(request, response, *args, **kwargs)

    def given(self, reads: Callable[..., Given]) -> Given:
        """Return what the request says, read and checked; what it does not know is an error, too."""
        given = reads(data=self.request.data, context={"request": self.request})
        check_known(given, self.request.data)
        given.is_valid(raise_exception=True)
        return given

    def asked(self, reads: type[serializers.Serializer[Any]]) -> dict[str, Any]:
        """Return what the request says, as values."""
        return dict(self.given(reads).validated_data)

    def nothing_asked(self) -> None:
        """Refuse a body that says anything: it would do nothing."""
        check_known(serializers.Serializer(), self.request.data)

    def queried(self, reads: type[serializers.Serializer[Any]]) -> dict[str, Any]:
        """Return what the address says behind its question mark."""
        given = reads(data=self.request.query_params)
        given.is_valid(raise_exception=True)
        return dict(given.validated_data)

    @property
    def user(self) -> User:
        """Who is signed in."""
        return person(self.request)

    @property
    def paper(self) -> str:
        """The paper that is asked for."""
        return paper_named(self.request.query_params.get("paper", ""))


class OwnedViewSet(JSONView, mixins.ListModelMixin, viewsets.GenericViewSet[Any]):
    """Those of one kind that whoever is signed in owns or takes part in; nobody else's can be seen here."""

    kind: ClassVar[type[Owned]]
    lookup_field = "public_id"
    lookup_url_kwarg = "id"
    lookup_value_converter = "uuid"

    def get_queryset(self) -> Any:
        rows = self.kind.objects.of(self.request.user)
        # Lists of rows leave the documents out: a page of them would carry megabytes.
        return rows.light() if self.action == "list" else rows.with_people()

    def filter_queryset(self, queryset: Any) -> Any:
        return super().filter_queryset(queryset) if self.action == "list" else queryset

    def pages(self, answers: Iterable[Any]) -> Response:
        """Return a page of what are answers already."""
        return self.get_paginated_response(self.paginate_queryset(list(answers)))

    def respond(self, row: Owned, code: int = status.HTTP_200_OK) -> Response:
        """Return a row as the answer."""
        return Response(self.get_serializer(row).data, status=code)


class SharedViewSet(OwnedViewSet):
    """The same for what can be shared and archived: a list of those that there are, and each one whole."""

    whole: ClassVar[type[serializers.Serializer[Any]]]

    def get_serializer_class(self) -> Any:
        return self.serializer_class if self.action == "list" else self.whole

    def list(self, request: Request) -> Response:
        """List your army lists, the last changed first."""
        return super().list(request)

    def retrieve(self, request: Request, id: object) -> Response:
        """Return one of your lists."""
        return self.respond(self.get_object())

    def destroy(self, request: Request, id: object) -> Response:
        """Archive a list."""
        services.archive(self.get_object())
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(request=None)
    @action(detail=True, methods=["post"])
    def unarchive(self, request: Request, id: object) -> Response:
        """Restore an archived list."""
        row = self.get_object()
        self.nothing_asked()
        services.archive(row, away=False)
        return self.respond(row)

    def check_sharing(self, row: Any) -> None:
        """Raise ValidationError for what nobody else could read yet."""

    @extend_schema(methods=["POST"], request=None, responses={200: LinkSerializer})
    @extend_schema(methods=["DELETE"], responses={204: None})
    @action(detail=True, methods=["post", "delete"])
    def share(self, request: Request, id: object) -> Response:
        """Share a list with anyone who has the link, or make it private again."""
        row = self.get_object()
        if request.method == "DELETE":
            services.unshare(row)
            return Response(status=status.HTTP_204_NO_CONTENT)
        self.nothing_asked()
        self.check_sharing(row)
        services.share(row)
        return Response({"url": request.build_absolute_uri(row.shared_url)})
