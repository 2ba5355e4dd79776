"""Ready and more time, over REST; who is away is a member's."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns import services
from campaigns.access import Participant
from campaigns.api.campaigns import CampaignBase
from campaigns.models import Extension
from campaigns.readiness import MAX_MORE, open_extensions, readiness

STATUSES = ["ready", "not ready", "away", "automatic"]


class PlayerReadySerializer(serializers.Serializer[Any]):
    """A player of your own faction, for an umpire of any."""

    key = serializers.CharField(help_text="The member’s key.")
    name = serializers.CharField()
    status = serializers.ChoiceField(choices=STATUSES)


class FactionReadySerializer(serializers.Serializer[Any]):
    """A faction; `players` is empty for one that is not yours."""

    faction = serializers.CharField()
    ready = serializers.BooleanField(help_text="Whether the campaign waits for nobody in it.")
    unplayed = serializers.BooleanField(help_text="Whether nobody plays it, and it has no orders.")
    players = PlayerReadySerializer(many=True)


class ReadinessSerializer(serializers.Serializer[Any]):
    """Who is ready for this turn. `mine` is null if you have nothing to order."""

    mine = serializers.ChoiceField(choices=STATUSES, allow_null=True)
    all_ready = serializers.BooleanField()
    factions = FactionReadySerializer(many=True)


class ReadySerializer(serializers.Serializer[Any]):
    """Whether your orders for this turn are final."""

    ready = serializers.BooleanField()


class ExtensionSerializer(serializers.ModelSerializer[Extension]):
    """A request for more time; `granted` is null until the umpire answers."""

    name = serializers.CharField(source="member.user.username", read_only=True)
    hours = serializers.IntegerField(min_value=1, max_value=MAX_MORE)

    class Meta:
        model = Extension
        fields = ("id", "turn", "name", "hours", "why", "at", "granted")
        read_only_fields = ("id", "turn", "name", "at", "granted")
        extra_kwargs = {"why": {"required": False}}


class GrantSerializer(serializers.Serializer[Any]):
    """Whether more time is granted; if so, the deadline moves."""

    grant = serializers.BooleanField()


class ReadinessViewSet(CampaignBase):
    """Who is ready, and more time."""

    serializer_class = ReadinessSerializer

    def show(self, request: Request, id: UUID) -> Response:
        """Show who is ready."""
        return Response(_readiness(self.participant()))

    @extend_schema(request=ReadySerializer)
    def say(self, request: Request, id: UUID) -> Response:
        """Say that your orders are final, or not yet; your draft is given with it."""
        found = self.participant()
        services.set_ready(found.campaign, found.member, on=self.asked(ReadySerializer)["ready"])
        return Response(_readiness(self.participant()))

    @extend_schema(responses=ExtensionSerializer(many=True))
    def extensions(self, request: Request, id: UUID) -> Response:
        """List the open requests for more time: your own, or all if you are an umpire."""
        found = self.participant()
        rows = open_extensions(found.campaign)
        return self.pages(ExtensionSerializer(_seen(found, rows), many=True).data)

    @extend_schema(request=ExtensionSerializer, responses={201: ExtensionSerializer})
    def ask(self, request: Request, id: UUID) -> Response:
        """Ask the umpire for more time."""
        found, data = self.participant(), self.asked(ExtensionSerializer)
        made = services.ask_for_time(found.campaign, found.member, data["hours"], data.get("why", ""))
        return Response(ExtensionSerializer(made).data, status=status.HTTP_201_CREATED)

    @extend_schema(operation_id="campaigns_extensions_answer", request=GrantSerializer, responses={204: None})
    def answer(self, request: Request, id: UUID, number: int) -> Response:
        """Grant a request for more time, or decline it; only an umpire can."""
        found = self.runner()
        services.answer_extension(
            found.campaign, found.member, number, grant=self.asked(GrantSerializer)["grant"]
        )
        return Response(status=status.HTTP_204_NO_CONTENT)


def _seen(found: Participant, rows: Any) -> Any:
    return rows if found.runs else rows.filter(member=found.member)


def _readiness(found: Participant) -> dict[str, Any]:
    shown = readiness(found.campaign, found.member)
    return {
        "mine": shown.mine,
        "all_ready": shown.all_ready,
        "factions": [
            {
                "faction": each.faction, "ready": each.ready, "unplayed": each.unplayed,
                "players": [
                    {"key": member.key, "name": str(member.user), "status": how}
                    for member, how in each.players
                ],
            }
            for each in shown.factions
        ],
    }  # fmt: skip
