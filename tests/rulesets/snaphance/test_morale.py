"""The Morale Test: adjusted morale, the die, caps, disorder, ranks; exact by the same figures."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from rulesets.engine.dice import Modifier
from rulesets.engine.events import Rolled
from rulesets.snaphance import morale
from rulesets.snaphance.events.fire import Disordered, LostSP, Removed
from rulesets.snaphance.morale import Outcome
from rulesets.snaphance.state import Stand
from tests.kit.examples import example
from tests.kit.hexfield import HexField, stand


def taken(hits: int, die: int, *, cap: int = 1, **changes: Any) -> tuple[HexField, Stand, Outcome]:
    """A stand that takes its test, with what came of it."""
    field = HexField(stand("a.c1u1", "0606", "Pi", **{"sp": 5, **changes}), dice=[die])
    one = field.stand("a.c1u1")
    made = field.run(morale.test(field, one, hits, cap=cap, cause="fire", rule="SN-7.0.f"))
    return field, one, made


def attach(field: HexField) -> None:
    """The General of a.c1 is with its first stand."""
    general = field.state.generals["a.c1.leader"]
    general.hex, general.attached = field.stand("a.c1u1").hex, "a.c1u1"


# ---------------------------------------------------------------------------- worked examples


@pytest.mark.rule("SN-8.0.a", "SN-8.0.b", "SN-8.0.c", "SN-8.1.b", "SN-8.3.a")
@pytest.mark.example("SN-EX-11", "SN-EX-12", "SN-EX-13", "SN-EX-14", "SN-EX-15")
@pytest.mark.parametrize("key", ["SN-EX-11", "SN-EX-12", "SN-EX-13", "SN-EX-14", "SN-EX-15"])
def test_the_examples_of_chapter_eight(key: str) -> None:
    vector = example(key, "snaphance")
    target, expect = vector["given"]["target"], vector["expect"]
    rolls = {each["what"]: each for each in vector["rolls"]}

    field, one, made = taken(
        rolls["fire 4D6"]["hits"], rolls["morale D6"]["die"], sp=target["sp"], disordered=target["disordered"]
    )

    assert made.loss == expect["morale_loss"]
    assert made.sp_lost == expect["sp_lost"]
    assert one.sp == target["sp"] - expect["sp_lost"]
    assert one.disordered
    assert made.passed == expect.get("passed", expect["morale_loss"] == 0)
    if "adjusted_morale" in expect:
        assert field.events(Rolled)[0].roll.target == expect["adjusted_morale"]


@pytest.mark.rule("SN-8.0.c")
@pytest.mark.example("SN-EX-16")
def test_morale_loss_is_the_die_less_adjusted_morale() -> None:
    vector = example("SN-EX-16", "snaphance")

    loss = morale.morale_loss(vector["rolls"][0]["die"], vector["given"]["adjusted_morale"])

    assert loss == vector["expect"]["morale_loss"]
    assert morale.morale_loss(3, 4) == 0


@pytest.mark.rule("SN-8.0.d")
@pytest.mark.example("SN-EX-28")
def test_with_a_morale_of_six_or_more_only_a_six_fails_and_costs_one() -> None:
    vector = example("SN-EX-28", "snaphance")

    found = [morale.morale_loss(die, vector["given"]["adjusted_morale"]) for die in vector["given"]["dice"]]

    assert found == vector["expect"]["morale_loss"]


# ---------------------------------------------------------------------------- adjusted morale


@pytest.mark.rule("SN-8.0.d")
def test_a_one_always_passes_and_a_six_always_fails() -> None:
    assert [morale.morale_loss(1, adjusted) for adjusted in (1, 4, 8)] == [0, 0, 0]
    assert [morale.morale_loss(6, adjusted) for adjusted in (1, 5, 6, 9)] == [5, 1, 1, 1]


@pytest.mark.rule("SN-8.0.b", "SN-1.3.a")
def test_hits_losses_and_disorder_lower_morale_from_the_initial_strength() -> None:
    field = HexField(stand("a.c1u1", "0606", "Sh", sp=6, left=[5], disordered=True))

    found, changes = morale.adjusted(field.state, field.stand("a.c1u1"), 2)

    assert found == 6 - 2 - 1 - 1
    assert [each.value for each in changes] == [-2, -1, -1]


@pytest.mark.rule("SN-8.0.b")
def test_adjusted_morale_is_never_less_than_one() -> None:
    assert morale.number(2, [Modifier("SN-8.0.b", -4, "4 hits")]) == 1


@pytest.mark.rule("SN-3.2.a")
def test_an_attached_general_adds_one_and_one_who_is_only_near_does_not() -> None:
    field = HexField(stand("a.c1u1", "0606", "Sh", sp=5))
    plain, _ = morale.adjusted(field.state, field.stand("a.c1u1"), 1)
    attach(field)

    with_him, changes = morale.adjusted(field.state, field.stand("a.c1u1"), 1)

    assert (plain, with_him) == (4, 5)
    assert changes[-1].rule == "SN-3.2.a"


@pytest.mark.rule("SN-8.4.c")
def test_while_rear_ranks_remain_the_front_stand_tests_as_if_it_had_lost_nothing() -> None:
    field = HexField(stand("a.c1u1", "0606", "Pi", sp=5, ranks=2, left=[5, 1]))
    one = field.stand("a.c1u1")

    assert morale.adjusted(field.state, one, 1)[0] == 4
    morale.lose(field, one, 2, "hit", "SN-8.1.a")
    assert one.ranks == [4]
    assert morale.adjusted(field.state, one, 1)[0] == 3


# ---------------------------------------------------------------------------- what comes of it


@pytest.mark.rule("SN-8.0.a", "SN-7.7.a")
def test_without_a_hit_there_is_no_test() -> None:
    field = HexField(stand("a.c1u1", "0606", "Sh"))

    made = field.run(morale.test(field, field.stand("a.c1u1"), 0, cap=1, cause="fire", rule="SN-7.0.f"))

    assert made == Outcome()
    assert field.log == []


@pytest.mark.rule("SN-8.3.a")
def test_a_test_that_is_passed_disorders_and_ends_opportunity() -> None:
    field, one, made = taken(1, 2, opportunity=True)

    assert made == Outcome(0, True, 0, True)
    assert one.disordered
    assert not one.opportunity
    assert field.events(Disordered)[0].rule == "SN-8.3.a"


@pytest.mark.rule("SN-8.3.b")
def test_the_loss_for_disorder_is_a_minimum_and_no_addition() -> None:
    _, _, spared = taken(1, 1, disordered=True)
    _, _, failed = taken(1, 5, disordered=True, cap=2)
    _, _, worse = taken(1, 6, disordered=True, cap=2)

    assert (spared.loss, spared.sp_lost) == (0, 1)
    assert (failed.loss, failed.sp_lost) == (2, 2)
    assert (worse.loss, worse.sp_lost) == (3, 2)
    assert morale.sp_lost(1, disordered=True, cap=2) == 1


@pytest.mark.rule("SN-8.1.a", "SN-8.1.d")
def test_the_cap_of_the_losses_is_given_by_who_asks_for_the_test() -> None:
    _, one, made = taken(3, 6, cap=2)

    assert made.loss == 4
    assert made.sp_lost == 2
    assert one.sp == 3


@pytest.mark.rule("SN-8.1.d", "SN-8.3.c")
def test_a_melee_throws_first_and_suffers_when_it_is_known_who_lost() -> None:
    field = HexField(stand("a.c1u1", "0606", "PS", sp=6, disordered=True), dice=[2])
    one = field.stand("a.c1u1")

    tried = field.run(morale.throw(field, one, 1))
    assert (tried.loss, tried.disordered, one.sp) == (0, True, 6)
    made = morale.suffer(field, one, tried, cap=1, cause="melee")

    assert made == Outcome(0, True, 1, True)
    assert one.sp == 5
    assert field.events(LostSP)[0].why == "disordered and hit in melee"


@pytest.mark.rule("SN-1.3.b")
def test_who_is_eliminated_is_removed_with_its_break_points() -> None:
    field, one, made = taken(1, 6, sp=5, left=[1], break_points=3)

    assert made.sp_lost == 1
    assert not one.on_field
    assert one.hex is None
    assert field.state.occupied == {}
    assert field.state.lost == [3, 0]
    assert field.events(Removed)[0].how == "destroyed"


def test_the_roll_tells_why() -> None:
    field, _, _ = taken(1, 5, disordered=True)

    roll = field.events(Rolled)[0].roll

    assert roll.result == "needs 3 or less (5 SP, 1 hit -1, disordered -1): 5, failed, morale loss 2"
    assert (
        taken(1, 6, sp=8)[0]
        .events(Rolled)[0]
        .roll.result.endswith("6, failed (a 6 always fails), morale loss 1")
    )


# ---------------------------------------------------------------------------- exact


@pytest.mark.rule("SN-7.0.d", "SN-8.0.c", "SN-8.1.b", "SN-8.3.b")
@pytest.mark.parametrize("count", [1, 2, 3, 4])
@pytest.mark.parametrize(("number", "disordered", "cap"), [(4, False, 1), (2, True, 1), (7, False, 2)])
def test_the_distribution_is_that_of_every_possible_roll(
    count: int, number: int, disordered: bool, cap: int
) -> None:
    wanted: Counter[tuple[bool, int, int]] = Counter()
    for dice in product(range(1, 7), repeat=count):
        hits = dice.count(6) + dice.count(5) // 2
        for die in range(1, 7):
            if not hits:
                wanted[False, 0, 0] += 1
                continue
            adjusted = max(1, number - hits)
            loss = 0 if die == 1 else max(die - adjusted, int(die == 6))
            wanted[True, loss, min(cap, max(loss, int(disordered)))] += 1

    found = morale.distribution(((count, ()),), number, disordered, cap)

    assert dict(found.items()) == {key: Fraction(ways, 6 ** (count + 1)) for key, ways in wanted.items()}
