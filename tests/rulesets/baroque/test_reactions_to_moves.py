"""Reactions to moves and withdrawals: Opportunity Fire and Charges (BQ-4.1.3, BQ-5.4.6, BQ-6.5)."""

from __future__ import annotations

import pytest

from rulesets.baroque.events.field import Fired, Moved
from rulesets.baroque.movement import actions as movement
from rulesets.baroque.reactions import offers
from rulesets.baroque.reactions.answer import answer_withdrawal
from rulesets.baroque.reactions.paths import pose_at
from rulesets.baroque.reactions.who import Course
from rulesets.engine import geometry
from rulesets.engine.decisions import Menu, Number, Refusal
from rulesets.engine.geometry import Base
from tests.kit.field import Field, unit
from tests.kit.reacting import active, horse


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
    (option,) = Menu(*offers.against_course(field.state, course))
    assert option.read({"do": "opportunity-fire", "unit": "b1"})["at"] == 1.0
    (number,) = option.params
    assert isinstance(number, Number)
    assert number.limits() == "0 to 1 of a1’s way of 1 BU"
    assert number.label.startswith("where")
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
    assert field.state.activation.done


@pytest.mark.rule("BQ-5.4.2.c")
def test_foot_makes_no_opportunity_charge_against_mounted() -> None:
    course_of = {}
    for type_ in ("TR", "P&M"):
        field = Field(unit("a1", 10, 6.5, 90, type_), unit("b1", 10, 8, 270, "WB"))
        base = field.state.units["a1"].place
        course = Course(field.state.units["a1"], base, geometry.advance(base, 0.5), "advance")
        course_of[type_] = [
            dict(option.key)["do"] for option in Menu(*offers.against_course(field.state, course))
        ]
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
