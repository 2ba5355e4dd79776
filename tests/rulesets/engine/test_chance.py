"""One code path, two roads: exact odds against brute force, and against every possible roll."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesets.engine.chance import Exact, Pass, Rolling, count_groups, throw
from rulesets.engine.dice import ScriptedDice, SeededDice, UnexpectedRoll

GROUPS = ((1, 2), (3, 4), (5,), (6,))


def what_gave_no_hit(counts):
    low, middle, fives, _ = counts
    return (low, middle, fives % 2, 0)


def ones_and_twos(counts):
    return (counts[0], 0, 0, 0)


def what_gave_no_hit_by_face(counts):
    return (*counts[:4], counts[4] % 2, 0)


def ones_and_twos_by_face(counts):
    return (*counts[:2], 0, 0, 0, 0)


def hits(counts):
    return counts[-1] + counts[-2] // 2


VOLLEY = Pass("volley", what_gave_no_hit)
SKILL = Pass("skill", ones_and_twos)
PASSES = {
    "no re-rolls": (),
    "volley": (VOLLEY,),
    "skill": (SKILL,),
    "volley then skill": (VOLLEY, SKILL),
    "skill twice": (SKILL, SKILL),
}


@cache
def all_rolls(count):
    """Every roll of single dice, those alike but for their order counted together: dice -> number."""
    return Counter(tuple(sorted(dice)) for dice in product(range(1, 7), repeat=count))


def taken_up(dice, each):
    """The dice that a pass takes up, found die by die: it knows nothing of groups."""
    if each is SKILL:
        return [die for die in dice if die < 3]
    return [die for die in dice if die < 5] + [5] * (dice.count(5) % 2)


def enumerated_hits(count, passes):
    """Brute force over all dice: hits -> Fraction."""
    lying = {dice: Fraction(ways, 6**count) for dice, ways in all_rolls(count).items()}
    for each in passes:
        after = Counter()
        for dice, chance in lying.items():
            again = taken_up(dice, each)
            kept = tuple((Counter(dice) - Counter(again)).elements())
            for new, ways in all_rolls(len(again)).items():
                after[tuple(sorted(kept + new))] += chance * Fraction(ways, 6 ** len(again))
        lying = after
    found = Counter()
    for dice, chance in lying.items():
        found[dice.count(6) + dice.count(5) // 2] += chance
    return dict(found)


def exact_hits(count, passes, groups=GROUPS):
    source = Exact()
    return source.distribution(source.then(source.faces(6, count, passes, groups), hits))


@pytest.mark.rule("BQ-6.1.4", "BQ-6.1.5.a")
@pytest.mark.parametrize("count", [0, 1, 2, 3, 4, 5])
@pytest.mark.parametrize("passes", PASSES.values(), ids=PASSES)
def test_exact_odds_equal_the_enumeration_of_all_dice(count, passes):
    assert dict(exact_hits(count, passes).items()) == enumerated_hits(count, passes)


@pytest.mark.parametrize("count", [1, 4, 7])
def test_grouped_faces_give_the_same_odds_as_single_faces(count):
    by_face = (Pass("volley", what_gave_no_hit_by_face), Pass("skill", ones_and_twos_by_face))
    assert exact_hits(count, by_face, None) == exact_hits(count, (VOLLEY, SKILL))


# -- the rolling road -----------------------------------------------------------------------------


def every_roll(play):
    """Runs `play(Rolling)` on every possible course of dice: outcome -> Fraction."""
    found = Counter()
    scripts = [()]
    while scripts:
        script = scripts.pop()
        rolling = Rolling(ScriptedDice(*script))
        try:
            outcome = play(rolling)
        except UnexpectedRoll:
            scripts += [(*script, face) for face in range(1, 7)]
            continue
        found[outcome] += Fraction(1, 6 ** len(script))
    return dict(found)


@pytest.mark.parametrize(
    ("count", "passes"),
    [*((2, passes) for passes in PASSES.values()), (3, (VOLLEY,))],
    ids=[*PASSES, "three"],
)
def test_rolling_every_possible_course_of_dice_gives_the_exact_odds(count, passes):
    def play(source):
        return source.then(source.faces(6, count, passes, GROUPS), hits)

    assert every_roll(play) == dict(Exact().distribution(play(Exact())).items())


def melee(source):
    """A procedure that uses all a source can do: hits by a pool, then a test that depends on them."""

    def test_of(struck):
        if struck == 0:
            return 0
        return source.then(source.die(6), lambda die: struck * (die > 4 - struck))

    best = source.then(source.pool(6, 2), lambda dice: dice[1] >= 5)
    return source.then(
        best,
        lambda good: source.then(source.then(source.faces(6, 1 + good, (), GROUPS), hits), test_of),
    )


def test_a_procedure_of_several_rolls_has_the_same_odds_on_both_roads():
    assert every_roll(melee) == dict(Exact().distribution(melee(Exact())).items())


def test_rerolled_dice_are_recorded_with_index_value_and_rule():
    with ScriptedDice(6, 5, 1, 5, 5, 3, 2, 6, 4, 1) as dice:
        rolling = Rolling(dice)
        counts = rolling.faces(6, 6, (VOLLEY, SKILL), GROUPS)
    (thrown,) = rolling.thrown
    assert thrown.dice == (6, 5, 1, 5, 5, 3)
    assert thrown.rerolls == ((1, 2, "volley"), (2, 6, "volley"), (5, 4, "volley"), (1, 1, "skill"))
    assert thrown.final == (6, 1, 6, 5, 5, 4)
    assert counts == thrown.counts == (1, 1, 2, 2)


@pytest.mark.rule("BQ-6.1.4", "BQ-6.1.5.a")
def test_a_first_volley_rerolls_the_third_five_and_the_two():
    with ScriptedDice(6, 5, 5, 5, 2, 5, 6) as dice:
        rolling = Rolling(dice)
        counts = rolling.faces(6, 5, (VOLLEY,), GROUPS)
    (thrown,) = rolling.thrown
    assert hits(count_groups(thrown.dice, GROUPS)) == 2
    assert len(thrown.rerolls) == 2
    assert hits(counts) == 3


def test_every_throw_is_kept_in_order():
    rolling = Rolling(ScriptedDice(3, 6, 2, 4))
    assert rolling.die(6) == 3
    assert rolling.pool(6, 2) == (2, 6)
    assert rolling.faces(6, 1) == (0, 0, 0, 1, 0, 0)
    assert [thrown.dice for thrown in rolling.thrown] == [(3,), (6, 2), (4,)]


def test_typed_dice_drive_the_same_steps():
    steps = throw(6, 3, (VOLLEY,), GROUPS)
    assert next(steps) == 3
    assert steps.send([6, 2, 5]) == 2
    with pytest.raises(StopIteration) as end:
        steps.send([6, 1])
    assert end.value.value.final == (6, 6, 1)


@given(st.integers(0, 12), st.text(max_size=5))
def test_a_pass_takes_up_no_die_that_it_did_not_choose(count, seed):
    rolling = Rolling(SeededDice(seed))
    rolling.faces(6, count, (VOLLEY,), GROUPS)
    (thrown,) = rolling.thrown
    again = {index for index, _, _ in thrown.rerolls}
    kept = [die for index, die in enumerate(thrown.dice) if index not in again]
    assert count_groups(kept, GROUPS)[:2] == (0, 0)
    assert kept.count(5) % 2 == 0
    assert kept.count(6) == thrown.dice.count(6)


# -- distributions ------------------------------------------------------------------------------


def test_a_distribution_answers_probabilities_and_means():
    source = Exact()
    odds = source.distribution(source.die(6))
    assert odds.probability(lambda die: die >= 5) == Fraction(1, 3)
    assert odds.mean() == Fraction(7, 2)
    assert odds.mean(lambda die: die * die) == Fraction(91, 6)
    assert dict(odds.items()) == {face: Fraction(1, 6) for face in range(1, 7)}


def test_a_certain_value_has_a_distribution_too():
    source = Exact()
    odds = source.distribution(source.then(4, lambda value: value + 1))
    assert odds.weights == ((5, 1),)
    assert odds.mean() == 5


def test_a_pool_is_sorted_on_both_roads():
    assert Rolling(ScriptedDice(5, 1, 3)).pool(6, 3) == (1, 3, 5)
    odds = Exact().distribution(Exact().pool(6, 3))
    assert odds.probability(lambda dice: dice == (1, 3, 5)) == Fraction(6, 216)


def test_the_odds_of_a_big_pool_sum_up_and_keep_the_mean_of_single_dice():
    odds = Exact().distribution(Exact().faces(6, 16, (SKILL,), GROUPS))
    assert sum(chance for _, chance in odds.items()) == 1
    assert (
        odds.mean(lambda counts: counts[3]) == 16 * Fraction(4, 3) / 6
    )  # a third of the dice get a second go


def test_exact_pools_are_worked_out_once():
    source = Exact()
    assert source.faces(6, 9, (VOLLEY,), GROUPS) is source.faces(6, 9, [VOLLEY], GROUPS)


def one_too_many(counts):
    return (counts[0] + 1, 0, 0, 0)


def one_group_short(counts):
    return counts[1:]


@pytest.mark.parametrize("choose", [one_too_many, one_group_short])
@pytest.mark.parametrize("source", [Exact(), Rolling(SeededDice("any"))], ids=["exact", "rolling"])
def test_a_pass_cannot_take_up_dice_that_are_not_there(choose, source):
    with pytest.raises(ValueError, match="A-1 re-rolls"):
        source.faces(6, 2, (Pass("A-1", choose),), GROUPS)


@pytest.mark.parametrize(
    "groups", [((1, 2), (3, 4), (5,)), ((1, 2, 3, 4, 5, 6), (6,)), ((1, 2, 3, 4, 5, 6, 7),)]
)
@pytest.mark.parametrize("source", [Exact(), Rolling(SeededDice("any"))], ids=["exact", "rolling"])
def test_groups_must_hold_each_face_once(groups, source):
    with pytest.raises(ValueError, match="do not hold each of the faces 1 to 6 once"):
        source.faces(6, 2, (), groups)
