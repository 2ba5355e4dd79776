"""What addresses of the REST interface read behind their question mark: anything else is refused by name.

A misspelt key would do nothing, and the answer would be another one than whoever asked believes. The schema
of the interface knows the keys of each operation; no endpoint has to list them again.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from django.http import HttpRequest, HttpResponseBase, JsonResponse
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.openapi import AutoSchema

from config import wording
from config.api import is_api, problem

EVERYWHERE = frozenset({"format"})
"""What every operation reads: the kind of its answer."""

_PART = re.compile(r"<(?:\w+:)?(\w+)>")


class Schema(AutoSchema):
    """The schema of an operation: only the list of a kind is filtered and put in order."""

    def _get_filter_parameters(self) -> Any:
        """Return what filters and orders an operation's answer."""
        listed = getattr(self.view, "action", "list") == "list"
        return super()._get_filter_parameters() if listed else []  # type: ignore[no-untyped-call]


@lru_cache(maxsize=1)
def known() -> Mapping[tuple[str, str], tuple[str, ...]]:
    """Return the keys that each operation reads, by its path in the schema and its method."""
    generator = SchemaGenerator()  # type: ignore[no-untyped-call]
    paths = generator.get_schema(public=True)["paths"]  # type: ignore[no-untyped-call]
    return {
        (path, method): tuple(
            each["name"] for each in operation.get("parameters", ()) if each["in"] == "query"
        )
        for path, operations in paths.items()
        for method, operation in operations.items()
    }


class KnownQueriesMiddleware:
    """Refuse a request to the REST interface whose query has a key that its operation does not read."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *_: object) -> HttpResponseBase | None:
        """Answer 400 where a key is unknown; ask nothing else of requests without a query."""
        given = request.GET.keys() - EVERYWHERE if is_api(request) else None
        if not given or request.resolver_match is None:
            return None
        path = "/" + _PART.sub(r"{\1}", request.resolver_match.route)
        method = "get" if request.method == "HEAD" else str(request.method).lower()
        keys = known().get((path, method))
        if keys is None or given <= {*keys}:
            return None
        allowed = wording.no_such_query_key(sorted({*keys} | EVERYWHERE))
        return JsonResponse(problem({key: [allowed] for key in sorted(given - {*keys})}), status=400)
