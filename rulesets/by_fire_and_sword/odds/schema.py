"""The odds as JSON schemas: what may be asked and what is answered (docs/formats.md tells it in words)."""

from __future__ import annotations

from rulesets.by_fire_and_sword.odds.query import Query
from rulesets.contract.oddsquery import query_schema
from rulesets.contract.oddsschema import FLAG, NUMBER, TEXT, WHOLE, Schema, list_of, table

QUERY = query_schema(Query)

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
