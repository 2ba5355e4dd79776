"""Campaigns over REST: a place says what may be seen, the services work."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from django.db import transaction
from django.http import Http404
from django.urls import reverse
from django_filters import rest_framework as filters
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import status
from rest_framework.decorators import action
from rest_framework.exceptions import NotFound
from rest_framework.mixins import ListModelMixin
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer
from rest_framework.settings import api_settings
from rest_framework.viewsets import GenericViewSet

from armylists.owned.services import Stale
from battles.serializers import ErrorSerializer
from campaigns import mail, services
from campaigns import serializers as s
from campaigns.access import Place, place, status_of
from campaigns.engine import shipped
from campaigns.engine.geojson import to_geojson
from campaigns.keeping import map_of
from campaigns.models import Campaign, TurnRow
from rulesets.engine.errors import Fault, FaultyDocumentError, LeaguerError

TAGS = ["campaigns"]
BAD = OpenApiResponse(ErrorSerializer, "Something is wrong; nothing was changed")
NOT_YOURS = OpenApiResponse(ErrorSerializer, "Somebody else decides that")
GONE = OpenApiResponse(ErrorSerializer, "No such campaign, or you do not take part in it")
NO_PAGE = OpenApiResponse(ErrorSerializer, "There are not so many pages")
MOVED_ON = OpenApiResponse(ErrorSerializer, "The campaign has moved on")
REFUSED = {400: BAD, 403: NOT_YOURS, 404: GONE}
KEPT = {**REFUSED, 409: MOVED_ON}


class CampaignFilter(filters.FilterSet):
    """Campaigns by how far they are and by shape; without `archived`, those in use."""

    phase = filters.ChoiceFilter(choices=Campaign.Phase.choices)
    shape = filters.ChoiceFilter(choices=Campaign.Shape.choices)
    archived = filters.BooleanFilter(help_text="Campaigns that were put away, instead of those in use.")

    class Meta:
        model = Campaign
        fields = ("phase", "shape")

    def filter_queryset(self, queryset: Any) -> Any:
        archived = bool(self.form.cleaned_data.pop("archived", False))
        return super().filter_queryset(queryset.filter(archived=archived))


class CampaignBase(GenericViewSet[Campaign]):
    """What all endpoints of campaigns share: the place of who asks, and refusals."""

    permission_classes = (IsAuthenticated,)
    parser_classes = api_settings.DEFAULT_PARSER_CLASSES[:1]
    serializer_class = s.CampaignSerializer
    queryset = Campaign.objects.none()
    lookup_field = "public_id"
    lookup_url_kwarg = "id"

    def handle_exception(self, error: Exception) -> Response:
        if isinstance(error, LeaguerError):
            return Response(_refused(error), status=status_of(error))
        if isinstance(error, Stale):
            return Response({"detail": str(error), "errors": []}, status=status.HTTP_409_CONFLICT)
        return super().handle_exception(error)

    def place(self) -> Place:
        """The user's place in the campaign of the address, which is resolved first if it is due."""
        try:
            found = place(self.request.user, self.kwargs["id"])
        except Http404 as error:
            raise NotFound(str(error)) from None
        services.due(found.campaign)
        return found

    def umpire(self) -> Place:
        """The user's place if it is the umpire's."""
        found = self.place()
        found.needs_umpire()
        return found

    def asked(self, reads: type[Serializer[Any]]) -> dict[str, Any]:
        """What the request says."""
        found = reads(data=self.request.data)
        found.is_valid(raise_exception=True)
        return dict(found.validated_data)

    def pages(self, rows: Iterable[Any]) -> Response:
        """A page of rows that are answers already."""
        return self.get_paginated_response(self.paginate_queryset(list(rows)))  # type: ignore[arg-type]


class CampaignViewSet(ListModelMixin, CampaignBase):
    """The campaigns one takes part in."""

    filterset_class = CampaignFilter
    ordering_fields = ("created", "updated", "deadline")

    def get_queryset(self) -> Any:
        return Campaign.objects.of(self.request.user).light()

    @extend_schema(tags=TAGS, responses={200: s.CampaignSerializer(many=True), 400: BAD, 404: NO_PAGE})
    def list(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """Your campaigns, the last changed first."""
        return super().list(request, *args, **kwargs)

    @extend_schema(
        tags=TAGS, request=s.NewCampaignSerializer, responses={201: s.CampaignSerializer, 400: BAD}
    )
    def create(self, request: Request) -> Response:
        """Begin a campaign, as its umpire."""
        data = self.asked(s.NewCampaignSerializer)
        document = shipped.campaigns()[data["shipped"]] if "shipped" in data else data["document"]
        row = services.create(request.user, document, name=data["name"], hours=data["hours"])
        return Response(s.CampaignSerializer(row).data, status=status.HTTP_201_CREATED)

    @extend_schema(tags=TAGS, request=OpenApiTypes.OBJECT, responses={201: s.CampaignSerializer, 400: BAD})
    def bring(self, request: Request) -> Response:
        """Import a whole campaign from its file: you are its umpire, everybody else in it is invited."""
        value = request.data if isinstance(request.data, dict) else {}
        row = services.import_file(request.user, value)
        return Response(s.CampaignSerializer(row).data, status=status.HTTP_201_CREATED)

    @extend_schema(tags=TAGS, request=s.JoinSerializer, responses={201: s.CampaignSerializer, 400: BAD})
    def join(self, request: Request) -> Response:
        """Take part, as the invitation of a token says."""
        member = services.join(self.asked(s.JoinSerializer)["token"], request.user)
        return Response(s.CampaignSerializer(member.campaign).data, status=status.HTTP_201_CREATED)

    @extend_schema(tags=TAGS, responses={200: s.MyCampaignSerializer, 404: GONE})
    def retrieve(self, request: Request, id: UUID) -> Response:
        """A campaign: how far it is, and your own place in it."""
        return Response(_opened(self.place()))

    @extend_schema(
        tags=TAGS, request=s.CampaignSettingsSerializer, responses={200: s.MyCampaignSerializer, **REFUSED}
    )
    def partial_update(self, request: Request, id: UUID) -> Response:
        """Change name, deadline and the like; the umpire's to do."""
        found, data = self.umpire(), self.asked(s.CampaignSettingsSerializer)
        row, by = found.campaign, found.member
        acts = {
            "name": services.rename, "deadline": services.set_deadline, "hours": services.set_hours,
            "alone": lambda row, by, on: services.set_alone(row, by, on=on),
            "paused": lambda row, by, on: services.pause(row, by, on=on),
            "archived": lambda row, by, away: services.archive(row, by, away=away),
        }  # fmt: skip
        with transaction.atomic():
            for name, value in data.items():
                acts[name](row, by, value)
        return Response(_opened(found))

    @extend_schema(tags=TAGS, responses={204: None, **REFUSED})
    def destroy(self, request: Request, id: UUID) -> Response:
        """Delete a campaign that was put away; the owner's to do."""
        found = self.place()
        services.delete(found.campaign, found.member)
        return Response(status=status.HTTP_204_NO_CONTENT)

    # -- what may be seen -----------------------------------------------------------------------

    @extend_schema(
        tags=TAGS,
        parameters=[OpenApiParameter("turn", int, description="As it was at that turn's beginning")],
        responses={200: s.CampaignViewSerializer, 400: BAD, 404: GONE},
    )
    @action(detail=True, methods=["get"], pagination_class=None, filter_backends=[])
    def view(self, request: Request, id: UUID) -> Response:
        """The campaign as you may see it; its map has an address of its own."""
        found = self.place()
        turn = _queried(request).get("turn")
        try:
            seen = found.view() if turn is None else found.view_before(turn)
        except Http404 as error:
            raise NotFound(str(error)) from None
        value = seen.to_json()
        value["state"].pop("map", None)
        return Response(value)

    @extend_schema(tags=TAGS, parameters=[s.ChronicleQuery],
                   responses={200: s.CampaignEntrySerializer(many=True), 400: BAD, 404: GONE})  # fmt: skip
    @action(detail=True, methods=["get"], filter_backends=[])
    def chronicle(self, request: Request, id: UUID) -> Response:
        """The log as far as you may know it, of one turn or of all."""
        query = _queried(request)
        return self.pages(self.place().entries(query.get("turn"), query.get("part", "")))

    @extend_schema(tags=TAGS, responses={200: OpenApiTypes.OBJECT, 404: GONE})
    @action(detail=True, methods=["get"], pagination_class=None, filter_backends=[])
    def map(self, request: Request, id: UUID) -> Response:
        """The map document; no ladder or story has one."""
        return Response(_map(self.place()).to_json())

    @extend_schema(tags=TAGS, responses={200: OpenApiTypes.OBJECT, 404: GONE})
    @action(detail=True, methods=["get"], pagination_class=None, filter_backends=[])
    def geojson(self, request: Request, id: UUID) -> Response:
        """The map's areas as GeoJSON."""
        return Response(to_geojson(_map(self.place())))

    @extend_schema(
        tags=TAGS,
        parameters=[OpenApiParameter("seed", bool, description="With the seed before it is over")],
        responses={200: OpenApiTypes.OBJECT, **REFUSED},
    )
    @action(detail=True, methods=["get"], pagination_class=None, filter_backends=[])
    def file(self, request: Request, id: UUID) -> Response:
        """The whole campaign as one file: the umpire's, and everybody's who takes part when it is over."""
        found = self.place()
        if not found.campaign.over:
            found.needs_umpire()
        seed = found.umpire and request.query_params.get("seed", "") in ("1", "true")
        return Response(services.export_file(found.campaign, seed=seed))

    # -- the turn -------------------------------------------------------------------------------

    @extend_schema(tags=TAGS, responses={200: s.PreviewSerializer, **REFUSED})
    @action(detail=True, methods=["get"], pagination_class=None, filter_backends=[])
    def preview(self, request: Request, id: UUID) -> Response:
        """What resolving now would bring, with the orders that were given; the umpire's to see."""
        return Response(services.preview(self.umpire().campaign).to_json())

    @extend_schema(tags=TAGS, request=s.RevisionSerializer, responses={200: s.ResolvedSerializer, **KEPT})
    @action(detail=True, methods=["post"])
    def resolve(self, request: Request, id: UUID) -> Response:
        """Carry out the orders, or conclude the turn when its battles are settled; the umpire's to do."""
        found = self.umpire()
        parts = services.resolve(found.campaign, self.asked(s.RevisionSerializer)["revision"], request.user)
        return Response(_resolved(found.campaign, parts))

    @extend_schema(tags=TAGS, request=s.OverrideSerializer, responses={200: s.ResolvedSerializer, **KEPT})
    @action(detail=True, methods=["post"])
    def override(self, request: Request, id: UUID) -> Response:
        """Change what stands, for a reason that is logged; the umpire's to do."""
        found, data = self.umpire(), self.asked(s.OverrideSerializer)
        part = services.override(found.campaign, data["revision"], found.member, data["acts"], data["reason"])
        return Response(_resolved(found.campaign, [part]))

    @extend_schema(tags=TAGS, request=s.BackSerializer, responses={200: s.ResolvedSerializer, **KEPT})
    @action(detail=True, methods=["post"])
    def back(self, request: Request, id: UUID) -> Response:
        """Go back to the beginning of a turn; the umpire's to do."""
        found, data = self.umpire(), self.asked(s.BackSerializer)
        part = services.roll_back(
            found.campaign, data["revision"], found.member, data["turn"], data["reason"]
        )
        return Response(_resolved(found.campaign, [part]))

    @extend_schema(tags=TAGS, request=s.CloneSerializer, responses={201: s.CampaignSerializer, **REFUSED})
    @action(detail=True, methods=["post"])
    def clone(self, request: Request, id: UUID) -> Response:
        """Another campaign like this one, with other dice and nobody in it but you; the umpire's to do."""
        found, data = self.umpire(), self.asked(s.CloneSerializer)
        row = services.clone(found.campaign, request.user, name=data["name"], fresh=data["fresh"])
        return Response(s.CampaignSerializer(row).data, status=status.HTTP_201_CREATED)


# -- answers ---------------------------------------------------------------------------------------


def _refused(error: LeaguerError) -> dict[str, Any]:
    faults = error.faults if isinstance(error, FaultyDocumentError) else (Fault(error.path, error.message),)
    errors = [{"path": each.path, "message": each.message} for each in faults]
    return {"detail": error.message, "errors": errors}


def _queried(request: Request) -> dict[str, Any]:
    query = s.ChronicleQuery(data=request.query_params)
    query.is_valid(raise_exception=True)
    return dict(query.validated_data)


def _opened(found: Place) -> dict[str, Any]:
    member = found.member
    feed = mail.address(reverse("campaigns:calendar", args=[member.feed]))
    mine = {"role": member.role, "faction": member.faction, "chief": member.chief, "key": member.key,
            "calendar": feed}  # fmt: skip
    return {**s.CampaignSerializer(found.campaign).data, "mine": mine}


def _resolved(row: Campaign, parts: Iterable[TurnRow]) -> dict[str, Any]:
    return {
        "campaign": s.CampaignSerializer(row).data,
        "parts": [
            {"part": each.part, "turn": each.turn, "date": each.date, "hash": each.hash,
             "entries": each.entries}
            for each in parts
        ],
    }  # fmt: skip


def _map(found: Place) -> Any:
    drawn = map_of(found.campaign)
    if drawn is None:
        raise NotFound("This campaign has no map.")
    return drawn
