"""Own books as the REST interface gives and takes them."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from armylists.bookaccess import rules_of
from armylists.models import OwnBook, OwnBookVersion
from armylists.owned.api import SharedLinkField
from armylists.owned.shapes import shape
from armylists.serializers import DocumentField, GivenSerializer
from rulesets.engine.errors import Fault


class BookReportSerializer(serializers.Serializer[Any]):
    """The judgement on a book's document."""

    system = serializers.CharField()
    kind = serializers.CharField()
    name = serializers.CharField(allow_blank=True)
    ready = serializers.BooleanField(help_text="Whether it can be kept as a version.")
    faults = shape(Fault)(many=True)


class OwnBookSerializer(serializers.ModelSerializer[OwnBook]):
    """A book among others. `key` is what lists call it, `version` 0 while there is only a draft."""

    id = serializers.UUIDField(source="public_id", read_only=True)
    key = serializers.CharField(read_only=True)
    shared = SharedLinkField()

    class Meta:
        model = OwnBook
        fields = (
            "id", "key", "system", "kind", "name", "version", "edition", "origin", "archived", "shared",
            "created", "updated",
        )  # fmt: skip
        read_only_fields = fields


class FullOwnBookSerializer(OwnBookSerializer):
    """A book with its draft, and what is wrong with that."""

    draft = DocumentField(read_only=True)
    faults = serializers.SerializerMethodField()

    class Meta(OwnBookSerializer.Meta):
        fields = (*OwnBookSerializer.Meta.fields, "draft", "faults")  # type: ignore[assignment]
        read_only_fields = fields  # type: ignore[assignment]

    @extend_schema_field(shape(Fault)(many=True))
    def get_faults(self, book: OwnBook) -> list[dict[str, str]]:
        return faults_json(rules_of(book).faults(book.draft))


class EditionSerializer(serializers.Serializer[Any]):
    """The edition of the draft that something was made from."""

    edition = serializers.IntegerField(min_value=1, max_value=2_147_483_647)


class GivenBookSerializer(GivenSerializer):
    """A book to keep: its document, or the same as TOML or JSON text."""

    text = serializers.CharField(required=False, max_length=500_000, help_text="The book as TOML or JSON.")


class ChangedOwnBookSerializer(GivenBookSerializer, EditionSerializer):
    """A changed draft, and the edition that it was made from."""


class KeepSerializer(EditionSerializer):
    """The edition of the draft that is to be kept as a version, and what changed in words."""

    summary = serializers.CharField(max_length=300, required=False, allow_blank=True, default="")


class OwnBookVersionSerializer(serializers.ModelSerializer[OwnBookVersion]):
    """A version of a book among others."""

    class Meta:
        model = OwnBookVersion
        fields = ("number", "summary", "created")
        read_only_fields = fields


class FullOwnBookVersionSerializer(OwnBookVersionSerializer):
    """A version with its document."""

    document = DocumentField(read_only=True)

    class Meta(OwnBookVersionSerializer.Meta):
        fields = (*OwnBookVersionSerializer.Meta.fields, "document")  # type: ignore[assignment]
        read_only_fields = fields  # type: ignore[assignment]


def faults_json(faults: Any) -> list[dict[str, str]]:
    """Faults as plain values."""
    return [{"path": fault.path, "message": fault.message} for fault in faults]
