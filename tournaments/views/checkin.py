"""Check in by telephone: the address in the code on the poster."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_safe

from armylists.guests import is_guest
from armylists.owned.views import person
from tournaments import services
from tournaments.access import Viewer
from tournaments.engine.actions import CheckIn
from tournaments.views.parts import at_tournament, page
from tournaments.wording import pages as words

_OWN_WISH = ("none", "same-origin")
"""Where browsers say that a request comes from if no other site sent it, as for a code that is scanned."""


@require_safe
def check_in(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    """Check in whoever is signed in and plays here; whoever is not signed in is asked to, whether or not
    there is such a tournament.
    """
    if not request.user.is_authenticated or is_guest(request.user):
        return redirect_to_login(request.get_full_path())
    return _check_in(request, tournament_id=tournament_id)


@at_tournament("GET")
def _check_in(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Check in at once. Where another site led here, the player has to press a button first, so that nobody
    is checked in by a picture on a page.
    """
    player = viewer.document.by_id.get(viewer.player)
    able = player is not None and not player.waiting and player.last_round is None
    ours = request.headers.get("Sec-Fetch-Site", "none") in _OWN_WISH
    if player is None or not able or not (ours or player.checked_in):
        may_join = player is None and services.is_open(viewer.document)
        context: dict[str, Any] = {"able": able, "join": may_join}
        return page(request, viewer, "checkin", **context)
    if not player.checked_in:
        services.act(viewer.tournament, person(request), CheckIn(player=player.id))
    messages.success(request, words.CHECKED_IN.format(name=player.name))
    return redirect(viewer.tournament)
