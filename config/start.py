"""One click into play: a stranger becomes a guest, and is at the board or in the builder at once."""

from __future__ import annotations

from allauth.core.ratelimit import consume
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from armylists import guests
from armylists.owned.views import person
from battles import training
from config.accounts import STAYS

BACKEND = "config.accounts.Backend"


@never_cache
@require_POST
def clash(request: HttpRequest) -> HttpResponse:
    """Begin a training clash and show its board, for whoever clicks."""
    if not _is_in(request):
        return too_many(request)
    battle = training.begin(person(request))
    return redirect("battles:board", battle.public_id)


@never_cache
@require_POST
def army(request: HttpRequest) -> HttpResponse:
    """Show the page on which a list begins, for whoever clicks."""
    return redirect("armylists:new") if _is_in(request) else too_many(request)


def too_many(request: HttpRequest) -> HttpResponse:
    """429: too many guests came from one address lately."""
    return render(request, "429.html", status=429)


def _is_in(request: HttpRequest) -> bool:
    """Whether somebody is signed in by now; a stranger becomes a guest unless too many came from here."""
    if request.user.is_authenticated:
        return True
    # Counted by POST alone, like every guest: what reads a page ahead makes none.
    if not consume(request, action="guest"):
        return False
    login(request, guests.make(), backend=BACKEND)
    request.session.set_expiry(STAYS)
    return True
