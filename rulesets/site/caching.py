"""Pages and answers that change only when Leaguer itself does: an ETag each, so that none is sent twice."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, wraps
from hashlib import sha256
from http import HTTPStatus
from pathlib import Path

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.cache import patch_cache_control
from django.views.decorators.cache import cache_control
from django.views.decorators.http import condition, require_safe
from django.views.decorators.vary import vary_on_headers

View = Callable[..., HttpResponseBase]

_READ = ("rulesets", "templates", "static", "config")
_KINDS = frozenset((".py", ".toml", ".html", ".css", ".js", ".svg"))
_COOKIES = ("messages", settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME)


def reference_page(view: View) -> View:
    """Make a page that is the same until Leaguer changes or somebody signs in or out answer 304."""
    tagged = vary_on_headers("Cookie", "HX-Request")(condition(etag_func=_page_tag)(view))
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


def _page_tag(request: HttpRequest, *args: object, **kwargs: object) -> str | None:
    """Return the page holds the name of whoever is signed in, and a token that goes with a cookie."""
    if settings.DEBUG:
        return None  # whoever edits templates wants to see the change
    cookies = [request.COOKIES.get(name, "") for name in _COOKIES]
    part = request.headers.get("HX-Request", "")
    return _tag(request.get_full_path(), part, *cookies)


def _answer_tag(request: HttpRequest, *args: object, **kwargs: object) -> str:
    return _tag(request.get_full_path(), request.get_host(), request.headers.get("Accept", ""))


def _tag(*parts: str) -> str:
    whole = "\n".join((settings.VERSION, str(_changed()), *parts))
    return f'"{sha256(whole.encode()).hexdigest()[:32]}"'


@cache
def _changed() -> int:
    """Return when a file that pages are made of was last changed, in nanoseconds."""
    files = (path for folder in _READ for path in Path(settings.BASE_DIR, folder).rglob("*"))
    return max(path.stat().st_mtime_ns for path in files if path.suffix in _KINDS)
