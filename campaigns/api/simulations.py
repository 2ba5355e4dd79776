"""The simulation of a campaign and the forecasts of its engagements over REST: ordered, followed, stopped."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any
from uuid import UUID

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from armylists import work
from armylists.owned.shapes import shape
from campaigns import forecasting, simulating
from campaigns.access import Participant
from campaigns.api.campaigns import CampaignBase
from campaigns.cards.forecasts import chances_seen
from campaigns.engaged import foreseen
from campaigns.engine.battlefields import Forecast
from campaigns.engine.simulation import Balance
from campaigns.fields import as_fought
from campaigns.models import Simulation
from campaigns.persistence import state_of
from campaigns.simulating import MOST_RUNS, MOST_TURNS
from campaigns.wording import services as words

STATUS = (
    "`waiting` for a worker, `running`, `stopped` or `done`. What is stopped goes on with `go/`; on a site"
    " without workers it stops again after about a second, so ask until it is done."
)


class SimulationOrderSerializer(serializers.Serializer[Any]):
    """How many campaigns to play, how long, and how their battles are fought."""

    runs = serializers.IntegerField(min_value=1, max_value=MOST_RUNS)
    turns = serializers.IntegerField(min_value=1, max_value=MOST_TURNS, help_text="At most so many each")
    battles = serializers.ChoiceField(choices=Simulation.Battles.choices)


class SimulationSerializer(SimulationOrderSerializer):
    """A simulation: how far it is, and what the runs come to that are played, null before the first."""

    ordered = serializers.DateTimeField()
    status = serializers.ChoiceField(choices=work.STATUSES, help_text=STATUS)
    done = serializers.IntegerField(help_text="Campaigns that are played")
    balance = shape(Balance)(allow_null=True)


class ForecastingSerializer(serializers.Serializer[Any]):
    """A forecast: twenty battles between tacticians. `odds`: how most of them ended, as a sentence, for a
    side, "" until all are fought; null for who reads the figures in `forecast`, which are null for a side
    before the battle has started: they would betray the enemy's strength.
    """

    status = serializers.ChoiceField(choices=work.STATUSES, help_text=STATUS)
    done = serializers.IntegerField(help_text="Battles that are fought")
    most = serializers.IntegerField(help_text="Battles to fight")
    odds = serializers.CharField(allow_null=True, allow_blank=True)
    forecast = shape(Forecast)(allow_null=True)


class SimulationViewSet(CampaignBase):
    """The simulation of a campaign, for an umpire who plays no faction."""

    serializer_class = SimulationSerializer

    def show(self, request: Request, id: UUID) -> Response:
        """Show how far the simulation is, and what it has come to."""
        return self._shown(self.umpire())

    @extend_schema(request=SimulationOrderSerializer, responses={201: SimulationSerializer})
    def order(self, request: Request, id: UUID) -> Response:
        """Order a simulation, which replaces the last one. It begins as the campaign began, with automatic
        orders. Where there are no workers, `go/` plays it.
        """
        found = self.umpire()
        simulating.order(found.campaign, found.member, **self.asked(SimulationOrderSerializer))
        return self._shown(found, status.HTTP_201_CREATED)

    @extend_schema(request=None)
    def go(self, request: Request, id: UUID) -> Response:
        """Let it go on. Where there are no workers, play about a second of it."""
        found = self.umpire()
        self.nothing_asked()
        simulating.go_on(found.campaign, found.member)
        simulating.play_slice(found.campaign)
        return self._shown(found)

    @extend_schema(request=None)
    def stop(self, request: Request, id: UUID) -> Response:
        """Cancel it: what is played stays, and it can go on."""
        found = self.umpire()
        self.nothing_asked()
        simulating.cancel(found.campaign, found.member)
        return self._shown(found)

    def _shown(self, found: Participant, code: int = status.HTTP_200_OK) -> Response:
        far = simulating.progress(found.campaign)
        if far is None:
            raise Http404(words.NO_SIMULATION)
        row, report = far.simulation, far.report
        return Response({
            "runs": row.runs, "turns": row.turns, "battles": row.battles, "ordered": row.ordered,
            "status": far.status, "done": far.done,
            "balance": None if report is None else report.balance.to_json(),
        }, status=code)  # fmt: skip


class ForecastViewSet(CampaignBase):
    """The forecast of an engagement, for those who fight in it and the umpire."""

    serializer_class = ForecastingSerializer

    def show(self, request: Request, id: UUID, key: str) -> Response:
        """Show how far the forecast of an engagement is, and what it says."""
        return self._shown(self.participant(), key)

    @extend_schema(request=None)
    def go(self, request: Request, id: UUID, key: str) -> Response:
        """Fight the battles of a forecast, or let it go on. Where there are no workers, fight for about a
        second.
        """
        found, seconds = self._found(key), 0.0 if work.in_workers() else forecasting.SLICE
        forecasting.go_on(found.campaign, key)
        return self._shown(found, key, seconds)

    @extend_schema(request=None)
    def stop(self, request: Request, id: UUID, key: str) -> Response:
        """Stop a forecast: the battles that are fought stay, and it can go on."""
        found = self._found(key)
        forecasting.cancel(found.campaign, key)
        return self._shown(found, key)

    def _found(self, key: str) -> Participant:
        found = self.participant()
        foreseen(found, key)
        self.nothing_asked()
        return found

    def _shown(self, found: Participant, key: str, seconds: float = 0.0) -> Response:
        row = foreseen(found, key)
        stage = forecasting.stage(found.campaign, key)
        far = forecasting.forecasting(found.campaign, *as_fought(found.campaign, row), seconds)
        odds = chances_seen(found, state_of(found.campaign), row, far)["odds"]
        figures = far.forecast if odds is None else None
        return Response({
            "status": work.status(stage, whole=far.whole), "done": far.done, "most": far.most, "odds": odds,
            "forecast": None if figures is None else asdict(figures),
        })  # fmt: skip
