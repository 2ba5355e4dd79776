"""How the odds of any rule system read what they are asked: the form of a query, each fault with its path."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, TypeAlias, TypeVar

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from rulesets.contract.odds import OddsError
from rulesets.contract.oddsschema import Schema

Name: TypeAlias = Annotated[str, Field(min_length=1, max_length=120)]
"""What something is called by: an entry of a book, a weapon, a unit of one's own."""

Query = TypeVar("Query")


class Strict(BaseModel):
    """A part of a query: what it does not know is a fault, and so are numbers that are none."""

    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)


def read(form: TypeAdapter[Query], value: Mapping[str, Any], kinds: Sequence[str] = ()) -> Query:
    """The query in `value`; raises OddsError with the path of the first fault.

    `kinds`: what its `kind` may be, where `form` is one of several that it tells apart.
    """
    try:
        return form.validate_python(value)
    except ValidationError as error:
        raise _fault(error, kinds) from None


def _fault(error: ValidationError, kinds: Sequence[str]) -> OddsError:
    fault = error.errors(include_url=False)[0]
    path = ""
    for part in fault["loc"]:
        if part in kinds and not path:
            continue  # the tag of the union is no part of the document
        path += f"[{part}]" if isinstance(part, int) else f".{part}" if path else str(part)
    if fault["type"].startswith("union_tag"):
        words = f"must be {', '.join(kinds[:-1])} or {kinds[-1]}"
        return OddsError(words, path="kind", code=fault["type"])
    return OddsError(str(fault["msg"]), path=path, code=fault["type"])


# ---------------------------------------------------------------------------- as a JSON schema


def query_schema(*forms: type[BaseModel]) -> Schema:
    """The JSON schema of a query that has one of these forms: it takes whatever one of them takes."""
    first, *rest = (_inlined(form.model_json_schema()) for form in forms)
    for other in rest:
        first = _either(first, other)
    return first


def _inlined(schema: Schema) -> Schema:
    """A schema without `$defs`: what it refers to stands where it is referred to."""
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
    """What takes all that one of the two takes: the properties of both, needed if both need them."""
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
