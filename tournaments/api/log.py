"""What is done at a tournament, over REST: every action, the log, undo."""

from __future__ import annotations

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments import access, services
from tournaments.api import shapes
from tournaments.api.base import IF_MATCH, TournamentBase, Unseen, seen_in
from tournaments.api.events import opened
from tournaments.engine.actions import Action
from tournaments.engine.actions.base import OnPairing

DONE = {201: shapes.OpenedTournamentSerializer, 428: shapes.RefusedSerializer}


class LogViewSet(TournamentBase):
    """The log of a tournament."""

    serializer_class = shapes.LoggedSerializer

    @extend_schema(responses=shapes.LoggedSerializer(many=True))
    def log(self, request: Request, id: UUID) -> Response:
        """List what was done, the newest first; only organisers can."""
        row = self.organiser().tournament
        page = self.paginate_queryset(row.log.select_related("user").order_by("-number"))
        shown = shapes.LoggedSerializer(page, many=True).data
        for each, said in zip(shown, services.said_of(row, page or ()), strict=True):
            each["said"] = said
        return self.get_paginated_response(shown)

    @extend_schema(request=shapes.ActionSerializer, responses=DONE, parameters=[IF_MATCH])
    def act(self, request: Request, id: UUID) -> Response:
        """Do something: enter or check in a player, pair or publish a round, report, confirm or decide a
        result, and whatever else `do` names. Organisers may do everything, judges what concerns results and
        clocks, players what concerns their own table. Send `If-Match` for settings, pairings and results.
        """
        found = self.viewer()
        action: Action = self.given(shapes.ActionSerializer).validated_data
        access.check(found, action)
        seen = seen_in(request)
        if seen is None and (action.arranges or isinstance(action, OnPairing)):
            raise Unseen
        services.act(found.tournament, self.user, action, seen)
        return Response(opened(self.viewer()), status=status.HTTP_201_CREATED)

    @extend_schema(request=None, responses=shapes.OpenedTournamentSerializer)
    def undo(self, request: Request, id: UUID, number: int) -> Response:
        """Undo an action, as if it had never been done; only organisers can. 400 names the later action that
        builds on it.
        """
        self.nothing_asked()
        services.undo(self.organiser().tournament, self.user, number)
        return Response(opened(self.viewer()))

    @extend_schema(request=None, responses=shapes.OpenedTournamentSerializer)
    def redo(self, request: Request, id: UUID, number: int) -> Response:
        """Do an action that was undone again, at its old place; only organisers can."""
        self.nothing_asked()
        services.redo(self.organiser().tournament, self.user, number)
        return Response(opened(self.viewer()))
