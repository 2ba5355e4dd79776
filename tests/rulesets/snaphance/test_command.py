"""Command range, Generals, Order Tests, recovery, opportunity (SN-3, SN-4.5, SN-6.1, SN-9)."""

from fractions import Fraction

import pytest

from rulesets.snaphance import command, generals, hexes, morale
from rulesets.snaphance.events.command import GeneralHelped, GeneralLost, GroupActivated
from rulesets.snaphance.state import Melee
from tests.kit.hexfield import HexField, stand


def lone(distance: int, training: str = "unspecified", **changes) -> HexField:
    """One stand, its General so many hexes to its right."""
    return HexField(
        stand("a.c1u1", "0206", **changes), columns=16, training=training,
        generals={"a.c1": f"{2 + distance:02d}06"},
    )  # fmt: skip


# -- command range --------------------------------------------------------------------------------


@pytest.mark.rule("SN-3.0.a")
@pytest.mark.parametrize(("distance", "inside"), [(0, True), (3, True), (4, False)])
def test_a_stand_is_in_command_within_3h_of_its_own_general(distance, inside):
    field = lone(distance)
    assert command.in_command(field.state, field.stand("a.c1u1")) is inside


@pytest.mark.rule("SN-3.0.a")
def test_the_general_of_another_group_does_not_count():
    field = HexField(
        stand("a.c1u1", "0206"), stand("a.c2u1", "0806"), generals={"a.c1": "1106", "a.c2": "0206"}
    )
    assert not command.in_command(field.state, field.stand("a.c1u1"))


@pytest.mark.rule("SN-3.0.b", "SN-4.5.d", "SN-C-order-range")
@pytest.mark.parametrize(
    ("training", "distance", "expected"),
    [
        ("unspecified", 3, []), ("unspecified", 4, ["SN-3.0.b"]),
        ("well_trained", 6, []), ("well_trained", 7, ["SN-4.5.d"]),
        ("poorly_trained", 4, []), ("poorly_trained", 5, ["SN-4.5.d"]),
    ],
)  # fmt: skip
def test_order_tests_are_harder_far_from_the_general_once(training, distance, expected):
    field = lone(distance, training)
    found = command.order_modifiers(field.state, [field.stand("a.c1u1")])
    assert [each.rule for each in found] == expected
    assert all(each.value == -1 for each in found)


@pytest.mark.rule("SN-3.2.d", "SN-C-order-range")
def test_a_replacement_reaches_2h_whatever_the_army():
    field = lone(3, "well_trained")
    general = field.state.generals["a.c1.leader"]
    general.replacement, general.command_range = True, 2
    assert [each.value for each in command.order_modifiers(field.state, [field.stand("a.c1u1")])] == [-1]
    assert not command.in_command(field.state, field.stand("a.c1u1"))


@pytest.mark.rule("SN-3.0.b")
def test_without_a_general_order_tests_are_harder():
    field = lone(0)
    field.state.generals["a.c1.leader"].alive = False
    assert [each.value for each in command.order_modifiers(field.state, [field.stand("a.c1u1")])] == [-1]


# -- the Order Test -------------------------------------------------------------------------------


@pytest.mark.rule("SN-4.5.a", "SN-1.3.c")
@pytest.mark.parametrize(("rating", "needed"), [("A", 3), ("B", 4), ("C", 5)])
@pytest.mark.parametrize("die", range(1, 7))
def test_the_order_rating_sets_the_score(rating, needed, die):
    field = HexField(stand("a.c1u1", "0206", order_rating=rating), dice=[die])
    passed = field.run(command.order_test(field, [field.stand("a.c1u1")], "test", rule="SN-4.5.a"))
    assert passed is (die >= needed)


@pytest.mark.rule("SN-4.5.f")
def test_no_six_passes_by_itself():
    field = HexField(stand("a.c1u1", "0206", order_rating="C"), dice=[6])
    assert not field.run(command.order_test(field, [field.stand("a.c1u1")], "4th", harder=2, rule="SN-4.5.f"))
    assert command.order_chance(field.state, [field.stand("a.c1u1")], 2) == 0


@pytest.mark.rule("SN-4.5.c", "SN-3.1.b")
def test_a_general_in_the_hex_helps_and_is_bound():
    field = HexField(stand("a.c1u1", "0206"), stand("a.c1u2", "0306"), generals={"a.c1": "0206"}, dice=[3])
    one, other = field.stand("a.c1u1"), field.stand("a.c1u2")
    assert command.order_chance(field.state, [one]) == Fraction(4, 6)
    assert field.run(command.order_test(field, [one], "move", rule="SN-4.4.a"))
    assert field.events(GeneralHelped)[0].units == ("a.c1u1",)
    assert command.order_chance(field.state, [other]) == Fraction(3, 6)


@pytest.mark.rule("SN-3.1.e")
def test_in_one_activation_he_helps_one_stand_only_but_in_all_its_tests():
    field = HexField(stand("a.c1u1", "0206"), stand("a.c1u2", "0306"), generals={"a.c1": "0206"})
    general = field.state.generals["a.c1.leader"]
    general.helping = ("a.c1u2",)
    assert command.helper(field.state, [field.stand("a.c1u1")]) is None
    general.helping = ("a.c1u1",)
    assert command.helper(field.state, [field.stand("a.c1u1")]) is general


@pytest.mark.rule("SN-4.5.c", "SN-4.9.a")
def test_a_group_is_helped_by_a_general_attached_to_one_of_it_and_tests_with_the_worst_rating():
    field = HexField(
        stand("a.c1u1", "0206", order_rating="A"),
        stand("a.c1u2", "0306", order_rating="C"),
        generals={"a.c1": "0206"},
    )
    stands = [field.stand("a.c1u1"), field.stand("a.c1u2")]
    assert command.order_target(stands) == 5
    assert command.order_modifiers(field.state, stands) == []
    field.state.generals["a.c1.leader"].attached = "a.c1u1"
    assert [each.value for each in command.order_modifiers(field.state, stands)] == [1]


# -- recovery -------------------------------------------------------------------------------------


@pytest.mark.rule("SN-9.0.a", "SN-9.0.b", "SN-9.1.a")
@pytest.mark.parametrize(("die", "passed"), [(4, True), (3, False)])
def test_recovery_rallies_but_ends_the_turn_of_who_fails(die, passed):
    field = HexField(stand("a.c1u1", "0206", disordered=True), dice=[die])
    activation, one = field.activate("a.c1u1"), field.stand("a.c1u1")
    assert field.run(command.recover(field, [one])) is passed
    assert (one.disordered, activation.over, activation.held) == (False, not passed, not passed)
    assert passed or command.why_no_opportunity(field.state, one)[0] == "SN-9.0.b"


@pytest.mark.rule("SN-9.1.b")
def test_no_recovery_in_close_combat():
    field = HexField(stand("a.c1u1", "0206", disordered=True), stand("b.c1u1", "0205"))
    field.activate("a.c1u1")
    assert command.recovery_options(field.state, field.stand("a.c1u1"))
    field.state.melees.append(Melee(("a.c1u1", "b.c1u1")))
    assert command.why_no_recovery(field.state, field.stand("a.c1u1"))[0] == "SN-9.1.b"


@pytest.mark.rule("SN-6.1.a", "SN-6.1.d", "SN-9.0.a")
@pytest.mark.parametrize("done", [{}, {"moves": 1}, {"moves": 1, "recovered": True}])
def test_recovery_and_opportunity_come_before_anything_else(done):
    field = HexField(stand("a.c1u1", "0206", disordered=not done))
    field.activate("a.c1u1", begun=True, **done)
    one = field.stand("a.c1u1")
    assert command.recovery_options(field.state, one) == command.opportunity_options(field.state, one) == []
    assert done != {"moves": 1} or command.why_no_opportunity(field.state, one)[0] == "SN-6.1.a"


# -- opportunity ----------------------------------------------------------------------------------


@pytest.mark.rule("SN-6.1.a", "SN-6.1.b")
@pytest.mark.parametrize(("die", "passed"), [(4, True), (3, False)])
def test_who_passes_goes_onto_opportunity_and_a_failure_does_no_harm_but_is_not_repeated(die, passed):
    field = HexField(stand("a.c1u1", "0206"), dice=[die])
    activation, one = field.activate("a.c1u1"), field.stand("a.c1u1")
    assert field.run(command.go_onto_opportunity(field, [one])) is passed
    assert (one.opportunity, one.disordered, activation.over) == (passed, False, passed)
    assert command.opportunity_options(field.state, one) == []


@pytest.mark.rule("SN-6.1.d")
def test_who_has_rallied_may_try_for_opportunity_at_once():
    field = HexField(stand("a.c1u1", "0206", disordered=True))
    field.activate("a.c1u1")
    one = field.stand("a.c1u1")
    assert command.opportunity_options(field.state, one) == []
    field.scripted.values = (4,)
    field.run(command.recover(field, [one]))
    assert command.opportunity_options(field.state, one)
    field.scripted.values = (4, 5)
    assert field.run(command.go_onto_opportunity(field, [one]))


@pytest.mark.rule("SN-4.9.b")
def test_a_group_goes_onto_opportunity_with_one_die():
    field = HexField(
        stand("a.c1u1", "0206", facing=0), stand("a.c1u2", "0306", facing=2), dice=[4],
    )  # fmt: skip
    stands = [field.stand("a.c1u1"), field.stand("a.c1u2")]
    assert field.run(command.go_onto_opportunity(field, stands))
    assert all(each.opportunity for each in stands)


@pytest.mark.rule("SN-6.1.c")
def test_one_face_may_be_turned_on_opportunity_in_an_activation():
    field = HexField(stand("a.c1u1", "0206", opportunity=True))
    field.activate("a.c1u1")
    one = field.stand("a.c1u1")
    assert [option.key["facing"] for option in command.turn_options(field.state, one)] == [2, 0]
    command.turn_on_opportunity(field, {"unit": "a.c1u1", "facing": 2})
    assert (one.facing, one.opportunity, one.turned) == (2, True, True)
    assert field.state.activation.over
    assert list(command.turn_options(field.state, one)) == []


@pytest.mark.rule("SN-6.1.c", "SN-10.0.d")
def test_not_to_meet_an_enemy_by_turning_on_opportunity():
    field = HexField(stand("a.c1u1", "0206", opportunity=True), stand("b.c1u1", "0306", facing=0))
    field.activate("a.c1u1")
    assert [o.key["facing"] for o in command.turn_options(field.state, field.stand("a.c1u1"))] == [2]


def keys(field: HexField, do: str) -> list[dict]:
    return [dict(option.key) for option in generals.options(field.state).fitting({"do": do})]


def rides(field: HexField) -> set[str]:
    return {key["hex"] for key in keys(field, "general-move")}


@pytest.mark.rule("SN-3.1.a", "SN-C-commander")
def test_a_general_rides_up_to_six_hexes_once():
    field = HexField(stand("a.c1u1", "0108"), columns=16, generals={"a.c1": "0108"})
    assert "0708" in rides(field)
    assert "0808" not in rides(field)
    generals.perform(field, {"do": "general-move", "leader": "a.c1.leader", "hex": "0708"})
    assert field.state.generals["a.c1.leader"].hex == hexes.named("0708")
    assert rides(field) == set()
    field.apply(GroupActivated("SN-1.4.c", "a.c1"))
    assert rides(field)


@pytest.mark.rule("SN-3.1.a", "SN-C-commander")
def test_terrain_and_friends_do_not_stop_him_but_enemies_and_what_nobody_enters_do():
    walls = {f"03{row:02d}": "lake" for row in range(1, 13) if row != 6}
    field = HexField(
        stand("a.c1u1", "0106"), stand("a.c1u2", "0306"), terrain={**walls, "0206": "town"},
        generals={"a.c1": "0106"},
    )  # fmt: skip
    assert "0406" in rides(field)
    assert "0305" not in rides(field)
    field = HexField(
        stand("a.c1u1", "0106"), stand("b.c1u2", "0306"), terrain=walls, generals={"a.c1": "0106"}
    )
    assert not {"0306", "0406"} & rides(field)


@pytest.mark.rule("SN-3.1.b")
def test_who_has_helped_is_bound():
    field = HexField(stand("a.c1u1", "0206"), stand("a.c1u2", "0206"), generals={"a.c1": "0206"})
    field.state.generals["a.c1.leader"].helping = ("a.c1u1",)
    assert rides(field) == set()
    assert [key["unit"] for key in keys(field, "general-attach")] == ["a.c1u1"]


@pytest.mark.rule("SN-3.1.c")
def test_he_attaches_himself_to_a_stand_of_his_group_in_his_hex():
    field = HexField(stand("a.c1u1", "0206"), stand("a.c2u1", "0406"), generals={"a.c1": "0206"})
    assert [key["unit"] for key in keys(field, "general-attach")] == ["a.c1u1"]
    generals.perform(field, {"do": "general-attach", "leader": "a.c1.leader", "unit": "a.c1u1"})
    assert field.state.attached_general(field.stand("a.c1u1")).id == "a.c1.leader"
    assert keys(field, "general-attach") == []
    generals.perform(field, {"do": "general-detach", "leader": "a.c1.leader"})
    assert field.state.attached_general(field.stand("a.c1u1")) is None
    field = HexField(stand("a.c1u1", "0206"), stand("a.c2u1", "0406"), generals={"a.c1": "0406"})
    assert keys(field, "general-attach") == []


@pytest.mark.rule("SN-3.1.d", "SN-1.2.c")
@pytest.mark.parametrize(("side", "goes"), [(1, "0406"), (0, "0606")], ids=["an enemy", "a friend"])
def test_an_enemy_entering_sends_him_to_his_nearest_stand(side, goes):
    field = HexField(
        stand("a.c1u1", "0106"), stand("a.c1u2", "0406"), stand("a.c2u1", "0706"),
        generals={"a.c1": "0606", "a.c2": "0706"},
    )  # fmt: skip
    generals.overrun(field, hexes.named("0606"), side)
    assert field.state.generals["a.c1.leader"].hex == hexes.named(goes)


@pytest.mark.rule("SN-3.2.b", "SN-3.2.d")
def test_an_attached_general_falls_with_his_stand_and_is_replaced():
    field = HexField(stand("a.c1u1", "0106"), stand("a.c1u2", "0406"), generals={"a.c1": "0106"})
    general = field.state.generals["a.c1.leader"]
    general.attached, general.initiative = "a.c1u1", 2
    morale.remove(field, field.stand("a.c1u1"), "destroyed", "SN-1.3.b")
    assert not general.alive
    field.run(generals.replace_fallen(field))
    assert not general.alive
    field.state.turn = 2
    field.run(generals.replace_fallen(field))
    assert (general.alive, general.initiative, general.command_range) == (True, -2, 2)
    assert general.hex == hexes.named("0406")


@pytest.mark.rule("SN-3.2.d")
def test_the_owner_chooses_where_the_replacement_appears():
    field = HexField(stand("a.c1u1", "0106"), stand("a.c1u2", "0406"))
    general = field.state.generals["a.c1.leader"]
    field.apply(GeneralLost("SN-3.2.b", general.id, "falls", 1))
    field.run(generals.replace_fallen(field), {"do": "replace", "leader": general.id, "unit": "a.c1u2"})
    assert general.hex == hexes.named("0406")


@pytest.mark.rule("SN-3.2.c")
def test_an_unattached_general_survives_and_goes_to_the_nearest_stand():
    field = HexField(stand("a.c1u1", "0106"), stand("a.c1u2", "0406"), generals={"a.c1": "0106"})
    morale.remove(field, field.stand("a.c1u1"), "destroyed", "SN-1.3.b")
    general = field.state.generals["a.c1.leader"]
    assert general.alive
    assert general.hex == hexes.named("0406")


@pytest.mark.rule("SN-C-commander")
def test_a_general_without_any_stand_left_leaves():
    field = HexField(stand("a.c1u1", "0106"), stand("a.c2u1", "0906"), generals={"a.c1": "0306"})
    morale.remove(field, field.stand("a.c1u1"), "destroyed", "SN-1.3.b")
    general = field.state.generals["a.c1.leader"]
    assert not general.alive
    assert general.returns == 0
