"""Orders of a campaign over REST."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from django.http import Http404
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns import serializers as s
from campaigns import services
from campaigns.access import Participant
from campaigns.api.campaigns import CampaignBase
from rulesets.engine.errors import Fault

FACTION = OpenApiParameter("faction", str, description="Another faction, for an umpire")


class OrdersViewSet(CampaignBase):
    """Orders for this turn."""

    serializer_class = s.OrdersSerializer

    @extend_schema(parameters=[FACTION])
    def read(self, request: Request, id: UUID) -> Response:
        """Your faction's orders, as last written and as they count."""
        found = self.participant()
        return Response(_orders(found, request.query_params.get("faction", "") if found.umpire else ""))

    @extend_schema(request=s.OrdersWrittenSerializer)
    def write(self, request: Request, id: UUID) -> Response:
        """Save a draft: it counts for nothing until it is given. `findings` says what speaks against it."""
        return self._give(draft=True)

    @extend_schema(request=s.OrdersWrittenSerializer)
    def give(self, request: Request, id: UUID) -> Response:
        """Give orders: they take the place of those that you gave before. Without `forces` and `acts` your
        draft is given as you wrote it.
        """
        return self._give(draft=False)

    @extend_schema(request=None)
    def withdraw(self, request: Request, id: UUID) -> Response:
        """Take back what you gave: it is a draft again."""
        found = self.participant()
        services.withdraw_orders(found.campaign, found.member)
        return Response(_orders(found, ""))

    def _give(self, *, draft: bool) -> Response:
        found, data = self.participant(), self.asked(s.OrdersWrittenSerializer)
        document = {**data, "faction": data.get("faction") or found.faction}
        if not draft and not {"forces", "acts"} & set(self.request.data):
            written = found.orders(document["faction"]).mine
            document = document if written is None else written.draft
        findings = services.give_orders(found.campaign, found.member, document, draft=draft)
        return Response(_orders(found, document["faction"], findings))


def _orders(found: Participant, faction: str, findings: Iterable[Fault] = ()) -> dict[str, Any]:
    if not (faction or found.faction):
        raise Http404("You play no faction: as umpire say whose orders you mean.")
    ordered = found.orders(faction)
    return {
        "turn": ordered.turn, "faction": ordered.faction, "status": ordered.status,
        "draft": ordered.draft.to_json(), "given": ordered.given.to_json(),
        "writers": [
            {"name": None if row.member is None else str(row.member.user), "status": row.status}
            for row in ordered.rows
        ],
        "findings": [{"path": each.path, "message": each.message} for each in findings],
    }  # fmt: skip
