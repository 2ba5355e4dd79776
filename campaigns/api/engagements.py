"""Engagements of a campaign over REST."""

from __future__ import annotations

from typing import Any, get_args
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns import consent, fighting, services, settling, standins
from campaigns.access import Participant
from campaigns.api.campaigns import CampaignBase
from campaigns.dealings import Did
from campaigns.engine.events.battle import how_settled
from campaigns.engine.forces import names
from campaigns.engine.state import State, to_json
from campaigns.fields import method_of, until_of
from campaigns.models import EngagementRow
from campaigns.persistence import state_of


class MethodSerializer(serializers.Serializer[Any]):
    """How an engagement is fought: the means, and the other `system`, "" for the forces' own."""

    means = serializers.ChoiceField(choices=["board", "automatic", "table", "quick"])
    system = serializers.CharField(max_length=40, allow_blank=True, required=False, default="")


class HeldMethodSerializer(MethodSerializer):
    """A method: `by` is the faction that proposed it ("" for umpire and rules), `how` says who or what
    decided it ("" for a proposal).
    """

    by = serializers.CharField(allow_blank=True)
    how = serializers.ChoiceField(choices=["", "sides", "rules", "deadline", "umpire"])


class DealingSerializer(serializers.Serializer[Any]):
    """Something that was done about an engagement: by whom (`faction` is "" for the umpire and for a start),
    about which method, and when. `reset`: the umpire cancelled the battle, or deleted the reports.
    """

    did = serializers.ChoiceField(choices=get_args(Did))
    faction = serializers.CharField(allow_blank=True)
    who = serializers.CharField(allow_blank=True)
    means = serializers.CharField(allow_blank=True)
    system = serializers.CharField(allow_blank=True)
    at = serializers.DateTimeField()


class EngagementSerializer(serializers.Serializer[Any]):
    """An engagement as you may know it: `engagement` as the view has it; `method`, `proposal`, `claims`,
    `outcome`, `standins`, `scenario` and `dealings` only of your own; `side` is yours, null if you do not
    fight in it. `method`: how it may be started now, null while the sides have to agree. `means`: how it was
    started, "" before. `until`: when the campaign's rule decides instead. `claimed`: which sides have
    reported; `claims`: what they say, the other side's once your report is in; `hashes`: their hashes, "" for
    none, by one of which you agree with a report. `standins`: the system, the means, who proposed them, who
    has `named` an army, and both `armies`, the other side's null until both are named. Reports of a battle of
    stand-ins name their units: `a-` or `b-` and the id in the list. `dealings`: what was proposed, declined,
    agreed and so on, the oldest first. `settled`: how the outcome came about, a sentence, "" while there is
    none and for who has only heard of it.
    """

    key = serializers.CharField()
    turn = serializers.IntegerField()
    factions = serializers.ListField(child=serializers.CharField())
    status = serializers.ChoiceField(choices=EngagementRow.Status.choices)
    means = serializers.CharField(allow_blank=True)
    side = serializers.IntegerField(allow_null=True)
    method = HeldMethodSerializer(allow_null=True)
    proposal = HeldMethodSerializer(allow_null=True)
    until = serializers.DateTimeField(allow_null=True)
    battle = serializers.UUIDField(allow_null=True)
    record = serializers.UUIDField(allow_null=True)
    engagement = serializers.DictField(allow_null=True)
    claimed = serializers.ListField(child=serializers.BooleanField(), allow_null=True)
    claims = serializers.ListField(child=serializers.DictField(allow_null=True), allow_null=True)
    hashes = serializers.ListField(child=serializers.CharField(allow_blank=True), allow_null=True)
    standins = serializers.DictField(allow_null=True)
    scenario = serializers.DictField(allow_null=True)
    dealings = DealingSerializer(many=True, allow_null=True)
    outcome = serializers.DictField(allow_null=True)
    settled = serializers.CharField(allow_blank=True)


class OutcomeReportSerializer(serializers.Serializer[Any]):
    """How a battle on a table ended. An umpire's report decides, unless it names the `side` that reports."""

    outcome = serializers.DictField(child=serializers.JSONField(allow_null=True))
    side = serializers.IntegerField(min_value=0, max_value=1, required=False, allow_null=True, default=None)


class ReportAcceptedSerializer(serializers.Serializer[Any]):
    """Whose report counts: an umpire names the `side`; a side accepts the other's. `hash`: that of the report
    you have read, from the engagement's `hashes`.
    """

    hash = serializers.CharField(max_length=64)
    side = serializers.IntegerField(min_value=0, max_value=1, required=False, allow_null=True, default=None)


class ProposalSerializer(serializers.Serializer[Any]):
    """How to fight an engagement; empty `means` drop the proposal. `reason`: why an umpire decides; both
    sides read it.
    """

    system = serializers.CharField(max_length=40, allow_blank=True, required=False, default="")
    means = serializers.ChoiceField(
        choices=["board", "automatic", "table", "quick"], allow_blank=True, default=""
    )
    reason = serializers.CharField(max_length=300, allow_blank=True, required=False, default="")


class ArmyNamedSerializer(serializers.Serializer[Any]):
    """The army of a side: `own:` and the id of one of your lists, `sample:` and the key of a sample list, or
    `force` for the side's own forces. `side`: your own if left out.
    """

    army = serializers.CharField(max_length=120)
    side = serializers.IntegerField(min_value=0, max_value=1, required=False, allow_null=True, default=None)


class ScenarioChosenSerializer(serializers.Serializer[Any]):
    """The key of an included scenario or of one of yours; `none` for ground made for the battle, "" for what
    the campaign says.
    """

    scenario = serializers.CharField(max_length=120, allow_blank=True)


class CancelSerializer(serializers.Serializer[Any]):
    """Why a battle is cancelled, for every member to read; reports are deleted without a reason."""

    reason = serializers.CharField(max_length=300, allow_blank=True, required=False, default="")


class MeansSerializer(serializers.Serializer[Any]):
    """How an engagement is fought."""

    means = serializers.ChoiceField(choices=["board", "automatic", "table", "quick"])


class EngagementViewSet(CampaignBase):
    """A campaign's engagements."""

    serializer_class = EngagementSerializer

    @extend_schema(responses=EngagementSerializer(many=True))
    def all(self, request: Request, id: UUID) -> Response:
        """List the engagements you know of: your own, and others once they are settled."""
        found = self.participant()
        known, state = found.view().state.engagements, state_of(found.campaign)
        return self.pages(_engagement(found, row, known.get(row.key), state) for row in found.engagements())

    def one(self, request: Request, id: UUID, key: str) -> Response:
        """Show an engagement."""
        return Response(self._shown(self.participant(), key))

    @extend_schema(request=MeansSerializer)
    def fight(self, request: Request, id: UUID, key: str) -> Response:
        """Start the battle by the method that was agreed: board, automatic, table or dice."""
        found = self.participant()
        found.engagement(key)
        means = self.asked(MeansSerializer)["means"]
        fighting.fight(found.campaign, key, found.member, means)
        return Response(self._shown(found, key))

    @extend_schema(request=OutcomeReportSerializer)
    def report(self, request: Request, id: UUID, key: str) -> Response:
        """Report a battle fought on a table. Two reports that agree settle it; the umpire decides if they
        differ.
        """
        found, data = self.participant(), self.asked(OutcomeReportSerializer)
        found.engagement(key)
        outcome = services.read_outcome(data["outcome"])
        services.report(found.campaign, key, found.member, outcome, data["side"])
        return Response(self._shown(found, key))

    @extend_schema(request=ReportAcceptedSerializer)
    def agree(self, request: Request, id: UUID, key: str) -> Response:
        """Agree with the other side's report, once yours is in; as umpire, accept either report. Name its
        hash, so that you accept the one you saw.
        """
        found = self.participant()
        found.engagement(key)
        data = self.asked(ReportAcceptedSerializer)
        services.accept_report(found.campaign, key, found.member, data["hash"], data["side"])
        return Response(self._shown(found, key))

    @extend_schema(request=ProposalSerializer)
    def propose(self, request: Request, id: UUID, key: str) -> Response:
        """Propose how to fight it. With empty means, drop a proposal: withdraw your own, or decline the other
        side's. As umpire, decide it and give a reason.
        """
        found, data = self.participant(), self.asked(ProposalSerializer)
        found.engagement(key)
        place = found.campaign, key, found.member
        if not data["means"]:
            consent.drop(*place)
        elif data["reason"]:
            consent.decide(*place, data["means"], data["system"], data["reason"])
        else:
            consent.propose(*place, data["means"], data["system"])
        return Response(self._shown(found, key))

    @extend_schema(request=MethodSerializer)
    def accept(self, request: Request, id: UUID, key: str) -> Response:
        """Accept the method that the other side proposes; name it, so that you accept the one you saw."""
        found, data = self.participant(), self.asked(MethodSerializer)
        found.engagement(key)
        consent.accept(found.campaign, key, found.member, data["means"], data["system"])
        return Response(self._shown(found, key))

    @extend_schema(request=CancelSerializer)
    def cancel(self, request: Request, id: UUID, key: str) -> Response:
        """Cancel the battle, which can start again as agreed, or delete the reports of both sides; only an
        umpire who does not play can. Cancelling needs a reason.
        """
        found = self.umpire()
        found.engagement(key)
        reason = self.asked(CancelSerializer)["reason"]
        services.give_up(found.campaign, key, found.member, reason)
        return Response(self._shown(found, key))

    @extend_schema(request=ArmyNamedSerializer)
    def army(self, request: Request, id: UUID, key: str) -> Response:
        """Choose your side's army; the battle starts when both are chosen."""
        found, data = self.participant(), self.asked(ArmyNamedSerializer)
        own = found.side(found.engagement(key))
        side = data["side"] if data["side"] is not None else own
        standins.name_army(found.campaign, key, found.member, -1 if side is None else side, data["army"])
        return Response(self._shown(found, key))

    @extend_schema(request=ScenarioChosenSerializer)
    def scenario(self, request: Request, id: UUID, key: str) -> Response:
        """Choose the scenario on whose map it is fought; only an umpire can."""
        found, data = self.participant(), self.asked(ScenarioChosenSerializer)
        found.engagement(key)
        standins.choose_scenario(found.campaign, key, found.member, data["scenario"])
        return Response(self._shown(found, key))

    def _shown(self, found: Participant, key: str) -> dict[str, Any]:
        known = found.view().state.engagements.get(key)
        return _engagement(found, found.engagement(key), known, state_of(found.campaign))


def _engagement(found: Participant, row: EngagementRow, known: Any, state: State) -> dict[str, Any]:
    """Return an engagement: what was agreed, reported and became of units is for those who fight in it."""
    whole = found.fights(row)
    waits = whole and not row.begun and row.turn == found.campaign.turn
    method = method_of(found.campaign, row, state) if waits and row.key in state.engagements else None
    return {
        "key": row.key, "turn": row.turn, "factions": list(row.factions), "status": row.status,
        "means": row.means, "side": found.side(row),
        "method": method.model_dump(mode="json") if method is not None else row.agreed if whole else None,
        "proposal": row.proposal if whole else None,
        "until": until_of(row, state) if waits and method is None else None,
        "battle": row.battle.public_id if row.battle is not None and whole else None,
        "record": row.record.public_id if row.record is not None and whole else None,
        "engagement": None if known is None else to_json(known),
        "claimed": list(found.claimed(row)) if whole else None,
        "claims": list(found.claims(row)) if whole else None,
        "hashes": [settling.report_hash(each) for each in found.claims(row)] if whole else None,
        "standins": found.standins(row), "scenario": row.scenario if whole else None,
        "dealings": row.dealings if whole else None,
        "outcome": row.outcome if whole else None,
        "settled": _settled(row, state) if whole else "",
    }  # fmt: skip


def _settled(row: EngagementRow, state: State) -> str:
    """Return how the outcome of an engagement came about."""
    if row.outcome is None:
        return ""
    called = names(state)
    by = str(row.outcome.get("by", ""))
    return how_settled(row.outcome["means"], by, lambda key: called.get(key, key))
