"""Moving through friends and falling back among them (BQ-5.5, BQ-5.8.a, BQ-7.5.2.e-f)."""

import pytest

from rulesets.baroque.events.command import LeaderDetached, UnitActivated
from rulesets.baroque.events.field import Disordered, Moved, Separated
from rulesets.baroque.movement import actions as movement
from rulesets.baroque.movement import friends
from rulesets.baroque.movement.falling import FallBack, fall_back
from rulesets.baroque.movement.ways import furthest, straight
from rulesets.baroque.state import Piece, Unit
from rulesets.engine.decisions import Refusal
from rulesets.engine.dice import ScriptedDice
from rulesets.engine.geometry import overlap, rectangle
from tests.kit.field import Field, unit

TYPES = ("GA", "TR", "RE", "SP", "CL", "H&M", "P&M", "ETE", "LTE", "PK", "T", "WB", "S", "DR", "ART", "BAG")


def forward_room(made: Field, limit: float) -> tuple[float, str]:
    """Return how far ahead, in BU, the first unit may move and stop, and who bars it."""
    mover = made.state.units["a.c1u1"]
    way = straight(made.state, mover, mover.place.fx, mover.place.fy, limit)
    return furthest(made.state, way), way.blocker


def field(mover: Unit, *others: Unit, terrain: tuple[Piece, ...] = ()) -> Field:
    made = Field(mover, *others, terrain=terrain)
    made.state.sides[0].structure = "good"
    made.apply(UnitActivated("BQ-4.1.1.d", mover.id))
    return made


def act(made: Field, do: str, *answers: object, dice: tuple[int, ...] = (), **params: object) -> Unit:
    made.dice = made.scripted = ScriptedDice(*dice)
    one = made.state.units["a.c1u1"]
    wanted = {"do": do, "unit": one.id, **params}
    (option,) = [option for option in movement.options(made, one) if option.matches(wanted)]
    made.run(movement.perform(made, one, option.read(wanted)), *answers)  # type: ignore[arg-type]
    return one


def back(made: Field, bu: float, *, forced: bool, how: str = "retreat") -> FallBack:
    one = made.state.units["a.c1u1"]
    result: FallBack = made.run(fall_back(made, one, bu, how, "BQ-7.5.2.d", forced=forced))
    return result


def apart(made: Field) -> bool:
    bases = [one.place for one in made.state.on_field()]
    return not any(overlap(a, b) for i, a in enumerate(bases) for b in bases[:i])


def passes(mover: str, friend: str, *, massed: bool = False) -> bool:
    one, other = (
        unit("a.c1u1", 5, 5, 90, mover, massed=massed),
        unit("a.c1u2", 5, 8, 90, friend, massed=massed),
    )
    return friends.may_pass(Field(one, other).state, one, other)


# ---------------------------------------------------------------------------- who may pass whom


@pytest.mark.rule("BQ-5.5.1.a")
def test_light_troops_pass_and_are_passed_by_all_troops():
    for light in ("CL", "S", "DR", "T"):
        for other in TYPES[:-1]:
            assert passes(light, other)
            assert passes(other, light)


@pytest.mark.rule("BQ-5.5.1.b", "BQ-5.5.1.c", "BQ-2.3.1.b")
def test_other_mounted_pass_mounted_and_everybody_passes_artillery():
    assert {friend for friend in TYPES if passes("TR", friend)} == {
        "GA", "TR", "RE", "SP", "CL", "H&M", "S", "DR", "T", "ART",
    }  # fmt: skip
    assert {friend for friend in TYPES if passes("P&M", friend)} == {"CL", "S", "DR", "T", "ART"}
    assert {friend for friend in TYPES if passes("ART", friend)} == {"CL", "S", "DR", "T", "ART"}
    assert passes("RE", "TR", massed=True)


@pytest.mark.rule("BQ-5.5.a")
def test_nobody_passes_a_friend_in_melee_or_an_enemy():
    made = field(
        unit("a.c1u1", 10, 4, 90, "CL", m_bu=3), unit("a.c1u2", 10, 5.5, 90), unit("b.c1u1", 10, 5.5, 270)
    )
    made.state.contacts["b.c1u1", "a.c1u2"] = "front"
    room, blocker = forward_room(made, 3)
    assert (room, blocker) == (pytest.approx(0.75), "a.c1u2")
    made = field(unit("a.c1u1", 10, 4, 90, "CL", m_bu=3), unit("b.c1u1", 10, 5.5, 270, "S"))
    assert forward_room(made, 3)[1] == "b.c1u1"


@pytest.mark.rule("BQ-5.5.2.a")
@pytest.mark.parametrize(
    ("how", "forced", "moved"), [("retreat", True, 2.0), ("evade", False, 0.55), ("disengage", False, 0.55)]
)
def test_only_who_must_go_back_forces_his_way_through_a_friend(how, forced, moved):
    pikes = unit("a.c1u2", 10, 4.75, 90)  # trotters pass them only if they have to
    made = field(unit("a.c1u1", 10, 6, 90, "TR", depth=0.7, m_bu=2), pikes)
    result = back(made, 1.5, forced=forced, how=how)
    assert result.moved == pytest.approx(moved)  # forced: placed directly behind them
    assert pikes.place.y == 4.75
    assert apart(made)


# ---------------------------------------------------------------------------- forward


@pytest.mark.example("EX-5.5.1.a-diagram")
@pytest.mark.rule("BQ-5.5.1.d")
def test_trotters_stop_before_trotters_or_come_clear_with_a_second_action():
    made = field(
        unit("a.c1u1", 10, 4, 90, "TR", m_bu=2, depth=0.7), unit("a.c1u2", 10, 6, 90, "TR", depth=0.7)
    )
    option = movement.options(made, made.state.units["a.c1u1"])[0]
    assert option.params[0].high == pytest.approx(1.3)  # to the rear of B
    with pytest.raises(Refusal, match="bu is 2"):
        act(made, "advance", bu=2)
    act(made, "advance", bu=1.3)
    with pytest.raises(Refusal, match="it must come clear of it or stop before it"):
        act(made, "advance", bu=1)
    one = act(made, "advance", bu=1.4, dice=(4,))
    assert one.place.pose == (10, 6.7, 90)
    assert made.state.units["a.c1u2"].place.pose == (10, 6, 90)
    assert apart(made)
    assert [event.through for event in made.events(Moved)] == [False, True]


@pytest.mark.example("EX-5.5.1.b-diagram")
@pytest.mark.rule("BQ-5.5.1.a", "BQ-5.5.1.d")
@pytest.mark.parametrize(
    ("answer", "dice", "end", "dragoons"),
    [({"do": "put-behind"}, (), 5, 4.25), ({"do": "advance", "bu": 1}, (4,), 6, 4.6)],
    ids=["foot ends on them", "foot comes clear with a second action"],
)
def test_dragoons_are_put_behind_foot_that_ends_on_them(answer, dice, end, dragoons):
    made = field(unit("a.c1u1", 10, 4, 90), unit("a.c1u2", 10, 4.6, 90, "DR", depth=0.55))
    one = act(made, "advance", {**answer, "unit": "a.c1u1"}, bu=1, dice=dice)
    assert one.place.pose == (10, end, 90)
    assert made.state.units["a.c1u2"].place.pose == (10, dragoons, 90)
    assert apart(made)


@pytest.mark.rule("BQ-5.5.1.d", "BQ-5.1.d")
def test_a_mover_whose_march_fails_on_a_light_friend_puts_him_behind():
    made = field(unit("a.c1u1", 10, 4, 90), unit("a.c1u2", 10, 5.5, 90, "DR", depth=1.0))
    act(made, "advance", bu=0.4)
    act(made, "advance", bu=1, dice=(1,))
    assert made.state.units["a.c1u2"].place.y == pytest.approx(5.4 - 0.75)
    assert apart(made)


@pytest.mark.rule("BQ-5.5.1.c", "BQ-5.5.1.d")
def test_guns_are_put_behind_too():
    made = field(unit("a.c1u1", 10, 4, 90), unit("a.c1u2", 10, 4.8, 90, "ART", width=0.6667, depth=0.67))
    act(made, "advance", {"do": "put-behind", "unit": "a.c1u1"}, bu=1)
    assert apart(made)
    assert made.state.units["a.c1u2"].place.y < 4.3


@pytest.mark.rule("BQ-5.5.1.d")
def test_without_room_behind_the_mover_may_not_end_on_a_friend():
    made = field(
        unit("a.c1u1", 10, 4, 90), unit("a.c1u2", 10, 4.6, 90, "DR", depth=0.55), unit("a.c1u3", 10, 3.25, 90)
    )
    act(made, "advance", bu=0.05)
    assert forward_room(made, 0.4)[0] == pytest.approx(0)


@pytest.mark.rule("BQ-6.1.3.3")
def test_after_passing_a_friend_an_action_may_be_used_up_without_moving():
    made = field(unit("a.c1u1", 10, 4, 90, m_bu=2), unit("a.c1u2", 10, 4.6, 90, "DR", depth=0.55))
    act(made, "advance", bu=2)
    assert made.state.activation.passed_through
    one = act(made, "advance", bu=0, dice=(4,))
    assert one.place.y == 6
    assert not made.state.activation.passed_through


# ---------------------------------------------------------------------------- back, of one's own will


@pytest.mark.rule("BQ-5.5.1.e", "BQ-5.2.3.b")
def test_who_moves_back_through_a_friend_is_placed_directly_behind_him():
    made = field(
        unit("a.c1u1", 10, 6, 90, "TR", m_bu=2, depth=0.7), unit("a.c1u2", 10, 4.5, 90, "TR", depth=0.7)
    )
    one = act(made, "back", bu=1.5)
    assert one.place.pose == (10, 3.8, 90)
    assert apart(made)


@pytest.mark.rule("BQ-5.5.1.f")
def test_pikes_moving_back_push_light_troops_without_disordering_them():
    made = field(unit("a.c1u1", 10, 6, 90), unit("a.c1u2", 10, 5, 90, "T"), unit("a.c1u3", 10, 4.1, 90, "S"))
    act(made, "back", bu=1)
    assert [made.state.units[f"a.c1u{n}"].place.y for n in (1, 2, 3)] == pytest.approx([5, 4.25, 3.5])
    assert [event.unit for event in made.events(Disordered)] == ["a.c1u1"]  # it moved back (BQ-5.2.3.a)
    assert apart(made)


@pytest.mark.rule("BQ-5.5.1.f")
def test_pikes_moving_back_stop_at_any_other_unit():
    made = field(unit("a.c1u1", 10, 6, 90), unit("a.c1u2", 10, 4.8, 90, "WB"))
    with pytest.raises(Refusal, match=r"give 0\.01 to 0\.45 BU"):
        act(made, "back", bu=1)


# ---------------------------------------------------------------------------- forced back


@pytest.mark.rule("BQ-5.5.2.b", "BQ-7.5.2.e", "BQ-7.5.2.d")
@pytest.mark.parametrize("type_", ["S", "T", "DR", "TR", "GA", "CL"])
def test_light_troops_and_mounted_forced_back_pass_all_friends(type_):
    made = field(
        unit("a.c1u1", 10, 6, 90, type_), unit("a.c1u2", 10, 5, 90, "P&M"), unit("a.c1u3", 10, 4.2, 90)
    )
    assert back(made, 1, forced=True) == FallBack(2.55, True, False)
    assert made.state.units["a.c1u1"].place.pose == (10, 3.45, 90)
    assert not made.events(Disordered)


@pytest.mark.rule("BQ-5.5.2.c")
def test_other_troops_forced_back_push_and_disorder_a_whole_chain():
    made = field(unit("a.c1u1", 10, 6, 90), unit("a.c1u2", 10, 5, 90, "TR"), unit("a.c1u3", 10.5, 4.1, 90))
    assert back(made, 1, forced=True) == FallBack(1, True, False)
    assert [made.state.units[f"a.c1u{n}"].place.y for n in (1, 2, 3)] == pytest.approx([5, 4.25, 3.5])
    assert {event.unit for event in made.events(Disordered)} == {"a.c1u2", "a.c1u3"}
    assert apart(made)


@pytest.mark.rule("BQ-5.5.2.c", "BQ-2.5.3.e")
def test_a_friend_pushed_while_disordered_loses_nothing():
    made = field(unit("a.c1u1", 10, 6, 90), unit("a.c1u2", 10, 5, 90, disordered=True))
    back(made, 1, forced=True)
    assert made.state.units["a.c1u2"].losses == 0


@pytest.mark.rule("BQ-5.5.2.c", "BQ-7.5.2.e", "BQ-7.5.2.f")
def test_friends_in_melee_block_a_retreat():
    made = field(unit("a.c1u1", 10, 6, 90, "TR"), unit("a.c1u2", 10, 4.75, 90), unit("b.c1u1", 11, 4.4, 180))
    made.state.contacts["b.c1u1", "a.c1u2"] = "side"
    assert back(made, 2, forced=True) == FallBack(0.5, True, False)
    assert back(made, 2, forced=True) == FallBack(0, False, False)


@pytest.mark.rule("BQ-7.5.2.f")
def test_an_enemy_or_impassable_terrain_behind_blocks_a_retreat():
    made = field(unit("a.c1u1", 10, 6, 90), unit("b.c1u1", 10, 5.25, 90))
    assert not back(made, 1, forced=True).started
    rocks = Piece("rocks", "rocks", rectangle(10, 4.25, 4, 2))
    made = field(unit("a.c1u1", 10, 6, 90), terrain=(rocks,))
    assert not back(made, 1, forced=True).started


@pytest.mark.rule("BQ-5.5.2.c")
def test_a_push_ends_where_the_pushed_cannot_go():
    made = field(unit("a.c1u1", 10, 6, 90), unit("a.c1u2", 10, 5, 90), unit("b.c1u1", 10, 3.75, 90))
    assert back(made, 1, forced=True).moved == pytest.approx(0.75)
    assert made.state.units["a.c1u2"].place.y == pytest.approx(4.5)
    assert apart(made)


@pytest.mark.rule("BQ-5.8.a")
def test_who_falls_back_over_the_edge_is_removed():
    made = field(unit("a.c1u1", 10, 1.5, 90, "TR"))
    made.state.leaders["a.c1.leader"].attached = "a.c1u1"
    assert back(made, 1, forced=True).off_table
    assert made.state.units["a.c1u1"].status == "left"
    assert made.events(LeaderDetached) or not made.state.leaders["a.c1.leader"].alive


@pytest.mark.rule("BQ-3.1.1.c", "BQ-5.6.h")
def test_difficult_ground_does_not_shorten_a_retreat_but_disorders():
    wood = Piece("wood", "wood", rectangle(10, 4, 8, 4))
    made = field(unit("a.c1u1", 10, 6, 90, "TR"), terrain=(wood,))
    assert back(made, 3, forced=True).moved == 3
    assert [event.rule for event in made.events(Disordered)] == ["BQ-3.1.1.c"]


@pytest.mark.rule("BQ-7.5.2.d")
def test_contacts_that_a_retreat_breaks_are_ended():
    made = field(unit("a.c1u1", 10, 6, 90), unit("b.c1u1", 10, 6, 270))
    made.state.contacts["b.c1u1", "a.c1u1"] = "front"
    back(made, 1, forced=True)
    assert [(event.unit, event.target) for event in made.events(Separated)] == [("a.c1u1", "b.c1u1")]
    assert not made.state.contacts


@pytest.mark.rule("BQ-7.5.3.a")
def test_a_retreat_slides_along_an_enemy_at_the_side():
    made = field(unit("a.c1u1", 10, 6, 90), unit("b.c1u1", 11, 5.6, 180))
    made.state.contacts["b.c1u1", "a.c1u1"] = "side"
    assert back(made, 1, forced=True).moved == 1
    assert made.state.contacts  # it did not get clear


@pytest.mark.rule("BQ-5.6.h", "BQ-5.5.1.e")
def test_of_its_own_will_it_passes_only_whom_its_type_may_pass():
    made = field(unit("a.c1u1", 10, 6, 90, "TR"), unit("a.c1u2", 10, 5, 90))
    assert back(made, 2, forced=False, how="evade").moved == pytest.approx(0.25)
