"""The exact chances of scenarios and effects: against enumeration, and against meetings that were played."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesets.by_fire_and_sword.meeting.chances import effect_chances, scenario_chances
from rulesets.by_fire_and_sword.meeting.compare import compare
from rulesets.by_fire_and_sword.meeting.effects import Limits, by_die, kinds, limits_of, receive, received
from rulesets.by_fire_and_sword.meeting.events import ScenarioFixed
from rulesets.by_fire_and_sword.meeting.options import ScenarioReroll
from rulesets.by_fire_and_sword.meeting.scenario import choose_scenario
from rulesets.by_fire_and_sword.scenarios.reading import shipped
from tests.kit.meeting import commander, force, met, unit

HALF = Fraction(1, 2)


def by_key(found):
    return {one.key: one for one in found.scenarios}


# -- scenarios -------------------------------------------------------------------------------------


@pytest.mark.rule("BFS-30.3.C", "BFS-30.4.5")
@pytest.mark.parametrize("forces", [
    (force(7), force(7)), (force(6, defensive=True), force(9, defensive=True)),
])  # fmt: skip
def test_one_die_decides_evenly_among_five(forces):
    found = scenario_chances(forces, shipped())
    assert {one.key: one.decided for one in found.scenarios} == dict.fromkeys(
        ("patrol", "take_and_hold", "attack_on_a_village", "capture_the_crossing", "delay_the_enemy"),
        Fraction(1, 5),
    )
    assert found.sets == ()


@pytest.mark.rule("BFS-30.4.4")
def test_the_scenario_of_equal_forces_with_one_defensive_is_certain():
    found = scenario_chances((force(7), force(7, defensive=True)), shipped())
    assert [(one.key, one.decided) for one in found.scenarios] == [("delay_the_enemy", 1)]
    assert found.dice == 0


def enumerated(one, two, dice):
    """Every throw of the scenario dice played, as the number of each set of options."""
    found = Counter()
    for throw in product(range(1, 11), repeat=dice):
        rest = (3, 3) if dice < 9 else ()
        battle = met(one, two, compare, choose_scenario, dice=_Then(throw, rest))
        offers = battle.state.scenario
        options = tuple(offers.options) if offers.rolled == list(throw) else ()
        discard = battle.pending is not None and battle.pending.offers(do="discard")
        found[tuple(sorted(options)), discard] += 1
    return found


class _Then:
    """These dice, then others for ever."""

    def __init__(self, dice, rest):
        self.left, self.rest = list(dice), rest

    def roll(self, sides, count):
        made = [self.left.pop(0) if self.left else self.rest[0] for _ in range(count)]
        return tuple(made)


CASES = [
    (force(5), force(6)), (force(6), force(9)), (force(6), force(12)), (force(6), force(7, defensive=True)),
    (force(6, defensive=True), force(7)), (force(6, defensive=True), force(8)),
]  # fmt: skip


@pytest.mark.rule("BFS-30.3.D", "BFS-30.4.1", "BFS-30.4.2", "BFS-30.4.5")
@pytest.mark.parametrize("forces", CASES)
def test_the_chances_of_scenarios_are_those_of_all_throws(forces):
    found = scenario_chances(forces, shipped())
    counted = enumerated(*forces, dice=2)
    assert {tuple(sorted(keys)): chance for keys, chance in found.sets} == {
        keys: Fraction(number, 100) for keys, number in _summed(counted).items() if keys
    }
    assert found.none == Fraction(_summed(counted)[()], 100)
    for one in found.scenarios:
        shown = sum(number for (keys, _), number in counted.items() if one.key in keys)
        assert one.available == Fraction(shown, 100), one.key
        assert one.alone == Fraction(_summed(counted)[(one.key,)], 100), one.key
        share = Fraction(sum(number for (_, discard), number in counted.items() if discard), 100)
        assert one.discarding == (share if one.key == "delay_the_enemy" else 0), one.key


def _summed(counted):
    summed = Counter()
    for (keys, _), number in counted.items():
        summed[keys] += number
    return summed


@pytest.mark.rule("BFS-30.3.D", "BFS-30.4.3")
def test_a_forced_reroll_shifts_the_chances():
    rule = ScenarioReroll(rule="Beating the Tatars", dice=(1, 2))
    enemy = force(12, special_rules=("Beating the Tatars",))
    plain = by_key(scenario_chances((force(6, cp=1), enemy), shipped()))
    forced = by_key(scenario_chances((force(6, cp=1), enemy), shipped(), [rule]))
    assert (plain["patrol"].available, forced["patrol"].available) == (Fraction(1, 10), Fraction(1, 50))
    assert forced["ambush"].available == Fraction(3, 25)


@given(cp=st.integers(1, 8), difference=st.integers(1, 12), defensive=st.sampled_from([0, 1, 2]))
def test_chances_of_scenarios_sum_up(cp, difference, defensive):
    one, two = force(6, cp=cp, defensive=defensive == 1), force(6 + difference, defensive=defensive == 2)
    found = scenario_chances((one, two), shipped())
    assert sum(chance for _, chance in found.sets) + found.none == 1
    for each in found.scenarios:
        assert 0 <= each.alone <= each.available <= 1
    assert sum(each.decided for each in found.scenarios) == found.none


# -- effects ---------------------------------------------------------------------------------------


def brute(due, limits, before=()):
    """Every way of rolling the effects, followed one by one."""
    once, expected = Counter(), Counter()

    def go(have, left, weight):
        if not left:
            for key, number in have.items():
                expected[key] += weight * number
                once[key] += weight if number else 0
            return
        becomes = [received(by_die()[die].key, have, limits) for die in range(1, 11)]
        possible = [key for key in becomes if key]
        for key in possible:
            then = {**have, key: have.get(key, 0) + 1}
            if key == "exhaustion":
                then["fatigue"] = 0
            go(then, left - 1, weight / len(possible))

    go(dict(Counter(before)), due, Fraction(1))
    return once, expected


@pytest.mark.rule("BFS-32.0", "BFS-32.4", "BFS-32.5", "BFS-32.6.2")
@pytest.mark.parametrize("due", [0, 1, 2, 3, 4])
@pytest.mark.parametrize(
    "limits", [Limits(docile=9, cowards=2, delays=4), Limits(docile=1, cowards=0, delays=1), Limits(2, 1, 0)]
)
def test_the_chances_of_effects_are_those_of_all_ways_to_roll_them(due, limits):
    once, expected = brute(due, limits)
    for one in effect_chances(due, limits):
        assert one.once == once[one.key], one.key
        assert one.expected == expected[one.key], one.key


@pytest.mark.rule("BFS-32.12", "BFS-32.11")
@pytest.mark.parametrize("chosen", [(), ("fatigue",), ("delay",), ("insubordination",), ("enthusiasm",)])
def test_what_was_chosen_before_changes_the_chances_of_the_rest(chosen):
    limits = Limits(docile=2, cowards=1, delays=2)
    once, expected = brute(3, limits, chosen)
    found = {one.key: one for one in effect_chances(4, limits, chosen)}
    for key in kinds():
        assert found[key].once == once[key], key
        assert found[key].expected == expected[key], key


@pytest.mark.parametrize(
    ("due", "chosen"), [(3, ("march_losses",)), (2, ("panic",)), (6, ("fatigue", "fatigue"))]
)
def test_what_may_not_be_chosen_has_no_chances(due, chosen):
    with pytest.raises(ValueError, match=f"{chosen[-1]}|chosen"):
        effect_chances(due, Limits(5, 1, 2), chosen)


@given(
    due=st.integers(0, 25), docile=st.integers(0, 20), cowards=st.integers(0, 2), delays=st.integers(0, 10)
)
def test_every_effect_due_is_received(due, docile, cowards, delays):
    found = {one.key: one for one in effect_chances(due, Limits(docile, cowards, delays))}
    slots = {key: 2 if key == "exhaustion" else 1 for key in found}
    assert sum(one.expected * slots[key] for key, one in found.items()) == due
    assert all(0 <= one.once <= 1 and one.once <= one.expected for one in found.values())


def test_meetings_that_are_played_have_these_chances():
    units = [unit("u1", special=["Insubordinate"]), unit("u2", reserves=False), unit("u3"), unit("u4")]
    enemy = force(8, cp=3, units=units, commanders=(commander(cp=3), commander("k2", historical=True)))

    def fixed(battle):
        battle.apply(ScenarioFixed("BFS-30.3.D", "patrol", "Patrol", 0, False, "for a test"))

    times, seen = 4000, Counter()
    for seed in range(times):
        battle = met(force(4), enemy, compare, fixed, receive, dice=str(seed))
        while battle.pending is not None:
            battle.choose(battle.system.core.tactician(battle, battle.pending))
        limits = limits_of(battle.state, 1)
        seen.update({effect.key for effect in battle.state.effects})
    for one in effect_chances(4, limits):
        error = 4 * (float(one.once * (1 - one.once)) / times) ** 0.5
        assert abs(seen[one.key] / times - float(one.once)) <= error + 1e-9, one.key
