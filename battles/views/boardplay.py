"""What a player does at the board: each is a plain form that leads back to it, or, sent by the board's script
(`X-Board: 1`), is answered with the fragments of the battle as it is then.

What is stale, not legal or not one's own is refused with the reason, and nothing is changed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from battles import services
from battles.access import Seat, status_of
from battles.forms import read_choice, read_revision
from battles.replay import played
from battles.services import StaleChoice
from battles.views.board import show
from battles.views.parts import own_side, person, play_on, seated
from rulesets.engine.errors import LeaguerError

Deed = Callable[[HttpRequest, Seat, int, int], None]


def _deed(does: Deed) -> Callable[..., HttpResponse]:
    """A view of something that is done for one of one's own sides at a revision of the battle."""

    @require_POST
    @seated
    def view(request: HttpRequest, place: Seat) -> HttpResponse:
        side = own_side(request, place, default=min(place.sides, default=None))
        try:
            does(request, place, read_revision(request.POST), side)
        except StaleChoice as stale:
            there = replace(place, battle=stale.current)
            return _answer(request, there, 409, str(stale))
        except LeaguerError as error:
            return _answer(request, place, status_of(error), error.message, error)
        return _answer(request, place)

    view.__doc__ = does.__doc__
    return view


def _answer(
    request: HttpRequest,
    place: Seat,
    status: int = 200,
    problem: str = "",
    refusal: LeaguerError | None = None,
) -> HttpResponse:
    fragment = request.headers.get("X-Board") == "1"
    if status == 200 and not fragment:
        return redirect(f"{place.url('board')}#board-panel")
    return show(request, place, fragment=fragment, status=status, problem=problem, refusal=refusal)


def _choose(request: HttpRequest, place: Seat, revision: int, side: int) -> None:
    """Make the decision that the panel showed."""
    choice = read_choice(request.POST)
    with played(place.battle) as found:
        asked = place.side(found.engine)
    services.choose(place.battle, revision, choice, asked, person(request))


def _undo(request: HttpRequest, place: Seat, revision: int, side: int) -> None:
    """Take back the last choice, or ask the other player for it."""
    services.undo(place.battle, revision, side, person(request))


def _draw(request: HttpRequest, place: Seat, revision: int, side: int) -> None:
    """Offer a draw."""
    services.offer_draw(place.battle, revision, side, person(request))


def _settle(request: HttpRequest, place: Seat, revision: int, side: int) -> None:
    """Accept or decline what the other side has offered, or withdraw what one's own has."""
    accept = request.POST.get("accept") == "1"
    services.answer(place.battle, revision, side, person(request), accept)


def _resign(request: HttpRequest, place: Seat, revision: int, side: int) -> None:
    """Give the battle up."""
    services.resign(place.battle, revision, side, person(request))


def _reactions(request: HttpRequest, place: Seat, revision: int, side: int) -> None:
    """Be asked about reactions, or never."""
    services.set_reactions(place.battle, side, request.POST.get("mode", ""))
    play_on(place)


def _hand_over(request: HttpRequest, place: Seat, revision: int, side: int) -> None:
    """Leave a side to the tactician, or take it back."""
    services.hand_over(place.battle, side, tactician=request.POST.get("tactician") == "1")
    play_on(place)


def _advance(request: HttpRequest, place: Seat, revision: int, side: int) -> None:
    """Let the tactician play on for a moment."""
    play_on(place)


choose = _deed(_choose)
undo = _deed(_undo)
draw = _deed(_draw)
answer = _deed(_settle)
resign = _deed(_resign)
reactions = _deed(_reactions)
hand_over = _deed(_hand_over)
advance = _deed(_advance)
