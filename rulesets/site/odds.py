"""The odds of the rule systems: those that a query asks for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulesets.contract import registry
from rulesets.contract.odds import Odds
from rulesets.engine.errors import LeaguerError


def odds_of(slug: str = "") -> Odds:
    """Return the odds of a system, of the first that has any if none is named.

    Raises LeaguerError naming those there are.
    """
    known = {system.slug: system.odds for system in registry.having("odds")}
    odds = known.get(slug or next(iter(known)))
    if odds is None:
        raise LeaguerError(f"there are no odds of “{slug}”: choose from {', '.join(known)}", path="system")
    return odds


def asked(query: Any) -> tuple[Odds, Any]:
    """Return the odds that a query is for, and the query for them, without its `system`.

    Raises LeaguerError for a system that has none.
    """
    if not isinstance(query, Mapping) or "system" not in query:
        return odds_of(), query
    slug = query["system"]
    rest = {key: value for key, value in query.items() if key != "system"}
    return odds_of(slug if isinstance(slug, str) and slug else "?"), rest
