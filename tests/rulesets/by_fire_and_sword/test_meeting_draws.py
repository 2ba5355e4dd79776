"""Units drawn at random: each as likely as the others (BFS-30.2.4)."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesets.by_fire_and_sword.meeting.draw import digits, draw, place
from tests.kit.meeting import decide, force, met


def drawn(number, dice, *, typed=False):
    found = []

    def step(battle):
        among = [unit.id for unit in battle.state.units_of(1)]
        found.append((yield from draw(battle, side=0, among=among, purpose="Draw", rule="BFS-30.2.4")))

    return met(force(4), force(6, units=number), step, dice=dice, typed=typed), found


@pytest.mark.rule("BFS-30.2.4")
@pytest.mark.parametrize("number", [*range(1, 31), 99, 100, 101])
def test_each_of_several_is_as_likely_as_the_others(number):
    count = digits(number)
    throws = [()]
    for _ in range(count):
        throws = [(*throw, die) for throw in throws for die in range(1, 11)]
    shares = Counter(place(throw, number) for throw in throws)
    again = shares.pop(None, 0)
    assert len(shares) == number
    assert len(set(shares.values())) == 1
    assert again < number


@pytest.mark.rule("BFS-30.2.4")
def test_one_alone_needs_no_die():
    assert drawn(1, [])[1] == ["b.u1"]


@pytest.mark.rule("BFS-30.2.4")
def test_a_number_that_is_left_over_is_rolled_again_and_recorded():
    battle, found = drawn(4, [10, 9, 3])
    assert found == ["b.u2"]
    (roll,) = [entry.event.roll for entry in battle.entries]
    assert (roll.dice, [new for _, new, _ in roll.rerolls], roll.unit) == ((10,), [9, 3], "b.u2")


@pytest.mark.rule("BFS-30.2.4")
def test_who_rolls_real_dice_is_told_what_they_mean():
    battle, found = drawn(4, "seed", typed=True)
    words = battle.pending.text
    assert (
        "1 to 2 Banner u1, 3 to 4 Banner u2, 5 to 6 Banner u3, 7 to 8 Banner u4, 9 to 0 roll again" in words
    )
    decide(battle, {"do": "dice", "dice": [9]}, {"do": "dice", "dice": [8]})
    assert found == ["b.u4"]
    two = drawn(12, "seed", typed=True)[0]
    assert "digits" in two.pending.text
    assert "01 to 08 Banner u1" in two.pending.text
    assert "97 to 00 roll again" in two.pending.text


@given(number=st.integers(2, 40), seed=st.text(min_size=1, max_size=5))
def test_a_draw_is_one_of_those_it_is_made_from(number, seed):
    assert drawn(number, seed)[1][0] in {f"b.u{n}" for n in range(1, number + 1)}
