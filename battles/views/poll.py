"""Whether anything has happened in a battle, for pages that wait."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from battles.models import Battle
from battles.poll import poll_state


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
