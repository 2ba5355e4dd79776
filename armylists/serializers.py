"""Lists and own books as the REST interface gives and takes them."""

from __future__ import annotations

from typing import Any, cast

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from armylists.bookaccess import rules_of
from armylists.models import ArmyList, OwnBook, OwnBookVersion
from armylists.owned.api import SharedLinkField
from armylists.owned.shapes import shape
from rulesets.contract.documents import check_list
from rulesets.contract.registry import PACKAGES
from rulesets.engine.errors import Fault
from rulesets.engine.lists import Leftover, ListError, Report


@extend_schema_field({"type": "object", "additionalProperties": True})
class DocumentField(serializers.JSONField):
    """A document, as docs/formats.md and docs/schemas describe it."""


ReportSerializer = shape(Report, legal=bool)


class ListSerializer(serializers.ModelSerializer[ArmyList]):
    """A list, in short. `total` and `legal` are null if the list can no longer be read."""

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
    """A list with its document and its problems."""

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
    """A document to save, or the same as text."""

    document = DocumentField(required=False)
    text = serializers.CharField(required=False, max_length=1_000_000, help_text="Instead of the document.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if ("document" in attrs) == ("text" in attrs):
            raise serializers.ValidationError("Give either a document or a text.")
        return attrs


class ChangedListSerializer(serializers.Serializer[Any]):
    """A changed document, and the version of the list that you changed."""

    document = DocumentField()
    version = serializers.IntegerField(min_value=1, max_value=2_147_483_647)
    summary = serializers.CharField(max_length=300, required=False, default="Changed by a program")


class VersionSerializer(serializers.Serializer[Any]):
    """The version of the list that you saw."""

    version = serializers.IntegerField(min_value=1, max_value=2_147_483_647)


class StartSerializer(serializers.Serializer[Any]):
    """What a new list starts with."""

    system = serializers.ChoiceField(choices=list(PACKAGES), help_text="The rule system.")
    book = serializers.CharField(max_length=80, help_text="The key of the army book.")
    points = serializers.IntegerField(
        min_value=0, max_value=100_000, default=0, help_text="The limit; 0 for none."
    )
    card = serializers.CharField(
        max_length=80, default="", allow_blank=True, help_text="The card, in systems that build from cards."
    )
    start = serializers.ChoiceField(
        choices=["typical", "minimum", "empty"],
        default="typical",
        help_text="A typical army, the smallest legal one, or an empty list.",
    )
    name = serializers.CharField(max_length=120, default="", allow_blank=True)


class LeftoverAnswerSerializer(serializers.Serializer[Any]):
    """What to do with a leftover: its `line` and `was`, and the text to put there; an empty text skips it."""

    line = serializers.IntegerField(min_value=0, max_value=100_000)
    was = serializers.CharField(max_length=1000, allow_blank=True, trim_whitespace=False)
    text = serializers.CharField(max_length=1000, allow_blank=True)


class ImportSerializer(serializers.Serializer[Any]):
    """A list as somebody posted it, with your answers about lines that were not understood."""

    text = serializers.CharField(max_length=1_000_000, trim_whitespace=False)
    system = serializers.ChoiceField(
        choices=list(PACKAGES), required=False, help_text="The rule system; found from the units if left out."
    )
    book = serializers.CharField(
        max_length=80, default="", allow_blank=True,
        help_text="The key of the army book, with its `system`; found from the units if left out.",
    )  # fmt: skip
    answers = LeftoverAnswerSerializer(many=True, default=list)
    skip = serializers.BooleanField(
        default=False, help_text="Save what was understood, and leave out the lines that were not."
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if attrs["book"] and "system" not in attrs:
            raise serializers.ValidationError({"system": ["Name the system that the book is of."]})
        return attrs


LeftoverSerializer = shape(Leftover)


class ImportedSerializer(serializers.Serializer[Any]):
    """The saved list, null while there are leftovers; `text` is the text with your answers in it."""

    list = FullListSerializer(allow_null=True)
    text = serializers.CharField()
    system = serializers.CharField(
        help_text="The rule system it was read with; empty while the book is asked."
    )
    book = serializers.CharField(help_text="The key of the army book it was read with.")
    book_name = serializers.CharField()
    leftovers = LeftoverSerializer(many=True)


# -- own books --------------------------------------------------------------------------------------


class BookReportSerializer(serializers.Serializer[Any]):
    """What is wrong with a book's document."""

    system = serializers.CharField()
    kind = serializers.CharField()
    name = serializers.CharField(allow_blank=True)
    ready = serializers.BooleanField(help_text="Whether it can be saved as a version.")
    faults = shape(Fault)(many=True)


class OwnBookSerializer(serializers.ModelSerializer[OwnBook]):
    """A book, in short. `key` is its name in lists; `version` is 0 while there is only a draft."""

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
    """A book with its draft, and what is wrong with it."""

    draft = DocumentField(read_only=True)
    faults = serializers.SerializerMethodField()

    class Meta(OwnBookSerializer.Meta):
        fields = (*OwnBookSerializer.Meta.fields, "draft", "faults")  # type: ignore[assignment]
        read_only_fields = fields  # type: ignore[assignment]

    @extend_schema_field(shape(Fault)(many=True))
    def get_faults(self, book: OwnBook) -> list[dict[str, str]]:
        return [fault.to_json() for fault in rules_of(book).faults(book.draft)]


class EditionSerializer(serializers.Serializer[Any]):
    """The edition of the draft that something was made from."""

    edition = serializers.IntegerField(min_value=1, max_value=2_147_483_647)


class GivenBookSerializer(GivenSerializer):
    """A book to save: its document, or the same as text in TOML or JSON."""

    text = serializers.CharField(required=False, max_length=500_000, help_text="The book as TOML or JSON.")


class ChangedOwnBookSerializer(GivenBookSerializer, EditionSerializer):
    """A changed draft, and the edition that you changed."""


class KeepSerializer(EditionSerializer):
    """The edition of the draft to save as a version, and a note of what changed."""

    summary = serializers.CharField(max_length=300, required=False, allow_blank=True, default="")


class OwnBookVersionSerializer(serializers.ModelSerializer[OwnBookVersion]):
    """A version of a book, in short."""

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
