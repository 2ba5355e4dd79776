"""Campaigns as the REST interface reads and writes them."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from campaigns.creation import MAX_HOURS
from campaigns.engine import shipped
from campaigns.models import Campaign, Disclosure, Member, TurnRow


class ProofSerializer(serializers.Serializer[Any]):
    """What the check of an imported campaign's file found: whether its state follows from its start and its
    log, its other parts are as they were downloaded, and if not, what differs. `file`: the number of the file
    whose other parts were checked; the original has it under `disclosures/`.
    """

    turns = serializers.IntegerField()
    intact = serializers.BooleanField()
    why = serializers.CharField(allow_blank=True)
    file = serializers.CharField(
        default="", help_text="Empty for a file without hashes: only its turns were checked."
    )


class CampaignSerializer(serializers.ModelSerializer[Campaign]):
    """A campaign. `seed` is null until it is over. `alone`: turns are carried out without the umpire, at the
    deadline and once the last battle is settled. `revision` rises with every change. `redraws`: how often the
    umpire went back, each time with new dice. `seal`: the last link of the chain over all states, the same in
    every true copy. `proof`: what the check of its file found, null if it was not imported. `peace`: an
    umpire has confirmed that it begins at peace.
    """

    id = serializers.UUIDField(source="public_id", read_only=True)
    owner = serializers.CharField(source="owner.username", read_only=True)
    seed_hash = serializers.CharField(read_only=True)
    hash = serializers.SerializerMethodField(help_text="The log’s last hash, hashed with the seed")
    seed = serializers.SerializerMethodField()
    proof = ProofSerializer(read_only=True, allow_null=True)

    class Meta:
        model = Campaign
        fields: tuple[str, ...] = (
            "id", "owner", "name", "shape", "turn", "date", "phase", "deadline", "hours", "alone", "early",
            "letters", "paused", "archived", "revision", "hash", "seed_hash", "seed", "redraws", "seal",
            "proof", "peace", "created", "updated",
        )  # fmt: skip
        read_only_fields: tuple[str, ...] = fields

    @extend_schema_field(serializers.CharField(allow_null=True))
    def get_seed(self, row: Campaign) -> str | None:
        return row.seed if row.over else None

    def get_hash(self, row: Campaign) -> str:
        return row.salted(row.hash)


class CampaignPlaceSerializer(serializers.Serializer[Any]):
    """Your place in a campaign: `calendar` is the secret address of a calendar with its deadlines."""

    role = serializers.ChoiceField(choices=Member.Role.choices)
    faction = serializers.CharField(allow_blank=True)
    chief = serializers.BooleanField()
    playing_umpire = serializers.BooleanField(help_text="Runs the campaign and sees what players see")
    key = serializers.CharField()
    calendar = serializers.CharField()


class MyCampaignSerializer(CampaignSerializer):
    """A campaign with your place in it."""

    mine = CampaignPlaceSerializer(read_only=True)

    class Meta(CampaignSerializer.Meta):
        fields = (*CampaignSerializer.Meta.fields, "mine")
        read_only_fields = fields


class NewCampaignSerializer(serializers.Serializer[Any]):
    """What a new campaign starts from: a campaign document, or the key of an included one."""

    document = serializers.DictField(child=serializers.JSONField(allow_null=True), required=False)
    shipped = serializers.CharField(max_length=60, required=False)
    name = serializers.CharField(max_length=120, required=False, allow_blank=True, default="")
    hours = serializers.IntegerField(
        min_value=0, max_value=MAX_HOURS, default=0, help_text="Hours a turn waits for orders; 0 for no limit"
    )

    def validate(self, data: dict[str, Any]) -> dict[str, Any]:
        if ("document" in data) == ("shipped" in data):
            raise serializers.ValidationError({"document": "Give a document, or an included campaign’s key."})
        if "shipped" in data and data["shipped"] not in shipped.campaigns():
            keys = ", ".join(sorted(shipped.campaigns()))
            raise serializers.ValidationError(
                {"shipped": f"No campaign has that name. Choose one of {keys}."}
            )
        return data


class CampaignSettingsSerializer(serializers.Serializer[Any]):
    """An umpire's changes to a campaign; what is left out stays the same."""

    name = serializers.CharField(max_length=120, required=False)
    deadline = serializers.DateTimeField(required=False, allow_null=True)
    hours = serializers.IntegerField(min_value=0, max_value=MAX_HOURS, required=False)
    alone = serializers.BooleanField(required=False)
    early = serializers.BooleanField(
        required=False, help_text="Whether orders are carried out as soon as all players are ready."
    )
    letters = serializers.BooleanField(
        required=False, help_text="Whether players may write to other factions."
    )
    paused = serializers.BooleanField(required=False)
    peace = serializers.BooleanField(required=False, help_text="It begins at peace, as intended")
    archived = serializers.BooleanField(required=False)


class RevisionSerializer(serializers.Serializer[Any]):
    """The revision that something is meant for."""

    revision = serializers.IntegerField(min_value=0)


class CarryOutSerializer(RevisionSerializer):
    """How a turn is carried out."""

    peace = serializers.BooleanField(default=False, help_text="Confirms that the campaign begins at peace")


class OverrideSerializer(RevisionSerializer):
    """The umpire's corrections, and why: `[{"do": "money", "faction": "crown", "amount": 5}]`."""

    acts = serializers.ListField(child=serializers.JSONField(), min_length=1, max_length=200)
    reason = serializers.CharField(max_length=500)


class BackSerializer(RevisionSerializer):
    """The turn that the umpire goes back to the start of, and why."""

    turn = serializers.IntegerField(min_value=1)
    reason = serializers.CharField(max_length=500)


class CloneSerializer(serializers.Serializer[Any]):
    """What the copy is called, and whether it starts from the beginning."""

    name = serializers.CharField(max_length=120, required=False, allow_blank=True, default="")
    fresh = serializers.BooleanField(default=False)


class CampaignEntrySerializer(serializers.Serializer[Any]):
    """A line of the log: the event, its sentence, its hash in the chain, hashed with the seed."""

    turn = serializers.IntegerField()
    date = serializers.CharField()
    part = serializers.ChoiceField(choices=TurnRow.Part.choices)
    n = serializers.IntegerField()
    topic = serializers.CharField(help_text="What it is filed under: battle, retreat, march, …")
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
    """The campaign after the turn was carried out, and what happened."""

    campaign = CampaignSerializer()
    parts = CampaignPartSerializer(many=True)


class PreviewSerializer(serializers.Serializer[Any]):
    """What carrying out the turn now would bring: `missing` are the factions that have not given orders."""

    part = serializers.ChoiceField(choices=["march", "conclude"])
    turn = serializers.IntegerField()
    date = serializers.CharField()
    phase = serializers.ChoiceField(choices=Campaign.Phase.choices)
    missing = serializers.ListField(child=serializers.CharField())
    engagements = serializers.ListField(child=serializers.CharField())
    orders = serializers.DictField()
    entries = serializers.ListField(child=serializers.DictField())
    hash = serializers.CharField()


class DisclosureSerializer(serializers.ModelSerializer[Disclosure]):
    """Something hidden from players that an umpire saw, that they started or stopped playing, or who changed
    sides or left; `revision`: the campaign's at that moment.
    """

    class Meta:
        model = Disclosure
        fields = ("id", "kind", "turn", "phase", "revision", "name", "by", "left", "entered", "said", "at")
        read_only_fields = fields
        extra_kwargs = {
            "said": {
                "help_text": "What an umpire corrected, why they acted for a player, or the number of a file."
            },
            "by": {"help_text": "Who invited, removed or acted for them; empty for everything else."},
            "left": {"help_text": "The faction that they left, * for the umpire’s view of all."},
            "entered": {"help_text": "The faction that they entered, * for the umpire’s view of all."},
        }


class JoinSerializer(serializers.Serializer[Any]):
    """The token of an invitation."""

    token = serializers.CharField(max_length=43)


class ForceSeenSerializer(serializers.Serializer[Any]):
    """A force that you see in full, in short."""

    id = serializers.CharField()
    name = serializers.CharField()
    faction = serializers.CharField()
    area = serializers.CharField()
    strength = serializers.FloatField(help_text="In what `measure` says, as everywhere in a campaign")
    full_strength = serializers.FloatField(help_text="The same, before any losses")
    measure = serializers.CharField(help_text="points or FSP")
    supplied = serializers.BooleanField()


class SightingSerializer(serializers.Serializer[Any]):
    """What you know of somebody else's force."""

    force = serializers.CharField()
    name = serializers.CharField()
    faction = serializers.CharField()
    area = serializers.CharField()
    strength = serializers.FloatField(help_text="An estimate; 0 if it is not known")
    how = serializers.ChoiceField(choices=["seen", "scouted", "fought", "rumour"])
    turn = serializers.IntegerField(help_text="When it was sighted")
    age = serializers.IntegerField(help_text="How many turns ago that was")


class CampaignViewSerializer(serializers.Serializer[Any]):
    """A campaign as you see it: `state` has the shape of a campaign's state without what is hidden from you.
    `forces` and `sightings` are a summary, with all strengths in one measure.
    """

    who = serializers.CharField(allow_null=True)
    umpire = serializers.BooleanField()
    state = serializers.DictField()
    allies = serializers.ListField(child=serializers.DictField())
    forces = ForceSeenSerializer(many=True)
    sightings = SightingSerializer(many=True)
