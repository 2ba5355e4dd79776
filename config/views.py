"""Pages that belong to no app: home, about, health, and what is shown when something goes wrong."""

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.template.loader import render_to_string
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from battles import sample
from config.api import is_api, refusal

API_REFUSALS = {
    400: "The request cannot be read.",
    403: "You may not do this.",
    404: "There is nothing at this address.",
    500: "Something failed on our side. Nothing you sent was saved; please try again.",
}


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show what Leaguer is, and the four steps from an army book to a printed result."""
    shown = {"battle": sample.find(), "users": sample.USERS} if settings.SHOW_SAMPLE else None
    return render(request, "home.html", {"sample": shown})


@require_safe
def about(request: HttpRequest) -> HttpResponse:
    """Show what the site holds, what it stands on, and where its readings of the rules are listed."""
    return render(request, "about.html")


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
        text = "This site is not served under that name.\n"
        return HttpResponse(text, content_type="text/plain", status=400)
    return _failure(request, 400)


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponseBase:
    """403."""
    return _failure(request, 403)


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponseBase:
    """404."""
    return _failure(request, 404)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponseBase:
    """403 for a form that was not sent from our own page."""
    if is_api(request):
        return refusal("CSRF token missing or wrong.", 403)
    return render(request, "403_csrf.html", status=403)


def server_error(request: HttpRequest) -> HttpResponseBase:
    """500, rendered without the request's context: that may be what failed."""
    if is_api(request):
        return refusal(API_REFUSALS[500], 500)
    return HttpResponse(render_to_string("500.html"), status=500)


def _failure(request: HttpRequest, status: int) -> HttpResponseBase:
    if is_api(request):
        return refusal(API_REFUSALS[status], status)
    return render(request, f"{status}.html", status=status)
