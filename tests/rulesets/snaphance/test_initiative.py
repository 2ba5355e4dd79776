"""Initiative (SN-1.4.b, SN-C-initiative)."""

import pytest

from rulesets.snaphance.events.command import GroupActivated, InitiativeRolled, RoundBegan
from rulesets.snaphance.turn import initiative, waiting
from tests.kit.hexfield import HexField, stand


def field(*dice: int) -> HexField:
    return HexField(stand("a.c1u1", "0206"), stand("a.c2u1", "0406"), stand("b.c1u1", "0201"), dice=dice)


DECLARE = {"do": "declare", "command": "a.c2"}


@pytest.mark.rule("SN-1.4.b")
def test_the_higher_throw_activates_the_declared_group():
    one = field(3, 4, 2, 4)
    assert one.run(initiative(one), DECLARE) == "a.c2"
    assert one.events(InitiativeRolled)[0].totals == (7, 6)
    assert one.asked[0].secret


@pytest.mark.rule("SN-1.4.b")
def test_the_modifier_of_the_declared_groups_general_counts():
    one = field(3, 4, 3, 3)
    one.state.generals["b.c1.leader"].initiative = 2
    assert one.run(initiative(one), DECLARE) == "b.c1"
    assert one.events(InitiativeRolled)[0].totals == (7, 8)


@pytest.mark.rule("SN-1.4.b", "SN-3.2.d")
def test_a_group_without_general_throws_with_minus_two():
    one = field(3, 4, 3, 3)
    one.state.generals["a.c2.leader"].alive = False
    assert one.run(initiative(one), DECLARE) == "b.c1"
    assert one.events(InitiativeRolled)[0].totals == (5, 6)


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
