"""What a player does on the pages of a battle, for one of their sides at a revision: each is a plain form.

What is stale, not legal or not one's own is refused with the reason, and nothing is changed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods, require_POST

from armylists.owned.services import Stale
from armylists.owned.views import person
from battles import services
from battles import wording as words
from battles.access import Viewer, status_of
from battles.forms import read_choice, read_revision, read_steps
from battles.replay import played
from battles.views.parts import ViewerView, fought_here, met_here, own_side, play_on
from rulesets.engine.decisions import Decision, Dice
from rulesets.engine.dice import SeededDice
from rulesets.engine.errors import LeaguerError
from rulesets.engine.wording import tidy

Action = Callable[[HttpRequest, Viewer, int, int], None]


def endpoint(
    does: Action, answer: Callable[..., HttpResponse], *, of_meeting: bool = False
) -> Callable[..., HttpResponseBase]:
    """Return the view of an action; `answer(request, viewer, status, problem, refusal)` makes the answer.

    The address of a meeting's is what a browser shows after a refusal: whoever loads it again gets its page.
    """

    def view(request: HttpRequest, viewer: Viewer) -> HttpResponse:
        if request.method != "POST":
            return redirect(viewer.home)
        try:
            # First: nobody leads a side of a battle that is cancelled.
            viewer.battle.check_open()
            side = own_side(request, viewer, default=min(viewer.sides, default=None))
            does(request, viewer, read_revision(request.POST), side)
        except Stale as stale:
            return answer(request, replace(viewer, battle=stale.current), 409, str(stale))
        except LeaguerError as error:
            return answer(request, viewer, status_of(error), tidy(error.message), error)
        return answer(request, viewer)

    view.__doc__ = does.__doc__
    found: ViewerView = met_here(view) if of_meeting else fought_here(view)
    return require_http_methods(["GET", "HEAD", "POST"])(found) if of_meeting else require_POST(found)


def choose(request: HttpRequest, viewer: Viewer, revision: int, _side: int) -> None:
    """Make the decision that the page showed."""
    choice = read_choice(request.POST)
    with played(viewer.battle) as found:
        # Read before the choice is made: who plays both sides answers for the one that is asked now.
        asked, pending = viewer.side(found.engine), found.engine.pending
    if pending is not None:
        _read_tens(choice, pending)
    services.choose(viewer.battle, revision, choice, asked, person(request))


def _read_tens(choice: dict[str, Any], decision: Decision) -> None:
    """Read 0 on a ten-sided die as 10: it is typed in as it lies."""
    for option in decision.options:
        for param in option.params:
            typed = choice.get(param.name)
            if isinstance(param, Dice) and param.sides == 10 and isinstance(typed, list):
                choice[param.name] = [10 if face == 0 else face for face in typed]


def undo(request: HttpRequest, viewer: Viewer, revision: int, side: int) -> None:
    """Take back the last choice or the last drag, or ask the other player for it."""
    steps, rolled = read_steps(request.POST), _rolled(viewer)
    services.undo(viewer.battle, revision, side, person(request), steps)
    _say_of_dice(request, viewer, rolled)


def _rolled(viewer: Viewer) -> int:
    """Return how far the battle's own dice have been rolled; 0 where they are typed in."""
    with played(viewer.battle) as found:
        dice = found.engine.dice
        return dice.position if isinstance(dice, SeededDice) else 0


def _say_of_dice(request: HttpRequest, viewer: Viewer, before: int) -> None:
    """Say what becomes of dice that have been taken back, if any were: people have seen them."""
    if _rolled(viewer) < before:
        messages.info(request, words.DICE_UNDONE)


def offer_draw(request: HttpRequest, viewer: Viewer, revision: int, side: int) -> None:
    """Offer to end it: a draw, or a meeting called off."""
    services.offer_draw(viewer.battle, revision, side, person(request))


def settle(request: HttpRequest, viewer: Viewer, revision: int, side: int) -> None:
    """Accept or decline what the other side has offered, or withdraw what one's own has."""
    accept, rolled = request.POST.get("accept") == "1", _rolled(viewer)
    services.answer(viewer.battle, revision, side, person(request), accept)
    _say_of_dice(request, viewer, rolled)


def resign(request: HttpRequest, viewer: Viewer, revision: int, side: int) -> None:
    """Give the battle up."""
    services.resign(viewer.battle, revision, side, person(request))


def set_reactions(request: HttpRequest, viewer: Viewer, _revision: int, side: int) -> None:
    """Be asked about reactions, or never."""
    services.set_reactions(viewer.battle, side, request.POST.get("mode", ""))
    play_on(viewer)


def set_hints(request: HttpRequest, viewer: Viewer, _revision: int, side: int) -> None:
    """Show hints beside the decisions of a side, or hide them."""
    services.set_hints(viewer.battle, side, on=request.POST.get("hints") == "1")


def hand_over(request: HttpRequest, viewer: Viewer, _revision: int, side: int) -> None:
    """Leave a side to the tactician, or take it back."""
    services.hand_over(viewer.battle, side, tactician=request.POST.get("tactician") == "1")
    play_on(viewer, again=True)


def advance(request: HttpRequest, viewer: Viewer, _revision: int, _side: int) -> None:
    """Let the tactician play on for a moment; who presses the button (`go`) also where it was stopped."""
    play_on(viewer, again="go" in request.POST)
