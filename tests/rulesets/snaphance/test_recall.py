"""A battle that is recalled is the battle that was played; one that is recalled wrongly has another hash."""

from __future__ import annotations

import pytest

from rulesets.engine.battle import Battle
from tests.kit.effort import tries
from tests.kit.hexlists import random_battle
from tests.kit.hexplayers import eager
from tests.kit.players import uniform
from tests.kit.recalling import (
    check_altered,
    check_conceded,
    check_every_moment,
    check_in_parts,
    check_other_decisions,
)


def played(number: int, **changes: object) -> Battle:
    """A battle of eager players, some of them against chance, with evasions, pursuits and all."""
    battle = random_battle(number, 14, **changes)
    battle.play([eager(number), uniform(number) if number % 3 == 2 else eager(-number)])
    return battle


@pytest.mark.parametrize("number", range(tries(12)))
def test_a_recalled_battle_is_the_battle_that_was_played_at_every_moment(number: int) -> None:
    check_every_moment(played(number, dice="typed" if number % 4 == 0 else "stream"), number)


@pytest.mark.parametrize("number", range(tries(4)))
def test_a_battle_may_be_recalled_in_parts_and_go_on(number: int) -> None:
    check_in_parts(played(number, max_turns=2))


def test_what_ends_a_battle_unasked_is_recalled_too() -> None:
    """The enemy gives up where he is asked for a reaction: what he is asked about is never done."""
    for number in range(20):
        battle = random_battle(number, 14)
        players = [eager(number), eager(-number)]
        while battle.pending is not None and battle.pending.kind != "react":
            battle.choose(players[battle.pending.side](battle, battle.pending))
        if battle.pending is not None:
            break
    check_conceded(battle)


def test_another_decision_than_was_kept_stops_it() -> None:
    check_other_decisions(played(3, max_turns=1))


@pytest.mark.parametrize("number", range(tries(30)))
def test_a_choice_that_was_altered_never_gives_the_same_hash_and_another_battle(number: int) -> None:
    check_altered(played(number % 4, max_turns=2), number)
