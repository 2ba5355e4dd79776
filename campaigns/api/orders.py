"""Orders of a campaign over REST."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from django.http import Http404
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from armylists.owned.shapes import shape
from campaigns import challenging, services
from campaigns import serializers as s
from campaigns.access import Participant
from campaigns.api.campaigns import CampaignBase
from campaigns.cards.reach import Reaches
from campaigns.ordering import is_ready
from campaigns.persistence import CampaignRefusal
from campaigns.wording import orders as words
from rulesets.engine.errors import Fault


class OrdersWrittenSerializer(serializers.Serializer[Any]):
    """An orders document; without a faction it is for your own."""

    faction = serializers.CharField(max_length=60, required=False)
    forces = serializers.DictField(child=serializers.JSONField(), required=False, default=dict)
    acts = serializers.ListField(child=serializers.JSONField(), required=False, default=list, max_length=60)


class ReachedAreaSerializer(serializers.Serializer[Any]):
    """An area that a force can march to this turn, in fair weather."""

    area = serializers.CharField(help_text="Its id")
    name = serializers.CharField()
    cost = serializers.FloatField(help_text="In what `unit` says")
    share = serializers.FloatField(help_text="The part of the turn it takes, 1 for all of it")
    forced = serializers.BooleanField(help_text="Whether only a forced march gets there")
    supply = serializers.ChoiceField(
        choices=["way", "magazine", "area", ""],
        help_text="What would supply it there, as far as its faction knows; empty if nothing would",
    )
    path = serializers.ListField(child=serializers.CharField(), help_text="The quickest path, for its order")


class ReachSerializer(serializers.Serializer[Any]):
    """Where a force can march this turn."""

    force = serializers.CharField()
    at = serializers.CharField(help_text="The area that it is in")
    unit = serializers.ChoiceField(choices=["march points", "areas"])
    areas = ReachedAreaSerializer(many=True, help_text="The nearest first")


class ChallengeSerializer(serializers.Serializer[Any]):
    """What you do on a ladder, and to whom; `decline` also withdraws your own challenge."""

    do = serializers.ChoiceField(choices=["challenge", "accept", "decline"])
    to = serializers.CharField(max_length=60)


class WriterSerializer(serializers.Serializer[Any]):
    """Who wrote orders, and whether they have given them."""

    name = serializers.CharField(allow_null=True)
    status = serializers.ChoiceField(choices=["draft", "given", "changed"])
    final = serializers.BooleanField(help_text="Whether they are ready and will not change them")


class OrdersSerializer(serializers.Serializer[Any]):
    """A faction's orders for this turn: as last written, and as they count. An umpire can read the orders of
    others only once they are carried out.
    """

    turn = serializers.IntegerField()
    faction = serializers.CharField(allow_blank=True)
    status = serializers.ChoiceField(choices=["none", "draft", "given", "changed"])
    draft = serializers.DictField()
    given = serializers.DictField()
    writers = WriterSerializer(many=True)
    findings = shape(Fault)(many=True)


class WhoseSerializer(serializers.Serializer[Any]):
    """Whose orders are asked for."""

    faction = serializers.CharField(
        max_length=60, required=False, allow_blank=True, default="", help_text="Another one, for an umpire"
    )


class OrdersViewSet(CampaignBase):
    """Orders for this turn."""

    serializer_class = OrdersSerializer

    @extend_schema(parameters=[WhoseSerializer])
    def read(self, request: Request, id: UUID) -> Response:
        """Show your faction's orders, as last written and as they count."""
        found, wanted = self.participant(), self.queried(WhoseSerializer)["faction"]
        if wanted and not found.umpire and wanted != found.faction:
            raise CampaignRefusal(words.ORDERS_OF_OTHERS, "faction", code="not-yours")
        return Response(_orders(found, wanted))

    @extend_schema(request=OrdersWrittenSerializer)
    def write(self, request: Request, id: UUID) -> Response:
        """Save a draft: it does not count until you give it. `findings` lists its problems."""
        return self._give(draft=True)

    @extend_schema(request=OrdersWrittenSerializer)
    def give(self, request: Request, id: UUID) -> Response:
        """Give orders, which replace those you gave before. Without `forces` and `acts` your draft is given
        as you wrote it.
        """
        return self._give(draft=False)

    @extend_schema(request=None)
    def withdraw(self, request: Request, id: UUID) -> Response:
        """Withdraw your orders: they are a draft again."""
        found = self.participant()
        self.nothing_asked()
        _check_not_final(found)
        services.withdraw_orders(found.campaign, found.member)
        return Response(_orders(found, ""))

    @extend_schema(request=ChallengeSerializer, responses=s.CampaignViewSerializer)
    def challenge(self, request: Request, id: UUID) -> Response:
        """On a ladder: challenge a player, accept or decline their challenge, or withdraw your own. It takes
        effect at once. The answer is the campaign as you see it then.
        """
        found, data = self.participant(), self.asked(ChallengeSerializer)
        challenging.challenge(found.campaign, found.member, data["do"], data["to"])
        return Response(found.view().to_json())

    @extend_schema(responses=ReachSerializer)
    def reach(self, request: Request, id: UUID, force: str) -> Response:
        """Show where a force that you see can march this turn, what it costs, and whether it would be in
        supply there.
        """
        seen = self.participant().view()
        found = seen.state.forces.get(force)
        if found is None or found.gone or seen.state.map is None:
            raise Http404("There is no such force, or you cannot see it.")
        reaches = Reaches(seen.state, found.faction)
        areas = [
            {
                "area": each.area, "name": each.name, "cost": each.cost, "share": each.share,
                "forced": each.forced, "supply": each.fed, "path": list(each.way),
            }
            for each in reaches.of(found)
        ]  # fmt: skip
        return Response({"force": found.id, "at": found.at, "unit": reaches.unit, "areas": areas})

    def _give(self, *, draft: bool) -> Response:
        found, data = self.participant(), self.asked(OrdersWrittenSerializer)
        _check_not_final(found)
        document = {**data, "faction": data.get("faction") or found.faction}
        if not draft and not {"forces", "acts"} & set(self.request.data):
            written = found.orders(document["faction"]).mine
            document = document if written is None else written.draft
        findings = services.give_orders(found.campaign, found.member, document, draft=draft)
        return Response(_orders(found, document["faction"], findings))


def _check_not_final(found: Participant) -> None:
    """Raise CampaignRefusal for final orders, with the address that opens them."""
    if is_ready(found.campaign, found.member):
        address = reverse("api-campaign-ready", args=[found.campaign.public_id])
        raise CampaignRefusal(words.orders_are_final_until(address), code="ready")


def _orders(found: Participant, faction: str, findings: Iterable[Fault] = ()) -> dict[str, Any]:
    if not (faction or found.faction):
        said = "You play no faction"
        raise Http404(f"{said}: say whose orders you want." if found.umpire else f"{said}.")
    ordered = found.orders(faction)
    return {
        "turn": ordered.turn, "faction": ordered.faction, "status": ordered.status,
        "draft": ordered.draft.to_json(), "given": ordered.given.to_json(),
        "writers": [
            {
                "name": None if row.member is None else str(row.member.user),
                "status": row.status, "final": row.final,
            }
            for row in ordered.rows
        ],
        "findings": [{"path": each.path, "message": each.message} for each in findings],
    }  # fmt: skip
