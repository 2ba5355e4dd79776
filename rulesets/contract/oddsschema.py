"""The JSON schemas of what odds are asked and of what they answer, for any rule system."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from pydantic import BaseModel

Schema: TypeAlias = dict[str, Any]

TEXT: Schema = {"type": "string"}
WHOLE: Schema = {"type": "integer"}
NUMBER: Schema = {"type": "number"}
FLAG: Schema = {"type": "boolean"}


def list_of(items: Schema, **more: Any) -> Schema:
    """Return the schema of a list of `items`; `more` keywords limit or describe them."""
    return {"type": "array", "items": items, **more}


def table(properties: dict[str, Schema], optional: tuple[str, ...] = (), **more: Any) -> Schema:
    """Return an object of these properties, all of them needed but the `optional` ones."""
    needed = [name for name in properties if name not in optional]
    return {"type": "object", "properties": properties, **({"required": needed} if needed else {}), **more}


def query_schema(*forms: type[BaseModel]) -> Schema:
    """Return the JSON schema of a query that has one of these forms: it takes whatever one of them takes."""
    first, *rest = (_inlined(form.model_json_schema()) for form in forms)
    for other in rest:
        first = _either(first, other)
    return first


def _inlined(schema: Schema) -> Schema:
    """Return a schema without `$defs`: what it refers to stands where it is referred to."""
    defs = schema.pop("$defs", {})

    def put(value: Any) -> Any:
        if isinstance(value, list):
            return [put(each) for each in value]
        if not isinstance(value, dict):
            return value
        if "$ref" in value:
            return put({**defs[value["$ref"].rpartition("/")[2]], **_without(value, "$ref")})
        return {key: put(each) for key, each in value.items() if key != "title" or not isinstance(each, str)}

    found: Schema = put(schema)
    return found


def _either(one: Schema, other: Schema) -> Schema:
    """Return what takes all that one of the two takes: the properties of both, needed if both need them."""
    if "const" in one and "const" in other:
        return _without(one, "const") | {"enum": [one["const"], other["const"]]}
    if "enum" in one and "const" in other:
        return one | {"enum": [*one["enum"], other["const"]]}
    if "properties" not in one or "properties" not in other:
        return one
    properties = dict(one["properties"])
    for name, schema in other["properties"].items():
        properties[name] = _either(properties[name], schema) if name in properties else schema
    needed = [name for name in one.get("required", ()) if name in other.get("required", ())]
    found = _without(one, "required", "description", "default") | {"properties": properties}
    return found | ({"required": needed} if needed else {})


def _without(schema: Schema, *keys: str) -> Schema:
    return {key: value for key, value in schema.items() if key not in keys}
