"""All tournaments that somebody may know of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from armylists.owned.streams import stream
from armylists.owned.views import page_of
from armylists.owned.watching import Key
from tournaments.access import viewer_of
from tournaments.models import Tournament


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Show the tournaments of whoever is signed in, and those that everybody may see."""
    archived = request.GET.get("archived") == "1"
    mine = Tournament.objects.of(request.user).filter(archived=archived).light()
    everybody = Tournament.objects.filter(visibility=Tournament.Visibility.PUBLIC).in_use().light()
    page = page_of(request, everybody.order_by("-date", "-id"))
    context = {"mine": mine, "page": page, "archived": archived}
    return render(request, "tournaments/index.html", context)


@stream
def events(request: HttpRequest, tournament_id: Any) -> Sequence[Key | None]:
    """Say that a tournament has moved on, to whoever may see it."""
    return [viewer_of(request.user, tournament_id).tournament.watched]
