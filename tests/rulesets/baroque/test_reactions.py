"""Who may react, and the tests of reactions (BQ-4.1.3, BQ-5.4.2, BQ-5.6, BQ-6.5, BQ-6.6)."""

from __future__ import annotations

import pytest

from rulesets.baroque.charge import run as charge
from rulesets.baroque.command import needed
from rulesets.baroque.events.command import Reacted
from rulesets.baroque.events.field import Disordered, Fired
from rulesets.baroque.reactions import discipline
from rulesets.baroque.shooting import fire
from rulesets.baroque.state import Unit
from rulesets.engine.dice import total
from rulesets.engine.events import Rolled
from tests.kit.field import Field, unit
from tests.kit.reacting import MUSKETS, NONE, active, dragoons, horse, options_against_charge

# ---------------------------------------------------------------------------- who may do what


@pytest.mark.rule("BQ-4.1.3.a", "BQ-4.1.3.b", "BQ-4.1.3.l", "BQ-5.6.d")
@pytest.mark.example("EX-4.1.3")
def test_charged_dragoons_fire_or_evade_and_a_neighbour_fires_or_charges() -> None:
    field = Field(
        horse("a1", 10, 6.8, 90, d="A"),
        dragoons("b1", 10, 8.6, 270),
        horse("b2", 12.3, 8.0, 225, "SP", weapons=("Bow",)),
    )
    assert options_against_charge(field) == {
        ("b1", "opportunity-fire"), ("b1", "evade"), ("b2", "opportunity-fire"), ("b2", "opportunity-charge"),
    }  # fmt: skip


@pytest.mark.rule("BQ-4.1.3.c", "BQ-4.1.3.d", "BQ-5.6.1.a", "BQ-6.5.1", "BQ-5.4.4")
@pytest.mark.example("EX-5.6.1")
def test_one_unit_reacts_others_may_evade_and_none_does_both() -> None:
    field = Field(
        horse("a1", 10, 6.8, 90), dragoons("b1", 10, 8.6, 270),
        unit("b2", 12.6, 7.6, 225, "T", weapons=("Musket",)), dice=(1, 1, *(1,) * 20),
    )  # fmt: skip
    steps = charge.charge(field, active(field), field.state.units["b1"], bonus=False)
    first = next(steps)
    assert {option.key["do"] for option in first.options if option.key.get("unit") == "b1"} == {
        "evade",
        "opportunity-fire",
    }
    second = steps.send({"do": "opportunity-fire", "unit": "b2", "at": 1.0})
    assert [dict(option.key) for option in second.options] == [{"do": "evade", "unit": "b1"}, NONE]


@pytest.mark.rule("BQ-4.1.3.i", "BQ-2.5.4", "BQ-2.5.1.b")
@pytest.mark.example("EX-5.4.3.d-diagram")
def test_who_has_reacted_or_is_exhausted_leaves_it_to_another() -> None:
    for spent in ({"reacted": True}, {"losses": 4}):
        field = Field(
            horse("a1", 10, 6.8, 90), horse("b1", 10, 8.6, 270, **spent), horse("b2", 12.1, 7.6, 180)
        )
        assert options_against_charge(field) == {("b2", "opportunity-charge")}


@pytest.mark.rule("BQ-5.4.2.a", "BQ-5.4.3.b", "BQ-5.4.6.a", "BQ-5.4.6.d")
@pytest.mark.example("EX-5.4.3.e-diagram")
def test_facing_limits_the_countercharge_and_an_evasion_uncovers_a_new_target() -> None:
    field = Field(horse("a1", 10, 6.8, 90), horse("b1", 10, 8.0, 90), horse("b2", 12.3, 7.4, 180))
    assert options_against_charge(field) == {("b2", "opportunity-charge")}

    field = Field(
        horse("a1", 10, 6.0, 90), horse("b1", 10, 6.9, 270, "CL"), horse("b2", 10, 7.9, 270),
        dice=(6, 5, *(1,) * 18),
    )  # fmt: skip
    charger = active(field)
    assert {"potential"} <= {name for option in charge.options(field, charger) for name in option.key}
    field.run(
        charge.potential_charge(field, charger, field.state.units["b1"], 2.0),
        {"do": "evade", "unit": "b1"}, NONE, {"do": "countercharge", "unit": "b2", "bonus": False},
    )  # fmt: skip
    assert "now charges b2" in field.asked[2].text
    assert field.state.contacts == {("a1", "b2"): "front"}


# ---------------------------------------------------------------------------- tests


SHOT = unit("b1", 10, 8, 270, "T")
SHAKEN = unit("b1", 10, 8, 270, "T", disordered=True)


@pytest.mark.rule("BQ-4.1.3.g", "BQ-4.1.3.h", "BQ-5.4.2.e", "BQ-5.6.c", "BQ-6.5.d", "BQ-6.6.h")
@pytest.mark.parametrize(
    ("one", "reaction", "how", "modifier"),
    [
        (horse("b1", 10, 8, 270), "opportunity-charge", {}, -1),
        (unit("b1", 10, 8, 270, "WB"), "opportunity-charge", {}, -2),
        (horse("b1", 10, 8, 270, disordered=True), "opportunity-charge", {}, -2),
        (SHOT, "opportunity-fire", {}, -1),
        (SHOT, "opportunity-fire", {"to_shot": True}, 0),
        (SHOT, "defensive-fire", {}, 2),
        (SHAKEN, "opportunity-fire", {}, -2),
        (SHAKEN, "defensive-fire", {}, 1),
        (horse("b1", 10, 8, 270, "CL"), "evade", {}, 2),
        (dragoons("b1", 10, 8, 270), "evade", {"from_foot": True}, 2),
        (horse("b1", 10, 8, 270, "RE", massed=True), "evade", {}, -1),
        (horse("b1", 10, 8, 270, disordered=True), "evade", {"from_foot": True}, 0),
    ],
)
def test_the_modifiers_of_a_reaction(one: Unit, reaction: str, how: dict[str, bool], modifier: int) -> None:
    assert total(discipline.modifiers(one, reaction, **how)) == modifier


@pytest.mark.rule("BQ-5.6.c", "BQ-2.4.1.a")
@pytest.mark.example("DX-10")
def test_each_evasion_of_a_turn_makes_the_next_harder() -> None:
    light = horse("b1", 10, 8, 270, "CL", evasions=2)
    modifiers = discipline.modifiers(light, "evade")
    assert total(modifiers) == 0
    assert needed(light, modifiers) == 4
    field = Field(light, dice=(4,))
    assert field.run(discipline.try_to_evade(field, light, from_foot=False)) is True
    assert light.evasions == 3


@pytest.mark.rule("BQ-5.4.2.b", "BQ-5.4.2.e", "BQ-2.4.1.c")
@pytest.mark.example("EX-5.4.2")
def test_a_tercio_disordered_by_fire_needs_a_natural_six_to_charge_the_firer() -> None:
    firer = unit("a1", 10, 7.4, 90, "P&M", **MUSKETS)
    tercio = unit("b1", 10, 8.4, 270, "LTE", vbu=7)
    # Fire: 6 + 2 - 2 dice, first volley: one hit, five re-rolled. Cohesion 1: Disordered. Reaction: 5.
    field = Field(firer, tercio, dice=(6, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 5))
    shooter = active(field)
    (option,) = fire.options(field, shooter)
    field.run(
        fire.perform(field, shooter, {**option.key, "reserve": 0}),
        {"do": "opportunity-charge", "unit": "b1", "bonus": False},
    )
    assert tercio.disordered
    assert [(event.unit, event.success) for event in field.events(Reacted)] == [("b1", False)]
    test = next(event.roll for event in field.events(Rolled) if event.roll.purpose == "Opportunity charge")
    assert test.target == 7
    kinds = [type(event) for event in field.log if isinstance(event, Fired | Disordered | Reacted)]
    assert kinds == [Fired, Disordered, Reacted]
