"""Shooting at those who charge: Defensive Fire and pistols (BQ-6.6, BQ-6.7)."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.baroque.events.field import Fired
from rulesets.baroque.shooting.defence import defensive_fire, forgo_pistols, may_defend, pistols
from rulesets.baroque.state import Unit
from rulesets.engine.events import Rolled
from tests.kit.field import unit
from tests.kit.shooting import FIRER, FOE, MUSKET, PISTOLS, active, firer, foe

# ---------------------------------------------------------------------------- Defensive Fire


@pytest.mark.rule("BQ-6.6.a", "BQ-6.6.b", "BQ-6.6.c")
@pytest.mark.parametrize(
    ("type_", "weapons", "faces"),
    [
        ("P&M", MUSKET, {"front"}),
        ("T", MUSKET, {"front"}),
        ("S", MUSKET, {"front"}),
        ("LTE", MUSKET, {"front", "side"}),
        ("ETE", MUSKET, {"front", "side", "flank", "rear"}),
        ("ART", ("Art B",), {"front"}),
        ("ART", ("Art D",), set()),
        ("DR", MUSKET, set()),
        ("WB", ("Bow",), set()),
        ("RE", ("Pistol/Carbine",), set()),
        ("P&M", (), set()),
    ],
)
def test_who_makes_defensive_fire_and_against_which_charges(
    type_: str, weapons: tuple[str, ...], faces: set[str]
) -> None:
    field = active(firer(type_, weapons=weapons), foe())
    one = field.state.units[FIRER]

    assert {f for f in ("front", "side", "flank", "rear") if may_defend(field.state, one, f)} == faces


@pytest.mark.rule("BQ-6.6.a", "BQ-6.6.d", "BQ-2.5.1.b")
def test_an_exhausted_or_engaged_unit_makes_none_but_a_disordered_one_may() -> None:
    field = active(firer(disordered=True), foe())
    one = field.state.units[FIRER]
    assert may_defend(field.state, one, "front")

    one.losses = 4
    assert not may_defend(field.state, one, "front")

    one.losses = 0
    field.state.contacts[FOE, FIRER] = "front"
    assert not may_defend(field.state, one, "front")


@pytest.mark.example("EX-6.6")
@pytest.mark.rule("BQ-6.6.e", "BQ-6.6.f")
def test_defensive_fire_that_costs_the_charger_a_loss_repulses_him() -> None:
    defender = firer("P&M", weapons=("Pike", "Musket"), sm=-2, losses=1, disordered=True, volley_fired=True)
    field = active(defender, foe(y=5), dice=(6, 1, 2, 3, 6))
    field.state.contacts[FOE, FIRER] = "front"

    repulsed = field.run(defensive_fire(field, defender, field.state.units[FOE], "front"))

    fired, test = field.events(Fired)[0], field.events(Rolled)[1].roll
    assert (fired.dice, fired.hits, test.target) == (4, 1, 5)
    assert repulsed
    assert (field.state.units[FOE].losses, field.state.units[FOE].disordered) == (1, True)


@pytest.mark.rule("BQ-6.6.f", "BQ-6.2.1.b")
def test_a_loss_by_accumulated_disorder_does_not_repulse() -> None:
    field = active(firer(volley_fired=True, vbu=1), foe(y=5, disordered=True), dice=(6, 1, 1, 2))

    repulsed = field.run(defensive_fire(field, field.state.units[FIRER], field.state.units[FOE], "front"))

    assert not repulsed
    assert field.state.units[FOE].losses == 1


@pytest.mark.rule("BQ-6.6.c", "BQ-6.6.e")
def test_a_tercio_fires_from_the_side_that_is_charged() -> None:
    """The charger touches its right side; the fire is at point blank all the same."""
    tercio = firer("ETE", depth=2.0, volley_fired=True, vbu=1)
    charger = unit(FOE, 11, 4, 180)
    field = active(tercio, charger, dice=(1, 1, 1))

    assert not field.run(defensive_fire(field, tercio, charger, "side"))
    assert field.events(Fired)[0].dice == 3


# ---------------------------------------------------------------------------- pistols


def horse(one: str, *, y: float = 5, heading: float = 90, type_: str = "TR", **changes: Any) -> Unit:
    changes.setdefault("weapons", PISTOLS)
    return unit(one, 10, y, heading, type_, **changes)


@pytest.mark.rule("BQ-6.7.a", "BQ-6.7.b")
def test_both_fire_their_pistols_before_either_is_tested() -> None:
    field = active(horse(FIRER), horse(FOE, heading=270), dice=(6, 1, 1, 6, 6, 6, 2, 2))
    units = field.state.units

    field.run(pistols(field, (units[FIRER], units[FOE])))

    rolls = [event.roll for event in field.events(Rolled)]
    assert [roll.unit for roll in rolls] == [FIRER, FOE, FOE, FIRER]
    assert [roll.target for roll in rolls[2:]] == [5, 3]
    assert units[FIRER].pistols_fired
    assert units[FOE].pistols_fired


@pytest.mark.rule("BQ-6.7.b")
def test_pistols_are_fired_once_in_a_game() -> None:
    field = active(horse(FIRER, pistols_fired=True), foe(y=5))

    field.run(pistols(field, (field.state.units[FIRER], field.state.units[FOE])))

    assert field.log == field.log[:1]


@pytest.mark.rule("BQ-6.7.c", "BQ-6.1.5.b")
def test_pistols_use_no_other_modifier_and_leave_the_first_volley() -> None:
    both = horse(FIRER, type_="H&M", weapons=("Point-blank pistol", "Musket"), sm=-3)
    field = active(both, foe("CL", y=5), dice=(1, 1, 1))

    field.run(pistols(field, (both, field.state.units[FOE])))

    assert field.events(Rolled)[0].roll.modifiers == ()
    assert not both.volley_fired


@pytest.mark.rule("BQ-6.7.d", "BQ-6.7.e")
def test_who_is_engaged_loses_his_pistols_while_the_new_charger_fires_into_the_melee() -> None:
    field = active(horse(FIRER), horse(FOE, heading=270), unit("a.c1u2", 13, 5, 90), dice=(1, 1, 1))
    field.state.contacts["a.c1u2", FOE] = "front"
    field.state.contacts[FIRER, FOE] = "front"

    field.run(pistols(field, (field.state.units[FIRER], field.state.units[FOE])))

    assert [event.unit for event in field.events(Fired)] == [FIRER]
    assert field.state.units[FOE].pistols_fired


@pytest.mark.rule("BQ-6.7.f", "BQ-6.7.b")
def test_contact_by_pursuit_loses_the_pistols_of_both() -> None:
    field = active(horse(FIRER), horse(FOE, heading=270))

    forgo_pistols(field, *field.state.units.values())

    assert all(one.pistols_fired for one in field.state.units.values())
    assert field.events(Fired) == []


@pytest.mark.rule("BQ-6.7.b", "BQ-7.9.a")
def test_baggage_is_no_target_for_pistols_but_it_was_the_first_contact() -> None:
    field = active(horse(FIRER), foe("BAG", y=5))

    field.run(pistols(field, (field.state.units[FIRER], field.state.units[FOE])))

    assert field.state.units[FIRER].pistols_fired
    assert field.events(Fired) == []
