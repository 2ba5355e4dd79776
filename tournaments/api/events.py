"""Tournaments over REST: making, reading, showing and archiving them."""

from __future__ import annotations

import secrets
from typing import Any
from uuid import UUID

from django.db.models import Q
from django.http import HttpResponse
from django.utils import timezone
from django_filters import rest_framework as filters
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from armylists.owned import services as rows
from armylists.owned.api import ArchivedFilter
from tournaments import services
from tournaments.access import Viewer
from tournaments.api import shapes
from tournaments.api.base import TournamentBase, ranked
from tournaments.engine.actions.base import changed
from tournaments.engine.document import Tournament as Document
from tournaments.engine.presets import load_presets
from tournaments.engine.trf.read import read_trf
from tournaments.engine.trf.write import write_trf
from tournaments.models import Tournament
from tournaments.wording import api as words


class TournamentFilter(ArchivedFilter):
    """All that you take part in and all that are public, or one of the two; without `archived`, those in
    use.
    """

    mine = filters.BooleanFilter(method="of_mine", help_text="Those that you take part in, or the others.")

    class Meta:
        model = Tournament
        fields = ("visibility", "registration")

    def of_mine(self, found: Any, name: str, value: bool) -> Any:
        """Return those that somebody takes part in, or the others."""
        mine = Tournament.objects.of(self.request.user).values("pk")
        return found.filter(pk__in=mine) if value else found.exclude(pk__in=mine)


class TournamentViewSet(TournamentBase):
    """Tournaments."""

    filterset_class = TournamentFilter
    ordering_fields = ("date", "created", "updated")

    def get_queryset(self) -> Any:
        public = Q(visibility=Tournament.Visibility.PUBLIC)
        user = self.request.user
        listed = public | Tournament.objects.taking_part(user) if user.is_authenticated else public
        return Tournament.objects.filter(listed).light()

    def list(self, request: Request) -> Response:
        """List the tournaments that you take part in and those that are public, the last changed first."""
        return super().list(request)

    @extend_schema(request=shapes.NewTournamentSerializer, responses={201: shapes.OpenedTournamentSerializer})
    def create(self, request: Request) -> Response:
        """Make a tournament from a preset, or from a whole document with all that has been played."""
        data = self.asked(shapes.NewTournamentSerializer)
        row = services.create(self.user, _beginning(data), data["visibility"])
        return self._opened(Viewer(row, self.user, "organiser"), status.HTTP_201_CREATED)

    @extend_schema(responses=shapes.OpenedTournamentSerializer)
    def retrieve(self, request: Request, id: UUID) -> Response:
        """Show a tournament and your part in it; its `ETag` is the revision."""
        return self._opened(self.viewer())

    @extend_schema(request=shapes.ChangeTournamentSerializer, responses=shapes.OpenedTournamentSerializer)
    def partial_update(self, request: Request, id: UUID) -> Response:
        """Change who may see it, archive or restore it; only organisers can."""
        data, found = self.asked(shapes.ChangeTournamentSerializer), self.organiser()
        if "visibility" in data:
            services.show_to(found.tournament, data["visibility"])
        if "archived" in data:
            rows.archive(found.tournament, away=data["archived"])
        return self._opened(self.viewer())

    @extend_schema(responses=shapes.DocumentSerializer)
    def document(self, request: Request, id: UUID) -> Response:
        """Download the document as far as you may see it: all of it for organisers, for others without
        rounds that are not published and reports of other tables.
        """
        found = self.viewer()
        return _tagged(Response(found.document.to_json()), found.tournament)

    @extend_schema(responses={(200, "text/plain"): OpenApiTypes.STR})
    def trf(self, request: Request, id: UUID) -> HttpResponse:
        """Download the rounds whose standings you may see as FIDE's Tournament Report File (TRF-26), which
        says where everybody stands. 400 for what a TRF cannot hold.
        """
        text = write_trf(ranked(self.viewer()))
        return HttpResponse(text, content_type="text/plain; charset=utf-8")

    @extend_schema(responses=shapes.PresetSerializer(many=True))
    def presets(self, request: Request) -> Response:
        """List the settings that a tournament can begin with."""
        return self.pages([each.model_dump(mode="json") for each in load_presets().values()])

    def _opened(self, found: Viewer, code: int = status.HTTP_200_OK) -> Response:
        return _tagged(Response(opened(found), status=code), found.tournament)


def opened(found: Viewer) -> dict[str, Any]:
    """Return a tournament as somebody sees it."""
    row, document = found.tournament, found.document
    return {
        **shapes.TournamentSerializer(row).data,
        "mine": {"role": found.role, "player": found.player},
        "players": sum(not each.waiting for each in document.players),
        "rounds": len(document.rounds), "now": timezone.now(),
        "invited": row.invited if found.organises else None,
    }  # fmt: skip


def _tagged(answer: Response, row: Tournament) -> Response:
    answer["ETag"] = f'"{row.revision}"'
    return answer


def _beginning(data: dict[str, Any]) -> Document:
    ways = {"preset": _from_preset, "document": lambda document: document, "trf": _from_trf}
    ways = {name: way for name, way in ways.items() if name in data}
    if len(ways) != 1:
        raise ValidationError({"preset": words.ONE_BEGINNING})
    found: Document = next(way(data[name]) for name, way in ways.items())
    given = {name: data[name] for name in ("name", "date") if data.get(name) is not None}
    if not (found.name or given.get("name")):
        raise ValidationError({"name": words.NEEDS_A_NAME})
    return changed(found, **given)


def _from_trf(text: str) -> Document:
    return read_trf(text.encode())


def _from_preset(key: str) -> Document:
    preset = load_presets().get(key)
    if preset is None:
        raise ValidationError({"preset": words.NO_PRESET})
    return Document(seed=secrets.token_hex(8), settings=preset.copy_settings())
