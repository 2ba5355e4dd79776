"""Charges from the declaration to the contact (BQ-5.4, BQ-5.1.c, BQ-6.1.6, BQ-7.2, BQ-LO.3)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from rulesets.baroque.armies import unit_profile
from rulesets.baroque.charge import plan
from rulesets.baroque.charge import run as charge
from rulesets.baroque.events.field import Contacted, Declared, Disordered, Fired, Moved, Separated, Spent
from rulesets.baroque.melee.contact import face_struck
from rulesets.baroque.state import Piece, Unit
from rulesets.engine.decisions import Option
from rulesets.engine.events import Rolled
from rulesets.engine.geometry import Base
from tests.kit.field import Field, profile, unit
from tests.kit.reacting import active, horse

NONE = {"do": "none"}
PIKE_AND_SHOT = {"weapons": ("Pike", "Musket"), "sm": -2}


def offered(field: Field, name: str = "a1") -> list[Option]:
    return charge.options(field, active(field, name))


def keys(options: list[Option]) -> list[dict[str, Any]]:
    return [dict(option.key) for option in options]


def rolls(field: Field, purpose: str) -> list[Any]:
    return [event.roll for event in field.events(Rolled) if event.roll.purpose == purpose]


# ---------------------------------------------------------------------------- how far


@pytest.mark.rule("BQ-5.4.1.a", "BQ-5.4.1.b")
@pytest.mark.parametrize(
    ("type_", "changes", "distance", "chance"),
    [
        ("TR", {"m_bu": 2}, 2.0, Fraction(1)),
        ("TR", {"m_bu": 2}, 2.1, Fraction(5, 6)),
        ("TR", {"m_bu": 2}, 3.5, Fraction(1, 3)),
        ("TR", {"m_bu": 2}, 4.1, Fraction(0)),
        ("TR", {"m_bu": 2, "speed": "S"}, 3.0, Fraction(2, 3)),
        ("GA", {"m_bu": 2}, 3.5, Fraction(1, 2)),
        ("CL", {"m_bu": 2, "speed": "F"}, 3.0, Fraction(1)),
        ("P&M", {"m_bu": 1}, 1.5, Fraction(1, 2)),
        ("P&M", {"m_bu": 1, "speed": "S"}, 2.0, Fraction(1, 3)),
    ],
)
def test_the_chance_to_reach_is_exact(
    type_: str, changes: dict[str, Any], distance: float, chance: Fraction
) -> None:
    assert plan.reach_chance(profile(type_, **changes), distance) == chance


# ---------------------------------------------------------------------------- who and whom


@pytest.mark.rule("BQ-5.4.a", "BQ-5.4.b")
def test_a_target_within_m_needs_no_bonus_and_one_beyond_it_does() -> None:
    near = Field(horse("a1", 10, 5, 90), unit("b1", 10, 6.5, 270))
    assert keys(offered(near)) == [{"do": "charge", "unit": "a1", "target": "b1", "bonus": False}]
    far = Field(horse("a1", 10, 5, 90), unit("b1", 10, 8.5, 270))
    (option,) = offered(far)
    assert option.key["bonus"] is True
    assert "33% to reach" in option.label
    assert offered(Field(horse("a1", 10, 5, 90), unit("b1", 10, 9.5, 270))) == []


@pytest.mark.rule("BQ-5.4.a")
def test_a_charge_goes_straight_ahead() -> None:
    assert offered(Field(horse("a1", 10, 5, 90), unit("b1", 12.5, 6, 270))) == []
    assert len(offered(Field(horse("a1", 10, 5, 90), unit("b1", 11.5, 6, 270)))) == 1


@pytest.mark.rule("BQ-5.4.e", "BQ-2.3.b", "BQ-7.1.c")
@pytest.mark.example("EX-2.3")
def test_the_printed_impetus_decides_who_may_charge() -> None:
    swedes = unit_profile("tyw-swedish", "tyw-swedish.swedish-foot")
    assert (swedes.i, swedes.m_bu) == (2, 1)
    able = unit("a1", 10, 5, 90)
    able.profile = swedes
    assert len(offered(Field(able, unit("b1", 10, 6, 270)))) == 1
    assert offered(Field(unit("a1", 10, 5, 90, i=0), unit("b1", 10, 6, 270))) == []
    spent = unit("a1", 10, 5, 90, vbu=6, losses=4)
    assert len(offered(Field(spent, unit("b1", 10, 6, 270)))) == 1


@pytest.mark.rule("BQ-5.4.e", "BQ-2.5.3.c", "BQ-5.1.f")
def test_a_disordered_unit_charges_as_its_single_movement_action() -> None:
    field = Field(horse("a1", 10, 5, 90, disordered=True), unit("b1", 10, 6.5, 270))
    assert len(offered(field)) == 1
    field.apply(Moved("BQ-5.1.a", "a1", 10, 5.2, 90, "advance", 0.2, action=True))
    assert charge.options(field, field.state.units["a1"]) == []


@pytest.mark.rule("BQ-6.1.6", "BQ-8.2.4")
@pytest.mark.parametrize(
    ("type_", "special", "may"), [("P&M", (), False), ("P&M", ("Salvo",), True), ("SP", (), True)]
)
def test_foot_may_fire_and_charge_only_with_salvo(type_: str, special: tuple[str, ...], may: bool) -> None:
    field = Field(unit("a1", 10, 5, 90, type_, special=special), unit("b1", 10, 5.9, 270))
    active(field)
    field.apply(Fired("BQ-6.1.1.a", "a1", "b1", "active", 4, 0, reserved=1))
    assert bool(charge.options(field, field.state.units["a1"])) is may


@pytest.mark.rule("BQ-5.4.d", "BQ-5.5.4")
@pytest.mark.parametrize(
    ("type_", "passes"), [("CL", True), ("S", True), ("ART", True), ("TR", False), ("DR", False)]
)
def test_a_charge_passes_only_light_horse_skirmishers_and_guns(type_: str, passes: bool) -> None:
    friend = unit("a2", 10, 5.6, 90, type_, depth=0.5)
    field = Field(horse("a1", 10, 5, 90), friend, unit("b1", 10, 7, 270))
    assert bool(offered(field)) is passes


@pytest.mark.rule("BQ-5.4.c", "BQ-3.1.4.f")
def test_a_hidden_unit_is_no_target() -> None:
    wood = Piece("w1", "wood", (8.0, 5.2, 12.0, 5.2, 12.0, 6.9, 8.0, 6.9))
    assert offered(Field(horse("a1", 10, 5, 90), unit("b1", 10, 7, 270), terrain=[wood])) == []


@pytest.mark.rule("BQ-7.9.a", "BQ-7.9.d", "BQ-2.8.c")
def test_the_baggage_is_attacked_by_one_unit_a_side() -> None:
    baggage = unit("b1", 10, 6, 270, "BAG", width=3.0, depth=1.0, vbu=2, i=0, m_bu=0)
    second = unit("a2", 9.0, 8, 270)
    third = unit("a3", 11.2, 9, 270)
    field = Field(unit("a1", 10, 5.5, 90), second, third, baggage, dice=(1,) * 10)
    field.run(charge.charge(field, active(field), baggage, bonus=False))
    assert field.state.engaged("a1")
    assert keys(offered(field, "a2"))[0]["target"] == "b1"
    field.apply(Contacted("BQ-7.1.a", "a2", "b1", "rear"))
    second.base = Base(9.0, 7, 270, 2, 0.75)
    third.base = Base(11.2, 8, 270, 2, 0.75)
    assert offered(field, "a3") == []


# ---------------------------------------------------------------------------- faces


@pytest.mark.rule("BQ-7.2.1", "BQ-7.2.2", "BQ-7.2.3.a")
@pytest.mark.example("EX-7.2-diagram")
def test_the_place_where_the_charge_began_tells_side_from_flank() -> None:
    target = Base(10, 7, 90, 2, 0.75)
    assert face_struck(Base(10, 9, 270, 2, 0.75), Base(10, 7, 270, 2, 0.75), target) == "front"
    # Along y = 6.6 from the right: the base of x reaches beyond the front line at y = 7, that of z does not.
    assert face_struck(Base(13, 6.6, 180, 2, 0.75), Base(11, 6.6, 180, 2, 0.75), target) == "side"
    assert face_struck(Base(13, 5.9, 180, 2, 0.75), Base(11, 5.9, 180, 2, 0.75), target) == "flank"
    assert face_struck(Base(10, 4, 90, 2, 0.75), Base(10, 6.25, 90, 2, 0.75), target) == "rear"
    assert face_struck(Base(10, 4, 90, 2, 0.75), Base(10, 5, 90, 2, 0.75), target) is None


@pytest.mark.rule("BQ-7.2.2", "BQ-7.2.3.a")
@pytest.mark.example("DX-3")
@pytest.mark.parametrize(("low", "high", "face"), [(-2.5, -0.5, "flank"), (-1.5, 0.5, "side")])
def test_a_charger_partly_before_the_front_line_makes_a_side_charge(
    low: float, high: float, face: str
) -> None:
    target = Base(0, 0, 90, 2, 0.75)
    middle = (low + high) / 2
    assert face_struck(Base(3, middle, 180, 2, 0.75), Base(1, middle, 180, 2, 0.75), target) == face


@pytest.mark.rule("BQ-7.2.3.a", "BQ-7.2.3.c")
def test_a_flank_charge_disorders_at_once() -> None:
    field = Field(horse("a1", 12, 5.9, 180), unit("b1", 10, 7, 90, vbu=1), dice=(1,) * 10)
    field.run(
        charge.charge(field, active(field), field.state.units["b1"], bonus=False),
        {"do": "stay", "unit": "a1"},
    )
    assert [(event.unit, event.rule) for event in field.events(Disordered)] == [("b1", "BQ-7.2.3.c")]
    assert field.state.contacts == {("a1", "b1"): "flank"}


# ---------------------------------------------------------------------------- the charge


@pytest.mark.rule("BQ-5.4.a", "BQ-5.4.5.a", "BQ-4.1.3.k", "BQ-7.1.b", "BQ-7.3.a")
def test_a_charge_moves_into_contact_fights_with_impetus_and_ends_the_activation() -> None:
    shot = unit("b1", 10, 6.5, 270, "T", i=0)
    field = Field(horse("a1", 10, 5, 90), shot, dice=(1,) * 15)
    field.run(
        charge.perform(field, active(field), {"do": "charge", "unit": "a1", "target": "b1", "bonus": False}),
        {"do": "stay", "unit": "a1"},
    )
    assert field.state.units["a1"].place.y == 6.5
    assert field.state.contacts == {("a1", "b1"): "front"}
    assert [len(roll.dice) for roll in rolls(field, "Melee")] == [9, 6]
    assert field.state.activation.done
    (move,) = field.events(Moved)
    assert (move.how, move.bu, move.action) == ("charge", 1.5, True)


@pytest.mark.rule("BQ-5.4.1.a", "BQ-5.4.1.b", "BQ-5.4.1.c")
@pytest.mark.parametrize(("die", "y", "meets"), [(2, 8.0, False), (5, 8.5, True)])
def test_a_bonus_makes_contact_or_is_too_small_and_the_whole_move_disorders(
    die: int, y: float, meets: bool
) -> None:
    dice = (die, *(1,) * 15) if meets else (die,)
    field = Field(horse("a1", 10, 5, 90), unit("b1", 10, 8.5, 270, "T", i=0), dice=dice)
    stay = [{"do": "stay", "unit": "a1"}] if meets else []
    field.run(charge.charge(field, active(field), field.state.units["b1"], bonus=True), *stay)
    charger = field.state.units["a1"]
    assert (charger.place.y, charger.disordered) == (y, not meets)
    assert bool(field.state.contacts) is meets
    assert field.events(Spent)[-1].done


@pytest.mark.rule("BQ-5.1.c", "BQ-5.1.f", "BQ-6.6.g")
def test_the_march_test_of_a_charge_comes_before_the_melee_and_costs_a_die_if_it_fails() -> None:
    field = Field(horse("a1", 10, 4, 90), unit("b1", 10, 6.5, 270, "T", i=0), dice=(3, *(1,) * 14))
    charger = active(field)
    field.apply(Moved("BQ-5.1.a", "a1", 10, 5, 90, "advance", 1, action=True))
    field.run(
        charge.charge(field, charger, field.state.units["b1"], bonus=False), {"do": "stay", "unit": "a1"}
    )
    assert charger.disordered
    assert [len(roll.dice) for roll in rolls(field, "Melee")] == [8, 6]


@pytest.mark.rule("BQ-7.1.a")
def test_neighbours_in_a_battle_line_are_not_struck_by_a_charge_on_the_unit_between() -> None:
    foes = [unit(f"b{n}", x, 6, 270, i=0) for n, x in ((1, 10), (2, 8), (3, 12))]
    field = Field(unit("a1", 10, 5.5, 90), *foes, dice=(1,) * 14)
    field.run(charge.charge(field, active(field), field.state.units["b1"], bonus=False))
    assert set(field.state.contacts) == {("a1", "b1")}


@pytest.mark.rule("BQ-7.6.a", "BQ-7.1.a")
def test_a_charge_between_two_enemies_strikes_both() -> None:
    foes = [unit("b1", 10, 6, 270, i=0), unit("b2", 8, 6, 270, i=0)]
    field = Field(unit("a1", 9.4, 5.5, 90), *foes, dice=(1,) * 17)
    assert len(offered(field)) == 2
    field.run(charge.charge(field, field.state.units["a1"], field.state.units["b1"], bonus=False))
    assert set(field.state.contacts) == {("a1", "b1"), ("a1", "b2")}
    assert [roll.unit for roll in rolls(field, "Melee")] == ["a1", "b1"]
    assert [(roll.unit, len(roll.dice)) for roll in rolls(field, "Melee support")] == [("b2", 3)]


# ---------------------------------------------------------------------------- obstacles and ground


@pytest.mark.rule("BQ-LO.3", "BQ-3.1.4.h", "BQ-7.4.e", "BQ-7.3.e")
@pytest.mark.example("EX-LO.b-diagram")
@pytest.mark.parametrize("hedge", [5.6, 6.45])
@pytest.mark.parametrize(("type_", "disordered"), [("TR", True), ("DR", False)])
def test_crossing_a_hedge_or_coming_up_to_it_costs_impetus_and_order(
    hedge: float, type_: str, disordered: bool
) -> None:
    line = Piece("h1", "linear_obstacle", line=(8.0, hedge, 12.0, hedge))
    field = Field(horse("a1", 10, 5, 90, type_), unit("b1", 10, 6.5, 270, "T", i=0), terrain=[line])
    dice = 3 if type_ == "TR" else 6  # 6 - 2 - 1, or 6: no impetus
    field.scripted.values = (1,) * (dice + 6)
    answers = [{"do": "stay", "unit": "a1"}] if type_ == "TR" else []
    field.run(charge.charge(field, active(field), field.state.units["b1"], bonus=False), *answers)
    assert field.state.units["a1"].disordered is disordered
    assert len(rolls(field, "Melee")[0].dice) == dice


@pytest.mark.rule("BQ-7.5.e", "BQ-LO.3")
@pytest.mark.parametrize("hedge", [6.4, 6.5])
def test_who_has_come_over_the_hedge_does_not_defend_it(hedge: float) -> None:
    line = Piece("h1", "linear_obstacle", line=(8.0, hedge, 12.0, hedge))
    shot = unit("b1", 10, 6.5, 270, "T", i=0)
    # A hit each: charged over the hedge 6 - 1 - 1 (Disordered) and no more, behind it 6 - 1 + 1.
    field = Field(unit("a1", 10, 6, 90), shot, terrain=[line], dice=(6, *(1,) * 4, 6, *(1,) * 5, 1, 1))
    field.run(charge.charge(field, active(field), shot, bonus=False))
    assert {roll.unit: roll.target for roll in rolls(field, "Cohesion test")} == {"a1": 4, "b1": 6}


@pytest.mark.rule("BQ-LO.1", "BQ-6.6.e")
@pytest.mark.parametrize(("hedge", "dice"), [(6.45, 7), (6.0, 8)])
def test_defensive_fire_over_the_hedge_that_both_stand_at_has_a_die_less(hedge: float, dice: int) -> None:
    line = Piece("h1", "linear_obstacle", line=(8.0, hedge, 12.0, hedge))
    shot = unit("b1", 10, 6.5, 270, "T", i=0, weapons=("Musket",), volley_fired=True)
    field = Field(unit("a1", 10, 5.7, 90), shot, terrain=[line])
    field.scripted.values = (6, *(1,) * dice, *(1,) * 11)
    field.run(charge.charge(field, active(field), shot, bonus=False), {"do": "defensive-fire", "unit": "b1"})
    assert field.events(Fired)[0].dice == dice


@pytest.mark.rule("BQ-3.1.1.c")
def test_difficult_terrain_before_the_target_shortens_the_charge() -> None:
    marsh = Piece("m1", "swamp", (8.0, 5.1, 12.0, 5.1, 12.0, 6.9, 8.0, 6.9))
    assert offered(Field(horse("a1", 10, 5, 90), unit("b1", 10, 6.5, 270), terrain=[marsh])) == []
    assert len(offered(Field(horse("a1", 10, 5, 90), unit("b1", 10, 5.9, 270), terrain=[marsh]))) == 1


# ---------------------------------------------------------------------------- dispersion


def screen(**changes: Any) -> Unit:
    return unit("b1", 10, 5.8, 270, "S", depth=0.5, i=0, vbu=4, **changes)


@pytest.mark.rule("BQ-7.7.a", "BQ-7.7.b", "BQ-7.7.c", "BQ-5.4.5.b")
def test_skirmishers_are_dispersed_and_do_not_stop_a_charge_on_those_behind() -> None:
    shot = unit("b2", 10, 6.5, 270, "T", i=0)
    field = Field(horse("a1", 10, 5, 90), screen(), shot, dice=(1,) * 15)
    charger = active(field)
    found = charge.options(field, charger)
    assert {(option.key["target"], option.key["bonus"]) for option in found} >= {("b1", False), ("b2", False)}
    field.run(charge.charge(field, charger, shot, bonus=False), NONE, {"do": "stay", "unit": "a1"})
    assert field.state.units["b1"].status == "dispersed"
    assert field.state.contacts == {("a1", "b2"): "front"}
    assert [move.action for move in field.events(Moved)] == [True, False]


@pytest.mark.rule("BQ-7.7.c", "BQ-5.4.5.b")
def test_who_disperses_his_target_may_complete_the_move_into_those_behind() -> None:
    shot = unit("b2", 10, 6.5, 270, "T", i=0)
    field = Field(horse("a1", 10, 5, 90), screen(), shot, dice=(1,) * 15)
    field.run(
        charge.charge(field, active(field), field.state.units["b1"], bonus=False),
        NONE, {"do": "go-on", "unit": "a1"}, {"do": "stay", "unit": "a1"},
    )  # fmt: skip
    assert field.state.engaged("b2")
    stops = Field(horse("a1", 10, 5, 90), screen(), unit("b2", 10, 6.5, 270, "T", i=0))
    stops.run(
        charge.charge(stops, active(stops), stops.state.units["b1"], bonus=False),
        NONE,
        {"do": "stop", "unit": "a1"},
    )
    assert stops.state.units["a1"].place.y == 5.8
    assert stops.state.activation.done


@pytest.mark.rule("BQ-5.4.1.e")
def test_a_bonus_that_the_target_did_not_need_does_not_reach_the_unit_behind_it() -> None:
    # b1 evades or is dispersed; b2 stands 2.6 BU off. M is 2, the bonus 2.
    for evades in (True, False):
        behind = unit("b2", 10, 7.6, 270, "T", i=0)
        field = Field(horse("a1", 10, 5, 90), screen(m_bu=2), behind, dice=(6 if evades else 1, 6))
        charger = active(field)
        if evades:  # BQ-5.6.h: it is placed behind b2, the charge may go on
            field.scripted.values += (1,) * 15
        steps = charge.charge(field, charger, field.state.units["b1"], bonus=True)
        last = {"do": "stay", "unit": "a1"} if evades else {"do": "go-on", "unit": "a1"}
        field.run(steps, {"do": "evade", "unit": "b1"}, last)
        assert charger.place.y == (7.6 if evades else 7.0)
        assert field.state.engaged("b2") is evades


@pytest.mark.rule("BQ-5.4.1.d", "BQ-5.4.1.c")
def test_dispersing_a_screen_is_not_reaching_the_target_of_a_bonus() -> None:
    far = unit("b2", 10, 8.5, 270, "T", i=0)
    field = Field(horse("a1", 10, 5, 90), screen(), far, dice=(1,))
    field.run(charge.charge(field, active(field), far, bonus=True), NONE)
    charger = field.state.units["a1"]
    assert field.state.units["b1"].status == "dispersed"
    assert (charger.place.y, charger.disordered) == (7.0, True)


@pytest.mark.rule("BQ-7.7.a")
def test_skirmishers_wholly_in_a_wood_stand_and_fight() -> None:
    wood = Piece("w1", "wood", (8.0, 5.2, 12.0, 5.2, 12.0, 7.5, 8.0, 7.5))
    field = Field(unit("a1", 10, 5, 90, "WB"), screen(), terrain=[wood], dice=(1,) * 10)
    field.run(charge.charge(field, active(field), field.state.units["b1"], bonus=False), NONE)
    assert field.state.engaged("b1")


@pytest.mark.rule("BQ-7.8")
def test_artillery_is_dispersed_wherever_it_stands() -> None:
    gun = unit("b1", 10, 5.8, 270, "ART", width=0.6667, depth=1.0, i=0, vbu=2)
    field = Field(horse("a1", 10, 5, 90), gun)
    field.run(charge.charge(field, active(field), gun, bonus=False), {"do": "stop", "unit": "a1"})
    assert gun.status == "dispersed"


@pytest.mark.rule("BQ-7.7.b", "BQ-7.7.d", "BQ-5.6.1.a", "BQ-2.5.3.c")
@pytest.mark.example("EX-7.7")
def test_charged_skirmishers_fire_before_they_are_dispersed_and_disorder_ends_the_march() -> None:
    pikes = unit("a1", 10, 5, 90, "P&M", **PIKE_AND_SHOT)
    janissaries = unit("b2", 10, 6.8, 270, "T", i=0)
    field = Field(pikes, screen(weapons=("Musket",)), janissaries, dice=(3, 6, *(1,) * 11))
    charger = active(field)
    # B 4 - 2 (defensive fire) + 1 (out of command). First volley: 4 + 2 dice, one hit, five re-rolled.
    field.run(
        charge.charge(field, charger, field.state.units["b1"], bonus=False),
        {"do": "defensive-fire", "unit": "b1"},
        {"do": "stop", "unit": "a1"},
    )
    assert field.events(Fired)[0].fire == "defensive"
    assert field.state.units["b1"].status == "dispersed"
    assert charger.disordered
    assert plan.why_no_charge(field.state, charger) is not None


@pytest.mark.rule("BQ-4.1.3.j", "BQ-7.1.f")
def test_a_charge_is_declared_before_it_is_made() -> None:
    field = Field(unit("a1", 10, 5.5, 90), unit("b1", 10, 6, 270, i=0), dice=(1,) * 14)
    field.run(charge.charge(field, active(field), field.state.units["b1"], bonus=False))
    told = Declared | Moved | Contacted | Separated
    kinds = [type(event) for event in field.log if isinstance(event, told)]
    assert kinds == [Declared, Moved, Contacted]
