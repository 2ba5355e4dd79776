"""Initiative, the activation of a group, the turns of its stands (SN-1.4, SN-4.0.h, SN-4.9, SN-9.1.a)."""

import pytest

from rulesets.snaphance import activation
from rulesets.snaphance.events.command import (
    GroupActivated,
    GroupDone,
    InitiativeRolled,
    RoundBegan,
    StandsActivated,
    StandsDone,
)
from rulesets.snaphance.state import Melee
from rulesets.snaphance.turn import initiative, waiting
from tests.kit.hexfield import HexField, stand

END_GROUP = {"do": "end-group"}


def act(unit: str) -> dict:
    return {"do": "activate", "unit": unit}


def end(unit: str) -> dict:
    return {"do": "end-stand", "unit": unit}


def offered(decision, do: str) -> list[dict]:
    return [dict(option.key) for option in decision.fitting({"do": do})]


@pytest.mark.rule("SN-1.4.c")
def test_stands_act_in_any_order_or_not_at_all():
    field = HexField(stand("a.c1u1", "0206"), stand("a.c1u2", "0606"), stand("a.c1u3", "0906"))
    field.run(
        activation.activate_group(field, "a.c1"),
        act("a.c1u2"), end("a.c1u2"), act("a.c1u1"), end("a.c1u1"), END_GROUP,
    )  # fmt: skip
    assert [event.units for event in field.events(StandsDone)] == [("a.c1u2",), ("a.c1u1",)]
    assert [each.moved for each in field.state.stands.values()] == [True, True, False]
    assert field.state.active == -1


@pytest.mark.rule("SN-1.4.d")
def test_who_has_acted_does_not_act_again():
    field = HexField(stand("a.c1u1", "0206"), stand("a.c1u2", "0606", moved=True))
    steps = activation.activate_group(field, "a.c1")
    assert [each["unit"] for each in offered(next(steps), "activate")] == ["a.c1u1"]
    steps.send(act("a.c1u1"))
    decision = steps.send(end("a.c1u1"))
    assert offered(decision, "activate") == []
    with pytest.raises(StopIteration):
        steps.send(END_GROUP)
    assert len(field.events(GroupDone)) == 1


@pytest.mark.rule("SN-3.1.a")
def test_when_nobody_can_act_any_more_and_the_general_has_moved_the_group_has_finished():
    field = HexField(stand("a.c1u1", "0206"), generals={"a.c1": "0206"})
    steps = activation.activate_group(field, "a.c1")
    next(steps)
    steps.send({"do": "general-move", "leader": "a.c1.leader", "hex": "0306"})
    steps.send(act("a.c1u1"))
    with pytest.raises(StopIteration):
        steps.send(end("a.c1u1"))


@pytest.mark.rule("SN-1.4.c", "SN-3.1.a")
def test_the_general_may_move_between_and_within_the_turns():
    field = HexField(stand("a.c1u1", "0206"), generals={"a.c1": "0206"})
    ride = {"do": "general-move", "leader": "a.c1.leader", "hex": "0306"}
    steps = activation.activate_group(field, "a.c1")
    assert offered(next(steps), "general-move")
    assert offered(steps.send(act("a.c1u1")), "general-move")
    assert offered(steps.send(ride), "general-move") == []


@pytest.mark.rule("SN-C-ongoing", "SN-11.3.b")
def test_a_group_does_not_end_while_a_melee_is_to_be_fought():
    field = HexField(stand("a.c1u1", "0206"), stand("b.c1u1", "0205"), stand("a.c1u2", "0906"))
    field.state.melees.append(Melee(("a.c1u1", "b.c1u1")))
    steps = activation.activate_group(field, "a.c1")
    decision = next(steps)
    assert offered(decision, "fight")
    assert offered(decision, "end-group") == []
    assert [each["unit"] for each in offered(decision, "activate")] == ["a.c1u2"]


@pytest.mark.rule("SN-4.9.a", "SN-3.0.c")
def test_a_group_move_is_offered_to_a_chain_of_one_facing_with_one_stand_in_command():
    line = [
        stand("a.c1u1", "0206"), stand("a.c1u2", "0306"), stand("a.c1u3", "0406", facing=2),
        stand("a.c1u4", "0506", "Sh"),
    ]  # fmt: skip
    field = HexField(*line, generals={"a.c1": "0606"})
    decision = next(activation.activate_group(field, "a.c1"))
    assert [each["units"] for each in offered(decision, "group-move")] == ["a.c1u1 a.c1u2"]
    field = HexField(*line, generals={"a.c1": "0706"})
    assert offered(next(activation.activate_group(field, "a.c1")), "group-move") == []


@pytest.mark.rule("SN-4.9.a")
def test_a_group_acts_as_one():
    field = HexField(stand("a.c1u1", "0206"), stand("a.c1u2", "0306"))
    field.run(
        activation.activate_group(field, "a.c1"),
        {"do": "group-move", "units": "a.c1u1 a.c1u2"}, end("a.c1u1"), END_GROUP,
    )  # fmt: skip
    assert field.events(StandsActivated)[0].units == ("a.c1u1", "a.c1u2")
    assert all(each.moved for each in field.state.stands.values())


@pytest.mark.rule("SN-4.9.b", "SN-6.1.b")
@pytest.mark.parametrize("die", [3, 4])
def test_a_group_goes_onto_opportunity_or_may_act_otherwise_but_not_try_again(die):
    field = HexField(stand("a.c1u1", "0206", facing=2), stand("a.c1u2", "0306"), dice=[die])
    together = {"do": "group-opportunity", "units": "a.c1u1 a.c1u2"}
    rest = [] if die == 4 else [act("a.c1u1"), end("a.c1u1")]
    field.run(activation.activate_group(field, "a.c1"), together, *rest, END_GROUP)
    assert [each.opportunity for each in field.state.stands.values()] == [die == 4] * 2
    if rest:
        assert all(each.tried and not each.disordered for each in field.state.stands.values())


@pytest.mark.rule("SN-9.1.a", "SN-9.0.a", "SN-9.0.b")
@pytest.mark.parametrize("die", [3, 4])
def test_a_group_rallies_with_one_die(die):
    field = HexField(
        stand("a.c1u1", "0206", disordered=True), stand("a.c1u2", "0306", disordered=True), dice=[die]
    )
    together = {"do": "group-recover", "units": "a.c1u1 a.c1u2"}
    field.run(activation.activate_group(field, "a.c1"), together, END_GROUP)
    assert not any(each.disordered for each in field.state.stands.values())
    assert all(each.moved is (die == 3) for each in field.state.stands.values())


STEP_ON = ({"do": "step", "unit": "a.c1u1", "hex": "0507"}, {"do": "end-move", "unit": "a.c1u1"})


@pytest.mark.rule("SN-4.0.h", "SN-4.4.a", "SN-6.1.b", "SN-6.1.d", "SN-9.0.a", "SN-C-order-timing")
@pytest.mark.parametrize(
    ("one", "dice", "turn", "state"),
    [
        ({}, [6], [{"do": "opportunity", "unit": "a.c1u1"}], "opportunity"),
        (
            {"disordered": True}, [4, 4],
            [{"do": "recover", "unit": "a.c1u1"}, {"do": "opportunity", "unit": "a.c1u1"}], "opportunity",
        ),
        ({"code": "Sh"}, [1, 1, 1], [*STEP_ON, {"do": "fire", "unit": "a.c1u1", "target": "b.c1u1"}], ""),
        (
            {"code": "Hs"}, [3],
            [
                *STEP_ON, {"do": "extra-move", "unit": "a.c1u1"},
                {"do": "step", "unit": "a.c1u1", "hex": "0506"}, end("a.c1u1"),
            ],
            "disordered",
        ),
    ],
    ids=["opportunity", "recovery, then opportunity", "fire after a move", "a failed test of an extra move"],
)  # fmt: skip
def test_what_ends_the_turn_of_a_stand(one, dice, turn, state):
    field = HexField(stand("a.c1u1", "0508", **one), stand("b.c1u1", "0504", "Sh"), dice=dice)
    field.run(activation.activate_group(field, "a.c1"), act("a.c1u1"), *turn, END_GROUP)
    assert field.stand("a.c1u1").moved
    assert [name for name in ("opportunity", "disordered") if getattr(field.stand("a.c1u1"), name)] == (
        [state] if state else []
    )


def field(*dice: int) -> HexField:
    return HexField(stand("a.c1u1", "0206"), stand("a.c2u1", "0406"), stand("b.c1u1", "0201"), dice=dice)


DECLARE = {"do": "declare", "command": "a.c2"}


@pytest.mark.rule("SN-1.4.b")
def test_the_higher_throw_activates_the_declared_group():
    one = field(3, 4, 2, 4)
    assert one.run(initiative(one), DECLARE) == "a.c2"
    assert one.events(InitiativeRolled)[0].totals == (7, 6)
    assert one.asked[0].secret


@pytest.mark.rule("SN-1.4.b", "SN-3.2.d")
@pytest.mark.parametrize(
    ("general", "fields", "totals"),
    [("b.c1.leader", {"initiative": 2}, (7, 8)), ("a.c2.leader", {"alive": False}, (5, 6))],
    ids=["a good General", "without General"],
)
def test_the_modifier_of_the_declared_groups_general_counts(general, fields, totals):
    one = field(3, 4, 3, 3)
    for name, value in fields.items():
        setattr(one.state.generals[general], name, value)
    assert one.run(initiative(one), DECLARE) == "b.c1"
    assert one.events(InitiativeRolled)[0].totals == totals


@pytest.mark.rule("SN-C-initiative")
def test_ties_are_thrown_again():
    one = field(3, 4, 3, 4, 1, 1, 1, 2)
    assert one.run(initiative(one), DECLARE) == "b.c1"


@pytest.mark.rule("SN-C-initiative")
def test_a_side_alone_activates_without_dice():
    one = field()
    one.state.groups["b.c1"].activated = True
    assert one.run(initiative(one), DECLARE) == "a.c2"
    assert one.events(InitiativeRolled)[0].totals == ()


@pytest.mark.rule("SN-1.4.b")
def test_the_loser_may_declare_another_group_at_the_next_throw():
    one = field(1, 1, 6, 6)
    one.run(initiative(one), DECLARE)
    one.apply(GroupActivated("SN-1.4.c", "b.c1"))
    assert one.run(initiative(one), {"do": "declare", "command": "a.c1"}) == "a.c1"


@pytest.mark.rule("SN-1.4.a", "SN-1.0.c")
def test_every_group_is_activated_once_in_a_round():
    one = field()
    assert [group.id for group in waiting(one.state, 0)] == ["a.c1", "a.c2"]
    one.apply(GroupActivated("SN-1.4.c", "a.c1"))
    assert [group.id for group in waiting(one.state, 0)] == ["a.c2"]
    one.stand("a.c1u1").moved = True
    one.apply(RoundBegan("SN-1.4.a", 2))
    assert [group.id for group in waiting(one.state, 0)] == ["a.c1", "a.c2"]
    assert not one.stand("a.c1u1").moved


@pytest.mark.rule("SN-1.4.a")
def test_a_group_with_nobody_to_act_is_not_activated():
    one = field()
    one.state.stands["a.c2u1"].status = "destroyed"
    assert [group.id for group in waiting(one.state, 0)] == ["a.c1"]
    late = one.state.stands["a.c2u1"]
    late.status, late.arrives = "reserve", 3
    assert [group.id for group in waiting(one.state, 0)] == ["a.c1"]
    one.state.turn = 3
    assert [group.id for group in waiting(one.state, 0)] == ["a.c1", "a.c2"]
