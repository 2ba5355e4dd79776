"""The people of a tournament over REST: players, who plays as them, organisers and judges."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import Http404
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments import entrymail, feeds, inviting, services
from tournaments.access import NotAllowed, Viewer, viewer_of
from tournaments.api import dayshapes, shapes
from tournaments.api.base import TournamentBase
from tournaments.api.events import opened
from tournaments.forms import new_player
from tournaments.models import Entry, Tournament
from tournaments.persistence import document_of
from tournaments.wording import api as words
from tournaments.wording import inviting as invitations
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

    @extend_schema(request=dayshapes.EntryMailSerializer, responses={200: shapes.TournamentEntrySerializer})
    def entry_mail(self, request: Request, id: UUID, player: str) -> Response:
        """Note the e-mail address of a player without an account, and `send` them how they claim their place;
        only organisers can. It is deleted once they have one.
        """
        row, data = self.organiser().tournament, self.asked(dayshapes.EntryMailSerializer)
        return Response(_entry(entrymail.note(row, player, **data)))

    @extend_schema(request=None, responses=dayshapes.TournamentCalendarSerializer)
    def renew_calendar(self, request: Request, id: UUID) -> Response:
        """Renew the secret address of your calendar of a tournament; the old one stops working."""
        self.nothing_asked()
        found = self.viewer()
        feeds.renew(found.tournament, self.user)
        address = reverse("tournaments:calendar", args=[feeds.token_of(found)])
        return Response({"calendar": request.build_absolute_uri(address)})

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
        services.join(row, self.user, new_player(**data))
        return Response(opened(viewer_of(self.user, row.public_id)), status=status.HTTP_201_CREATED)


class OrganisersViewSet(TournamentBase):
    """Who runs a tournament besides its owner, or judges at it."""

    serializer_class = shapes.OrganiserSerializer

    @extend_schema(responses=shapes.OrganiserSerializer(many=True))
    def organisers(self, request: Request, id: UUID) -> Response:
        """List organisers and judges."""
        rows = self.viewer().tournament.organisers.select_related("user")
        return self.pages(shapes.OrganiserSerializer(rows, many=True).data)

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


class InvitationsViewSet(TournamentBase):
    """How somebody comes to run or judge a tournament."""

    serializer_class = dayshapes.TournamentInvitationSerializer

    @extend_schema(responses=dayshapes.TournamentInvitationSerializer(many=True))
    def invitations(self, request: Request, id: UUID) -> Response:
        """List the invitations that are open; only organisers can."""
        found = inviting.open_ones(self.organiser().tournament)
        return self.pages(dayshapes.TournamentInvitationSerializer(found, many=True).data)

    @extend_schema(
        request=dayshapes.TournamentInvitationSerializer,
        responses={201: dayshapes.TournamentInvitationSerializer},
    )
    def invite(self, request: Request, id: UUID) -> Response:
        """Invite somebody to run or judge it, and send the invitation if it has an address; only organisers
        can.
        """
        found, data = self.organiser(), self.asked(dayshapes.TournamentInvitationSerializer)
        made = inviting.invite(found.tournament, self.user, **data)
        shown = dayshapes.TournamentInvitationSerializer(made).data
        return Response(shown, status=status.HTTP_201_CREATED)

    @extend_schema(responses={204: None})
    def withdraw(self, request: Request, id: UUID, number: int) -> Response:
        """Withdraw an invitation that nobody has used; only organisers can."""
        if not inviting.withdraw(self.organiser().tournament, number):
            raise NotFound(invitations.NOT_OPEN)
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(
        request=shapes.TokenSerializer,
        responses={200: shapes.OpenedTournamentSerializer, 404: shapes.RefusedSerializer},
    )
    def accept(self, request: Request) -> Response:
        """Accept an invitation to run or judge a tournament, by its token."""
        token = self.asked(shapes.TokenSerializer)["token"]
        found = inviting.invitation(token)
        if found is None:
            raise NotFound(invitations.CLOSED)
        inviting.accept(token, self.user)
        return Response(opened(viewer_of(self.user, found.tournament.public_id)))


def _own(found: Viewer, user: int) -> bool:
    return found.user is not None and found.user.pk == user


def _entry(each: Entry) -> dict[str, Any]:
    user = each.user.get_username() if each.user else None
    return {
        "player": each.player, "person": each.person, "user": user, "claim": each.claim, "email": each.email
    }  # fmt: skip
