"""The people of a campaign over REST: members, invitations, who commands what."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db import transaction
from django.http import Http404
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from armylists.given import army_in
from campaigns import bringing, chiefs, people, services
from campaigns import serializers as s
from campaigns.access import Participant
from campaigns.api.campaigns import CampaignBase
from campaigns.models import BroughtList, Invitation, Member
from campaigns.notices import confirm
from campaigns.overruling import MAX_REASON


class CalendarSerializer(serializers.Serializer[Any]):
    """The secret address of a calendar."""

    calendar = serializers.CharField()


class MemberSerializer(serializers.ModelSerializer[Member]):
    """Somebody who takes part. `key` is the name by which a force's `commander` is given. `playing_umpire`: a
    player who runs the campaign as well. `asks_for`: the faction that an umpire asks to play, "*" for who
    asks to be umpire while another one plays; `accepted_by`: the keys of the players who have accepted that.
    `automatic_by`, `away_by`: the umpire who said so; empty where they said so themselves.
    """

    name = serializers.CharField(source="user.username", read_only=True)
    away = serializers.DateField(read_only=True, help_text="The day they are back; null if not away.")
    deputy = serializers.CharField(
        source="deputy.key", read_only=True, default=None,
        help_text="The key of the member who gives their orders meanwhile; null for the automatic commander.",
    )  # fmt: skip

    class Meta:
        model = Member
        fields = (
            "key", "name", "role", "faction", "chief", "automatic", "automatic_by", "away", "away_by",
            "deputy", "playing_umpire", "asks_for", "accepted_by", "joined",
        )  # fmt: skip
        read_only_fields = fields


class MemberChangeSerializer(serializers.Serializer[Any]):
    """Changes to a member; what is left out stays the same."""

    role = serializers.ChoiceField(choices=Member.Role.choices, required=False)
    faction = serializers.CharField(max_length=60, required=False)
    chief = serializers.BooleanField(required=False)
    automatic = serializers.BooleanField(required=False)
    away = serializers.DateField(
        required=False, allow_null=True, help_text="The day they are back; null if not away."
    )
    reason = serializers.CharField(
        required=False, allow_blank=True, max_length=MAX_REASON,
        help_text="Goes with `automatic` and `away` of somebody else: why. Every member can read it.",
    )  # fmt: skip
    deputy = serializers.CharField(
        required=False, allow_blank=True, max_length=16,
        help_text="Goes with `away`: the key of the member who gives orders; empty: the automatic commander.",
    )  # fmt: skip

    def validate(self, data: dict[str, Any]) -> dict[str, Any]:
        if "deputy" in data and "away" not in data:
            raise serializers.ValidationError({"deputy": "Add `away`: until when."})
        return data


class BringSerializer(serializers.Serializer[Any]):
    """An army list to bring: give one of `own`, `link` and `document`."""

    own = serializers.UUIDField(required=False, help_text="The id of one of your lists")
    link = serializers.CharField(max_length=500, required=False, help_text="The link of a shared list")
    document = serializers.DictField(
        child=serializers.JSONField(allow_null=True), required=False, help_text="An army list document"
    )

    def validate(self, data: dict[str, Any]) -> dict[str, Any]:
        if len(data) != 1:
            raise serializers.ValidationError({"own": "Give exactly one of own, link and document."})
        return {**data, "own": str(data["own"])} if "own" in data else data


class AcceptListSerializer(s.RevisionSerializer):
    """Where the force of a brought list is to stand; its faction's capital where it is left out."""

    area = serializers.CharField(max_length=60, required=False, default="", allow_blank=True)


class BroughtListSerializer(serializers.Serializer[Any]):
    """An army list that a player brought: `problems` is how many rules of its book it breaks."""

    number = serializers.IntegerField()
    name = serializers.CharField()
    faction = serializers.CharField()
    system = serializers.CharField()
    points = serializers.FloatField()
    problems = serializers.IntegerField()
    status = serializers.ChoiceField(choices=BroughtList.Status.choices)
    by = serializers.CharField(allow_null=True)
    reason = serializers.CharField(allow_blank=True, help_text="Why the umpire declined it, if they said")


class DeclineListSerializer(serializers.Serializer[Any]):
    """Why an umpire declines a list: its faction reads it. Left out where a player withdraws theirs."""

    reason = serializers.CharField(max_length=MAX_REASON, required=False, default="", allow_blank=True)


class OtherForcesSerializer(serializers.Serializer[Any]):
    """What the campaign's forces of the list's system are worth."""

    count = serializers.IntegerField()
    least = serializers.FloatField()
    mean = serializers.FloatField()
    most = serializers.FloatField()


class BroughtUnitSerializer(serializers.Serializer[Any]):
    """A unit of a brought list, as it will be in its force."""

    name = serializers.CharField()
    command = serializers.CharField()
    steps = serializers.IntegerField()
    worth = serializers.FloatField()


class BroughtContentsSerializer(BroughtListSerializer):
    """What a brought list holds. `broken`: the rules that it breaks, each a sentence; `hint`: what an umpire
    should know of its worth; `list`: the document.
    """

    worth = serializers.FloatField()
    units = BroughtUnitSerializer(many=True)
    broken = serializers.ListField(child=serializers.CharField())
    hint = serializers.CharField(allow_blank=True)
    others = OtherForcesSerializer(allow_null=True, help_text="For an umpire, while the list waits")
    list = serializers.DictField()


class NoticeReadSerializer(serializers.Serializer[Any]):
    """The id of the newest entry that you have read."""

    newest = serializers.IntegerField(min_value=1, max_value=2**63 - 1)


class PlaySerializer(serializers.Serializer[Any]):
    """The faction that an umpire asks to play."""

    faction = serializers.CharField(max_length=60)


class UmpirePlaysAnswerSerializer(serializers.Serializer[Any]):
    """Whether a player accepts that an umpire plays."""

    accept = serializers.BooleanField()


class InvitationSerializer(serializers.ModelSerializer[Invitation]):
    """An invitation; its token lets one person in."""

    class Meta:
        model = Invitation
        fields = ("id", "token", "role", "faction", "chief", "label", "email", "invited", "made")
        read_only_fields = ("id", "token", "made")
        extra_kwargs = {
            "label": {"required": False}, "email": {"required": False}, "invited": {"required": False},
            "chief": {"default": False},
            "role": {"default": Member.Role.PLAYER}, "faction": {"default": "", "allow_blank": True},
        }  # fmt: skip


class CommanderSerializer(serializers.Serializer[Any]):
    """The key of the member who commands the force from now on; empty for the commander-in-chief alone."""

    member = serializers.CharField(max_length=16, allow_blank=True)


class PeopleViewSet(CampaignBase):
    """Who takes part, and who is asked to."""

    @extend_schema(responses=MemberSerializer(many=True))
    def members(self, request: Request, id: UUID) -> Response:
        """List everybody who takes part."""
        rows = self.participant().campaign.members.select_related("user", "deputy")
        return self.pages(MemberSerializer(rows, many=True).data)

    @extend_schema(request=None, responses=CalendarSerializer)
    def renew_calendar(self, request: Request, id: UUID) -> Response:
        """Renew the secret address of your calendar; the old one stops working."""
        found = self.participant()
        self.nothing_asked()
        feed = services.new_feed(found.member)
        address = request.build_absolute_uri(reverse("campaigns:calendar", args=[feed]))
        return Response({"calendar": address})

    @extend_schema(request=MemberChangeSerializer, responses=MemberSerializer)
    def change(self, request: Request, id: UUID, key: str) -> Response:
        """Change a member's role or faction, or make them commander-in-chief; only an umpire can. A
        commander-in-chief can hand over their own command: `{"chief": true}` for another player of their
        faction. Each member chooses whether the automatic commander gives orders for them, and says
        when they are away; an umpire can do so for them with a `reason`, and is named under `disclosures/`.
        """
        found, data = self.participant(), self.asked(MemberChangeSerializer)
        member = self._member(found, key)
        with transaction.atomic():
            self._change(found, member, data)
        return Response(MemberSerializer(member).data)

    def _change(self, found: Participant, member: Member, data: dict[str, Any]) -> None:
        automatic, deputy = data.pop("automatic", None), data.pop("deputy", "")
        reason = data.pop("reason", "")
        if "away" in data:
            stands_in = self._member(found, deputy) if deputy else None
            services.set_away(
                found.campaign, found.member, member, data.pop("away"), stands_in, reason=reason
            )
        if automatic is not None:
            services.set_automatic(found.campaign, found.member, member=member, on=automatic, reason=reason)
        if data == {"chief": True} and found.member.chief:
            chiefs.hand_command(found.campaign, found.member, member)
        elif data:
            services.change_member(found.campaign, found.member, member, **data)

    @extend_schema(responses=s.DisclosureSerializer(many=True))
    def notices(self, request: Request, id: UUID) -> Response:
        """List what umpires did in your place that you have not confirmed, the oldest first."""
        return self.pages(s.DisclosureSerializer(self.participant().notices, many=True).data)

    @extend_schema(request=NoticeReadSerializer, responses={204: None})
    def confirm(self, request: Request, id: UUID) -> Response:
        """Confirm that you have read what umpires did in your place, up to an entry."""
        confirm(self.participant().member, self.asked(NoticeReadSerializer)["newest"])
        return Response(status=status.HTTP_204_NO_CONTENT)

    def remove(self, request: Request, id: UUID, key: str) -> Response:
        """Leave, or remove somebody: an umpire anybody, a commander-in-chief the players of their faction."""
        found = self.participant()
        services.remove(found.campaign, found.member, self._member(found, key))
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(request=PlaySerializer, responses=MemberSerializer)
    def play(self, request: Request, id: UUID) -> Response:
        """Ask all players, as umpire, whether you may play a faction as well. While you play you see what
        players see.
        """
        found = self.participant()
        services.ask_to_play(found.campaign, found.member, self.asked(PlaySerializer)["faction"])
        return Response(MemberSerializer(found.member).data)

    @extend_schema(responses={200: MemberSerializer})
    def stop(self, request: Request, id: UUID) -> Response:
        """Stop playing, or withdraw the request to play: you are only an umpire again, and every member can
        read that.
        """
        found = self.participant()
        services.stop_playing(found.campaign, found.member)
        return Response(MemberSerializer(found.member).data)

    @extend_schema(request=UmpirePlaysAnswerSerializer, responses=MemberSerializer)
    def answer(self, request: Request, id: UUID, key: str) -> Response:
        """Accept or decline, as a player, that an umpire plays. They play once every player has accepted."""
        found = self.participant()
        member = self._member(found, key)
        accept = self.asked(UmpirePlaysAnswerSerializer)["accept"]
        services.answer_umpire(found.campaign, found.member, member, accept=accept)
        member.refresh_from_db()
        return Response(MemberSerializer(member).data)

    @extend_schema(responses=InvitationSerializer(many=True))
    def invitations(self, request: Request, id: UUID) -> Response:
        """List the open invitations: all for an umpire, those for their faction for a commander-in-chief."""
        return self.pages(InvitationSerializer(people.open_invitations(self._inviter()), many=True).data)

    @extend_schema(request=InvitationSerializer, responses={201: InvitationSerializer})
    def invite(self, request: Request, id: UUID) -> Response:
        """Invite one person, and send the invitation if it has an address."""
        found, data = self._inviter(), self.asked(InvitationSerializer)
        made = services.invite(found.campaign, found.member, **data)
        return Response(InvitationSerializer(made).data, status=status.HTTP_201_CREATED)

    def withdraw(self, request: Request, id: UUID, number: int) -> Response:
        """Withdraw an invitation."""
        found = self._inviter()
        services.withdraw(found.campaign, found.member, number)
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(request=CommanderSerializer, responses=s.CampaignViewSerializer)
    def command(self, request: Request, id: UUID, force: str) -> Response:
        """Let somebody of its faction command a force; its commander-in-chief or an umpire can."""
        found, key = self.participant(), self.asked(CommanderSerializer)["member"]
        to = self._member(found, key) if key else None
        services.hand_over(found.campaign, found.member, force, to)
        value = found.view().to_json()
        value["state"].pop("map", None)
        return Response(value)

    @extend_schema(responses=BroughtListSerializer(many=True))
    def lists(self, request: Request, id: UUID) -> Response:
        """List the army lists that players brought: an umpire sees all, a player their faction's."""
        return self.pages([bringing.shown(each) for each in bringing.brought(self.participant())])

    @extend_schema(responses=BroughtContentsSerializer)
    def one_list(self, request: Request, id: UUID, number: int) -> Response:
        """Show what a brought list holds: its units, its worth, which rules it breaks; to an umpire also a
        hint where it is worth far more or less than the campaign's other forces.
        """
        return Response(bringing.shown_whole(bringing.contents(self.participant(), number)))

    @extend_schema(request=BringSerializer, responses={201: BroughtListSerializer})
    def bring(self, request: Request, id: UUID) -> Response:
        """Bring an army list for your faction: the id of one of yours, the link of a shared one, or a
        document. It becomes a force when an umpire accepts it.
        """
        found, data = self.participant(), self.asked(BringSerializer)
        army = army_in(self.user, **data)
        made = bringing.bring(found.campaign, found.member, army)
        return Response(bringing.shown(made), status=status.HTTP_201_CREATED)

    @extend_schema(request=AcceptListSerializer, responses=BroughtListSerializer)
    def accept_list(self, request: Request, id: UUID, number: int) -> Response:
        """Accept a list, which becomes a force; only an umpire who does not play can."""
        found, data = self.participant(), self.asked(AcceptListSerializer)
        made = bringing.accept(found.campaign, data["revision"], found.member, number, data["area"])
        return Response(bringing.shown(made))

    @extend_schema(request=DeclineListSerializer, responses=BroughtListSerializer)
    def decline_list(self, request: Request, id: UUID, number: int) -> Response:
        """Decline a list as umpire, with a reason if you like, or withdraw your own."""
        found, data = self.participant(), self.asked(DeclineListSerializer)
        made = bringing.decline(found.campaign, found.member, number, data["reason"])
        return Response(bringing.shown(made))

    def _inviter(self) -> Participant:
        found = self.participant()
        if not (found.runs or found.chief):
            found.needs_umpire()
        return found

    def _member(self, found: Participant, key: str) -> Member:
        member = found.campaign.members.select_related("user", "deputy").filter(key=key).first()
        if member is None:
            raise Http404("There is no member with this key.")
        return member
