"""What a rule system says of army lists: one `Lists` a system."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rulesets.engine.books import Book
from rulesets.engine.constraints import Constraint
from rulesets.engine.lists import ArmyList, ListRules, Report


@dataclass(frozen=True)
class Lists:
    """How the army lists of a system are read and judged.

    `rules`: the army books, and what a list may hold. `check(army)` judges a list: total, derived figures,
    violations. `constraints(book, points)`: what a list of that book and size must satisfy. `samples()`:
    ready-made lists by the name of their file.
    """

    rules: ListRules
    check: Callable[[ArmyList], Report]
    constraints: Callable[[Any, int], Sequence[Constraint]]
    samples: Callable[[], Mapping[str, ArmyList]] = dict

    def books(self) -> Mapping[str, Book[Any]]:
        """Return the army books that come with Leaguer, by key."""
        return self.rules.books()
