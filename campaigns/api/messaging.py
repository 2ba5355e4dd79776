"""Messages of a campaign over REST."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns import messaging, services
from campaigns.api.campaigns import CampaignBase
from campaigns.models import Message


class MessageSerializer(serializers.Serializer[Any]):
    """A message. To send one, say who gets it and what it says."""

    id = serializers.IntegerField(read_only=True)
    sender = serializers.CharField(
        read_only=True, allow_null=True, help_text="Who wrote it; null once they have left."
    )
    faction = serializers.CharField(read_only=True, help_text="The sender’s faction, if they play one.")
    at = serializers.DateTimeField(read_only=True)
    new = serializers.BooleanField(read_only=True, help_text="Whether you have not read it yet.")
    factions = serializers.ListField(
        child=serializers.CharField(max_length=60), default=list, max_length=60,
        help_text="The keys of the factions that get it.",
    )  # fmt: skip
    umpire = serializers.BooleanField(default=False, help_text="Whether the umpires get it.")
    words = serializers.CharField(max_length=messaging.MAX_WORDS, help_text="Plain text.")


class ReadSerializer(serializers.Serializer[Any]):
    """The newest message you have read."""

    newest = serializers.IntegerField(min_value=0, help_text="The id of the newest message you have read.")


class MessageViewSet(CampaignBase):
    """Messages between factions and to the umpires."""

    serializer_class = MessageSerializer

    @extend_schema(responses=MessageSerializer(many=True))
    def all(self, request: Request, id: UUID) -> Response:
        """List the messages that you may read, the newest first; an umpire reads all."""
        found = self.participant()
        rows: list[Message] = self.paginate_queryset(found.messages()) or []
        return self.get_paginated_response(
            [_message(each, found.member.pk, found.member.read) for each in rows]
        )

    @extend_schema(request=MessageSerializer, responses={201: MessageSerializer})
    def send(self, request: Request, id: UUID) -> Response:
        """Send a message to factions, to the umpires, or to both. Umpires can read every message."""
        found = self.participant()
        made = services.write_message(found.campaign, found.member, **self.asked(MessageSerializer))
        return Response(_message(made, found.member.pk, made.pk), status=status.HTTP_201_CREATED)

    @extend_schema(request=ReadSerializer, responses={204: None})
    def read(self, request: Request, id: UUID) -> Response:
        """Mark messages as read, up to one."""
        found = self.participant()
        newest = self.asked(ReadSerializer)["newest"]
        last = found.messages().values_list("pk", flat=True).first() or 0
        messaging.mark_read(found.member, min(newest, last))
        return Response(status=status.HTTP_204_NO_CONTENT)


def _message(row: Message, member: int, read: int) -> dict[str, Any]:
    to = [each.faction for each in row.addressees.all()]
    return {
        "id": row.pk, "sender": None if row.sender is None else str(row.sender.user), "faction": row.faction,
        "at": row.at, "new": row.pk > read and row.sender_id != member,
        "factions": [each for each in to if each], "umpire": messaging.UMPIRES in to, "words": row.words,
    }  # fmt: skip
