"""Orders: modifiers of the rating, the test, blunders, who may order whom (MPP-2, MPP-4.5)."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.engine.dice import total
from rulesets.mail_pike_powder import leaders, orders
from rulesets.mail_pike_powder.events import Moved, MoveMade, OrderGiven, Recovered, Rerolled, Silenced
from tests.kit.examples import example
from tests.rulesets.mail_pike_powder.positions import Table, area, unit


def rating(table: Table, id_: str = "a1") -> int:
    return total(orders.modifiers(table.state, table.state.leaders["a.c1.leader"], table.unit(id_)))


@pytest.mark.rule("MPP-2.1", "MPP-C-33")
@pytest.mark.parametrize(("inches", "added"), [(0, 0), (11.9, 0), (12, -1), (23.9, -1), (24, -2), (37, -3)])
def test_each_full_12_inches_to_the_commander_count(inches: float, added: int) -> None:
    # The commander stands at (36, 6); the unit's rear is so far ahead of him.
    table = Table(unit("a1", 36, 7.5 + inches))
    assert rating(table) == added


@pytest.mark.rule("MPP-2.2")
@pytest.mark.parametrize(("inches", "added"), [(6, -1), (6.1, 0)])
def test_an_enemy_within_6_inches_counts_wherever_it_faces(inches: float, added: int) -> None:
    table = Table(unit("a1", 36, 10), unit("b1", 36, 10 + inches + 1.5, heading=90))
    assert rating(table) == added


@pytest.mark.rule("MPP-2.3", "MPP-2.4", "MPP-C-33")
@pytest.mark.parametrize(
    ("kind", "formation", "road", "added"),
    [
        ("foot", "line", False, 0), ("foot", "line", True, 0), ("foot", "attack_column", False, 1),
        ("foot", "attack_column", True, 1), ("foot", "march_column", False, 1),
        ("foot", "march_column", True, 2), ("gun", "limbered", False, 1), ("gun", "limbered", True, 2),
        ("gun", "deployed", True, 0),
    ],
)  # fmt: skip
def test_columns_and_limbered_guns_are_ordered_more_easily(
    kind: str, formation: str, *, road: bool, added: int
) -> None:
    table = Table(unit("a1", 36, 14, kind, formation), terrain=[area("road", 30, 0, 42, 48)] if road else [])
    assert rating(table) == added


@pytest.mark.rule("MPP-2.1", "MPP-2.2", "MPP-2.3", "MPP-2.4")
@pytest.mark.parametrize(
    "key",
    [
        pytest.param("MPP-EX-07", marks=pytest.mark.example("MPP-EX-07")),
        pytest.param("MPP-EX-08", marks=pytest.mark.example("MPP-EX-08")),
    ],
)
def test_the_worked_command_modifiers(key: str) -> None:
    row = example(key, "mail_pike_powder")
    given = row["given"]
    formation = given["formation"].replace(" ", "_")
    column = unit("a1", 36, 0, formation=formation)
    front = 6 + given["distance_inches"] + column.place.depth
    column = unit("a1", 36, front, formation=formation)
    enemies = [unit("b1", 36, front + 4)] if given["enemy_within_6_in"] else []
    road = [area("road", 30, 0, 42, 48)] if given["on_road"] else []
    assert rating(Table(column, *enemies, terrain=road)) == row["expect"]["modifier"]


# -- the test -------------------------------------------------------------------------------------


def ordered(table: Table, *answers: Any, intent: str = "move", id_: str = "a1") -> int:
    leader = table.state.leaders["a.c1.leader"]
    made: int = table.run(orders.take(table, leader, [table.unit(id_)], intent), *answers)
    return made


@pytest.mark.rule("MPP-2.1", "MPP-C-06")
@pytest.mark.parametrize(("dice", "moves"), [([4, 4], 1), ([3, 4], 1), ([3, 3], 2), ([2, 3], 3), ([1, 1], 3)])
def test_the_margin_gives_the_moves(dice: list[int], moves: int) -> None:
    assert ordered(Table(unit("a1", 36, 10), dice=dice)) == moves


@pytest.mark.rule("MPP-2.1", "MPP-C-09")
def test_the_general_rerolls_one_failed_order_a_turn() -> None:
    table = Table(unit("a1", 36, 10), unit("a2", 46, 10), dice=[6, 3, 2, 2])
    assert ordered(table, {"do": "reroll"}) == 3
    assert table.events(Rerolled)
    assert not table.state.leaders["a.c1.leader"].spent
    table = Table(unit("a1", 36, 10), dice=[6, 3])
    table.state.leaders["a.c1.leader"].rerolled = True
    assert ordered(table) == 0
    assert table.events(OrderGiven)[0].spent
    assert table.state.leaders["a.c1.leader"].spent


@pytest.mark.rule("MPP-2.1")
def test_militia_fails_on_the_rating_itself() -> None:
    assert ordered(Table(unit("a1", 36, 10, special=("Militia",)), dice=[4, 4]), {"do": "keep"}) == 0
    assert orders.chance_of(8, militia=True) == orders.chance_of(7)


@pytest.mark.rule("MPP-2.1", "MPP-C-08")
@pytest.mark.parametrize(
    ("die", "more", "dx", "dy"),
    [(1, [], 0, -12), (2, [], 0, -6), (3, [], -6, 0), (4, [], 6, 0), (5, [], 0, 6), (6, [4], 0, 12)],
)
def test_a_blunder_takes_the_unit_somewhere(die: int, more: list[int], dx: float, dy: float) -> None:
    table = Table(unit("a1", 36, 24), dice=[6, 6, die, *more])
    before = table.unit("a1").place
    assert ordered(table, {"do": "keep"}) == -1
    moved = table.events(Moved)[-1]
    after = table.unit("a1").place
    assert moved.how == "blunder"
    assert after.cx - before.cx == pytest.approx(dx, abs=0.01)
    assert after.cy - before.cy == pytest.approx(dy, abs=0.01)
    assert table.events(Silenced), "the general has blundered"


@pytest.mark.rule("MPP-4.5")
@pytest.mark.parametrize(
    ("kind", "formation", "moves"),
    [
        ("foot", "march_column", 1), ("foot", "square", 1), ("gun", "limbered", 1), ("baggage", "line", 1),
        ("foot", "line", 0), ("foot", "attack_column", 0), ("gun", "deployed", 0),
    ],
)  # fmt: skip
def test_who_may_make_a_move_though_the_order_failed(kind: str, formation: str, moves: int) -> None:
    table = Table(unit("a1", 36, 14, kind, formation), dice=[6, 5])
    table.state.leaders["a.c1.leader"].rerolled = True
    order = {"do": "order", "leader": "a.c1.leader", "unit": "a1", "intent": "move"}
    step = {"do": "advance", "unit": "a1", "turn": 0.0, "inches": 1.0}
    answers: list[Any] = [order, *([step] * moves)]
    if kind == "gun" and formation == "limbered":
        answers = [order, step]
    table.run(orders.phase(table, 0), *answers)
    assert len(table.events(MoveMade)) == moves


def test_eager_units_whose_order_to_charge_fails_may_charge_with_one_move() -> None:
    table = Table(unit("a1", 36, 20, special=("Eager",)), unit("b1", 36, 24), dice=[6, 5])
    table.state.leaders["a.c1.leader"].rerolled = True
    order = {"do": "order", "leader": "a.c1.leader", "unit": "a1", "intent": "charge"}
    table.run(orders.phase(table, 0), order, {"do": "charge", "unit": "a1", "target": "b1"}, {"do": "stand"})
    assert ("a1", "b1") in table.state.contacts


# -- the battalia, rallying, following --------------------------------------------------------------


@pytest.mark.rule("MPP-7.1.d", "MPP-C-07")
def test_an_order_to_a_battalia_needs_its_units_near_each_other() -> None:
    near = Table(unit("a1", 36, 10), unit("a2", 43, 10), unit("a3", 55, 10))
    assert orders.together(near.state, ["a1", "a2"])
    assert orders.together(near.state, ["a1", "a2", "a3"]) != []
    far = Table(unit("a1", 36, 10), unit("a2", 49, 10))
    assert orders.together(far.state, ["a1", "a2"]) == []


@pytest.mark.rule("MPP-7.1.d", "MPP-C-07", "MPP-C-24")
def test_disordered_units_get_no_order_and_nobody_gets_two() -> None:
    table = Table(unit("a1", 36, 10, disordered=1), unit("a2", 46, 10, ordered=True), unit("a3", 56, 10))
    assert [u.id for u in table.state.on_field() if orders.may_be_ordered(table.state, u)] == ["a3"]


@pytest.mark.rule("MPP-7.1.e", "MPP-3.7", "MPP-C-12")
def test_a_commander_rallies_a_casualty_from_a_unit_that_he_joins() -> None:
    table = Table(unit("a1", 36, 20, casualties=2), dice=[3, 3])
    join = {"do": "rally", "leader": "a.c1.leader", "unit": "a1"}
    table.run(leaders.phase(table, 0), join)
    assert [(event.unit, event.casualties) for event in table.events(Recovered)] == [("a1", 1)]
    assert table.state.leaders["a.c1.leader"].attached == "a1"


@pytest.mark.rule("MPP-7.1.e", "MPP-C-07", "MPP-C-12")
def test_who_has_had_an_order_is_not_rallied_as_well() -> None:
    table = Table(unit("a1", 36, 20, casualties=2, ordered=True), unit("a2", 46, 20, casualties=1))
    found = leaders._options(table.state, table.state.leaders["a.c1.leader"])
    assert {each.key["unit"] for each in found if each.key["do"] == "rally"} == {"a2"}


@pytest.mark.rule("MPP-7.1.e", "MPP-C-12")
def test_follow_me_takes_a_unit_up_to_three_moves_with_its_commander() -> None:
    table = Table(unit("a1", 36, 10), dice=[2, 2])
    go = {"do": "advance", "unit": "a1", "turn": 0.0, "inches": 6.0}
    follow = {"do": "follow-me", "leader": "a.c1.leader", "unit": "a1"}
    table.run(leaders.phase(table, 0), follow, go, go, go)
    assert table.unit("a1").place.y == 28
    assert table.state.leaders["a.c1.leader"].y == table.unit("a1").place.cy
