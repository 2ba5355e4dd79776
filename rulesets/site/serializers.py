"""Army books, rules and odds as the REST interface gives them."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field, extend_schema_serializer
from rest_framework import serializers

from rulesets.site.rulebrowser import STATUSES

Serializer = serializers.Serializer[Any]


@extend_schema_serializer(component_name="BadRequestFault")
class FaultSerializer(Serializer):
    """One thing that is wrong with a request, and where."""

    path = serializers.CharField(allow_blank=True)
    message = serializers.CharField()


@extend_schema_serializer(component_name="BadRequest")
class BadRequestSerializer(Serializer):
    """A request that cannot be answered: what is wrong, in one sentence and then place by place."""

    detail = serializers.CharField()
    errors = FaultSerializer(many=True)  # type: ignore[assignment]  # a field of that name


@extend_schema_serializer(component_name="NotFound")
class NotFoundSerializer(Serializer):
    """The thing asked for does not exist."""

    detail = serializers.CharField()


class SystemSerializer(Serializer):
    """A rule system that Leaguer plays."""

    slug = serializers.CharField()
    name = serializers.CharField()
    length_unit = serializers.CharField(help_text="The unit of distances.")
    rules_version = serializers.CharField(help_text="Changes when the same choices may give another battle.")
    books = serializers.IntegerField(help_text="How many army books there are.")
    rules = serializers.IntegerField(help_text="How many rules there are.")


class ProvenanceSerializer(Serializer):
    """Where the values of a row come from, if not from the printed book."""

    reconstructed = serializers.ListField(child=serializers.CharField())
    reread = serializers.ListField(child=serializers.CharField())
    ours = serializers.ListField(child=serializers.CharField())
    confidence = serializers.ChoiceField(choices=("high", "medium", "low"))
    note = serializers.CharField(allow_blank=True)


@extend_schema_field({"type": "object", "additionalProperties": True})
class AnyField(serializers.ReadOnlyField):
    """A value whose shape belongs to the rule system."""


class BookHeadSerializer(Serializer):
    """What stands at the head of an army book."""

    system = serializers.CharField()
    key = serializers.CharField()
    version = serializers.CharField()
    name = serializers.CharField()
    period = serializers.CharField(allow_blank=True)
    theatre = serializers.CharField(allow_blank=True)


class BookSerializer(BookHeadSerializer):
    """An army book, in short."""

    units = serializers.IntegerField()
    options = serializers.IntegerField()
    provenance = ProvenanceSerializer()


class BookOptionSerializer(Serializer):
    """An option: what it changes, for how many units, at what price for this entry."""

    id = serializers.CharField()
    name = serializers.CharField()
    effect = serializers.CharField(allow_blank=True)
    limit = serializers.CharField()
    points = serializers.IntegerField(
        help_text="Added to the unit’s price; below 0 it makes the unit cheaper."
    )
    profile = AnyField(help_text="The unit with this option alone.")
    rules = serializers.ListField(child=serializers.CharField())


class BookEntrySerializer(Serializer):
    """A row of a book with its profile and options. Rows of one `group` share `min` and `max`."""

    id = serializers.CharField()
    name = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]  # a field of that name
    min = serializers.IntegerField(min_value=0)
    max = serializers.IntegerField(min_value=0)
    group = serializers.CharField(allow_blank=True)
    points = serializers.IntegerField()
    profile = AnyField(help_text="The characteristics, named as in the system’s rules.")
    options = BookOptionSerializer(many=True)
    provenance = ProvenanceSerializer()


class FullBookSerializer(BookHeadSerializer):
    """Return an army book."""

    provenance = ProvenanceSerializer()
    entries = BookEntrySerializer(many=True)


class RuleSerializer(Serializer):
    """A rule in our words. `note`: why players apply it themselves, or what is missing."""

    system = serializers.CharField()
    id = serializers.CharField(source="rule.id")
    title = serializers.CharField(source="rule.title")
    chapter = serializers.CharField(source="rule.chapter")
    section = serializers.CharField(source="rule.section")
    phase = serializers.CharField(source="rule.phase")
    optional = serializers.BooleanField(source="rule.optional")
    text = serializers.CharField(source="rule.text")
    unclear = serializers.CharField(
        source="rule.unclear", allow_blank=True, help_text="What the rulebook leaves open."
    )
    reading = serializers.CharField(allow_blank=True, help_text="How Leaguer reads it.")
    status = serializers.CharField(help_text=f"One of {', '.join(STATUSES)}.")
    note = serializers.CharField(allow_blank=True)
    needs = serializers.ListField(source="rule.needs", child=serializers.CharField())


class RulePageSerializer(Serializer):
    """A page of rules."""

    count = serializers.IntegerField()
    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)
    results = RuleSerializer(many=True)


class ExampleSerializer(Serializer):
    """A worked example, which is run as a test."""

    id = serializers.CharField()
    given = serializers.DictField(child=serializers.CharField())
    rolls = serializers.ListField(child=serializers.IntegerField())
    expect = serializers.DictField(child=serializers.CharField())
    note = serializers.CharField(allow_blank=True)


class FullRuleSerializer(RuleSerializer):
    """A rule with the rules that use it and its worked examples."""

    needed_by = serializers.ListField(child=serializers.CharField())
    examples = ExampleSerializer(many=True)


class RuleQuerySerializer(Serializer):
    """What to look for in the rules."""

    search = serializers.CharField(
        required=False,
        max_length=120,
        help_text="Words to find in the number, title, text or reading; all of them have to match.",
    )
    phase = serializers.CharField(
        required=False, max_length=40, help_text="Only rules of this phase of play."
    )
    status = serializers.ChoiceField(
        required=False, choices=STATUSES, help_text="Only rules with this status."
    )
    page = serializers.IntegerField(required=False, min_value=1)
    page_size = serializers.IntegerField(required=False, min_value=1, max_value=100)
