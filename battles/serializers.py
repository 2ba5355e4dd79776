"""Battles as the REST interface reads and writes them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.http import Http404
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from armylists import bookaccess
from armylists.models import ArmyList
from armylists.owned.access import owned
from armylists.owned.shapes import shape
from battles.agreed import Agreed
from battles.lines import LogLine
from battles.models import ASK, NEVER, Battle
from battles.persistence import DRAW, MOST_STEPS, UNDO
from battles.services import MAX_SEED
from battles.setups import side_name
from battles.sides import ACCEPTED, DECLINED, OPEN, SIDES
from rulesets.contract.presentation import Standing
from rulesets.engine.document import SETUP_VERSION, SetupError
from rulesets.engine.lists import ListError
from rulesets.engine.strength import STRENGTHS

AgreedSerializer = shape(Agreed)
StandingSerializer = shape(Standing, left=int)
LogLineSerializer = shape(LogLine, ("parts", "weight"), turn=int, side=int | None)


class OfferSerializer(serializers.Serializer[dict[str, Any]]):
    """A side's offer to the other: to undo choices until `to` are left, or a draw."""

    kind = serializers.ChoiceField(choices=[UNDO, DRAW])
    by = serializers.IntegerField()
    to = serializers.IntegerField(allow_null=True)


class TwoSidesSerializer(serializers.ModelSerializer[Any]):
    """What everything has that two sides fight."""

    id = serializers.UUIDField(source="public_id", read_only=True)
    owner = serializers.CharField(source="owner.username", read_only=True)
    opponent = serializers.CharField(
        source="opponent.username", default=None, read_only=True, allow_null=True
    )
    sides = serializers.ListField(child=serializers.CharField(), read_only=True)
    invited = serializers.CharField(read_only=True, help_text="Who was invited; empty if nobody was.")
    invitation = serializers.ChoiceField(
        choices=[ACCEPTED, OPEN, DECLINED],
        read_only=True,
        help_text="Empty once it is accepted, or if nobody was invited.",
    )
    result = serializers.DictField(allow_null=True, read_only=True)


class BattleSerializer(TwoSidesSerializer):
    """A battle. `seed` is null until the battle is over; `number` counts the choices made, `revision`
    everything that players did; `reactions` says whether each side is asked about reactions.
    """

    cancelled = serializers.CharField(
        read_only=True,
        help_text="Why an umpire cancelled it; empty unless they did. Nobody plays it any more.",
    )
    number = serializers.IntegerField(source="version", read_only=True)
    events = serializers.IntegerField(source="event_count", read_only=True)
    seed_hash = serializers.CharField(read_only=True)
    seed = serializers.SerializerMethodField()
    standing = StandingSerializer(many=True, read_only=True)
    offer = OfferSerializer(read_only=True, allow_null=True)
    reactions = serializers.ListField(child=serializers.ChoiceField(choices=[ASK, NEVER]), read_only=True)
    tacticians = serializers.ListField(child=serializers.IntegerField(), read_only=True)
    strengths = serializers.ListField(
        child=serializers.ChoiceField(choices=STRENGTHS),
        read_only=True,
        help_text="How strong the tactician plays for each side; empty means a veteran for both.",
    )
    guided = serializers.ListField(
        child=serializers.IntegerField(), read_only=True, help_text="The sides that see hints."
    )

    class Meta:
        model = Battle
        fields: tuple[str, ...] = (
            "id", "owner", "opponent", "invited", "invitation", "system", "rules_version", "sides",
            "tacticians", "strengths", "guided", "status", "cancelled", "number",
            "revision", "events", "turn", "standing", "offer", "reactions", "winner", "result", "hash",
            "seed_hash", "seed", "created", "updated", "finished",
        )  # fmt: skip
        read_only_fields: tuple[str, ...] = fields

    @extend_schema_field(serializers.CharField(allow_null=True))
    def get_seed(self, row: Battle) -> str | None:
        return row.seed if row.over else None


class AdvancedSerializer(BattleSerializer):
    """A battle after automatic play: how many choices the tactician `made`, and whether there is `more` to
    play.
    """

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


class StrengthsField(serializers.ListField):
    """How strong the tactician plays for each side."""

    def __init__(self) -> None:
        words = "How strong the tactician plays for each side: recruit, regular or veteran (the default)."
        super().__init__(
            child=serializers.ChoiceField(choices=STRENGTHS), min_length=2, max_length=2, required=False,
            help_text=words,
        )  # fmt: skip


class OpponentField(serializers.CharField):
    """The user name of who is invited to lead the second side; empty: the owner leads both."""

    def __init__(self) -> None:
        words = "The user name of a player to invite to the second side. The battle starts when they accept."
        super().__init__(max_length=150, allow_blank=True, default="", help_text=words)


class PlayersSerializer(serializers.Serializer[Any]):
    """Who fights, and with which dice."""

    dice = serializers.ChoiceField(choices=["stream", "typed"], default="stream")
    seed = serializers.CharField(max_length=MAX_SEED, allow_blank=True, default="")
    opponent = OpponentField()
    tacticians = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=1), max_length=2, default=list(SIDES)
    )
    strengths = StrengthsField()

    def validate(self, data: dict[str, Any]) -> dict[str, Any]:
        # Whoever is invited means to play: the tactician leads nobody unless that is said.
        if data["opponent"] and "tacticians" not in self.initial_data:
            data["tacticians"] = []
        return data


class TwoListsSerializer(serializers.Serializer[Any]):
    """Two lists that fight, and what their sides are called."""

    lists = serializers.ListField(child=ListField(), min_length=2, max_length=2)
    sides = serializers.ListField(
        child=serializers.CharField(max_length=120), min_length=2, max_length=2, required=False
    )

    def documents(self) -> list[Any]:
        """Return the lists; raises SetupError for one that is not the user's or names a book of somebody
        else's.
        """
        return [self._document(value, f"lists[{i}]") for i, value in enumerate(self.validated_data["lists"])]

    def names(self, documents: Sequence[Any]) -> list[str]:
        """Return what the sides are called."""
        return self.validated_data.get("sides") or [side_name(each, i) for i, each in enumerate(documents)]

    def own_only(self, value: Any, path: str) -> Any:
        """Return what was sent; raises SetupError if it names a book of somebody else's."""
        try:
            bookaccess.own_only(self.context["request"].user, value)
        except ListError as error:
            raise SetupError(str(error), path=path) from None
        return value

    def _document(self, value: Any, path: str) -> Any:
        if isinstance(value, dict):
            return self.own_only(value, path)
        try:
            return owned(ArmyList, self.context["request"].user, UUID(str(value))).document
        except (ValueError, Http404) as error:
            raise SetupError(ArmyList.say(ArmyList.MISSING), path=path) from error


class NewBattleSerializer(PlayersSerializer, TwoListsSerializer):
    """What a new battle starts from."""

    table = TableSerializer(required=False)
    terrain = TerrainField(default="roll")  # type: ignore[arg-type]  # typed for objects alone
    max_turns = serializers.IntegerField(min_value=1, max_value=60, default=16)
    options = serializers.DictField(child=serializers.JSONField(), default=dict)
    agreed = serializers.BooleanField(default=False, help_text="Fight even if a list is not legal")

    def setup(self) -> dict[str, Any]:
        """Return the set-up document; raises SetupError for a list that is not the user's or of no system."""
        data, lists = self.validated_data, self.documents()
        if not isinstance(lists[0], dict) or "system" not in lists[0]:
            raise SetupError("names no rule system", path="lists[0].system")
        return {
            "format": "leaguer-setup",
            "version": SETUP_VERSION,
            "system": lists[0]["system"],
            "lists": lists,
            "sides": self.names(lists),
            "table": dict(data.get("table") or {}),
            "terrain": data["terrain"],
            "max_turns": data["max_turns"],
            "dice": data["dice"],
            "options": self.own_only(data["options"], "options"),  # a scenario brought along has lists too
            **({"strengths": data["strengths"]} if "strengths" in data else {}),
        }


class AdvanceSerializer(serializers.Serializer[dict[str, float]]):
    """How long to play in one request."""

    seconds = serializers.FloatField(min_value=0, max_value=10, default=5)


class ChoiceSerializer(serializers.Serializer[dict[str, Any]]):
    """A choice, and the revision it is meant for; older programs give the `number` of choices instead."""

    revision = serializers.IntegerField(min_value=0, required=False)
    number = serializers.IntegerField(min_value=0, required=False, help_text="Instead of `revision`.")
    choice = serializers.DictField(child=serializers.JSONField(allow_null=True))

    def validate(self, data: dict[str, Any]) -> dict[str, Any]:
        if "revision" not in data and "number" not in data:
            raise serializers.ValidationError({"revision": "Give the revision that the choice is meant for."})
        return data


class HintTermSerializer(serializers.Serializer[Any]):
    """A word of the rules and what it means."""

    word = serializers.CharField()
    means = serializers.CharField()


class HintSerializer(serializers.Serializer[Any]):
    """What a newcomer is told beside a decision."""

    title = serializers.CharField()
    text = serializers.CharField()
    picked = serializers.CharField(allow_blank=True, help_text="What comes next once a unit is picked.")
    terms = HintTermSerializer(
        many=True, help_text="The words of the rules that the decision uses, explained."
    )


class DecisionSerializer(serializers.Serializer[dict[str, Any]]):
    """The pending decision: `decision` is null if it is not yours to make."""

    number = serializers.IntegerField()
    revision = serializers.IntegerField()
    deciding = serializers.IntegerField(allow_null=True)
    decision = serializers.DictField(allow_null=True)
    offer = OfferSerializer(allow_null=True)
    hint = HintSerializer(allow_null=True)


class SideSerializer(serializers.Serializer[dict[str, Any]]):
    """For which side; it may be left out by who leads just one."""

    side = serializers.IntegerField(min_value=0, max_value=1, required=False)


class ActSerializer(SideSerializer):
    """What a player does, and the revision it is meant for."""

    revision = serializers.IntegerField(min_value=0)


class AnswerSerializer(ActSerializer):
    """Whether you accept the other side's offer; your own can be withdrawn."""

    accept = serializers.BooleanField()


class ReactionsSerializer(SideSerializer):
    """Whether a side is asked about every reaction, or declines all of them."""

    mode = serializers.ChoiceField(choices=[ASK, NEVER])


class UndoSerializer(ActSerializer):
    """What an undo takes back."""

    steps = serializers.IntegerField(
        min_value=1, max_value=MOST_STEPS, default=1,
        help_text="How many of your last choices; fewer if another person has chosen in between.",
    )  # fmt: skip


class HintsSerializer(SideSerializer):
    """Whether a side sees hints beside its decisions."""

    on = serializers.BooleanField()


class TurnQuery(serializers.Serializer[dict[str, int]]):
    """Which turn; all of them, or the last, if left out."""

    turn = serializers.IntegerField(min_value=0, max_value=9999, required=False)


class EntrySerializer(serializers.Serializer[Any]):
    """An event as the battle's document holds it, with its hash in the chain."""

    n = serializers.IntegerField()
    event = serializers.DictField()
    hash = serializers.CharField()


class FieldSerializer(serializers.Serializer[Any]):
    """The whole state at the end of a turn, and the number of turns."""

    turn = serializers.IntegerField()
    turns = serializers.IntegerField()
    state = serializers.DictField()
