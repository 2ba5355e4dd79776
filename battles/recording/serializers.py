"""Records as the REST interface reads and writes them."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from battles.recording.models import Claim, Record
from battles.recording.services import MAX_TURN
from battles.serializers import OpponentField, TwoListsSerializer, TwoSidesSerializer


class RecordSerializer(TwoSidesSerializer):
    """A record in short. `battle` is null for one of two lists without a meeting; `result` is what both sides
    have signed, null while it is open.
    """

    battle = serializers.UUIDField(source="battle.public_id", default=None, read_only=True, allow_null=True)

    class Meta:
        model = Record
        fields = (
            "id", "battle", "owner", "opponent", "system", "sides", "revision", "settled", "result",
            "created", "updated",
        )  # fmt: skip
        read_only_fields = fields


class EntryStandingSerializer(serializers.Serializer[Any]):
    """What stands under one entry: `value` counts for now, `said` says by side what is not agreed on."""

    key = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]  # a field is taken from the class
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


class NewRecordSerializer(TwoListsSerializer):
    """What a record without a meeting begins from."""

    opponent = OpponentField()
    scenario = serializers.CharField(max_length=120, allow_blank=True, default="")


class AtSerializer(serializers.Serializer[Any]):
    """The revision that something is done at."""

    revision = serializers.IntegerField(min_value=0)


class ClaimsSerializer(AtSerializer):
    """What a side says: values by entry key, at a revision."""

    changes = serializers.DictField(child=serializers.JSONField(allow_null=True))


class AgreeSerializer(AtSerializer):
    """To which entries of the other side one agrees; without `keys` to all that it has said alone."""

    keys = serializers.ListField(
        child=serializers.CharField(max_length=140), required=False, allow_null=True, default=None
    )


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
