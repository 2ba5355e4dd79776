"""Hits of fire and melee, and the re-rolls of special characteristics: rolled and exact by one path."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from rulesets.baroque import tables
from rulesets.baroque.traits import Traits, fire_passes, melee_passes, misses, ones_and_twos, traits
from rulesets.engine.chance import Pass, count_groups
from rulesets.engine.events import Rolled
from rulesets.engine.hits import (
    FACES,
    HIT_ON,
    count_distribution,
    expected_hits,
    hit_distribution,
    hits,
    roll_hits,
)
from tests.kit.field import Field, profile, unit

VOLLEY = (Pass("BQ-6.1.5.a", misses),)
TRAINED = (Pass("BQ-8.1.2", ones_and_twos),)


def of(*special: str, weapons: tuple[str, ...] = ("Musket",)) -> Traits:
    return traits(profile("T", special=special, weapons=weapons))


def rolled(passes: tuple[Pass, ...], count: int, *dice: int) -> tuple[int, Rolled]:
    """The hits of `count` dice from a script, and their entry in the log."""
    field = Field(unit("a.c1u1", 5, 5, 90), dice=dice)
    counts = field.run(roll_hits(field, "Fire", count, passes, rule="BQ-6.1.4", side=0, unit="a.c1u1"))
    return hits(counts), field.events(Rolled)[0]


def brute_force(count: int, passes: tuple[Pass, ...]) -> dict[int, Fraction]:
    """The hits of a few dice by trying out every possible roll and every possible re-roll."""
    weights = {dice: Fraction(1, 6**count) for dice in product(range(1, 7), repeat=count)}
    for each in passes:
        after: Counter[tuple[int, ...]] = Counter()
        for dice, weight in weights.items():
            again = chosen(dice, each)
            for new in product(range(1, 7), repeat=len(again)):
                fresh = iter(new)
                final = tuple(next(fresh) if i in again else die for i, die in enumerate(dice))
                after[final] += weight / 6 ** len(again)  # type: ignore[assignment]
        weights = dict(after)  # type: ignore[arg-type]
    found: dict[int, Fraction] = {}
    for dice, weight in weights.items():
        scored = dice.count(6) + dice.count(5) // 2
        found[scored] = found.get(scored, Fraction()) + weight
    return found


def chosen(dice: tuple[int, ...], each: Pass) -> set[int]:
    """Which dice the rules re-roll, told without the code under test: 1 and 2, or all that did not hit."""
    if each.choose is ones_and_twos:
        return {i for i, die in enumerate(dice) if die <= 2}
    fives = [i for i, die in enumerate(dice) if die == 5]
    return {i for i, die in enumerate(dice) if die < 5} | ({fives[-1]} if len(fives) % 2 else set())


# ---------------------------------------------------------------------------- counting


@pytest.mark.rule("BQ-6.1.4")
@pytest.mark.parametrize(
    ("dice", "scored"),
    [((6,), 1), ((5,), 0), ((5, 5), 1), ((5, 5, 5), 1), ((5, 5, 5, 5), 2), ((6, 5, 5, 4), 2), ((1, 2, 3), 0)],
)
def test_each_six_and_each_pair_of_fives_is_a_hit(dice: tuple[int, ...], scored: int) -> None:
    assert hits(count_groups(dice, FACES)) == scored


@pytest.mark.rule("BQ-6.1.4")
def test_the_engine_counts_as_the_tables_say() -> None:
    general, melee = tables.tables().firing_general, tables.tables().melee_general

    assert (general.hit_on, melee.hit_on) == (HIT_ON, HIT_ON)
    assert general.pair_of_fives_hits == melee.pair_of_fives_hits == hits((0, 0, 2, 0))


@pytest.mark.example("DX-6")
@pytest.mark.rule("BQ-6.1.4", "BQ-6.1.5.a")
def test_the_first_volley_rolls_all_misses_again_with_the_unpaired_five() -> None:
    scored, entry = rolled(VOLLEY, 5, 6, 5, 5, 5, 2, 5, 6)

    assert scored == 3
    assert [(i, value) for i, value, _ in entry.roll.rerolls] == [(1, 5), (4, 6)]
    assert entry.roll.final == (6, 5, 5, 5, 6)
    assert entry.roll.result == "3 hits"


@pytest.mark.rule("BQ-8.1.2")
def test_well_trained_shooters_roll_ones_and_twos_again_after_the_first_volley() -> None:
    passes = fire_passes(of("Well Trained Shooters"), first_volley=True)

    scored, entry = rolled(passes, 3, 6, 3, 5, 2, 4, 6)

    assert scored == 2
    assert [rule for _, _, rule in entry.roll.rerolls] == ["BQ-6.1.5.a", "BQ-6.1.5.a", "BQ-8.1.2"]


@pytest.mark.rule("BQ-8.0")
def test_a_die_is_rolled_again_once_by_each_rule_even_if_it_shows_a_one_again() -> None:
    scored, entry = rolled(TRAINED, 2, 1, 2, 1, 1)

    assert scored == 0
    assert len(entry.roll.rerolls) == 2


@pytest.mark.rule("BQ-8.1.3")
def test_a_master_gunner_serves_artillery_only() -> None:
    gun = of("Master Gunner", weapons=("Art B",))

    assert [each.rule for each in fire_passes(gun, first_volley=False)] == ["BQ-8.1.3"]
    assert fire_passes(of("Master Gunner"), first_volley=False) == ()


@pytest.mark.rule("BQ-8.1.4", "BQ-8.2.2")
def test_lances_roll_misses_again_and_motivated_fighters_ones_and_twos() -> None:
    both = of("Motivated Fighters", "Lance")

    assert [each.rule for each in melee_passes(both, lance=True)] == ["BQ-8.2.2", "BQ-8.1.4"]
    assert [each.rule for each in melee_passes(both, lance=False)] == ["BQ-8.1.4"]
    assert melee_passes(of(), lance=True) == ()


@pytest.mark.rule("BQ-8.1.4")
def test_a_motivated_unit_is_the_same_as_motivated_fighters() -> None:
    assert of("Motivated Unit").motivated == of("Motivated Fighters").motivated == "BQ-8.1.4"


# ---------------------------------------------------------------------------- exact odds


@pytest.mark.parametrize(
    "passes", [(), TRAINED, VOLLEY, VOLLEY + TRAINED], ids=["plain", "1-2", "misses", "both"]
)
@pytest.mark.parametrize("count", [1, 2, 3])
def test_exact_hits_equal_every_possible_roll(count: int, passes: tuple[Pass, ...]) -> None:
    assert dict(hit_distribution(count, passes).items()) == brute_force(count, passes)


@pytest.mark.parametrize("count", [4, 5])
def test_exact_hits_of_larger_pools_equal_every_possible_roll(count: int) -> None:
    assert dict(hit_distribution(count).items()) == brute_force(count, ())


def test_the_expected_hits_are_the_mean_of_the_distribution() -> None:
    assert expected_hits(1) == pytest.approx(1 / 6)
    assert expected_hits(2) == pytest.approx(2 / 6 + 1 / 36)


@pytest.mark.rule("BQ-7.6.b")
def test_an_unpaired_five_is_told_with_the_hits() -> None:
    found = dict(count_distribution(1, ()).items())

    assert found == {(0, 0): Fraction(4, 6), (0, 1): Fraction(1, 6), (1, 0): Fraction(1, 6)}
