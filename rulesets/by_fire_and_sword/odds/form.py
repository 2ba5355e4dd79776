"""What the odds of a meeting are asked by: two forces, and what the weaker one spends and chooses.

In the address `a-` begins the fields of one force, `b-` those of the other.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from rulesets.by_fire_and_sword.armies import lists as armies
from rulesets.by_fire_and_sword.armies.force import force
from rulesets.by_fire_and_sword.odds.query import FiguresModel, Query
from rulesets.contract.odds import Data, Given, Part, Question, read
from rulesets.engine.errors import LeaguerError
from rulesets.engine.fields import Field, fields_of, values_of

OWN = "own"
LEGENDS = {"a": "One force", "b": "The other force"}
_FSP = {"a": 7, "b": 10}


def ask(data: Data) -> Question:
    """Return the question that stands in an address, with the fields that it needs."""
    # What the weaker side spends, and what it chooses if it may.
    spent, choice, chosen = fields_of(Query).values()
    head = Part("head", "", "", (("", (spent, choice)), ("", (chosen,) if read(choice, data) else ())))
    parts = [head, *(_force(data, key) for key in LEGENDS)]

    def query(given: Given) -> dict[str, Any]:
        return {**values_of(Query, given), "forces": [_given_force(given, key) for key in LEGENDS]}

    return Question(tuple(parts), query, _place)


def _force(data: Data, key: str) -> Part:
    """Return a force: a sample list, or figures of one's own."""
    choices = [*_samples(), ("Another", [(OWN, "A force of your own…")])]
    army = Field(f"{key}-army", "Force", "choice", choices=choices, default=OWN)
    own = (*read(army, data), OWN)[0] == OWN
    style = "side side-a" if key == "a" else "side side-b"
    return Part(key, LEGENDS[key], style, (("", (army,)), ("own", _figures(key) if own else ())))


@cache
def _samples() -> Sequence[tuple[str, Any]]:
    """Return the sample lists that are skirmish forces, under one heading."""
    found = [
        (name, army.name or name)
        for name, army in armies.sample_lists().items()
        if force(army).kind == "skirmish"
    ]
    return [("Sample lists", found)] if found else []


def _figures(key: str) -> tuple[Field, ...]:
    usual = {"fsp": _FSP[key]}
    return tuple(
        replace(field, key=f"{key}-{name}", default=usual.get(name, field.default))
        for name, field in fields_of(FiguresModel).items()
    )


def _given_force(given: Given, key: str) -> dict[str, Any]:
    army = given.get(f"{key}-army", OWN)
    if army != OWN:
        return {"sample": army}
    mine = {name.removeprefix(f"{key}-"): value for name, value in given.items()}
    return {"figures": {**values_of(FiguresModel, mine), "name": LEGENDS[key]}}


def _place(error: LeaguerError) -> tuple[str, str]:
    """Return the part and the field of the form where an error in the query belongs."""
    found = re.match(r"forces\[([01])\]\.?(.*)", error.path)
    if found is None:
        return "head", error.path.partition("[")[0]
    key = "ab"[int(found[1])]
    name = found[2].rpartition(".")[2]
    return key, f"{key}-{'army' if name in ('sample', '') else name}"
