"""What the views of this app share."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import redirect

from armylists.owned.services import Stale
from armylists.owned.views import unreadable, whole
from battles import tasks
from battles.access import Viewer, reached
from battles.models import Battle
from battles.views.invitations import waiting
from rulesets.contract import registry
from rulesets.engine.errors import LeaguerError

ViewerView = Callable[..., HttpResponseBase]


def with_viewer(view: ViewerView) -> ViewerView:
    """Pass a view the viewer that its address and user make; for members and under a shared link alike.

    A battle whose set-up the rules no longer read gets a page of its own.
    """

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        token = kwargs.pop("token", "")
        if not token and not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        viewer = reached(request.user, kwargs.pop("battle_id", None), token)
        if viewer.battle.waits and request.method in ("GET", "HEAD"):
            return waiting(request, viewer.battle, owner=viewer.owner)
        try:
            return view(request, viewer, *args, **kwargs)
        except LeaguerError as error:
            return unreadable(request, Battle, error)

    return wrapped


def fought_here(view: ViewerView) -> ViewerView:
    """As `with_viewer`, for pages of battles that are fought here: a meeting leads to its own page."""

    @wraps(view)
    @with_viewer
    def wrapped(request: HttpRequest, viewer: Viewer, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if viewer.battle.meeting is not None:
            return redirect(viewer.home)
        return view(request, viewer, *args, **kwargs)

    return wrapped


def met_here(view: ViewerView) -> ViewerView:
    """As `with_viewer`, for what is done in meetings: a battle that is fought here leads to its own page."""

    @wraps(view)
    @with_viewer
    def wrapped(request: HttpRequest, viewer: Viewer, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if viewer.battle.meeting is None:
            return redirect(viewer.home)
        return view(request, viewer, *args, **kwargs)

    return wrapped


def player_sides(viewer: Viewer) -> frozenset[int]:
    """Return the sides of who plays; Http404 for who only looks on."""
    if not viewer.sides:
        raise Http404("You look on at this battle: you decide for neither side.")
    return viewer.sides


def own_side(request: HttpRequest, viewer: Viewer, default: int | None = None) -> int:
    """Return the side that a form is sent for, `default` if it names none; Http404 for one that is not one's
    own.
    """
    sides = player_sides(viewer)
    side = {"": default, "0": 0, "1": 1}.get(request.POST.get("side", ""))
    if side is None or side not in sides:
        raise Http404("That side is not yours.")
    return side


def play_on(viewer: Viewer, *, again: bool = False) -> bool:
    """Play what needs no person for a moment, `again` even if it was stopped; true if there may be more.

    If somebody else does so at this moment, what they have done counts.
    """
    row = viewer.battle
    try:
        return tasks.begin(row) if again and tasks.alone(row) and not row.over else tasks.play_on(row)
    except Stale as stale:
        # The page goes on with what the other browser has played; nobody has to reload.
        viewer.battle.become(stale.current)
        return not viewer.battle.over


def turn_number(request: HttpRequest) -> int | None:
    """Return the turn that `?turn=` asks for; None for the last one."""
    turn = whole(request.GET.get("turn"), digits=4)
    return turn if turn >= 0 else None


def context_of(viewer: Viewer, **more: object) -> dict[str, object]:
    """Return what every page of a battle needs."""
    return {
        "viewer": viewer,
        "battle": viewer.battle,
        "shown": registry.get(viewer.battle.system).presentation,
        **more,
    }
