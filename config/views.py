"""Pages that belong to no app: home, about, health, and what is shown when something goes wrong."""

import sys

from django.conf import settings
from django.contrib.auth.models import User
from django.core.exceptions import DisallowedHost
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.template.loader import render_to_string
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from armylists.guests import GuestRefusal
from armylists.room import RoomRefusal
from armylists.taskredis import NoAnswer
from battles import sample
from config import wording
from config.api import is_api, refusal
from config.frontpage import front_page_of
from config.storage import cannot_write
from rulesets.contract import registry

API_REFUSALS = {
    400: "The request cannot be read.",
    403: "You may not do this.",
    404: "There is nothing at this address.",
    500: "Something went wrong here. Nothing you sent was saved. Please try again.",
}


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show what Leaguer is and the ways in; who is signed in sees what waits for them instead."""
    finished = sample.find() if settings.SHOW_SAMPLE else None
    if isinstance(request.user, User):
        watched = finished if finished is not None and finished.share_token else None
        return render(request, "frontpage.html", {"front": front_page_of(request.user), "sample": watched})
    shown = {"battle": finished, "users": sample.USERS} if settings.SHOW_SAMPLE else None
    return render(request, "home.html", {"sample": shown, "systems": registry.systems()})


@require_safe
def evening(request: HttpRequest) -> HttpResponse:
    """Show the way from nothing to the first battle, the first list and the first campaign."""
    return render(request, "evening.html")


@require_safe
def about(request: HttpRequest) -> HttpResponse:
    """Show what the site holds, what it stands on, and where its readings of the rules are listed."""
    return render(request, "about.html", {"systems": registry.systems()})


@never_cache
@require_safe
def health(request: HttpRequest) -> HttpResponse:
    """`ok` when the site and its database answer, 503 when the database does not."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return HttpResponse("database does not answer\n", content_type="text/plain", status=503)
    return HttpResponse("ok\n", content_type="text/plain")


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponseBase:
    """400. A foreign host name gets a page that builds no address."""
    if isinstance(exception, DisallowedHost):
        text = wording.NOT_UNDER_THAT_NAME
        return HttpResponse(text, content_type="text/plain", status=400)
    return _failure(request, 400)


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponseBase:
    """403; whoever has no room left is told where to make some, and a guest how to get an account."""
    if isinstance(exception, RoomRefusal) and not is_api(request):
        context = {"words": str(exception), "index": exception.index}
        return render(request, "owned/full.html", context, status=403)
    if isinstance(exception, GuestRefusal) and not is_api(request):
        return render(request, "owned/guest.html", {"words": str(exception)}, status=403)
    return _failure(request, 403)


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponseBase:
    """404."""
    return _failure(request, 404)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponseBase:
    """403 for a form that was not sent from our own page."""
    if is_api(request):
        return refusal(wording.NO_CSRF_TOKEN, 403)
    return render(request, "403_csrf.html", status=403)


def server_error(request: HttpRequest) -> HttpResponseBase:
    """500, rendered without the request's context: that may be what failed; 503 if nothing can be written, or
    no worker be reached.
    """
    error = sys.exception()
    if isinstance(error, NoAnswer):
        return _unavailable(request, wording.NOT_STARTED, str(error))
    if cannot_write(error):
        return _unavailable(request, wording.NOT_SAVED, wording.CANNOT_WRITE)
    if is_api(request):
        return refusal(API_REFUSALS[500], 500)
    return HttpResponse(render_to_string("500.html"), status=500)


def _unavailable(request: HttpRequest, title: str, words: str) -> HttpResponse:
    if is_api(request):
        return refusal(words, 503)
    return HttpResponse(render_to_string("503.html", {"title": title, "words": words}), status=503)


def _failure(request: HttpRequest, status: int) -> HttpResponseBase:
    if is_api(request):
        return refusal(API_REFUSALS[status], status)
    return render(request, f"{status}.html", status=status)
