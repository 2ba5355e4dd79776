"""Additional effects: which are received, whom they hit, what they mean on the table (BFS-32)."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesets.by_fire_and_sword.meeting.compare import compare
from rulesets.by_fire_and_sword.meeting.draw import digits, draw, place
from rulesets.by_fire_and_sword.meeting.effects import (
    Limits,
    by_die,
    chosen_of,
    delay,
    delay_room,
    drawable,
    kinds,
    march_losses,
    receive,
    received,
    remaining,
)
from rulesets.by_fire_and_sword.meeting.events import InitiativeFixed, ScenarioFixed, SetAside
from rulesets.by_fire_and_sword.meeting.fieldevents import SquadronFormed
from rulesets.by_fire_and_sword.meeting.formations import formations
from rulesets.by_fire_and_sword.meeting.reminders import remind
from rulesets.engine.decisions import Refusal
from tests.kit.examples import example
from tests.kit.meeting import commander, decide, force, met, offered, unit

BFS = "by_fire_and_sword"
PLENTY = Limits(docile=9, cowards=2, delays=9)


def patrol(battle):
    """A scenario that is worth nothing, so that the whole advantage becomes effects."""
    battle.apply(ScenarioFixed("BFS-30.3.D", "patrol", "Patrol", 0, False, "for a test"))


def initiative(battle):
    battle.apply(InitiativeFixed("BFS-30.3.J", battle.state.weaker))


def rolled(due, dice, *choices, enemy=None, own=None, then=(), **options):
    """The meeting after so many effects due were received with these dice."""
    strong = enemy or force(4 + due, units=9, commanders=(commander(cp=3), commander("k2")))
    steps = (compare, patrol, receive, *then)
    return decide(met(own or force(4), strong, *steps, dice=dice, **options), *choices)


def keys(battle):
    return [effect.key for effect in battle.state.effects]


def reminded(battle, rule):
    return [each for each in battle.state.reminders if each.rule == rule]


# -- how many --------------------------------------------------------------------------------------


@pytest.mark.rule("BFS-30.3.F")
@pytest.mark.example("BFS-D1", "BFS-D2", "BFS-D3", "BFS-D5")
@pytest.mark.parametrize(
    ("case", "advantage", "value", "fortifications"),
    [("BFS-D1", 1, 0, 0), ("BFS-D2", 4, 2, 0), ("BFS-D3", 6, 1, 2), ("BFS-D5", 3, 1, 0)],
)
def test_what_is_left_of_the_difference_becomes_effects(case, advantage, value, fortifications):
    expected = example(case, BFS)["expect"]["additional_effects"]
    assert remaining(advantage, value, fortifications) == expected


@pytest.mark.rule("BFS-30.3.F")
def test_no_difference_no_effects_and_a_negative_one_counts_as_none():
    assert remaining(2, 2, 0) == 0
    assert remaining(2, 4, 0) == 0
    assert rolled(0, []).state.effects == []
    assert met(force(5), force(5), compare, patrol, receive, dice=[]).state.due == 0


# -- which -----------------------------------------------------------------------------------------


@pytest.mark.rule("BFS-32.0")
def test_each_number_has_its_effect():
    assert [by_die()[die].key for die in range(1, 11)] == [
        "fatigue", "enthusiasm", "march_losses", "insubordination", "cowardly_commander", "delay",
        "unexpected_reinforcements", "panic", "choice_of_terrain", "good_bad_day",
    ]  # fmt: skip
    assert kinds()["exhaustion"].die is None


@pytest.mark.rule("BFS-32.0", "BFS-32.1.4", "BFS-32.2")
@pytest.mark.example("BFS-D7")
def test_what_cannot_come_again_is_rolled_again():
    case = example("BFS-D7", BFS)
    battle = rolled(case["given"]["effects_due"], case["rolls"])
    assert [effect.name for effect in battle.state.effects] == case["expect"]["effects"]
    assert battle.state.effects[0].slots == case["expect"]["slots_used_by_exhaustion"]
    rerolls = [entry.event.roll.rerolls for entry in battle.entries if entry.event.kind == "rolled"]
    assert [len(each) for each in rerolls] == [0, 0, 1, 1]


@pytest.mark.rule("BFS-32.0", "BFS-32.2", "BFS-32.5", "BFS-32.9", "BFS-32.10")
@pytest.mark.parametrize("key", ["enthusiasm", "cowardly_commander", "choice_of_terrain", "good_bad_day"])
def test_what_comes_once_is_rolled_again_the_second_time(key):
    assert received(key, {}, PLENTY) == key
    assert received(key, {key: 1}, PLENTY) is None


@pytest.mark.rule("BFS-32.0", "BFS-32.3", "BFS-32.7", "BFS-32.8")
@pytest.mark.parametrize("key", ["march_losses", "unexpected_reinforcements", "panic"])
def test_what_may_come_several_times_does(key):
    assert received(key, {key: 5}, PLENTY) == key


@pytest.mark.rule("BFS-32.1.4", "BFS-32.11")
def test_fatigue_becomes_exhaustion_and_is_then_rolled_again():
    assert received("fatigue", {}, PLENTY) == "fatigue"
    assert received("fatigue", {"fatigue": 1}, PLENTY) == "exhaustion"
    assert received("fatigue", {"exhaustion": 1}, PLENTY) is None


@pytest.mark.rule("BFS-32.1.2", "BFS-32.11")
def test_fatigue_and_exhaustion_have_three_markers():
    assert rolled(1, [1]).state.markers == [{}, {"fatigue": 3}]
    assert rolled(2, [1, 1]).state.markers == [{}, {"exhaustion": 3}]


@pytest.mark.rule("BFS-32.2")
def test_enthusiasm_has_a_marker_of_the_weaker_side():
    assert rolled(1, [2]).state.markers == [{"enthusiasm": 1}, {}]


# -- who is hit ------------------------------------------------------------------------------------


@pytest.mark.rule("BFS-32.4", "BFS-30.2.4")
def test_insubordination_draws_a_unit_that_is_not_insubordinate_yet():
    units = [unit("u1"), unit("u2", special=["Insubordinate"]), unit("u3"), unit("u4")]
    battle = rolled(2, [4, 4, 4, 10], enemy=force(6, units=units))
    assert [effect.unit for effect in battle.state.effects] == ["b.u3", "b.u4"]
    assert battle.state.insubordinate == {"b.u3", "b.u4"}


@pytest.mark.rule("BFS-32.4", "BFS-32.0")
def test_insubordination_is_rolled_again_when_all_units_are_insubordinate():
    units = [unit("u1"), unit("u2", special=["Insubordinate"])]
    battle = rolled(2, [4, 4, 8], enemy=force(6, units=units))
    assert [(effect.key, effect.unit) for effect in battle.state.effects] == [
        ("insubordination", "b.u1"), ("panic", ""),
    ]  # fmt: skip


@pytest.mark.rule("BFS-32.5", "BFS-30.2.4")
def test_named_commanders_are_no_cowards():
    leaders = (commander(historical=True), commander("k2"), commander("k3"))
    battle = rolled(1, [5, 7], enemy=force(5, commanders=leaders))
    assert battle.state.effects[0].commander == "b.k3"


@pytest.mark.rule("BFS-32.5", "BFS-32.0")
def test_a_force_of_named_commanders_has_no_coward():
    battle = rolled(1, [5, 8], enemy=force(5, commanders=(commander(historical=True),)))
    assert keys(battle) == ["panic"]


@pytest.mark.rule("BFS-32.6.2", "BFS-32.8")
@pytest.mark.example("BFS-D8")
def test_delay_beyond_half_of_the_units_is_panic():
    case = example("BFS-D8", BFS)
    held, number = case["given"]["enemy_units_never_delayed"], case["given"]["enemy_units"]
    units = [unit(f"u{n}", reserves=n > held) for n in range(1, number + 1)]
    enemy = force(4 + case["given"]["delays_rolled"], units=units)
    battle = rolled(case["given"]["delays_rolled"], [6, 6, 6, 1, 1], enemy=enemy, then=(delay,))
    counted = Counter(keys(battle))
    assert counted["delay"] == case["expect"]["units_delayed"]
    assert counted["panic"] == case["expect"]["panics"]
    assert battle.state.effects[2].instead_of == "delay"
    assert battle.state.set_aside == {"b.u2": "reserves", "b.u3": "reserves"}
    assert "b.u1" not in drawable(battle.state, 1)


@pytest.mark.rule("BFS-32.6", "BFS-32.6.2")
def test_no_more_units_are_delayed_than_may_be_drawn():
    units = [unit("u1", reserves=False), unit("u2", reserves=False), unit("u3", reserves=False), unit("u4")]
    assert keys(rolled(2, [6, 6], enemy=force(6, units=units))) == ["delay", "panic"]
    assert keys(rolled(1, [6], enemy=force(5, units=units[:2]))) == ["panic"]


@pytest.mark.rule("BFS-32.6", "BFS-30.3.I", "BFS-33.15")
def test_the_delayed_are_drawn_before_deployment_not_when_it_is_rolled():
    battle = rolled(1, [6, 2], then=(delay,), enemy=force(5, units=4))
    kinds_of_events = [entry.event.kind for entry in battle.entries]
    assert kinds_of_events.index("effect-received") < kinds_of_events.index("unit-drawn")
    assert battle.state.effects[0].unit == "b.u1"
    assert battle.state.to_json()["units"][4]["place"] == "reserves"


@pytest.mark.rule("BFS-32.6.2", "BFS-33.12")
def test_an_outmaneuvered_unit_counts_towards_the_half():
    state = rolled(1, [6], enemy=force(5, units=5)).state
    assert delay_room(state, 1) == 1  # two in all, one of them still to be drawn
    SetAside("BFS-33.12", "b.u1", "outmaneuvered").apply(state)
    assert delay_room(state, 1) == 0
    assert delay_room(state, 0) == 2


@pytest.mark.rule("BFS-32.10")
@pytest.mark.parametrize(("choice", "change"), [("good", [1, 0]), ("bad", [0, -1])])
def test_the_owner_chooses_a_good_or_a_bad_day(choice, change):
    battle = rolled(1, [10], {"do": choice})
    assert battle.state.command_points == change
    assert battle.state.effects[0].choice == choice


@pytest.mark.rule("BFS-32.10")
def test_no_bad_day_brings_a_commander_below_two_command_points():
    battle = rolled(1, [10], enemy=force(5, cp=2))
    assert battle.state.command_points == [1, 0]


# -- choice of effects -----------------------------------------------------------------------------


@pytest.mark.rule("BFS-32.12")
@pytest.mark.example("BFS-X16")
def test_a_third_of_the_effects_is_chosen():
    case = example("BFS-X16", BFS)
    for due, chosen, rest in zip(
        case["given"]["effects_due"], case["expect"]["chosen"], case["expect"]["rolled"], strict=True
    ):
        assert (chosen_of(due), due - chosen_of(due)) == (chosen, rest)
    assert [chosen_of(due) for due in (0, 1, 2, 5, 7)] == [0, 0, 0, 1, 2]


@pytest.mark.rule("BFS-32.12")
def test_choosing_may_be_done_before_or_after_rolling():
    first = {"do": "choose", "effect": "enthusiasm"}
    before = rolled(3, [2, 8, 8], first, choice_of_effects=True)
    assert keys(before) == ["enthusiasm", "panic", "panic"]
    assert before.state.effects[0].die is None
    asked = rolled(3, [], choice_of_effects=True).pending
    assert asked is not None
    named = {each.key.get("effect"): each.rule for each in asked.options}
    assert (named["enthusiasm"], named["panic"]) == ("BFS-32.2", "BFS-32.8")
    after = rolled(3, [8, 8], {"do": "roll"}, {"do": "roll"}, choice_of_effects=True)
    assert {"do": "roll"} not in offered(after)
    assert keys(decide(after, first)) == ["panic", "panic", "enthusiasm"]


@pytest.mark.rule("BFS-32.12", "BFS-32.3", "BFS-32.5", "BFS-32.1.4")
def test_what_may_not_be_chosen():
    may = {each["effect"] for each in offered(rolled(3, [], choice_of_effects=True)) if "effect" in each}
    assert may == set(kinds()) - {"exhaustion", "march_losses", "cowardly_commander"}


@pytest.mark.rule("BFS-32.12", "BFS-32.1.4")
@pytest.mark.parametrize(("die", "key"), [(1, "fatigue"), (2, "enthusiasm"), (9, "choice_of_terrain")])
def test_what_was_received_already_and_cannot_be_again_is_not_chosen(die, key):
    battle = rolled(3, [die], {"do": "roll"}, choice_of_effects=True)
    assert not battle.pending.offers(do="choose", effect=key)
    with pytest.raises(Refusal):
        battle.choose({"do": "choose", "effect": key})


@pytest.mark.rule("BFS-32.12", "BFS-32.6.2")
def test_delay_is_not_chosen_beyond_half_of_the_units():
    few = force(7, units=2)
    battle = rolled(3, [6], {"do": "roll"}, choice_of_effects=True, enemy=few)
    assert not battle.pending.offers(do="choose", effect="delay")
    assert battle.pending.offers(do="choose", effect="panic")


@pytest.mark.rule("BFS-32.11", "BFS-32.12")
def test_fatigue_that_was_chosen_and_is_then_rolled_makes_exhaustion():
    battle = rolled(3, [1, 8], {"do": "choose", "effect": "fatigue"}, choice_of_effects=True)
    assert keys(battle) == ["exhaustion", "panic"]
    assert battle.pending is None


# -- on the table ----------------------------------------------------------------------------------


def on_the_table(due, dice, *, formed=(), away=(), **more):
    """A meeting with these effects after its deployment; `formed`: squadrons of the stronger side, `away`:
    units that wait in ambush.
    """

    def deployed(battle):
        for id_ in away:
            battle.apply(SetAside("BFS-33.7.1", id_, "ambush"))
        for units in formed:
            bases = sum(battle.state.units[id_].of.bases for id_ in units)
            battle.apply(SquadronFormed("BFS-29.10.3", 1, units, bases))

    return rolled(due, dice, then=(delay, deployed, march_losses, initiative, remind), **more)


@pytest.mark.rule("BFS-33.15")
def test_every_effect_is_reminded_of_but_the_choice_of_terrain():
    draws = ("insubordination", "cowardly_commander", "delay", "march_losses")
    for kind in (kind for kind in kinds().values() if kind.die is not None):
        enemy = force(5, units=2, cp=2, commanders=(commander(), commander("k2")))
        battle = on_the_table(1, [kind.die, *([1] if kind.key in draws else [])], enemy=enemy)
        about = [each for each in battle.state.reminders if each.rule.startswith("BFS-32")]
        assert bool(about) == (kind.key != "choice_of_terrain"), kind.key


@pytest.mark.rule("BFS-32.1.1", "BFS-32.1.2", "BFS-32.1.3")
def test_fatigue_on_the_table():
    battle = on_the_table(1, [1])
    assert "at most 2 CP" in reminded(battle, "BFS-32.1.1")[0].text
    assert "1 marker" in reminded(battle, "BFS-32.1.2")[0].text
    assert "−1" in reminded(battle, "BFS-32.1.3")[0].text
    assert {each.side for each in battle.state.reminders if each.rule.startswith("BFS-32.1")} == {1}


@pytest.mark.rule("BFS-32.11")
def test_exhaustion_on_the_table():
    battle = on_the_table(2, [1, 1])
    assert "−1" in reminded(battle, "BFS-32.11")[0].text
    assert "−2" in reminded(battle, "BFS-32.1.3")[0].text
    assert not reminded(battle, "BFS-32.1.1")


@pytest.mark.rule("BFS-32.2")
@pytest.mark.example("BFS-X15")
def test_enthusiasm_on_the_table():
    expected = example("BFS-X15", BFS)["expect"]
    texts = [each.text for each in reminded(on_the_table(1, [2]), "BFS-32.2")]
    assert texts[0].startswith(f"+{expected['first_test_modifier']} ")
    assert "discard it" in texts[0]
    assert "within 20 cm" in texts[0]
    assert "picks the order" in texts[0]
    assert "flees from the table" in texts[1]


@pytest.mark.rule("BFS-32.3")
def test_march_losses_are_drawn_when_both_have_deployed():
    battle = on_the_table(1, [3, 6], enemy=force(5, units=4))
    assert [effect.unit for effect in battle.state.effects] == ["b.u3"]
    (reminder,) = reminded(battle, "BFS-32.3")
    assert (reminder.when, reminder.side) == ("turn 1, Orders Phase, at its start", 1)
    assert reminder.text.startswith("Banner u3 loses 1 Base on the march")
    assert "only if all of it is destroyed or has fled" in reminder.text


@pytest.mark.rule("BFS-32.3")
def test_march_losses_that_nobody_was_there_for_are_drawn_on_the_table():
    battle = on_the_table(1, [3], enemy=force(5, units=2), away=("b.u1", "b.u2"))
    assert battle.state.effects[0].unit == ""
    assert reminded(battle, "BFS-32.3")[0].text.startswith("draw once a Unit or Squadron on the table")


@pytest.mark.rule("BFS-32.3", "BFS-30.2.4")
def test_march_losses_hit_a_whole_squadron():
    battle = on_the_table(1, [3, 1], enemy=force(5, units=3), formed=[("b.u1", "b.u2")])
    (effect,) = battle.state.effects
    assert (effect.unit, effect.squadron) == ("b.u1", ("b.u1", "b.u2"))
    assert "Banner u1 with Banner u2 loses 1 Base" in reminded(battle, "BFS-32.3")[0].text


@pytest.mark.rule("BFS-32.3")
@pytest.mark.parametrize("special", ["Insubordinate", "Rabble", "Robbers"])
def test_march_losses_take_two_bases_from_bad_marchers(special):
    units = [unit("u1", special=[special]), unit("u2")]
    assert (
        "u1 loses 2 Bases"
        in reminded(on_the_table(1, [3, 1], enemy=force(5, units=units)), "BFS-32.3")[0].text
    )
    assert (
        "u2 loses 1 Base "
        in reminded(on_the_table(1, [3, 6], enemy=force(5, units=units)), "BFS-32.3")[0].text
    )


@pytest.mark.rule("BFS-32.3", "BFS-32.4")
def test_who_became_insubordinate_loses_two_bases_too():
    battle = on_the_table(2, [4, 1, 3, 1], enemy=force(6, units=2))
    assert "Banner u1 loses 2 Bases" in reminded(battle, "BFS-32.3")[0].text


@pytest.mark.rule("BFS-32.3")
def test_who_has_no_bases_left_is_destroyed_and_not_drawn_again():
    units = [unit("u1", bases=1), unit("u2")]
    battle = on_the_table(2, [3, 3, 1], enemy=force(6, units=units))
    assert [effect.unit for effect in battle.state.effects] == ["b.u1", "b.u2"]
    assert (
        reminded(battle, "BFS-32.3")[0].text == "Banner u1 loses all its Bases on the march and is destroyed"
    )


@pytest.mark.rule("BFS-32.3")
def test_two_march_losses_of_one_unit_add_up():
    (reminder,) = reminded(on_the_table(2, [3, 3, 1, 1], enemy=force(6, units=2)), "BFS-32.3")
    assert "loses 2 Bases" in reminder.text


@pytest.mark.rule("BFS-30.2.4", "BFS-32.3")
def test_draws_after_deployment_leave_out_who_is_not_on_the_table():
    battle = on_the_table(2, [6, 3, 1, 1], enemy=force(6, units=3))
    assert battle.state.set_aside == {"b.u1": "reserves"}
    assert battle.state.effects[1].unit == "b.u2"
    assert [one.id for one in formations(battle.state, 1)] == ["b.u2", "b.u3"]


@pytest.mark.rule("BFS-32.4")
def test_insubordination_on_the_table():
    (reminder,) = reminded(on_the_table(1, [4, 1]), "BFS-32.4")
    assert reminder.text.startswith("Banner u1 is Insubordinate")
    assert "1 CP more" in reminder.text


@pytest.mark.rule("BFS-32.5")
def test_a_coward_on_the_table():
    reminders_of_him = reminded(on_the_table(1, [5, 1]), "BFS-32.5")
    assert all("Rotmistrz k1" in each.text for each in reminders_of_him)
    assert "Morale 4" in reminders_of_him[0].text
    assert reminders_of_him[1].phase == "Movement Phase, at its start"


@pytest.mark.rule("BFS-32.6.1")
def test_delayed_units_on_the_table():
    (reminder,) = reminded(on_the_table(1, [6, 1], enemy=force(5, units=2)), "BFS-32.6.1")
    assert (reminder.turn, reminder.phase, reminder.side) == (2, "Reorganization Phase", 1)
    assert "Banner u1" in reminder.text


@pytest.mark.rule("BFS-32.7", "BFS-32.7.1", "BFS-32.7.2", "BFS-32.7.3")
def test_reinforcements_on_the_table():
    battle = on_the_table(2, [7, 7])
    assert "companies of one Base" in reminded(battle, "BFS-32.7")[0].text
    (arrival,) = reminded(battle, "BFS-32.7.1")
    assert "2 of them in all" in arrival.text
    assert "counts no longer as lost" in arrival.text
    (shock,) = reminded(battle, "BFS-32.7.2")
    assert (shock.side, "40 cm" in shock.text) == (1, True)


@pytest.mark.rule("BFS-32.8", "BFS-33.15", "BFS-30.2.4")
def test_panic_is_drawn_on_the_table_and_the_sheet_says_how():
    units = [unit("u1"), unit("u2", gun=True, type="artillery"), unit("u3"), unit("u4"), unit("u5")]
    battle = on_the_table(2, [8, 8], enemy=force(6, units=units), formed=[("b.u3", "b.u4")])
    (panic,) = reminded(battle, "BFS-32.8")
    assert panic.when == "turn 1, Movement Phase, at its start"
    assert panic.text.startswith("draw 2 times who panics, again if he is Disorganized already")
    assert panic.text.endswith(
        "1 to 3 Banner u1, 4 to 6 Banner u3 with Banner u4, 7 to 9 Banner u5, 0 roll again"
    )
    assert "every wagon" in panic.text


@pytest.mark.rule("BFS-33.15")
def test_march_losses_come_with_the_orders_and_panic_with_the_moves():
    battle = on_the_table(2, [8, 3, 1])
    moments = {each.rule: each.when for each in battle.state.reminders}
    assert moments["BFS-32.3"] == "turn 1, Orders Phase, at its start"
    assert moments["BFS-32.8"] == "turn 1, Movement Phase, at its start"


@pytest.mark.rule("BFS-32.10")
def test_the_day_on_the_table():
    (reminder,) = reminded(on_the_table(1, [10], enemy=force(5, cp=2)), "BFS-32.10")
    assert "has 3 CP in this game" in reminder.text
    assert "roster values stay" in reminder.text


@pytest.mark.rule("BFS-30.3.J")
@pytest.mark.parametrize(("fsp", "initiative_of"), [((4, 6), 0), ((6, 4), 1), ((5, 5), None)])
def test_the_weaker_side_has_the_initiative_of_turn_1(fsp, initiative_of):
    battle = met(force(fsp[0]), force(fsp[1]), compare, initiative, remind)
    assert battle.state.initiative == initiative_of
    (reminder,) = reminded(battle, "BFS-30.3.J")
    assert ("roll" in reminder.text and "without" not in reminder.text) == (initiative_of is None)


@pytest.mark.rule("BFS-30.6.2", "BFS-30.6.3", "BFS-30.6.4", "BFS-30.6.5")
def test_uses_of_superiority_are_reminded_of():
    from rulesets.by_fire_and_sword.meeting.superiority import superiority

    battle = met(force(4), force(11), compare, superiority, initiative, remind, numerical_superiority=True)
    rules = [each.rule for each in battle.state.reminders if each.rule.startswith("BFS-30.6")]
    assert rules == ["BFS-30.6.2", "BFS-30.6.3", "BFS-30.6.4"]


# -- drawing ---------------------------------------------------------------------------------------


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
