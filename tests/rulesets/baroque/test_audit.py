"""Cases worked out from the words of the catalogue alone, where several rules meet in one action."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.baroque.charge.run import charge, potential_charge
from rulesets.baroque.events.field import Contacted, Declared, Disordered, Fired, Moved, Removed
from rulesets.baroque.melee.fight import fight
from rulesets.baroque.state import Activation, Unit
from rulesets.engine.events import Rolled
from tests.kit.field import Field, unit
from tests.kit.perft import Wheel

PISTOLS = ("Point-blank pistol",)


def horse(id_: str, x: float, y: float, heading: float, type_: str = "TR", **changes: Any) -> Unit:
    return unit(id_, x, y, heading, type_, **{"m_bu": 3, "depth": 0.7, **changes})


def table(*units: Unit, dice: tuple[int, ...]) -> Field:
    """A table with `a1` active, and dice that come round again and again."""
    field = Field(*units)
    field.dice = Wheel(*dice)  # type: ignore[assignment]
    field.state.activation = Activation("a1")
    return field


@pytest.mark.rule("BQ-7.2.3.a", "BQ-5.4.3.d")
def test_who_comes_to_meet_a_charger_does_not_show_him_his_flank_by_it() -> None:
    """The charger set out partly before the target's front line: a side charge, wherever the target goes."""
    charger = horse("a1", 3.97, 5.0, 2, m_bu=2)
    target = horse("b1", 6.88, 4.24, 270, "RE", m_bu=2, depth=1.4)
    field = table(charger, target, dice=(6, *[1] * 60))

    field.run(
        charge(field, charger, target, bonus=False), {"do": "countercharge", "unit": "b1", "bonus": False}
    )

    assert [event.face for event in field.events(Contacted)] == ["side"]
    assert "b1" not in [event.unit for event in field.events(Disordered)]


@pytest.mark.rule("BQ-6.7.a", "BQ-6.7.b", "BQ-5.4.3.d")
def test_who_runs_into_another_on_his_way_to_meet_a_charger_fires_his_pistols_at_him() -> None:
    charger = horse("a1", 9.4, 4, 90, m_bu=5, weapons=PISTOLS)
    other = horse("a2", 11.5, 6.8, 90, weapons=PISTOLS)
    target = horse("b1", 10, 8, 270, weapons=PISTOLS)
    field = table(charger, other, target, dice=(6, *[1] * 60))

    field.run(
        charge(field, charger, target, bonus=False), {"do": "countercharge", "unit": "b1", "bonus": False}
    )

    moved = {event.unit: event.bu for event in field.events(Moved)}
    assert moved == {"b1": pytest.approx(1.2, abs=0.01), "a1": pytest.approx(2.8, abs=0.01)}
    assert [(event.unit, event.target) for event in field.events(Fired)] == [
        ("b1", "a2"), ("a2", "b1"), ("a1", "b1"),
    ]  # fmt: skip
    assert all(one.pistols_fired for one in field.state.units.values())


@pytest.mark.rule("BQ-6.7.a")
def test_a_charger_into_two_fires_at_one_and_both_fire_at_him_before_anybody_is_tested() -> None:
    charger = horse("a1", 10, 4, 90, weapons=PISTOLS)
    most = horse("b1", 10.8, 6, 270, weapons=PISTOLS)
    less = horse("b2", 8.8, 6, 270, weapons=PISTOLS)
    field = table(charger, most, less, dice=(6,))

    field.run(charge(field, charger, most, bonus=False), {"do": "none"})

    shots = [event for event in field.log if event.kind in ("fired", "lost-vbu")]
    assert [event.kind for event in shots[:3]] == ["fired"] * 3
    assert [(e.unit, e.target) for e in field.events(Fired)] == [("a1", "b1"), ("b1", "a1"), ("b2", "a1")]


@pytest.mark.rule("BQ-7.5.4.b", "BQ-7.5.2.g", "BQ-7.5.4.a")
def test_foot_pursues_over_the_place_of_horse_that_are_routed_on_their_flank() -> None:
    """Foot may not pursue Mounted who retreat; these do not retreat, they are destroyed."""
    beaten = horse("b1", 12, 6, 0, "TR")
    winner = unit("a1", 11.3, 4.9, 90, "WB", vbu=4)
    field = table(winner, beaten, dice=(6, 6, 1, 1, 1, 1, 1, 1, 1, 5, 6))
    field.state.contacts["a1", "b1"] = "flank"

    field.run(fight(field, winner))

    assert [event.rule for event in field.events(Removed)] == ["BQ-7.5.2.g"]
    assert "has to pursue" in [event.action for event in field.events(Declared)]


@pytest.mark.rule("BQ-7.9.b", "BQ-7.5.4.a")
def test_gallopers_who_have_sacked_the_baggage_ride_on_and_have_done() -> None:
    baggage = unit("b.baggage", 10, 7, 270, "BAG", vbu=2, i=0, losses=1)
    sackers = horse("a1", 10, 7, 90, "GA", vbu=3)
    field = table(sackers, baggage, dice=(6, 6, 1, 1, 5, 4))
    field.state.contacts["a1", "b.baggage"] = "front"

    field.run(fight(field, sackers))

    assert field.state.sides[1].baggage_sacked
    assert [event.how for event in field.events(Moved)] == ["pursue"]
    assert field.state.activation.done


@pytest.mark.rule("BQ-5.4.2.a", "BQ-7.3.a", "BQ-4.1.3.l")
@pytest.mark.parametrize(("x", "y", "heading", "face"), [(12.4, 7.4, 225, "front"), (13.5, 4.5, 180, "side")])
def test_a_charger_who_is_intercepted_has_his_impetus_only_to_his_front(
    x: float, y: float, heading: float, face: str
) -> None:
    charger = horse("a1", 10, 3, 90, m_bu=5)
    field = table(
        charger, horse("b1", 10, 8, 270), horse("b2", x, y, heading, m_bu=4), dice=(6, 1, 1, 1, 1, 1, 1, 1)
    )

    field.run(
        charge(field, charger, field.state.units["b1"], bonus=False),
        {"do": "opportunity-charge", "unit": "b2", "bonus": False, "at": 0.4},
    )

    assert [(event.unit, event.face) for event in field.events(Contacted)] == [("b2", face)]
    fought = {e.roll.unit: e.roll.modifiers for e in field.events(Rolled) if e.roll.purpose == "Melee"}
    assert "impetus" in [modifier.why for modifier in fought["b2"]]
    assert ("impetus" in [modifier.why for modifier in fought["a1"]]) == (face == "front")


@pytest.mark.rule("BQ-5.6.b", "BQ-5.6.c", "BQ-5.4.6.c")
def test_each_evasion_of_a_turn_is_harder_and_a_potential_charge_goes_on() -> None:
    charger = horse("a1", 10, 3, 90, "GA", m_bu=2)
    dragoons = unit("b1", 10, 4, 270, "DR", m_bu=2)
    field = table(charger, dragoons, dice=(5, 5, 5))
    evade = {"do": "evade", "unit": "b1"}

    field.run(potential_charge(field, charger, dragoons, 2.0), evade)

    assert dragoons.place.y == pytest.approx(6.0)
    assert charger.place.y == pytest.approx(5.0)
    activation = field.state.activation
    assert (activation.march, activation.done) == (1, False)

    field.run(charge(field, charger, dragoons, bonus=False), evade, {"do": "go-on", "unit": "a1", "bu": 1.0})

    tests = [event.roll for event in field.events(Rolled) if event.roll.purpose == "Evasion"]
    assert [roll.target for roll in tests] == [4, 5]  # B 4, +1 as DR, -1 out of range; -1 for the one before
    assert activation.done
    assert not charger.disordered  # BQ-5.4.1.c: no bonus die was rolled
