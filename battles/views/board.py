"""The board: a battle drawn, decided and looked back at on one page, and the fragments that keep it fresh.

What a player does there is a plain form that leads back to it, or, sent by the board's script (`X-Board: 1`),
is answered with the fragments of the battle as it is then.
"""

from __future__ import annotations

from django.contrib.messages import get_messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from armylists.owned.views import whole
from battles import services
from battles.access import Viewer
from battles.board.moment import board_moment, inspection_of
from battles.lines import Register
from battles.replay import played
from battles.views import actions
from battles.views.parts import context_of, fought_here
from rulesets.engine.decisions import Refusal
from rulesets.engine.errors import LeaguerError

NO_PIECE = "There is no such unit or leader, or the rules say nothing about it."


@never_cache
@require_safe
@fought_here
def board(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Show the board; `?unit=` takes a piece in hand, `?event=` shows the table after so many events,
    `?advice=1` marks what the tactician would do.
    """
    return _show(request, viewer, event=_event(request) if request.GET.get("event") else None)


@never_cache
@require_safe
@fought_here
def now(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Show the fragments of the battle as it is now; `?advice=1` as on the page."""
    return _show(request, viewer, fragment=True)


@never_cache
@require_safe
@fought_here
def inspection(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Show the fragment of the piece that `?unit=` names."""
    with played(viewer.battle) as found:
        selected = inspection_of(found.engine, request.GET.get("unit", ""), viewer.sides)
        names = Register(viewer.battle.setup["sides"], viewer.view(found.engine)["state"])
    if selected is None:
        raise Http404(NO_PIECE)
    context = context_of(viewer, inspection=selected, names=names)
    return render(request, "battles/board/inspection.html", context)


@never_cache
@require_safe
@fought_here
def at(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Show the fragments of the table as it was after the event `?event=`."""
    return _show(request, viewer, event=_event(request), fragment=True)


def _show(
    request: HttpRequest,
    viewer: Viewer,
    *,
    fragment: bool = False,
    event: int | None = None,
    status: int = 200,
    problem: str = "",
    refusal: LeaguerError | None = None,
) -> HttpResponse:
    """Show the board as a page or as fragments; with the reason why something was refused.

    Http404 for a page with a piece in hand that was never in this battle; fragments leave it out, for their
    reader has one in hand already.
    """
    unit = request.GET.get("unit", "") or request.POST.get("unit", "")
    # Only when it is asked for: advice takes the tactician as long as a choice of its own.
    advised = request.method == "GET" and request.GET.get("advice") == "1"
    with played(viewer.battle) as found:
        shown = board_moment(viewer, found, unit=unit, event=event, follow=not fragment, advised=advised)
    if unit and not fragment and status == 200 and unit not in shown.ids:
        raise Http404(NO_PIECE)
    context = context_of(
        viewer,
        now=shown,
        problem=problem,
        refusal=refusal if isinstance(refusal, Refusal) else None,
        unit=unit,
        # A page shows what an action has to say at its head; a fragment has none.
        said=get_messages(request) if fragment and request.method == "POST" else (),
        poll=reverse("battles:poll", args=[services.poll_token(viewer)]),
    )
    name = "fragments" if fragment else "board"
    return render(request, f"battles/board/{name}.html", context, status=status)


def _event(request: HttpRequest) -> int:
    """Return the number of the event that is asked for; Http404 for what is no number."""
    number = whole(request.GET.get("event"), digits=7)
    if number < 0:
        raise Http404("Say after which event, by its number.")
    return number


def _answer(
    request: HttpRequest,
    viewer: Viewer,
    status: int = 200,
    problem: str = "",
    refusal: LeaguerError | None = None,
) -> HttpResponse:
    """Show the board after an action."""
    fragment = request.headers.get("X-Board") == "1"
    if status == 200 and not fragment:
        return redirect(f"{viewer.url('board')}#board-panel")
    return _show(request, viewer, fragment=fragment, status=status, problem=problem, refusal=refusal)


choose = actions.endpoint(actions.choose, _answer)
undo = actions.endpoint(actions.undo, _answer)
draw = actions.endpoint(actions.offer_draw, _answer)
answer = actions.endpoint(actions.settle, _answer)
resign = actions.endpoint(actions.resign, _answer)
hints = actions.endpoint(actions.set_hints, _answer)
reactions = actions.endpoint(actions.set_reactions, _answer)
hand_over = actions.endpoint(actions.hand_over, _answer)
advance = actions.endpoint(actions.advance, _answer)
