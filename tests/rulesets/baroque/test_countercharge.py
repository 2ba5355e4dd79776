"""Countercharges (BQ-5.4.3)."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.baroque.charge import run as charge
from rulesets.baroque.events.command import Reacted
from rulesets.baroque.events.field import Contacted, Moved
from rulesets.baroque.reactions import discipline, offers, who
from rulesets.baroque.reactions.who import Charge
from rulesets.baroque.state import Piece, Unit
from rulesets.engine.decisions import Menu
from rulesets.engine.dice import total
from rulesets.engine.events import Rolled
from tests.kit.field import Field, unit
from tests.kit.reacting import active, horse

NONE = {"do": "none"}


def countered(field: Field, *answers: dict[str, Any], bonus: bool = False, by: str = "b1") -> None:
    """a1 charges b1, and b1 or another countercharges."""
    counter = {"do": "countercharge", "unit": by, "bonus": False}
    field.run(charge.charge(field, active(field), field.state.units["b1"], bonus=bonus), counter, *answers)


def counters(field: Field, target: str = "b1", limit: float = 3.0) -> set[str]:
    """Who may countercharge when a1 charges the target."""
    declared = Charge(field.state.units["a1"], field.state.units[target], limit)
    mark = who.declared(field.state, declared)
    assert mark is not None
    found = Menu(*offers.against_charge(field.state, declared, mark))
    return {option.key["unit"] for option in found if option.key["do"] == "countercharge"}


@pytest.mark.rule("BQ-5.4.3.d", "BQ-7.3.a")
@pytest.mark.example("EX-5.4.3.c-diagram")
def test_charger_and_countercharger_meet_half_way_and_both_have_their_impetus() -> None:
    field = Field(horse("a1", 10, 6.8, 90), horse("b1", 10, 8.6, 270), dice=(3, *(1,) * 18))
    countered(field)
    assert field.state.units["a1"].place.y == pytest.approx(7.7)
    assert field.state.units["b1"].place.y == pytest.approx(7.7)
    assert [event.face for event in field.events(Contacted)] == ["front"]
    melee = [event.roll for event in field.events(Rolled) if event.roll.purpose == "Melee"]
    assert [len(roll.dice) for roll in melee] == [9, 9]


@pytest.mark.rule("BQ-5.4.3.a", "BQ-5.4.4", "BQ-4.1.3.c")
@pytest.mark.example("EX-5.4.3.a-diagram")
def test_both_units_that_the_charge_would_strike_may_countercharge_but_only_one_may_try() -> None:
    field = Field(horse("a1", 10, 6.8, 90), horse("b1", 9, 8.6, 270), horse("b2", 11, 8.6, 270))
    assert counters(field) == {"b1", "b2"}
    field.scripted.values = (1, *(1,) * 18)
    countered(field, {"do": "main", "unit": "a1", "target": "b1"}, by="b2")
    assert [decision.kind for decision in field.asked] == ["react", "main units"]
    assert [(event.unit, event.success) for event in field.events(Reacted)] == [("b2", False)]


@pytest.mark.rule("BQ-5.4.3.a", "BQ-5.4.2.a", "BQ-4.1.3.l")
@pytest.mark.example("EX-5.4.3.b-diagram")
def test_who_is_not_struck_has_only_the_opportunity_charge() -> None:
    # c (b2) faces the path of the charge from its side.
    field = Field(horse("a1", 10, 6.8, 90), horse("b1", 10, 8.6, 270), horse("b2", 12, 7.5, 180))
    declared = Charge(field.state.units["a1"], field.state.units["b1"], 2.0)
    mark = who.declared(field.state, declared)
    assert mark is not None
    found = {
        (option.key["unit"], option.key["do"])
        for option in Menu(*offers.against_charge(field.state, declared, mark))
    }
    assert found == {("b1", "countercharge"), ("b2", "opportunity-charge")}


@pytest.mark.rule("BQ-5.4.3.b")
@pytest.mark.parametrize(
    ("target", "may"),
    [
        (horse("b1", 10, 8.6, 270), True),
        (horse("b1", 10, 7.85, 90), False),
        (unit("b1", 10, 8.6, 270, "WB"), False),
        (horse("b1", 10, 8.6, 270, i=0), False),
        (horse("b1", 10, 8.6, 270, losses=4), False),
        (horse("b1", 10, 8.6, 270, reacted=True), False),
    ],
    ids=["facing", "facing away", "foot against mounted", "no impetus", "exhausted", "has reacted"],
)
def test_a_countercharge_has_the_limits_of_a_charge(target: Unit, may: bool) -> None:
    assert (counters(Field(horse("a1", 10, 6.8, 90), target)) == {"b1"}) is may


@pytest.mark.rule("BQ-5.4.3.b")
def test_a_friend_in_the_way_forbids_it() -> None:
    # The friend stands beside the charger's way, before a part of the countercharging unit.
    friend = horse("b2", 12.1, 8.3, 270)
    assert counters(Field(horse("a1", 9.05, 6.8, 90), horse("b1", 11, 8.6, 270), friend)) == set()


@pytest.mark.rule("BQ-5.4.3.c", "BQ-4.1.3.i")
def test_a_failed_countercharge_uses_up_the_reaction_and_the_charge_goes_on() -> None:
    field = Field(horse("a1", 10, 6.8, 90), horse("b1", 10, 8.6, 270), dice=(2, *(1,) * 15))
    countered(field)
    assert field.state.units["b1"].reacted
    assert field.state.units["a1"].place.y == 8.6


@pytest.mark.rule("BQ-5.4.3.e", "BQ-8.1.4")
@pytest.mark.parametrize(
    ("type_", "changes", "modifier"),
    [
        ("GA", {}, 2), ("WB", {}, 2), ("TR", {}, 1), ("P&M", {}, 0), ("TR", {"disordered": True}, 0),
        ("P&M", {"special": ("Motivated Fighters",)}, 1),
    ],
)  # fmt: skip
def test_the_modifiers_of_a_countercharge(type_: str, changes: dict[str, Any], modifier: int) -> None:
    assert total(discipline.modifiers(unit("b1", 10, 8, 270, type_, **changes), "countercharge")) == modifier


@pytest.mark.rule("BQ-5.4.3.d")
def test_a_countercharger_who_runs_into_another_enemy_stops_there() -> None:
    # b1 goes half of 1.6 BU, but a2 stands 0.4 BU before a part of its front.
    field = Field(
        horse("a1", 9.2, 6.8, 90), horse("a2", 11.3, 8.0, 90), horse("b1", 10, 8.4, 270),
        dice=(4, *(1,) * 21),
    )  # fmt: skip
    countered(field)
    assert field.state.units["b1"].place.y == pytest.approx(8.0)
    assert field.state.units["a1"].place.y == pytest.approx(8.0)
    assert set(field.state.contacts) == {("b1", "a2"), ("a1", "b1")}


@pytest.mark.rule("BQ-5.4.3.d", "BQ-5.4.1.c")
def test_a_gap_that_both_together_cannot_close_is_a_failed_charge() -> None:
    # 3.5 BU apart: slow horse with M 1 comes 1 BU to meet a charge of 2 BU with a bonus of 0.
    field = Field(horse("a1", 10, 5.4, 90), horse("b1", 10, 8.9, 270, m_bu=1), dice=(3, 1))
    countered(field, bonus=True)
    assert [unit.place.y for unit in field.state.units.values()] == [7.4, 7.9]
    assert [unit.disordered for unit in field.state.units.values()] == [True, False]
    assert not field.state.contacts


@pytest.mark.rule("BQ-5.4.3.d")
def test_a_countercharge_brings_a_target_beyond_m_into_reach() -> None:
    field = Field(horse("a1", 10, 5.9, 90), horse("b1", 10, 8.9, 270), dice=(4, 1, *(1,) * 18))
    countered(field, bonus=True)
    assert [(event.unit, event.bu, event.action) for event in field.events(Moved)] == [
        ("b1", 1.5, False),
        ("a1", 1.5, True),
    ]
    assert not field.state.units["a1"].disordered


@pytest.mark.rule("BQ-LO.3", "BQ-7.4.e", "BQ-7.3.e")
def test_who_countercharges_over_a_hedge_has_no_impetus_and_is_disordered() -> None:
    hedge = Piece("h1", "linear_obstacle", line=(8.0, 8.2, 12.0, 8.2))
    field = Field(horse("a1", 10, 6.8, 90), horse("b1", 10, 8.6, 270), terrain=[hedge])
    field.scripted.values = (3, *(1,) * 12)
    countered(field)
    assert (field.state.units["a1"].disordered, field.state.units["b1"].disordered) == (False, True)
    melee = [event.roll for event in field.events(Rolled) if event.roll.purpose == "Melee"]
    assert [(roll.unit, len(roll.dice)) for roll in melee] == [("a1", 9), ("b1", 3)]  # 6 - 1 - 2


@pytest.mark.rule("BQ-7.7.a", "BQ-5.4.3.d")
def test_a_countercharger_disperses_the_skirmishers_before_the_charger() -> None:
    screen = unit("a2", 10, 7.1, 90, "S", depth=0.4, i=0)
    field = Field(horse("a1", 10, 6, 90), screen, horse("b1", 10, 8, 270), dice=(6, *(1,) * 18))
    countered(field)
    assert screen.status == "dispersed"
    assert field.state.units["b1"].place.y == pytest.approx(7.0)
    assert set(field.state.contacts) == {("a1", "b1")}


@pytest.mark.rule("BQ-7.1.d", "BQ-5.4.3.d")
def test_a_countercharger_fights_whom_it_meets_though_the_charge_falls_short() -> None:
    # a1 moves 2 BU, its bonus is 0; b1 runs into a2 after 0.4 BU.
    field = Field(
        horse("a1", 9.2, 5.4, 90), horse("a2", 11.3, 8.5, 90), horse("b1", 10, 8.9, 270),
        dice=(4, 1, *(1,) * 15),
    )  # fmt: skip
    countered(field, bonus=True)
    assert set(field.state.contacts) == {("b1", "a2")}
    melee = [event.roll for event in field.events(Rolled) if event.roll.purpose == "Melee"]
    assert [(roll.unit, len(roll.dice)) for roll in melee] == [("a2", 6), ("b1", 9)]
    assert field.state.units["a1"].disordered
