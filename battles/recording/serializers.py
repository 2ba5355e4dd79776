"""Records as the REST interface reads and writes them."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from battles.recording.models import Claim, Record
from battles.recording.services import MAX_TURN
from battles.serializers import OpponentField, TwoListsSerializer, TwoSidesSerializer


class RecordSerializer(TwoSidesSerializer):
    """A record, in short. `battle` is null for two lists without a meeting; `result` is what both sides
    signed, null while it is open.
    """

    battle = serializers.UUIDField(source="battle.public_id", default=None, read_only=True, allow_null=True)

    class Meta:
        model = Record
        fields = (
            "id", "battle", "owner", "opponent", "invited", "invitation", "system", "sides", "revision",
            "settled", "result", "created", "updated",
        )  # fmt: skip
        read_only_fields = fields


class EntryStandingSerializer(serializers.Serializer[Any]):
    """What an entry holds: `value` counts for now, `said` is what each side says if they differ."""

    key = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]  # a field is taken from the class
    where = serializers.CharField()
    value = serializers.JSONField(allow_null=True)
    said = serializers.DictField(child=serializers.JSONField(allow_null=True))
    turn = serializers.IntegerField()


class OpenedSerializer(serializers.Serializer[Any]):
    """A record with its score."""

    revision = serializers.IntegerField()
    turn = serializers.IntegerField()
    settled = serializers.BooleanField()
    signed = serializers.ListField(child=serializers.IntegerField())
    entries = EntryStandingSerializer(many=True)
    disputes = serializers.ListField(child=serializers.CharField())
    score = serializers.DictField()


class NewRecordSerializer(TwoListsSerializer):
    """What a record without a meeting starts from."""

    opponent = OpponentField()
    scenario = serializers.CharField(max_length=120, allow_blank=True, default="")


class AtSerializer(serializers.Serializer[Any]):
    """The revision that this is meant for."""

    revision = serializers.IntegerField(min_value=0)


class ClaimsSerializer(AtSerializer):
    """What a side records: values by entry key, and the revision they are meant for."""

    changes = serializers.DictField(child=serializers.JSONField(allow_null=True))


class AgreeSerializer(AtSerializer):
    """The other side's entries to agree with; without `keys`, all that only it has recorded."""

    keys = serializers.ListField(
        child=serializers.CharField(max_length=140), required=False, allow_null=True, default=None
    )


class TurnSerializer(AtSerializer):
    """The turn to record from now on; 0 for no particular turn."""

    turn = serializers.IntegerField(min_value=0, max_value=MAX_TURN)


class ClaimSerializer(serializers.ModelSerializer[Claim]):
    """Something done in a record."""

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
        help_text="What in the scenario is our own and in no source; empty if nothing is.",
    )
    turns = serializers.IntegerField()
    sides = serializers.ListField(child=serializers.DictField())
    steps = serializers.ListField(child=serializers.DictField())
    missing = serializers.ListField(child=serializers.DictField())
