"""A meeting: its page, what a player does there, and the sheets for the table.

Each thing that a player does is a plain form that leads back to the page. What is stale, not legal or not
one's own is refused with the reason, and nothing is changed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from armylists.owned.files import file_name, sent
from armylists.owned.services import Stale
from armylists.owned.views import person
from armylists.printing import paper_named
from battles import services
from battles.access import Viewer, status_of
from battles.documents import NotOver, sheet_pdf
from battles.forms import read_choice, read_revision
from battles.meeting.page import meeting_page
from battles.replay import played
from battles.views import actions
from battles.views.actions import Action
from battles.views.parts import context_of, own_side, play_on, player_sides, with_viewer
from rulesets.engine.decisions import Decision, Dice, Refusal
from rulesets.engine.errors import LeaguerError


def show(
    request: HttpRequest,
    viewer: Viewer,
    status: int = 200,
    problem: str = "",
    refusal: LeaguerError | None = None,
    tried: Mapping[str, Any] | None = None,
) -> HttpResponse:
    """The meeting as it is now; with the reason why something was refused, and the choice that was `tried`
    still in its form. `?advice=1` marks what the tactician would do; `?go=1` lets him play on, for
    browsers without scripts.
    """
    if request.GET.get("go") and viewer.sides and not viewer.battle.over:
        play_on(viewer)
    with played(viewer.battle) as found:
        page = meeting_page(viewer, found, advised=request.GET.get("advice") == "1", tried=tried)
    context = context_of(
        viewer,
        page=page,
        problem=problem,
        refusal=refusal if isinstance(refusal, Refusal) else None,
        pulse=reverse("battles:pulse", args=[services.poll_token(viewer)]),
    )
    return render(request, "battles/meeting/meeting.html", context, status=status)


def _endpoint(does: Action) -> Callable[..., HttpResponseBase]:
    """A view of something that is done for one of one's own sides at a revision of the meeting.

    Its address is what a browser shows after a refusal: whoever loads it again gets the meeting.
    """

    @require_http_methods(["GET", "HEAD", "POST"])
    @with_viewer
    def view(request: HttpRequest, viewer: Viewer) -> HttpResponse:
        if request.method != "POST":
            return redirect(viewer.home)
        side = own_side(request, viewer, default=min(viewer.sides, default=None))
        try:
            does(request, viewer, read_revision(request.POST), side)
        except Stale as stale:
            return show(request, replace(viewer, battle=stale.current), 409, str(stale))
        except LeaguerError as error:
            return show(request, viewer, status_of(error), error.message, error, _tried(request))
        return redirect(viewer.home if viewer.battle.over else f"{viewer.home}#decision")

    view.__doc__ = does.__doc__
    return view


def _choose(request: HttpRequest, viewer: Viewer, revision: int, _side: int) -> None:
    """Make the decision that the page showed."""
    choice = read_choice(request.POST)
    with played(viewer.battle) as found:
        asked = viewer.side(found.engine)
        pending = found.engine.pending
    if pending is not None:
        _read_tens(choice, pending)
    services.choose(viewer.battle, revision, choice, asked, person(request))


def _tried(request: HttpRequest) -> dict[str, Any] | None:
    """The choice that was sent, if it can be read."""
    try:
        return read_choice(request.POST)
    except LeaguerError:
        return None


def _read_tens(choice: dict[str, Any], decision: Decision) -> None:
    """A ten-sided die shows 0 for 10, and is typed in as it lies."""
    for option in decision.options:
        for param in option.params:
            typed = choice.get(param.name)
            if isinstance(param, Dice) and param.sides == 10 and isinstance(typed, list):
                choice[param.name] = [10 if face == 0 else face for face in typed]


@require_safe
@with_viewer
def sheet(request: HttpRequest, viewer: Viewer, side: int) -> HttpResponse:
    """The sheet for the table of one of one's own sides, as PDF."""
    if side not in player_sides(viewer):
        raise Http404("That side is not yours.")
    row = viewer.battle
    with played(row) as found:
        try:
            data = sheet_pdf(found.engine, side, paper_named(request.GET.get("paper", "")))
        except NotOver:
            return render(request, "battles/meeting/not_ready.html", context_of(viewer), status=409)
    return sent(data, file_name(f"{row.sides[side]} sheet", "pdf"))


choose = _endpoint(_choose)
undo = _endpoint(actions.undo)
call_off = _endpoint(actions.offer_draw)
answer = _endpoint(actions.settle)
hand_over = _endpoint(actions.hand_over)
advance = _endpoint(actions.advance)
