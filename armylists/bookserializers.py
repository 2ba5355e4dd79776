"""Own books as the REST interface gives and takes them."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from armylists.bookaccess import rules_of
from armylists.models import OwnBook, OwnBookVersion
from rulesets.engine.errors import FaultyBookError


@extend_schema_field({"type": "object", "additionalProperties": True})
class BookDocumentField(serializers.JSONField):
    """A book's document; docs/schemas holds the schema of each system."""


class BookFaultSerializer(serializers.Serializer[Any]):
    """One thing that is wrong with a book, and where."""

    path = serializers.CharField(allow_blank=True)
    message = serializers.CharField()


class BookReportSerializer(serializers.Serializer[Any]):
    """The judgement on a book's document."""

    system = serializers.CharField()
    kind = serializers.CharField()
    name = serializers.CharField(allow_blank=True)
    ready = serializers.BooleanField(help_text="Whether it can be kept as a version.")
    faults = BookFaultSerializer(many=True)


class OwnBookSerializer(serializers.ModelSerializer[OwnBook]):
    """A book among others. `key` is what lists call it, `version` 0 while there is only a draft."""

    id = serializers.UUIDField(source="public_id", read_only=True)
    key = serializers.CharField(read_only=True)
    shared = serializers.SerializerMethodField()

    class Meta:
        model = OwnBook
        fields = (
            "id", "key", "system", "kind", "name", "version", "edition", "origin", "archived", "shared",
            "created", "updated",
        )  # fmt: skip
        read_only_fields = fields

    @extend_schema_field({"type": "string", "format": "uri", "nullable": True})
    def get_shared(self, book: OwnBook) -> str | None:
        """The address that anyone may read the book at; null while it is private."""
        return self.context["request"].build_absolute_uri(book.shared_url) if book.share_token else None


class FullOwnBookSerializer(OwnBookSerializer):
    """A book with its draft, and what is wrong with that."""

    draft = BookDocumentField(read_only=True)
    faults = serializers.SerializerMethodField()

    class Meta(OwnBookSerializer.Meta):
        fields = (*OwnBookSerializer.Meta.fields, "draft", "faults")  # type: ignore[assignment]
        read_only_fields = fields  # type: ignore[assignment]

    @extend_schema_field(BookFaultSerializer(many=True))
    def get_faults(self, book: OwnBook) -> list[dict[str, str]]:
        return faults_json(rules_of(book).faults(book.draft))


class NewOwnBookSerializer(serializers.Serializer[Any]):
    """A book to keep: its document, or the same as TOML or JSON text."""

    document = BookDocumentField(required=False)
    text = serializers.CharField(required=False, max_length=500_000, help_text="The book as TOML or JSON.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if ("document" in attrs) == ("text" in attrs):
            raise serializers.ValidationError("Give either a document or a text.")
        return attrs


class ChangedOwnBookSerializer(NewOwnBookSerializer):
    """A changed draft, and the edition that it was made from."""

    edition = serializers.IntegerField(min_value=1, max_value=2_147_483_647)


class KeepSerializer(serializers.Serializer[Any]):
    """The edition of the draft that is to be kept as a version, and what changed in words."""

    edition = serializers.IntegerField(min_value=1, max_value=2_147_483_647)
    summary = serializers.CharField(max_length=300, required=False, allow_blank=True, default="")


class OwnBookVersionSerializer(serializers.ModelSerializer[OwnBookVersion]):
    """A version of a book among others."""

    class Meta:
        model = OwnBookVersion
        fields = ("number", "summary", "created")
        read_only_fields = fields


class FullOwnBookVersionSerializer(OwnBookVersionSerializer):
    """A version with its document."""

    document = BookDocumentField(read_only=True)

    class Meta(OwnBookVersionSerializer.Meta):
        fields = (*OwnBookVersionSerializer.Meta.fields, "document")  # type: ignore[assignment]
        read_only_fields = fields  # type: ignore[assignment]


class BookConflictSerializer(serializers.Serializer[Any]):
    """Somebody changed the book meanwhile: the edition it is at now."""

    detail = serializers.CharField()
    edition = serializers.IntegerField()


def faults_json(faults: Any) -> list[dict[str, str]]:
    """Faults as plain values."""
    return [{"path": fault.path, "message": fault.message} for fault in faults]


def as_book_problem(error: FaultyBookError) -> serializers.ValidationError:
    """A book that cannot be kept, as a 400 that names every place."""
    places: dict[str, list[str]] = {}
    for fault in error.faults:
        places.setdefault(fault.path or "non_field_errors", []).append(fault.message)
    return serializers.ValidationError(places)
