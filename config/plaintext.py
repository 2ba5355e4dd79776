"""Requests hold text: what no database can store is refused before anything asks one."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from django.core.exceptions import BadRequest
from django.core.handlers.asgi import ASGIRequest
from django.core.handlers.wsgi import WSGIRequest
from django.http import Http404, HttpRequest, HttpResponseBase, QueryDict
from django.utils.http import parse_header_parameters

from config import wording

NO_TEXT = re.compile("[\0\ud800-\udfff]")


class InUTF8:
    """A request whose texts are UTF-8, whatever encoding its Content-Type names.

    Django would read the query and the form by that one: by some a text holds what is none, and with others,
    such as rot13, the request cannot even be made.
    """

    def _set_content_type_params(self, meta: Mapping[str, str]) -> None:
        self.content_type, self.content_params = parse_header_parameters(meta.get("CONTENT_TYPE", ""))


class PageRequest(InUTF8, WSGIRequest):  # type: ignore[misc]  # it sets what the other declares
    """A request for a page."""


class StreamRequest(InUTF8, ASGIRequest):  # type: ignore[misc]
    """A request for a stream."""


class PlainTextMiddleware:
    """Refuse a NUL, which PostgreSQL cannot be asked for: 404 in an address, 400 in its query, a cookie or a
    form.

    What JSON and files hold is judged by whoever reads them (`rulesets.engine.jsontext`).
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if NO_TEXT.search(request.path):
            raise Http404
        _check(request.GET)
        if any(map(NO_TEXT.search, request.COOKIES.values())):
            raise BadRequest(wording.NUL_CHARACTER)
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *_: object) -> None:
        """Look at a form once it is clear that it is ours: the check of its token has read it already."""
        if request.content_type in ("application/x-www-form-urlencoded", "multipart/form-data"):
            _check(request.POST)


def _check(query: QueryDict) -> None:
    if any(NO_TEXT.search(text) for name, values in query.lists() for text in (name, *values)):
        raise BadRequest(wording.NUL_CHARACTER)
