"""Laws of every legal play: it ends, keeps the laws of laws and tablelaws, and replays to the same events.

How many battles are tried is set in tests/kit/effort.py; 2,000 of them at night.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from rulesets.baroque import tactics
from rulesets.baroque.armies import books
from rulesets.engine.battle import Battle, Player
from tests.kit import laws, tablelaws
from tests.kit.battles import baroque
from tests.kit.effort import PLAYS
from tests.kit.lists import random_list
from tests.kit.players import straight_on, uniform

WAYS = ("chance", "chance at large", "closing in", "tactics", "against chance", "against the plain", "typed")
AREAS = (
    "wood", "village", "gentle_hill", "ridge", "broken", "steep_hill", "swamp", "lake", "rocks", "orchard",
    "open_field", "wooded_hill",
)  # fmt: skip


def random_battle(number: int, points: int = 300, **changes: Any) -> Battle:
    """A battle of two random legal lists over a few turns, on terrain of its own or rolled for."""
    rng = random.Random(f"battle {number}")
    one, two = (random_list(rng, books()[rng.choice(sorted(books()))], points).to_json() for _ in range(2))
    settings: dict[str, Any] = {
        "max_turns": 4,
        "terrain": list(random_terrain(rng)) if number % 3 == 0 else "roll",
        "options": {"rolls_of_destiny": True, "river": rng.choice(["roll", "dry", "normal", "deep"])},
    }
    return baroque(one, two, seed=f"play {number}", **{**settings, **changes})


def random_terrain(rng: random.Random) -> Iterator[dict[str, Any]]:
    """More pieces than any budget allows: a river with crossings, a road, obstacles, areas of every kind."""
    x = round(rng.uniform(6, 14), 2)
    if rng.random() < 0.5:
        crossings = [[kind, x, round(rng.uniform(2, 13), 2)] for kind in ("ford", "bridge")]
        yield {"kind": "river", "line": [x, 0, x, 15], "width": 1.0, "crossings": crossings}
    if rng.random() < 0.7:
        y = round(rng.uniform(4, 11), 2)
        yield {"kind": "road", "line": [0, y, 20, y], "width": 1.0}
    for kind in rng.sample(AREAS, rng.randint(2, 6)):
        yield {
            "kind": kind, "x": round(rng.uniform(3, 17), 2), "y": round(rng.uniform(4, 11), 2), "width": 3.0,
            "depth": round(rng.uniform(1.5, 3), 2), "heading": rng.choice([0, 0, 30, 75]),
        }  # fmt: skip
    for _ in range(rng.randint(0, 3)):
        x, y = round(rng.uniform(2, 15), 2), round(rng.uniform(3, 11), 2)
        yield {"kind": "linear_obstacle", "line": [x, y, x + rng.choice([0, 3]), y + 2]}


def begun(number: int) -> tuple[Battle, list[Player]]:
    """The battle of that number and who plays it, in one of several ways."""
    way = WAYS[number % len(WAYS)]
    chance = uniform(number)
    if way == "chance at large":
        return random_battle(number, 600, max_turns=3), [chance, uniform(-number)]
    if way == "closing in":
        return random_battle(number, max_turns=8), [straight_on, straight_on]
    if way == "tactics":
        return random_battle(number, max_turns=8), [tactics.choose, tactics.choose]
    if way == "against chance":
        return random_battle(number, max_turns=6), [tactics.choose, chance]
    if way == "against the plain":
        return random_battle(number, max_turns=8), [straight_on, tactics.choose]
    dice = "typed" if way == "typed" else "stream"
    return random_battle(number, dice=dice), [chance, uniform(-number)]


@pytest.mark.parametrize("number", range(PLAYS))
def test_every_legal_play_ends_and_keeps_the_laws(number: int) -> None:
    battle, players = begun(number)
    before: dict[str, int] = {}

    def look(battle: Battle) -> None:
        if battle.state.turn:
            tablelaws.check_table(battle, before)
        laws.check_moment(battle, number)

    battle.play(players, after=look)
    laws.check_end(battle)
    tablelaws.check_losses(battle)
    tablelaws.check_figures(battle)


def test_a_battle_with_typed_dice_asks_for_every_roll() -> None:
    battle = random_battle(1, dice="typed", max_turns=2)
    battle.play([uniform(1), uniform(2)])
    typed = [made for made in battle.choices if made.decision == "dice"]
    rolled = sum(len(e.event.roll.dice) for e in battle.entries if e.event.kind == "rolled")
    assert rolled <= sum(len(made.choice["dice"]) for made in typed)
    assert typed
