"""When Discipline Tests are taken, and what failing one does (BQ-2.4.1.d, BQ-2.4.1.e)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from rulesets.baroque import command, leaving, morale, victory
from rulesets.baroque.events.command import UnitActivated
from rulesets.baroque.movement import actions as movement
from rulesets.baroque.reactions import discipline
from rulesets.baroque.shooting import fire
from rulesets.baroque.state import Unit
from rulesets.engine.decisions import Steps
from rulesets.engine.events import Rolled
from tests.kit.field import Field, unit

Act = Callable[[Field, Unit], Steps[Any]]


def moves(do: str, **params: object) -> Act:
    """The movement of that kind."""
    return lambda made, one: movement.perform(made, one, {"do": do, "unit": one.id, **params})


def reacts(reaction: str) -> Act:
    return lambda made, one: discipline.react(made, one, reaction)


def leaves(do: str) -> Act:
    return lambda made, one: leaving.perform(made, one, {"do": do, "unit": one.id})


def field(*others: Unit, dice: tuple[int, ...], type_: str = "TR", **changes: object) -> Field:
    """`a.c1u1` at (10, 6), discipline B, in command, is active; its test needs a 4."""
    made = Field(unit("a.c1u1", 10, 6, 90, type_, m_bu=2, depth=0.7, **changes), *others, dice=dice)
    made.state.sides[0].structure = "good"
    made.apply(UnitActivated("BQ-4.1.1.d", "a.c1u1"))
    return made


def asked(made: Field, act: Act, *answers: dict[str, object]) -> list[tuple[str, int]]:
    """The rule and the number needed of every Discipline Test of the first unit while it acts."""
    made.run(act(made, made.state.units["a.c1u1"]), *answers)
    rolls = [event.roll for event in made.events(Rolled)]
    return [(roll.rule, roll.target) for roll in rolls if "(B 4" in roll.result]


@pytest.mark.rule("BQ-2.4.1.e")
@pytest.mark.parametrize(
    ("act", "rule", "needs"),
    [
        (command.rally, "BQ-4.1.2.b", 4),
        (leaves("withdraw"), "BQ-2.5.1.1.a", 4),
        (moves("about-face"), "BQ-5.2.4.b", 4),
        (reacts("opportunity-charge"), "BQ-5.4.2.a", 5),
        (reacts("countercharge"), "BQ-5.4.3.a", 3),
        (reacts("opportunity-fire"), "BQ-6.5.a", 5),
        (reacts("defensive-fire"), "BQ-6.6.a", 2),
        (lambda made, one: discipline.try_to_evade(made, one, from_foot=False), "BQ-5.6.c", 4),
    ],
)
def test_these_actions_and_reactions_ask_for_a_test(act, rule, needs):
    assert asked(field(dice=(5,)), act) == [(rule, needs)]


@pytest.mark.rule("BQ-2.4.1.e")
def test_facing_to_a_side_asks_for_a_test():
    made = field(dice=(5,), massed=True)
    assert asked(made, moves("face-side", to="left")) == [("BQ-5.2.4.b", 4)]


@pytest.mark.rule("BQ-2.4.1.e")
@pytest.mark.parametrize(
    "again", [moves("advance", bu=1.0), moves("back", bu=1.0), moves("wheel", corner="left", degrees=10)]
)
def test_movement_actions_ask_for_a_test_from_the_second_on_and_then_for_a_harder_one(again):
    def three(made: Field, one: Unit) -> Steps[None]:
        for _ in range(3):
            yield from again(made, one)

    assert asked(field(dice=(5, 5)), three) == [("BQ-5.1.c", 4), ("BQ-5.1.c", 5)]


@pytest.mark.rule("BQ-2.4.1.e")
def test_every_die_of_a_forced_rally_is_a_test():
    made = field(dice=(2, 1, 4), disordered=True)
    forced = {"do": "forced-rally", "unit": "a.c1u1"}
    assert asked(made, command.rally, forced) == [("BQ-4.1.2.b", 4), ("BQ-4.1.2.d", 4)]
    assert not made.state.units["a.c1u1"].disordered


@pytest.mark.rule("BQ-2.4.1.e")
def test_disengaging_asks_for_a_test():
    made = field(unit("b.c1u1", 10, 6, 270, m_bu=1), dice=(5,))
    made.state.contacts["b.c1u1", "a.c1u1"] = "front"
    assert asked(made, leaves("disengage")) == [("BQ-5.7.d", 4)]


@pytest.mark.rule("BQ-2.4.1.e")
def test_a_caracole_asks_for_a_test():
    target = unit("b.c1u1", 10, 6.9, 270, "P&M", reacted=True)
    reiters = {"type_": "RE", "massed": True, "vbu": 3, "weapons": ("Pistol/Carbine",)}
    made = field(target, dice=(1, 1, 5, 1, 1), **reiters)
    shot = {"do": "shoot", "unit": "a.c1u1", "target": "b.c1u1", "edge": "front", "reserve": 0}
    again = {"do": "caracole", "unit": "a.c1u1", "target": "b.c1u1", "edge": "front"}
    assert asked(made, lambda made, one: fire.perform(made, one, shot), again) == [("BQ-6.8.a", 4)]


@pytest.mark.rule("BQ-2.4.1.e")
def test_the_death_of_a_leader_in_melee_may_test_his_whole_command():
    made = field(unit("a.c1u2", 14, 6, 90), dice=(6, 6, 5, 5))
    made.state.leaders["a.c1.leader"].attached = "a.c1u1"
    killed = asked(made, lambda made, one: morale.cohesion_test(made, one, 1, cause="melee"))
    assert killed == [("BQ-7.5.6.b", 5), ("BQ-7.5.6.b", 5)]  # out of command now that he is dead


@pytest.mark.rule("BQ-2.4.1.e")
def test_a_command_break_point_tests_the_units_that_are_left():
    made = field(unit("a.c1u2", 14, 6, 90, status="routed"), unit("a.c2u1", 4, 6, 90, command="a.c2", vd=9),
                 unit("b.c1u1", 10, 12, 270), dice=(5,))  # fmt: skip
    assert asked(made, lambda made, one: victory.end_of_turn(made)) == [("BQ-9.1.h", 4)]


@pytest.mark.rule("BQ-2.4.1.d")
@pytest.mark.parametrize(
    ("act", "disordered"),
    [
        (leaves("withdraw"), False),
        (reacts("opportunity-charge"), False),
        (reacts("countercharge"), False),
        (reacts("opportunity-fire"), False),
        (moves("about-face"), True),
    ],
)
def test_failing_disorders_only_where_the_rule_says_so(act, disordered):
    made = field(dice=(1,))
    made.run(act(made, made.state.units["a.c1u1"]))
    assert made.state.units["a.c1u1"].disordered is disordered
