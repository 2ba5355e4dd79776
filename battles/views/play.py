"""A battle being fought: the counter that runs, slices of automatic play, decisions by hand."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from armylists.owned.services import Stale
from armylists.owned.views import asks_for_part, person
from battles import services
from battles.access import Viewer, status_of
from battles.cards import decision_panel
from battles.field import field_svg
from battles.forms import read_choice, read_revision
from battles.lines import Register
from battles.record import overview
from battles.replay import Played, played
from battles.scenarios import begun_from
from battles.sides import SIDES
from battles.views import meeting
from battles.views.pages import result
from battles.views.parts import context_of, fought_here, own_side, play_on, player_sides, seated
from rulesets.contract import registry
from rulesets.engine.decisions import Refusal
from rulesets.engine.errors import LeaguerError


@never_cache
@require_safe
@seated
def battle(request: HttpRequest, place: Viewer) -> HttpResponse:
    """The battle's first page: its result, or how it goes and what is to be decided.

    `?go=1` plays a slice of what was ordered to be fought automatically, for browsers without scripts.
    """
    row = place.battle
    if row.meeting is not None:
        return meeting.show(request, place)
    if row.over:
        return result(request, place)
    if request.GET.get("go") and place.plays_on and row.status == row.Status.GOING:
        play_on(place)
        if row.over:
            return redirect(place.home)
    return _page(request, place)


@require_POST
@fought_here
def advance(request: HttpRequest, place: Viewer) -> HttpResponse:
    """A slice of automatic play; a browser with scripts asks again until it is done."""
    if not place.plays_on:
        raise Http404("You look on at this battle: others play it.")
    more = play_on(place)
    if asks_for_part(request):
        if not more:
            return HttpResponse(headers={"HX-Redirect": place.home})
        return render(
            request, "battles/parts/counter.html", context_of(place, more=True, measure=_measure(place))
        )
    return redirect(f"{place.home}?go=1" if more else place.home)


@require_POST
@fought_here
def choose(request: HttpRequest, place: Viewer) -> HttpResponse:
    """Make the decision that the page showed; if it may not be made, say why, with nothing changed."""
    player_sides(place)
    try:
        revision, choice = read_revision(request.POST), read_choice(request.POST)
        with played(place.battle) as found:
            side = place.side(found.engine)
        services.choose(place.battle, revision, choice, side, person(request))
    except Stale as stale:
        return _page(request, Viewer(stale.current, place.sides, place.owner), status=409, problem=str(stale))
    except LeaguerError as error:
        return _page(request, place, status=status_of(error), problem=error.message, refusal=error)
    return redirect(f"{place.home}#decision" if not place.battle.over else place.home)


@require_POST
@fought_here
def hand_over(request: HttpRequest, place: Viewer) -> HttpResponse:
    """Let the tactician decide for one of one's own sides from now on, or take it back."""
    side = own_side(request, place)
    tactician = request.POST.get("tactician") == "1"
    services.hand_over(place.battle, side, tactician=tactician)
    name = place.battle.sides[side]
    who = "The tactician decides" if tactician else "You decide"
    messages.success(request, f"{who} for {name} from now on.")
    return redirect(place.home)


def _page(
    request: HttpRequest,
    place: Viewer,
    status: int = 200,
    problem: str = "",
    refusal: LeaguerError | None = None,
) -> HttpResponse:
    """How the battle goes, with the pending decision if it is one of this seat's."""
    row = place.battle
    if row.over:
        return redirect(place.home)
    with played(row) as found:
        context = context_of(place, **_moment(place, found))
        context["more"] = place.plays_on and services.automatic(row, found.engine) and not found.stop
    context |= {"problem": problem, "refusal": refusal if isinstance(refusal, Refusal) else None}
    context |= {"measure": _measure(place), "overview": overview(row), "told": begun_from(row)}
    return render(request, "battles/battle.html", context, status=status)


def _moment(place: Viewer, found: Played) -> dict[str, object]:
    """The battle at this moment as seen from a seat."""
    battle, row = found.engine, place.battle
    view = place.view(battle)
    register = Register(row.setup["sides"], view["state"])
    decision = None if found.stop else place.decision(battle)
    subject = "" if decision is None else decision.subject
    shown = registry.get(row.system).presentation
    when = f"in {shown.turn_name} {row.turn}" if row.turn else f"before the first {shown.turn_name}"
    return {
        "panel": None if decision is None else decision_panel(decision, register.name),
        "deciding": view["deciding"],
        "deciding_name": "" if view["deciding"] is None else row.sides[view["deciding"]],
        "field": field_svg(view["state"], shown, title=f"The field {when}", subject=subject),
        "stop": found.stop,
        "sides": [
            {
                "index": side,
                "name": row.sides[side],
                "mine": side in place.sides,
                "auto": side in row.tacticians,
            }
            for side in SIDES
        ],
    }


def _measure(place: Viewer) -> str:
    return registry.get(place.battle.system).presentation.measure
