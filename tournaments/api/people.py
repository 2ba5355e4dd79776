"""The people of a tournament over REST: players, who plays as them, organisers and judges."""

from __future__ import annotations

import secrets
from typing import Any
from uuid import UUID

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments import services
from tournaments.access import NotAllowed, Viewer, viewer_of
from tournaments.api import shapes
from tournaments.api.base import TournamentBase
from tournaments.api.events import opened
from tournaments.engine.document import Player
from tournaments.models import Entry, Tournament
from tournaments.persistence import document_of
from tournaments.wording import api as words
from tournaments.wording import services as refusals


class PlayersViewSet(TournamentBase):
    """The players of a tournament, and how one becomes one of them."""

    serializer_class = shapes.PlayerModel

    @extend_schema(responses=shapes.PlayerModel(many=True))
    def players(self, request: Request, id: UUID) -> Response:
        """List the players, those on the waiting list too."""
        shown = shapes.PlayerModel(self.viewer().document.players, many=True)
        return self.pages(shown.data)

    @extend_schema(responses=shapes.TournamentEntrySerializer(many=True))
    def entries(self, request: Request, id: UUID) -> Response:
        """List who plays as each player, and the tokens to claim one by; only organisers can."""
        row = self.organiser().tournament
        return self.pages([_entry(each) for each in row.entries.select_related("user")])

    @extend_schema(
        operation_id="tournaments_join_one",
        request=shapes.JoiningSerializer,
        responses={201: shapes.OpenedTournamentSerializer},
    )
    def join(self, request: Request, id: UUID) -> Response:
        """Enter yourself where registration is open; you may be put on the waiting list."""
        data = self.asked(shapes.JoiningSerializer)
        return self._joined(self.viewer().tournament, data)

    @extend_schema(
        request=shapes.JoinByTokenSerializer,
        responses={201: shapes.OpenedTournamentSerializer, 404: shapes.RefusedSerializer},
    )
    def join_by_token(self, request: Request) -> Response:
        """Enter yourself by the token at the end of an invitation’s address, which private ones need."""
        data = self.asked(shapes.JoinByTokenSerializer)
        row = Tournament.objects.with_people().in_use().filter(invited=data.pop("token")).first()
        if row is None:
            raise Http404(Tournament.say(Tournament.MISSING))
        return self._joined(row, data)

    @extend_schema(
        request=shapes.TokenSerializer,
        responses={200: shapes.OpenedTournamentSerializer, 404: shapes.RefusedSerializer},
    )
    def claim(self, request: Request) -> Response:
        """Play as the player whose claim token you have."""
        token = self.asked(shapes.TokenSerializer)["token"]
        entry = Entry.objects.select_related("tournament__owner").filter(claim=token).first()
        if entry is None or entry.player not in document_of(entry.tournament).by_id:
            raise Http404(Tournament.say(Tournament.MISSING))
        services.claim(entry, self.user)
        return Response(opened(viewer_of(self.user, entry.tournament.public_id)))

    def _joined(self, row: Tournament, data: dict[str, Any]) -> Response:
        # An id that nobody had: an entry that is left over must not become somebody else’s.
        services.join(row, self.user, Player(id=f"p{secrets.token_hex(5)}", **data))
        return Response(opened(viewer_of(self.user, row.public_id)), status=status.HTTP_201_CREATED)


class OrganisersViewSet(TournamentBase):
    """Who runs a tournament besides its owner, or judges at it."""

    serializer_class = shapes.OrganiserSerializer

    @extend_schema(responses=shapes.OrganiserSerializer(many=True))
    def organisers(self, request: Request, id: UUID) -> Response:
        """List organisers and judges."""
        rows = self.viewer().tournament.organisers.select_related("user")
        return self.pages(shapes.OrganiserSerializer(rows, many=True).data)

    @extend_schema(request=shapes.OrganiserSerializer, responses={201: shapes.OrganiserSerializer})
    def appoint(self, request: Request, id: UUID) -> Response:
        """Make somebody an organiser or a judge; only organisers can."""
        found = self.organiser()
        data = self.asked(shapes.OrganiserSerializer)
        role = data.get("role", "organiser")
        made = services.appoint(found.tournament, data["user"]["username"], role)
        return Response(shapes.OrganiserSerializer(made).data, status=status.HTTP_201_CREATED)

    @extend_schema(responses={204: None})
    def dismiss(self, request: Request, id: UUID, name: str) -> Response:
        """Take somebody’s role away; organisers can, and everybody their own."""
        found = self.viewer()
        row = found.tournament.organisers.select_related("user").filter(user__username=name).first()
        if row is None:
            raise NotFound(words.NOBODY)
        if not (found.organises or _own(found, row.user_id)):
            raise NotAllowed(refusals.NOT_YOURS_TO_DO)
        services.dismiss(found.tournament, row.user_id)
        return Response(status=status.HTTP_204_NO_CONTENT)


def _own(found: Viewer, user: int) -> bool:
    return found.user is not None and found.user.pk == user


def _entry(each: Entry) -> dict[str, Any]:
    user = each.user.get_username() if each.user else None
    return {"player": each.player, "user": user, "claim": each.claim, "email": each.email}
