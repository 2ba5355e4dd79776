"""Battles as the REST interface reads and writes them."""

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
from battles.keeping import DRAW, UNDO
from battles.models import ASK, NEVER, SIDES, Battle
from battles.services import MAX_SEED
from battles.setups import side_name
from rulesets.engine.document import SETUP_VERSION, SetupError
from rulesets.engine.lists import ListError


class StandingSerializer(serializers.Serializer[dict[str, int]]):
    """How a side stands: what it began with, lost and has left of what decides the battle."""

    total = serializers.IntegerField()
    lost = serializers.IntegerField()
    left = serializers.IntegerField()


class OfferSerializer(serializers.Serializer[dict[str, Any]]):
    """What a side has offered the other: to take choices back until `to` are left, or a draw."""

    kind = serializers.ChoiceField(choices=[UNDO, DRAW])
    by = serializers.IntegerField()
    to = serializers.IntegerField(allow_null=True)


class BattleSerializer(serializers.ModelSerializer[Battle]):
    """A battle. `seed` is null until the battle is over; `number` counts the choices made, `revision`
    everything that players did; `reactions` tells for each side whether it is asked about reactions.
    """

    id = serializers.UUIDField(source="public_id", read_only=True)
    owner = serializers.CharField(source="owner.username", read_only=True)
    opponent = serializers.CharField(
        source="opponent.username", default=None, read_only=True, allow_null=True
    )
    sides = serializers.SerializerMethodField()
    number = serializers.IntegerField(source="version", read_only=True)
    events = serializers.IntegerField(source="event_count", read_only=True)
    seed_hash = serializers.CharField(read_only=True)
    seed = serializers.SerializerMethodField()
    standing = StandingSerializer(many=True, read_only=True)
    offer = OfferSerializer(read_only=True, allow_null=True)
    reactions = serializers.ListField(child=serializers.ChoiceField(choices=[ASK, NEVER]), read_only=True)
    tacticians = serializers.ListField(child=serializers.IntegerField(), read_only=True)
    result = serializers.SerializerMethodField()

    class Meta:
        model = Battle
        fields = (
            "id", "owner", "opponent", "system", "rules_version", "sides", "tacticians", "status", "number",
            "revision", "events", "turn", "standing", "offer", "reactions", "winner", "result", "hash",
            "seed_hash", "seed", "created", "updated", "finished",
        )  # fmt: skip
        read_only_fields = fields

    @extend_schema_field(serializers.ListField(child=serializers.CharField()))
    def get_sides(self, row: Battle) -> list[str]:
        return list(row.sides)

    @extend_schema_field(serializers.CharField(allow_null=True))
    def get_seed(self, row: Battle) -> str | None:
        return row.seed if row.over else None

    @extend_schema_field(serializers.DictField(allow_null=True))
    def get_result(self, row: Battle) -> Any:
        return row.result


class AdvancedSerializer(BattleSerializer):
    """A battle after automatic play: `made` choices of the tactician, and whether there is `more` to play."""

    made = serializers.IntegerField(read_only=True)
    more = serializers.BooleanField(read_only=True)

    class Meta(BattleSerializer.Meta):
        fields = (*BattleSerializer.Meta.fields, "made", "more")
        read_only_fields = fields


@extend_schema_field({"oneOf": [{"type": "string", "format": "uuid"}, {"type": "object"}]})
class ListField(serializers.JSONField):
    """A list: the id of one of one's own lists, or a list document."""


class TableSerializer(serializers.Serializer[dict[str, float]]):
    """The table's size in the system's unit of length; each system has its limits and its usual size."""

    width = serializers.FloatField(min_value=1, max_value=1000, required=False)
    depth = serializers.FloatField(min_value=1, max_value=1000, required=False)


@extend_schema_field(
    {"oneOf": [{"type": "string", "enum": ["roll", "open"]}, {"type": "array", "items": {"type": "object"}}]}
)
class TerrainField(serializers.JSONField):
    """`roll`, `open`, or agreed pieces."""


def opponent_named(name: str) -> User | None:
    """The user of that name, None for an empty one; raises ValidationError for nobody's."""
    if not name:
        return None
    found = User.objects.filter(username__iexact=name, is_active=True).first()
    if found is None:
        raise serializers.ValidationError("There is no user of that name.")
    return found


class NewBattleSerializer(serializers.Serializer[Battle]):
    """What a battle begins from."""

    lists = serializers.ListField(child=ListField(), min_length=2, max_length=2)
    sides = serializers.ListField(
        child=serializers.CharField(max_length=120), min_length=2, max_length=2, required=False
    )
    table = TableSerializer(required=False)
    terrain = TerrainField(default="roll")
    max_turns = serializers.IntegerField(min_value=1, max_value=60, default=16)
    dice = serializers.ChoiceField(choices=["stream", "typed"], default="stream")
    options = serializers.DictField(child=serializers.JSONField(), default=dict)
    seed = serializers.CharField(max_length=MAX_SEED, allow_blank=True, default="")
    opponent = serializers.CharField(max_length=150, allow_blank=True, default="")
    tacticians = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=1), max_length=2, default=list(SIDES)
    )
    agreed = serializers.BooleanField(default=False, help_text="Fight with lists that are not legal")

    def validate_opponent(self, name: str) -> User | None:
        return opponent_named(name)

    def _document(self, value: Any, index: int) -> Any:
        """The list's document; raises SetupError for an id that is not one of the user's lists, or for a
        document that names a book of somebody else's."""
        if not isinstance(value, str):
            try:
                bookaccess.own_only(self.context["request"].user, value)
            except ListError as error:
                raise SetupError(str(error), path=f"lists[{index}]") from None
            return value
        try:
            return owned(ArmyList, self.context["request"].user, UUID(value)).document
        except (ValueError, Http404):
            raise SetupError("There is no such list, or it is not yours.", path=f"lists[{index}]") from None

    def setup(self) -> dict[str, Any]:
        """The set-up document; raises SetupError for a list that is not the user's."""
        data = self.validated_data
        lists = [self._document(value, index) for index, value in enumerate(data["lists"])]
        try:  # a scenario brought along has lists too
            bookaccess.own_only(self.context["request"].user, data["options"])
        except ListError as error:
            raise SetupError(str(error), path="options") from None
        first = lists[0] if isinstance(lists[0], dict) else {}
        return {
            "format": "leaguer-setup",
            "version": SETUP_VERSION,
            "system": first.get("system", "baroque"),
            "lists": lists,
            "sides": data.get("sides") or [side_name(each, index) for index, each in enumerate(lists)],
            "table": dict(data.get("table") or {}),
            "terrain": data["terrain"],
            "max_turns": data["max_turns"],
            "dice": data["dice"],
            "options": data["options"],
        }


class AdvanceSerializer(serializers.Serializer[dict[str, float]]):
    """How long to play in one request."""

    seconds = serializers.FloatField(min_value=0, max_value=10, default=5)


class ChoiceSerializer(serializers.Serializer[dict[str, Any]]):
    """A choice, and the revision that it is made at; older programs give the `number` of choices instead."""

    revision = serializers.IntegerField(min_value=0, required=False)
    number = serializers.IntegerField(min_value=0, required=False, help_text="Instead of `revision`.")
    choice = serializers.DictField(child=serializers.JSONField(allow_null=True))

    def validate(self, data: dict[str, Any]) -> dict[str, Any]:
        if "revision" not in data and "number" not in data:
            raise serializers.ValidationError({"revision": "Give the revision that the choice is made at."})
        return data


class DecisionSerializer(serializers.Serializer[dict[str, Any]]):
    """The pending decision: `decision` is null for who does not have to make it."""

    number = serializers.IntegerField()
    revision = serializers.IntegerField()
    deciding = serializers.IntegerField(allow_null=True)
    decision = serializers.DictField(allow_null=True)
    offer = OfferSerializer(allow_null=True)


class SideSerializer(serializers.Serializer[dict[str, Any]]):
    """For which side; it may be left out by who leads just one."""

    side = serializers.IntegerField(min_value=0, max_value=1, required=False)


class ActSerializer(SideSerializer):
    """What a player does at a revision."""

    revision = serializers.IntegerField(min_value=0)


class AnswerSerializer(ActSerializer):
    """Whether the other side's offer is accepted; one's own can be withdrawn."""

    accept = serializers.BooleanField()


class ReactionsSerializer(SideSerializer):
    """Whether a side is asked about every reaction, or declines them all."""

    mode = serializers.ChoiceField(choices=[ASK, NEVER])


class TurnQuery(serializers.Serializer[dict[str, int]]):
    """Which turn; all of them, or the last, if left out."""

    turn = serializers.IntegerField(min_value=0, max_value=9999, required=False)


class ModifierSerializer(serializers.Serializer[Any]):
    """A modifier of a roll."""

    rule = serializers.CharField(allow_blank=True)
    value = serializers.IntegerField()
    why = serializers.CharField(allow_blank=True)


class DieSerializer(serializers.Serializer[Any]):
    """A die, and what it was rolled again to, by which rule."""

    face = serializers.IntegerField()
    again = serializers.IntegerField(allow_null=True)
    rule = serializers.CharField(allow_blank=True)


class RollSerializer(serializers.Serializer[Any]):
    """Everything that explains a roll."""

    purpose = serializers.CharField()
    sides = serializers.IntegerField()
    dice = DieSerializer(many=True)
    target = serializers.IntegerField(allow_null=True)
    modifiers = ModifierSerializer(many=True)
    result = serializers.CharField(allow_blank=True)


class LogLineSerializer(serializers.Serializer[Any]):
    """A line of the log in words."""

    number = serializers.IntegerField()
    turn = serializers.IntegerField()
    kind = serializers.CharField()
    rule = serializers.CharField(allow_blank=True)
    words = serializers.CharField()
    side = serializers.IntegerField(allow_null=True)
    roll = RollSerializer(allow_null=True)


class EntrySerializer(serializers.Serializer[Any]):
    """An event as the battle's document holds it, with its hash in the chain."""

    n = serializers.IntegerField()
    event = serializers.DictField()
    hash = serializers.CharField()


class FieldSerializer(serializers.Serializer[Any]):
    """The whole state at the end of a turn, and how many turns there are."""

    turn = serializers.IntegerField()
    turns = serializers.IntegerField()
    state = serializers.DictField()


class FaultSerializer(serializers.Serializer[Any]):
    """What is wrong, where, and by which rule."""

    path = serializers.CharField(allow_blank=True)
    message = serializers.CharField()
    rule = serializers.CharField(required=False, allow_blank=True)


class ErrorSerializer(serializers.Serializer[Any]):
    """A request that could not be carried out; nothing was changed."""

    detail = serializers.CharField()
    errors = FaultSerializer(many=True, required=False)
