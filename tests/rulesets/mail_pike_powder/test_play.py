"""Laws of every legal play: it ends, keeps the laws of the table, the referee works out the same figures, and
it replays to the same events.

Fifty battles every day, 2,000 of them at night (LEAGUER_PLAYS).
"""

from __future__ import annotations

import pytest

from rulesets.engine.battle import Battle, Player
from rulesets.mail_pike_powder import tactics
from tests.kit import laws
from tests.kit.effort import PLAYS
from tests.kit.players import uniform
from tests.rulesets.mail_pike_powder.battles import bold, check_table, random_battle
from tests.rulesets.mail_pike_powder.referee import judged

WAYS = ("bold", "chance", "bold against chance", "tactics", "bold", "tactics against bold", "typed")


def begun(number: int) -> tuple[Battle, list[Player]]:
    """The battle of that number and who plays it, in one of several ways."""
    way = WAYS[number % len(WAYS)]
    if way == "chance":
        return random_battle(number, max_turns=3), [uniform(number), uniform(-number)]
    if way == "bold against chance":
        return random_battle(number), [bold(number), uniform(number)]
    if way == "tactics":
        return random_battle(number, max_turns=6), [tactics.choose, tactics.choose]
    if way == "tactics against bold":
        return random_battle(number, max_turns=6), [bold(number), tactics.choose]
    dice = "typed" if way == "typed" else "stream"
    return random_battle(number, dice=dice), [bold(number), bold(-number)]


@pytest.mark.parametrize("number", range(max(50, PLAYS)))
def test_every_legal_play_ends_and_keeps_the_laws(number: int) -> None:
    battle, players = begun(number)

    def look(battle: Battle) -> None:
        if battle.state.turn:
            check_table(battle)
        laws.check_moment(battle, number)

    battle.play(players, after=look)
    laws.check_end(battle)
    judged(battle)
