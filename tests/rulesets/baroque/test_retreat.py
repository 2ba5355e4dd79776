"""Retreats, breaking off, and what a retreat meets (BQ-7.5.2, BQ-7.5.3)."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.baroque.charge import run as charge
from rulesets.baroque.events.command import UnitActivated
from rulesets.baroque.events.field import Disordered, Moved, Removed
from rulesets.baroque.melee.fight import fight, options
from rulesets.baroque.melee.rout import may_break_off, retreat, retreat_dice
from rulesets.baroque.state import Face, Piece, Unit
from tests.kit.field import Field, profile, unit
from tests.kit.reacting import horse

MISS = (1, 1, 1, 1, 1, 1)


def beaten(loser: Unit, *others: Unit, retreats: int = 4, **changes: Any) -> Field:
    """a1, foot that cannot pursue, beats `loser` with one hit; the retreat die is `retreats`."""
    winner = unit("a1", 10, 7, 90, i=0)
    field = Field(winner, loser, *others, dice=(6, 1, 1, 1, 1, 1, *MISS, 6, retreats), **changes)
    field.state.contacts[("a1", loser.id)] = "front"
    field.run(fight(field, winner))
    return field


@pytest.mark.rule("BQ-7.5.2.i")
@pytest.mark.parametrize(
    ("type_", "speed", "table"),
    [
        ("P&M", "", (1, 1, 1, 1, 1, 1)), ("P&M", "S", (1, 1, 1, 1, 1, 1)), ("DR", "", (1, 1, 1, 1, 1, 1)),
        ("TR", "S", (1, 1, 2, 2, 2, 3)), ("TR", "", (1, 2, 2, 2, 3, 3)), ("GA", "", (2, 2, 2, 3, 3, 3)),
        ("CL", "F", (2, 2, 2, 3, 3, 3)), ("GA", "S", (1, 1, 2, 2, 2, 3)),
    ],
)  # fmt: skip
def test_the_retreat_table(type_: str, speed: str, table: tuple[int, ...]) -> None:
    one = unit("b1", 10, 7, 270)
    one.profile = profile(type_, speed=speed)
    assert retreat_dice(one) == table


@pytest.mark.rule("BQ-7.5.2.d", "BQ-7.5.2.i")
def test_horse_retreats_by_its_die_still_facing_the_enemy() -> None:
    loser = horse("b1", 10, 7, 270)
    beaten(loser, retreats=5)
    assert (loser.place.y, loser.place.heading) == (10, 270)


@pytest.mark.rule("BQ-7.5.2.e", "BQ-5.5.2.c")
def test_foot_pushes_friends_back_and_disorders_them() -> None:
    loser, friend = unit("b1", 10, 7, 270), unit("b2", 10, 8.25, 270)
    field = beaten(loser, friend)
    assert (loser.place.y, friend.place.y) == (8, 8.75)
    assert [event.unit for event in field.events(Disordered)] == ["b1", "b2"]


@pytest.mark.rule("BQ-7.5.2.e", "BQ-5.5.2.b")
def test_horse_passes_through_friends_and_stands_behind_them() -> None:
    loser, friend = horse("b1", 10, 7, 270), unit("b2", 10, 8.25, 270)
    beaten(loser, friend, retreats=2)
    assert loser.place.y == pytest.approx(9.0)
    assert (friend.place.y, friend.disordered) == (8.25, False)


@pytest.mark.rule("BQ-7.5.2.f")
def test_a_retreat_that_is_stopped_on_the_way_ends_there_without_effect() -> None:
    loser, foe = unit("b1", 10, 7, 270), unit("a2", 10, 8.25, 90)
    foe.base = unit("a2", 10, 9.0, 90).place
    field = beaten(loser, foe)
    assert loser.on_field
    assert loser.place.y == pytest.approx(7.5, abs=0.02)
    assert field.events(Removed) == []


@pytest.mark.rule("BQ-7.5.2.f")
def test_an_enemy_right_behind_destroys_the_loser() -> None:
    loser, foe = unit("b1", 10, 7, 270), unit("a2", 10, 8.5, 90)
    field = beaten(loser, foe)
    assert [(event.unit, event.status) for event in field.events(Removed)] == [("b1", "destroyed")]


@pytest.mark.rule("BQ-7.5.2.f", "BQ-3.1.1.d")
def test_impassable_terrain_right_behind_destroys_the_loser() -> None:
    rocks = Piece("r1", "rocks", (8.0, 7.76, 12.0, 7.76, 12.0, 10.0, 8.0, 10.0))
    loser = unit("b1", 10, 7, 270)
    loser.base = unit("b1", 10, 7, 270, depth=0.7595).place
    beaten(loser, terrain=[rocks])
    assert loser.status == "destroyed"


@pytest.mark.rule("BQ-5.8.a")
def test_a_retreat_off_the_table_removes_the_unit() -> None:
    loser = horse("b1", 10, 7, 270)
    beaten(loser, retreats=6, depth=9.5)
    assert loser.status == "left"


@pytest.mark.rule("BQ-7.9.a")
def test_baggage_does_not_retreat() -> None:
    camp = unit("b1", 10, 7, 270, "BAG", vbu=4, m_bu=0, i=0)
    field = Field(camp)
    field.run(retreat(field, camp))
    assert camp.place.y == 7


@pytest.mark.rule("BQ-7.5.3.a", "BQ-7.5.3.b")
@pytest.mark.example("EX-7.5.3-diagram")
def test_a_unit_that_gets_clear_of_an_enemy_at_its_side_is_out_of_the_melee() -> None:
    # a1 faces left and touches the last 0.3 BU of b1's right side; 1 BU back brings b1 clear of it.
    attacker, loser = unit("a1", 11, 8.6, 180, i=0), horse("b1", 10, 7.9, 90)
    field = Field(attacker, loser, dice=(6, 1, 1, 1, 1, 1, *MISS, 6, 1))
    field.state.contacts[("a1", "b1")] = "side"
    field.run(fight(field, attacker))
    assert loser.place.y == pytest.approx(6.9)
    assert not field.state.contacts
    assert [event.how for event in field.events(Moved)] == ["retreat"]


@pytest.mark.rule("BQ-7.5.3.a", "BQ-7.5.3.b", "BQ-7.3.g")
@pytest.mark.example("EX-7.5.3-diagram")
def test_a_pursuer_who_meets_a_unit_that_got_clear_has_his_impetus_again() -> None:
    # Gallopers at the side of b1 turn after it and catch it: front to front across the corner.
    attacker, loser = horse("a1", 11, 8.6, 180, "GA"), horse("b1", 10, 7.9, 90, vbu=6)
    dice = (6, 1, 1, 1, 1, 1, *MISS, 6, 1, 6)
    field = Field(attacker, loser, dice=(*dice, *(1,) * 13))
    field.state.contacts[("a1", "b1")] = "side"
    field.run(fight(field, attacker), {"do": "follow", "unit": "a1"})
    assert field.state.engaged("a1")
    sizes = [len(event.roll.dice) for event in field.log if getattr(event, "kind", "") == "rolled"]
    assert sizes[-2:] == [9, 4]


@pytest.mark.rule("BQ-7.5.3.a")
@pytest.mark.parametrize(("face", "pushed"), [("side", True), ("front", False)])
def test_horse_that_slides_back_along_an_enemy_pushes_friends_instead_of_passing_them(
    face: Face, pushed: bool
) -> None:
    # b2 stands behind b1, which retreats by 2 BU.
    loser, friend = horse("b1", 10, 7.9, 90), unit("b2", 10, 6.9, 90)
    attacker = unit("a1", 11, 8.6, 180) if face == "side" else unit("a1", 10, 7.9, 270)
    field = Field(attacker, loser, friend, dice=(2,))
    field.state.contacts[("a1", "b1")] = face
    field.run(retreat(field, loser))
    assert friend.disordered is pushed
    assert (friend.place.y < 6.9) is pushed
    assert (loser.place.y > friend.place.y) is pushed


@pytest.mark.rule("BQ-7.5.3.b")
def test_a_side_retreat_that_cannot_begin_destroys_the_unit() -> None:
    attacker, loser = unit("a1", 11, 6.5, 180, i=0), unit("b1", 10, 7, 90)
    wall = unit("a2", 10, 6.25, 90)
    field = Field(attacker, loser, wall, dice=(6, 1, 1, 1, 1, 1, *MISS, 6, 1))
    field.state.contacts[("a1", "b1")] = "side"
    field.run(fight(field, attacker))
    assert loser.status == "destroyed"


@pytest.mark.rule("BQ-7.5.2.c")
@pytest.mark.parametrize(
    ("enemy", "may"),
    [
        (unit("b1", 10, 7, 270), True), (unit("b1", 10, 7, 270, "DR"), True),
        (horse("b1", 10, 7, 270), False), (unit("b1", 10, 7, 270, "BAG"), False),
    ],
)  # fmt: skip
def test_horse_breaks_off_from_foot_only(enemy: Unit, may: bool) -> None:
    field = Field(horse("a1", 10, 7, 90), enemy)
    assert may_break_off(field.state, field.state.units["a1"], enemy) is may


@pytest.mark.rule("BQ-7.5.2.c")
def test_nobody_breaks_off_where_there_is_no_room() -> None:
    field = Field(horse("a1", 10, 7, 90), unit("b1", 10, 7, 270), unit("b2", 10, 6.25, 90))
    assert not may_break_off(field.state, field.state.units["a1"], field.state.units["b1"])


@pytest.mark.rule("BQ-7.5.5.a")
@pytest.mark.example("EX-7.5.5.a")
def test_the_target_of_a_melee_fights_again_or_charges_when_it_is_activated_itself() -> None:
    draw = Field(unit("a1", 10, 7, 90, i=0), unit("b1", 10, 7, 270), dice=(*MISS, *MISS))
    draw.state.contacts[("a1", "b1")] = "front"
    draw.run(fight(draw, draw.state.units["a1"]))
    draw.apply(UnitActivated("BQ-4.1.1.d", "b1"))
    assert [option.key["do"] for option in options(draw, draw.state.units["b1"])] == ["fight"]
    apart = beaten(horse("b1", 10, 7, 270), retreats=1)
    apart.apply(UnitActivated("BQ-4.1.1.d", "b1"))
    assert [option.key["do"] for option in charge.options(apart, apart.state.units["b1"])] == ["charge"]
    assert options(apart, apart.state.units["b1"]) == []
