"""Turns, initiative and activation (BQ-4.1, BQ-2.7, BQ-8.1.9)."""

import pytest

from rulesets.baroque import activation, turn
from rulesets.baroque.events.command import (
    CommandActivated,
    CommandDone,
    InitiativeRolled,
    LevelChanged,
    UnitActivated,
    UnitDone,
)
from rulesets.baroque.events.field import Disordered
from rulesets.baroque.initiative import changed_level, initiative, waiting
from rulesets.baroque.state import Leader
from rulesets.engine.decisions import Choice, Decision
from rulesets.engine.events import Rolled
from tests.kit.field import Field, unit


def field(*dice: int, commands: tuple[str, ...] = ("a.c1", "b.c1"), **levels: str) -> Field:
    """One unit for each command, far apart; `levels`: of the leaders, as a_c1="expert"."""
    places = {"a": (4, 90), "b": (11, 270)}
    units = [unit(f"{name}u1", 3 + 4 * int(name[-1]), *places[name[0]], command=name) for name in commands]
    made = Field(*units, dice=dice)
    for name, level in levels.items():
        made.state.leaders[f"{name.replace('_', '.')}.leader"].level = level
    return made


def leader(made: Field, name: str) -> Leader:
    return made.state.leaders[f"{name}.leader"]


def name(command: str) -> Choice:
    return {"do": "name", "command": command}


KEEP: Choice = {"do": "keep"}


# ---------------------------------------------------------------------------- initiative


@pytest.mark.rule("BQ-4.1.1.b", "BQ-4.1.1.c", "BQ-2.6.2.d", "BQ-6.2.2.c")
@pytest.mark.parametrize(
    ("dice", "levels", "structure", "led", "winner", "totals"),
    [
        ((4, 3, 4, 3), {"a_c1": "reliable", "b_c1": "poor"}, "average", True, "a.c1", (9, 8)),
        ((4, 3, 4, 3), {}, "good", True, "b.c1", (9, 9)),
        ((4, 3, 4, 3, 2, 1, 6, 5), {}, "average", True, "b.c1", (5, 13)),
        ((4, 3, 4, 2), {}, "average", False, "b.c1", (7, 8)),
    ],
    ids=["the leader's bonus", "a tie by structure", "a full tie", "without a leader"],
)
def test_the_higher_total_wins(dice, levels, structure, led, winner, totals):
    made = field(*dice, **levels)
    made.state.sides[1].structure = structure
    leader(made, "a.c1").alive = led
    assert made.run(initiative(made)) == winner
    assert made.events(InitiativeRolled)[0].totals == totals


@pytest.mark.example("EX-4.1.1")
@pytest.mark.rule("BQ-4.1.1.a", "BQ-4.1.1.b", "BQ-2.7.2", "BQ-4.1.1.f")
def test_andrew_rolls_again_and_wins_and_richard_may_name_his_right_wing_again():
    commands = ("a.c1", "a.c2", "a.c3", "b.c1", "b.c2", "b.c3")
    made = field(4, 3, 6, 3, 5, 5, commands=commands, a_c1="expert", b_c1="reliable")
    answers = (name("a.c1"), name("b.c1"), {"do": "re-roll", "dice": "both"})
    assert made.run(initiative(made), *answers) == "a.c1"
    assert [event.roll.result for event in made.events(Rolled)] == [
        "4 + 3 + 3 = 10", "6 + 3 + 2 = 11", "5 + 5 + 3 = 13",
    ]  # fmt: skip
    made.apply(CommandActivated("BQ-4.1.1.d", "a.c1"))
    assert [command.id for command in waiting(made.state, 0)] == ["a.c2", "a.c3"]
    assert "b.c1" in [command.id for command in waiting(made.state, 1)]


@pytest.mark.rule("BQ-4.1.1.a")
def test_both_name_secretly_and_a_single_command_is_not_asked_for():
    made = field(6, 5, 2, 1, commands=("a.c1", "a.c2", "b.c1"))
    made.run(initiative(made), name("a.c2"))
    assert [(decision.side, decision.secret) for decision in made.asked] == [(0, True)]


@pytest.mark.rule("BQ-4.1.1.b", "BQ-2.7.1", "BQ-2.7.2")
def test_the_losing_player_declares_his_re_roll_first_and_each_once():
    made = field(6, 4, 2, 1, 6, 5, 3, a_c1="charismatic", b_c1="expert")
    answers = ({"do": "re-roll", "dice": "both"}, {"do": "re-roll", "dice": "second"})
    assert made.run(initiative(made), *answers) == "b.c1"
    assert [decision.side for decision in made.asked] == [1, 0]
    assert made.events(InitiativeRolled)[0].totals == (13, 14)


@pytest.mark.rule("BQ-2.7.2")
def test_an_expert_rolls_both_dice_or_none():
    made = field(6, 5, 2, 1, b_c1="expert")
    made.run(initiative(made), KEEP)
    assert [dict(option.key) for option in made.asked[0].options] == [KEEP, {"do": "re-roll", "dice": "both"}]


@pytest.mark.rule("BQ-2.7.1")
def test_a_charismatic_leader_rolls_one_die_again():
    made = field(6, 1, 6, 5, 6, a_c1="charismatic")
    answers = ({"do": "re-roll", "dice": "second"}, KEEP)
    assert made.run(initiative(made), *answers) == "a.c1"
    assert made.events(Rolled)[2].roll.rerolls == ((1, 6, "BQ-2.7.1"),)


@pytest.mark.rule("BQ-2.7.1")
def test_a_charismatic_leader_hands_a_won_initiative_over():
    made = field(6, 5, 2, 1, a_c1="charismatic")
    assert made.run(initiative(made), KEEP, {"do": "hand-over"}) == "b.c1"
    assert made.asked[-1].kind == "hand over"


@pytest.mark.rule("BQ-2.7.3")
def test_reliable_and_poor_leaders_have_no_re_roll():
    made = field(6, 5, 2, 1, a_c1="reliable", b_c1="poor")
    made.run(initiative(made))
    assert not made.asked


@pytest.mark.rule("BQ-4.1.1.f")
def test_a_side_that_is_alone_still_rolls_for_doubles():
    made = field(6, 6)
    made.state.commands["b.c1"].activated = True
    assert made.run(initiative(made)) == "a.c1"
    assert leader(made, "a.c1").level == "expert"
    assert made.events(InitiativeRolled)[0].totals == (15, -1)


@pytest.mark.rule("BQ-4.1.1.a")
def test_a_command_without_units_on_the_table_is_not_activated():
    made = field(commands=("a.c1", "a.c2", "b.c1"))
    made.state.units["a.c2u1"].status = "routed"
    assert [command.id for command in waiting(made.state, 0)] == ["a.c1"]


# ---------------------------------------------------------------------------- doubles


@pytest.mark.example("EX-2.7.5.a")
@pytest.mark.rule("BQ-2.7.5.a")
def test_double_six_raises_a_reliable_leader_for_the_rest_of_the_battle():
    made = field(6, 6, 2, 1, a_c1="reliable")
    made.run(initiative(made))
    he = leader(made, "a.c1")
    assert (he.level, he.settled) == ("expert", True)
    assert changed_level(he, 1) is None
    assert made.events(InitiativeRolled)[0].totals[0] == 15  # the new bonus counts at once


@pytest.mark.example("EX-2.7.5.b")
@pytest.mark.rule("BQ-2.7.5.b", "BQ-2.7.4.a", "BQ-2.7.4.b")
def test_double_one_makes_a_poor_leader_incompetent_and_his_command_passes():
    made = field(1, 1, 2, 3, a_c1="poor")
    assert made.run(initiative(made)) == "b.c1"
    assert leader(made, "a.c1").level == "incompetent"
    assert made.state.commands["a.c1"].activated
    assert [(event.command, event.rule) for event in made.events(CommandDone)] == [("a.c1", "BQ-2.7.4.a")]


@pytest.mark.rule("BQ-2.7.4.a", "BQ-2.7.5.b")
@pytest.mark.parametrize(("die", "winner", "level"), [(5, "", "incompetent"), (6, "a.c1", "poor")])
def test_an_incompetent_leader_who_wins_with_a_double_is_barred_unless_a_double_six_raises_him(
    die, winner, level
):
    made = field(die, die, 2, 1, a_c1="incompetent")
    assert made.run(initiative(made)) == winner
    assert leader(made, "a.c1").level == level
    assert bool(waiting(made.state, 0)) is bool(winner)
    assert waiting(made.state, 1) != []


@pytest.mark.rule("BQ-2.7.5.a", "BQ-2.7.5.c")
@pytest.mark.parametrize(
    ("level", "chief", "double", "after"),
    [
        ("charismatic", True, 6, "charismatic"), ("charismatic", True, 1, "expert"),
        ("expert", True, 6, "charismatic"), ("expert", False, 6, "expert"), ("expert", False, 1, "reliable"),
        ("reliable", False, 6, "expert"), ("poor", False, 6, "reliable"), ("poor", False, 1, "incompetent"),
        ("incompetent", False, 6, "poor"), ("incompetent", False, 1, None), ("reliable", False, 3, None),
    ],
)  # fmt: skip
def test_what_a_double_makes_of_a_leader(level, chief, double, after):
    made = field(a_c1=level)
    he = leader(made, "a.c1")
    he.commander_in_chief = chief
    assert changed_level(he, double) == after


@pytest.mark.rule("BQ-2.7.5.c")
def test_a_subordinate_expert_with_double_six_stays_expert_whatever_comes():
    made = field(6, 6, 2, 1, a_c1="expert")
    leader(made, "a.c1").commander_in_chief = False
    made.run(initiative(made), KEEP)
    assert [event.level for event in made.events(LevelChanged)] == ["expert"]
    assert changed_level(leader(made, "a.c1"), 1) is None


@pytest.mark.rule("BQ-2.7.5.a")
def test_only_the_final_dice_make_a_double():
    made = field(6, 6, 2, 1, 5, 4, a_c1="expert")
    made.run(initiative(made), {"do": "re-roll", "dice": "both"})
    assert leader(made, "a.c1").level == "expert"
    assert not leader(made, "a.c1").settled


@pytest.mark.rule("BQ-8.1.9.a")
@pytest.mark.parametrize(
    ("die", "discipline", "cohesion", "disordered"),
    [
        (1, 0, 0, True),
        (2, 0, 0, True),
        (3, 1, 0, False),
        (4, 1, 0, False),
        (5, 1, 1, False),
        (6, 1, 1, False),
    ],
)
def test_agitators_are_stirred_by_doubles(die, discipline, cohesion, disordered):
    made = field(die, die, 1, 2)
    preached = unit("a.c1u2", 12, 4, 90, special=("Agitators and Preachers",))
    made.state.units[preached.id] = preached
    made.state.commands["a.c1"].units += (preached.id,)
    made.run(initiative(made))
    assert (preached.discipline_bonus, preached.cohesion_bonus) == (discipline, cohesion)
    assert preached.disordered is disordered
    assert not preached.cannot_rally
    assert not made.state.units["a.c1u1"].disordered


@pytest.mark.rule("BQ-8.1.9.a")
def test_agitators_bar_the_rally_of_a_unit_that_is_disordered_already():
    made = field(2, 2, 1, 4)
    preached = made.state.units["a.c1u1"] = unit(
        "a.c1u1", 7, 4, 90, special=("Agitators and Preachers",), disordered=True
    )
    made.run(initiative(made))
    assert preached.cannot_rally
    assert not made.events(Disordered)


# ---------------------------------------------------------------------------- activation


def answer(*wanted: str):
    """Answers by the `do` that is wanted, in turn; `end` ends whatever is asked."""

    def of(do: str):
        def choose(decision: Decision) -> Choice:
            ends = {"command": "end-command", "unit": "end-unit", "react": "none"}
            found = ends[decision.kind] if do == "end" else do
            return next(dict(option.key) for option in decision.options if option.key["do"] == found)

        return choose

    return [of(do) for do in wanted]


@pytest.mark.rule("BQ-4.1.1.d")
def test_units_are_activated_one_by_one_in_any_order_and_some_not_at_all():
    made = field(commands=("a.c1", "b.c1"))
    second = unit("a.c1u2", 12, 4, 90)
    made.state.units[second.id] = second
    made.state.commands["a.c1"].units += (second.id,)
    choices = ({"do": "activate", "unit": "a.c1u2"}, *answer("end", "end"))
    made.run(activation.activate_command(made, "a.c1"), *choices)
    assert [event.unit for event in made.events(UnitActivated)] == ["a.c1u2"]
    assert [event.unit for event in made.events(UnitDone)] == ["a.c1u2"]
    assert not made.asked[-1].offers(do="activate", unit="a.c1u2")
    assert made.asked[-1].offers(do="activate", unit="a.c1u1")
    assert made.state.active == -1


@pytest.mark.rule("BQ-4.1.1.e", "BQ-4.1.2.a")
def test_a_disordered_unit_is_offered_its_rally_first_and_may_then_move():
    made = field(4)
    made.state.units["a.c1u1"].disordered = True
    move = {"do": "advance", "unit": "a.c1u1", "bu": 1}
    choices = ({"do": "activate", "unit": "a.c1u1"}, *answer("rally"), move, *answer("end", "end"))
    made.run(activation.activate_command(made, "a.c1"), *choices)
    assert made.asked[1].options[0].key["do"] == "rally"
    assert made.state.units["a.c1u1"].place.y == 5
    assert not made.state.units["a.c1u1"].disordered


@pytest.mark.rule("BQ-4.1.2.d")
def test_a_forced_rally_ends_the_activation_at_once():
    made = field(2, 4, 4)
    leader(made, "a.c1").x = 7
    made.state.units["a.c1u1"].disordered = True
    force = {"do": "forced-rally", "unit": "a.c1u1"}
    choices = ({"do": "activate", "unit": "a.c1u1"}, *answer("rally"), force, *answer("end"))
    made.run(activation.activate_command(made, "a.c1"), *choices)
    assert [decision.kind for decision in made.asked] == ["command", "unit", "unit", "command"]


@pytest.mark.rule("BQ-2.6.1.a")
def test_the_leader_may_move_between_two_actions_of_a_unit():
    made = field()
    made.state.units["a.c1u1"].activated = False
    moves = {"do": "leader-move", "leader": "a.c1.leader", "x": 10, "y": 2.0}
    choices = ({"do": "activate", "unit": "a.c1u1"}, moves, *answer("end", "end"))
    made.run(activation.activate_command(made, "a.c1"), *choices)
    assert leader(made, "a.c1").moved == 1.5


@pytest.mark.rule("BQ-4.1.1.e")
def test_everything_that_is_asked_of_a_unit_is_keyed_by_it():
    made = field()
    choices = ({"do": "activate", "unit": "a.c1u1"}, *answer("end", "end"))
    made.run(activation.activate_command(made, "a.c1"), *choices)
    own = [option for option in made.asked[1].options if not option.key["do"].startswith("leader")]
    assert {option.key["unit"] for option in own} == {"a.c1u1"}
    assert {"advance", "wheel", "oblique", "back", "about-face", "withdraw", "end-unit"} <= {
        option.key["do"] for option in own
    }


def test_what_a_unit_may_not_do_is_told_with_rule_and_reason():
    made = field()
    made.apply(CommandActivated("BQ-4.1.1.d", "a.c1"))
    made.apply(UnitActivated("BQ-4.1.1.d", "a.c1u1"))
    found = {what: rule for what, rule, _ in activation.blocked(made.state, made.state.units["a.c1u1"])}
    assert found["rally"] == "BQ-4.1.2.a"
    assert found["disengage"] == "BQ-5.7.a"
    assert found["shoot"].startswith("BQ-6")  # it has no missile weapon


@pytest.mark.rule("BQ-4.1.a", "BQ-4.1.1.g")
def test_a_turn_goes_on_until_every_command_has_been_activated():
    made = field(6, 5, 2, 1, 4, 3, commands=("a.c1", "b.c1"))
    made.run(turn.play_turn(made), *answer("end", "end"))
    assert [event.command for event in made.events(CommandActivated)] == ["a.c1", "b.c1"]
    assert made.state.turn == 2
