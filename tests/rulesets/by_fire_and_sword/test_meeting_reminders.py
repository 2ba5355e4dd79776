"""What the additional effects mean on the table, and the sheet that reminds of them (BFS-32, BFS-33.15)."""

from __future__ import annotations

import pytest

from rulesets.by_fire_and_sword.meeting.compare import compare, superiority
from rulesets.by_fire_and_sword.meeting.effects import delay, kinds, march_losses
from rulesets.by_fire_and_sword.meeting.events import SetAside
from rulesets.by_fire_and_sword.meeting.fieldevents import SquadronFormed
from rulesets.by_fire_and_sword.meeting.reminders import remind
from rulesets.by_fire_and_sword.meeting.squadrons import formations
from tests.kit.effects import initiative, reminded, rolled
from tests.kit.examples import example
from tests.kit.meeting import commander, force, met, unit


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


@pytest.mark.rule("BFS-32.1.1", "BFS-32.1.2", "BFS-32.1.3", "BFS-32.4", "BFS-32.5", "BFS-32.6.1", "BFS-32.7")
@pytest.mark.rule("BFS-32.7.1", "BFS-32.7.2", "BFS-32.7.3", "BFS-32.10", "BFS-32.11")
@pytest.mark.parametrize(("due", "dice", "side", "found"), [
    (1, [1], 1, [("BFS-32.1.1", "at most 2 CP"), ("BFS-32.1.2", "1 marker"), ("BFS-32.1.3", "−1")]),
    (2, [1, 1], 1, [("BFS-32.11", "−1"), ("BFS-32.1.2", "1 marker"), ("BFS-32.1.3", "−2")]),
    (1, [4, 1], 1, [("BFS-32.4", "Banner u1 is Insubordinate"), ("BFS-32.4", "1 CP more")]),
    (1, [5, 1], 1, [("BFS-32.5", "Rotmistrz k1 has Morale 4")]),
    (1, [6, 1], 1, [("BFS-32.6.1", "from turn 2 on Banner u1")]),
    (2, [7, 7], 0, [("BFS-32.7", "companies of one Base"), ("BFS-32.7.1", "2 of them in all")]),
    (2, [7, 7], 0, [("BFS-32.7.1", "counts no longer as lost")]),
    (2, [7, 7], 1, [("BFS-32.7.2", "within 40 cm")]),
    (1, [10], 0, [("BFS-32.10", "has 3 CP in this game"), ("BFS-32.10", "roster values stay")]),
])  # fmt: skip
def test_what_an_effect_means_on_the_table(due, dice, side, found):
    battle = on_the_table(
        due, dice, enemy=force(4 + due, cp=2, units=2, commanders=(commander(), commander("k2")))
    )
    for rule, words in found:
        assert words in reminded(battle, rule)[0].text
        assert reminded(battle, rule)[0].side == side


@pytest.mark.rule("BFS-32.2")
@pytest.mark.example("BFS-X15")
def test_enthusiasm_on_the_table():
    expected = example("BFS-X15", "by_fire_and_sword")["expect"]
    texts = [each.text for each in reminded(on_the_table(1, [2]), "BFS-32.2")]
    assert texts[0].startswith(f"+{expected['first_test_modifier']} ")
    assert "may be discarded" in texts[0]
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


@pytest.mark.rule("BFS-32.8", "BFS-33.15", "BFS-30.2.4")
def test_panic_is_drawn_on_the_table_and_the_sheet_says_how():
    units = [unit("u1"), unit("u2", gun=True, type="artillery"), unit("u3"), unit("u4"), unit("u5")]
    battle = on_the_table(2, [8, 8], enemy=force(6, units=units), formed=[("b.u3", "b.u4")])
    (panic,) = reminded(battle, "BFS-32.8")
    assert panic.when == "turn 1, Movement Phase, at its start"
    assert panic.text.startswith("draw 2 times who panics, again if that Unit is Disorganized already")
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


@pytest.mark.rule("BFS-30.3.J")
@pytest.mark.parametrize(("fsp", "initiative_of"), [((4, 6), 0), ((6, 4), 1), ((5, 5), None)])
def test_the_weaker_side_has_the_initiative_of_turn_1(fsp, initiative_of):
    battle = met(force(fsp[0]), force(fsp[1]), compare, initiative, remind)
    assert battle.state.initiative == initiative_of
    (reminder,) = reminded(battle, "BFS-30.3.J")
    assert ("roll" in reminder.text and "without" not in reminder.text) == (initiative_of is None)


@pytest.mark.rule("BFS-30.6.2", "BFS-30.6.3", "BFS-30.6.4", "BFS-30.6.5")
def test_uses_of_superiority_are_reminded_of():
    battle = met(force(4), force(11), compare, superiority, initiative, remind, numerical_superiority=True)
    rules = [each.rule for each in battle.state.reminders if each.rule.startswith("BFS-30.6")]
    assert rules == ["BFS-30.6.2", "BFS-30.6.3", "BFS-30.6.4"]
