"""Cohesion Tests, Disorder, losses, routs and the fate of Leaders."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest

from rulesets.baroque import morale
from rulesets.baroque.events.command import LeaderDetached, LeaderLost
from rulesets.baroque.events.field import Disordered, Exhausted, LostVBU
from rulesets.baroque.events.setup import DestinySpent
from rulesets.baroque.morale import CohesionResult, cohesion_test, critical_number, lose_vbu, outcome, remove
from rulesets.baroque.shooting.dice import range_modifiers
from rulesets.baroque.state import Unit
from rulesets.baroque.traits import traits
from rulesets.engine.dice import Modifier
from rulesets.engine.events import Rolled
from tests.kit.field import Field, profile, unit

UNIT = "a.c1u1"
LEADER = "a.c1.leader"
FAR = "hit at long range +2"


def foot(**changes: Any) -> Unit:
    return unit(UNIT, 10, 5, 90, **changes)


def field(one: Unit, *others: Unit, dice: Sequence[int] = (), leader: bool = False) -> Field:
    made = Field(one, *others, dice=dice)
    if leader:
        made.state.leaders[LEADER].attached = one.id
    return made


def shot_at(made: Field, hits: int, *answers: Any, at: str = "point_blank", **how: Any) -> CohesionResult:
    """What fire that hit does to the unit."""
    how.setdefault("cause", "fire")
    if how["cause"] == "fire":
        how.setdefault("modifiers", range_modifiers(at))  # type: ignore[arg-type]
    result: CohesionResult = made.run(cohesion_test(made, made.state.units[UNIT], hits, **how), *answers)
    return result


# ---------------------------------------------------------------------------- Critical Number and die


@pytest.mark.example("EX-6.2.a")
@pytest.mark.rule("BQ-6.2.b")
def test_the_critical_number_is_never_below_one() -> None:
    assert critical_number(3, 3, morale.own_modifiers(leader=False, disordered=True)) == 1


@pytest.mark.example("EX-6.2.b")
@pytest.mark.rule("BQ-6.2.b", "BQ-6.2.c", "BQ-6.2.d")
def test_three_hits_on_a_disordered_unit_at_short_range() -> None:
    made = field(foot(disordered=True), dice=[5])

    result = shot_at(made, 3, at="short")

    roll = made.events(Rolled)[0].roll
    assert roll.target == 3
    assert [(m.rule, m.value) for m in roll.modifiers] == [("BQ-6.2.c", -1), ("BQ-6.2.c", 1)]
    assert result == CohesionResult(True, passed=False, losses=2)
    assert made.state.units[UNIT].vbu == 4


@pytest.mark.example("EX-6.2.c")
@pytest.mark.rule("BQ-6.2.d", "BQ-6.2.1.b")
@pytest.mark.parametrize(("die", "losses"), [(5, 1), (6, 2)])
def test_a_failed_test_of_a_disordered_unit_costs_no_more_than_it_was_failed_by(
    die: int, losses: int
) -> None:
    made = field(foot(disordered=True), dice=[die])

    result = shot_at(made, 2, at="short")

    assert made.events(Rolled)[0].roll.target == 4
    assert (result.losses, result.disorder_losses) == (losses, 0)


@pytest.mark.rule("BQ-6.2.1.b", "BQ-7.5.1")
@pytest.mark.parametrize("cause", ["fire", "melee"])
def test_the_players_may_agree_that_a_failed_test_costs_the_loss_for_disorder_too(cause: str) -> None:
    made = field(foot(disordered=True), dice=[6])
    made.state.options[morale.ADDED] = True

    result = shot_at(made, 2, cause=cause)  # needs 3

    assert (result.losses, result.disorder_losses, made.state.units[UNIT].vbu) == (3, 1, 2)
    assert made.events(Rolled)[0].roll.result.endswith("6, failed, 3 lost, 1 more by accumulated disorder")


@pytest.mark.example("DX-7")
@pytest.mark.rule("BQ-6.2.b", "BQ-6.2.d")
@pytest.mark.parametrize(
    ("die", "hits", "at", "words"),
    [
        (
            6,
            1,
            "long",
            f"7 or less (VBU 6, 1 hit, {FAR}): 6, failed (a 6 always fails), 1 lost",
        ),
        (
            6,
            2,
            "long",
            f"6 or less (VBU 6, 2 hits, {FAR}): 6, failed (a 6 always fails), 1 lost",
        ),
        (6, 1, "point_blank", "5 or less (VBU 6, 1 hit): 6, failed, 1 lost"),
        (1, 6, "point_blank", "1 or less (VBU 6, 6 hits): 1, passed (a 1 always passes)"),
        (1, 5, "point_blank", "1 or less (VBU 6, 5 hits): 1, passed"),
        (2, 6, "point_blank", "1 or less (VBU 6, 6 hits): 2, failed, 1 lost"),
    ],
)
def test_the_record_says_that_a_six_or_a_one_decided_when_it_did(
    die: int, hits: int, at: str, words: str
) -> None:
    made = field(foot(), dice=[die])
    shot_at(made, hits, at=at)
    assert made.events(Rolled)[0].roll.result == f"needs {words}"


@pytest.mark.rule("BQ-6.2.1.b")
def test_that_agreement_does_not_touch_a_unit_in_good_order() -> None:
    made = field(foot(), dice=[6])
    made.state.options[morale.ADDED] = True

    assert shot_at(made, 2).disorder_losses == 0


@pytest.mark.example("EX-6.2.1")
@pytest.mark.rule("BQ-6.2.1.b")
def test_passing_while_disordered_costs_one_for_accumulated_disorder() -> None:
    made = field(foot(disordered=True), dice=[4])

    result = shot_at(made, 2, at="short")

    assert result == CohesionResult(True, passed=True, disorder_losses=1)
    assert made.state.units[UNIT].vbu == 5
    assert made.state.units[UNIT].disordered


@pytest.mark.example("EX-2.5.3")
@pytest.mark.rule("BQ-2.5.3.e")
def test_a_second_disorder_by_fire_becomes_a_permanent_loss() -> None:
    made = field(foot(), dice=[1])
    morale.disorder(made, made.state.units[UNIT], "moved through a wood", "BQ-3.1.1.c")

    result = shot_at(made, 1)

    assert (result.losses, result.disorder_losses) == (0, 1)
    assert made.state.units[UNIT].disordered


@pytest.mark.rule("BQ-6.2.b")
@pytest.mark.parametrize("critical", range(1, 10))
def test_a_natural_one_passes_and_a_natural_six_fails_whatever_is_needed(critical: int) -> None:
    assert outcome(1, critical, False).passed
    assert not outcome(6, critical, False).passed


@pytest.mark.rule("BQ-6.2.c")
@pytest.mark.parametrize(("at", "bonus"), [("point_blank", 0), ("short", 1), ("long", 2), ("extreme", 2)])
def test_distance_helps_the_unit_that_was_hit(at: Any, bonus: int) -> None:
    assert sum(modifier.value for modifier in range_modifiers(at)) == bonus


@pytest.mark.rule("BQ-6.2.c", "BQ-2.6.1.f")
def test_an_attached_leader_adds_one_to_the_critical_number() -> None:
    made = field(foot(), dice=[3], leader=True)

    shot_at(made, 1)

    assert made.events(Rolled)[0].roll.target == 6


@pytest.mark.rule("BQ-8.1.9.a")
def test_inflamed_agitators_add_one_to_the_critical_number() -> None:
    made = field(foot(cohesion_bonus=1), dice=[3])

    shot_at(made, 1)

    assert made.events(Rolled)[0].roll.modifiers == (Modifier("BQ-8.1.9.a", 1, "agitators"),)


# ---------------------------------------------------------------------------- what follows


@pytest.mark.rule("BQ-6.2.a")
def test_without_a_hit_there_is_no_test() -> None:
    made = field(foot())

    assert shot_at(made, 0) == CohesionResult()
    assert made.log == []


@pytest.mark.rule("BQ-6.2.a", "BQ-6.2.1.a")
@pytest.mark.parametrize("die", [2, 6])
def test_after_the_test_the_unit_is_disordered_passed_or_not(die: int) -> None:
    made = field(foot(), dice=[die])

    shot_at(made, 1)

    assert made.state.units[UNIT].disordered
    assert len(made.events(Disordered)) == 1


@pytest.mark.rule("BQ-6.2.e", "BQ-2.5.2", "BQ-2.3.c")
def test_a_unit_that_falls_to_zero_routs_and_is_removed() -> None:
    made = field(foot(losses=4), dice=[4])

    result = shot_at(made, 4)

    routed = made.state.units[UNIT]
    assert (result.losses, result.routed) == (3, True)
    assert (routed.status, routed.base) == ("routed", None)
    assert made.events(Disordered) == []
    assert made.events(Exhausted) == []


@pytest.mark.example("EX-2.5.1")
@pytest.mark.rule("BQ-2.5.1.a")
@pytest.mark.parametrize(("vbu", "at"), [(8, 3), (7, 3), (6, 2), (5, 2), (4, 1), (3, 1)])
def test_a_unit_is_exhausted_below_half_of_its_vbu_and_it_is_told_once(vbu: int, at: int) -> None:
    made = field(foot(vbu=vbu))
    one = made.state.units[UNIT]

    exhausted_at = []
    while one.vbu > 1:
        lose_vbu(made, one, 1, "test", "BQ-6.2.d")
        exhausted_at += [one.vbu] if one.exhausted else []

    assert max(exhausted_at) == at
    assert len(made.events(Exhausted)) == 1


@pytest.mark.rule("BQ-2.5.3.e", "BQ-2.5.3.b")
def test_disorder_from_elsewhere_does_not_add_up() -> None:
    made = field(foot(disordered=True))

    morale.disorder(made, made.state.units[UNIT], "broken ground", "BQ-3.1.1.b")

    assert made.log == []


@pytest.mark.rule("BQ-7.5.1")
def test_accumulated_disorder_in_melee_costs_one_under_its_own_rule() -> None:
    made = field(foot(disordered=True), dice=[2])

    shot_at(made, 1, cause="melee")

    assert [event.rule for event in made.events(LostVBU)] == ["BQ-7.5.1"]


# ---------------------------------------------------------------------------- re-rolls


@pytest.mark.rule("BQ-8.0", "BQ-8.1.5", "BQ-8.1.6", "BQ-8.1.7", "BQ-8.1.8")
@pytest.mark.parametrize(
    ("special", "feared", "first", "second", "rule"),
    [
        (("Recruits",), False, 1, 6, "BQ-8.1.6"),
        (("Demotivated Troops",), False, 1, 6, "BQ-8.1.7"),
        ((), True, 1, 3, "BQ-8.1.5"),
        (("Hardened Unit",), False, 6, 6, "BQ-8.1.8"),
    ],
    ids=["recruits", "demotivated", "a feared enemy", "hardened"],
)
def test_who_rolls_a_one_or_a_six_again(
    special: tuple[str, ...], feared: bool, first: int, second: int, rule: str
) -> None:
    made = field(foot(special=special), dice=[first, second])

    result = shot_at(made, 1, cause="melee" if feared else "fire", feared=feared)

    assert made.events(Rolled)[0].roll.rerolls == ((0, second, rule),)
    assert (result.passed, result.losses) == (second < 6, second // 6)


@pytest.mark.rule("BQ-8.1.8")
def test_the_leader_of_a_hardened_unit_is_tested_on_the_final_die() -> None:
    made = field(foot(special=("Hardened Unit",)), dice=[6, 2], leader=True)

    shot_at(made, 1)

    assert [event.roll.purpose for event in made.events(Rolled)] == ["Cohesion test"]


@pytest.mark.rule("BQ-8.0", "BQ-8.1.5", "BQ-8.1.6", "BQ-8.1.8")
@pytest.mark.parametrize(("first", "second"), [(1, 6), (6, 1)])
@pytest.mark.parametrize(("special", "feared"), [((), True), (("Recruits",), False)])
def test_a_die_that_was_rolled_again_stands_whichever_rule_would_ask_for_another(
    first: int, second: int, special: tuple[str, ...], feared: bool
) -> None:
    made = field(foot(special=("Hardened Unit", *special)), dice=[first, second])

    shot_at(made, 1, cause="melee", feared=feared)

    assert [die for _, die, _ in made.events(Rolled)[0].roll.rerolls] == [second]
    assert made.events(Rolled)[0].roll.final == (second,)


@pytest.mark.rule("BQ-8.0", "BQ-8.1.6", "BQ-8.1.8")
@pytest.mark.parametrize(
    ("special", "weights"),
    [
        ((), [6, 6, 6, 6, 6, 6]),
        (("Recruits",), [1, 7, 7, 7, 7, 7]),
        (("Hardened Unit",), [7, 7, 7, 7, 7, 1]),
        (("Hardened Unit", "Recruits"), [2, 8, 8, 8, 8, 2]),
    ],
)
def test_the_exact_die_of_a_cohesion_test(special: tuple[str, ...], weights: list[int]) -> None:
    passes = morale.cohesion_passes(traits(profile(special=special)), feared=False)

    assert dict(morale.die_distribution(passes).items()) == {
        die: Fraction(weight, 36) for die, weight in enumerate(weights, 1)
    }


# ---------------------------------------------------------------------------- Leaders


@pytest.mark.rule("BQ-6.2.2.a", "BQ-2.6.1.j", "BQ-7.5.6.a")
@pytest.mark.parametrize(
    ("cause", "losses", "dice", "alive"),
    [
        ("fire", 3, [5], True),
        ("fire", 0, [6, 1], True),
        ("fire", 0, [6, 4], True),
        ("fire", 0, [6, 5], False),
        ("fire", 0, [6, 6], False),
        ("melee", 0, [6, 3], True),
        ("melee", 0, [6, 4], False),
        ("melee", 0, [6, 5], False),
    ],
)
def test_a_six_in_a_test_endangers_the_attached_leader_and_a_five_does_not(
    cause: str, losses: int, dice: list[int], alive: bool
) -> None:
    made = field(foot(losses=losses), dice=dice, leader=True)

    shot_at(made, 1, cause=cause)

    assert made.state.leaders[LEADER].alive is alive
    assert bool(made.state.leaders[LEADER].attached) is alive


@pytest.mark.rule("BQ-6.2.2.b", "BQ-2.6.1.k", "BQ-7.5.6.c")
@pytest.mark.parametrize("cause", ["fire", "melee"])
def test_the_leader_of_a_unit_shot_to_pieces_or_routed_stays_where_it_stood(cause: str) -> None:
    made = field(foot(losses=5), dice=[5], leader=True)

    shot_at(made, 3, cause=cause)

    leader = made.state.leaders[LEADER]
    assert (leader.alive, leader.attached, leader.barred) == (True, "", True)
    assert (leader.x, leader.y) == (10, 4.625)


@pytest.mark.rule("BQ-6.2.2.b")
def test_a_six_that_destroys_the_unit_still_calls_for_the_leader_test() -> None:
    made = field(foot(losses=5), dice=[6, 5], leader=True)

    result = shot_at(made, 3)

    assert result.routed
    assert not made.state.leaders[LEADER].alive
    assert made.events(LeaderDetached) == []


@pytest.mark.rule("BQ-7.5.6.b")
def test_a_leader_killed_on_a_six_in_melee_shakes_his_whole_command() -> None:
    """Out of command they need 5. The first fails and, Disordered by melee, loses one; the last passes."""
    others = (unit("a.c1u2", 4, 5, 90), unit("a.c1u3", 14, 5, 90), unit("a.c2u1", 17, 5, 90, command="a.c2"))
    made = field(foot(), *others, dice=[6, 6, 4, 4, 5], leader=True)

    shot_at(made, 1, cause="melee")

    units = made.state.units
    assert units[UNIT].losses == 2
    assert units["a.c1u2"].disordered
    assert not units["a.c1u3"].disordered
    assert not units["a.c2u1"].disordered


@pytest.mark.rule("BQ-2.5.1.1.c", "BQ-2.6.1.k")
@pytest.mark.parametrize(("status", "alive"), [("withdrawn", False), ("left", False), ("dispersed", True)])
def test_a_leader_goes_with_a_unit_that_leaves_but_survives_one_that_is_destroyed(
    status: Any, alive: bool
) -> None:
    made = field(foot(), leader=True)

    remove(made, made.state.units[UNIT], status, "test", "BQ-2.5.1.1.a")

    assert made.state.leaders[LEADER].alive is alive
    assert len(made.events(LeaderLost)) == (not alive)


# ---------------------------------------------------------------------------- Roll of Destiny


def agreed(made: Field, *rolls: int) -> Field:
    made.state.options[morale.DESTINY] = True
    for side, count in zip(made.state.sides, rolls, strict=True):
        side.destiny = count
    return made


@pytest.mark.rule("BQ-8.RD.b")
def test_a_roll_of_destiny_repeats_the_test_once() -> None:
    made = agreed(field(foot(), dice=[6, 6]), 2, 2)

    result = shot_at(made, 3, {"do": "destiny", "unit": UNIT})

    assert [event.side for event in made.events(DestinySpent)] == [0]
    assert [event.rule for event in made.events(Rolled)] == ["BQ-6.2.a", "BQ-8.RD.b"]
    assert result.losses == 3
    assert made.state.sides[0].destiny == 1


@pytest.mark.rule("BQ-8.RD.b")
def test_the_enemy_may_have_a_passed_test_repeated() -> None:
    made = agreed(field(foot(), dice=[2, 5]), 1, 1)

    result = shot_at(made, 3, {"do": "destiny", "unit": UNIT})

    assert made.asked[0].side == 1
    assert result.losses == 2


@pytest.mark.rule("BQ-8.RD.b")
def test_both_may_let_the_test_stand() -> None:
    made = agreed(field(foot(), dice=[4]), 1, 1)

    result = shot_at(made, 3, {"do": "accept", "unit": UNIT}, {"do": "accept", "unit": UNIT})

    assert result.losses == 1
    assert made.events(DestinySpent) == []


@pytest.mark.rule("BQ-8.RD.a", "BQ-8.RD.b", "BQ-8.RD.c")
@pytest.mark.parametrize(("agreement", "bought"), [(False, 3), (True, 0)])
def test_without_agreement_and_who_bought_none_is_not_asked(agreement: bool, bought: int) -> None:
    made = agreed(field(foot(), dice=[6]), bought, 3)
    made.state.options[morale.DESTINY] = agreement

    shot_at(made, 3)

    assert made.asked == []
