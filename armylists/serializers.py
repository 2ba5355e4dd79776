"""Lists as the REST interface gives and takes them."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from armylists.models import ArmyList
from rulesets.contract.documents import check_list
from rulesets.engine.lists import ArmyList as Document
from rulesets.engine.lists import ListError, Report


@extend_schema_field({"type": "object", "additionalProperties": True})
class DocumentField(serializers.JSONField):
    """A list document, as docs/formats.md describes it."""


class ViolationSerializer(serializers.Serializer[Any]):
    """Why a list is not legal, where, by which rule, and what would cure it."""

    rule = serializers.CharField()
    code = serializers.CharField()
    path = serializers.CharField(allow_blank=True)
    message = serializers.CharField()
    cure = serializers.CharField()


class CostLineSerializer(serializers.Serializer[Any]):
    """What one part of a list costs."""

    path = serializers.CharField()
    label = serializers.CharField()
    points = serializers.IntegerField()


class ReportSerializer(serializers.Serializer[Any]):
    """The judgement on a list."""

    legal = serializers.BooleanField()
    total = serializers.IntegerField()
    limit = serializers.IntegerField()
    unit = serializers.CharField()
    violations = ViolationSerializer(many=True)
    derived = serializers.DictField(child=serializers.JSONField())
    lines = CostLineSerializer(many=True)
    remarks = ViolationSerializer(many=True, help_text="What to know though the list is legal.")


class ListSerializer(serializers.ModelSerializer[ArmyList]):
    """A list among others. `total` and `legal` are null if the list can no longer be read."""

    id = serializers.UUIDField(source="public_id", read_only=True)
    total = serializers.SerializerMethodField()
    legal = serializers.SerializerMethodField()
    shared = serializers.SerializerMethodField()

    class Meta:
        model = ArmyList
        fields = (
            "id",
            "name",
            "system",
            "book",
            "points",
            "version",
            "archived",
            "shared",
            "total",
            "legal",
            "created",
            "updated",
        )
        read_only_fields = fields

    def get_total(self, army_list: ArmyList) -> int | None:
        report = self._report(army_list)
        return report.total if report else None

    def get_legal(self, army_list: ArmyList) -> bool | None:
        report = self._report(army_list)
        return report.legal if report else None

    @extend_schema_field({"type": "string", "format": "uri", "nullable": True})
    def get_shared(self, army_list: ArmyList) -> str | None:
        """The address that anyone may read the list at; null while it is private."""
        return shared_link(self.context["request"], army_list)

    def _report(self, army_list: ArmyList) -> Report | None:
        reports: dict[int, Report | None] = self.context.setdefault("reports", {})
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


class NewListSerializer(serializers.Serializer[Any]):
    """A list to keep: its document, or the same as plain text."""

    document = DocumentField(required=False, help_text="The list document.")
    text = serializers.CharField(
        required=False, max_length=1_000_000, help_text="The list as plain text, instead of the document."
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if ("document" in attrs) == ("text" in attrs):
            raise serializers.ValidationError("Give either a document or a text.")
        return attrs


class ChangedListSerializer(serializers.Serializer[Any]):
    """A changed document, and the version of the list that it was made from."""

    document = DocumentField()
    version = serializers.IntegerField(min_value=1, max_value=2_147_483_647)
    summary = serializers.CharField(max_length=300, required=False, default="Changed by a program")


class LinkSerializer(serializers.Serializer[Any]):
    """The address of a shared list."""

    url = serializers.URLField()


class ProblemPartSerializer(serializers.Serializer[Any]):
    """One thing that is wrong, and where."""

    path = serializers.CharField(allow_blank=True)
    message = serializers.CharField()


class ProblemSerializer(serializers.Serializer[Any]):
    """Why a request was refused."""

    detail = serializers.CharField()
    errors = ProblemPartSerializer(many=True)


class RefusalSerializer(serializers.Serializer[Any]):
    """Why a request was refused, in one sentence."""

    detail = serializers.CharField()


class ConflictSerializer(serializers.Serializer[Any]):
    """Somebody saved the list meanwhile: the version it is at now."""

    detail = serializers.CharField()
    version = serializers.IntegerField()


def shared_link(request: Any, army_list: ArmyList) -> str | None:
    """The whole address of a shared list."""
    return request.build_absolute_uri(army_list.shared_url) if army_list.share_token else None


def as_problem(error: ListError) -> serializers.ValidationError:
    """A document that cannot be read, as a 400 that names every place."""
    places: dict[str, list[str]] = {}
    for fault in error.faults:
        places.setdefault(fault.path or "non_field_errors", []).append(fault.message)
    return serializers.ValidationError(places)


def document_of(data: Any, parse: Any) -> Document:
    """What `parse` reads from `data`; a 400 if it cannot be read."""
    try:
        army: Document = parse(data)
    except ListError as error:
        raise as_problem(error) from None
    return army
