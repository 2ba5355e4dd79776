"""Models of the engine as bodies of requests and answers, and in the description of the REST interface."""

from __future__ import annotations

from typing import Any, ClassVar

from drf_spectacular.extensions import OpenApiSerializerExtension
from pydantic import TypeAdapter
from rest_framework import serializers

from rulesets.engine.errors import FaultyDocumentError, LeaguerError

PREFIX = "TournamentData"
"""What the names of all parts begin with in the description: answers have rounds and byes of their own."""
_MARK = "x-model"


class Modelled(serializers.BaseSerializer[Any]):
    """Something that a model of the engine describes and `read` reads: what is wrong is said at its place."""

    name: ClassVar[str]
    """What the description calls it, after the prefix."""
    model: ClassVar[Any]

    @staticmethod
    def read(data: Any) -> Any:
        """Return the model in some JSON; raises LeaguerError."""
        raise NotImplementedError

    def to_internal_value(self, data: Any) -> Any:
        """Return the model in some JSON; raises ValidationError with the path of each fault."""
        try:
            return self.read(data)
        except LeaguerError as error:
            faults = error.faults if isinstance(error, FaultyDocumentError) else (error,)
            found: dict[str, list[str]] = {}
            for each in faults:
                found.setdefault(each.path or "non_field_errors", []).append(each.message)
            raise serializers.ValidationError(found) from None

    def to_representation(self, instance: Any) -> Any:
        return instance.model_dump(mode="json", exclude_defaults=True)


class _ModelledExtension(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]
    target_class = Modelled
    match_subclasses = True

    def get_name(self, auto_schema: Any, direction: Any) -> str:
        return PREFIX + str(self.target.name)

    def map_serializer(self, auto_schema: Any, direction: Any) -> dict[str, Any]:
        return {_MARK: self.target.name}


def with_models(result: dict[str, Any], generator: Any, request: Any, public: bool) -> dict[str, Any]:
    """Add the models that a finished schema refers to, with all their parts."""
    schemas = result["components"]["schemas"]
    models = {each.name: each.model for each in Modelled.__subclasses__()}
    for key, schema in list(schemas.items()):
        if name := schema.get(_MARK):
            ref = f"#/components/schemas/{PREFIX}{{model}}"
            found = TypeAdapter(models[name]).json_schema(ref_template=ref)
            for part, described in found.pop("$defs", {}).items():
                schemas.setdefault(PREFIX + part, _as_openapi(described))
            schemas[key] = _as_openapi(found)
    result["components"]["schemas"] = dict(sorted(schemas.items()))
    return result


def _as_openapi(schema: Any) -> Any:
    """Return a JSON schema of 2020 as OpenAPI 3.0 writes it."""
    if isinstance(schema, list):
        return [_as_openapi(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    named = schema.get("properties", {})
    found = {key: _as_openapi(each) for key, each in schema.items() if key not in ("title", "prefixItems")}
    if named:
        found["properties"] = {key: _as_openapi(each) for key, each in named.items()}
    if "const" in found:
        found["enum"] = [found.pop("const")]
    if "prefixItems" in schema:
        found["items"] = _as_openapi(schema["prefixItems"][0])
    if "exclusiveMinimum" in found:
        found |= {"minimum": found["exclusiveMinimum"], "exclusiveMinimum": True}
    return _with_null(found)


def _with_null(found: dict[str, Any]) -> dict[str, Any]:
    choices = [each for each in found.get("anyOf", ()) if each != {"type": "null"}]
    if len(choices) == len(found.get("anyOf", ())):
        return found
    rest = {key: each for key, each in found.items() if key != "anyOf"}
    one = choices[0] if len(choices) == 1 else {"anyOf": choices}
    return {**rest, **({"allOf": [one]} if "$ref" in one else one), "nullable": True}
