"""What a player does alike at the board and in a meeting, for one of their sides at a revision."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest

from armylists.owned.views import person
from battles import services
from battles.access import Viewer
from battles.views.parts import play_on

Action = Callable[[HttpRequest, Viewer, int, int], None]


def undo(request: HttpRequest, viewer: Viewer, revision: int, side: int) -> None:
    """Take back the last choice, or ask the other player for it."""
    services.undo(viewer.battle, revision, side, person(request))


def offer_draw(request: HttpRequest, viewer: Viewer, revision: int, side: int) -> None:
    """Offer to end it: a draw, or a meeting called off."""
    services.offer_draw(viewer.battle, revision, side, person(request))


def settle(request: HttpRequest, viewer: Viewer, revision: int, side: int) -> None:
    """Accept or decline what the other side has offered, or withdraw what one's own has."""
    accept = request.POST.get("accept") == "1"
    services.answer(viewer.battle, revision, side, person(request), accept)


def hand_over(request: HttpRequest, viewer: Viewer, _revision: int, side: int) -> None:
    """Leave a side to the tactician, or take it back."""
    services.hand_over(viewer.battle, side, tactician=request.POST.get("tactician") == "1")
    play_on(viewer)


def advance(request: HttpRequest, viewer: Viewer, _revision: int, _side: int) -> None:
    """Let the tactician play on for a moment."""
    play_on(viewer)
