"""The odds as JSON schemas: what may be asked and what is answered (docs/formats.md tells it in words)."""

from __future__ import annotations

from typing import Any

from rulesets.by_fire_and_sword.odds.query import Query
from rulesets.contract.oddsschema import FLAG, NUMBER, TEXT, WHOLE, Schema, list_of, table


def _inlined(schema: Schema) -> Schema:
    """A schema without `$defs`: what it refers to stands where it is referred to."""
    defs = schema.pop("$defs", {})

    def put(value: Any) -> Any:
        if isinstance(value, list):
            return [put(each) for each in value]
        if not isinstance(value, dict):
            return value
        if "$ref" in value:
            return put(defs[value["$ref"].rpartition("/")[2]])
        return {key: put(each) for key, each in value.items() if key != "title" or not isinstance(each, str)}

    found: Schema = put(schema)
    return found


QUERY = _inlined(Query.model_json_schema())

EXAMPLE: Schema = {
    "kind": "meeting",
    "forces": [
        {"figures": {"fsp": 7, "cp": 3}},
        {"figures": {"fsp": 10, "cp": 2, "units": 8, "commanders": 2}},
    ],
    "spent": 1,
}

ANSWER = table(
    {
        "kind": TEXT,
        "forces": list_of(
            table({"name": TEXT, "fsp": WHOLE, "cp": WHOLE, "marked": list_of(TEXT)})
        ),
        "weaker": {"type": ["integer", "null"]},
        "advantage": WHOLE,
        "scenario": table(
            {
                "method": TEXT, "rule": TEXT, "dice": WHOLE, "none": NUMBER,
                "scenarios": list_of(
                    table(
                        {
                            "key": TEXT, "name": TEXT, "ours": FLAG, "value": WHOLE, "variable": FLAG,
                            "available": NUMBER, "alone": NUMBER, "by_discarding": NUMBER,
                            "by_one_die": NUMBER,
                        }
                    )
                ),
                "sets": list_of(table({"scenarios": list_of(TEXT), "probability": NUMBER})),
            }
        ),
        "effects": table(
            {
                "due": WHOLE, "rolled": WHOLE, "chosen": WHOLE, "left_for_later": WHOLE,
                "effects": list_of(
                    table(
                        {"key": TEXT, "name": TEXT, "rule": TEXT, "once": NUMBER, "expected": NUMBER}
                    )
                ),
            }
        ),
    },
    description="The exact odds. `weaker` is the number of the weaker force, null if both have as many FSP.",
)  # fmt: skip
