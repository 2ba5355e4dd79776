"""What every REST endpoint shares: pages of results, and errors that name the place.

An error is `{"detail": "...", "errors": [{"path": "units[2].count", "message": "..."}]}`; every 400 has
`errors`, which is empty when no part of the request is more at fault than another.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.core.exceptions import ValidationError as DjangoValidationError
from django.http import Http404, HttpRequest, JsonResponse
from rest_framework import status
from rest_framework.exceptions import NotFound, ValidationError
from rest_framework.pagination import PageNumberPagination
from rest_framework.response import Response
from rest_framework.serializers import as_serializer_error
from rest_framework.views import exception_handler as default_handler
from rest_framework.views import set_rollback

from armylists.owned.services import Stale
from config import wording
from rulesets.engine.errors import FaultyDocumentError, LeaguerError

API_PREFIX = "/api/"
STATUSES = {
    "not-yours": status.HTTP_403_FORBIDDEN,
    "not-allowed": status.HTTP_403_FORBIDDEN,
    "not-met": status.HTTP_409_CONFLICT,
    "answered": status.HTTP_409_CONFLICT,
    "archived": status.HTTP_409_CONFLICT,
    "cancelled": status.HTTP_409_CONFLICT,
    "busy": status.HTTP_503_SERVICE_UNAVAILABLE,
}
"""How refusals of these codes are answered; all others are bad requests."""
RETRY = 10
"""Seconds after which to ask again what is busy."""


class Pages(PageNumberPagination):
    """Twenty-five results a page unless `page_size` asks for another number, up to a hundred."""

    page_size_query_param = "page_size"
    max_page_size = 100


def exception_handler(error: Exception, context: dict[str, Any]) -> Response | None:
    """Answers every refusal in one shape; what is no refusal is left to Django, whose page is JSON too."""
    if isinstance(error, DjangoValidationError):
        error = ValidationError(as_serializer_error(error))
    if isinstance(error, Stale):
        current = error.current
        return _refused(str(error), (), status.HTTP_409_CONFLICT, {current.REVISION: current.at_revision})
    if isinstance(error, LeaguerError):
        faults = error.faults if isinstance(error, FaultyDocumentError) else (error,)
        refused = _refused(error.message, faults, STATUSES.get(error.code, status.HTTP_400_BAD_REQUEST))
        if refused.status_code == status.HTTP_503_SERVICE_UNAVAILABLE:
            refused["Retry-After"] = str(RETRY)
        return refused
    if isinstance(error, ValidationError):
        set_rollback()
        return Response(problem(error.detail), status=error.status_code)
    if isinstance(error, Http404) and str(error).endswith(wording.DJANGO_NO_ROW):
        error = NotFound(wording.NOT_THERE)
    response = default_handler(error, context)
    if response is not None and response.status_code == status.HTTP_400_BAD_REQUEST:
        response.data.setdefault("errors", [])
    return response


def _refused(detail: str, faults: Iterable[Any], code: int, more: Mapping[str, Any] = {}) -> Response:
    set_rollback()
    errors = [
        {"path": each.path, "message": each.message}
        | ({"rule": each.rule} if getattr(each, "rule", "") else {})
        for each in faults
    ]
    return Response({"detail": detail, "errors": errors, **more}, status=code)


def problem(detail: Any) -> dict[str, Any]:
    """Return the body of a 400 from REST framework's nested messages."""
    errors = list(_flatten(detail, ""))
    general = [error["message"] for error in errors if not error["path"]]
    return {"detail": " ".join(general) or wording.NOT_USABLE, "errors": errors}


def _flatten(detail: Any, path: str) -> Iterator[dict[str, str]]:
    if isinstance(detail, dict):
        for key, value in detail.items():
            yield from _flatten(value, path if key == "non_field_errors" else _join(path, str(key)))
    elif isinstance(detail, list):
        for index, value in enumerate(detail):
            yield from _flatten(value, path if isinstance(value, str) else f"{path}[{index}]")
    else:
        yield {"path": path, "message": str(detail)}


def _join(path: str, key: str) -> str:
    return f"{path}.{key}" if path else key


def is_api(request: HttpRequest) -> bool:
    """Whether the answer must be JSON whatever happens."""
    return request.path.startswith(API_PREFIX)


def refusal(detail: str, code: int) -> JsonResponse:
    """Return an error outside REST framework's views, in the same shape."""
    body: dict[str, Any] = {"detail": detail}
    if code == status.HTTP_400_BAD_REQUEST:
        body["errors"] = []
    return JsonResponse(body, status=code)
