"""Leaders on the table (BQ-2.6.1)."""

from math import hypot

import pytest

from rulesets.baroque import command, leaders
from rulesets.baroque.events.command import CommandActivated, LeaderMoved, UnitActivated
from rulesets.baroque.initiative import Bid
from rulesets.baroque.melee.contact import advance, onset
from rulesets.baroque.morale import remove
from rulesets.baroque.movement import actions as movement
from rulesets.baroque.movement import friends
from rulesets.baroque.state import Leader, Piece, Unit
from rulesets.engine.decisions import Option, Refusal
from rulesets.engine.geometry import point_gap, rectangle
from tests.kit.field import Field, unit


def field(*units: Unit, terrain: tuple[Piece, ...] = (), x: float = 10, y: float = 3) -> Field:
    """The leader of a.c1, the C-in-C, is free at (x, y) and his command is active."""
    made = Field(*(units or (unit("a.c1u1", 10, 6, 90),)), terrain=terrain)
    chief = made.state.leaders["a.c1.leader"]
    chief.x, chief.y = x, y
    made.apply(CommandActivated("BQ-4.1.1.d", "a.c1"))
    return made


def chief(made: Field) -> Leader:
    return made.state.leaders["a.c1.leader"]


def options(made: Field, do: str) -> list[Option]:
    return [option for option in leaders.leader_options(made.state) if option.key["do"] == do]


def go(made: Field, do: str, **params: object) -> None:
    wanted = {"do": do, "leader": "a.c1.leader", **params}
    (option,) = [option for option in options(made, do) if option.matches(wanted)]
    leaders.move_leader(made, option.read(wanted))


# ---------------------------------------------------------------------------- what he is and does


@pytest.mark.rule("BQ-1.3.2")
def test_only_the_leaders_of_commands_are_on_the_table_each_a_point():
    battle = Field(unit("a.c1u1", 10, 6, 90), unit("a.c2u1", 4, 6, 90, command="a.c2"))
    led = {one.command for one in battle.state.leaders.values()}
    assert led == set(battle.state.commands)
    assert not set(battle.state.leaders) & set(battle.state.units)  # he has no base of his own


@pytest.mark.rule("BQ-1.3.2")
def test_all_distances_to_a_leader_run_from_his_head_to_the_nearest_point_of_a_base():
    made = field(unit("a.c1u1", 10, 6, 90), y=1.25)  # the rear edge is 4 BU away
    assert options(made, "leader-join")
    chief(made).y = 1.24
    assert not options(made, "leader-join")
    made.state.sides[0].structure = "poor"  # a range of 2 BU
    chief(made).y = 3.25
    assert command.in_command_range(made.state, made.state.units["a.c1u1"])
    chief(made).y = 3.24
    assert not command.in_command_range(made.state, made.state.units["a.c1u1"])


@pytest.mark.rule("BQ-2.6.1.d")
@pytest.mark.parametrize(("level", "bonus"), [("incompetent", 0), ("poor", 1), ("expert", 3)])
def test_a_leader_adds_his_bonus_to_initiative_and_rolls_it_in_a_forced_rally(level, bonus):
    made = field()
    chief(made).level = level
    own = made.state.units["a.c1u1"]
    assert Bid(0, made.state.commands["a.c1"], chief(made), (3, 5)).total == 8 + bonus
    assert command.forced_rally_dice(made.state, own) == bonus
    made.state.sides[0].structure = "poor"  # the unit is out of his range, and he cannot help it
    assert command.forced_rally_dice(made.state, own) == 0
    chief(made).attached = own.id
    assert [one.rule for one in command.discipline_modifiers(made.state, own)] == ["BQ-2.4.1.b"]
    assert command.forced_rally_dice(made.state, own) == bonus


# ---------------------------------------------------------------------------- his own move


@pytest.mark.rule("BQ-2.6.1.a")
def test_a_leader_moves_four_bu_in_parts():
    made = field()
    go(made, "leader-move", x=12.5, y=3)
    go(made, "leader-move", x=12.5, y=1.5)
    assert (chief(made).x, chief(made).y, chief(made).moved) == (12.5, 1.5, 4)
    assert not options(made, "leader-move")


@pytest.mark.rule("BQ-2.6.1.a", "BQ-3.1.3")
@pytest.mark.parametrize(
    ("place", "why"),
    [
        ((13, 6), "the leader may move 4 BU"),
        ((10, 5.5), "u1 stands there"),
        ((12, 3), "impassable"),
        ((13.5, 3), "impassable terrain is in the way"),
    ],
)
def test_where_a_leader_may_not_go(place, why):
    made = field(terrain=(Piece("rocks", "rocks", rectangle(12, 3, 1, 4)),))
    with pytest.raises(Refusal, match=why):
        go(made, "leader-move", x=place[0], y=place[1])


@pytest.mark.rule("BQ-2.6.1.a")
def test_his_allowance_is_whole_again_when_his_command_is_activated():
    made = field()
    go(made, "leader-move", x=14, y=3)
    made.apply(CommandActivated("BQ-4.1.1.d", "a.c1"))
    assert leaders.allowance(chief(made)) == 4


@pytest.mark.rule("BQ-3.1.3")
def test_impassable_terrain_bars_the_way_to_a_unit_and_from_it():
    lake = Piece("t1", "lake", rectangle(10, 4, 6, 1))
    made = field(terrain=(lake,))
    assert not options(made, "leader-join")  # his unit stands 2.25 BU away, but behind the lake
    chief(made).attached = "a.c1u1"
    with pytest.raises(Refusal, match="impassable terrain is in the way"):
        go(made, "leader-leave", x=10, y=3)
    go(made, "leader-leave", x=10, y=4.8)
    assert not chief(made).attached


@pytest.mark.rule("BQ-3.1.3")
def test_woods_and_hedges_do_not_hinder_a_leader():
    made = field(terrain=(Piece("wood", "wood", rectangle(12, 3, 2, 4)),))
    go(made, "leader-move", x=12, y=3)
    assert chief(made).x == 12


# ---------------------------------------------------------------------------- joining and leaving


@pytest.mark.rule("BQ-2.6.1.e", "BQ-2.6.1.f")
def test_a_leader_joins_a_unit_that_he_can_reach_but_neither_guns_nor_baggage():
    made = field()
    go(made, "leader-join", unit="a.c1u1")
    assert chief(made).attached == "a.c1u1"
    assert chief(made).moved == pytest.approx(2.25)
    assert not options(field(unit("a.c1u1", 10, 7.76, 90)), "leader-join")
    guns = field(unit("a.c1u1", 10, 5, 90, "ART"), unit("a.baggage", 12, 5, 90, "BAG"))
    assert not options(guns, "leader-join")


@pytest.mark.rule("BQ-2.6.1.e")
def test_only_the_commander_in_chief_joins_units_of_other_commands():
    made = field(unit("a.c1u1", 10, 5, 90), unit("a.c2u1", 12.5, 5, 90, command="a.c2"))
    assert {option.key["unit"] for option in options(made, "leader-join")} == {"a.c1u1", "a.c2u1"}
    chief(made).commander_in_chief = False
    assert {option.key["unit"] for option in options(made, "leader-join")} == {"a.c1u1"}


@pytest.mark.rule("BQ-2.6.1.i")
def test_he_joins_or_leaves_but_not_both_in_one_activation():
    made = field(unit("a.c1u1", 10, 5, 90), unit("a.c1u2", 12.5, 5, 90))
    go(made, "leader-join", unit="a.c1u1")
    assert not options(made, "leader-leave")
    made.apply(CommandActivated("BQ-4.1.1.d", "a.c1"))
    go(made, "leader-leave", x=10, y=3.5)
    assert chief(made).attached == ""
    assert chief(made).moved == pytest.approx(0.75)
    assert not options(made, "leader-join")
    assert options(made, "leader-move")


@pytest.mark.rule("BQ-2.6.1.k")
def test_a_leader_whose_unit_was_destroyed_joins_no_other_before_his_next_activation():
    made = field(unit("a.c1u1", 10, 5, 90), unit("a.c1u2", 12.5, 5, 90))
    go(made, "leader-join", unit="a.c1u1")
    remove(made, made.state.units["a.c1u1"], "routed", "test", "BQ-2.5.2")
    assert chief(made).alive
    assert not options(made, "leader-join")
    assert not options(made, "leader-move")  # he has moved in this activation
    made.apply(CommandActivated("BQ-4.1.1.d", "a.c1"))
    assert options(made, "leader-join")


@pytest.mark.rule("BQ-6.2.2.c")
def test_a_lost_leader_does_nothing():
    made = field()
    chief(made).alive = False
    assert not list(leaders.leader_options(made.state))


# ---------------------------------------------------------------------------- making way


def advanced(made: Field, bu: float = 1.0) -> Leader:
    one = made.state.units["a.c1u1"]
    made.apply(UnitActivated("BQ-4.1.1.d", one.id))
    for option in movement.options(made, one):
        if option.key["do"] == "advance":
            made.run(movement.perform(made, one, option.read({"do": "advance", "unit": one.id, "bu": bu})))
    return chief(made)


@pytest.mark.rule("BQ-2.6.1.b")
def test_a_free_leader_in_the_path_steps_aside_without_using_his_allowance():
    made = field(y=6.5)
    he = advanced(made)
    (event,) = made.events(LeaderMoved)
    assert event.rule == "BQ-2.6.1.b"
    assert he.moved == 0
    assert point_gap(he.x, he.y, made.state.units["a.c1u1"].place) > 0
    assert hypot(he.x - 10, he.y - 6.5) <= 1.5


@pytest.mark.rule("BQ-2.6.1.b")
def test_he_ends_at_least_one_bu_from_every_enemy():
    made = field(unit("a.c1u1", 10, 6, 90), unit("b.c1u1", 10, 7.6, 270, reacted=True), y=6.9)
    he = advanced(made)
    assert made.events(LeaderMoved)
    assert point_gap(he.x, he.y, made.state.units["b.c1u1"].place) >= 1


@pytest.mark.rule("BQ-2.6.1.b")
def test_who_is_not_in_the_way_stays():
    made = field(x=12, y=6.5)
    advanced(made)
    assert not made.events(LeaderMoved)


@pytest.mark.rule("BQ-2.6.1.b")
def test_leaders_make_way_for_the_enemy_too():
    made = field(x=10, y=6.5)
    made.state.leaders["b.c1.leader"].x, made.state.leaders["b.c1.leader"].y = 9.5, 6.4
    advanced(made)
    assert {event.leader for event in made.events(LeaderMoved)} == {"a.c1.leader", "b.c1.leader"}
    other = made.state.leaders["b.c1.leader"]
    assert point_gap(other.x, other.y, made.state.units["a.c1u1"].place) >= 1


@pytest.mark.rule("BQ-2.6.1.b")
def test_he_makes_way_for_a_friend_whom_a_charge_has_put_behind_it():
    horse, screen = (
        unit("a.c1u1", 10, 6, 90, "TR", depth=0.7, m_bu=2),
        unit("a.c1u2", 11, 7, 90, "S", depth=0.4),
    )
    made = field(horse, screen, unit("b.c1u1", 10, 7.1, 270), x=11.5, y=6.2)
    way = onset(made.state, horse, 2.0, through=friends.may_pass_charging)
    advance(made, horse, way, way.distance, "charge", "BQ-5.4.a")
    assert screen.place.y == pytest.approx(6.4)
    assert point_gap(chief(made).x, chief(made).y, screen.place) > 0


@pytest.mark.rule("BQ-2.6.1.b")
def test_a_leader_whom_a_wheel_passes_over_makes_way():
    made = field(unit("a.c1u1", 10, 6, 90, m_bu=2), x=10.8, y=6.2)
    one = made.state.units["a.c1u1"]
    made.apply(UnitActivated("BQ-4.1.1.d", one.id))
    choice = {"do": "wheel", "unit": one.id, "corner": "left", "degrees": 50.0}
    made.run(movement.perform(made, one, choice))
    assert made.events(LeaderMoved)


@pytest.mark.rule("BQ-2.6.1.a")
@pytest.mark.parametrize("place", [(9.1234, 2.5), (0.5, 0.25)])
def test_unless_a_place_is_given_a_leader_stands_where_he_is_which_is_no_move(place: tuple[float, float]):
    made = field()
    chief(made).x, chief(made).y = place
    (move,) = options(made, "leader-move")
    assert tuple(number.default for number in move.params) == place
    with pytest.raises(Refusal, match="stands there already"):
        move.read({"do": "leader-move", "leader": "a.c1.leader"})


@pytest.mark.rule("BQ-2.6.1.i")
@pytest.mark.parametrize(("y", "behind"), [(6.0, 4.7), (1.1, 0.0)])
def test_who_leaves_his_unit_stands_behind_it_unless_he_says_otherwise(y: float, behind: float):
    made = field(unit("a.c1u1", 10, y, 90, depth=1.0))
    chief(made).attached = "a.c1u1"
    (leave,) = options(made, "leader-leave")
    choice = leave.read({"do": "leader-leave", "leader": "a.c1.leader"})
    assert (choice["x"], choice["y"]) == (10, behind)


@pytest.mark.rule("BQ-2.6.1.g")
def test_an_attached_leader_goes_with_his_unit():
    made = field()
    go(made, "leader-join", unit="a.c1u1")
    advanced(made)
    assert chief(made).attached == "a.c1u1"
    chief(made).joined = False
    (leave,) = options(made, "leader-leave")
    leave.read(
        {"do": "leader-leave", "leader": "a.c1.leader", "x": 10.0, "y": 7.5}
    )  # from where the unit is now
