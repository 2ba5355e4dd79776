"""Reactions and evasion (BQ-4.1.3, BQ-5.4.2, BQ-5.4.6, BQ-5.6, BQ-6.5, BQ-6.6)."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.baroque import charge
from rulesets.baroque.command import needed
from rulesets.baroque.events import Disordered, Evaded, Fired, Moved, Reacted, UnitActivated
from rulesets.baroque.movement import actions as movement
from rulesets.baroque.reactions import answer_shot, answer_withdrawal, discipline, offers, who
from rulesets.baroque.reactions.paths import pose_at
from rulesets.baroque.reactions.who import Charge, Course
from rulesets.baroque.shooting import fire
from rulesets.baroque.shooting.dice import shot_dice
from rulesets.baroque.shooting.targets import aim_at
from rulesets.baroque.state import Unit
from rulesets.engine import geometry
from rulesets.engine.decisions import Refusal
from rulesets.engine.dice import total
from rulesets.engine.events import Rolled
from rulesets.engine.geometry import Base
from tests.kit.field import Field, unit

NONE = {"do": "none"}
MUSKETS = {"weapons": ("Pike", "Musket"), "sm": -2}


def horse(id_: str, x: float, y: float, heading: float, type_: str = "TR", **changes: Any) -> Unit:
    return unit(id_, x, y, heading, type_, **{"m_bu": 2, "vbu": 6, "i": 3, **changes})


def dragoons(id_: str, x: float, y: float, heading: float, **changes: Any) -> Unit:
    changes = {"m_bu": 2, "vbu": 4, "i": 0, "weapons": ("Musket",), **changes}
    return unit(id_, x, y, heading, "DR", **changes)


def active(field: Field, name: str = "a1") -> Unit:
    field.apply(UnitActivated("BQ-4.1.1.d", name))
    return field.state.units[name]


def options_against_charge(field: Field, target: str = "b1", limit: float = 2.0) -> set[tuple[str, str]]:
    """(unit, do) of every answer to a charge of a1 on the target."""
    declared = Charge(field.state.units["a1"], field.state.units[target], limit)
    mark = who.declared(field.state, declared)
    assert mark is not None
    found = list(offers.against_charge(field.state, declared, mark))
    for enemy, distance in who.contactable(field.state, declared):
        if who.can_evade(field.state, enemy, declared, distance):
            found.append(offers.evasion(field.state, enemy, declared.unit, from_foot=False))
    return {(option.key["unit"], option.key["do"]) for option in found}


# ---------------------------------------------------------------------------- who may do what


@pytest.mark.rule("BQ-4.1.3.a", "BQ-4.1.3.b", "BQ-4.1.3.l", "BQ-5.6.d")
@pytest.mark.example("EX-4.1.3")
def test_charged_dragoons_fire_or_evade_and_a_neighbour_fires_or_charges() -> None:
    field = Field(
        horse("a1", 10, 6.8, 90, d="A"), dragoons("b1", 10, 8.6, 270),
        horse("b2", 12.3, 8.0, 225, "SP", weapons=("Bow",)),
    )  # fmt: skip
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
        "evade", "opportunity-fire",
    }  # fmt: skip
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


@pytest.mark.rule("BQ-5.4.2.e", "BQ-4.1.3.h", "BQ-4.1.3.g")
def test_the_modifiers_of_an_opportunity_charge() -> None:
    assert total(discipline.modifiers(horse("b1", 10, 8, 270), "opportunity-charge")) == -1
    assert total(discipline.modifiers(unit("b1", 10, 8, 270, "WB"), "opportunity-charge")) == -2
    assert total(discipline.modifiers(horse("b1", 10, 8, 270, disordered=True), "opportunity-charge")) == -2


@pytest.mark.rule("BQ-6.5.d", "BQ-6.6.h")
def test_the_modifiers_of_opportunity_and_defensive_fire() -> None:
    shot = unit("b1", 10, 8, 270, "T")
    assert total(discipline.modifiers(shot, "opportunity-fire")) == -1
    assert total(discipline.modifiers(shot, "opportunity-fire", to_shot=True)) == 0
    assert total(discipline.modifiers(shot, "defensive-fire")) == 2
    shot.disordered = True
    assert total(discipline.modifiers(shot, "opportunity-fire")) == -2
    assert total(discipline.modifiers(shot, "defensive-fire")) == 1


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


@pytest.mark.rule("BQ-5.6.c")
@pytest.mark.parametrize(
    ("target", "from_foot", "modifier"),
    [
        (horse("b1", 10, 8, 270, "CL"), False, 2),
        (dragoons("b1", 10, 8, 270), True, 2),
        (horse("b1", 10, 8, 270, "RE", massed=True), False, -1),
        (horse("b1", 10, 8, 270, disordered=True), True, 0),
    ],
)
def test_the_modifiers_of_an_evasion(target: Unit, from_foot: bool, modifier: int) -> None:
    assert total(discipline.modifiers(target, "evade", from_foot=from_foot)) == modifier


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


# ---------------------------------------------------------------------------- moves


@pytest.mark.rule("BQ-6.5.a", "BQ-6.5.b", "BQ-4.1.3.e", "BQ-4.1.3.j")
def test_fire_at_a_moving_unit_halts_it_where_the_player_likes_and_the_move_is_completed() -> None:
    shot = unit("b1", 10, 8.5, 270, "T", weapons=("Musket",), d="A")
    # Discipline A 3 + 1: 4. At 1 BU: VBU 6 + 2 dice, no hit in the first volley nor in its re-rolls.
    field = Field(unit("a1", 10, 6.5, 90), shot, dice=(4, *(1,) * 16))
    mover = active(field)
    field.run(
        movement.perform(field, mover, {"do": "advance", "unit": "a1", "bu": 1.0}),
        {"do": "opportunity-fire", "unit": "b1", "at": 1.0},
    )
    assert mover.place.y == 7.5
    assert shot.reacted
    (fired,) = field.events(Fired)
    assert (fired.fire, fired.dice) == ("opportunity", 8)
    assert [event.how for event in field.events(Moved)] == ["halt", "resume", "advance"]
    assert mover.moves == 1


@pytest.mark.rule("BQ-6.5.b")
def test_a_point_of_the_way_where_nobody_can_be_seen_is_refused() -> None:
    field = Field(unit("a1", 10, 6.5, 90), unit("b1", 10, 11.3, 270, "T", weapons=("Musket",)))
    start = field.state.units["a1"].place
    course = Course(field.state.units["a1"], start, geometry.advance(start, 1.0), "advance")
    (option,) = offers.against_course(field.state, course)
    assert option.read({"do": "opportunity-fire", "unit": "b1"})["at"] == 1.0
    with pytest.raises(Refusal, match="cannot fire at that point"):
        option.read({"do": "opportunity-fire", "unit": "b1", "at": 0.1})


@pytest.mark.rule("BQ-5.4.2.a", "BQ-5.4.2.d", "BQ-7.1.b")
def test_an_opportunity_charge_strikes_a_moving_unit_and_ends_its_activation() -> None:
    cavalry = horse("b1", 12.4, 6.0, 180)
    # B 4 + 1 (mounted) + 1 (out of command). The flank is struck: 6 + 3 dice against 6 - 1 - 1.
    field = Field(unit("a1", 10, 6.5, 90), cavalry, dice=(6, *(1,) * 13))
    mover = active(field)
    field.run(
        movement.perform(field, mover, {"do": "advance", "unit": "a1", "bu": 1.0}),
        {"do": "opportunity-charge", "unit": "b1", "bonus": False, "at": 1.0},
        {"do": "stay", "unit": "b1"},
    )
    assert mover.place.y == 7.5
    assert mover.moves == 0
    assert field.state.contacts == {("b1", "a1"): "flank"}
    assert field.state.activation is not None
    assert field.state.activation.done


@pytest.mark.rule("BQ-5.4.2.c")
def test_foot_makes_no_opportunity_charge_against_mounted() -> None:
    course_of = {}
    for type_ in ("TR", "P&M"):
        field = Field(unit("a1", 10, 6.5, 90, type_), unit("b1", 10, 8, 270, "WB"))
        base = field.state.units["a1"].place
        course = Course(field.state.units["a1"], base, geometry.advance(base, 0.5), "advance")
        course_of[type_] = [dict(option.key)["do"] for option in offers.against_course(field.state, course)]
    assert course_of == {"TR": [], "P&M": ["opportunity-charge"]}


@pytest.mark.rule("BQ-5.4.2.d", "BQ-5.4.1.c")
def test_an_opportunity_charge_whose_bonus_is_too_small_leaves_the_move_alone() -> None:
    cavalry = horse("b1", 10, 10.2, 270, d="A")
    field = Field(unit("a1", 10, 6.5, 90), cavalry, dice=(6, 1))
    mover = active(field)
    field.run(
        movement.perform(field, mover, {"do": "advance", "unit": "a1", "bu": 1.0}),
        {"do": "opportunity-charge", "unit": "b1", "bonus": True, "at": 1.0},
    )
    assert cavalry.disordered
    assert cavalry.place.y == pytest.approx(8.2)
    assert mover.place.y == 7.5
    assert mover.moves == 1


@pytest.mark.rule("BQ-4.1.3.f", "BQ-5.4.2.d")
def test_an_opportunity_charge_may_strike_another_enemy_on_its_way_and_the_move_goes_on() -> None:
    # a2 stands in the way to a1 and is struck on its side, 0.9 BU off; a1 ends its move.
    cavalry, other = horse("b1", 13.4, 7.0, 180, d="A"), unit("a2", 11.5, 7.4, 90, i=0)
    field = Field(unit("a1", 9, 6.9, 90), other, cavalry, dice=(6, 1, *(1,) * 15))
    mover = active(field)
    field.run(
        movement.perform(field, mover, {"do": "advance", "unit": "a1", "bu": 1.0}),
        {"do": "opportunity-charge", "unit": "b1", "bonus": True, "at": 1.0},
        {"do": "stay", "unit": "b1"},
    )
    assert field.state.contacts == {("b1", "a2"): "side"}
    assert mover.place.y == 7.9
    assert mover.moves == 1


@pytest.mark.rule("BQ-2.5.1.1.d", "BQ-6.5.a")
def test_a_withdrawal_can_be_answered_by_fire() -> None:
    field = Field(
        unit("a1", 10, 6.5, 90), unit("b1", 10, 8.5, 270, "T", weapons=("Musket",)), dice=(5, *(1,) * 14)
    )
    assert (
        field.run(answer_withdrawal(field, active(field)), {"do": "opportunity-fire", "unit": "b1"}) is True
    )
    assert [event.fire for event in field.events(Fired)] == ["opportunity"]


def test_a_wheel_is_answered_along_its_arc() -> None:
    start = Base(10, 5, 90, 2, 0.75)
    for corner in ("left", "right"):
        end = geometry.wheel(start, corner, 40)
        middle = pose_at(start, end, "wheel", 0.5)
        assert middle == geometry.wheel(start, corner, 20)
    assert pose_at(start, geometry.about_face(start), "about-face", 0.5) == start


# ---------------------------------------------------------------------------- shots


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
    assert {kind for kind in every if who.may_evade(field.state, target, kind)} == kinds


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
        assert aim is not None
        dice += shot_dice(aim.shot(firer, target.profile, moves=0))
    field.scripted.values = (4, *(1,) * dice)
    field.run(fire.perform(field, sipahis, dict(option.key)), {"do": "opportunity-fire", "unit": "b1"})
    assert croats.reacted
    field.scripted.values += (3, 1)
    field.run(charge.charge(field, sipahis, croats, bonus=True), {"do": "evade", "unit": "b1"})
    assert croats.place.y == 10.5
    assert (sipahis.place.y, sipahis.disordered) == (8.5, True)
    assert field.state.activation is not None
    assert field.state.activation.done


def test_nobody_is_asked_who_has_no_answer() -> None:
    field = Field(unit("a1", 10, 6.5, 90, "T", weapons=("Musket",)), unit("b1", 10, 8.5, 270, "PK", i=0))
    firer = active(field)
    aim = aim_at(field.state, firer, field.state.units["b1"])
    assert aim is not None
    answer = field.run(answer_shot(field, firer, field.state.units["b1"], aim))
    assert (answer.evading, answer.firer, answer.afterwards) == (False, "", None)
    assert field.asked == []


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
            field, charger,
            {"do": "charge", "unit": "a1", "target": "b1", "bonus": False, "potential": True, "bu": 2.0},
        ),
        {"do": "evade", "unit": "b1"},
    )  # fmt: skip
    assert light.place.y == 10.5
    assert hussars.place.y == 8.5
    assert field.state.activation is not None
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
    assert field.state.activation is not None
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
        {"do": "evade", "unit": "b1"}, {"do": "evade", "unit": "b2"},
        *([{"do": "stay", "unit": "a1"}] if contact else []),
    )  # fmt: skip
    assert field.state.engaged("a1") is contact
    assert field.state.activation is not None
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
        {"do": "evade", "unit": "b1"}, {"do": "go-on", "unit": "a1", "bu": 1.2},
    )  # fmt: skip
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
        {"do": "evade", "unit": "b1"}, {"do": "stop", "unit": "a1"},
    )  # fmt: skip
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
    assert field.state.activation is not None
    assert field.state.activation.done


@pytest.mark.rule("BQ-6.6.f", "BQ-6.6.g", "BQ-6.7.a")
def test_without_losses_pistols_and_melee_follow() -> None:
    foot = unit("b1", 10, 8.0, 270, "P&M", **MUSKETS, volley_fired=True)
    trotters = horse("a1", 10, 7.2, 90, weapons=("Point-blank pistol",))
    # Test 2; 6 dice, no hit; pistols 3 dice, no hit; melee 6 (pikes) and 6.
    field = Field(trotters, foot, dice=(2, *(1,) * 21))
    field.run(
        charge.charge(field, active(field), foot, bonus=False),
        {"do": "defensive-fire", "unit": "b1"}, {"do": "stay", "unit": "a1"},
    )  # fmt: skip
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
