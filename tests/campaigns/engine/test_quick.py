"""Battles settled by the campaign's own dice, and their chances."""

from __future__ import annotations

from itertools import product

import pytest

from campaigns.engine.battlefields import check_outcome
from campaigns.engine.battlerules import Quick
from campaigns.engine.dice import TurnDice
from campaigns.engine.quick import chances, decide, power, quick
from tests.kit.aftermath import concluded, engage
from tests.kit.strip import campaign, troop


def met(red=3, blue=3, roles=("attack", "defend"), **figures):
    state = campaign(
        troop("r1", "red", "wood", red), troop("b1", "blue", "ford", blue), battles={"quick": figures}
    )
    return state, state.engagements[engage(state, "r1", "b1", roles)]


def outcomes(state, engagement, count=60):
    return [quick(state, engagement, TurnDice(f"seed {number}")) for number in range(count)]


def test_the_same_dice_give_the_same_outcome():
    state, engagement = met()
    assert quick(state, engagement, TurnDice("s")) == quick(state, engagement, TurnDice("s"))


def test_every_outcome_can_take_effect():
    state, engagement = met(3, 4)
    state.phase = "battles"
    for outcome in outcomes(state, engagement):
        assert check_outcome(state, engagement.id, outcome) == []
        concluded(state, {engagement.id: outcome})


def test_the_stronger_wins_without_luck():
    state, engagement = met(6, 3, luck=0)
    assert {each.winner for each in outcomes(state, engagement, 5)} == {0}


def test_about_as_strong_nobody_wins():
    state, engagement = met(luck=0, draw=10)
    assert {each.winner for each in outcomes(state, engagement, 5)} == {None}


@pytest.mark.parametrize(
    ("change", "figure"), [("fortified", "fortified"), ("ambush", "ambush"), ("river", "river")]
)
def test_ground_counts_for_who_has_it(change, figure):
    state, engagement = met(**{figure: 150})
    if change == "river":
        engagement.river = True
    else:
        setattr(engagement.sides[1], change, True)
    assert (power(state, engagement, 0), power(state, engagement, 1)) == (60, 90)


def test_a_river_helps_nobody_when_both_came_to_it():
    state, engagement = met(roles=("field", "field"))
    engagement.river = True
    assert power(state, engagement, 0) == power(state, engagement, 1) == 60


def test_losses_follow_the_proportion_up_to_twice():
    rules = Quick(loser=30, winner=12, draw=10)
    assert decide(rules, 150, 100).losses == (8, 45)
    assert decide(rules, 100, 1000).losses == (60, 6)
    assert decide(rules, 100, 95).losses == (12, 12)
    assert decide(rules, 5, 0).winner == 0


def test_the_beaten_lose_about_what_the_figures_say():
    state, engagement = met(10, 5, luck=0, loser=30, broken=0)
    lost = quick(state, engagement, TurnDice("x")).units
    assert sum(fate.lost for key, fate in lost.items() if key.startswith("b1")) == 12
    assert sum(fate.lost for key, fate in lost.items() if key.startswith("r1")) == 2


def test_of_the_beaten_whole_units_break():
    state, engagement = met(10, 5, luck=0, loser=40, broken=100)
    fates = quick(state, engagement, TurnDice("x")).units
    fled = [key for key, fate in fates.items() if fate.fallen == "fled"]
    assert len(fled) == 4
    assert all(key.startswith("b1") for key in fled)


def test_chances_are_those_of_all_throws_of_luck():
    state, engagement = met(5, 4, luck=3)
    clashes = [
        decide(state.rules.battles.quick, 100 * a, 80 * b) for a, b in product(range(97, 104), range(97, 104))
    ]
    found = chances(state, engagement)
    assert found.first == sum(each.winner == 0 for each in clashes) / 49
    assert found.first + found.second + found.draw == pytest.approx(1)


def test_chances_agree_with_many_battles():
    state, engagement = met(5, 4)
    fought = outcomes(state, engagement, 600)
    found = chances(state, engagement)
    assert sum(each.winner == 0 for each in fought) / 600 == pytest.approx(found.first, abs=0.06)
    assert sum(each.winner == 1 for each in fought) / 600 == pytest.approx(found.second, abs=0.06)


def test_leaders_are_lost_as_often_as_the_figures_say():
    state, engagement = met(10, 5, luck=0, leaders=100)
    assert quick(state, engagement, TurnDice("x")).leaders.count("b1-c1") == 1
    state.rules.battles.quick.leaders = 0
    assert quick(state, engagement, TurnDice("x")).leaders == []
