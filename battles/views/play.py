"""A battle being fought: the counter that runs, slices of automatic play, decisions by hand."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from armylists import work
from armylists.owned.views import asks_for_part
from battles import services, tasks
from battles.access import Viewer
from battles.agreed import agreed_on
from battles.board.moment import board_moment
from battles.colours import colours_of
from battles.field import field_svg
from battles.models import Battle
from battles.poll import poll_state
from battles.record import overview
from battles.replay import played
from battles.scenarios import begun_from
from battles.views import actions, meeting
from battles.views.pages import result
from battles.views.parts import context_of, fought_here, own_side, play_on, with_viewer
from rulesets.contract import registry
from rulesets.engine.decisions import Refusal
from rulesets.engine.errors import LeaguerError
from rulesets.site.caching import stored_page


@require_safe
@with_viewer
def battle(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Show the battle's first page: its result, or how it goes and what is to be decided.

    `?go=1` plays a slice of what was ordered to be fought automatically, for browsers without scripts.
    """
    row = viewer.battle
    if viewer.token and row.over and row.meeting is None:
        state = (row.pk, row.revision, row.updated, viewer.token, colours_of(row), agreed_on(row))
        return stored_page(request, state, lambda nobodys: result(nobodys, viewer))
    return _as_it_is(request, viewer)


@never_cache
def _as_it_is(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    row = viewer.battle
    if row.meeting is not None:
        return meeting.show(request, viewer)
    if row.over:
        return result(request, viewer)
    # A GET that writes, but only what was ordered before: loading it again just plays on.
    if request.GET.get("go") and viewer.plays_on and row.status == row.Status.GOING:
        play_on(viewer)
        if row.over:
            return redirect(viewer.home)
    return _page(request, viewer)


@require_POST
@fought_here
def advance(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Show a slice of automatic play; a browser with scripts asks again until it is done."""
    if viewer.battle.cancelled:
        return _cancelled(request, viewer)
    if not viewer.plays_on:
        raise Http404("You look on at this battle: others play it.")
    more = play_on(viewer, again="go" in request.POST)
    if asks_for_part(request):
        if not more:
            # htmx would put the whole page into the counter if it followed a plain redirect.
            return HttpResponse(headers={"HX-Redirect": viewer.home})
        return render(request, "battles/parts/counter.html", context_of(viewer, **_counted(viewer)))
    return redirect(f"{viewer.home}?go=1" if more else viewer.home)


@require_POST
@fought_here
def stop(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Stop an automatic battle where it is; it can go on later."""
    if viewer.battle.cancelled:
        return _cancelled(request, viewer)
    if not viewer.plays_on:
        raise Http404("You look on at this battle: others play it.")
    tasks.stop(viewer.battle)
    return redirect(viewer.home)


@require_POST
@fought_here
def hand_over(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Let the tactician decide for one of one's own sides from now on, or take it back."""
    if viewer.battle.cancelled:
        return _cancelled(request, viewer)
    side = own_side(request, viewer)
    tactician = request.POST.get("tactician") == "1"
    services.hand_over(viewer.battle, side, tactician=tactician)
    name = viewer.battle.sides[side]
    who = "The tactician decides" if tactician else "You decide"
    messages.success(request, f"{who} for {name} from now on.")
    return redirect(viewer.home)


def _cancelled(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Refuse what was asked of a battle that an umpire has cancelled: its page says why."""
    if asks_for_part(request):
        return HttpResponse(status=409, headers={"HX-Redirect": viewer.home})
    return _page(request, viewer, 409)


def _answer(
    request: HttpRequest,
    viewer: Viewer,
    status: int = 200,
    problem: str = "",
    refusal: LeaguerError | None = None,
) -> HttpResponse:
    """Show the page after a choice."""
    if status == 200 and not viewer.battle.over:
        return redirect(f"{viewer.home}#decision")
    return _page(request, viewer, status, problem, refusal)


choose = actions.endpoint(actions.choose, _answer)


@never_cache
@require_safe
def poll(request: HttpRequest, token: str) -> HttpResponse:
    """204 while the battle is still at `?revision=`; else its revision, and whether it is over."""
    found = poll_state(token)
    if found is None:
        raise Http404(Battle.say(Battle.MISSING))
    if request.GET.get("revision") == str(found["revision"]):
        return HttpResponse(status=204)
    return JsonResponse(found)


def _page(
    request: HttpRequest,
    viewer: Viewer,
    status: int = 200,
    problem: str = "",
    refusal: LeaguerError | None = None,
) -> HttpResponse:
    """How the battle goes, with the pending decision if it is one of this viewer's."""
    row = viewer.battle
    idle = tasks.idle(row)
    if row.over:
        return redirect(viewer.home)
    shown = registry.get(row.system).presentation
    when = f"in {shown.turn_name} {row.turn}" if row.turn else f"before the first {shown.turn_name}"
    with played(row) as found:
        now = board_moment(viewer, found)
        state = viewer.view(found.engine)["state"]
        unfinished = viewer.plays_on and services.automatic(row, found.engine) and not found.stop
    subject = now.panel.decision.subject if now.panel else ""
    context = context_of(
        viewer,
        now=now,
        **(_counted(viewer) | {"more": unfinished and not idle, "idle": unfinished and idle}),
        field=field_svg(state, shown, title=f"The field {when}", subject=subject),
        problem=problem,
        refusal=refusal if isinstance(refusal, Refusal) else None,
        overview=overview(row),
        summary=begun_from(row),
        agreed=agreed_on(row),
    )
    return render(request, "battles/battle.html", context, status=status)


WATCHED = 700
"""Milliseconds between two looks at a battle that a worker fights."""


def _counted(viewer: Viewer) -> dict[str, object]:
    """Return what the counter of an automatic battle needs besides the battle, while there is more of it."""
    row = viewer.battle
    watched = work.in_workers() and tasks.alone(row)
    return {
        "more": True,
        "measure": registry.get(row.system).presentation.measure,
        "again": WATCHED if watched else 60,
        "waits": watched and tasks.waits(row),
        "alone": tasks.alone(row),
    }
