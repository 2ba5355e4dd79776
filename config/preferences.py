"""How a browser likes to see the pages: remembered in a cookie, so it holds for guests and onlookers too."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

RULE_NUMBERS = "rule-numbers"
YEAR = 365 * 24 * 60 * 60  # seconds


def shows_rule_numbers(request: HttpRequest) -> bool:
    """Whether the pages of battles show the number of a rule beside what it decides."""
    return request.COOKIES.get(RULE_NUMBERS) == "1"


@never_cache
@require_safe
def rule_numbers(request: HttpRequest) -> HttpResponse:
    """Show or hide rule numbers from now on, and go back to the page that asked.

    A link and not a form: it changes nothing but what this browser shows, and onlookers have it too.
    """
    back = request.GET.get("next", "")
    if not url_has_allowed_host_and_scheme(back, {request.get_host()}, require_https=request.is_secure()):
        back = "/"
    answer = HttpResponseRedirect(back)
    # Not HttpOnly: the script of the pages changes it without a request.
    shown = "1" if request.GET.get("show") == "1" else "0"
    answer.set_cookie(RULE_NUMBERS, shown, max_age=YEAR, secure=request.is_secure(), samesite="Lax")
    return answer
