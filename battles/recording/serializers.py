"""Records as the REST interface reads and writes them."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.http import Http404
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from armylists import bookaccess
from armylists.models import ArmyList
from armylists.owned.access import owned
from battles.recording.models import Claim, Record
from battles.recording.services import MAX_TURN, RecordRefusal
from battles.serializers import ListField
from battles.setups import side_name
from rulesets.engine.lists import ListError


class RecordSerializer(serializers.ModelSerializer[Record]):
    """A record in short. `battle` is null for one of two lists without a meeting; `result` is what both sides
    have signed, null while it is open.
    """

    id = serializers.UUIDField(source="public_id", read_only=True)
    battle = serializers.UUIDField(source="battle.public_id", default=None, read_only=True, allow_null=True)
    owner = serializers.CharField(source="owner.username", read_only=True)
    opponent = serializers.CharField(
        source="opponent.username", default=None, read_only=True, allow_null=True
    )
    sides = serializers.SerializerMethodField()
    result = serializers.SerializerMethodField()

    class Meta:
        model = Record
        fields = (
            "id", "battle", "owner", "opponent", "system", "sides", "revision", "settled", "result",
            "created", "updated",
        )  # fmt: skip
        read_only_fields = fields

    @extend_schema_field(serializers.ListField(child=serializers.CharField()))
    def get_sides(self, row: Record) -> list[str]:
        return list(row.sides)

    @extend_schema_field(serializers.DictField(allow_null=True))
    def get_result(self, row: Record) -> Any:
        return row.result


class EntryStandingSerializer(serializers.Serializer[Any]):
    """What stands under one entry: `value` counts for now, `said` tells by side what is not agreed on."""

    key = serializers.CharField()
    label = serializers.CharField()
    where = serializers.CharField()
    value = serializers.JSONField(allow_null=True)
    said = serializers.DictField(child=serializers.JSONField(allow_null=True))
    turn = serializers.IntegerField()


class OpenedSerializer(serializers.Serializer[Any]):
    """A record as it stands, with its score."""

    revision = serializers.IntegerField()
    turn = serializers.IntegerField()
    settled = serializers.BooleanField()
    signed = serializers.ListField(child=serializers.IntegerField())
    entries = EntryStandingSerializer(many=True)
    disputes = serializers.ListField(child=serializers.CharField())
    score = serializers.DictField()


class NewRecordSerializer(serializers.Serializer[Any]):
    """What a record without a meeting begins from."""

    lists = serializers.ListField(child=ListField(), min_length=2, max_length=2)
    sides = serializers.ListField(
        child=serializers.CharField(max_length=120), min_length=2, max_length=2, required=False
    )
    opponent = serializers.CharField(max_length=150, allow_blank=True, default="")
    scenario = serializers.CharField(max_length=120, allow_blank=True, default="")

    def validate_opponent(self, name: str) -> User | None:
        if not name:
            return None
        found = User.objects.filter(username__iexact=name, is_active=True).first()
        if found is None:
            raise serializers.ValidationError("There is no user of that name.")
        return found

    def documents(self) -> list[dict[str, Any]]:
        """The two list documents; raises RecordRefusal for one that is not the user's or is none."""
        return [self._document(value, index) for index, value in enumerate(self.validated_data["lists"])]

    def names(self, documents: list[dict[str, Any]]) -> list[str]:
        """What the sides are called."""
        given = self.validated_data.get("sides")
        return given or [side_name(each, index) for index, each in enumerate(documents)]

    def _document(self, value: Any, index: int) -> dict[str, Any]:
        path = f"lists[{index}]"
        if isinstance(value, dict):
            try:
                bookaccess.own_only(self.context["request"].user, value)
            except ListError as error:
                raise RecordRefusal(str(error), path) from None
            return value
        try:
            return dict(owned(ArmyList, self.context["request"].user, UUID(str(value))).document)
        except (ValueError, Http404):
            raise RecordRefusal("There is no such list, or it is not yours.", path) from None


class ClaimsSerializer(serializers.Serializer[Any]):
    """What a side says: values by entry key, at a revision."""

    revision = serializers.IntegerField(min_value=0)
    changes = serializers.DictField(child=serializers.JSONField(allow_null=True))


class AgreeSerializer(serializers.Serializer[Any]):
    """To which entries of the other side one agrees; without `keys` to all that it has said alone."""

    revision = serializers.IntegerField(min_value=0)
    keys = serializers.ListField(
        child=serializers.CharField(max_length=140), required=False, allow_null=True, default=None
    )


class AtSerializer(serializers.Serializer[Any]):
    """The revision that something is done at."""

    revision = serializers.IntegerField(min_value=0)


class TurnSerializer(AtSerializer):
    """The turn that is recorded from now on; 0 for none in particular."""

    turn = serializers.IntegerField(min_value=0, max_value=MAX_TURN)


class ClaimSerializer(serializers.ModelSerializer[Claim]):
    """Something that was done in a record."""

    kind = serializers.CharField(help_text="claim, turn, sign or reopen")
    made_by = serializers.CharField(source="made_by.username", default=None, allow_null=True)
    value = serializers.JSONField(allow_null=True)

    class Meta:
        model = Claim
        fields = ("number", "kind", "by", "made_by", "turn", "key", "value", "at")
        read_only_fields = fields


class ScoreSerializer(serializers.Serializer[Any]):
    """A score with every step and its rule."""

    system = serializers.CharField()
    winner = serializers.IntegerField(allow_null=True)
    winner_name = serializers.CharField(allow_null=True)
    result = serializers.CharField()
    difference = serializers.IntegerField()
    scenario = serializers.CharField(allow_blank=True)
    scenario_ours = serializers.CharField(
        allow_blank=True,
        help_text="What of the scenario is ours and in no source; empty where it is not ours.",
    )
    turns = serializers.IntegerField()
    sides = serializers.ListField(child=serializers.DictField())
    steps = serializers.ListField(child=serializers.DictField())
    missing = serializers.ListField(child=serializers.DictField())
