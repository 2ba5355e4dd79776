"""Campaigns over REST: a participant limits what is seen, the services do the work."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any
from uuid import UUID

from django.db import transaction
from django.http import Http404
from django.urls import reverse
from django_filters import rest_framework as filters
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer

from armylists.owned.api import JSON_ONLY, ArchivedFilter, OwnedViewSet
from campaigns import mail, services
from campaigns import serializers as s
from campaigns.access import Participant, participant_of
from campaigns.engine import shipped
from campaigns.engine.geojson import to_geojson
from campaigns.models import Campaign, TurnRow
from campaigns.persistence import map_of


class CampaignFilter(ArchivedFilter):
    """Campaigns by how far they are and by shape; without `archived`, those in use."""

    phase = filters.ChoiceFilter(choices=Campaign.Phase.choices)
    shape = filters.ChoiceFilter(choices=Campaign.Shape.choices)

    class Meta:
        model = Campaign
        fields = ("phase", "shape")


class CampaignBase(OwnedViewSet):
    """What all endpoints of campaigns share: the participant who asks."""

    kind = Campaign
    parser_classes = JSON_ONLY
    serializer_class: type[BaseSerializer[Any]] = s.CampaignSerializer
    queryset = Campaign.objects.none()

    def participant(self) -> Participant:
        """Return the user as participant of the campaign in the address, resolved first if it is due."""
        found = participant_of(self.request.user, self.kwargs["id"])
        services.due(found.campaign)
        return found

    def umpire(self) -> Participant:
        """Return the participant if they are umpire; raises CampaignRefusal otherwise."""
        found = self.participant()
        found.needs_umpire()
        return found


class CampaignViewSet(CampaignBase):
    """The campaigns one takes part in."""

    filterset_class = CampaignFilter
    ordering_fields = ("created", "updated", "deadline")

    def list(self, request: Request) -> Response:
        """Your campaigns, the last changed first."""
        return super().list(request)

    @extend_schema(request=s.NewCampaignSerializer)
    def create(self, request: Request) -> Response:
        """Begin a campaign, as its umpire."""
        data = self.asked(s.NewCampaignSerializer)
        document = shipped.campaigns()[data["shipped"]] if "shipped" in data else data["document"]
        row = services.create(self.user, document, name=data["name"], hours=data["hours"])
        return self.respond(row, status.HTTP_201_CREATED)

    @extend_schema(request=OpenApiTypes.OBJECT, responses={201: s.CampaignSerializer})
    def bring(self, request: Request) -> Response:
        """Import a whole campaign from its file: you are its umpire, everybody else in it is invited."""
        value = request.data if isinstance(request.data, dict) else {}
        row = services.import_file(self.user, value)
        return self.respond(row, status.HTTP_201_CREATED)

    @extend_schema(request=s.JoinSerializer, responses={201: s.CampaignSerializer})
    def join(self, request: Request) -> Response:
        """Take part, as the invitation of a token says."""
        member = services.join(self.asked(s.JoinSerializer)["token"], self.user)
        return self.respond(member.campaign, status.HTTP_201_CREATED)

    @extend_schema(responses=s.MyCampaignSerializer)
    def retrieve(self, request: Request, id: UUID) -> Response:
        """Show a campaign: how far it is, and your own part in it."""
        return Response(_opened(self.participant()))

    @extend_schema(request=s.CampaignSettingsSerializer, responses=s.MyCampaignSerializer)
    def partial_update(self, request: Request, id: UUID) -> Response:
        """Change name, deadline and the like; the umpire's to do."""
        found, data = self.umpire(), self.asked(s.CampaignSettingsSerializer)
        row, by = found.campaign, found.member
        acts: dict[str, Callable[..., None]] = {
            "name": services.rename,
            "deadline": services.set_deadline,
            "hours": services.set_hours,
            "alone": lambda row, by, on: services.set_alone(row, by, on=on),
            "paused": lambda row, by, on: services.pause(row, by, on=on),
            "archived": lambda row, by, away: services.archive(row, by, away=away),
        }
        with transaction.atomic():
            for name, value in data.items():
                acts[name](row, by, value)
        return Response(_opened(found))

    def destroy(self, request: Request, id: UUID) -> Response:
        """Delete a campaign that was archived; the owner's to do."""
        found = self.participant()
        services.delete(found.campaign, found.member)
        return Response(status=status.HTTP_204_NO_CONTENT)

    # -- what may be seen -----------------------------------------------------------------------

    @extend_schema(
        parameters=[OpenApiParameter("turn", int, description="As it was at that turn's beginning")],
        responses=s.CampaignViewSerializer,
    )
    def view(self, request: Request, id: UUID) -> Response:
        """Show the campaign as you may see it; its map has an address of its own."""
        found = self.participant()
        turn = self.queried(s.ChronicleQuery).get("turn")
        value = (found.view() if turn is None else found.view_before(turn)).to_json()
        value["state"].pop("map", None)
        return Response(value)

    @extend_schema(parameters=[s.ChronicleQuery], responses=s.CampaignEntrySerializer(many=True))
    def chronicle(self, request: Request, id: UUID) -> Response:
        """Show the log as far as you may know it, of one turn or of all."""
        query = self.queried(s.ChronicleQuery)
        return self.pages(self.participant().entries(query.get("turn"), query.get("part", "")))

    @extend_schema(responses=OpenApiTypes.OBJECT)
    def map(self, request: Request, id: UUID) -> Response:
        """Show the map document; no ladder or story has one."""
        return Response(_map(self.participant()).to_json())

    @extend_schema(responses=OpenApiTypes.OBJECT)
    def geojson(self, request: Request, id: UUID) -> Response:
        """Show the map's areas as GeoJSON."""
        return Response(to_geojson(_map(self.participant())))

    @extend_schema(
        parameters=[OpenApiParameter("seed", bool, description="With the seed before it is over")],
        responses=OpenApiTypes.OBJECT,
    )
    def file(self, request: Request, id: UUID) -> Response:
        """Download the whole campaign: the umpire's right, and everybody's who takes part when it is over."""
        found = self.participant()
        if not found.campaign.over:
            found.needs_umpire()
        seed = found.umpire and request.query_params.get("seed", "") in ("1", "true")
        return Response(services.export_file(found.campaign, seed=seed))

    # -- the turn -------------------------------------------------------------------------------

    @extend_schema(responses=s.PreviewSerializer)
    def preview(self, request: Request, id: UUID) -> Response:
        """Show what resolving now would bring, with the orders that were given; the umpire's to see."""
        return Response(services.preview(self.umpire().campaign).to_json())

    @extend_schema(request=s.RevisionSerializer, responses=s.ResolvedSerializer)
    def resolve(self, request: Request, id: UUID) -> Response:
        """Carry out the orders, or conclude the turn when its battles are settled; the umpire's to do."""
        found = self.umpire()
        parts = services.resolve(found.campaign, self.asked(s.RevisionSerializer)["revision"], self.user)
        return Response(_resolved(found.campaign, parts))

    @extend_schema(request=s.OverrideSerializer, responses=s.ResolvedSerializer)
    def override(self, request: Request, id: UUID) -> Response:
        """Change what stands, for a reason that is logged; the umpire's to do."""
        found, data = self.umpire(), self.asked(s.OverrideSerializer)
        part = services.override(found.campaign, data["revision"], found.member, data["acts"], data["reason"])
        return Response(_resolved(found.campaign, [part]))

    @extend_schema(request=s.BackSerializer, responses=s.ResolvedSerializer)
    def back(self, request: Request, id: UUID) -> Response:
        """Go back to the beginning of a turn; the umpire's to do."""
        found, data = self.umpire(), self.asked(s.BackSerializer)
        part = services.roll_back(
            found.campaign, data["revision"], found.member, data["turn"], data["reason"]
        )
        return Response(_resolved(found.campaign, [part]))

    @extend_schema(request=s.CloneSerializer, responses={201: s.CampaignSerializer})
    def clone(self, request: Request, id: UUID) -> Response:
        """Another campaign like this one, with other dice and nobody in it but you; the umpire's to do."""
        found, data = self.umpire(), self.asked(s.CloneSerializer)
        row = services.clone(found.campaign, self.user, name=data["name"], fresh=data["fresh"])
        return self.respond(row, status.HTTP_201_CREATED)


# -- answers ---------------------------------------------------------------------------------------


def _opened(found: Participant) -> dict[str, Any]:
    member = found.member
    mine = {name: getattr(member, name) for name in ("role", "faction", "chief", "key")}
    mine["calendar"] = mail.address(reverse("campaigns:calendar", args=[member.feed]))
    return {**s.CampaignSerializer(found.campaign).data, "mine": mine}


def _resolved(row: Campaign, parts: Iterable[TurnRow]) -> dict[str, Any]:
    return s.ResolvedSerializer({"campaign": row, "parts": parts}).data


def _map(found: Participant) -> Any:
    drawn = map_of(found.campaign)
    if drawn is None:
        raise Http404("This campaign has no map.")
    return drawn
