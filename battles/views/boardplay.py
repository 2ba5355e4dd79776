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


def _deed(does: Action) -> Callable[..., HttpResponseBase]:
    """A view of something that is done for one of one's own sides at a revision of the battle."""

    @require_POST
    @fought_here
    def view(request: HttpRequest, place: Viewer) -> HttpResponse:
        side = own_side(request, place, default=min(place.sides, default=None))
        try:
            does(request, place, read_revision(request.POST), side)
        except Stale as stale:
            there = replace(place, battle=stale.current)
            return _answer(request, there, 409, str(stale))
        except LeaguerError as error:
            return _answer(request, place, status_of(error), error.message, error)
        return _answer(request, place)

    view.__doc__ = does.__doc__
    return view


def _answer(
    request: HttpRequest,
    place: Viewer,
    status: int = 200,
    problem: str = "",
    refusal: LeaguerError | None = None,
) -> HttpResponse:
    fragment = request.headers.get("X-Board") == "1"
    if status == 200 and not fragment:
        return redirect(f"{place.url('board')}#board-panel")
    return show(request, place, fragment=fragment, status=status, problem=problem, refusal=refusal)


def _choose(request: HttpRequest, place: Viewer, revision: int, _side: int) -> None:
    """Make the decision that the panel showed."""
    choice = read_choice(request.POST)
    with played(place.battle) as found:
        asked = place.side(found.engine)
    services.choose(place.battle, revision, choice, asked, person(request))


def _resign(request: HttpRequest, place: Viewer, revision: int, side: int) -> None:
    """Give the battle up."""
    services.resign(place.battle, revision, side, person(request))


def _reactions(request: HttpRequest, place: Viewer, _revision: int, side: int) -> None:
    """Be asked about reactions, or never."""
    services.set_reactions(place.battle, side, request.POST.get("mode", ""))
    play_on(place)


choose = _deed(_choose)
undo = _deed(actions.undo)
draw = _deed(actions.offer_draw)
answer = _deed(actions.settle)
resign = _deed(_resign)
reactions = _deed(_reactions)
hand_over = _deed(actions.hand_over)
advance = _deed(actions.advance)
