"""The REST interface as its own schema says it: each operation that reads a body, and bodies for it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from drf_spectacular.generators import SchemaGenerator

from tests.kit.estate import PART, routes

Schema = dict[str, Any]
PLACE = "@@ here @@"


@dataclass(frozen=True, slots=True)
class Operation:
    """What is sent to an address: `body` is an example, the names of whose parts are all that it reads;
    `file`: it reads a file instead.
    """

    name: str
    method: str
    way: str
    body: Any
    queries: tuple[str, ...]
    file: bool = False

    def bodies(self, value: str) -> Iterator[str]:
        """The example with a JSON text in place of each of its parts, and of it all."""
        yield value
        for name in self.body if isinstance(self.body, dict) else ():
            yield json.dumps({**self.body, name: PLACE}).replace(json.dumps(PLACE), value)


def operations() -> list[Operation]:
    """Every operation of the interface; the body of one that reads none is None."""
    schema = SchemaGenerator().get_schema(public=True)
    ways = {PART.sub(r"{\1}", each.way): each for each in routes()}
    found = []
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            contents = operation.get("requestBody", {}).get("content", {})
            content = contents.get("application/json")
            queries = [each["name"] for each in operation.get("parameters", ()) if each["in"] == "query"]
            body = None if content is None else example(content["schema"], schema["components"]["schemas"])
            route = ways[path]
            file = "multipart/form-data" in contents and content is None
            found.append(Operation(route.name, method, route.way, body, tuple(queries), file))
    return found


def example(of: Schema, known: dict[str, Schema], depth: int = 0) -> Any:
    """Something that a schema describes, with all its parts."""
    if "$ref" in of:
        return example(known[of["$ref"].rsplit("/", 1)[1]], known, depth)
    for several in ("allOf", "oneOf", "anyOf"):
        if several in of:
            return example(of[several][0], known, depth)
    if "enum" in of:
        return of["enum"][0]
    if of.get("type") == "object":
        parts = of.get("properties", {}) if depth < 4 else {}
        given = {name: part for name, part in parts.items() if not part.get("readOnly")}
        return {name: example(part, known, depth + 1) for name, part in given.items()}
    if of.get("type") == "array":
        return [example(of["items"], known, depth + 1)] if depth < 4 else []
    return _simple(of)


def _simple(of: Schema) -> Any:
    if of.get("format") == "uuid":
        return "00000000-0000-4000-8000-000000000000"
    if of.get("format") == "date-time":
        return "2099-01-01T00:00:00Z"
    return {"integer": of.get("minimum", 1), "number": of.get("minimum", 1), "boolean": True}.get(
        of.get("type", ""), "x"
    )
