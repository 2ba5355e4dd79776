"""Zones of control: who has one, halting, exposure, facing an attacker, leaving (SN-4.6)."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.snaphance import activation, hexes, movement, zones
from rulesets.snaphance.charge import facing
from rulesets.snaphance.events.charge import FacedAttacker
from rulesets.snaphance.movement.mover import why_no_move
from rulesets.snaphance.state import Melee
from tests.kit.examples import example
from tests.kit.hexfield import HexField, stand
from tests.kit.hexmoves import act, menu, mover, offered, steps, where


def contacts(made: HexField) -> set[tuple[str, int, tuple[str, ...]]]:
    """The steps and turns that would bring who acts into contact: hex, facing, enemies."""
    return {
        (hexes.label(step.hexes[0]), step.facing, step.enemies)
        for step in movement.candidates(made.state)
        if step.enemies
    }


@pytest.mark.rule("SN-4.6.a")
@pytest.mark.parametrize(
    ("code", "has"),
    [("Pi", True), ("Ln", True), ("Hs", True), ("FH", True), ("Pk", True), ("PS", True), ("Sh", True),
     ("LC", False), ("Dr", False), ("Art", False), ("Sk", False)],
)  # fmt: skip
def test_combat_stands_and_shot_have_a_zone(code: str, has: bool) -> None:
    made = HexField(stand("b.c1u1", "0505", code))
    one = made.stand("b.c1u1")
    held = {place for place in made.state.map.hexes() if zones.zones_at(made.state, place, 0)}
    assert held == (set(one.front) if has else set())
    assert not any(zones.zones_at(made.state, place, 1) for place in one.front)


@pytest.mark.rule("SN-4.6.a")
def test_skirmishers_have_a_zone_in_terrain_alone() -> None:
    for terrain, has in (("open", False), ("woods", True), ("rough", True), ("hillside", False)):
        made = HexField(stand("b.c1u1", "0505", "Sk"), terrain={"0505": terrain})
        assert zones.has_zone(made.state, made.stand("b.c1u1")) is has


@pytest.mark.rule("SN-4.6.b", "SN-10.0.d")
def test_a_step_into_an_enemy_zone_is_a_contact_or_not_legal() -> None:
    made = mover("0606", "Ln", stand("b.c1u1", "0604", "Pk", 4))
    assert offered(made, "step") & {"0605", "0705"} == set()
    assert contacts(made) == {("0605", 1, ("b.c1u1",)), ("0705", 1, ("b.c1u1",))}


@pytest.mark.rule("SN-4.6.b", "SN-4.6.c")
def test_nobody_enters_a_zone_with_its_holder_on_the_flank() -> None:
    # The horse at 0405 face south-east: their zone holds 0505, where they would be on the mover's flank.
    made = mover("0506", "Ln", stand("b.c1u1", "0405", "Hs", 5))
    assert hexes.named("0505") in made.stand("b.c1u1").front
    assert "0505" not in offered(made, "step")
    assert "0505" not in {place for place, _, _ in contacts(made)}
    light = mover("0506", "Ln", stand("b.c1u1", "0405", "LC", 5))
    assert "0505" in offered(light, "step")


@pytest.mark.rule("SN-4.6.b")
def test_who_has_entered_a_zone_halts() -> None:
    # Skirmishers ahead have been swept away, and the pikes behind them have the lancers in their zone.
    made = mover("0606", "Ln", stand("b.c1u1", "0604", "Pk", 4))
    (step,) = [each for each in movement.candidates(made.state) if each.hexes == (hexes.named("0605"),)]
    movement.take(made, step)
    assert made.state.activation.move.left == 2
    assert why_no_move(made.state) == ("SN-4.6.b", "it has entered an enemy zone of control")
    assert not list(menu(made))


@pytest.mark.rule("SN-4.6.c")
@pytest.mark.example("SN-EX-30")
def test_head_on_contact_is_legal_a_zone_on_the_flank_is_not() -> None:
    told = example("SN-EX-30", "snaphance")
    where_, facing = told["given"]["mover"]["hex"], told["given"]["mover"]["facing"]
    # The vectors are counted from hex 0606.
    q, r = hexes.named("0606")
    here = (where_[0] + q, where_[1] + r)
    for case, held, legal in zip(
        told["given"]["enemy_cases"], told["expect"]["mover_in_enemy_zoc"], told["expect"]["legal"],
        strict=True,
    ):  # fmt: skip
        place = hexes.label((case["hex"][0] + q, case["hex"][1] + r))
        made = HexField(stand("a.c1u1", "0606", "PS", facing), stand("b.c1u1", place, "PS", case["facing"]))
        assert bool(zones.zones_at(made.state, here, 0)) is held
        assert zones.exposed(made.state, made.stand("a.c1u1"), here, facing) is not legal


@pytest.mark.rule("SN-4.6.c")
def test_who_turns_in_a_zone_must_step_out_of_it() -> None:
    # The pikes at 0506 face east: their zone holds 0606, where the lancers have them on the left flank.
    made = mover("0606", "Ln", stand("b.c1u1", "0506", "Pk", 0))
    assert zones.exposed(made.state, made.stand("a.c1u1"), hexes.named("0606"), 1)
    assert offered(made, "turn") == {0}
    assert (hexes.label(made.stand("a.c1u1").place), 2, ("b.c1u1",)) in contacts(made)
    act(made, "turn", 0)
    assert not movement.may_stop(made.state)
    assert not offered(made, "end-move")
    steps(made, "0706")
    assert movement.may_stop(made.state)


@pytest.mark.rule("SN-4.6.c")
def test_who_cannot_step_out_does_not_turn_in_a_zone() -> None:
    made = mover("0606", "PS", stand("b.c1u1", "0506", "Pk", 0))
    assert offered(made, "turn") == set()


@pytest.mark.rule("SN-4.6.b", "SN-4.1.a")
def test_free_classes_enter_a_zone_only_to_face_its_holder() -> None:
    made = mover("0606", "LC", stand("b.c1u1", "0604", "Pk", 4))
    assert offered(made, "step") == {"0506", "0607", "0707", "0706"}
    into = [("0605", 0), ("0605", 1), ("0705", 1), ("0705", 2)]
    assert contacts(made) == {(place, facing, ("b.c1u1",)) for place, facing in into}


@pytest.mark.rule("SN-10.0.d", "SN-4.1.a")
def test_free_classes_pass_an_enemy_by_and_touch_him_by_their_facing() -> None:
    made = mover("0606", "Dr", stand("b.c1u1", "0705", "Art", 1))
    assert made.stand("a.c1u1").faces(hexes.named("0705"))
    steps(made, "0706")
    assert not made.stand("a.c1u1").faces(hexes.named("0705"))
    assert offered(made, "end-move") == {0, 3, 4, 5} | {made.stand("a.c1u1").facing}
    assert {facing for place, facing, _ in contacts(made) if place == "0706"} == {1, 2}


def meeting(*more: Any, code: str = "PS", facing: int = 1) -> HexField:
    """An ongoing melee of `a.c1u1` at 0606 with a stand on its left flank."""
    made = mover("0606", code, stand("b.c1u1", "0506", "PS", 0), *more, facing=facing)
    made.state.melees.append(Melee(("a.c1u1", "b.c1u1")))
    return made


@pytest.mark.rule("SN-4.6.e")
def test_who_is_attacked_or_supports_does_not_leave() -> None:
    made = meeting()
    assert why_no_move(made.state) == ("SN-4.6.e", "it is in a melee")
    assert not list(menu(made))
    made.state.melees[0] = Melee(("a.c1u2", "b.c1u1"), supporters=("a.c1u1",))
    assert not list(menu(made))


@pytest.mark.rule("SN-4.6.e")
def test_a_neighbour_of_an_attacked_stand_moves_out_of_the_zone() -> None:
    # Both foot stands are in the zone of the pikes at 0605; only a.c1u2 fights them.
    made = mover(
        "0606", "PS", stand("a.c1u2", "0506", "PS"), stand("b.c1u1", "0605", "Pk", 4),
    )  # fmt: skip
    made.state.melees.append(Melee(("a.c1u2", "b.c1u1")))
    assert zones.zones_at(made.state, hexes.named("0606"), 0)
    steps(made, "0607")
    assert where(made) == ("0607", 1)


@pytest.mark.rule("SN-4.6.e", "SN-10.5.h")
def test_skirmishers_in_the_open_step_out_of_a_melee() -> None:
    made = meeting(code="Sk")
    assert offered(made, "step")
    in_cover = mover("0606", "Sk", stand("b.c1u1", "0506", "PS", 0), field={"terrain": {"0606": "woods"}})
    in_cover.state.melees.append(Melee(("a.c1u1", "b.c1u1")))
    assert not list(menu(in_cover))


@pytest.mark.rule("SN-10.0.d")
def test_turning_to_an_enemy_is_a_contact_too() -> None:
    made = mover("0606", "Ln", stand("b.c1u1", "0506", "LC", 3))
    assert offered(made, "turn") == {0}
    assert ("0606", 2, ("b.c1u1",)) in contacts(made)


A, B = "a.c1u1", "b.c1u1"


def flanked(*others, **more) -> HexField:
    """A stand that looks north at 0506, with an enemy on its left flank at 0406 who looks at it."""
    return HexField(
        stand(A, "0506", "PS", **more), stand(B, "0406", "Hs", facing=0), *others,
        generals={"a.c1": "0508", "b.c1": None},
    )  # fmt: skip


def turns(field: HexField) -> set[int]:
    return {option.key["facing"] for option in facing.options(field)}


@pytest.mark.rule("SN-4.6.d")
def test_it_may_turn_to_face_the_attacker():
    field = flanked()
    assert field.stand(B).faces(hexes.named("0506"))
    assert turns(field) == {2, 3}  # west is left or right front with these
    facing.perform(field, {"do": "face", "unit": A, "facing": 3})
    assert field.stand(A).facing == 3
    assert not field.stand(A).disordered
    assert [event.rule for event in field.events(FacedAttacker)] == ["SN-4.6.d"]
    assert turns(field) == set()


@pytest.mark.rule("SN-4.6.d")
def test_any_number_of_faces():
    field = flanked(facing=0)
    field.stand(B).hex = hexes.named("0507")
    field.state.occupied = {hexes.named("0506"): (A,), hexes.named("0507"): (B,)}
    field.stand(B).facing = 1
    assert field.stand(B).faces(hexes.named("0506"))
    assert turns(field) == {3, 4}


@pytest.mark.rule("SN-4.6.d", "SN-10.4.e")
def test_not_with_another_attacker_in_front_nor_towards_who_does_not_attack_it():
    assert turns(flanked(stand("b.c1u2", "0505", "PS"))) == set()
    field = flanked()
    field.stand(B).facing = 3
    assert turns(field) == set()


@pytest.mark.rule("SN-10.4.e")
def test_in_an_ongoing_melee():
    field = flanked()
    field.state.melees.append(Melee((A, B)))
    assert turns(field) == {2, 3}
    facing.perform(field, {"do": "face", "unit": A, "facing": 2})
    assert [event.rule for event in field.events(FacedAttacker)] == ["SN-10.4.e"]


@pytest.mark.rule("SN-10.4.e", "SN-4.6.d")
def test_light_cavalry_has_no_zone_but_attacks_in_a_melee():
    field = flanked()
    field = HexField(stand(A, "0506", "PS"), stand(B, "0406", "LC", facing=0))
    assert turns(field) == set()
    field.state.melees.append(Melee((A, B)))
    assert turns(field) == {2, 3}


@pytest.mark.rule("SN-4.6.d")
def test_only_at_the_start_of_a_turn():
    field = flanked()
    field.activate(A)
    assert turns(field) == {2, 3}
    field.state.activation.begun = True
    assert turns(field) == set()
    field.state.activation = None
    field.stand(A).moved = True
    assert turns(field) == set()


@pytest.mark.rule("SN-6.1.c", "SN-4.6.d")
@pytest.mark.parametrize(("to", "kept"), [(2, True), (3, False)])
def test_more_than_one_face_ends_opportunity(to, kept):
    field = flanked(opportunity=True)
    facing.perform(field, {"do": "face", "unit": A, "facing": to})
    assert field.stand(A).opportunity is kept


@pytest.mark.rule("SN-4.6.d", "SN-1.4.c")
def test_its_player_is_asked_when_the_group_is_activated():
    field = flanked()
    field.run(
        activation.activate_group(field, "a.c1"),
        {"do": "face", "unit": A, "facing": 2},
        {"do": "end-group"},
    )
    assert field.stand(A).facing == 2
