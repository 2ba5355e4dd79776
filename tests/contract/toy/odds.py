"""Exact odds of a strike (TOY-2.3)."""

from collections.abc import Iterator, Mapping
from math import comb
from typing import Any

from rulesets.contract import oddsschema as schema
from rulesets.contract.odds import Data, Odds, OddsError, Part, Question
from rulesets.contract.oddsanswers import Answer
from rulesets.engine.fields import Field
from tests.contract.toy.armies import BOOKS, LISTS
from tests.contract.toy.battle import needs

FIGHTERS = ("attacker", "target")


def answer(query: Mapping[str, Any]) -> dict[str, Any]:
    """Return the chance of each number of hits; raises OddsError for a query that names no units."""
    profiles = []
    for key in FIGHTERS:
        entry = str(query.get(key))
        if (book := LISTS.book_with(entry)) is None:
            raise OddsError("is not a unit of an army book", path=key)
        profiles.append(book.entry_by_id[entry].profile)
    dice, hit = profiles[0].strength, (7 - needs(*profiles)) / 6
    return {"hits": [comb(dice, n) * hit**n * (1 - hit) ** (dice - n) for n in range(dice + 1)]}


def ask(data: Data) -> Question:
    """Return the form: who strikes, and at whom."""
    units = tuple((each.id, each.label) for book in BOOKS.values() for each in book.entries)
    asks = tuple(Field(key, key, "choice", choices=units, default=units[0][0]) for key in FIGHTERS)
    return Question((Part("strike", "", "", (("", asks),)),), dict, lambda error: ("strike", error.path))


def lines(found: Mapping[str, Any]) -> Iterator[str]:
    """Yield the answer as text."""
    yield from (f"{n} hits: {each:.1%}" for n, each in enumerate(found["hits"]))


ODDS = Odds(
    answer=answer, ask=ask, lines=lines,
    shown=lambda found: Answer("Strike", (("Hits at all", f"{1 - found['hits'][0]:.0%}"),)),
    query_schema=schema.table({"attacker": schema.TEXT, "target": schema.TEXT}),
    answer_schema=schema.table({"hits": schema.list_of(schema.NUMBER)}),
    example={"attacker": "trained-bands.pikes", "target": "trained-bands.horse"},
)  # fmt: skip
