"""Campaigns over REST: a participant limits what is seen, the services do the work."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
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
from campaigns import serializers as s
from campaigns import services
from campaigns.access import Participant, knows, participant_of
from campaigns.cards.forces import force_line
from campaigns.chronicle import topic_of
from campaigns.engine import shipped
from campaigns.engine.geojson import to_geojson
from campaigns.engine.view import View
from campaigns.models import Campaign, TurnRow
from campaigns.persistence import map_of, needs_runner


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
        """Return the participant if they are an umpire who plays no faction; raises CampaignRefusal
        otherwise.
        """
        found = self.participant()
        found.needs_umpire()
        return found

    def runner(self) -> Participant:
        """Return the participant if they run the campaign; raises CampaignRefusal otherwise."""
        found = self.participant()
        needs_runner(found.member)
        return found


class CampaignViewSet(CampaignBase):
    """The campaigns one takes part in."""

    filterset_class = CampaignFilter
    ordering_fields = ("created", "updated", "deadline")

    def list(self, request: Request) -> Response:
        """List your campaigns, the last changed first."""
        return super().list(request)

    @extend_schema(request=s.NewCampaignSerializer)
    def create(self, request: Request) -> Response:
        """Start a campaign, as its umpire."""
        data = self.asked(s.NewCampaignSerializer)
        document = shipped.campaigns()[data["shipped"]] if "shipped" in data else data["document"]
        row = services.create(self.user, document, name=data["name"], hours=data["hours"])
        return self.respond(row, status.HTTP_201_CREATED)

    @extend_schema(request=OpenApiTypes.OBJECT, responses={201: s.CampaignSerializer})
    def bring(self, request: Request) -> Response:
        """Import a whole campaign from its file: you become its umpire, everybody else is invited."""
        value = request.data if isinstance(request.data, dict) else {}
        row = services.import_file(self.user, value)
        return self.respond(row, status.HTTP_201_CREATED)

    @extend_schema(request=s.JoinSerializer, responses={201: s.CampaignSerializer})
    def join(self, request: Request) -> Response:
        """Join a campaign, with the token of an invitation."""
        member = services.join(self.asked(s.JoinSerializer)["token"], self.user)
        return self.respond(member.campaign, status.HTTP_201_CREATED)

    @extend_schema(responses=s.MyCampaignSerializer)
    def retrieve(self, request: Request, id: UUID) -> Response:
        """Show a campaign: how far it has got, and your part in it."""
        return Response(_opened(self.participant(), request))

    @extend_schema(request=s.CampaignSettingsSerializer, responses=s.MyCampaignSerializer)
    def partial_update(self, request: Request, id: UUID) -> Response:
        """Change the name, deadline and other settings; only an umpire can."""
        found, data = self.runner(), self.asked(s.CampaignSettingsSerializer)
        row, by = found.campaign, found.member
        acts: dict[str, Callable[..., None]] = {
            "name": services.rename,
            "deadline": services.set_deadline,
            "hours": services.set_hours,
            "alone": lambda row, by, on: services.set_alone(row, by, on=on),
            "early": lambda row, by, on: services.set_early(row, by, on=on),
            "letters": lambda row, by, on: services.set_letters(row, by, on=on),
            "paused": lambda row, by, on: services.pause(row, by, on=on),
            "archived": lambda row, by, away: services.archive(row, by, away=away),
            "peace": lambda row, by, on: services.confirm_peace(row, by, on=on),
        }
        with transaction.atomic():
            for name, value in data.items():
                acts[name](row, by, value)
        return Response(_opened(found, request))

    def destroy(self, request: Request, id: UUID) -> Response:
        """Delete an archived campaign; only its owner can."""
        found = self.participant()
        services.delete(found.campaign, found.member)
        return Response(status=status.HTTP_204_NO_CONTENT)

    # -- what may be seen -----------------------------------------------------------------------

    @extend_schema(
        parameters=[OpenApiParameter("turn", int, description="The campaign at the start of that turn")],
        responses=s.CampaignViewSerializer,
    )
    def view(self, request: Request, id: UUID) -> Response:
        """Show the campaign as you see it, without its map, which has its own address."""
        found = self.participant()
        turn = self.queried(s.ChronicleQuery).get("turn")
        seen = found.view() if turn is None else found.view_before(turn)
        value = {**seen.to_json(), **_in_short(seen)}
        value["state"].pop("map", None)
        return Response(value)

    @extend_schema(parameters=[s.ChronicleQuery], responses=s.CampaignEntrySerializer(many=True))
    def chronicle(self, request: Request, id: UUID) -> Response:
        """Show the log as far as you may know it, of one turn or of all."""
        query = self.queried(s.ChronicleQuery)
        found = self.participant().entries(query.get("turn"), query.get("part", ""))
        return self.pages([{**each, "topic": topic_of(each["event"]["kind"])} for each in found])

    @extend_schema(responses=OpenApiTypes.OBJECT)
    def map(self, request: Request, id: UUID) -> Response:
        """Show the map document; ladders and stories have none."""
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
        """Download the whole campaign. Until it is over only an umpire who does not play can, and every
        member can read that they did; afterwards everyone who takes part can.
        """
        found = self.participant()
        seed = found.umpire and request.query_params.get("seed", "") in ("1", "true")
        return Response(services.taken_file(found.campaign, found.member, seed=seed))

    # -- the turn -------------------------------------------------------------------------------

    @extend_schema(responses=s.PreviewSerializer)
    def preview(self, request: Request, id: UUID) -> Response:
        """Preview the turn with the orders given so far; only an umpire who does not play can. Every member
        can read, under `disclosures/`, that they looked.
        """
        found = self.umpire()
        shown = services.shown_preview(found.campaign, found.member).to_json()
        entries = _salted(found.campaign, shown["entries"])
        return Response({**shown, "hash": found.campaign.salted(shown["hash"]), "entries": entries})

    @extend_schema(responses=s.DisclosureSerializer(many=True))
    def disclosures(self, request: Request, id: UUID) -> Response:
        """List what umpires saw that is hidden from players, and who started or stopped playing, the latest
        first.
        """
        return self.pages(
            s.DisclosureSerializer(self.participant().campaign.disclosures.all(), many=True).data
        )

    @extend_schema(request=s.CarryOutSerializer, responses=s.ResolvedSerializer)
    def resolve(self, request: Request, id: UUID) -> Response:
        """Carry out the orders, or conclude the turn once its battles are settled; only an umpire can."""
        found, data = self.runner(), self.asked(s.CarryOutSerializer)
        parts = services.carry_out(found.campaign, data["revision"], found.member, peace=data["peace"])
        return Response(_resolved(found, parts))

    @extend_schema(request=s.OverrideSerializer, responses=s.ResolvedSerializer)
    def override(self, request: Request, id: UUID) -> Response:
        """Correct the campaign, with a reason that is logged; only an umpire who does not play can."""
        found, data = self.umpire(), self.asked(s.OverrideSerializer)
        part = services.override(found.campaign, data["revision"], found.member, data["acts"], data["reason"])
        return Response(_resolved(found, [part]))

    @extend_schema(request=s.BackSerializer, responses=s.ResolvedSerializer)
    def back(self, request: Request, id: UUID) -> Response:
        """Go back to the start of a turn; only an umpire who does not play can."""
        found, data = self.umpire(), self.asked(s.BackSerializer)
        part = services.roll_back(
            found.campaign, data["revision"], found.member, data["turn"], data["reason"]
        )
        return Response(_resolved(found, [part]))

    @extend_schema(request=s.CloneSerializer, responses={201: s.CampaignSerializer})
    def clone(self, request: Request, id: UUID) -> Response:
        """Copy the campaign, with new dice and nobody in it but you; only an umpire who does not play can."""
        found, data = self.umpire(), self.asked(s.CloneSerializer)
        row = services.clone(found.campaign, self.user, name=data["name"], fresh=data["fresh"])
        return self.respond(row, status.HTTP_201_CREATED)


# -- answers ---------------------------------------------------------------------------------------


def _opened(found: Participant, request: Request) -> dict[str, Any]:
    member = found.member
    mine = {name: getattr(member, name) for name in ("role", "faction", "chief", "key", "playing_umpire")}
    # The address of the request: whoever asks reaches the site by it, whatever mail calls the site.
    mine["calendar"] = request.build_absolute_uri(reverse("campaigns:calendar", args=[member.feed]))
    return {**s.CampaignSerializer(found.campaign).data, "mine": mine}


def _in_short(seen: View) -> dict[str, Any]:
    """Return the forces and sightings of a view with their strengths, counted as pages and maps do."""
    lines = [force_line(seen.state, each) for each in seen.forces]
    return {
        "forces": [
            {
                "id": line.force.id, "name": line.force.name, "faction": line.force.faction,
                "area": line.force.at, "strength": line.force.worth, "full_strength": line.full,
                "measure": line.measure, "supplied": line.force.supplied,
            }
            for line in lines
        ],
        "sightings": [
            {
                "force": each.force, "name": each.name, "faction": each.faction, "area": each.area,
                "strength": each.worth, "how": each.how, "turn": each.turn,
                "age": max(0, seen.state.turn - each.turn),
            }
            for each in seen.sightings
        ],
    }  # fmt: skip


def _resolved(found: Participant, parts: Iterable[TurnRow]) -> dict[str, Any]:
    """Return what happened, as far as they may know of it: an umpire who plays knows what players know."""
    shown = []
    for part in parts:
        known = _salted(found.campaign, (entry for entry in part.entries if knows(entry, found.who)))
        place = {"part": part.part, "turn": part.turn, "date": part.date}
        shown.append({**place, "hash": found.campaign.salted(part.hash), "entries": known})
    return s.ResolvedSerializer({"campaign": found.campaign, "parts": shown}).data


def _salted(row: Campaign, entries: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    return [{**entry, "hash": row.salted(entry["hash"])} for entry in entries]


def _map(found: Participant) -> Any:
    drawn = map_of(found.campaign)
    if drawn is None:
        raise Http404("This campaign has no map.")
    return drawn
