"""What the JSON schemas of odds are made of, for any rule system."""

from __future__ import annotations

from typing import Any, TypeAlias

Schema: TypeAlias = dict[str, Any]

TEXT: Schema = {"type": "string"}
WHOLE: Schema = {"type": "integer"}
NUMBER: Schema = {"type": "number"}
FLAG: Schema = {"type": "boolean"}


def list_of(items: Schema, **more: Any) -> Schema:
    """Any number of `items`; `more` keywords limit or describe them."""
    return {"type": "array", "items": items, **more}


def table(properties: dict[str, Schema], optional: tuple[str, ...] = (), **more: Any) -> Schema:
    """An object of these properties, all of them needed but the `optional` ones."""
    needed = [name for name in properties if name not in optional]
    return {"type": "object", "properties": properties, **({"required": needed} if needed else {}), **more}
