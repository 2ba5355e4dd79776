"""Reactions to fire: evasion and fire in answer (BQ-5.6, BQ-6.5)."""

from __future__ import annotations

import pytest

from rulesets.baroque.charge import run as charge
from rulesets.baroque.events.field import Fired
from rulesets.baroque.reactions import who
from rulesets.baroque.reactions.answer import answer_shot
from rulesets.baroque.reactions.who import Charge
from rulesets.baroque.shooting import fire
from rulesets.baroque.shooting.dice import shot_dice
from rulesets.baroque.shooting.targets import aim_at
from rulesets.baroque.state import Unit
from rulesets.engine.events import Rolled
from tests.kit.field import Field, unit
from tests.kit.reacting import MUSKETS, active, horse


def shooting_at(target: Unit, *others: Unit, dice: tuple[int, ...]) -> tuple[Field, Unit]:
    field = Field(unit("a1", 10, 6.5, 90, "T", weapons=("Musket",)), target, *others, dice=dice)
    return field, active(field)


@pytest.mark.rule("BQ-5.6.e", "BQ-5.6.h", "BQ-5.6.1.b", "BQ-6.1.3.7")
def test_evading_from_fire_moves_back_first_and_costs_the_firer_a_die_at_the_old_distance() -> None:
    light = horse("b1", 10, 8.5, 270, "CL")
    # CL evades on 2. Fire at 2 BU: 6 + 1 - 1 (CL) - 1 (evading) = 5 dice, first volley re-rolls them.
    field, firer = shooting_at(light, dice=(2, *(1,) * 10))
    (option,) = fire.options(field, firer)
    field.run(fire.perform(field, firer, {**option.key, "reserve": 0}), {"do": "evade", "unit": "b1"})
    assert light.place.y == 10.5
    assert light.place.heading == 270
    assert field.events(Fired)[0].dice == 5
    assert not light.reacted


@pytest.mark.rule("BQ-6.5.c")
@pytest.mark.example("EX-6.5")
def test_fire_in_answer_to_fire_is_simultaneous() -> None:
    danes = unit("b1", 10, 8.0, 270, "P&M", **MUSKETS)
    imperials = unit("a1", 10, 6.5, 90, "P&M", **MUSKETS)
    # Both: 6 + 1 - 2 = 5 dice, one hit each, four re-rolled. Needs 4 without a modifier for answering fire.
    field = Field(imperials, danes, dice=(4, 6, *(1,) * 8, 6, *(1,) * 8, 1, 1))
    firer = active(field)
    (option,) = fire.options(field, firer)
    field.run(
        fire.perform(field, firer, {**option.key, "reserve": 0}), {"do": "opportunity-fire", "unit": "b1"}
    )
    assert danes.reacted
    assert [event.dice for event in field.events(Fired)] == [5, 5]
    assert danes.disordered
    assert imperials.disordered
    rolls = [event.roll.purpose.split(" at ")[0] for event in field.events(Rolled)]
    assert rolls == ["Opportunity fire", "Fire", "Opportunity fire", "Cohesion test", "Cohesion test"]


@pytest.mark.rule("BQ-5.6.f")
@pytest.mark.example("EX-5.6-diagram")
def test_the_threat_must_come_before_the_front() -> None:
    light = horse("b1", 10, 8.5, 270, "CL")
    x = horse("a1", 7.5, 7.5, 0)  # its path crosses the front corridor of b1, its place is outside
    y = horse("a2", 10.5, 7.0, 90)
    z = horse("a3", 13.5, 7.0, 90)
    field = Field(light, x, y, z)
    found = {
        unit.id: (
            who.can_evade(field.state, light, Charge(unit, light, 2.0), 2.0),
            who.can_evade_shot(field.state, light, unit),
        )
        for unit in (x, y, z)
    }
    assert found == {"a1": (True, False), "a2": (True, True), "a3": (False, False)}


@pytest.mark.rule("BQ-5.6.i")
def test_nobody_evades_into_an_enemy_or_a_melee() -> None:
    light = horse("b1", 10, 8.5, 270, "CL")
    y = horse("a1", 10, 7.0, 90)
    free = Field(light, y)
    assert who.can_evade_shot(free.state, light, y)
    behind = Field(light, y, unit("a2", 10, 10.5, 90))
    assert not who.can_evade_shot(behind.state, light, y)


@pytest.mark.rule("BQ-5.6.a", "BQ-5.6.d")
@pytest.mark.parametrize(
    ("type_", "kinds"),
    [
        ("CL", {"shooting", "charging_foot", "charging_mounted"}),
        ("S", {"shooting", "charging_foot", "charging_mounted"}),
        ("TR", {"shooting", "charging_foot"}),
        ("P&M", set()),
    ],
)
def test_who_evades_from_what(type_: str, kinds: set[str]) -> None:
    field = Field(unit("b1", 10, 8.5, 270, type_))
    target = field.state.units["b1"]
    every = ("shooting", "charging_foot", "charging_mounted")
    assert {kind for kind in every if who.why_no_evasion(field.state, target, kind) is None} == kinds


@pytest.mark.rule("BQ-5.6.b", "BQ-4.1.3.d", "BQ-5.4.5.a", "BQ-5.4.1.c")
@pytest.mark.example("EX-5.6.2")
def test_who_has_answered_fire_may_still_evade_the_charge_that_follows() -> None:
    ottomans = unit("a1", 10, 6.5, 90, "SP", weapons=("Bow",), m_bu=2, i=2)
    croats = horse("b1", 10, 8.5, 270, "CL", weapons=("Bow",))
    field = Field(ottomans, croats)
    sipahis = active(field)
    (option,) = fire.options(field, sipahis)
    dice = 0
    for firer, target in ((sipahis, croats), (croats, sipahis)):
        aim = aim_at(field.state, firer, target)
        dice += shot_dice(aim.shot(firer, target.profile, moves=0))
    field.scripted.values = (4, *(1,) * dice)
    field.run(fire.perform(field, sipahis, dict(option.key)), {"do": "opportunity-fire", "unit": "b1"})
    assert croats.reacted
    field.scripted.values += (3, 1)
    field.run(charge.charge(field, sipahis, croats, bonus=True), {"do": "evade", "unit": "b1"})
    assert croats.place.y == 10.5
    assert (sipahis.place.y, sipahis.disordered) == (8.5, True)
    assert field.state.activation.done


def test_nobody_is_asked_who_has_no_answer() -> None:
    field = Field(unit("a1", 10, 6.5, 90, "T", weapons=("Musket",)), unit("b1", 10, 8.5, 270, "PK", i=0))
    firer = active(field)
    aim = aim_at(field.state, firer, field.state.units["b1"])
    assert aim is not None
    answer = field.run(answer_shot(field, firer, field.state.units["b1"]))
    assert (answer.evading, answer.firer, answer.afterwards) == (False, "", None)
    assert field.asked == []
