"""What is done at a tournament: every button and form of its pages that is an action of the log."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from armylists.owned.views import person, whole
from tournaments import services
from tournaments.access import Viewer
from tournaments.apart import next_made
from tournaments.engine.actions import Pair
from tournaments.engine.actions.base import OnPairing
from tournaments.engine.feasible import check_possible
from tournaments.forms import action_of
from tournaments.views.parts import at_tournament, back
from tournaments.wording import log


@at_tournament("POST")
def act(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Do what the form says, and show the page again that it stands on."""
    action = action_of(request.POST, viewer.document.settings.penalties)
    on_result = isinstance(action, OnPairing)
    seen = request.POST.get("mark", "") if on_result else whole(request.POST.get("revision"))
    services.act(viewer.tournament, person(request), action, seen)
    document = viewer.document
    names = {each.id: each.name for each in document.players}
    names |= {each.id: each.name for each in document.teams}
    messages.success(request, log.describe(action, names))
    return redirect(back(request, viewer))


@at_tournament("POST", organiser=True)
def pair(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Propose the next round: it is held as it is, and waits to be published."""
    document = viewer.document
    check_possible(document)
    found = next_made(document).round
    action = Pair(number=len(document.rounds) + 1, round=found)
    services.act(viewer.tournament, person(request), action, whole(request.POST.get("revision")))
    return redirect(viewer.tournament)


@at_tournament("POST", organiser=True)
def undo(request: HttpRequest, viewer: Viewer, number: int) -> HttpResponse:
    """Undo an action of the log, or do it again."""
    again = request.POST.get("again") == "1"
    change = services.redo if again else services.undo
    row = change(viewer.tournament, person(request), number)
    said = services.said(row, row.log.get(number=number))
    messages.success(request, log.redone(number, said) if again else log.undone(number, said))
    return redirect(back(request, viewer))
