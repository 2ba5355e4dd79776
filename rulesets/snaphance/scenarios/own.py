"""Scenarios that users write: what their form asks for, and the one they begin with.

The map, the armies and the changes of the sheet are not typed into fields: the map editor makes them.
"""

from __future__ import annotations

from functools import cache

from rulesets.engine.bookform import BookForm, Group
from rulesets.engine.bookrules import BookRules, Document
from rulesets.engine.fields import Field
from rulesets.snaphance.armies.lists import sample_lists
from rulesets.snaphance.scenarios.definitions import FORMAT, MOST_ROUNDS, VERSION
from rulesets.snaphance.scenarios.reading import documents, schema
from rulesets.snaphance.scenarios.reading import read as read_scenario
from rulesets.snaphance.sheet import load

BEGUN_WITH = (("Swedes", "swedish-army-1632"), ("Imperialists", "imperial-army-1632"))
"""The armies of a new scenario, until its writer gives it others."""
_ENDS = (
    ("share", "the side with the smaller share of its break points lost wins"),
    ("draw", "nobody wins"),
    ("first", "the first side wins: it has held out"),
    ("second", "the second side wins: it has held out"),
)


def empty(name: str) -> Document:
    """Return open ground of the usual size and two armies to deploy along its edges (SN-C-setup)."""
    numbers = load().numbers
    lists = sample_lists()
    return {
        "format": FORMAT,
        "version": VERSION,
        "name": name,
        "rounds": numbers.rounds,
        "map": {
            "columns": numbers.columns,
            "rows": numbers.rows,
            "terrain": ["." * numbers.columns] * numbers.rows,
        },
        "sides": [{"name": name, "list": lists[key].to_json()} for name, key in BEGUN_WITH],
    }


@cache
def form() -> BookForm:
    """Return what a scenario says of itself besides its map, its armies and its sheet."""
    return BookForm(
        head=(
            Field("name", "Name"),
            Field("date", "Date", optional=True, help="As a reader sees it: 16 November 1632"),
            Field("place", "Place", optional=True),
            Field("summary", "In short", "text", optional=True, wide=True),
            Field("told", "The story", "text", optional=True, wide=True),
            Field("scale", "Scale", "text", optional=True, wide=True, help="How many men a stand is"),
            Field("sources", "Sources", "lines", optional=True, wide=True, help="One on each line"),
            Field("ours", "Your own inventions", "text", optional=True, wide=True,
                  help="What no source gives"),
            Field("rounds", "Rounds", "whole", low=0, high=MOST_ROUNDS, help="0 for no limit"),
            Group("victory", "If no army has broken by then", (
                Field("at_the_end", "Then", "choice", choices=_ENDS, optional=True, default="share"),
                Field("words", "Victory in words", "text", optional=True, wide=True),
            ), optional=True),
            Field("notes", "Special rules and hints", "text", optional=True, wide=True),
        ),
        tables=(),
    )  # fmt: skip


SCENARIOS = BookRules(
    system="snaphance",
    kind="scenario",
    read=lambda document, _key, _version: read_scenario(document),
    schema=schema,
    empty=empty,
    form=form,
    shipped=documents,
)
