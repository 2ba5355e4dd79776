"""Reactions to charges: evasion, Potential Charges, Defensive Fire (BQ-5.4.2, BQ-5.6, BQ-6.6)."""

from __future__ import annotations

import pytest

from rulesets.baroque.charge import run as charge
from rulesets.baroque.events.field import Evaded, Fired
from rulesets.baroque.reactions import discipline, offers, who
from rulesets.baroque.reactions.who import Charge
from rulesets.engine.dice import total
from rulesets.engine.events import Rolled
from tests.kit.field import Field, unit
from tests.kit.reacting import MUSKETS, active, dragoons, horse, options_against_charge

# ---------------------------------------------------------------------------- Potential Charges


@pytest.mark.rule("BQ-5.4.6.a", "BQ-5.4.6.c", "BQ-5.4.6.b", "BQ-5.6.g")
@pytest.mark.example("EX-5.6.3")
def test_hussars_follow_an_evader_with_a_potential_and_then_with_a_real_charge() -> None:
    hussars = horse("a1", 10, 6.5, 90, "GA", i=4)
    light = horse("b1", 10, 8.5, 270, "CL")
    # Evasion 2 + 2; then a charge at 2 BU: evasion with -1 fails on a 1.
    field = Field(hussars, light, dice=(2,))
    charger = active(field)
    number = next(o for o in charge.options(field, charger) if o.key.get("potential")).params[0]
    assert (number.name, getattr(number, "low", 0), getattr(number, "high", 0)) == ("bu", 2.0, 2.0)
    field.run(
        charge.perform(
            field,
            charger,
            {"do": "charge", "unit": "a1", "target": "b1", "bonus": False, "potential": True, "bu": 2.0},
        ),
        {"do": "evade", "unit": "b1"},
    )
    assert light.place.y == 10.5
    assert hussars.place.y == 8.5
    assert not field.state.activation.done
    assert charger.moves == 1
    assert total(discipline.modifiers(light, "evade")) == 1
    field.scripted.values += (1, 4, 5, *(1,) * 16)
    field.run(charge.charge(field, charger, light, bonus=True), {"do": "evade", "unit": "b1"})
    assert [event.success for event in field.events(Evaded)] == [True, False]
    assert field.state.contacts == {("a1", "b1"): "front"}


@pytest.mark.rule("BQ-5.4.6.c")
def test_an_opportunity_charge_makes_a_potential_charge_the_last_action_even_if_it_misses() -> None:
    field = Field(
        horse("a1", 10, 6.0, 90), dragoons("b1", 10, 7.0, 270), horse("b2", 14.5, 5.95, 180), dice=(6, 6, 1)
    )
    charger = active(field)
    field.run(
        charge.potential_charge(field, charger, field.state.units["b1"], 2.0),
        {"do": "evade", "unit": "b1"},
        {"do": "opportunity-charge", "unit": "b2", "bonus": True, "at": 1.0},
    )
    assert not field.state.contacts
    assert charger.place.y == 8.0
    assert field.state.activation.done


@pytest.mark.rule("BQ-5.8.a")
def test_who_would_evade_off_the_table_is_told_so() -> None:
    field = Field(horse("a1", 10, 6, 90), horse("b1", 10, 8, 270, "CL"), horse("b2", 14, 13.5, 270, "CL"))
    state = field.state
    near, far = (
        offers.evasion(state, state.units[name], state.units["a1"], from_foot=False) for name in ("b1", "b2")
    )
    assert "off the table" not in near.label
    assert "off the table" in far.label


@pytest.mark.rule("BQ-5.4.6.d", "BQ-5.6.b", "BQ-5.4.6.c")
@pytest.mark.example("EX-5.4.6.b-diagram")
@pytest.mark.parametrize(("second", "contact"), [(6, False), (1, True)])
def test_each_of_several_evaders_tests_and_one_who_fails_is_struck(second: int, contact: bool) -> None:
    field = Field(
        horse("a1", 10, 6.0, 90), dragoons("b1", 9, 7.0, 270), dragoons("b2", 11, 7.4, 270), dice=(6, second)
    )
    if contact:
        field.scripted.values = (6, second, *(1,) * 13)
    charger = active(field)
    field.run(
        charge.potential_charge(field, charger, field.state.units["b1"], 2.0),
        {"do": "evade", "unit": "b1"},
        {"do": "evade", "unit": "b2"},
        *([{"do": "stay", "unit": "a1"}] if contact else []),
    )
    assert field.state.engaged("a1") is contact
    assert field.state.activation.done is contact


@pytest.mark.rule("BQ-5.6.f", "BQ-5.4.6.d")
@pytest.mark.example("EX-5.4.6.a-diagram")
def test_only_those_whose_front_the_path_enters_may_evade() -> None:
    field = Field(horse("a1", 10, 6.0, 90), dragoons("b1", 9.2, 7.0, 270), dragoons("b2", 11.2, 8.3, 45))
    declared = Charge(field.state.units["a1"], field.state.units["b1"], 3.0)
    found = {
        enemy.id: who.can_evade(field.state, enemy, declared, distance)
        for enemy, distance in who.contactable(field.state, declared)
    }
    assert found == {"b1": True, "b2": False}


@pytest.mark.rule("BQ-5.6.g", "BQ-5.4.1.c")
def test_a_plain_charge_whose_target_evades_goes_at_least_to_where_it_stood() -> None:
    field = Field(horse("a1", 10, 6.5, 90), horse("b1", 10, 7.5, 270, "CL"), dice=(6,))
    charger = active(field)
    field.run(
        charge.charge(field, charger, field.state.units["b1"], bonus=False),
        {"do": "evade", "unit": "b1"},
        {"do": "go-on", "unit": "a1", "bu": 1.2},
    )
    (number,) = field.asked[1].options[0].params
    assert (getattr(number, "low", 0), getattr(number, "high", 0)) == (1.0, 2.0)
    assert charger.place.y == pytest.approx(7.7)
    assert not charger.disordered


@pytest.mark.rule("BQ-5.6.1.a", "BQ-7.7.d")
def test_skirmishers_whose_evasion_fails_may_not_fire() -> None:
    field = Field(
        horse("a1", 10, 6.5, 90), unit("b1", 10, 7.5, 270, "S", i=0, weapons=("Musket",)), dice=(1,)
    )
    field.run(
        charge.charge(field, active(field), field.state.units["b1"], bonus=False),
        {"do": "evade", "unit": "b1"},
        {"do": "stop", "unit": "a1"},
    )
    assert field.events(Fired) == []
    assert field.state.units["b1"].status == "dispersed"


# ---------------------------------------------------------------------------- Defensive Fire


@pytest.mark.rule("BQ-6.6.a", "BQ-6.6.e", "BQ-6.6.f", "BQ-6.6.g", "BQ-6.6.h", "BQ-6.1.2", "BQ-6.2.b")
@pytest.mark.example("EX-6.6")
def test_defensive_fire_that_costs_the_charger_losses_repulses_him() -> None:
    imperials = unit("b1", 10, 8.0, 270, **MUSKETS, losses=1, disordered=True, volley_fired=True)
    french = unit("a1", 10, 7.2, 90, "P&M", **MUSKETS, vbu=6)
    # The test needs 4 - 2 + 1 = 3; four dice, one hit; Cohesion Test 6 - 1 = 5, a 6 costs 1 VBU.
    field = Field(french, imperials, dice=(3, 6, 1, 1, 1, 6))
    field.run(
        charge.charge(field, active(field), imperials, bonus=False), {"do": "defensive-fire", "unit": "b1"}
    )
    rolls = {event.roll.purpose.split(" at ")[0]: event.roll for event in field.events(Rolled)}
    assert rolls["Defensive fire"].dice == (6, 1, 1, 1)
    assert next(event.roll.target for event in field.events(Rolled)) == 3
    assert rolls["Cohesion test"].target == 5
    assert (french.losses, french.disordered) == (1, True)
    assert french.place.y == pytest.approx(7.0)
    assert not field.state.contacts
    assert "Melee" not in rolls
    assert field.state.activation.done


@pytest.mark.rule("BQ-6.6.f", "BQ-6.6.g", "BQ-6.7.a")
def test_without_losses_pistols_and_melee_follow() -> None:
    foot = unit("b1", 10, 8.0, 270, "P&M", **MUSKETS, volley_fired=True)
    trotters = horse("a1", 10, 7.2, 90, weapons=("Point-blank pistol",))
    # Test 2; 6 dice, no hit; pistols 3 dice, no hit; melee 6 (pikes) and 6.
    field = Field(trotters, foot, dice=(2, *(1,) * 21))
    field.run(
        charge.charge(field, active(field), foot, bonus=False),
        {"do": "defensive-fire", "unit": "b1"},
        {"do": "stay", "unit": "a1"},
    )
    order = [event.roll.purpose.split(" at ")[0] for event in field.events(Rolled)]
    assert order == ["Defensive fire", "Defensive fire", "Point-blank pistols", "Melee", "Melee"]


@pytest.mark.rule("BQ-6.6.b", "BQ-6.6.c", "BQ-7.2.2", "BQ-7.2.3.b")
@pytest.mark.parametrize(
    ("type_", "x", "y", "heading", "fires"),
    [
        ("P&M", 10, 9.0, 270, True), ("P&M", 12.5, 6.6, 180, False), ("LTE", 12.5, 6.6, 180, True),
        ("LTE", 12.5, 5.9, 180, False), ("ETE", 12.5, 5.9, 180, True), ("PK", 10, 9.0, 270, False),
    ],
)  # fmt: skip
def test_defensive_fire_answers_the_front_and_tercios_more(
    type_: str, x: float, y: float, heading: float, fires: bool
) -> None:
    target = unit("b1", 10, 7, 90, type_, weapons=("Pike", "Musket"))
    field = Field(horse("a1", x, y, heading), target)
    assert (("b1", "defensive-fire") in options_against_charge(field)) is fires


@pytest.mark.rule("BQ-6.6.d")
def test_of_two_units_that_are_struck_the_coming_main_unit_fires() -> None:
    field = Field(
        horse("a1", 10, 6.8, 90), unit("b1", 9.3, 8.0, 270, **MUSKETS), unit("b2", 11.3, 8.0, 270, **MUSKETS)
    )
    fires = {name for name, do in options_against_charge(field) if do == "defensive-fire"}
    assert fires == {"b1"}
