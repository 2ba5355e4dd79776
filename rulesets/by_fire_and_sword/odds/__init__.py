"""Exact odds of a meeting: which scenarios two forces can choose, which effects the weaker one receives.

JSON in, JSON out, no sampling. The meeting itself asks the same functions (meeting/chances.py).
"""

from __future__ import annotations

from rulesets.by_fire_and_sword.odds import form, page, schema, words
from rulesets.by_fire_and_sword.odds.answer import answered
from rulesets.by_fire_and_sword.odds.query import read_query
from rulesets.contract.odds import Odds, OddsError, answering

__all__ = ["ODDS", "OddsError", "odds"]


odds = answering(lambda query: answered(read_query(query)), kind="meeting", kept=512)
"""The exact odds of a query (docs/formats.md); raises OddsError with the path of a fault."""

ODDS = Odds(
    answer=odds,
    ask=form.ask,
    shown=page.shown,
    lines=words.lines,
    query_schema=schema.QUERY,
    answer_schema=schema.ANSWER,
    example=schema.EXAMPLE,
)
