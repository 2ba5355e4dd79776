"""Turning to face who attacks flank or rear, at the start of a turn (SN-4.6.d, SN-10.4.e)."""

import pytest

from rulesets.snaphance import activation, hexes
from rulesets.snaphance.charge import facing
from rulesets.snaphance.events.charge import FacedAttacker
from rulesets.snaphance.state import Melee
from tests.kit.hexfield import HexField, stand

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
def test_not_with_another_attacker_in_front():
    field = flanked(stand("b.c1u2", "0505", "PS"))
    assert turns(field) == set()


@pytest.mark.rule("SN-4.6.d")
def test_not_towards_who_does_not_attack_it():
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
        {"do": "face", "unit": A, "facing": 2}, {"do": "end-group"},
    )  # fmt: skip
    assert field.stand(A).facing == 2
