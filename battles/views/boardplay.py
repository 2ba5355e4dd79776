"""What a player does at the board: each is a plain form that leads back to it, or, sent by the board's script
(`X-Board: 1`), is answered with the fragments of the battle as it is then.

What is stale, not legal or not one's own is refused with the reason, and nothing is changed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from armylists.owned.services import Stale
from armylists.owned.views import person
from battles import services
from battles.access import Viewer, status_of
from battles.forms import read_choice, read_revision
from battles.replay import played
from battles.views import actions
from battles.views.actions import Action
from battles.views.board import show
from battles.views.parts import fought_here, own_side, play_on
from rulesets.engine.errors import LeaguerError


def _endpoint(does: Action) -> Callable[..., HttpResponseBase]:
    """A view of something that is done for one of one's own sides at a revision of the battle."""

    @require_POST
    @fought_here
    def view(request: HttpRequest, viewer: Viewer) -> HttpResponse:
        side = own_side(request, viewer, default=min(viewer.sides, default=None))
        try:
            does(request, viewer, read_revision(request.POST), side)
        except Stale as stale:
            there = replace(viewer, battle=stale.current)
            return _answer(request, there, 409, str(stale))
        except LeaguerError as error:
            return _answer(request, viewer, status_of(error), error.message, error)
        return _answer(request, viewer)

    view.__doc__ = does.__doc__
    return view


def _answer(
    request: HttpRequest,
    viewer: Viewer,
    status: int = 200,
    problem: str = "",
    refusal: LeaguerError | None = None,
) -> HttpResponse:
    fragment = request.headers.get("X-Board") == "1"
    if status == 200 and not fragment:
        return redirect(f"{viewer.url('board')}#board-panel")
    return show(request, viewer, fragment=fragment, status=status, problem=problem, refusal=refusal)


def _choose(request: HttpRequest, viewer: Viewer, revision: int, _side: int) -> None:
    """Make the decision that the panel showed."""
    choice = read_choice(request.POST)
    with played(viewer.battle) as found:
        asked = viewer.side(found.engine)
    services.choose(viewer.battle, revision, choice, asked, person(request))


def _resign(request: HttpRequest, viewer: Viewer, revision: int, side: int) -> None:
    """Give the battle up."""
    services.resign(viewer.battle, revision, side, person(request))


def _reactions(request: HttpRequest, viewer: Viewer, _revision: int, side: int) -> None:
    """Be asked about reactions, or never."""
    services.set_reactions(viewer.battle, side, request.POST.get("mode", ""))
    play_on(viewer)


choose = _endpoint(_choose)
undo = _endpoint(actions.undo)
draw = _endpoint(actions.offer_draw)
answer = _endpoint(actions.settle)
resign = _endpoint(_resign)
reactions = _endpoint(_reactions)
hand_over = _endpoint(actions.hand_over)
advance = _endpoint(actions.advance)
