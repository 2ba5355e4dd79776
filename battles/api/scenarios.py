"""Scenarios over REST: all of them, one with its document and order of battle, a battle begun from it."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from armylists.owned.api import JSONView
from armylists.owned.shapes import shape
from battles import scenarios, services
from battles.serializers import BattleSerializer, PlayersSerializer

ScenarioLineSerializer = shape(scenarios.Line, ("system_name", "whose"), own=bool)


class ScenarioSerializer(serializers.Serializer[Any]):
    """A scenario: its document, and what its page shows."""

    key = serializers.CharField()
    system = serializers.CharField()
    document = serializers.DictField(help_text="As its JSON Schema describes it")
    told = serializers.DictField(help_text="Facts, order of battle, sheet with the status of each row")


class ScenariosView(JSONView):
    """The scenarios that ship, then those of whoever is signed in."""

    permission_classes = (AllowAny,)

    @extend_schema(operation_id="scenarios_list", responses=ScenarioLineSerializer(many=True))
    def get(self, request: Request) -> Response:
        """Scenarios."""
        own = scenarios.own(request.user) if request.user.is_authenticated else []
        return Response([line.to_json() for line in (*scenarios.shipped(), *own)])


class ScenarioView(JSONView):
    """One scenario that ships, is one's own, or was shared."""

    permission_classes = (AllowAny,)

    @extend_schema(operation_id="scenarios_retrieve", responses=ScenarioSerializer)
    def get(self, request: Request, key: str) -> Response:
        """Return a scenario."""
        found = scenarios.found(request.user, key)
        summary = found.summary().to_json()
        body = {"key": key, "system": found.editor.system, "document": found.document, "told": summary}
        return Response(body)


class ScenarioBattleView(JSONView):
    """A battle begun from a scenario."""

    @extend_schema(
        operation_id="scenarios_begin", request=PlayersSerializer, responses={201: BattleSerializer}
    )
    def post(self, request: Request, key: str) -> Response:
        """Start a battle from a scenario."""
        found, data = scenarios.found(request.user, key), self.asked(PlayersSerializer)
        more = {"strengths": data["strengths"]} if "strengths" in data else {}
        row = services.begin(
            self.user, found.setup(data["dice"]) | more, seed=data["seed"], invited=data["opponent"],
            tacticians=data["tacticians"], agreed=True,
        )  # fmt: skip
        return Response(BattleSerializer(row).data, status=status.HTTP_201_CREATED)
