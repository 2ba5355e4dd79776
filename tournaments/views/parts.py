"""What the views of this app share."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from armylists.owned.services import Stale
from rulesets.engine import wording
from rulesets.engine.errors import LeaguerError
from tournaments import access
from tournaments.access import NotAllowed, Viewer
from tournaments.engine.document import Tournament as Document
from tournaments.engine.progress import all_paired
from tournaments.wording import pages as words

ViewerView = Callable[..., HttpResponse]


def at_tournament(*methods: str, organiser: bool = False) -> Callable[[ViewerView], ViewerView]:
    """Pass a view its user as viewer of the tournament in its address; Http404 if they may not see it, or
    not this page (`organiser`). Whoever changes something is signed in. What is refused is said on the page
    that one came from, and what was meant for another state is not done.
    """

    def of_viewer(view: ViewerView) -> ViewerView:
        @wraps(view)
        @never_cache
        @require_http_methods([*methods, *(["HEAD"] if "GET" in methods else [])])
        def wrapped(request: HttpRequest, tournament_id: Any, *args: Any, **kwargs: Any) -> HttpResponse:
            viewer = access.viewer_of(request.user, tournament_id)
            if request.method == "POST" and viewer.user is None:
                return redirect_to_login(viewer.tournament.get_absolute_url())
            if organiser and not viewer.organises:
                raise Http404(viewer.tournament.say(viewer.tournament.MISSING))
            try:
                return view(request, viewer, *args, **kwargs)
            except Stale as stale:
                messages.warning(request, str(stale))
            except NotAllowed as error:
                raise PermissionDenied(error.message) from error
            except LeaguerError as error:
                messages.error(request, wording.sentence(error.message))
            return redirect(back(request, viewer))

        return wrapped

    return of_viewer


def back(request: HttpRequest, viewer: Viewer) -> str:
    """Return the page of this tournament that a form was sent from, its own otherwise."""
    home = viewer.tournament.get_absolute_url()
    wanted = request.POST.get("back", "")
    return wanted if wanted.startswith(home) else home


def page(
    request: HttpRequest, viewer: Viewer, tab: str, *, status: int = 200, **more: object
) -> HttpResponse:
    """Answer with a page of the tournament, whose template is called as its `tab`."""
    document = viewer.document
    context = {
        "viewer": viewer, "tournament": viewer.tournament, "document": document, "tab": tab,
        "state": state_words(document), "now": timezone.now(), "me": document.by_id.get(viewer.player),
        "news": document.announcements[-1] if document.announcements else None, **more,
    }  # fmt: skip
    return render(request, f"tournaments/{tab}.html", context, status=status)


def state_words(document: Document) -> str:
    """Say how far a tournament is."""
    number = len(document.rounds)
    if not number:
        key = "before"
    elif not document.rounds[-1].published:
        key = "proposed"
    elif not document.rounds[-1].complete:
        key = "running"
    else:
        key = "over" if all_paired(document) else "between"
    return words.STATES[key].format(number=number)
