"""Exact odds of a shot, of point-blank pistols and of a round of melee: JSON in, JSON out, no sampling.

The same modifiers, re-rolls and outcomes as in play are asked for, so the odds cannot drift from the rules.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from rulesets.baroque.odds import form, page, schema, words
from rulesets.baroque.odds.answer import answered
from rulesets.baroque.odds.query import OddsError, read_query
from rulesets.engine.canonical import canonical_json
from rulesets.odds import Odds

__all__ = ["ODDS", "OddsError", "odds"]


def odds(query: Mapping[str, Any]) -> dict[str, Any]:
    """The exact odds of `query` (docs/formats.md); raises OddsError with the path of a fault."""
    if not isinstance(query, Mapping):
        raise OddsError('a query is an object such as {"kind": "shot", ...}', code="type")
    try:
        text = canonical_json(query)
    except (TypeError, ValueError, RecursionError):
        raise OddsError("the query is not JSON", code="type") from None
    found: dict[str, Any] = json.loads(_answer(text))
    return found


@lru_cache(maxsize=2048)
def _answer(text: str) -> str:
    """Answers are kept as text: whoever gets one may change it."""
    return json.dumps(answered(read_query(json.loads(text))))


ODDS = Odds(
    answer=odds,
    ask=form.ask,
    shown=page.shown,
    lines=words.lines,
    query_schema=schema.QUERY,
    answer_schema=schema.ANSWER,
    example=schema.EXAMPLE,
)
