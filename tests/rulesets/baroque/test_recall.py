"""A battle that is recalled is the battle that was played; one that is recalled wrongly has another hash."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.baroque import tactics
from rulesets.engine.battle import Battle
from tests.kit.effort import tries
from tests.kit.players import straight_on, uniform
from tests.kit.recalling import (
    check_altered,
    check_conceded,
    check_every_moment,
    check_in_parts,
    check_other_decisions,
)
from tests.rulesets.baroque.test_play import random_battle


def played(number: int, **changes: Any) -> Battle:
    """A battle of two players of some kind, with terrain, evasions, countercharges and all."""
    battle = random_battle(number, 600, **changes)
    players = [(uniform(number), uniform(number + 1)), (straight_on, uniform(number)),
               (tactics.choose, uniform(number)), (tactics.choose, tactics.choose)][number % 4]  # fmt: skip
    battle.play(list(players))
    return battle


@pytest.mark.parametrize("number", range(tries(12)))
def test_a_recalled_battle_is_the_battle_that_was_played_at_every_moment(number: int) -> None:
    check_every_moment(played(number, dice="typed" if number % 4 == 0 else "stream"), number)


@pytest.mark.parametrize("number", range(tries(4)))
def test_a_battle_may_be_recalled_in_parts_and_go_on(number: int) -> None:
    check_in_parts(played(number, max_turns=2))


def test_what_ends_a_battle_unasked_is_recalled_too() -> None:
    """The enemy gives up where he is asked for a reaction: the move that he is asked about is never made."""
    battle = random_battle(3, 600)
    while battle.pending is not None and battle.pending.kind != "react":
        battle.choose(tactics.choose(battle, battle.pending))
    check_conceded(battle)


def test_another_decision_than_was_kept_stops_it() -> None:
    check_other_decisions(played(3, max_turns=1))


@pytest.mark.parametrize("number", range(tries(30)))
def test_a_choice_that_was_altered_never_gives_the_same_hash_and_another_battle(number: int) -> None:
    check_altered(played(number % 4, max_turns=2), number)
