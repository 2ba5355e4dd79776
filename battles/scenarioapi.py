"""Scenarios over REST: all of them, one with its document and order of battle, a battle begun from it."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User
from django.http import Http404
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers, status
from rest_framework.exceptions import NotFound
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from battles import scenarios, services
from battles.access import status_of
from battles.models import SIDES
from battles.serializers import BattleSerializer, ErrorSerializer, opponent_named
from battles.services import MAX_SEED
from rulesets.engine.errors import LeaguerError

TAGS = ["scenarios"]
GONE = OpenApiResponse(ErrorSerializer, "No such scenario, or not yours")
BAD = OpenApiResponse(ErrorSerializer, "Something is wrong; nothing was changed")


class ScenarioLineSerializer(serializers.Serializer[Any]):
    """A scenario in a list of them."""

    key = serializers.CharField(help_text="What it is called in addresses and by `fight --scenario`")
    system = serializers.CharField()
    name = serializers.CharField()
    date = serializers.CharField()
    place = serializers.CharField()
    summary = serializers.CharField()
    own = serializers.BooleanField(help_text="One of yours, not one that ships")


class ScenarioSerializer(serializers.Serializer[Any]):
    """A scenario: its document, and what its page tells."""

    key = serializers.CharField()
    system = serializers.CharField()
    document = serializers.DictField(help_text="As its JSON Schema describes it")
    told = serializers.DictField(help_text="Facts, order of battle, sheet with the status of each row")


class ScenarioBattleSerializer(serializers.Serializer[Any]):
    """Who fights a scenario, and with which dice."""

    dice = serializers.ChoiceField(choices=["stream", "typed"], default="stream")
    seed = serializers.CharField(max_length=MAX_SEED, allow_blank=True, default="")
    opponent = serializers.CharField(max_length=150, allow_blank=True, default="")
    tacticians = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=1), max_length=2, default=list(SIDES)
    )

    def validate_opponent(self, name: str) -> User | None:
        return opponent_named(name)


class ScenariosView(APIView):
    """The scenarios that ship, then those of whoever is signed in."""

    permission_classes = (AllowAny,)

    @extend_schema(
        operation_id="scenarios_list",
        tags=TAGS,
        summary="Scenarios",
        responses={200: ScenarioLineSerializer(many=True)},
    )
    def get(self, request: Request) -> Response:
        own = scenarios.own(request.user) if request.user.is_authenticated else []
        return Response([line.to_json() for line in (*scenarios.shipped(), *own)])


class _OneView(APIView):
    """What is done with one scenario."""

    def found(self, request: Request, key: str) -> scenarios.Found:
        """The scenario of the address; a 404 for one that is not there for this user."""
        try:
            return scenarios.found(request.user, key)
        except Http404 as error:
            raise NotFound(str(error)) from None


class ScenarioView(_OneView):
    """One scenario that ships, is one's own, or was shared."""

    permission_classes = (AllowAny,)

    @extend_schema(
        operation_id="scenarios_retrieve",
        tags=TAGS,
        summary="A scenario",
        responses={200: ScenarioSerializer, 404: GONE},
    )
    def get(self, request: Request, key: str) -> Response:
        found = self.found(request, key)
        try:
            told = found.told().to_json()
        except Http404 as error:
            raise NotFound(str(error)) from None
        body = {"key": key, "system": found.staging.system, "document": found.document, "told": told}
        return Response(body)


class ScenarioBattleView(_OneView):
    """A battle begun from a scenario."""

    permission_classes = (IsAuthenticated,)

    @extend_schema(
        operation_id="scenarios_begin",
        tags=TAGS,
        summary="Begin a battle from a scenario",
        request=ScenarioBattleSerializer,
        responses={201: BattleSerializer, 400: BAD, 404: GONE},
    )
    def post(self, request: Request, key: str) -> Response:
        found = self.found(request, key)
        asked = ScenarioBattleSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        data = asked.validated_data
        try:
            row = services.begin(
                request.user, found.setup(data["dice"]), seed=data["seed"], opponent=data["opponent"],
                tacticians=data["tacticians"], agreed=True,
            )  # fmt: skip
        except LeaguerError as error:
            body = {"detail": str(error), "errors": [{"path": error.path, "message": error.message}]}
            return Response(body, status=status_of(error))
        return Response(BattleSerializer(row).data, status=status.HTTP_201_CREATED)
