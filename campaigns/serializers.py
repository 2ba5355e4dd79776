"""Campaigns as the REST interface reads and writes them."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from armylists.owned.shapes import shape
from campaigns.creation import MAX_HOURS
from campaigns.engine import shipped
from campaigns.models import Campaign, EngagementRow, Invitation, Member, TurnRow
from rulesets.engine.errors import Fault


class CampaignSerializer(serializers.ModelSerializer[Campaign]):
    """A campaign. `seed` is null until it is over; `alone`: it goes on without the umpire at its deadline and
    when its last battle is in; `revision` rises with everything that changes it.
    """

    id = serializers.UUIDField(source="public_id", read_only=True)
    owner = serializers.CharField(source="owner.username", read_only=True)
    seed_hash = serializers.CharField(read_only=True)
    seed = serializers.SerializerMethodField()

    class Meta:
        model = Campaign
        fields: tuple[str, ...] = (
            "id", "owner", "name", "shape", "turn", "date", "phase", "deadline", "hours", "alone", "paused",
            "archived", "revision", "hash", "seed_hash", "seed", "created", "updated",
        )  # fmt: skip
        read_only_fields: tuple[str, ...] = fields

    @extend_schema_field(serializers.CharField(allow_null=True))
    def get_seed(self, row: Campaign) -> str | None:
        return row.seed if row.over else None


class CampaignPlaceSerializer(serializers.Serializer[Any]):
    """One's own place in a campaign: `calendar` is the secret address of its deadlines."""

    role = serializers.ChoiceField(choices=Member.Role.choices)
    faction = serializers.CharField(allow_blank=True)
    chief = serializers.BooleanField()
    key = serializers.CharField()
    calendar = serializers.CharField()


class MyCampaignSerializer(CampaignSerializer):
    """A campaign with one's own place in it."""

    mine = CampaignPlaceSerializer(read_only=True)

    class Meta(CampaignSerializer.Meta):
        fields = (*CampaignSerializer.Meta.fields, "mine")
        read_only_fields = fields


class NewCampaignSerializer(serializers.Serializer[Any]):
    """What a campaign begins from: a campaign document, or the key of one that ships."""

    document = serializers.DictField(child=serializers.JSONField(allow_null=True), required=False)
    shipped = serializers.CharField(max_length=60, required=False)
    name = serializers.CharField(max_length=120, required=False, allow_blank=True, default="")
    hours = serializers.IntegerField(
        min_value=0, max_value=MAX_HOURS, default=0, help_text="How long a turn waits for orders; 0: no limit"
    )

    def validate(self, data: dict[str, Any]) -> dict[str, Any]:
        if ("document" in data) == ("shipped" in data):
            raise serializers.ValidationError({"document": "Give a document, or name one that ships."})
        if "shipped" in data and data["shipped"] not in shipped.campaigns():
            keys = ", ".join(sorted(shipped.campaigns()))
            raise serializers.ValidationError({"shipped": f"There is none of that name; there are: {keys}."})
        return data


class CampaignSettingsSerializer(serializers.Serializer[Any]):
    """What an umpire changes of a campaign; what is left out stays."""

    name = serializers.CharField(max_length=120, required=False)
    deadline = serializers.DateTimeField(required=False, allow_null=True)
    hours = serializers.IntegerField(min_value=0, max_value=MAX_HOURS, required=False)
    alone = serializers.BooleanField(required=False)
    paused = serializers.BooleanField(required=False)
    archived = serializers.BooleanField(required=False)


class RevisionSerializer(serializers.Serializer[Any]):
    """The revision that something is meant for."""

    revision = serializers.IntegerField(min_value=0)


class OverrideSerializer(RevisionSerializer):
    """The umpire's acts, and why: `[{"do": "money", "faction": "crown", "amount": 5}]`."""

    acts = serializers.ListField(child=serializers.JSONField(), min_length=1, max_length=200)
    reason = serializers.CharField(max_length=500)


class BackSerializer(RevisionSerializer):
    """The turn to whose beginning the umpire goes back, and why."""

    turn = serializers.IntegerField(min_value=1)
    reason = serializers.CharField(max_length=500)


class CloneSerializer(serializers.Serializer[Any]):
    """What the copy is called, and whether it begins anew."""

    name = serializers.CharField(max_length=120, required=False, allow_blank=True, default="")
    fresh = serializers.BooleanField(default=False)


class OrdersWrittenSerializer(serializers.Serializer[Any]):
    """An orders document; its faction is the own one where it says none."""

    faction = serializers.CharField(max_length=60, required=False)
    forces = serializers.DictField(child=serializers.JSONField(), required=False, default=dict)
    acts = serializers.ListField(child=serializers.JSONField(), required=False, default=list, max_length=60)


class WriterSerializer(serializers.Serializer[Any]):
    """Who has written orders, and whether they are given."""

    name = serializers.CharField(allow_null=True)
    status = serializers.ChoiceField(choices=["draft", "given", "changed"])


class OrdersSerializer(serializers.Serializer[Any]):
    """A faction's orders for this turn: as last written, and as they count. An umpire reads those of others
    only when they are carried out.
    """

    turn = serializers.IntegerField()
    faction = serializers.CharField(allow_blank=True)
    status = serializers.ChoiceField(choices=["none", "draft", "given", "changed"])
    draft = serializers.DictField()
    given = serializers.DictField()
    writers = WriterSerializer(many=True)
    findings = shape(Fault)(many=True)


class CampaignEntrySerializer(serializers.Serializer[Any]):
    """A line of the log: the event, its sentence, its hash in the chain."""

    turn = serializers.IntegerField()
    date = serializers.CharField()
    part = serializers.ChoiceField(choices=TurnRow.Part.choices)
    n = serializers.IntegerField()
    words = serializers.CharField()
    event = serializers.DictField()
    hash = serializers.CharField()


class ChronicleQuery(serializers.Serializer[Any]):
    """Which turn, and which part of it; all of them if left out."""

    turn = serializers.IntegerField(min_value=0, max_value=100_000, required=False)
    part = serializers.ChoiceField(choices=TurnRow.Part.choices, required=False)


class CampaignPartSerializer(serializers.Serializer[Any]):
    """A part of a turn that happened."""

    part = serializers.ChoiceField(choices=TurnRow.Part.choices)
    turn = serializers.IntegerField()
    date = serializers.CharField()
    hash = serializers.CharField()
    entries = serializers.ListField(child=serializers.DictField())


class ResolvedSerializer(serializers.Serializer[Any]):
    """The campaign after a turn went on, and what happened."""

    campaign = CampaignSerializer()
    parts = CampaignPartSerializer(many=True)


class PreviewSerializer(serializers.Serializer[Any]):
    """What resolving now would bring: `missing` are the factions without orders of their own."""

    part = serializers.ChoiceField(choices=["march", "conclude"])
    turn = serializers.IntegerField()
    date = serializers.CharField()
    phase = serializers.ChoiceField(choices=Campaign.Phase.choices)
    missing = serializers.ListField(child=serializers.CharField())
    engagements = serializers.ListField(child=serializers.CharField())
    orders = serializers.DictField()
    entries = serializers.ListField(child=serializers.DictField())
    hash = serializers.CharField()


class EngagementSerializer(serializers.Serializer[Any]):
    """An engagement as one may know it: `engagement` as the view has it, `claims`, `outcome`, `standins` and
    `scenario` of the own ones alone; `side` is the own one, null for who looks on.

    `standins`: the system, the means, who proposed them, who has `named` an army, and both `armies`, the
    other side's null until both are named. Reports of a battle of stand-ins name their units: `a-` or `b-`
    and the id in the list.
    """

    key = serializers.CharField()
    turn = serializers.IntegerField()
    factions = serializers.ListField(child=serializers.CharField())
    status = serializers.ChoiceField(choices=EngagementRow.Status.choices)
    means = serializers.CharField(allow_blank=True)
    side = serializers.IntegerField(allow_null=True)
    battle = serializers.UUIDField(allow_null=True)
    record = serializers.UUIDField(allow_null=True)
    engagement = serializers.DictField(allow_null=True)
    claims = serializers.ListField(child=serializers.DictField(allow_null=True), allow_null=True)
    standins = serializers.DictField(allow_null=True)
    scenario = serializers.DictField(allow_null=True)
    outcome = serializers.DictField(allow_null=True)


class OutcomeReportSerializer(serializers.Serializer[Any]):
    """How a battle on a table ended. An umpire decides with it, unless they name the `side` that reports."""

    outcome = serializers.DictField(child=serializers.JSONField(allow_null=True))
    side = serializers.IntegerField(min_value=0, max_value=1, required=False, allow_null=True, default=None)


class ProposalSerializer(serializers.Serializer[Any]):
    """In which other system, and how, an engagement is to be fought; both empty to drop what was proposed."""

    system = serializers.CharField(max_length=40, allow_blank=True)
    means = serializers.ChoiceField(choices=["board", "automatic", "table"], allow_blank=True, default="")


class ArmyNamedSerializer(serializers.Serializer[Any]):
    """The army of a side: `own:` and the id of one of one's lists, `sample:` and the key of a sample list, or
    `force` for the side's own forces. `side`: the own one if left out.
    """

    army = serializers.CharField(max_length=120)
    side = serializers.IntegerField(min_value=0, max_value=1, required=False, allow_null=True, default=None)


class ScenarioChosenSerializer(serializers.Serializer[Any]):
    """The key of a scenario that ships or of one's own, `none` for ground made for the day, "" as the
    campaign has it.
    """

    scenario = serializers.CharField(max_length=120, allow_blank=True)


class MeansSerializer(serializers.Serializer[Any]):
    """How an engagement is fought."""

    means = serializers.ChoiceField(choices=["board", "automatic", "table", "quick"])


class MemberSerializer(serializers.ModelSerializer[Member]):
    """Somebody who takes part. `key` is what the `commander` of a force names them by."""

    name = serializers.CharField(source="user.username", read_only=True)

    class Meta:
        model = Member
        fields = ("key", "name", "role", "faction", "chief", "automatic", "joined")
        read_only_fields = fields


class MemberChangeSerializer(serializers.Serializer[Any]):
    """What changes of a member; what is left out stays."""

    role = serializers.ChoiceField(choices=Member.Role.choices, required=False)
    faction = serializers.CharField(max_length=60, required=False)
    chief = serializers.BooleanField(required=False)
    automatic = serializers.BooleanField(required=False)


class InvitationSerializer(serializers.ModelSerializer[Invitation]):
    """An invitation; its token lets one person in."""

    class Meta:
        model = Invitation
        fields = ("id", "token", "role", "faction", "chief", "label", "email", "made")
        read_only_fields = ("id", "token", "made")
        extra_kwargs = {
            "label": {"required": False}, "email": {"required": False}, "chief": {"default": False},
            "role": {"default": Member.Role.PLAYER}, "faction": {"default": "", "allow_blank": True},
        }  # fmt: skip


class JoinSerializer(serializers.Serializer[Any]):
    """The token of an invitation."""

    token = serializers.CharField(max_length=43)


class CommanderSerializer(serializers.Serializer[Any]):
    """The key of the member who commands a force from now on; empty: the commander-in-chief alone."""

    member = serializers.CharField(max_length=16, allow_blank=True)


class CampaignViewSerializer(serializers.Serializer[Any]):
    """A campaign as one may see it: `state` has the shape of a campaign's state and holds nothing hidden."""

    who = serializers.CharField(allow_null=True)
    umpire = serializers.BooleanField()
    state = serializers.DictField()
    allies = serializers.ListField(child=serializers.DictField())
