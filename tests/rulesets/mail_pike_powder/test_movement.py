"""Movement: how far, over what ground, free moves, formations (MPP-3, MPP-4, MPP-C-11, MPP-C-14)."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.engine.decisions import Refusal
from rulesets.engine.geometry import gap
from rulesets.mail_pike_powder import charges, leaders, moves, orders, terrain
from rulesets.mail_pike_powder.events import LeaderMoved, Moved, MoveMade
from tests.rulesets.mail_pike_powder.positions import Table, area, line, unit

AHEAD = {"do": "advance", "unit": "a1", "turn": 0.0}


def free(table: Table, inches: float = 0.0, id_: str = "a1") -> float:
    """How far a unit may go straight ahead with one move."""
    one = table.unit(id_)
    base = one.place
    way = moves.straight(table.state, one, base, base.fx, base.fy, inches or moves.rate(one))
    return moves.room(table.state, way)


@pytest.mark.rule("MPP-3.1", "MPP-3.2", "MPP-3.3", "MPP-3.4", "MPP-3.5")
@pytest.mark.parametrize(
    ("kind", "formation", "changes", "inches"),
    [
        ("foot", "line", {}, 6), ("foot", "square", {}, 6), ("pikes", "block", {}, 6),
        ("shot", "skirmish", {}, 6),
        ("baggage", "line", {}, 6), ("horse", "line", {}, 9), ("horse", "march_column", {}, 9),
        ("light", "skirmish", {}, 12), ("light", "line", {}, 9), ("gun", "limbered", {}, 6),
        ("gun", "limbered", {"mounted": True}, 9), ("gun", "deployed", {}, 3),
        ("gun", "deployed", {"gun": "light"}, 3), ("gun", "deployed", {"gun": "heavy"}, 0),
        ("gun", "limbered", {"gun": "heavy"}, 0), ("pikes", "hedgehog", {}, 0),
    ],
)  # fmt: skip
def test_how_far_a_unit_moves(kind: str, formation: str, changes: Any, inches: float) -> None:
    table = Table(unit("a1", 36, 10, kind, formation, **changes))
    assert moves.rate(table.unit("a1")) == inches
    assert (free(table) if inches else 0) == inches


@pytest.mark.rule("MPP-3.6", "MPP-3.7")
@pytest.mark.parametrize(("mounted", "inches"), [(True, 24), (False, 18)])
def test_how_far_a_commander_moves(*, mounted: bool, inches: float) -> None:
    table = Table(unit("a1", 10, 10))
    leader = table.state.leaders["a.c1.leader"]
    leader.mounted = mounted
    assert leaders.reach(leader) == inches
    go = {"do": "leader-move", "leader": leader.id, "x": 36.0, "y": 6.0 + inches}
    with pytest.raises(Refusal):
        table.run(leaders.phase(table, 0), {**go, "y": 6.5 + inches})
    table.run(leaders.phase(table, 0), go)
    assert [(event.x, event.y) for event in table.events(LeaderMoved)] == [(36.0, 6.0 + inches)]


@pytest.mark.rule("MPP-3.1")
def test_a_wheel_costs_what_its_outer_corner_goes() -> None:
    one = unit("a1", 36, 10, "horse")
    _, used = moves.turned(one, 45.0)
    assert used == pytest.approx(5.0 * 3.14159 / 4, abs=0.001)
    assert moves.turned(unit("a1", 36, 10, "shot"), 90.0)[1] == 0.0


@pytest.mark.rule("MPP-3.1", "MPP-C-37")
def test_units_stay_on_the_table_and_off_the_enemy() -> None:
    assert free(Table(unit("a1", 36, 46))) == 2
    assert free(Table(unit("a1", 36, 20), unit("b1", 36, 24))) == pytest.approx(4 - moves.CLEAR)
    through = Table(unit("a1", 36, 10), unit("a2", 36, 13))
    assert free(through) == 6  # MPP-C-37: through a friend, and clear of him at the end
    assert free(Table(unit("a1", 36, 10), unit("a2", 36, 15.8))) < 5


# -- ground ---------------------------------------------------------------------------------------


@pytest.mark.rule("MPP-4.1")
@pytest.mark.parametrize(
    ("kind", "formation", "changes", "inches"),
    [
        ("foot", "line", {}, 2), ("horse", "line", {}, 2), ("shot", "skirmish", {}, 6),
        ("light", "skirmish", {}, 12), ("foot", "skirmish", {}, 3),
    ],
)  # fmt: skip
def test_woods_need_open_order(kind: str, formation: str, changes: Any, inches: float) -> None:
    wood = area("wood", 20, 12, 52, 40)
    found = free(Table(unit("a1", 36, 10, kind, formation, **changes), terrain=[wood]))
    assert found == pytest.approx(inches, abs=0.06)


@pytest.mark.rule("MPP-4.1")
def test_a_commander_enters_woods_and_keeps_out_of_water() -> None:
    table = Table(
        unit("a1", 10, 10), terrain=[area("wood", 30, 10, 40, 20), area("lake", 50, 10, 60, 20, "t2")]
    )
    assert terrain.leader_may_stand(table.state, 35, 15)
    assert not terrain.leader_may_stand(table.state, 55, 15)


@pytest.mark.rule("MPP-4.2")
@pytest.mark.parametrize(("formation", "moved"), [("line", 1), ("skirmish", 3)])
def test_rough_ground_holds_formed_units_to_one_move(formation: str, moved: int) -> None:
    marsh = area("rough", 20, 0, 52, 48)
    table = Table(unit("a1", 36, 10, formation=formation, open_order=True), terrain=[marsh])
    step = {**AHEAD, "inches": 2.0}
    table.run(orders.carry_out(table, table.unit("a1"), 3, charging=False), *[step] * moved)
    assert len(table.events(MoveMade)) == moved


@pytest.mark.rule("MPP-4.2")
def test_who_has_moved_does_not_enter_rough_ground() -> None:
    table = Table(unit("a1", 36, 10, moves=1), terrain=[area("rough", 20, 12, 52, 48)])
    assert free(table) == pytest.approx(2, abs=0.05)


@pytest.mark.rule("MPP-4.3")
@pytest.mark.parametrize("kind", ["hedge", "wall", "stream", "earthwork"])
def test_to_cross_a_hedge_wall_or_stream_uses_up_a_move(kind: str) -> None:
    table = Table(unit("a1", 36, 10), terrain=[line(kind, 20, 12, 52, 12)])
    across = free(table)
    assert across == pytest.approx(2 + 1.5, abs=0.3), "stops just beyond it"
    table.run(
        orders.carry_out(table, table.unit("a1"), 2, charging=False),
        {**AHEAD, "inches": across}, {**AHEAD, "inches": 6.0},
    )  # fmt: skip
    assert table.unit("a1").place.y == pytest.approx(10 + across + 6)
    assert free(Table(unit("a1", 36, 10, "shot"), terrain=[line(kind, 20, 12, 52, 12)])) == 6


@pytest.mark.rule("MPP-4.3")
def test_nobody_stops_across_an_obstacle() -> None:
    table = Table(unit("a1", 36, 10), terrain=[line("hedge", 20, 12, 52, 12)])
    with pytest.raises(Refusal):
        table.run(orders.carry_out(table, table.unit("a1"), 1, charging=False), {**AHEAD, "inches": 2.7})


@pytest.mark.rule("MPP-4.4")
def test_it_takes_a_move_to_enter_and_one_to_leave_a_building() -> None:
    house = area("building", 34, 12, 38, 16)
    table = Table(unit("a1", 36, 10), terrain=[house])
    steps = orders.carry_out(table, table.unit("a1"), 2, charging=False)
    table.run(
        steps, {"do": "enter", "unit": "a1", "piece": "t1"}, {"do": "leave", "unit": "a1", "to": "front"}
    )
    assert [event.rule for event in table.events(MoveMade)] == ["MPP-4.4", "MPP-4.4"]
    assert table.unit("a1").formation == "line"
    assert gap(table.unit("a1").place, terrain.building_base(house, 90)) < 1
    full = Table(unit("a1", 36, 10), unit("b1", 36, 12, formation="building"), terrain=[house], contacts={})
    assert terrain.held_by(full.state, house) is full.unit("b1")
    assert not any(each.key["do"] == "enter" for each in moves.options(full.state, full.unit("a1")))


@pytest.mark.rule("MPP-4.6")
@pytest.mark.parametrize("state", [{"casualties": 3}, {"disordered": 1}])
def test_the_shaken_and_disordered_may_move_away_without_an_order(state: Any) -> None:
    table = Table(unit("a1", 36, 20, **state), unit("b1", 36, 28))
    back = {"do": "back", "unit": "a1", "inches": 6.0}
    table.run(orders.phase(table, 0), {"do": "away", "unit": "a1"}, back)
    moved = table.events(Moved)[0]
    assert (moved.y, moved.heading) == (14.0, 90.0)
    assert not table.scripted.values, "no dice"


@pytest.mark.rule("MPP-4.6")
def test_a_move_away_does_not_come_nearer() -> None:
    table = Table(unit("a1", 36, 20, disordered=1), unit("b1", 36, 28))
    kinds = {each.key["do"] for each in moves.options(table.state, table.unit("a1"), away=True)}
    assert kinds == {"back"}


# -- enemies near, formations, charges ----------------------------------------------------------------


@pytest.mark.rule("MPP-7.1.d", "MPP-C-11")
def test_an_enemy_within_12_inches_ahead_binds_a_unit() -> None:
    bound = Table(unit("a1", 36, 20), unit("b1", 36, 30))
    assert moves.proximity(bound.state, bound.unit("a1")) is bound.unit("b1")
    found = {each.key["do"] for each in moves.options(bound.state, bound.unit("a1"))}
    assert "side" not in found
    assert "advance" in found
    loose = Table(unit("a1", 36, 17), unit("b1", 36, 30))
    assert moves.proximity(loose.state, loose.unit("a1")) is None
    assert "side" in {each.key["do"] for each in moves.options(loose.state, loose.unit("a1"))}


@pytest.mark.rule("MPP-7.1.d", "MPP-C-11")
def test_who_is_bound_charges_those_who_bind_it_and_nobody_else() -> None:
    table = Table(unit("a1", 36, 20, "horse"), unit("b1", 32, 30), unit("b2", 45, 30), unit("b3", 18, 27))
    one = table.unit("a1")
    assert [each.id for each in moves.binding(table.state, one)] == ["b1", "b2"]
    assert {each.target.id for each in charges.reachable(table.state, one, 3)} == {"b1", "b2"}
    every = {each.target.id for each in charges.reachable(table.state, one, 3, bound=False)}
    assert every == {"b1", "b2", "b3"}


@pytest.mark.rule("MPP-3.1", "MPP-C-14", "MPP-C-31")
def test_a_change_of_formation_takes_a_move_but_light_guns_limber_freely() -> None:
    for gun, made in (("light", 0), ("medium", 1)):
        table = Table(unit("a1", 36, 10, "gun", gun=gun))
        moves.make(table, table.unit("a1"), {"do": "form", "unit": "a1", "formation": "limbered"})
        assert table.unit("a1").formation == "limbered"
        assert len(table.events(MoveMade)) == made


@pytest.mark.rule("MPP-3.5")
def test_a_hedgehog_changes_its_formation_before_it_moves() -> None:
    table = Table(unit("a1", 36, 10, "pikes", "hedgehog"))
    assert {each.key["do"] for each in moves.options(table.state, table.unit("a1"))} == {"form"}


@pytest.mark.rule("MPP-C-15")
@pytest.mark.parametrize(
    ("kind", "target", "distance", "answers"),
    [
        ("horse", "horse", 8, {"countercharge", "stand", "closing"}),
        ("horse", "foot", 8, {"stand", "closing", "square"}),
        ("foot", "foot", 5, {"stand", "closing"}),
        ("horse", "pikes", 8, {"stand", "hedgehog"}),
        ("foot", "shot", 5, {"stand", "closing", "evade"}),
        ("foot", "gun", 5, {"stand", "closing"}),
    ],
)
def test_how_a_charge_may_be_answered(kind: str, target: str, distance: float, answers: set[str]) -> None:
    table = Table(unit("a1", 36, 20, kind), unit("b1", 36, 20 + distance, target))
    way = charges.way_to(table.state, table.unit("a1"), table.unit("b1"), 12.0)
    assert way is not None
    assert {each.key["do"] for each in charges.answers(table.state, way)} == answers


@pytest.mark.rule("MPP-C-25")
def test_horse_of_a_broken_battalia_does_not_countercharge() -> None:
    table = Table(unit("a1", 36, 20, "horse"), unit("b1", 36, 28, "horse"))
    table.state.commands["b.c1"].broken = True
    way = charges.way_to(table.state, table.unit("a1"), table.unit("b1"), 12.0)
    assert way is not None
    assert "countercharge" not in {each.key["do"] for each in charges.answers(table.state, way)}


@pytest.mark.rule("MPP-C-15", "MPP-C-24", "MPP-C-25")
def test_who_is_shaken_disordered_or_of_a_broken_battalia_does_not_charge() -> None:
    for state in ({"casualties": 3}, {"disordered": 1}):
        table = Table(unit("a1", 36, 20, **state), unit("b1", 36, 24))
        assert charges.why_no_charge(table.state, table.unit("a1")) is not None
    table = Table(unit("a1", 36, 20), unit("b1", 36, 24))
    assert charges.why_no_charge(table.state, table.unit("a1")) is None
    table.state.commands["a.c1"].broken = True
    assert charges.why_no_charge(table.state, table.unit("a1")) is not None


@pytest.mark.rule("MPP-C-15")
def test_closing_shots_that_shake_a_charger_end_its_charge() -> None:
    table = Table(unit("a1", 36, 20, "horse", casualties=2), unit("b1", 36, 26), dice=[4, 4, 1, 1, 1, 1])
    table.run(charges.charge(table, table.unit("a1"), table.unit("b1"), 1), {"do": "closing"})
    assert not table.state.contacts
    assert table.unit("a1").shaken


@pytest.mark.rule("MPP-C-15")
def test_two_that_charge_each_other_meet_half_way() -> None:
    table = Table(unit("a1", 36, 20, "horse"), unit("b1", 36, 28, "horse"))
    table.run(charges.charge(table, table.unit("a1"), table.unit("b1"), 1), {"do": "countercharge"})
    assert table.unit("a1").place.y == pytest.approx(24, abs=0.01)
    assert table.unit("a1").charging
    assert table.unit("b1").charging
