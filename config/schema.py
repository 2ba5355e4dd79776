"""What every REST endpoint may answer beside what it says itself: the refusals that all of them share."""

from __future__ import annotations

from typing import Any

from django.utils.decorators import method_decorator
from drf_spectacular.views import SpectacularAPIView

from rulesets.site.caching import reference_answer, reference_method

_METHODS = frozenset(("get", "post", "put", "patch", "delete"))
_REFUSAL = {
    "type": "object",
    "properties": {
        "detail": {"type": "string"},
        "errors": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {"path": {"type": "string"}, "message": {"type": "string"}},
                "required": ["path", "message"],
            },
        },
    },
    "required": ["detail"],
    "description": "Why a request is refused; `errors` names each part that is wrong.",
}


def shared_refusals(result: dict[str, Any], generator: Any, request: Any, public: bool) -> dict[str, Any]:
    """Add the refusals that an operation does not name to a finished schema."""
    result.setdefault("components", {}).setdefault("schemas", {})["Refused"] = _REFUSAL
    for path, operations in result["paths"].items():
        for method, operation in operations.items():
            if method in _METHODS:
                for status, words in _refusals(operation, of_one="{" in path):
                    operation["responses"].setdefault(status, _answer(words))
    return result


def _refusals(operation: dict[str, Any], *, of_one: bool) -> list[tuple[str, str]]:
    queries = {each["name"] for each in operation.get("parameters", ()) if each["in"] == "query"}
    found = [
        ("429", "Too many requests; `Retry-After` says how long to wait."),
        ("400", "A part of the request is not usable, or not known."),
    ]
    if of_one:
        found += [
            ("403", "Somebody else decides that."),
            ("409", "It has moved on since, or does not allow this as it stands; nothing was changed."),
        ]
    if of_one or "application/pdf" in operation["responses"].get("200", {}).get("content", ()):
        found.append(("404", "It does not exist, or not in that format, or it is not yours."))
    if "requestBody" in operation:
        found.append(("415", "The body is of a kind that is not read here."))
    if {} not in operation.get("security", [{}]):
        found.append(("401", "Only for those who are signed in."))
    if "page" in queries:
        found.append(("404", "The page does not exist."))
    return found


def _answer(words: str) -> dict[str, Any]:
    schema = {"$ref": "#/components/schemas/Refused"}
    return {"description": words, "content": {"application/json": {"schema": schema}}}


@method_decorator(reference_answer, name="dispatch")
class SchemaView(SpectacularAPIView):
    """The description of the REST interface, made once: it is the same for everybody."""

    get = reference_method(SpectacularAPIView.get)
