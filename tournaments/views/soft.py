"""The page on which organisers and judges enter soft scores."""

from __future__ import annotations

from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect

from armylists.owned.views import person
from tournaments import services
from tournaments.access import Viewer
from tournaments.models import Tournament
from tournaments.softforms import SoftForm
from tournaments.views.parts import at_tournament, page
from tournaments.wording import pages as words


@at_tournament("GET", "POST")
def soft(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Show the soft scores of all players, a row each; a POST writes those that differ."""
    if not viewer.judges:
        raise Http404(Tournament.say(Tournament.MISSING))
    form = SoftForm(request.POST or None, document=viewer.document)
    if request.method == "POST" and form.is_valid():
        actions = list(form.actions())
        with transaction.atomic():
            for action in actions:
                services.act(viewer.tournament, person(request), action)
        messages.success(request, words.soft_saved(len(actions)))
        return redirect("tournaments:soft", viewer.tournament.public_id)
    return page(request, viewer, "soft", status=400 if form.errors else 200, form=form)
