"""Pages and answers that do not depend on their reader: made once, and sent to no browser that has them.

A page is rendered for nobody, with marks where the reader's own parts stand: the header with their name, the
token of their forms, and what they are told. These are filled in for each reader, and never stored.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from functools import cache, wraps
from hashlib import sha256
from http import HTTPStatus
from pathlib import Path
from typing import cast

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.contrib.messages import get_messages
from django.core.cache import caches
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.csrf import get_token
from django.template.loader import render_to_string
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.safestring import mark_safe
from django.views.decorators.cache import cache_control
from django.views.decorators.http import condition, require_safe
from django.views.decorators.vary import vary_on_headers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

View = Callable[..., HttpResponseBase]

MARKS = {
    name: mark_safe(f"<reader:{name}>")  # no text of anybody's: all of these are escaped
    for name in ("csrf_token", "account", "messages")
}
"""What stands in a stored page instead of its reader's parts. Whatever a page shows is escaped: it cannot
contain one.
"""

DAY = 86_400  # seconds

_READ = ("rulesets", "armylists", "battles", "campaigns", "tournaments", "templates", "static", "config")
_KINDS = frozenset((".py", ".toml", ".html", ".css", ".js", ".svg"))
_COOKIES = ("messages", settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME)
_SHOWN = ("rule-numbers",)
"""The cookies that a page may look at when it is rendered for nobody."""


def reference_page(view: View) -> View:
    """Make a page that is the same until Leaguer changes or somebody signs in or out answer 304."""
    tagged = vary_on_headers("Cookie", "HX-Request")(condition(etag_func=_page_tag)(_stored(view)))
    return require_safe(cache_control(private=True, no_cache=True)(tagged))


def reference_answer(view: View) -> View:
    """Return an answer to a program that is the same for everybody for an hour, and until Leaguer changes."""
    tagged = condition(etag_func=_answer_tag)(view)

    @wraps(view)
    def cached(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        answer = tagged(request, *args, **kwargs)
        if answer.status_code < HTTPStatus.BAD_REQUEST:  # what is refused today may be there tomorrow
            patch_cache_control(answer, public=True, max_age=3600)
        return answer

    return cached


def stored_page(
    request: HttpRequest, state: tuple[object, ...], render: Callable[[HttpRequest], HttpResponse]
) -> HttpResponse:
    """Return a page of something that changes only when `state` does, 304 if the browser has it.

    `render` is asked for the page with a request of nobody. `state` must hold whatever the page shows that
    can change, the link under which it is read among it.
    """
    what = tuple(map(str, state))

    def tag(request: HttpRequest) -> str | None:
        return _page_tag(request, *what)

    def page(request: HttpRequest) -> HttpResponseBase:
        return _filled(request, what, render)

    answer = condition(etag_func=tag)(vary_on_headers("Cookie", "HX-Request")(page))(request)
    patch_cache_control(answer, private=True, no_cache=True)
    return cast("HttpResponse", answer)


def reference_method(method: Callable[..., Response]) -> Callable[..., HttpResponseBase]:
    """Store what a method of a view of REST framework answers; its `dispatch` is a `reference_answer`."""

    @wraps(method)
    def stored(view: APIView, request: Request, *args: object, **kwargs: object) -> HttpResponseBase:
        return _answered(request, (), lambda: method(view, request, *args, **kwargs))

    return stored


def stored_answer(
    request: Request, state: tuple[object, ...], make: Callable[[], Response]
) -> HttpResponseBase:
    """Return an answer over REST that changes only when `state` does, 304 if the program has it."""
    answer = _answered(request, tuple(map(str, state)), make)
    patch_cache_control(answer, private=True, no_cache=True)
    return answer


def _answered(request: Request, state: tuple[str, ...], make: Callable[[], Response]) -> HttpResponseBase:
    tag = _answer_tag(request._request, *state)
    unchanged = get_conditional_response(request._request, etag=tag)
    if unchanged is not None:
        return unchanged
    found: HttpResponse | None = caches["pages"].get(tag)
    if found is None:
        made = make()
        made.accepted_renderer = request.accepted_renderer
        made.accepted_media_type = request.accepted_media_type
        made.renderer_context = request.parser_context["view"].get_renderer_context()  # type: ignore[attr-defined]  # a view sets it later
        found = HttpResponse(made.render().content, headers={**made.headers, "ETag": tag})
        caches["pages"].set(tag, found, DAY)
    return found


def _stored(view: View) -> View:
    @wraps(view)
    def stored(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        return _filled(request, (), lambda nobodys: view(nobodys, *args, **kwargs))

    return stored


def _filled(
    request: HttpRequest, state: tuple[str, ...], render: Callable[[HttpRequest], HttpResponseBase]
) -> HttpResponseBase:
    """Return the page with the reader's parts, from the cache where it is there."""
    if settings.DEBUG:
        return render(request)
    shown = (f"{name}={request.COOKIES.get(name, '')}" for name in _SHOWN)
    part = request.headers.get("HX-Request", ""), request.headers.get("HX-Boosted", "")
    key = _tag("page", request.get_host(), request.get_full_path(), *part, *shown, *state)
    page: str | None = caches["pages"].get(key)
    if page is None:
        answer = render(_of_nobody(request))
        if answer.status_code != HTTPStatus.OK or not isinstance(answer, HttpResponse):
            return answer
        page = answer.content.decode()
        caches["pages"].set(key, page, DAY)
    for name, part_of in _PARTS.items():
        if MARKS[name] in page:
            page = page.replace(MARKS[name], part_of(request))
    return HttpResponse(page)


def _of_nobody(request: HttpRequest) -> HttpRequest:
    """Return the request as somebody would send it who is not signed in and comes for the first time."""
    nobodys = copy(request)
    nobodys.user = AnonymousUser()
    nobodys.COOKIES = {name: request.COOKIES[name] for name in _SHOWN if name in request.COOKIES}
    nobodys.META = {
        name: value for name, value in request.META.items() if not name.startswith(("CSRF_", "HTTP_COOKIE"))
    }
    for name in ("session", "_messages", "_cached_user", "_acached_user", "headers"):
        nobodys.__dict__.pop(name, None)
    nobodys.reader_marks = MARKS  # type: ignore[attr-defined]  # `config.context` puts them into the page
    return nobodys


def _account(request: HttpRequest) -> str:
    if settings.SESSION_COOKIE_NAME not in request.COOKIES:
        return _account_of_nobody()
    return render_to_string("parts/account.html", {}, request)


@cache
def _account_of_nobody() -> str:
    return render_to_string("parts/account.html", {"user": AnonymousUser()})


def _messages(request: HttpRequest) -> str:
    """Return what the reader is told at the top of the page."""
    return render_to_string("parts/messages.html", {"messages": get_messages(request)})


_PARTS: dict[str, Callable[[HttpRequest], str]] = {
    "csrf_token": get_token,
    "account": _account,
    "messages": _messages,
}


def _page_tag(request: HttpRequest, *args: object, **kwargs: object) -> str | None:
    """Return the tag of a page as its reader gets it: it names them, and holds a token of their cookie."""
    if settings.DEBUG:
        return None  # whoever edits templates wants to see the change
    cookies = [request.COOKIES.get(name, "") for name in (*_COOKIES, *_SHOWN)]
    part = request.headers.get("HX-Request", "")
    return _tag(request.get_full_path(), part, *cookies, *map(str, args))


def _answer_tag(request: HttpRequest, *state: str, **kwargs: object) -> str:
    return _tag("answer", request.build_absolute_uri(), request.headers.get("Accept", ""), *state)


def _tag(*parts: str) -> str:
    whole = "\n".join((settings.VERSION, str(_changed()), *parts))
    return f'"{sha256(whole.encode()).hexdigest()[:32]}"'


@cache
def _changed() -> int:
    """Return when a file that pages are made of was last changed, in nanoseconds."""
    files = (path for folder in _READ for path in Path(settings.BASE_DIR, folder).rglob("*"))
    return max(path.stat().st_mtime_ns for path in files if path.suffix in _KINDS)
