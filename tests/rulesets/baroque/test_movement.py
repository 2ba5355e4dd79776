"""Movement actions and marches (BQ-5.1, BQ-5.2, BQ-5.3, BQ-5.8)."""

from math import degrees, pi

import pytest

from rulesets.baroque.events.command import UnitActivated
from rulesets.baroque.events.field import Disordered, Moved, Spent
from rulesets.baroque.movement import actions as movement
from rulesets.baroque.movement import turns
from rulesets.baroque.state import Piece, Unit
from rulesets.engine.decisions import Refusal
from rulesets.engine.dice import ScriptedDice
from rulesets.engine.events import Rolled
from rulesets.engine.geometry import edge_midpoint, gap, rectangle, wheel_blocked, within
from tests.kit.field import Field, unit


def field(
    *others: Unit, terrain: tuple[Piece, ...] = (), y: float = 6.0, type_: str = "P&M", **changes: object
) -> Field:
    """`a.c1u1` at (10, y) facing up the table is active. Enemies have reacted already, so none answers its
    moves.
    """
    made = Field(unit("a.c1u1", 10, y, 90, type_, **changes), *others, terrain=terrain)
    made.state.sides[0].structure = "good"
    for one in made.state.on_field(1):
        one.reacted = True
    made.apply(UnitActivated("BQ-4.1.1.d", "a.c1u1"))
    return made


def act(
    made: Field, do: str, *answers: dict[str, object], dice: tuple[int, ...] = (), **params: object
) -> Unit:
    """Makes the movement as a player would: it has to be among the options, its parameters are checked."""
    made.dice = made.scripted = ScriptedDice(*dice)
    one = made.state.units["a.c1u1"]
    wanted = {"do": do, "unit": one.id, **params}
    (option,) = [option for option in movement.options(made, one) if option.matches(wanted)]
    made.run(movement.perform(made, one, option.read(wanted)), *answers)
    return one


def offered(made: Field) -> set[str]:
    return {option.key["do"] for option in movement.options(made, made.state.units["a.c1u1"])}


def reach(made: Field, do: str, **key: object) -> float:
    one = made.state.units["a.c1u1"]
    (option,) = [
        option for option in movement.options(made, one) if option.matches({"do": do, "unit": one.id, **key})
    ]
    return option.params[0].high


def corners(one: Unit) -> set[tuple[float, float]]:
    flat = one.place.corners
    return {(round(x, 3), round(y, 3)) for x, y in zip(flat[::2], flat[1::2], strict=True)}


def wood(x: float, y: float, w: float, h: float) -> Piece:
    return Piece("wood", "wood", rectangle(x, y, w, h))


# ---------------------------------------------------------------------------- forward and marching


@pytest.mark.rule("BQ-5.1.a")
def test_a_movement_action_goes_straight_ahead_up_to_m():
    made = field(m_bu=2)
    assert reach(made, "advance") == 2
    assert act(made, "advance", bu=1.25).place.pose == (10, 7.25, 90)


@pytest.mark.rule("BQ-5.1.a", "BQ-5.2.2.a")
@pytest.mark.parametrize(
    ("do", "way", "why"),
    [("advance", {"bu": 3}, "bu is 3"), ("oblique", {"forward": 2, "right": 2}, "2\\.83 BU in all")],
)
def test_farther_than_m_is_refused(do, way, why):
    with pytest.raises(Refusal, match=why):
        act(field(m_bu=2), do, **way)


@pytest.mark.example("EX-5.1.a")
@pytest.mark.rule("BQ-5.1.b", "BQ-5.1.c")
def test_royalist_pikes_and_muskets_make_two_actions_with_one_test():
    made = field()
    act(made, "advance", bu=1)
    one = act(made, "advance", bu=1, dice=(4,))
    assert one.place.pose == (10, 8, 90)
    assert not one.disordered
    assert [event.roll.target for event in made.events(Rolled)] == [4]


@pytest.mark.example("EX-5.1.b")
@pytest.mark.rule("BQ-5.1.c", "BQ-5.1.e")
def test_danish_trotters_march_six_bu_with_a_rising_difficulty():
    made = field(type_="TR", m_bu=2, y=1.5)
    for dice in ((), (5,), (6,)):
        one = act(made, "advance", bu=2, dice=dice)
    assert one.place.pose == (10, 7.5, 90)
    assert not one.disordered
    act(made, "advance", bu=1, dice=(6,))
    assert [event.roll.target for event in made.events(Rolled)] == [4, 5, 6]


@pytest.mark.rule("BQ-5.1.d", "BQ-2.4.1.d")
def test_a_failed_march_test_disorders_and_ends_the_movement_but_not_the_activation():
    made = field()
    act(made, "advance", bu=1)
    one = act(made, "advance", bu=1, dice=(2,))
    assert one.place.y == 8
    assert one.disordered
    assert not offered(made)
    assert not made.state.activation.done


@pytest.mark.rule("BQ-5.1.1.a", "BQ-5.1.1.b")
@pytest.mark.parametrize(("speed", "target"), [("S", 5), ("", 4), ("F", 3)])
def test_slow_and_fast_units_march_worse_and_better(speed, target):
    made = field(speed=speed)
    act(made, "advance", bu=1)
    act(made, "advance", bu=1, dice=(6,))
    assert made.events(Rolled)[0].roll.target == target


@pytest.mark.rule("BQ-5.1.b", "BQ-2.5.3.c")
def test_a_disordered_unit_makes_one_movement_action():
    made = field(disordered=True)
    assert {"advance", "wheel"} == offered(made)
    act(made, "advance", bu=1)
    assert not offered(made)


@pytest.mark.rule("BQ-6.1.3.2.b")
def test_who_has_shot_moves_as_often_as_he_has_paid_for():
    made = field()
    made.state.activation.shots = 1
    assert not offered(made)
    made.state.activation.reserved = 1
    act(made, "advance", bu=1)
    assert not offered(made)


@pytest.mark.rule("BQ-6.1.3.2.c")
def test_light_cavalry_moves_after_shooting_as_it_likes():
    made = field(type_="CL", m_bu=2)
    made.state.activation.shots = 1
    assert "advance" in offered(made)


def test_in_melee_nobody_moves():
    made = field(unit("b.c1u1", 10, 6, 270))
    made.state.contacts["a.c1u1", "b.c1u1"] = "front"
    assert not offered(made)


@pytest.mark.rule("BQ-5.4.a", "BQ-5.2.1.c")
def test_a_move_stops_before_it_touches_an_enemy():
    made = field(unit("b.c1u1", 10, 6.5, 270), m_bu=2)
    room = reach(made, "advance")
    assert room == pytest.approx(0.49)
    one = act(made, "advance", bu=room)
    assert gap(one.place, made.state.units["b.c1u1"].place) == pytest.approx(0.01)


def test_the_reason_that_bars_the_way_is_told():
    made = field(unit("b.c1u1", 10, 6.012, 270))
    found = {
        what: (rule, why) for what, rule, why in movement.blocked(made.state, made.state.units["a.c1u1"])
    }
    assert found["advance"] == ("BQ-5.4.a", "only a charge may touch b.c1u1")


@pytest.mark.rule("BQ-3.1.1.d", "BQ-5.2.3.d", "BQ-5.8.a")
@pytest.mark.parametrize(
    ("made", "do", "room"),
    [
        (field(y=14.6, m_bu=2), "advance", 0.4),
        (field(terrain=(Piece("rock", "rocks", rectangle(10, 8, 4, 2)),), m_bu=2), "advance", 1),
        (field(unit("b.c1u1", 10, 4.5, 90), m_bu=2, type_="TR"), "back", 0.74),
    ],
    ids=["the edge of the table", "impassable terrain", "an enemy behind"],
)
def test_what_stops_a_move(made, do, room):
    assert reach(made, do) == pytest.approx(room, abs=2e-3)


@pytest.mark.rule("BQ-3.1.1.c")
def test_difficult_terrain_limits_an_action_and_disorders():
    made = field(terrain=(wood(10, 7, 6, 4),), type_="TR", m_bu=2)
    assert reach(made, "advance") == 1
    assert act(made, "advance", bu=1).disordered
    assert [event.rule for event in made.events(Disordered)] == ["BQ-3.1.1.c"]


def test_a_unit_does_not_become_more_disordered_by_terrain():
    made = field(terrain=(wood(10, 7, 6, 4),), disordered=True)
    act(made, "advance", bu=0.5)
    assert not made.events(Disordered)


# ---------------------------------------------------------------------------- wheels


@pytest.mark.rule("BQ-5.2.1.a", "BQ-5.2.1.b")
@pytest.mark.parametrize(("m_bu", "limit"), [(1, 28.6), (2, 57.3)])
def test_a_wheel_is_limited_by_the_arc_of_its_moving_corner(m_bu, limit):
    made = field(m_bu=m_bu)
    assert reach(made, "wheel", corner="left") == pytest.approx(limit, abs=0.05)
    assert reach(made, "wheel", corner="right") == pytest.approx(degrees(min(pi / 2, m_bu / 2)), abs=1e-3)


@pytest.mark.rule("BQ-5.2.1.a")
@pytest.mark.parametrize(("corner", "heading", "fixed"), [("left", 120, (9, 6)), ("right", 60, (11, 6))])
def test_a_wheel_turns_forward_around_a_front_corner_that_stays(corner, heading, fixed):
    one = act(field(m_bu=2), "wheel", corner=corner, degrees=30)
    assert one.place.heading == heading
    at = 0 if corner == "left" else 2
    assert one.place.corners[at : at + 2] == pytest.approx(fixed, abs=1e-3)


def to_the_left(made):
    options = movement.options(made, made.state.units["a.c1u1"])
    return next(option for option in options if option.key.get("corner") == "left")


@pytest.mark.rule("BQ-5.2.1.b")
def test_a_wheel_proposes_what_its_label_says():
    made = field(m_bu=2)
    option = to_the_left(made)
    (number,) = option.params
    assert option.label == f"Wheel left up to {number.default:g} degrees, 2 BU"
    assert number.default == 57.2
    assert number.high == pytest.approx(degrees(1), abs=1e-3)


@pytest.mark.rule("BQ-5.5.3")
def test_a_wheel_that_cannot_end_a_little_sooner_proposes_its_very_end(monkeypatch):
    taken = turns._taken

    def but_for_that(state, unit, corner, angle, others):
        return ("BQ-5.5.3", "a friend") if angle == 57.2 else taken(state, unit, corner, angle, others)

    monkeypatch.setattr(turns, "_taken", but_for_that)
    (number,) = to_the_left(field(m_bu=2)).params
    assert number.default == number.high > 57.2


@pytest.mark.rule("BQ-5.2.1.a", "BQ-5.1.c")
def test_several_actions_may_be_spent_on_wheeling():
    made = field()
    act(made, "wheel", corner="left", degrees=20)
    assert act(made, "wheel", corner="left", degrees=20, dice=(4,)).place.heading == 130


@pytest.mark.rule("BQ-5.2.1.c")
def test_a_wheel_stops_before_it_touches_an_enemy():
    enemy = unit("b.c1u1", 11, 7.2, 270)
    made = field(enemy, m_bu=2)
    room = reach(made, "wheel", corner="left")
    assert 0 < room < 40
    one = act(made, "wheel", corner="left", degrees=room)
    assert gap(one.place, enemy.place) > 2e-3
    with pytest.raises(Refusal, match="degrees is"):
        act(field(unit("b.c1u1", 11, 7.2, 270), m_bu=2), "wheel", corner="left", degrees=room + 1)


@pytest.mark.rule("BQ-5.5.3")
def test_a_wheel_passes_partly_through_a_friend_at_the_flank_even_in_melee():
    friend = unit("a.c1u2", 12.05, 6.4, 90)
    made = field(friend, unit("b.c1u1", 13.05, 6, 180), m_bu=2)
    made.state.contacts["b.c1u1", "a.c1u2"] = "side"
    one = made.state.units["a.c1u1"]
    free = wheel_blocked(one.place, "left", 57, friend.place)
    assert free is not None  # it does pass through him
    assert reach(made, "wheel", corner="left") > free + 10


@pytest.mark.rule("BQ-5.5.3")
def test_a_wheel_may_not_end_on_a_friend():
    made = field(unit("a.c1u2", 12.05, 6.4, 90), m_bu=2)
    with pytest.raises(Refusal, match="it may not end on"):
        act(made, "wheel", corner="left", degrees=20)


@pytest.mark.rule("BQ-5.8.a")
def test_a_wheel_ends_on_the_table():
    made = field(y=14.5, m_bu=2)
    room = reach(made, "wheel", corner="left")
    assert room == pytest.approx(14.48, abs=0.04)  # where the moving corner meets the edge
    assert within(act(made, "wheel", corner="left", degrees=room).place, 0, 0, 20, 15)


# ---------------------------------------------------------------------------- oblique, sideways, back


@pytest.mark.rule("BQ-5.2.2.a")
def test_an_oblique_move_keeps_the_facing():
    assert act(field(m_bu=2), "oblique", forward=1.0, right=-1.5).place.pose == (8.5, 7, 90)


@pytest.mark.example("EX-5.2.2")
@pytest.mark.rule("BQ-5.2.2.b", "BQ-5.1.c")
def test_for_pikes_and_muskets_the_oblique_is_the_last_movement():
    made = field()
    act(made, "advance", bu=1)
    act(made, "oblique", forward=0, right=1, dice=(4,))
    assert len(made.events(Rolled)) == 1
    assert not offered(made)
    assert not made.state.activation.done  # it may still shoot


@pytest.mark.rule("BQ-5.2.2.b")
@pytest.mark.parametrize("type_", ["TR", "DR", "S"])
def test_mounted_dragoons_and_skirmishers_move_obliquely_again(type_):
    made = field(type_=type_, m_bu=2)
    act(made, "oblique", forward=0, right=1)
    assert act(made, "oblique", forward=1, right=1, dice=(4,)).place.pose == (12, 7, 90)


@pytest.mark.rule("BQ-5.2.3.a")
@pytest.mark.parametrize(
    ("type_", "disordered"), [("P&M", True), ("ART", True), ("GA", False), ("DR", False), ("S", False)]
)
def test_moving_back_disorders_all_but_the_nimble(type_, disordered):
    one = act(field(type_=type_), "back", bu=1)
    assert one.place.pose == (10, 5, 90)
    assert one.disordered is disordered


@pytest.mark.rule("BQ-5.2.3.c", "BQ-5.1.c")
def test_each_further_backward_action_needs_a_test():
    made = field(type_="TR", m_bu=2)
    for bu, dice in ((2, ()), (1, (4,)), (1, (1,))):
        one = act(made, "back", bu=bu, dice=dice)
    assert one.place.y == 2
    assert [event.roll.target for event in made.events(Rolled)] == [4, 5]
    assert one.disordered
    assert not offered(made)


@pytest.mark.rule("BQ-5.2.3.c", "BQ-5.2.4.a")
def test_foot_disordered_by_a_step_back_makes_no_second_and_after_an_action_nobody_faces_about():
    made, moved = field(), field()
    act(made, "back", bu=1)
    assert not offered(made)
    act(moved, "advance", bu=0.5)
    assert "about-face" not in offered(moved)


@pytest.mark.rule("BQ-5.2.2.a", "BQ-5.2.3.a", "BQ-5.2.4.a", "BQ-2.5.3.c")
def test_a_disordered_unit_neither_slides_nor_steps_back_nor_faces_about():
    made = field(disordered=True)
    reasons = movement.blocked(made.state, made.state.units["a.c1u1"])
    found = {what: rule for what, rule, _ in reasons}
    assert found == {"oblique": "BQ-5.2.2.a", "back": "BQ-5.2.3.a", "about-face": "BQ-5.2.4.a"}


@pytest.mark.rule("BQ-5.2.3.a", "BQ-5.2.3.b")
def test_a_friend_with_no_room_behind_him_leaves_the_way_to_him_free():
    friend = unit("a.c1u2", 10, 0.9, 90, "S", depth=0.4)
    made = field(friend, y=2.4, type_="TR", m_bu=2, depth=0.7)
    assert reach(made, "back") == pytest.approx(0.8, abs=2e-3)
    assert act(made, "back", bu=reach(made, "back")).place.y == pytest.approx(1.6, abs=2e-3)


@pytest.mark.rule("BQ-5.2.2.a")
def test_a_unit_that_friends_hem_in_is_offered_no_oblique_move():
    beside = [unit("a.c1u2", 8, 6, 90), unit("a.c1u3", 12, 6, 90)]
    assert "oblique" in offered(field(*beside))  # straight ahead is free
    assert "oblique" not in offered(field(*beside, unit("a.c1u4", 10, 6.75, 90)))


# ---------------------------------------------------------------------------- facing


@pytest.mark.rule("BQ-5.2.4.a", "BQ-5.2.4.b")
@pytest.mark.parametrize(("die", "disordered"), [(4, False), (3, True)])
def test_an_about_face_keeps_the_place_is_the_only_action_and_disorders_who_fails(die, disordered):
    made = field()
    before = corners(made.state.units["a.c1u1"])
    one = act(made, "about-face", dice=(die,))
    assert one.place.heading == 270
    assert corners(one) == before
    assert made.state.activation.done
    assert one.disordered is disordered


@pytest.mark.example("EX-5.2.4-diagram")
@pytest.mark.rule("BQ-5.2.4.c")
@pytest.mark.parametrize(("to", "side"), [("left", "left"), ("right", "right")])
def test_a_tercio_faces_to_a_side_with_its_front_where_the_side_was(to, side):
    made = field(type_="ETE", depth=1.5)
    middle = edge_midpoint(made.state.units["a.c1u1"].place, side)
    one = act(made, "face-side", to=to, dice=(4,))
    assert (one.place.x, one.place.y) == pytest.approx(middle)
    assert one.place.heading == (180 if to == "left" else 0)


@pytest.mark.rule("BQ-5.2.4.c")
def test_who_may_face_to_a_side():
    may = {(type_, massed) for type_ in ("LTE", "RE", "P&M", "WB") for massed in (True, False)
           if "face-side" in offered(field(type_=type_, massed=massed))}  # fmt: skip
    assert may == {("LTE", True), ("LTE", False), ("RE", True)}


@pytest.mark.rule("BQ-5.2.4.c")
def test_facing_to_a_side_needs_room():
    made = field(unit("a.c1u2", 9.9, 6.8, 90), type_="LTE", depth=1.33)
    assert "face-side" not in offered(made)


@pytest.mark.rule("BQ-3.1.1.b", "BQ-5.2.4.c")
@pytest.mark.parametrize(("edge", "disordered"), [(10.28, True), (10.4, False), (9.9, False)])
def test_who_comes_into_broken_terrain_by_facing_to_a_side_is_disordered(edge, disordered):
    """Scrub from 10.28 on holds 36% of the base before the facing and 51% after it."""
    scrub = Piece("t1", "broken", rectangle(edge + 2, 5.3, 4, 4))
    made = field(type_="TR", massed=True, depth=1.4, terrain=(scrub,))
    assert act(made, "face-side", to="right", dice=(4,)).disordered is disordered


# ---------------------------------------------------------------------------- guns


@pytest.mark.rule("BQ-5.3.a")
def test_light_guns_turn_once_before_they_fire_and_may_still_move():
    made = field(type_="ART", weapons=("Art C",), width=0.6667, depth=0.67)
    centre = (made.state.units["a.c1u1"].place.cx, made.state.units["a.c1u1"].place.cy)
    one = act(made, "turn-gun", degrees=60)
    assert one.place.heading == 150
    assert (one.place.cx, one.place.cy) == pytest.approx(centre, abs=1e-3)
    assert one.moves == 0
    assert "turn-gun" not in offered(made)
    assert "advance" in offered(made)
    fired = field(type_="ART", weapons=("Art C",), width=0.6667, depth=0.67)
    fired.state.activation.shots = 1
    assert not offered(fired)


@pytest.mark.rule("BQ-5.3.b")
def test_heavier_guns_wheel_as_a_movement_action():
    made = field(type_="ART", weapons=("Art A",), width=0.6667, depth=0.67, speed="S")
    assert "turn-gun" not in offered(made)
    assert act(made, "wheel", corner="left", degrees=80).moves == 1


@pytest.mark.rule("BQ-4.1.3.a", "BQ-4.1.3.j", "BQ-6.5.b")
def test_the_enemy_may_answer_a_movement_action_before_it_is_made():
    made = field(unit("b.c1u1", 10, 9, 270, weapons=("Musket",), reacted=False))
    made.state.units["b.c1u1"].reacted = False
    fire = {"do": "opportunity-fire", "unit": "b.c1u1", "at": 0.0}
    one = act(made, "advance", fire, dice=(1,), bu=1)  # its test fails
    assert made.asked[0].kind == "react"
    assert one.place.y == 7
    assert made.state.units["b.c1u1"].reacted


def test_each_action_is_logged_with_its_rule():
    made = field()
    act(made, "wheel", corner="left", degrees=10)
    act(made, "oblique", forward=0.5, right=0.5, dice=(6,))
    assert [(event.how, event.rule) for event in made.events(Moved)] == [
        ("wheel", "BQ-5.2.1.a"),
        ("oblique", "BQ-5.2.2.a"),
    ]
    assert [event.rule for event in made.events(Spent)] == ["BQ-5.2.2.b"]
