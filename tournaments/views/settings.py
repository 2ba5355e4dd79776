"""The pages on which organisers change settings, a part each."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect

from armylists.owned.views import person, whole
from rulesets.engine.errors import LeaguerError
from tournaments import services
from tournaments.access import Viewer
from tournaments.engine.actions import ChangeSettings
from tournaments.engine.scoring import typical
from tournaments.settingpages.editor import Editor
from tournaments.settingpages.pages import PAGES, scoring_of
from tournaments.views.parts import at_tournament, page
from tournaments.wording import pages as words
from tournaments.wording import scoring

SCORING = ("points", "bonus", "team-points")
"""The pages that show what typical results give."""


@at_tournament("GET", "POST", organiser=True)
def part(request: HttpRequest, viewer: Viewer, what: str) -> HttpResponse:
    """Show a part of the settings; a POST saves it, or moves, adds and removes rows without saving."""
    if what not in PAGES or not PAGES[what].there(viewer.document.settings):
        raise Http404
    editor = Editor(PAGES[what], viewer.document, request.POST if request.method == "POST" else None)
    faults: list[str] = []
    valid = request.method != "POST" or not editor.saves or editor.is_valid()
    if request.method == "POST" and editor.saves and valid:
        try:
            seen = whole(request.POST.get("revision"))
            services.act(viewer.tournament, person(request), editor.action(), seen)
        except LeaguerError as error:
            faults, valid = editor.wrong(error), False
        else:
            messages.success(request, words.SAVED)
            return redirect("tournaments:setting-page", viewer.tournament.public_id, what)
    context: dict[str, Any] = {"editor": editor, "faults": faults, "typical": _typical(editor, what)}
    context["shows"] = what in SCORING
    return page(request, viewer, "setting_page", status=200 if valid else 400, **context)


def _typical(editor: Editor, what: str) -> object:
    """Return what typical results give by the points as they are written, as far as these make sense."""
    if what not in SCORING:
        return ()
    settings, teams = editor.document.settings, what == "team-points"
    try:
        if editor.post is not None and editor.is_valid():
            action = editor.action()
            assert isinstance(action, ChangeSettings)
            action.apply(editor.document)
            settings = action.settings
        return scoring.typical(typical(scoring_of(settings, teams=teams)))
    except LeaguerError:
        return ()
