"""A meeting: its page, what a player does there, and the sheets for the table.

Each thing that a player does is a plain form that leads back to the page. What is stale, not legal or not
one's own is refused with the reason, and nothing is changed.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from armylists.owned.files import file_name, sent
from armylists.printing import paper_named
from battles import services
from battles.access import Viewer
from battles.agreed import agreed_on
from battles.documents import NotOver, sheet_pdf
from battles.forms import read_choice
from battles.meeting.page import meeting_page
from battles.replay import played
from battles.views import actions
from battles.views.parts import context_of, play_on, player_sides, with_viewer
from rulesets.engine.decisions import Refusal
from rulesets.engine.errors import LeaguerError


def show(
    request: HttpRequest,
    viewer: Viewer,
    status: int = 200,
    problem: str = "",
    refusal: LeaguerError | None = None,
    tried: Mapping[str, Any] | None = None,
) -> HttpResponse:
    """Show the meeting as it is now; with the reason why something was refused, and the choice that was
    `tried` still in its form. `?advice=1` marks what the tactician would do; `?go=1` lets it play on, for
    browsers without scripts.
    """
    if request.GET.get("go") and viewer.sides and not viewer.battle.over:
        play_on(viewer)
    with played(viewer.battle) as found:
        page = meeting_page(viewer, found, advised=request.GET.get("advice") == "1", tried=tried)
    context = context_of(
        viewer,
        page=page,
        agreed=agreed_on(viewer.battle),
        problem=problem,
        refusal=refusal if isinstance(refusal, Refusal) else None,
        poll=reverse("battles:poll", args=[services.poll_token(viewer)]),
    )
    return render(request, "battles/meeting/meeting.html", context, status=status)


def _answer(
    request: HttpRequest,
    viewer: Viewer,
    status: int = 200,
    problem: str = "",
    refusal: LeaguerError | None = None,
) -> HttpResponse:
    """Show the meeting after an action; after a refusal with the choice that was sent, if it can be read."""
    if status == 200:
        return redirect(viewer.home if viewer.battle.over else f"{viewer.home}#decision")
    tried = None
    if refusal is not None:
        with suppress(LeaguerError):
            tried = read_choice(request.POST)
    return show(request, viewer, status, problem, refusal, tried)


@require_safe
@with_viewer
def sheet(request: HttpRequest, viewer: Viewer, side: int) -> HttpResponse:
    """Show the sheet for the table of one of one's own sides, as PDF."""
    if side not in player_sides(viewer):
        raise Http404("That side is not yours.")
    row = viewer.battle
    with played(row) as found:
        try:
            data = sheet_pdf(found.engine, side, paper_named(request.GET.get("paper", "")))
        except NotOver:
            return render(request, "battles/meeting/not_ready.html", context_of(viewer), status=409)
    return sent(data, file_name(f"{row.sides[side]} sheet", "pdf"))


choose = actions.endpoint(actions.choose, _answer, of_meeting=True)
undo = actions.endpoint(actions.undo, _answer, of_meeting=True)
call_off = actions.endpoint(actions.offer_draw, _answer, of_meeting=True)
answer = actions.endpoint(actions.settle, _answer, of_meeting=True)
hand_over = actions.endpoint(actions.hand_over, _answer, of_meeting=True)
advance = actions.endpoint(actions.advance, _answer, of_meeting=True)
