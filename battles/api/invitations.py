"""Invitations over REST: those that one has received, the answer to one, and one's own taken back."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from armylists.owned.api import JSONView
from battles import invitations
from battles.agreed import agreed_on
from battles.invitations import Invited
from battles.serializers import AgreedSerializer


class BattleInvitationSerializer(serializers.Serializer[Any]):
    """Something you are invited to: a battle or a record, as `kind` says; `you_lead` and `against` name the
    sides.
    """

    id = serializers.UUIDField(source="public_id")
    kind = serializers.ChoiceField(source="NOUN", choices=["battle", "record"])
    by = serializers.CharField(source="owner.username")
    system = serializers.CharField()
    you_lead = serializers.CharField(source="side_b")
    against = serializers.CharField(source="side_a")
    created = serializers.DateTimeField()


class TermsSerializer(BattleInvitationSerializer):
    """What somebody agrees to when they accept: every term, and both lists. `code`: that of the invitation's
    link, with which others may accept too; empty for who did not send it.
    """

    agreed = serializers.SerializerMethodField()
    code = serializers.SerializerMethodField()

    @extend_schema_field(AgreedSerializer)
    def get_agreed(self, row: Invited) -> Any:
        return AgreedSerializer(agreed_on(row)).data

    def get_code(self, row: Invited) -> str:
        return invitations.code_of(row) if row.owner == self.context.get("user") else ""


class AcceptSerializer(serializers.Serializer[Any]):
    """Whether an invitation is accepted. `code`: that of its link, for who is not invited by name."""

    accept = serializers.BooleanField()
    code = serializers.CharField(required=False, allow_blank=True, default="", max_length=40)


@extend_schema(tags=["invitations"])
class InvitationsView(JSONView):
    """The open invitations of whoever asks."""

    @extend_schema(operation_id="invitations_list", responses=BattleInvitationSerializer(many=True))
    def get(self, request: Request) -> Response:
        """List your open invitations, the newest first."""
        return Response(BattleInvitationSerializer(invitations.received(self.user), many=True).data)


@extend_schema(tags=["invitations"])
class InvitationView(JSONView):
    """One open invitation, of who is asked or of who asks."""

    @extend_schema(
        operation_id="invitations_read",
        parameters=[OpenApiParameter("code", str, description="The code of a link to the invitation")],
        responses=TermsSerializer,
    )
    def get(self, request: Request, id: UUID) -> Response:
        """Return what you agree to when you accept: table, limits, optional rules and both lists.

        `?code=` opens the invitation of a link.
        """
        row = invitations.read_by(self.user, id, request.query_params.get("code", ""))
        return Response(TermsSerializer(row, context={"user": self.user}).data)


@extend_schema(tags=["invitations"])
class AnswerView(JSONView):
    """One open invitation of whoever asks."""

    @extend_schema(operation_id="invitations_answer", request=AcceptSerializer, responses={204: None})
    def post(self, request: Request, id: UUID) -> Response:
        """Accept or decline an invitation. When you accept, the battle or record is yours too."""
        asked = self.asked(AcceptSerializer)
        row = invitations.received_by(self.user, id, asked["code"])
        if asked["accept"] or invitations.named(row, self.user):
            invitations.answer(row, self.user, accept=asked["accept"])
        return Response(status=204)


@extend_schema(tags=["invitations"])
class WithdrawView(JSONView):
    """One open invitation that whoever asks has sent."""

    @extend_schema(operation_id="invitations_withdraw", request=None, responses={204: None})
    def post(self, request: Request, id: UUID) -> Response:
        """Withdraw your invitation to a battle or record; you then lead both sides."""
        sent = invitations.sent_by(self.user, id)
        self.nothing_asked()
        invitations.withdraw(sent)
        return Response(status=204)
