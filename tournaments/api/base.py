"""What all endpoints of tournaments share: who looks, and what they saw."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from drf_spectacular.utils import OpenApiParameter
from rest_framework.exceptions import APIException, NotFound
from rest_framework.permissions import IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer

from armylists import prints
from armylists.owned.api import JSON_ONLY, OwnedViewSet
from armylists.owned.files import sent
from armylists.printing import Printout
from tournaments.access import NotAllowed, Viewer, viewer_of
from tournaments.api.shapes import TournamentSerializer
from tournaments.engine.document import Round
from tournaments.engine.document import Tournament as Document
from tournaments.models import Tournament
from tournaments.wording import api as words
from tournaments.wording import services as refusals

IF_MATCH = OpenApiParameter(
    "If-Match", str, OpenApiParameter.HEADER,
    description="What you saw: the `revision` of the tournament for actions that change settings or "
    "pairings, the `mark` of a pairing for actions on its result. 409 if it is another one by now.",
)  # fmt: skip


class Unseen(APIException):
    """428: whoever changes this has to say what they saw."""

    status_code = 428
    default_detail = words.NAME_WHAT_YOU_SAW


class TournamentBase(OwnedViewSet):
    """Tournaments as whoever asks may see them; those that are not private are there for everybody."""

    kind = Tournament
    parser_classes = JSON_ONLY
    permission_classes = (IsAuthenticatedOrReadOnly,)
    serializer_class: type[BaseSerializer[Any]] = TournamentSerializer
    queryset = Tournament.objects.none()

    def viewer(self) -> Viewer:
        """Return who asks, at the tournament in the address; raises Http404 if it is not there for them."""
        return viewer_of(self.request.user, self.kwargs["id"])

    def organiser(self) -> Viewer:
        """Return who asks if they are an organiser; raises NotAllowed for all others who see it."""
        found = self.viewer()
        if not found.organises:
            raise NotAllowed(refusals.NOT_YOURS_TO_DO)
        return found


def round_in(document: Document, number: int) -> Round:
    """Return a round of a tournament as somebody sees it; raises NotFound."""
    rounds = document.rounds
    if not 1 <= number <= len(rounds):
        raise NotFound(words.NO_SUCH_ROUND)
    return rounds[number - 1]


def ranked(viewer: Viewer) -> Document:
    """Return the tournament as far as its standings are shown to somebody; raises NotFound."""
    if viewer.standings is None:
        raise NotFound(words.HIDDEN_STANDINGS)
    return viewer.standings


def pdf_answer(request: Request, printout: Printout, name: str) -> HttpResponse:
    """Return a PDF as an answer; 202 while workers make it, for who asks again."""
    made = prints.made_or_ordered(request, printout, name)
    if made is None:
        return Response({"detail": words.BEING_MADE}, status=202, headers={"Retry-After": "2"})
    return sent(made, name)


def seen_in(request: Request) -> int | str | None:
    """Return what the header If-Match says that somebody saw: a revision, or the mark of a pairing."""
    said = request.headers.get("If-Match", "").strip().removeprefix("W/").strip('"')
    # Marks are longer than any revision, and may be digits alone.
    return int(said) if said.isascii() and said.isdecimal() and len(said) < 10 else said or None
