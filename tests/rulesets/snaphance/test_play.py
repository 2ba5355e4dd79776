"""Laws of every legal play: it ends, keeps the laws of hexlaws and laws, the referee works out the same
figures, and it replays to the same events.

How many battles are tried is set in tests/kit/effort.py; 2,000 of them at night.
"""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.engine.battle import Battle, Player
from rulesets.snaphance import tactics
from tests.kit import hex_referee, hexlaws, laws
from tests.kit.effort import PLAYS
from tests.kit.hexlists import random_battle, scenario_battle
from tests.kit.hexplayers import eager
from tests.kit.players import uniform

WAYS = (
    "chance", "eager", "eager at large", "eager against chance", "typed", "scenario", "tactics",
    "tactics against eager",
)  # fmt: skip


def begun(number: int) -> tuple[Battle, list[Player]]:
    """The battle of that number and who plays it, in one of several ways."""
    way = WAYS[number % len(WAYS)]
    chance, bold = uniform(number), eager(number)
    if way == "chance":
        return random_battle(number), [chance, uniform(-number)]
    if way == "eager at large":
        return random_battle(number, 24, max_turns=3), [bold, eager(-number)]
    if way == "eager against chance":
        return random_battle(number, max_turns=6), [bold, chance]
    if way == "scenario":
        return scenario_battle(number // len(WAYS), 3), [bold, eager(-number)]
    if way == "tactics":
        return random_battle(number, max_turns=6), [tactics.choose, tactics.choose]
    if way == "tactics against eager":
        return random_battle(number, max_turns=6), [bold, tactics.choose]
    settings: dict[str, Any] = {"dice": "typed"} if way == "typed" else {}
    return random_battle(number, max_turns=6, **settings), [bold, eager(-number)]


@pytest.mark.parametrize("number", range(PLAYS))
def test_every_legal_play_ends_and_keeps_the_laws(number: int) -> None:
    battle, players = begun(number)
    before: dict[str, int] = {}

    def look(battle: Battle) -> None:
        if battle.state.turn:
            hexlaws.check_field(battle, before)
        if battle.pending is not None and len(battle.choices) % 3 == number % 3:
            hexlaws.check_steps(battle)
        laws.check_moment(battle, number)

    battle.play(players, after=look)
    laws.check_end(battle)
    hexlaws.check_log(battle)
    hex_referee.judged(battle)
