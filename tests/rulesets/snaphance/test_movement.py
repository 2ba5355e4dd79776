"""Single moves: forward, turning, backward, sideways, extra moves (SN-4.0 to SN-4.4, SN-4.7, SN-4.8)."""

from __future__ import annotations

import pytest

from rulesets.snaphance import hexes, movement
from rulesets.snaphance.events.movement import MoveBegan, MoveEnded
from rulesets.snaphance.movement.mover import why_no_extra, why_no_move
from tests.kit.examples import example
from tests.kit.hexfield import HexField, stand
from tests.kit.hexmoves import act, menu, mover, offered, option, steps, where

FRONT, FLANKS, REAR = {"0705", "0605"}, {"0506", "0706"}, {"0607", "0707"}
"""The hexes around 0606 for a stand that faces north."""

NEAR = {"training": "well_trained"}
"""SN-4.5.d: no General is too far away."""


@pytest.mark.rule("SN-4.0.c")
@pytest.mark.example("SN-EX-29")
def test_front_flank_and_rear_of_facing_2() -> None:
    told = example("SN-EX-29", "snaphance")
    place, facing = tuple(told["given"]["hex"]), told["given"]["facing"]
    for name, found in (("front", hexes.front), ("flank", hexes.flanks), ("rear", hexes.rear)):
        assert {tuple(each) for each in told["expect"][name]} == set(found(place, facing))


# -- forward --------------------------------------------------------------------------------------


@pytest.mark.rule("SN-4.0.g")
def test_a_stand_moves_forward_into_its_front_hexes_as_far_as_its_mp() -> None:
    made = mover("0606", "Ln")
    assert offered(made, "step") >= FRONT
    steps(made, "0605", "0504")
    assert where(made) == ("0504", 1)
    assert made.state.activation.move.left == 1
    steps(made, "0603")
    assert made.state.activation.move.over
    assert not offered(made, "step")
    assert made.state.activation.hexes == 3


@pytest.mark.rule("SN-4.0.g")
def test_forward_steps_disorder_nobody_and_are_not_mixed_with_others() -> None:
    made = steps(mover("0606", "Ln"), "0605")
    assert not made.stand("a.c1u1").disordered
    assert offered(made, "step") == {"0604", "0504"}


def test_nobody_steps_off_the_map() -> None:
    made = mover("0101", "Ln")
    assert offered(made, "step") == {"0201", "0102"}
    assert option(made, "step", "0201").rule == "SN-4.8.a"


# -- what the stand may do ------------------------------------------------------------------------


@pytest.mark.rule("SN-4.0.h")
def test_after_firing_a_stand_that_meant_to_has_one_single_move() -> None:
    made = mover("0606", "Sh")
    made.state.activation.fired = True
    assert not list(menu(made))
    assert why_no_move(made.state) == ("SN-4.0.h", "it has fired without meaning to move")
    made.state.activation.bound = True
    steps(made, "0605", "0604")
    assert not offered(made, "extra-move")
    assert why_no_extra(made.state) == ("SN-4.0.h", "it has fired")


@pytest.mark.rule("SN-4.0.h", "SN-9.0.b")
@pytest.mark.parametrize(("path", "mark"), [(("0605", "0604"), "fired"), ((), "held")])
def test_after_moving_and_firing_or_a_failure_to_rally_there_is_no_more_movement(
    path: tuple[str, ...], mark: str
) -> None:
    made = steps(mover("0606", "Sh"), *path)
    setattr(made.state.activation, mark, True)
    assert not list(menu(made))


@pytest.mark.rule("SN-4.0.i")
def test_classes_have_their_own_movement() -> None:
    assert offered(mover("0606", "LC"), "step") == FRONT | FLANKS | REAR
    assert offered(mover("0606", "LC"), "turn") == {0, 2, 3, 4, 5}
    assert offered(mover("0606", "PS"), "turn") == {0, 2}
    assert offered(mover("0606", "LC"), "turn-rear") == set()


# -- free movement --------------------------------------------------------------------------------


@pytest.mark.rule("SN-4.1.a")
@pytest.mark.parametrize(("code", "mp"), [("Sk", 2), ("Dr", 3), ("LC", 4), ("Art", 1)])
def test_free_classes_go_any_way_and_end_with_any_facing(code: str, mp: int) -> None:
    made = mover("0606", code)
    path = ["0607", "0707", "0706", "0805"][:mp]
    steps(made, *path)
    assert not offered(made, "step")
    assert offered(made, "end-move") == {0, 1, 2, 3, 4, 5}
    act(made, "end-move", 4)
    assert where(made) == (path[-1], 4)
    assert not made.stand("a.c1u1").disordered
    assert made.state.activation.moves == 1


@pytest.mark.rule("SN-4.1.a")
def test_artillery_makes_no_extra_moves_but_skirmishers_do() -> None:
    for code, extra in (("Art", set()), ("Sk", {""})):
        made = mover("0606", code)
        act(made, "turn", 3)
        assert offered(made, "extra-move") == extra


@pytest.mark.rule("SN-4.1.a")
def test_heavy_guns_only_turn() -> None:
    made = mover("0606", "Art", mp=0)
    assert offered(made, "step") == set()
    act(made, "turn", 3)
    assert where(made) == ("0606", 3)


@pytest.mark.rule("SN-4.5.e", "SN-4.4.a")
def test_an_extra_move_of_light_cavalry_is_tested() -> None:
    made = steps(mover("0606", "LC"), "0605", "0604", "0603", "0602")
    act(made, "extra-move")
    steps(made, "0502")
    act(made, "end-move", 1, dice=(3,))
    assert made.stand("a.c1u1").disordered
    assert made.state.activation.over


# -- turning --------------------------------------------------------------------------------------


@pytest.mark.rule("SN-4.2.a")
def test_a_turn_by_one_face_costs_1_mp() -> None:
    made = act(mover("0606", "Ln"), "turn", 2)
    assert where(made) == ("0606", 2)
    assert made.state.activation.move.left == 2
    assert not made.stand("a.c1u1").disordered


@pytest.mark.rule("SN-4.2.b")
def test_a_second_turn_disorders_and_ends_all_movement() -> None:
    made = act(act(mover("0606", "Ln"), "turn", 2), "turn", 3)
    assert made.stand("a.c1u1").disordered
    assert made.state.activation.over
    assert not list(menu(made))


@pytest.mark.rule("SN-4.2.b")
def test_one_more_face_may_be_turned_in_an_extra_move() -> None:
    made = act(mover("0606", "Ln"), "turn", 2)
    steps(made, "0506", "0406")
    act(made, "extra-move")
    act(made, "turn", 3)
    act(made, "end-move", dice=(4,))
    assert not made.stand("a.c1u1").disordered
    assert where(made) == ("0406", 3)


@pytest.mark.rule("SN-4.2.c")
def test_a_turn_and_a_step_go_into_one_move_if_both_can_be_paid() -> None:
    made = act(mover("0606", "Pk"), "turn", 2)
    assert offered(made, "step") == {"0605", "0506"}
    steps(made, "0506")
    assert made.state.activation.move.over
    slow = act(mover("0606", "PS"), "turn", 2)
    assert slow.state.activation.move.over
    assert not offered(slow, "step")


@pytest.mark.rule("SN-4.2.c")
def test_after_a_step_forward_there_may_be_a_turn() -> None:
    made = act(steps(mover("0606", "Ln"), "0605"), "turn", 0)
    assert offered(made, "step") == {"0705", "0604"}


@pytest.mark.rule("SN-4.2.d")
def test_shot_turn_two_faces_in_order() -> None:
    made = act(act(mover("0606", "Sh", mp=3), "turn", 2), "turn", 3)
    assert not made.stand("a.c1u1").disordered
    assert made.state.activation.move.left == 1
    assert not offered(made, "turn")
    assert offered(made, "step")


@pytest.mark.rule("SN-4.3.a")
def test_turning_to_the_rear_takes_the_whole_move_and_disorders() -> None:
    made = act(mover("0606", "Ln"), "turn-rear")
    assert where(made) == ("0606", 4)
    assert made.stand("a.c1u1").disordered
    assert made.state.activation.move.over
    assert not offered(mover("0606", "Ln", disordered=True), "turn-rear")
    assert not offered(steps(mover("0606", "Ln"), "0605"), "turn-rear")


@pytest.mark.rule("SN-4.3.b")
def test_shot_turn_to_the_rear_in_order() -> None:
    assert not act(mover("0606", "Sh"), "turn-rear").stand("a.c1u1").disordered


# -- extra moves ----------------------------------------------------------------------------------


@pytest.mark.rule("SN-4.4.a")
def test_extra_moves_are_tested_when_they_are_over() -> None:
    made = steps(mover("0610", "Pk", field=NEAR), "0609", "0608")
    assert made.state.activation.move.over
    assert not offered(made, "step")
    act(made, "extra-move")
    assert made.events(MoveBegan)[-1].extra
    steps(made, "0607")
    act(made, "step", "0606", dice=(4,))
    assert not made.stand("a.c1u1").disordered
    assert offered(made, "extra-move") == {""}


@pytest.mark.rule("SN-4.4.a")
def test_who_is_disordered_makes_no_extra_move() -> None:
    made = steps(mover("0610", "Pk", disordered=True), "0609", "0608")
    assert not offered(made, "extra-move")
    assert why_no_extra(made.state) == ("SN-4.4.a", "it is disordered")


@pytest.mark.rule("SN-4.4.a")
def test_an_extra_move_in_which_nothing_is_done_does_not_count() -> None:
    made = act(steps(mover("0610", "Pk"), "0609", "0608"), "extra-move")
    made.run(movement.finish_move(made))
    assert made.state.activation.moves == 1


@pytest.mark.rule("SN-4.5.b")
def test_a_failed_test_disorders_and_ends_the_movement() -> None:
    made = act(steps(mover("0610", "Pk"), "0609", "0608"), "extra-move")
    steps(made, "0607")
    act(made, "step", "0606", dice=(3,))
    assert made.stand("a.c1u1").disordered
    assert made.state.activation.over
    assert made.events(MoveEnded)[-1].last


@pytest.mark.rule("SN-4.5.f")
@pytest.mark.example("SN-EX-1")
def test_each_further_extra_move_is_harder() -> None:
    told = example("SN-EX-1", "snaphance")
    wanted = [told["expect"][f"{name}_move_passes_on"] for name in ("second", "third", "fourth")]
    for move, passes in enumerate(wanted):
        for die in range(1, 7):
            made = mover("0610", "PS", order_rating=told["given"]["rating"], field=NEAR)
            rows = iter(range(9, 0, -1))
            steps(made, f"06{next(rows):02d}")
            for _ in range(move):
                act(made, "extra-move")
                act(made, "step", f"06{next(rows):02d}", dice=(6,))
            act(made, "extra-move")
            act(made, "step", f"06{next(rows):02d}", dice=(die,))
            assert made.stand("a.c1u1").disordered == (die not in passes), (move, die)


# -- backward -------------------------------------------------------------------------------------


@pytest.mark.rule("SN-4.7.a")
def test_backward_up_to_twice_the_mp_in_disorder() -> None:
    made = steps(mover("0606", "PS"), "0607", "0608")
    assert where(made) == ("0608", 1)
    assert made.stand("a.c1u1").disordered
    assert made.state.activation.move.over
    assert offered(mover("0606", "PS", disordered=True), "step") >= REAR


@pytest.mark.rule("SN-4.7.a")
def test_backward_steps_are_mixed_with_nothing() -> None:
    made = steps(mover("0606", "Ln"), "0607")
    assert offered(made, "step") == {"0508", "0608"}
    assert not offered(made, "turn")
    assert not REAR & offered(act(mover("0606", "Ln"), "turn", 2), "step")


@pytest.mark.rule("SN-4.7.b")
def test_mounted_combat_stands_go_back_4_hexes_at_most() -> None:
    made = steps(mover("0604", "FH"), "0605", "0606", "0607", "0608")
    assert made.state.activation.move.over
    far = steps(mover("0604", "Pk", mp=3), "0605", "0606", "0607", "0608", "0609")
    assert not far.state.activation.move.over


@pytest.mark.rule("SN-4.7.c")
def test_shot_go_back_in_order_as_far_as_a_normal_move() -> None:
    made = steps(mover("0604", "Sh"), "0605", "0606")
    assert not made.stand("a.c1u1").disordered
    steps(made, "0607")
    assert made.stand("a.c1u1").disordered


@pytest.mark.rule("SN-4.7.c", "SN-4.4.a")
@pytest.mark.example("SN-EX-2")
def test_shot_do_not_mix_backward_with_sideways_steps() -> None:
    told = example("SN-EX-2", "snaphance")
    assert told["given"]["single_move_steps"] == ["backward", "sideways"]
    made = steps(mover("0606", told["given"]["code"], mp=told["given"]["mp"]), "0607")
    assert ({"0507", "0707"} & offered(made, "step") != set()) is told["expect"]["legal"]
    act(act(made, "end-move"), "extra-move")
    steps(made, "0707")
    act(made, "end-move", dice=(4,))
    assert not made.stand("a.c1u1").disordered


# -- sideways -------------------------------------------------------------------------------------


@pytest.mark.rule("SN-4.8.a")
def test_sideways_as_far_as_the_mp_in_disorder() -> None:
    made = steps(mover("0606", "Pk"), "0706", "0806")
    assert where(made) == ("0806", 1)
    assert made.stand("a.c1u1").disordered
    assert made.state.activation.move.over


@pytest.mark.rule("SN-4.8.a")
def test_mounted_combat_stands_go_2_hexes_sideways_at_most() -> None:
    assert steps(mover("0606", "FH"), "0706", "0806").state.activation.move.over


@pytest.mark.rule("SN-4.8.a")
def test_sideways_steps_of_all_but_shot_go_with_nothing_else() -> None:
    made = steps(mover("0606", "Pk"), "0706")
    assert offered(made, "step") == {"0806", "0606"}
    assert not offered(made, "turn")
    assert not FLANKS & offered(steps(mover("0607", "Pk"), "0606"), "step")
    assert offered(act(mover("0606", "Ln"), "turn", 0), "step") == {"0705", "0706"}


@pytest.mark.rule("SN-4.8.b")
@pytest.mark.example("SN-EX-3")
def test_shot_mix_sideways_and_forward_steps() -> None:
    told = example("SN-EX-3", "snaphance")
    assert told["given"]["single_move_steps"] == ["sideways", "forward"]
    made = steps(mover("0606", told["given"]["code"], mp=told["given"]["mp"]), "0706")
    assert ("0705" in offered(made, "step")) is told["expect"]["legal"]
    assert not {"0707", "0807"} & offered(made, "step")
    steps(made, "0705")
    assert made.stand("a.c1u1").disordered is told["expect"]["disordered"]
    assert FLANKS & offered(steps(mover("0607", "Sh"), "0606"), "step")


# -- opportunity ----------------------------------------------------------------------------------


@pytest.mark.rule("SN-6.1.c")
def test_moving_ends_opportunity() -> None:
    made = mover("0606", "Sh", opportunity=True)
    steps(made, "0605")
    assert not made.stand("a.c1u1").opportunity


@pytest.mark.rule("SN-3.1.c", "SN-3.1.d")
def test_an_attached_general_goes_along_and_an_enemy_general_is_driven_off() -> None:
    made = HexField(
        stand("a.c1u1", "0606", "Ln"),
        stand("b.c1u1", "0201", "Ln"),
        generals={"a.c1": "0606", "b.c1": "0605"},
    )
    made.state.generals["a.c1.leader"].attached = "a.c1u1"
    made.activate("a.c1u1")
    steps(made, "0605")
    assert made.state.generals["a.c1.leader"].hex == hexes.named("0605")
    assert made.state.generals["b.c1.leader"].hex == hexes.named("0201")
