"""Which mail about campaigns somebody gets, over REST."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from armylists.owned.api import JSON_ONLY, JSONView
from campaigns import mail, services


class MailSerializer(serializers.Serializer[Any]):
    """The mail that you get about campaigns."""

    kinds = serializers.ListField(
        child=serializers.ChoiceField(choices=list(mail.KINDS.items())),
        help_text="The kinds of mail you want; an empty list for no mail.",
    )
    address = serializers.CharField(
        read_only=True, help_text="Where it goes; empty while your account has no confirmed address."
    )


class MailView(JSONView):
    """Your mail about campaigns."""

    parser_classes = JSON_ONLY

    @extend_schema(operation_id="campaign_mail", tags=["campaigns"], responses=MailSerializer)
    def get(self, request: Request) -> Response:
        """Show which mail you get, and where to."""
        return self._answer()

    @extend_schema(
        operation_id="campaign_mail_set", tags=["campaigns"], request=MailSerializer, responses=MailSerializer
    )
    def put(self, request: Request) -> Response:
        """Choose which mail you get."""
        services.set_mail_kinds(self.user, self.asked(MailSerializer)["kinds"])
        self.user.refresh_from_db()
        return self._answer()

    def _answer(self) -> Response:
        on = mail.wanted(self.user)
        return Response(
            {"kinds": [each for each in mail.KINDS if each in on], "address": mail.confirmed(self.user)}
        )
