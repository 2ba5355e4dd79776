"""Exact odds of a shot, of point-blank pistols and of a round of melee: JSON in, JSON out, no sampling.

The same modifiers, re-rolls and outcomes as in play are asked for, so the odds cannot drift from the rules.
"""

from __future__ import annotations

from rulesets.baroque.odds import form, page, schema, words
from rulesets.baroque.odds.answer import answered
from rulesets.baroque.odds.query import read_query
from rulesets.contract.odds import Odds, OddsError, answering

__all__ = ["ODDS", "OddsError", "odds"]


odds = answering(lambda query: answered(read_query(query)), kind="shot", kept=2048)
"""The exact odds of a query (docs/formats.md); raises OddsError with the path of a fault."""

ODDS = Odds(
    answer=odds,
    ask=form.FORM.ask,
    shown=page.shown,
    lines=words.lines,
    query_schema=schema.QUERY,
    answer_schema=schema.ANSWER,
    example=schema.EXAMPLE,
)
