"""Pursuits (BQ-7.5.4)."""

from __future__ import annotations

import pytest

from rulesets.baroque.events.field import Disordered, Moved, Removed
from rulesets.baroque.melee.fight import fight
from rulesets.baroque.melee.pursuit import may_pursue, must_pursue, pursue, pursuit_dice, released, towards
from rulesets.baroque.state import Piece
from rulesets.engine.geometry import Base
from tests.kit.field import Field, profile, unit
from tests.kit.reacting import horse

MISS = (1, 1, 1, 1, 1, 1)


@pytest.mark.rule("BQ-7.5.4.d")
@pytest.mark.parametrize(
    ("type_", "speed", "table"),
    [
        ("P&M", "S", (0, 0, 0, 0, 1, 1)), ("P&M", "", (0, 0, 0, 1, 1, 1)), ("TR", "S", (0, 0, 1, 1, 1, 2)),
        ("TR", "", (0, 1, 1, 1, 2, 2)), ("GA", "", (1, 1, 1, 2, 2, 2)), ("CL", "F", (1, 1, 1, 2, 2, 2)),
    ],
)  # fmt: skip
def test_the_pursuit_table(type_: str, speed: str, table: tuple[int, ...]) -> None:
    one = unit("a1", 10, 7, 90)
    one.profile = profile(type_, speed=speed)
    assert pursuit_dice(one) == table


@pytest.mark.rule("BQ-7.5.4.a", "BQ-2.2.b", "BQ-2.2.l", "BQ-2.5.1.b")
def test_gallopers_and_irregular_foot_must_pursue_unless_exhausted() -> None:
    assert must_pursue(horse("a1", 10, 7, 90, "GA"))
    assert must_pursue(unit("a1", 10, 7, 90, "WB"))
    assert not must_pursue(horse("a1", 10, 7, 90, "GA", losses=4))
    assert not must_pursue(horse("a1", 10, 7, 90, "TR"))


@pytest.mark.rule("BQ-7.5.4.a", "BQ-7.5.4.b", "BQ-7.6.k")
def test_who_may_pursue_whom() -> None:
    field = Field(horse("b1", 10, 8, 270), unit("b2", 13, 8, 270))
    retiring_horse, foot = field.state.units.values()
    assert may_pursue(horse("a1", 10, 7, 90), retiring_horse)
    assert not may_pursue(unit("a1", 10, 7, 90), retiring_horse)
    assert may_pursue(unit("a1", 10, 7, 90), foot)
    assert not may_pursue(unit("a1", 10, 7, 90, i=0), foot)
    assert may_pursue(horse("a1", 10, 7, 90, losses=4), foot)
    assert not may_pursue(horse("a1", 10, 7, 90, losses=4), foot, support=True)
    assert not may_pursue(unit("a1", 10, 7, 90, "BAG"), foot)


@pytest.mark.rule("BQ-7.5.4.e")
def test_the_pursuer_may_turn_about_the_middle_of_his_front() -> None:
    field = Field(horse("a1", 10, 7, 90), horse("b1", 11, 9, 270))
    turned = towards(field.state, *field.state.units.values())
    assert (turned.x, turned.y) == (10, 7)
    assert turned.heading == pytest.approx(63.4349)


@pytest.mark.rule("BQ-7.5.4.e")
def test_there_is_no_choice_of_direction_straight_ahead_without_room_or_without_a_beaten_enemy() -> None:
    ahead = Field(horse("a1", 10, 7, 90), horse("b1", 10, 9, 270))
    assert towards(ahead.state, *ahead.state.units.values()) is None
    crowded = Field(horse("a1", 10, 7, 90), horse("b1", 11, 9, 270), unit("a2", 8, 7, 90))
    assert towards(crowded.state, crowded.state.units["a1"], crowded.state.units["b1"]) is None
    gone = Field(horse("a1", 10, 7, 90), horse("b1", 11, 9, 270, status="routed"))
    gone.state.units["b1"].base = None
    assert towards(gone.state, gone.state.units["a1"], gone.state.units["b1"]) is None


@pytest.mark.rule("BQ-5.8.b", "BQ-7.5.4.e")
def test_a_pursuit_stops_at_the_edge_and_at_friends() -> None:
    edge = Field(horse("a1", 10, 8.8, 90), horse("b1", 10, 9, 270, status="left"), dice=(6,), depth=9.5)
    edge.state.units["b1"].base = None
    assert edge.run(pursue(edge, edge.state.units["a1"], edge.state.units["b1"])) == pytest.approx(0.7)
    friend = Field(horse("a1", 10, 7, 90), unit("a2", 10, 8.75, 90), horse("b1", 10, 12, 270), dice=(6,))
    friend.run(pursue(friend, friend.state.units["a1"], friend.state.units["b1"]))
    assert friend.state.units["a1"].place.y == pytest.approx(8.0)


@pytest.mark.rule("BQ-7.5.4.f", "BQ-7.2.3.a", "BQ-7.2.3.c")
def test_a_pursuit_into_another_enemys_flank_disorders_him() -> None:
    field = Field(
        horse("a1", 10, 7, 90), horse("b1", 10, 12, 270), unit("b2", 10.2, 8.3, 0, width=2.0), dice=(6,)
    )
    field.state.units["b2"].base = Base(12, 9, 0, 2, 4)
    assert field.run(pursue(field, field.state.units["a1"], field.state.units["b1"])) == pytest.approx(1.0)
    assert field.state.contacts == {("a1", "b2"): "flank"}
    assert [event.unit for event in field.events(Disordered)] == ["b2"]


@pytest.mark.rule("BQ-7.7.a", "BQ-7.8", "BQ-7.7.c")
def test_a_pursuit_rides_down_skirmishers_and_guns() -> None:
    field = Field(
        horse("a1", 10, 7, 90), horse("b1", 10, 12, 270), unit("b2", 10, 8, 270, "S", depth=0.5),
        unit("b3", 10, 8.6, 270, "ART", width=0.6667, depth=1.0), dice=(6,),
    )  # fmt: skip
    assert field.run(pursue(field, field.state.units["a1"], field.state.units["b1"])) == 2.0
    assert [(event.unit, event.status) for event in field.events(Removed)] == [
        ("b2", "dispersed"),
        ("b3", "dispersed"),
    ]


@pytest.mark.rule("BQ-7.5.4.b")
@pytest.mark.parametrize(("kind", "asked"), [("swamp", 1), ("broken", 0)])
def test_compelled_pursuers_need_not_follow_into_difficult_ground(kind: str, asked: int) -> None:
    ground = Piece("m1", kind, (8.0, 7.9, 12.0, 7.9, 12.0, 11.0, 8.0, 11.0))
    field = Field(horse("a1", 10, 7, 90, "GA"), horse("b1", 10, 9, 270), terrain=[ground])
    winner, loser = field.state.units.values()
    stood = Base(10, 7, 270, 2, 0.75)
    answers = [{"do": "hold", "unit": "a1"}] * asked
    assert field.run(released(field, winner, loser, stood), *answers) is bool(asked)


@pytest.mark.rule("BQ-7.5.4.g", "BQ-3.1.1.f", "BQ-7.5.4.b")
def test_a_pursuit_over_a_hedge_costs_order_and_nothing_else() -> None:
    hedge = Piece("h1", "linear_obstacle", line=(8.0, 7.3, 12.0, 7.3))
    field = Field(horse("a1", 10, 7, 90), horse("b1", 10, 12, 270), terrain=[hedge], dice=(6,))
    assert field.run(pursue(field, field.state.units["a1"], field.state.units["b1"])) == 2.0
    assert [(event.unit, event.rule) for event in field.events(Disordered)] == [("a1", "BQ-3.1.1.f")]


@pytest.mark.rule("BQ-7.5.4.c")
def test_who_declared_a_pursuit_goes_even_if_the_retreat_is_long() -> None:
    field = Field(horse("a1", 10, 7, 90), horse("b1", 10, 7, 270), dice=(6, 1, 1, 1, 1, 1, *MISS, 6, 6, 1))
    field.state.contacts[("a1", "b1")] = "front"
    field.run(fight(field, field.state.units["a1"]), {"do": "pursue", "unit": "a1"})
    assert [decision.kind for decision in field.asked] == ["pursue"]
    assert [(event.unit, event.bu) for event in field.events(Moved)] == [("b1", 3)]


@pytest.mark.rule("BQ-7.3.g", "BQ-7.5.4.f")
def test_a_pursuit_of_nothing_makes_no_new_contact() -> None:
    field = Field(horse("a1", 10, 7, 90), horse("b1", 10, 7, 270), dice=(6, 1, 1, 1, 1, 1, *MISS, 6, 1, 1))
    field.state.contacts[("a1", "b1")] = "front"
    field.run(fight(field, field.state.units["a1"]), {"do": "pursue", "unit": "a1"})
    assert not field.state.contacts
