"""Exact odds of a meeting: which scenarios two forces can choose, which effects the weaker one receives.

JSON in, JSON out, no sampling. The meeting itself asks the same functions (meeting/chances.py).
"""

from __future__ import annotations

from rulesets.by_fire_and_sword.odds import form, page
from rulesets.by_fire_and_sword.odds.answer import answered
from rulesets.by_fire_and_sword.odds.query import Query, read
from rulesets.contract.odds import Odds, answering
from rulesets.contract.oddsschema import FLAG, NUMBER, TEXT, WHOLE, list_of, query_schema, table

_ANSWER = table(
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

ODDS = Odds(
    answer=answering(lambda query: answered(read(query)), kind="meeting", kept=512),
    ask=form.ask,
    shown=page.shown,
    lines=page.lines,
    query_schema=query_schema(Query),
    answer_schema=_ANSWER,
    example={
        "kind": "meeting",
        "forces": [
            {"figures": {"fsp": 7, "cp": 3}},
            {"figures": {"fsp": 10, "cp": 2, "units": 8, "commanders": 2}},
        ],
        "spent": 1,
    },
)
