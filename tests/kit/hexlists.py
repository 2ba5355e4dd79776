"""Whole Snaphance battles for tests: legal armies by chance, set-ups, battles of two of them."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from random import Random
from typing import Any

from rulesets.contract.documents import parse_list
from rulesets.engine.battle import Battle
from rulesets.engine.document import begin
from rulesets.engine.lists import ArmyList
from rulesets.snaphance import SYSTEM, scenarios
from rulesets.snaphance.armies import LISTS, TRAININGS, SnaphanceBook, books, check
from rulesets.snaphance.scenario_editor import setup as staged

Document = dict[str, Any]


def random_list(rng: Random, book: SnaphanceBook, stands: int = 12) -> ArmyList:
    """A legal list of `book`: two to four groups of at least two stands of any kind, `stands` in all or a few
    less where the book allows no more of them.
    """
    left = {entry.id: entry.max for entry in book.entries}
    groups: list[list[Document]] = [[] for _ in range(rng.randint(2, 4))]
    while sum(map(len, groups)) < stands and (open_ := [id_ for id_, most in left.items() if most > 0]):
        group, entry = rng.choice(groups), rng.choice(open_)
        for _ in range(rng.randint(1, min(3, left[entry]))):
            options = [option.id for option in book.options_for(entry) if rng.random() < 0.3]
            group.append({"id": f"u{len(group)}", "entry": entry, "options": options[:1]})
            left[entry] -= 1
    commands = [
        {
            "id": f"c{number}",
            "name": f"Group {number}",
            "leader": {"level": rng.choice(LISTS.leader_levels)},
            "units": [{**unit, "id": f"c{number}{unit['id']}"} for unit in group],
        }
        for number, group in enumerate(filter(None, groups), start=1)
    ]
    army = parse_list({
        "format": "leaguer-list", "version": 1, "system": "snaphance", "book": book.key, "name": "Test army",
        "commands": commands, "extras": {"training": rng.choice(TRAININGS), "break_percent": 40},
    })  # fmt: skip
    report = check(army, book)
    if not report.legal:
        raise ValueError(f"no legal army: {report.violations}")
    return army


def setup(one: Document, two: Document, **changes: Any) -> Document:
    """A Snaphance setup document for two list documents."""
    return {
        "format": "leaguer-setup", "version": 1, "system": "snaphance", "lists": [one, two],
        "sides": ["Alice", "Bob"], **changes,
    }  # fmt: skip


def snaphance(one: Document, two: Document, seed: str = "1", **changes: Any) -> Battle:
    """A Snaphance battle at its first decision."""
    return begin(SYSTEM, setup(one, two, **changes), seed)


def random_battle(number: int, stands: int = 12, **changes: Any) -> Battle:
    """A battle of two random legal lists over a few rounds, on ground of its own or rolled for."""
    rng = Random(f"battle {number}")
    shelf: Mapping[str, SnaphanceBook] = books()
    one, two = (random_list(rng, shelf[rng.choice(sorted(shelf))], stands).to_json() for _ in range(2))
    settings: Document = {
        "max_turns": 5,
        "table": {"width": rng.choice([12, 15, 18]), "depth": 12},
        "terrain": "open" if number % 4 == 0 else "roll",
    }
    return snaphance(one, two, seed=f"play {number}", **{**settings, **changes})


def scenario_battle(number: int, rounds: int = 4) -> Battle:
    """One of the scenarios that ship, cut to so many rounds; who comes later comes in the last."""
    documents = scenarios.documents()
    key = sorted(documents)[number % len(documents)]
    document = {**deepcopy(documents[key]), "rounds": rounds}
    for side in document["sides"]:
        for arrival in side.get("arrivals", {}).values():
            arrival["round"] = min(arrival["round"], rounds)
    return begin(SYSTEM, staged(document), f"{key} {number}")
