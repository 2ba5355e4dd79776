"""Scenarios that users write: what their form asks for, and the one they begin with.

The map, the armies and the changes of the sheet are not typed into fields: the map editor makes them.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from rulesets.engine.bookform import BookForm, Group
from rulesets.engine.bookrules import BookRules, Document
from rulesets.engine.fields import Field, Kind
from rulesets.snaphance.armies.lists import sample_lists
from rulesets.snaphance.scenarios.definitions import FORMAT, MOST_ROUNDS, VERSION
from rulesets.snaphance.scenarios.reading import documents, schema
from rulesets.snaphance.scenarios.reading import read as read_scenario
from rulesets.snaphance.sheet import load
from rulesets.snaphance.wording import scenarios as words

BEGUN_WITH = (("Swedes", "swedish-army-1632"), ("Imperialists", "imperial-army-1632"))
"""The armies of a new scenario, until its writer gives it others."""


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
    prose = {"optional": True, "wide": True}
    ends = tuple(words.ENDS.items())
    return BookForm(
        head=(
            _field("name"),
            _field("date", optional=True),
            _field("place", optional=True),
            _field("summary", "text", **prose),
            _field("told", "text", **prose),
            _field("scale", "text", **prose),
            _field("sources", "lines", **prose),
            _field("ours", "text", **prose),
            _field("rounds", "whole", low=0, high=MOST_ROUNDS),
            Group("victory", words.VICTORY, (
                _field("at_the_end", "choice", choices=ends, optional=True, default="share"),
                _field("words", "text", **prose),
            ), optional=True),
            _field("notes", "text", **prose),
        ),
        tables=(),
    )  # fmt: skip


def _field(key: str, kind: Kind = "line", **more: Any) -> Field:
    label, help_ = words.FIELDS[key]
    return Field(key, label, kind, help=help_, **more)


SCENARIOS = BookRules(
    system="snaphance",
    kind="scenario",
    read=lambda document, _key, _version: read_scenario(document),
    schema=schema,
    empty=empty,
    form=form,
    shipped=documents,
)
