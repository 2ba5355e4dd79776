"""The turn: battalias, Elite, initiative, shooting, combat, disorder; the end of a battle (MPP-7)."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.mail_pike_powder import leaders, orders, terrain, turn, victory
from rulesets.mail_pike_powder.events import (
    BattaliaChecked,
    Contacted,
    Fired,
    InOrder,
    LeaderReplaced,
    PhaseBegan,
    RoundFought,
)
from rulesets.mail_pike_powder.setup import deployment
from tests.rulesets.mail_pike_powder.positions import Table, area, facing, unit


@pytest.mark.rule("MPP-7.1.a")
@pytest.mark.parametrize(
    ("units", "broken"),
    [
        ([("foot", 0), ("foot", 3)], False),
        ([("foot", 3), ("foot", 3), ("foot", 0)], True),
        ([("foot", 3), ("foot", 2), ("foot", 0)], False),
        ([("foot", 3), ("gun", 2), ("gun", 2)], True),
        ([("foot", 0), ("foot", 0), ("gun", 2)], False),
        ([("gun", 2), ("gun", 2), ("foot", 0)], True),
        ([("foot", 3), ("foot", 0), ("baggage", 1)], False),
    ],
)
def test_a_battalia_of_which_more_than_half_is_lost_or_shaken_is_broken(
    units: list[tuple[str, int]], *, broken: bool
) -> None:
    made = [
        unit(f"a{n}", 10 + 8 * n, 10, kind, casualties=lost) for n, (kind, lost) in enumerate(units, start=1)
    ]
    table = Table(*made)
    victory.check_battalias(table, 0)
    assert table.state.commands["a.c1"].broken == broken
    assert bool(table.events(BattaliaChecked)) == broken


@pytest.mark.rule("MPP-7.1.a")
def test_what_is_off_the_table_is_lost_and_a_battalia_may_rally() -> None:
    table = Table(unit("a1", 10, 10), unit("a2", 20, 10, casualties=3), unit("a3", 30, 10))
    table.unit("a1").status = "broken"
    victory.check_battalias(table, 0)
    assert table.state.commands["a.c1"].broken
    table.unit("a2").casualties = 2
    victory.check_battalias(table, 0)
    assert not table.state.commands["a.c1"].broken


@pytest.mark.rule("MPP-7.1.b", "MPP-C-36")
@pytest.mark.parametrize(("die", "order"), [(4, True), (3, False)])
def test_a_disordered_elite_unit_may_lose_its_disorder(die: int, *, order: bool) -> None:
    table = Table(unit("a1", 36, 10, elite=4, disordered=1), unit("a2", 46, 10, disordered=1), dice=[die])
    table.run(leaders.elite(table, 0))
    assert [event.unit for event in table.events(InOrder)] == ["a1"] * order


@pytest.mark.rule("MPP-7.1.c", "MPP-C-10")
@pytest.mark.parametrize(("inches", "moves"), [(6, True), (6.5, False)])
def test_units_within_6_inches_of_an_enemy_may_move_by_themselves(inches: float, *, moves: bool) -> None:
    table = Table(unit("a1", 36, 10), unit("b1", 36, 10 + inches), unit("a2", 10, 10))
    answers: list[Any] = [{"do": "charge", "unit": "a1", "target": "b1"}, {"do": "stand"}] if moves else []
    table.run(orders.initiative(table, 0), *answers)
    assert table.unit("a1").ordered == moves
    assert not table.scripted.values
    assert bool(table.events(Contacted)) == moves
    assert not orders.may_be_ordered(table.state, table.unit("a1")) or not moves


DONE = {"do": "done"}


@pytest.mark.rule(
    "MPP-7.1.a", "MPP-7.1.b", "MPP-7.1.c", "MPP-7.1.d", "MPP-7.1.e", "MPP-7.2", "MPP-7.3", "MPP-C-13"
)
def test_a_turn_goes_through_its_phases_in_order() -> None:
    table = Table(
        unit("a1", 30, 20), unit("a2", 50, 10, disordered=1, elite=3), unit("b1", 30, 25.5),
        unit("a3", 60, 24), unit("b3", 60, 24, morale=0), dice=[1, 4, 1, 1, 6, 4, *[1] * 4, *[1] * 5, 5, 4],
    )  # fmt: skip
    shoot = {"do": "shoot", "unit": "a1", "target": "b1"}
    stay = {"do": "stay"}
    table.run(turn.play_turn(table, 0, 1), DONE, DONE, DONE, shoot, stay)
    asked = [decision.kind for decision in table.asked]
    assert asked[:4] == ["initiative", "order", "commander", "shoot"]
    assert [event.phase for event in table.events(PhaseBegan)] == ["command", "shooting", "combat"]
    kinds = [event.kind for event in table.log]
    assert kinds.index("fired") < kinds.index("round-fought")
    assert table.events(Fired)
    assert {event.unit for event in table.events(RoundFought)} == {"a3", "b3"}


@pytest.mark.rule("MPP-7.4")
@pytest.mark.parametrize(("since", "fights", "left"), [(1, False, False), (2, False, True), (1, True, True)])
def test_disorder_goes_at_the_end_of_the_next_turn_of_the_side(
    since: int, *, fights: bool, left: bool
) -> None:
    table = (
        facing(first={"disordered": 1}, second={"stamina": 9}, dice=[1] * 10)
        if fights
        else Table(unit("a1", 36, 10, disordered=since))
    )
    table.state.sides[0].turns = 1
    answers = [{"do": "done"}] * 4
    run_turn(table, answers)
    assert bool(table.unit("a1").disordered) == left


def run_turn(table: Table, answers: list[Any]) -> None:
    """Play a turn in which nobody does anything."""
    steps = turn.play_turn(table, 0, 2)
    try:
        decision = next(steps)
        while True:
            decision = steps.send(decision.read(answers[0]))
    except StopIteration:
        return


@pytest.mark.rule("MPP-7.1.a", "MPP-C-26")
def test_an_army_with_half_of_its_battalias_broken_is_beaten() -> None:
    table = Table(unit("a1", 36, 10, casualties=3), unit("a2", 50, 10, command="a.c2"), unit("b1", 36, 40))
    victory.check_battalias(table, 0)
    result = victory.army_break(table, 0)
    assert result is not None
    assert result.winner == 1
    assert victory.army_break(table, 1) is None


@pytest.mark.rule("MPP-C-26")
def test_after_the_last_turn_broken_battalias_and_then_lost_units_decide() -> None:
    table = Table(unit("a1", 36, 10), unit("a2", 46, 10), unit("a3", 56, 10), unit("b1", 36, 40))
    assert victory.last_turn(table).winner is None
    table.unit("a1").status = "broken"
    assert victory.last_turn(table).winner == 1


@pytest.mark.rule("MPP-C-38")
def test_a_commander_who_fell_is_replaced_by_one_with_7() -> None:
    table = Table(unit("a1", 36, 10), level="9")
    table.state.leaders["a.c1.leader"].alive = False
    leaders.replace_lost(table, 0)
    assert [event.level for event in table.events(LeaderReplaced)] == ["7"]
    assert table.state.leaders["a.c1.leader"].rating == 7


@pytest.mark.rule("MPP-C-29")
@pytest.mark.parametrize(("depth", "zone"), [(72, 9), (48, 9), (40, 8), (30, 3)])
def test_armies_begin_at_least_24_inches_apart(depth: float, zone: float) -> None:
    table = Table(unit("a1", 36, 3), depth=depth)
    assert [deployment.zone_of(table.state, side).depth for side in (0, 1)] == [zone, zone]


@pytest.mark.rule("MPP-C-29", "MPP-4.1")
def test_horse_is_not_drawn_up_before_a_wood_that_it_may_not_enter() -> None:
    table = Table(unit("a1", 36, 8, "horse"), unit("b1", 36, 44), terrain=[area("wood", 20, 10, 52, 20)])
    horse = table.unit("a1")
    horse.base, horse.status = None, "reserve"
    ((_, base),) = deployment.line_up(table.state, table.state.commands["a.c1"], [horse])
    assert base is not None
    assert terrain.free_way(table.state, horse, base, base.fx, base.fy, 9.0)[0] == 9.0
