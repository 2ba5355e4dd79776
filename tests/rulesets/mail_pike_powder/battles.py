"""Whole battles made up by chance, who fights them, and the laws that they keep."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from rulesets.contract import registry
from rulesets.engine import geometry
from rulesets.engine.battle import Battle, Player
from rulesets.engine.decisions import Choice, Decision, Refusal
from rulesets.engine.document import begin
from rulesets.mail_pike_powder.armies import PowderBook, books
from rulesets.mail_pike_powder.state import State
from tests.kit.players import uniform

PIECES = ("wood", "rough", "crops", "hill", "building", "fort", "lake", "marsh")
LINES = ("hedge", "wall", "earthwork", "stream")
BOLD = ("charge", "follow", "sweep", "shoot", "countercharge", "closing", "line-up", "fight", "advance")
"""What a bold player does whenever it can."""


def random_army(rng: random.Random, book: PowderBook, units: int) -> dict[str, Any]:
    """An army of two or three battalias, of any units with any options: by agreement, and seldom legal."""
    commands: list[dict[str, Any]] = [
        {"id": f"c{n}", "name": "", "units": [],
         "leader": {"level": rng.choice(["7", "8", "8", "9"]), "commander_in_chief": n == 1}}
        for n in range(1, rng.randint(2, 3) + 1)
    ]  # fmt: skip
    for number in range(units):
        command = commands[number % len(commands)]
        entry = rng.choice(book.entries).id
        options = [each.id for each in book.options_for(entry) if rng.random() < 0.3]
        command["units"].append({"id": f"{command['id']}u{number}", "entry": entry, "options": options[:1]})
    return {
        "format": "leaguer-list", "version": 1, "system": "mail_pike_powder", "book": book.key,
        "book_version": book.version, "name": "Made up", "points": 1000, "commands": commands,
        "extras": {"commanders_on_foot": rng.random() < 0.2},
    }  # fmt: skip


def random_battle(number: int, units: int = 8, **changes: Any) -> Battle:
    """A battle of two armies made up by chance, on terrain of its own, agreed or laid in turn."""
    rng = random.Random(f"powder {number}")
    shelf = books()
    armies = [random_army(rng, shelf[rng.choice(sorted(shelf))], units) for _ in range(2)]
    setup = {
        "format": "leaguer-setup", "version": 1, "system": "mail_pike_powder", "lists": armies,
        "sides": ["Alice", "Bob"], "table": {"width": rng.choice([60, 72]), "depth": 40}, "max_turns": 5,
        "terrain": list(random_terrain(rng)) if number % 3 == 0 else "roll" if number % 3 == 1 else "open",
        "options": {"literal_break_test": number % 5 == 0},
    }  # fmt: skip
    return begin(registry.get("mail_pike_powder"), {**setup, **changes}, f"play {number}")


def random_terrain(rng: random.Random) -> Iterator[dict[str, Any]]:
    """A road now and then, and pieces of every kind wherever they fall."""
    if rng.random() < 0.5:
        y = round(rng.uniform(12, 28), 2)
        yield {"kind": "road", "line": [0, y, 60, y], "width": 1.5}
    for kind in rng.sample(PIECES, rng.randint(2, 6)):
        yield {
            "kind": kind, "x": round(rng.uniform(8, 52), 2), "y": round(rng.uniform(13, 27), 2),
            "width": round(rng.uniform(4, 9), 2), "depth": round(rng.uniform(4, 7), 2),
            "heading": rng.choice([0, 0, 30, 75]),
        }  # fmt: skip
    for kind in rng.sample(LINES, rng.randint(0, 3)):
        x, y = round(rng.uniform(4, 44), 2), round(rng.uniform(10, 30), 2)
        yield {"kind": kind, "line": [x, y, x + rng.choice([0, 8, 12]), y + rng.choice([4, 6])]}


def bold(seed: Any) -> Player:
    """Orders charges, charges, shoots and advances, mostly; the rest by chance."""
    rng, chance = random.Random(f"bold {seed}"), uniform(f"bold {seed}")

    def choose(battle: Battle, decision: Decision) -> Choice:
        if rng.random() < 0.85:
            options = sorted(decision.options, key=lambda option: option.key.get("intent") != "charge")
            for do in (*BOLD, "order"):
                for option in options:
                    if option.key.get("do") == do:
                        choice = {
                            **option.key,
                            **{p.name: getattr(p, "default", None) for p in option.params},
                        }
                        try:
                            return option.read(choice)
                        except Refusal:
                            continue
        return chance(battle, decision)

    return choose


def check_table(battle: Battle) -> None:
    """Bases are on the table and apart, contacts touch, who is gone has no base, nobody is ordered twice."""
    state: State = battle.state
    standing = list(state.on_field())
    # MPP-C-37: in the middle of a move nobody stands on a friend either, for each move ends clear of them.
    for i, unit in enumerate(standing):
        assert geometry.within(unit.place, 0.0, 0.0, state.width, state.depth, 0.01), unit.id
        assert unit.casualties >= 0, unit.id
        for other in standing[i + 1 :]:
            assert not geometry.overlap(unit.place, other.place, 0.02), f"{unit.id} stands on {other.id}"
    for unit in state.units.values():
        assert (unit.base is not None) == (unit.status == "field"), unit.id
        assert unit.status != "field" or unit.moves <= 3, unit.id
        if not state.engaged(unit.id):
            assert (unit.rounds, unit.charging, unit.won) == (0, False, False), unit.id
    for one, two in state.contacts:
        assert state.units[one].side != state.units[two].side
        assert geometry.touching(state.units[one].place, state.units[two].place, 0.1), (one, two)
    for leader in state.leaders.values():
        assert not leader.attached or state.units[leader.attached].on_field, leader.id
