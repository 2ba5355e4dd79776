"""The tactician: legal, deterministic, without a look at the dice, and better than chance."""

from __future__ import annotations

import pytest

from rulesets.baroque import morale, tactics
from rulesets.baroque.melee.dice import Enemy, Fighter
from rulesets.baroque.tactics import worth
from rulesets.engine.dice import SeededDice
from rulesets.engine.hits import hit_distribution
from tests.kit.battles import baroque, sample
from tests.kit.field import unit
from tests.kit.players import uniform


@pytest.fixture
def patrols():
    return sample("royalist-patrol-300"), sample("parliament-patrol-300")


def test_it_fights_a_whole_battle_against_itself(patrols):
    result = baroque(*patrols).play([tactics.choose, tactics.choose])
    assert result.turns >= 1
    assert len(result.scores) == 2


def test_the_same_battle_is_played_the_same_way_again(patrols):
    one, two = (baroque(*patrols, seed="again") for _ in range(2))
    one.play([tactics.choose, tactics.choose])
    two.play([tactics.choose, tactics.choose])
    assert one.hash == two.hash


def test_it_never_looks_at_the_dice(patrols):
    class Sealed(SeededDice):
        """A stream that tells nothing of itself but its dice."""

        thinking = False

        def roll(self, sides, count):
            assert not self.thinking, "the tactician rolled dice"
            return super().roll(sides, count)

        def __getattribute__(self, name):
            if name in ("seed", "position") and object.__getattribute__(self, "thinking"):
                raise AssertionError(f"the tactician looked at the {name}")
            return super().__getattribute__(name)

    battle = baroque(*patrols)
    battle.dice = Sealed(battle.seed)

    def choose(battle, decision):
        battle.dice.thinking = True
        choice = tactics.choose(battle, decision)
        battle.dice.thinking = False
        return choice

    battle.play([choose, choose])
    assert battle.result is not None


def test_it_beats_chance_more_often_than_not(patrols):
    won = 0
    for number in range(6):
        battle = baroque(*patrols, seed=f"chance {number}", max_turns=10)
        side = number % 2
        players = [uniform(number), uniform(number)]
        players[side] = tactics.choose
        won += battle.play(players).winner == side
    assert won >= 4


@pytest.mark.parametrize("count", [1, 3, 6])
@pytest.mark.parametrize("disordered", [False, True])
def test_expected_harm_is_that_of_every_throw_counted_out(count, disordered):
    target = unit("b1", 10, 10, 270, "T", vbu=4, vd=2, disordered=disordered)
    own = morale.own_modifiers(leader=False, disordered=disordered)
    found = worth.of_fire(target, count, (), (), leader=False)
    harm = rout = 0.0
    for scored, p in hit_distribution(count).items():
        for die in range(1, 7) if scored else ():
            made = morale.outcome(die, morale.critical_number(4, scored, own), disordered)
            left = 4 - made.losses - made.disorder_losses
            again = 0 if disordered or left <= 0 else worth.DISORDER * 2
            harm += float(p) / 6 * (worth.cost(2, 4, left) - worth.cost(2, 4, 4) + again)
            rout += float(p) / 6 * (left <= 0)
    assert found.harm == pytest.approx(harm)
    assert found.rout == pytest.approx(rout)
    assert sum(found.by_losses) == pytest.approx(1)


@pytest.mark.rule("BQ-9.1.b", "BQ-9.1.c")
def test_a_unit_costs_its_vd_when_exhausted_and_twice_when_eliminated():
    assert worth.cost(3, 6, 6) == 0
    assert worth.cost(3, 6, 2) - worth.cost(3, 6, 3) > worth.cost(3, 6, 3) - worth.cost(3, 6, 4)
    assert worth.cost(3, 6, 0) == worth.cost(3, 6, -2) == 6


def test_a_melee_exchange_mirrors_itself():
    one, two = unit("a1", 5, 5, 90, "GA", vbu=6, i=4, m_bu=2), unit("b1", 5, 6, 270, "T", vbu=4, i=0)
    strong, weak = (
        Fighter(one.profile, 6, Enemy(), charging=True),
        Fighter(two.profile, 4, Enemy(mounted=True)),
    )
    there, back = worth.exchange(strong, weak), worth.exchange(weak, strong)
    assert there.win == pytest.approx(back.lose)
    assert there.done == pytest.approx(back.taken)
    assert there.balance > 0 > back.balance
