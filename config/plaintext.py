"""Requests hold text: what no database can store is refused before anything asks one."""

from __future__ import annotations

from collections.abc import Callable

from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponseBase, QueryDict

from config import wording

NUL = "\0"


class PlainTextMiddleware:
    """Refuse a NUL, which PostgreSQL cannot be asked for: 404 in an address, 400 in its query or a form.

    What JSON and files hold is judged by whoever reads them (`rulesets.engine.jsontext`).
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if NUL in request.path:
            raise Http404
        _check(request.GET)
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *_: object) -> None:
        """Look at a form once it is clear that it is ours: the check of its token has read it already."""
        if request.content_type in ("application/x-www-form-urlencoded", "multipart/form-data"):
            _check(request.POST)


def _check(query: QueryDict) -> None:
    if any(NUL in text for name, values in query.lists() for text in (name, *values)):
        raise BadRequest(wording.NUL_CHARACTER)
