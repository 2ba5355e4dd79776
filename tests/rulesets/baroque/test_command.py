"""Discipline Tests, command range, rallying (BQ-2.4, BQ-2.6.2, BQ-4.1.2)."""

from fractions import Fraction

import pytest

from rulesets.baroque import command
from rulesets.baroque.command import discipline_chance, discipline_test, in_command_range, needed
from rulesets.baroque.events.command import Rallied, UnitActivated
from rulesets.baroque.events.field import Disordered
from rulesets.engine.dice import Modifier
from rulesets.engine.events import Rolled
from tests.kit.field import Field, unit

LONELY = {"x": 10, "y": 12}  # more than 6 BU from a leader who stands at y = 0.5
NEAR = {"x": 10, "y": 4}


def field(*, near: bool = True, dice: tuple[int, ...] = (), **changes: object) -> Field:
    place = NEAR if near else LONELY
    made = Field(unit("a.c1u1", heading=90, **place, **changes), dice=dice)
    made.apply(UnitActivated("BQ-4.1.1.d", "a.c1u1"))
    return made


def tried(made: Field, *modifiers: Modifier, harder: int = 0) -> bool:
    one = made.state.units["a.c1u1"]
    return bool(made.run(discipline_test(made, one, "Trial", "BQ-2.4.1.a", modifiers, harder)))


@pytest.mark.rule("BQ-2.4.1.a", "BQ-2.4.1.b", "BQ-2.6.2.c", "BQ-8.1.9.a")
@pytest.mark.parametrize(
    ("how", "lowest"),
    [({"d": "A"}, 3), ({"d": "B"}, 4), ({"d": "C"}, 5), ({"near": False}, 5), ({"discipline_bonus": 1}, 3)],
    ids=["A", "B", "C", "out of command range", "stirred up by agitators"],
)
def test_what_a_unit_needs(how, lowest):
    assert tried(field(**how, dice=(lowest,)))
    assert not tried(field(**how, dice=(lowest - 1,)))


@pytest.mark.rule("BQ-2.4.1.b", "BQ-2.6.1.f")
def test_an_attached_leader_gives_one_more():
    made = field(dice=(3,))
    made.state.leaders["a.c1.leader"].attached = "a.c1u1"
    assert tried(made)


@pytest.mark.rule("BQ-2.4.1.b", "BQ-2.6.1.f")
def test_the_commander_in_chief_of_another_command_helps_but_does_not_bring_into_range():
    made = Field(unit("a.c1u1", 10, 1.2, 90), unit("a.c2u1", 10, 12, 90, command="a.c2"), dice=(4, 3))
    made.state.leaders["a.c1.leader"].attached = "a.c2u1"
    far = made.state.units["a.c2u1"]
    found = {modifier.why: modifier.value for modifier in command.discipline_modifiers(made.state, far)}
    assert found == {"out of command": -1, "leader attached": 1}


@pytest.mark.rule("BQ-2.4.1.c")
def test_a_natural_one_fails_and_a_natural_six_passes_whatever_is_needed():
    easy, hard = Modifier("BQ-X", 9, "easy"), Modifier("BQ-X", -9, "hard")
    assert not tried(field(dice=(1,)), easy)
    assert tried(field(dice=(6,)), hard)


@pytest.mark.rule("BQ-2.4.1.d")
def test_failing_alone_disorders_nobody():
    made = field(dice=(1,))
    tried(made)
    assert not made.events(Disordered)


def test_the_record_says_what_was_needed_and_why():
    made = field(near=False, dice=(3,))
    tried(made, Modifier("BQ-5.1.1.a", -1, "slow"), harder=1)
    (rolled,) = made.events(Rolled)
    assert (
        rolled.roll.result == "needs 7 or more (B 4, march 1 harder, out of command -1, slow -1): 3, failed"
    )
    assert rolled.roll.target == 7
    assert [modifier.rule for modifier in rolled.roll.modifiers] == ["BQ-2.4.1.b", "BQ-5.1.1.a"]


@pytest.mark.example("EX-5.4.2")
@pytest.mark.rule("BQ-2.4.1.c")
def test_when_seven_is_needed_a_five_fails_and_a_six_passes():
    modifiers = (Modifier("BQ-5.4.2.e", -1, "disordered"), Modifier("BQ-5.4.2.e", -2, "foot"))
    made = field(dice=(5,))
    assert needed(made.state.units["a.c1u1"], modifiers) == 7
    assert not tried(made, *modifiers)
    assert tried(field(dice=(6,)), *modifiers)


@pytest.mark.rule("BQ-8.1.7", "BQ-8.0")
def test_demotivated_troops_roll_a_six_again_and_the_second_result_stands():
    assert not tried(field(special=("Demotivated Troops",), dice=(6, 3)))
    made = field(special=("Demotivated Troops",), dice=(6, 6))
    assert tried(made)
    assert made.events(Rolled)[0].roll.rerolls == ((0, 6, "BQ-8.1.7"),)


@pytest.mark.rule("BQ-2.4.1.a", "BQ-8.1.7")
@pytest.mark.parametrize("d", "ABC")
@pytest.mark.parametrize("special", [(), ("Demotivated Troops",)])
@pytest.mark.parametrize("harder", [0, 2, 5])
def test_the_chance_is_that_of_all_dice(d, special, harder):
    made = field(d=d, special=special)
    one = made.state.units["a.c1u1"]
    cases = [(first, second) for first in range(1, 7) for second in range(1, 7)]
    passed = sum(tried(scripted(d, special, case), harder=harder) for case in cases)
    assert discipline_chance(made.state, one, harder=harder) == pytest.approx(Fraction(passed, 36))


def scripted(d: str, special: tuple[str, ...], case: tuple[int, int]) -> Field:
    rerolls = case[0] == 6 and special
    return field(d=d, special=special, dice=case if rerolls else case[:1])


# ---------------------------------------------------------------------------- command range


@pytest.mark.example("DX-14")
@pytest.mark.rule("BQ-2.6.2.a", "BQ-2.6.2.b", "BQ-2.6.1.h")
def test_five_bu_are_in_average_range_of_a_free_leader_but_not_of_one_attached_elsewhere():
    made = Field(unit("a.c1u1", 10, 5.5 + 0.75, 90), unit("a.c1u2", 10, 0.5, 90))
    far = made.state.units["a.c1u1"]
    assert made.state.leaders["a.c1.leader"].y == 0.5  # 5 BU from its rear edge
    assert in_command_range(made.state, far)
    made.state.leaders["a.c1.leader"].attached = "a.c1u2"
    assert not in_command_range(made.state, far)


@pytest.mark.rule("BQ-2.6.2.a", "BQ-2.6.2.b")
@pytest.mark.parametrize(("structure", "reach"), [("good", 10), ("average", 6), ("poor", 2)])
def test_the_command_structure_sets_the_range(structure, reach):
    for distance, inside in ((reach, True), (reach + 0.01, False)):
        made = Field(unit("a.c1u1", 10, 0.5 + distance + 0.75, 90))
        made.state.sides[0].structure = structure
        assert in_command_range(made.state, made.state.units["a.c1u1"]) is inside


@pytest.mark.rule("BQ-2.6.1.h")
def test_the_half_range_of_an_attached_leader_runs_from_unit_to_unit():
    made = Field(unit("a.c1u1", 10, 4.5 + 0.75, 90), unit("a.c1u2", 10, 1.5, 90))
    made.state.leaders["a.c1.leader"].attached = "a.c1u2"
    assert in_command_range(made.state, made.state.units["a.c1u1"])  # just 3 BU between the bases
    assert in_command_range(made.state, made.state.units["a.c1u2"])


@pytest.mark.rule("BQ-2.6.2.c", "BQ-6.2.2.c")
def test_units_without_a_leader_are_out_of_range():
    made = field()
    made.state.leaders["a.c1.leader"].alive = False
    assert not in_command_range(made.state, made.state.units["a.c1u1"])


# ---------------------------------------------------------------------------- rallying


IRON, DEMOTIVATED = "Iron Officers", "Demotivated Troops"


@pytest.mark.rule(
    "BQ-4.1.2.a", "BQ-4.1.2.b", "BQ-4.1.2.c", "BQ-4.1.2.d", "BQ-2.5.3.d", "BQ-8.0", "BQ-8.1.1", "BQ-8.1.7"
)
@pytest.mark.parametrize(("special", "dice", "do", "disordered", "done"), [
    ((), (4,), None, False, False),
    ((), (2, 3, 1), "forced-rally", True, True),
    ((), (2,), "stay", True, False),
    ((IRON,), (3, 4), None, False, False),  # a failed rally again
    ((IRON,), (1, 2, 3), "forced-rally", True, True),  # but no natural 1 and no forced rally
    ((IRON, DEMOTIVATED), (6, 3), "stay", True, False),  # no die a third time
])  # fmt: skip
def test_what_a_rally_leaves(special, dice, do, disordered, done):
    made = field(disordered=True, special=special, dice=dice)
    one = made.state.units["a.c1u1"]
    made.run(command.rally(made, one), *([{"do": do, "unit": one.id}] if do else []))
    assert (one.disordered, made.state.activation.done) == (disordered, done)


@pytest.mark.example("EX-4.1.2")
@pytest.mark.rule("BQ-4.1.2.c", "BQ-4.1.2.d")
def test_a_failed_rally_may_be_forced_with_the_leaders_dice_and_ends_the_activation():
    made = field(disordered=True, dice=(2, 3, 4))
    one = made.state.units["a.c1u1"]
    made.run(command.rally(made, one), {"do": "forced-rally", "unit": "a.c1u1"})
    assert [option.key["do"] for option in made.asked[0].options] == ["forced-rally", "stay"]
    assert made.events(Rolled)[1].roll.target == 4
    assert len(made.events(Rolled)[1].roll.dice) == 2
    assert not one.disordered
    assert made.state.activation.done


@pytest.mark.rule("BQ-2.6.2.c", "BQ-4.1.2.c", "BQ-4.1.2.d", "BQ-2.7.4.a")
@pytest.mark.parametrize(("near", "level"), [(False, "reliable"), (True, "incompetent")])
def test_out_of_range_and_by_an_incompetent_leader_no_rally_can_be_forced(near, level):
    made = field(near=near, disordered=True, dice=(2,))
    made.state.leaders["a.c1.leader"].level = level
    made.run(command.rally(made, made.state.units["a.c1u1"]))
    assert [event.success for event in made.events(Rallied)] == [False]
    assert made.state.units["a.c1u1"].disordered


@pytest.mark.rule("BQ-4.1.2.d")
def test_an_attached_leader_helps_the_forced_dice():
    made = field(disordered=True, dice=(2, 3, 1))
    made.state.leaders["a.c1.leader"].attached = "a.c1u1"
    made.run(command.rally(made, made.state.units["a.c1u1"]), {"do": "forced-rally", "unit": "a.c1u1"})
    assert not made.state.units["a.c1u1"].disordered


def offers_rally(made: Field) -> bool:
    return bool(command.rally_options(made.state, made.state.units["a.c1u1"]))


@pytest.mark.rule("BQ-4.1.2.a")
def test_only_a_disordered_unit_rallies_and_only_as_its_first_action():
    assert offers_rally(field(disordered=True))
    assert not offers_rally(field())
    made = field(disordered=True)
    made.state.activation.acted = True
    assert not offers_rally(made)
    made = field(disordered=True, dice=(2,))
    made.run(command.rally(made, made.state.units["a.c1u1"]), {"do": "stay", "unit": "a.c1u1"})
    assert not offers_rally(made)


@pytest.mark.rule("BQ-2.5.3.d", "BQ-4.1.2.a", "BQ-8.1.9.a")
def test_nobody_rallies_in_melee_or_when_agitators_have_stirred_it_up():
    assert not offers_rally(field(disordered=True, cannot_rally=True))
    made = field(disordered=True)
    made.state.units["b.c1u1"] = unit("b.c1u1", 10, 4, 270)
    made.state.contacts["a.c1u1", "b.c1u1"] = "front"
    assert not offers_rally(made)


@pytest.mark.rule("BQ-4.1.2.d")
def test_the_chance_of_a_forced_rally_is_that_of_its_dice():
    made = field(disordered=True)
    assert command.forced_rally_chance(made.state, made.state.units["a.c1u1"]) == pytest.approx(0.75)
