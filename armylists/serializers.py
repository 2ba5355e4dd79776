"""Lists and own books as the REST interface gives and takes them."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any, cast

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from armylists.bookaccess import rules_of
from armylists.models import ArmyList, OwnBook, OwnBookVersion
from armylists.owned.api import SharedLinkField
from armylists.owned.shapes import shape
from rulesets.contract.documents import check_list
from rulesets.engine.errors import Fault
from rulesets.engine.lists import ListError, Report


@extend_schema_field({"type": "object", "additionalProperties": True})
class DocumentField(serializers.JSONField):
    """A document, as docs/formats.md and docs/schemas describe it."""


ReportSerializer = shape(Report, legal=bool)


class ListSerializer(serializers.ModelSerializer[ArmyList]):
    """A list among others. `total` and `legal` are null if the list can no longer be read."""

    id = serializers.UUIDField(source="public_id", read_only=True)
    total = serializers.SerializerMethodField()
    legal = serializers.SerializerMethodField()
    shared = SharedLinkField()

    class Meta:
        model = ArmyList
        fields: tuple[str, ...] = (
            "id", "name", "system", "book", "points", "version", "archived", "shared", "total", "legal",
            "created", "updated",
        )  # fmt: skip
        read_only_fields: tuple[str, ...] = fields

    def get_total(self, army_list: ArmyList) -> int | None:
        report = self._report(army_list)
        return report.total if report else None

    def get_legal(self, army_list: ArmyList) -> bool | None:
        report = self._report(army_list)
        return report.legal if report else None

    def _report(self, army_list: ArmyList) -> Report | None:
        reports: dict[int, Report | None] = cast("dict[str, Any]", self.context).setdefault("reports", {})
        if army_list.pk not in reports:
            try:
                reports[army_list.pk] = check_list(army_list.army)
            except ListError:
                reports[army_list.pk] = None
        return reports[army_list.pk]


class FullListSerializer(ListSerializer):
    """A list with its document and the judgement on it."""

    document = DocumentField(read_only=True)
    report = serializers.SerializerMethodField()

    class Meta(ListSerializer.Meta):
        fields = (*ListSerializer.Meta.fields, "document", "report")
        read_only_fields = fields

    @extend_schema_field(ReportSerializer(allow_null=True))
    def get_report(self, army_list: ArmyList) -> dict[str, Any] | None:
        report = self._report(army_list)
        return report.to_json() if report else None


class GivenSerializer(serializers.Serializer[Any]):
    """A document to save, or the same as a text."""

    document = DocumentField(required=False)
    text = serializers.CharField(required=False, max_length=1_000_000, help_text="Instead of the document.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if ("document" in attrs) == ("text" in attrs):
            raise serializers.ValidationError("Give either a document or a text.")
        return attrs


class ChangedListSerializer(serializers.Serializer[Any]):
    """A changed document, and the version of the list that it was made from."""

    document = DocumentField()
    version = serializers.IntegerField(min_value=1, max_value=2_147_483_647)
    summary = serializers.CharField(max_length=300, required=False, default="Changed by a program")


# -- own books --------------------------------------------------------------------------------------


class BookReportSerializer(serializers.Serializer[Any]):
    """The judgement on a book's document."""

    system = serializers.CharField()
    kind = serializers.CharField()
    name = serializers.CharField(allow_blank=True)
    ready = serializers.BooleanField(help_text="Whether it can be saved as a version.")
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
        return [asdict(fault) for fault in rules_of(book).faults(book.draft)]


class EditionSerializer(serializers.Serializer[Any]):
    """The edition of the draft that something was made from."""

    edition = serializers.IntegerField(min_value=1, max_value=2_147_483_647)


class GivenBookSerializer(GivenSerializer):
    """A book to save: its document, or the same as TOML or JSON text."""

    text = serializers.CharField(required=False, max_length=500_000, help_text="The book as TOML or JSON.")


class ChangedOwnBookSerializer(GivenBookSerializer, EditionSerializer):
    """A changed draft, and the edition that it was made from."""


class KeepSerializer(EditionSerializer):
    """The edition of the draft that is to be saved as a version, and what changed in words."""

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
