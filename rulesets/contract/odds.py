"""What a rule system reckons for its players: exact odds, the form that asks for them, the answer in words.

The page, the REST interface and the command ask by this alone.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from rulesets.contract import wording
from rulesets.contract.oddsanswers import Answer
from rulesets.engine import booksources
from rulesets.engine.canonical import canonical_json
from rulesets.engine.errors import LeaguerError
from rulesets.engine.fields import Field

Data = Mapping[str, Sequence[str]]
"""What stands in an address: the values of each name."""

Given = Mapping[str, Any]
"""What was given, by the keys of the fields, as values of their kinds; nothing for a field left empty."""


def read(field: Field, data: Data) -> list[str]:
    """Return what an address gives to a field: its values without forgotten ones, or the default."""
    default = [] if field.default is None else [str(field.default)]
    values = data.get(field.key, default)
    return [value for value in values if field.forgotten is None or not field.forgotten(value)]


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a question under one legend. `style`: its theme; `groups`: its fields, with the style of
    each group.
    """

    key: str
    legend: str
    style: str
    groups: tuple[tuple[str, tuple[Field, ...]], ...]

    @property
    def fields(self) -> tuple[Field, ...]:
        """All of its fields."""
        return tuple(field for _, fields in self.groups for field in fields)


@dataclass(frozen=True)
class Question:
    """A form: its parts, the query that it makes of what was given, and the part and the field ("": none)
    where an error in the query belongs.
    """

    parts: tuple[Part, ...]
    query: Callable[[Given], dict[str, Any]]
    place: Callable[[LeaguerError], tuple[str, str]]


class OddsError(LeaguerError):
    """An odds query cannot be answered: the path of what is wrong with it, and what would be right."""


def answering(
    reckon: Callable[[Any], Mapping[str, Any]], *, kind: str, kept: int
) -> Callable[[Mapping[str, Any]], dict[str, Any]]:
    """Return what answers queries by `reckon` and remembers the last `kept` answers; `kind` is one that it
    knows.

    It raises OddsError for what is no query; whatever `reckon` raises passes through. What names a book of a
    user's own is reckoned anew each time, for the book may have a new version by then.
    """

    @lru_cache(maxsize=kept)
    def remembered(text: str) -> str:
        # Kept as text: whoever gets an answer may change it.
        return json.dumps(reckon(json.loads(text)))

    def answer(query: Mapping[str, Any]) -> dict[str, Any]:
        if not isinstance(query, Mapping):
            raise OddsError(wording.no_object(kind), code="type")
        try:
            text = canonical_json(query)
        except (TypeError, ValueError, RecursionError):
            raise OddsError(wording.NO_JSON, code="type") from None
        reckoned = remembered.__wrapped__ if f'"{booksources.PREFIX}' in text else remembered
        found: dict[str, Any] = json.loads(reckoned(text))
        return found

    return answer


@dataclass(frozen=True)
class Odds:
    """The odds of a system.

    `answer(query)` gives the odds as a JSON value, or raises LeaguerError with the path of what is wrong;
    `ask(data)` is the form for what stands in an address; `shown(answer)` what a page draws, `lines(answer)`
    the answer as text. `query_schema` and `answer_schema` are JSON schemas, `example` is a query.
    """

    answer: Callable[[Any], dict[str, Any]]
    ask: Callable[[Data], Question]
    shown: Callable[[Mapping[str, Any]], Answer]
    lines: Callable[[Mapping[str, Any]], Iterator[str]]
    query_schema: Mapping[str, Any]
    answer_schema: Mapping[str, Any]
    example: Mapping[str, Any]
