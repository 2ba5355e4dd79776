"""Engagements of a campaign over REST."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns import fighting, services, standins
from campaigns import serializers as s
from campaigns.access import Participant
from campaigns.api.campaigns import CampaignBase
from campaigns.engine.state import to_json
from campaigns.models import EngagementRow


class EngagementViewSet(CampaignBase):
    """A campaign's engagements."""

    serializer_class = s.EngagementSerializer

    @extend_schema(responses=s.EngagementSerializer(many=True))
    def all(self, request: Request, id: UUID) -> Response:
        """List the engagements you know of: your own ones, others when they are settled."""
        found = self.participant()
        known = found.view().state.engagements
        return self.pages(_engagement(found, row, known.get(row.key)) for row in found.engagements())

    def one(self, request: Request, id: UUID, key: str) -> Response:
        """One of them."""
        return Response(self._shown(self.participant(), key))

    @extend_schema(request=s.MeansSerializer)
    def fight(self, request: Request, id: UUID, key: str) -> Response:
        """Have it fought: on the board, by tacticians, on a table, or by the campaign's own dice."""
        found = self.participant()
        found.engagement(key)
        means = self.asked(s.MeansSerializer)["means"]
        fighting.fight(found.campaign, key, found.member, means)
        return Response(self._shown(found, key))

    @extend_schema(request=s.OutcomeReportSerializer)
    def report(self, request: Request, id: UUID, key: str) -> Response:
        """Report how it ended: reports of both sides that are alike settle it, the umpire decides others."""
        found, data = self.participant(), self.asked(s.OutcomeReportSerializer)
        found.engagement(key)
        outcome = services.read_outcome(data["outcome"])
        services.report(found.campaign, key, found.member, outcome, data["side"])
        return Response(self._shown(found, key))

    @extend_schema(request=s.ProposalSerializer)
    def propose(self, request: Request, id: UUID, key: str) -> Response:
        """Propose to fight it in another system, with army lists in place of the forces, or drop that."""
        found, data = self.participant(), self.asked(s.ProposalSerializer)
        found.engagement(key)
        if data["system"]:
            standins.propose(found.campaign, key, found.member, data["system"], data["means"])
        else:
            standins.withdraw(found.campaign, key, found.member)
        return Response(self._shown(found, key))

    @extend_schema(request=s.ArmyNamedSerializer)
    def army(self, request: Request, id: UUID, key: str) -> Response:
        """Name the army of your side; with the second one the battle begins."""
        found, data = self.participant(), self.asked(s.ArmyNamedSerializer)
        own = found.side(found.engagement(key))
        side = data["side"] if data["side"] is not None else own
        standins.name_army(found.campaign, key, found.member, -1 if side is None else side, data["army"])
        return Response(self._shown(found, key))

    @extend_schema(request=s.ScenarioChosenSerializer)
    def scenario(self, request: Request, id: UUID, key: str) -> Response:
        """Choose the scenario on whose map it is fought; the umpire's to do."""
        found, data = self.participant(), self.asked(s.ScenarioChosenSerializer)
        found.engagement(key)
        standins.choose_scenario(found.campaign, key, found.member, data["scenario"])
        return Response(self._shown(found, key))

    def _shown(self, found: Participant, key: str) -> dict[str, Any]:
        return _engagement(found, found.engagement(key), found.view().state.engagements.get(key))


def _engagement(found: Participant, row: EngagementRow, known: Any) -> dict[str, Any]:
    """Return an engagement: what was reported and what became of units is for those who fought in it."""
    whole = found.fights(row)
    return {
        "key": row.key, "turn": row.turn, "factions": list(row.factions), "status": row.status,
        "means": row.means, "side": found.side(row),
        "battle": row.battle.public_id if row.battle is not None and whole else None,
        "record": row.record.public_id if row.record is not None and whole else None,
        "engagement": None if known is None else to_json(known),
        "claims": list(row.claims) if whole else None,
        "standins": found.standins(row), "scenario": row.scenario if whole else None,
        "outcome": row.outcome if whole else None,
    }  # fmt: skip
