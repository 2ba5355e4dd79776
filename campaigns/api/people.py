"""The people of a campaign over REST: members, invitations, who commands what."""

from __future__ import annotations

from uuid import UUID

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns import people, services
from campaigns import serializers as s
from campaigns.access import Participant
from campaigns.api.campaigns import CampaignBase
from campaigns.models import Member


class PeopleViewSet(CampaignBase):
    """Who takes part, and who is asked to."""

    @extend_schema(responses=s.MemberSerializer(many=True))
    def members(self, request: Request, id: UUID) -> Response:
        """Everybody who takes part."""
        rows = self.participant().campaign.members.select_related("user")
        return self.pages(s.MemberSerializer(rows, many=True).data)

    @extend_schema(request=s.MemberChangeSerializer, responses=s.MemberSerializer)
    def change(self, request: Request, id: UUID, key: str) -> Response:
        """Give somebody another role, faction or the command-in-chief; the umpire's to do. Whether the
        automatic commander orders for them is each member's own choice.
        """
        found, data = self.participant(), self.asked(s.MemberChangeSerializer)
        member = self._member(found, key)
        automatic = data.pop("automatic", None)
        if automatic is not None:
            services.set_automatic(found.campaign, found.member, member=member, on=automatic)
        if data:
            services.change_member(found.campaign, found.member, member, **data)
        return Response(s.MemberSerializer(member).data)

    def remove(self, request: Request, id: UUID, key: str) -> Response:
        """Leave, or as umpire send somebody away."""
        found = self.participant()
        services.remove(found.campaign, found.member, self._member(found, key))
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(responses=s.InvitationSerializer(many=True))
    def invitations(self, request: Request, id: UUID) -> Response:
        """List the open invitations: an umpire sees all, a commander-in-chief those for the own faction."""
        return self.pages(s.InvitationSerializer(people.open_invitations(self._inviter()), many=True).data)

    @extend_schema(request=s.InvitationSerializer, responses={201: s.InvitationSerializer})
    def invite(self, request: Request, id: UUID) -> Response:
        """Make an invitation for one person, and send it if it has an address."""
        found, data = self._inviter(), self.asked(s.InvitationSerializer)
        made = services.invite(found.campaign, found.member, **data)
        return Response(s.InvitationSerializer(made).data, status=status.HTTP_201_CREATED)

    def withdraw(self, request: Request, id: UUID, number: int) -> Response:
        """Withdraw an invitation."""
        found = self._inviter()
        services.withdraw(found.campaign, found.member, number)
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(request=s.CommanderSerializer, responses=s.CampaignViewSerializer)
    def command(self, request: Request, id: UUID, force: str) -> Response:
        """Let somebody of its faction command a force; for its commander-in-chief and the umpire to do."""
        found, key = self.participant(), self.asked(s.CommanderSerializer)["member"]
        to = self._member(found, key) if key else None
        services.hand_over(found.campaign, found.member, force, to)
        value = found.view().to_json()
        value["state"].pop("map", None)
        return Response(value)

    def _inviter(self) -> Participant:
        found = self.participant()
        if not (found.umpire or found.chief):
            found.needs_umpire()
        return found

    def _member(self, found: Participant, key: str) -> Member:
        member = found.campaign.members.select_related("user").filter(key=key).first()
        if member is None:
            raise Http404("Nobody of that key takes part.")
        return member
