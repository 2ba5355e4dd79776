"""The pages of teams and of brackets."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect

from armylists.owned.views import person
from rulesets.engine.errors import LeaguerError
from tournaments import services
from tournaments.access import Viewer
from tournaments.cards.bracket import bracket_of, groups_of
from tournaments.cards.brackettree import HEIGHT, WIDTH, drawn
from tournaments.cards.teams import next_open, team_rows
from tournaments.engine.kinds import KNOCKOUTS
from tournaments.teamforms import TeamsForm
from tournaments.views.parts import at_tournament, page
from tournaments.wording import pages as words


@at_tournament("GET", "POST")
def teams(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Show all teams; captains give their line-ups here. A POST enters teams from lines."""
    if viewer.document.settings.teams is None:
        raise Http404
    form = TeamsForm(request.POST or None) if viewer.organises else None
    if request.method == "POST" and form is not None and form.is_valid():
        try:
            count = _enter(request, viewer, form)
        except LeaguerError as error:
            form.wrong(error)
        else:
            messages.success(request, words.teams_entered(count))
            return redirect("tournaments:teams", viewer.tournament.public_id)
    context: dict[str, Any] = {
        "form": form, "rows": team_rows(viewer), "size": viewer.document.settings.teams.size,
        "next": next_open(viewer.document),
    }  # fmt: skip
    return page(request, viewer, "teams", status=400 if form and form.errors else 200, **context)


def _enter(request: HttpRequest, viewer: Viewer, form: TeamsForm) -> int:
    """Enter all teams of a form or, if one cannot be, none; return how many."""
    row, actions = viewer.tournament, list(form.actions(viewer.document))
    with transaction.atomic():
        for action in actions:
            row = services.act(row, person(request), action)
    return len(actions)


@at_tournament("GET")
def bracket(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Show the groups and the knock-out, as far as they are drawn."""
    document = viewer.document
    if document.settings.kind not in (*KNOCKOUTS, "groups"):
        raise Http404
    columns = bracket_of(document)
    tree = drawn(columns, viewer.player) if columns else None
    context: dict[str, Any] = {
        "columns": columns,
        "tree": tree,
        "box": (WIDTH, HEIGHT),
        "groups": groups_of(document),
    }
    return page(request, viewer, "bracket", **context)
