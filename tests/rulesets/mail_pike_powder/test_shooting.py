"""Shooting: ranges, the number to hit, dice, who may shoot at whom (MPP-9, MPP-C-30 to C-32)."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.engine import geometry
from rulesets.engine.dice import total
from rulesets.mail_pike_powder import orders, shooting
from rulesets.mail_pike_powder.armies.tables import weapons
from rulesets.mail_pike_powder.events import Fired
from tests.kit.examples import example
from tests.rulesets.mail_pike_powder.positions import Table, area, unit

RANGES = {
    "pistol": 6, "thrown_weapon": 6, "short_bow": 12, "smoothbore_carbine": 12, "bow": 18, "crossbow": 18,
    "smoothbore_musket": 18, "light_artillery": 24, "medium_artillery": 36, "heavy_artillery": 48,
}  # fmt: skip


@pytest.mark.rule("MPP-9.1")
def test_how_far_each_weapon_reaches() -> None:
    assert {key: row.range_in for key, row in weapons().items()} == RANGES


@pytest.mark.rule("MPP-9.1")
@pytest.mark.parametrize(("inches", "reached"), [(18, True), (18.5, False)])
def test_beyond_its_range_nobody_is_shot_at(inches: float, *, reached: bool) -> None:
    table = Table(unit("a1", 36, 10), unit("b1", 36, 10 + inches))
    assert bool(shooting.targets(table.state, table.unit("a1"))) == reached


@pytest.mark.rule("MPP-9.2.a", "MPP-9.2.b", "MPP-9.2.c", "MPP-9.2.d", "MPP-9.2.e", "MPP-9.2.f", "MPP-C-32")
@pytest.mark.parametrize(
    ("shooter", "target", "how", "inches", "place", "added"),
    [
        (("foot", {}), ("foot", {}), "shooting", 9, {}, 0),
        (("foot", {"disordered": 1}), ("foot", {}), "shooting", 6, {}, -1),
        (("foot", {"casualties": 3, "disordered": 1}), ("foot", {}), "shooting", 6, {}, -1),
        (("foot", {}), ("foot", {}), "shooting", 9.5, {}, -1),
        (("foot", {}), ("foot", {}), "shooting", 6, {"clear": False}, -1),
        (("foot", {}), ("gun", {}), "shooting", 6, {}, -1),
        (("foot", {}), ("shot", {}), "shooting", 6, {"clear": False}, -1),
        (("foot", {}), ("foot", {"heavy": True}), "shooting", 6, {}, -1),
        (("foot", {}), ("foot", {"heavy": True}), "shooting", 6, {"front": False}, 0),
        (("foot", {}), ("foot", {"heavy": True, "formation": "skirmish"}), "shooting", 6, {}, -1),
        (("foot", {}), ("foot", {}), "traversing", 6, {}, -1),
        (("foot", {}), ("foot", {}), "closing", 12, {}, 1),
        (("shot", {}), ("foot", {}), "shooting", 6, {}, 1),
        (("shot", {}), ("foot", {}), "closing", 6, {}, 1),
        (("gun", {}), ("foot", {"formation": "attack_column"}), "shooting", 6, {}, 1),
        (("gun", {}), ("foot", {"formation": "square"}), "shooting", 20, {}, 0),
        (("gun", {}), ("foot", {"formation": "march_column"}), "closing", 6, {}, 1),
        (("foot", {}), ("foot", {"formation": "attack_column"}), "shooting", 6, {}, 0),
    ],
)
def test_what_changes_the_number_to_hit(
    shooter: Any, target: Any, how: Any, inches: float, place: Any, added: int
) -> None:
    one = unit("a1", 36, 10, shooter[0], **shooter[1])
    two = unit("b1", 36, 16, target[0], **target[1])
    found = shooting.modifiers(one, two, how, inches, **{"clear": True, "front": True, **place})
    assert total(found) == added


@pytest.mark.rule("MPP-9.2.a")
def test_no_number_to_hit_is_worse_than_6() -> None:
    one, two = unit("a1", 36, 10, disordered=1), unit("b1", 36, 26, "shot")
    made = shooting.shot(one, two, "traversing", 16, clear=False, front=True, cover="", enfilade=False)
    assert total(made.modifiers) == -4
    assert made.need == 6


@pytest.mark.rule("MPP-9.3.a", "MPP-9.3.b", "MPP-9.3.c", "MPP-9.3.d", "MPP-9.3.e", "MPP-9.3.g")
@pytest.mark.parametrize(
    ("kind", "formation", "how", "inches", "dice"),
    [
        ("foot", "line", "shooting", 6, 3),
        ("foot", "line", "closing", 6, 2),
        ("foot", "line", "traversing", 6, 2),
        ("foot", "attack_column", "shooting", 6, 1),
        ("foot", "mixed", "shooting", 6, 1),
        ("foot", "square", "shooting", 6, 1),
        ("foot", "building", "shooting", 6, 2),
        ("gun", "deployed", "shooting", 6, 3),
        ("gun", "deployed", "shooting", 18, 2),
        ("gun", "deployed", "shooting", 18.5, 1),
        ("foot", "march_column", "shooting", 6, None),
        ("gun", "limbered", "shooting", 6, None),
        ("pikes", "block", "shooting", 6, None),
    ],
)
def test_with_how_many_dice_a_unit_shoots(
    kind: str, formation: str, how: Any, inches: float, dice: int | None
) -> None:
    shooter = unit("a1", 36, 10, kind, formation)
    if dice is None:
        rule = {"march_column": "MPP-9.3.d", "limbered": "MPP-9.3.e", "block": "MPP-9.1"}[formation]
        why = shooting.why_no_shot(Table(shooter).state, shooter)
        assert why is not None
        assert why[0] == rule
    else:
        assert shooting.dice_of(shooter, how, inches)[0] == dice


@pytest.mark.rule("MPP-9.3.f")
@pytest.mark.parametrize(
    ("kind", "formation", "x", "y", "doubled"),
    [
        ("foot", "line", 36, 16, False),
        ("foot", "line", 42, 28, True),
        ("foot", "line", 30, 28, True),
        ("foot", "line", 42, 20, False),
        ("foot", "attack_column", 36, 18, True),
        ("foot", "march_column", 36, 34, True),
        ("foot", "march_column", 42, 26, False),
        ("foot", "skirmish", 42, 26, False),
        ("foot", "square", 42, 26, False),
        ("horse", "line", 42, 26, False),
    ],
)
def test_who_enfilades_has_double_dice(
    kind: str, formation: str, x: float, y: float, *, doubled: bool
) -> None:
    shooter = unit("a1", x, y, kind, heading=0 if x < 36 else 180 if x > 36 else 90 if y < 24 else 270)
    table = Table(shooter, unit("b1", 36, 24, formation=formation))
    made = shooting.attack(table.state, shooter, table.unit("b1"))
    assert made.dice == shooter.profile.long * (2 if doubled else 1)


@pytest.mark.rule("MPP-9.3.f")
def test_nobody_enfilades_beyond_half_range() -> None:
    shooter = unit("a1", 47, 28, heading=180)
    assert not shooting.enfilades(shooter, unit("b1", 36, 24), 10.0)
    assert shooting.enfilades(shooter, unit("b1", 36, 24), 9.0)


# -- targets --------------------------------------------------------------------------------------


@pytest.mark.rule("MPP-9.2.c", "MPP-C-30")
def test_the_nearest_clear_enemy_may_be_shot_at_or_one_that_is_nearer() -> None:
    table = Table(
        unit("a1", 36, 10), unit("b1", 36, 15, "shot"), unit("b2", 25, 19), unit("b3", 42, 21),
        unit("b4", 12, 12),
    )  # fmt: skip
    assert [each.id for each in shooting.targets(table.state, table.unit("a1"))] == ["b1", "b2"]


@pytest.mark.rule("MPP-9.3.c", "MPP-9.3.g")
@pytest.mark.parametrize(("formation", "dice"), [("square", 1), ("building", 2)])
def test_each_face_of_a_square_or_building_shoots_once(formation: str, dice: int) -> None:
    table = Table(
        unit("a1", 36, 24, formation=formation), unit("b1", 36, 32), unit("b2", 36, 34, heading=90),
        unit("b3", 48, 22), dice=[1] * 2 * dice,
    )  # fmt: skip
    first, then = ({"do": "shoot", "unit": "a1", "target": each} for each in ("b3", "b1"))
    table.run(shooting.phase(table, 0), first, then)
    assert [(event.target, event.dice) for event in table.events(Fired)] == [("b3", dice), ("b1", dice)]
    offered = [{option.key.get("target") for option in decision.options} for decision in table.asked]
    assert offered == [{"b1", "b3", None}, {"b1", None}]


@pytest.mark.rule("MPP-9.2.c", "MPP-C-30")
def test_a_wood_hides_and_a_friend_in_the_way_too() -> None:
    wood = area("wood", 30, 14, 42, 20)
    seen = Table(unit("a1", 36, 10), unit("b1", 36, 24))
    hidden = Table(unit("a1", 36, 10), unit("b1", 36, 24), terrain=[wood])
    barred = Table(unit("a1", 36, 10), unit("a2", 36, 16), unit("b1", 36, 24))
    found = [bool(shooting.targets(each.state, each.unit("a1"))) for each in (seen, hidden, barred)]
    assert found == [True, False, False]


@pytest.mark.rule("MPP-9.2.e", "MPP-C-15")
def test_who_crosses_a_front_is_given_traversing_shots_once() -> None:
    table = Table(unit("a1", 36, 10), unit("b1", 48, 20, heading=180), dice=[1, 1])
    mover = table.unit("b1")
    step = {"do": "advance", "unit": "b1", "turn": 0.0, "inches": 5.0}
    table.run(orders.step(table, mover, step), {"do": "shoot"})
    assert [(event.how, event.dice) for event in table.events(Fired)] == [("traversing", 2)]
    table.run(orders.step(table, mover, step))


@pytest.mark.rule("MPP-9.2.e")
@pytest.mark.parametrize(
    ("x", "inches", "crosses"),
    [(46, 9, True), (37, 9, True), (40, 0.9, False), (58, 9, False)],
)
def test_a_move_through_a_front_crosses_it_wherever_it_ends(
    x: float, inches: float, *, crosses: bool
) -> None:
    table = Table(unit("a1", 36, 10), unit("b1", x, 14, "horse", heading=180))
    start = table.unit("b1").place
    table.unit("b1").base = geometry.advance(start, inches)
    assert shooting._crosses(table.unit("a1"), table.unit("b1"), start) == crosses


@pytest.mark.rule("MPP-9.2.f")
def test_closing_shots_are_fired_at_close_range_wherever_the_charge_began() -> None:
    table = Table(unit("a1", 36, 10, "gun"), unit("b1", 36, 35, "horse"))
    made = shooting.attack(table.state, table.unit("a1"), table.unit("b1"), "closing")
    assert (made.dice, made.need, made.artillery) == (2, 3, True)
    assert [each.rule for each in made.save_modifiers] == ["MPP-5.6"]


# -- worked examples ------------------------------------------------------------------------------


@pytest.mark.rule("MPP-9.2.a", "MPP-9.2.b", "MPP-9.2.c", "MPP-9.2.f")
@pytest.mark.parametrize(
    ("key", "shooter", "target"),
    [
        pytest.param(
            "MPP-EX-13", {"casualties": 3, "disordered": 1}, "foot", marks=pytest.mark.example("MPP-EX-13")
        ),
        pytest.param("MPP-EX-14", {}, "shot", marks=pytest.mark.example("MPP-EX-14")),
    ],
)
def test_the_worked_shots(key: str, shooter: Any, target: str) -> None:
    row = example(key, "mail_pike_powder")
    inches = row["given"]["distance_inches"]
    kind = "shot" if "shooters" in row["given"] else "foot"
    table = Table(unit("a1", 36, 10, kind, **shooter), unit("b1", 36, 10 + inches, target))
    made = shooting.attack(table.state, table.unit("a1"), table.unit("b1"))
    assert total(made.modifiers) == row["expect"]["to_hit_modifier"]
