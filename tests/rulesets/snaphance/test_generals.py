"""Generals: moves, attachment, making way, death, replacement (SN-3.1, SN-3.2, SN-C-commander)."""

import pytest

from rulesets.snaphance import generals, hexes, morale
from rulesets.snaphance.events.command import GeneralLost, GroupActivated
from tests.kit.hexfield import HexField, stand


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
def test_an_enemy_entering_sends_him_to_his_nearest_stand():
    field = HexField(
        stand("a.c1u1", "0106"), stand("a.c1u2", "0406"), stand("a.c2u1", "0706"),
        generals={"a.c1": "0606", "a.c2": "0706"},
    )  # fmt: skip
    generals.overrun(field, hexes.named("0606"), 1)
    assert field.state.generals["a.c1.leader"].hex == hexes.named("0406")


@pytest.mark.rule("SN-3.1.d")
def test_a_friend_entering_does_not():
    field = HexField(stand("a.c1u1", "0106"), generals={"a.c1": "0606"})
    generals.overrun(field, hexes.named("0606"), 0)
    assert field.state.generals["a.c1.leader"].hex == hexes.named("0606")


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
