"""What the pages of everything that somebody owns share, and the files that leave it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.core.paginator import Page, Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from armylists.owned import access, services
from armylists.owned.models import Owned
from armylists.printing import qr
from rulesets.engine.digits import whole as whole  # what forms and addresses of all kinds say
from rulesets.engine.errors import LeaguerError
from rulesets.engine.wording import capfirst

PER_PAGE = 24
View = Callable[..., HttpResponse]


def person(request: HttpRequest) -> User:
    """Who is signed in; for views that demand it."""
    assert isinstance(request.user, User)
    return request.user


def saved(
    request: HttpRequest, change: Callable[[], object], done: str, why: Callable[[Any], str] = str
) -> HttpResponse:
    """Change somebody's settings as their form says, and show the page again: with `done`, or `why` not."""
    try:
        change()
    except (LeaguerError, ValueError) as error:
        messages.error(request, why(error))
    else:
        messages.success(request, done)
    return redirect(request.path)


def asks_for_part(request: HttpRequest) -> bool:
    """Whether htmx asks, which swaps in a part of the page, rather than a browser, which needs all of it."""
    return bool(request.htmx)  # type: ignore[attr-defined]  # set by its middleware


def owned(kind: type[Owned]) -> Callable[[View], View]:
    """Give a view its user's own row that its address names, as `list_id` for a list."""

    def of_row(view: View) -> View:
        @wraps(view)
        @login_required
        def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            row = access.owned(kind, request.user, kwargs.pop(f"{kind.NOUN}_id"))
            return view(request, row, *args, **kwargs)

        return wrapped

    return of_row


def unreadable(request: HttpRequest, kind: type[Owned], error: LeaguerError) -> HttpResponse:
    """Show a page of its own for what can no longer be read, such as a list of a book that is gone."""
    context = {"noun": kind.NOUN, "index": kind.INDEX, "error": error}
    return render(request, "owned/unreadable.html", context, status=409)


def page_of(request: HttpRequest, rows: Any, size: int = PER_PAGE) -> Page[Any]:
    """Return the page of rows that `?page=` asks for."""
    return Paginator(rows, size).get_page(request.GET.get("page"))


# -- as a whole ------------------------------------------------------------------------------------


def toggle_archived(request: HttpRequest, row: Owned) -> HttpResponse:
    """Archive it, or restore it."""
    try:
        services.archive(row, away=not row.archived)
    except LeaguerError as error:
        messages.error(request, f"{capfirst(error.message)}.")
        return redirect(row)
    if row.archived:
        # The address of the button that undoes it: the same again restores it.
        messages.success(request, f"The {row.NOUN} is archived. Find it under “Archived”.", request.path)
        return redirect(row.INDEX)
    messages.success(request, f"The {row.NOUN} is restored.")
    return redirect(row)


def toggle_shared(request: HttpRequest, row: Owned, back: str = "") -> HttpResponse:
    """Let anyone with the link see it, or make it private again; `back` is its own page by default."""
    if row.share_token:
        services.unshare(row)
        messages.success(request, f"The {row.NOUN} is private again. The old link no longer works.")
    else:
        services.share(row)
        messages.success(request, f"Anyone with the link can now {row.say(row.READERS)}.")
    return redirect(f"{back or row.get_absolute_url()}#share")


def archive(kind: type[Owned]) -> View:
    """Return the view that archives one's own, or restores it."""
    return owned(kind)(require_POST(toggle_archived))


def share(kind: type[Owned]) -> View:
    """Return the view that shares one's own, or makes it private again."""
    return owned(kind)(require_POST(toggle_shared))


def shared_context(request: HttpRequest, row: Owned) -> dict[str, str]:
    """Return what a page needs to show the link: the link and its drawing, empty while private."""
    link = shared_link(request, row)
    return {"shared_link": link, "qr": qr(link) if link else ""}


def shared_link(request: HttpRequest, row: Owned) -> str:
    """Return the whole address that anyone may see it at; empty while it is private."""
    return request.build_absolute_uri(row.shared_url) if row.share_token else ""


def file_urls(name: str, key: object, kinds: Iterable[str]) -> dict[str, str]:
    """Return the addresses of something's files, by their endings."""
    return {kind: reverse(name, args=[key, kind]) for kind in kinds}
