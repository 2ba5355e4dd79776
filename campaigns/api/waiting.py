"""What all campaigns of whoever is signed in wait for from them."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from armylists.owned.api import JSONView
from campaigns.waiting import waiting_for


class WaitingSerializer(serializers.Serializer[Any]):
    """Something a campaign waits for you to do."""

    kind = serializers.CharField(help_text="One word: orders, challenge, battle, army, report, dispute ...")
    words = serializers.CharField(help_text="A sentence without its full stop.")
    url = serializers.CharField(help_text="The address of the page where you do it.")
    campaign = serializers.CharField(help_text="The campaign’s name.")
    campaign_url = serializers.CharField(help_text="The address of the campaign’s first page.")
    since = serializers.DateTimeField(allow_null=True, help_text="When it began to wait.")
    until = serializers.DateTimeField(allow_null=True, help_text="Its deadline; null if it has none.")


class WaitingView(JSONView):
    """Your turn: what waits for you in all your campaigns."""

    @extend_schema(operation_id="waiting_list", tags=["campaigns"], responses=WaitingSerializer(many=True))
    def get(self, request: Request) -> Response:
        """List what your campaigns wait for from you, the oldest first."""
        found = WaitingSerializer(waiting_for(self.user), many=True).data
        for each in found:
            for name in ("url", "campaign_url"):
                each[name] = request.build_absolute_uri(each[name])
        return Response(found)
