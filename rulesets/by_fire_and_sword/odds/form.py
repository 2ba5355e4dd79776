"""What the odds of a meeting are asked by: two forces, and what the weaker one spends and chooses.

In the address `a-` begins the fields of one force, `b-` those of the other.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Any

from rulesets.by_fire_and_sword import armies
from rulesets.by_fire_and_sword.armies.force import force
from rulesets.by_fire_and_sword.meeting.effects import kinds
from rulesets.by_fire_and_sword.odds.query import MOST_CP, MOST_DIFFERENCE, MOST_FSP, MOST_UNITS
from rulesets.contract.odds import Ask, Data, Given, Part, Question
from rulesets.engine.errors import LeaguerError

OWN = "own"
LEGENDS = {"a": "One force", "b": "The other force"}
_FSP = {"a": "7", "b": "10"}
_FLAGS = ("defensive",)
_WHOLE = ("fsp", "cp", "units", "held", "insubordinate", "commanders", "named")


def ask(data: Data) -> Question:
    """The question that stands in an address, with the fields that it needs."""
    parts = [_head(data), *(_force(data, key) for key in LEGENDS)]

    def query(given: Given) -> dict[str, Any]:
        return {
            "kind": "meeting",
            "forces": [_given_force(given, key) for key in LEGENDS],
            "spent": given.get("spent", 0),
            "choice_of_effects": bool(given.get("choice")),
            "chosen": given.get("chosen", []) if given.get("choice") else [],
        }

    return Question(tuple(parts), query, _place)


def _head(data: Data) -> Part:
    """What the weaker side spends, and what it chooses if it may."""
    may = [(kind.key, kind.name) for kind in kinds().values() if kind.may_choose]
    spent = Ask(
        "spent", "FSP spent on scenario and fortifications", "whole", default="0", low=0, high=MOST_DIFFERENCE
    )
    choice = Ask("choice", "Choice of Effects is used", "flag", required=False)
    chosen = Ask("chosen", "Chosen before rolling", "many", may, required=False)
    choosing = bool(choice.read(data))
    return Part("head", "", "", (("", (spent, choice)), ("", (chosen,) if choosing else ())))


def _force(data: Data, key: str) -> Part:
    """A force: a sample list, or figures of one's own."""
    choices = [*_samples(), ("Another", [(OWN, "A force of your own …")])]
    army = Ask(f"{key}-army", "Force", "choice", choices, default=OWN)
    own = (*army.read(data), OWN)[0] == OWN
    style = "side side-a" if key == "a" else "side side-b"
    return Part(key, LEGENDS[key], style, (("", (army,)), ("own", _figures(key) if own else ())))


@cache
def _samples() -> Sequence[tuple[str, Any]]:
    """The sample lists that are skirmish forces, under one heading."""
    found = [
        (name, army.name or name)
        for name, army in armies.sample_lists().items()
        if force(army).kind == "skirmish"
    ]
    return [("Sample lists", found)] if found else []


def _figures(key: str) -> tuple[Ask, ...]:
    def whole(name: str, label: str, default: str, low: int, high: int) -> Ask:
        return Ask(f"{key}-{name}", label, "whole", default=default, low=low, high=high)

    return (
        whole("fsp", "FSP", _FSP[key], 0, MOST_FSP),
        whole("cp", "Command Points of its commander", "2", 1, MOST_CP),
        whole("units", "Units", "6", 1, MOST_UNITS),
        whole("held", "of them never delayed", "0", 0, MOST_UNITS),
        whole("insubordinate", "of them Insubordinate", "0", 0, MOST_UNITS),
        whole("commanders", "Commanders", "2", 1, 20),
        whole("named", "of them with a name in history", "0", 0, 20),
        Ask(f"{key}-defensive", "Defensive Skirmish Force", "flag", required=False),
    )


def _given_force(given: Given, key: str) -> dict[str, Any]:
    army = given.get(f"{key}-army", OWN)
    if army != OWN:
        return {"sample": army}
    figures = {name: given[f"{key}-{name}"] for name in _WHOLE if f"{key}-{name}" in given}
    flags = {name: bool(given.get(f"{key}-{name}")) for name in _FLAGS}
    return {"figures": {"name": LEGENDS[key], **figures, **flags}}


def _place(error: LeaguerError) -> tuple[str, str]:
    """The part and the field of the form where an error in the query belongs."""
    found = re.match(r"forces\[([01])\]\.?(.*)", error.path)
    if found is None:
        return "head", error.path.partition("[")[0]
    key = "ab"[int(found[1])]
    name = found[2].rpartition(".")[2]
    return key, f"{key}-{'army' if name in ('sample', '') else name}"
