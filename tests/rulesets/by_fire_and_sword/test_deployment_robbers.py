"""Robbers before the deployment: every result of the die, absent units, the point that the enemy picks."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.by_fire_and_sword.meeting import deployment
from rulesets.by_fire_and_sword.meeting.fieldevents import RobbersAway, RobbersLost, RobbersRolled
from rulesets.by_fire_and_sword.meeting.policy import choose
from rulesets.engine.battle import Battle
from tests.kit.meeting import decide, force, offered, unit
from tests.kit.table import asked, events, refused, table


def robbing(
    *dice: int, number: int = 3, bases: int = 3, aside: tuple[str, ...] = (), plain: int = 1,
    kind: str = "cavalry", scenario: str = "defend_the_crossing", **changes: Any,
) -> Battle:  # fmt: skip
    """Side 0, which deploys first, has so many robber units of so many bases."""
    units = [unit(f"u{n}", special=["Robbers"], bases=bases, type=kind) for n in range(1, number + 1)]
    units += [unit(f"p{n}") for n in range(1, plain + 1)]

    def prepare(state: Any) -> None:
        state.edges = {0: "south", 1: "north"}
        state.set_aside.update(dict.fromkeys(aside, "reserves"))

    return table(
        deployment.deploy, one=force(5, units=tuple(units)), two=force(9, units=3), scenario=scenario,
        terrain="open", prepare=prepare, dice=dice, **changes,
    )  # fmt: skip


@pytest.mark.rule("BFS-30.3.I.2")
def test_a_force_without_robbers_rolls_nothing() -> None:
    assert events(robbing(number=0), RobbersRolled) == []


@pytest.mark.rule("BFS-30.3.I.2")
@pytest.mark.parametrize(("number", "dice"), [(1, (1,)), (6, (1,)), (7, (1, 1)), (9, (1, 1))])
def test_one_die_up_to_six_units_two_for_more(number: int, dice: tuple[int, ...]) -> None:
    battle = robbing(*dice, number=number)
    assert events(battle, RobbersRolled)[0].dice == dice
    assert asked(battle) == ("deployed", 0)


@pytest.mark.rule("BFS-30.3.I.2")
def test_it_is_rolled_before_any_unit_is_deployed() -> None:
    battle = robbing(4)
    assert asked(battle) == ("robbers", 1)
    assert battle.state.deployment["done"] == 0


@pytest.mark.rule("BFS-30.3.I.2")
def test_a_one_does_nothing() -> None:
    battle = robbing(1)
    assert battle.state.robbers["0"]["losses"] == {}
    assert battle.state.robbers["0"]["no_free_order"] == []


@pytest.mark.rule("BFS-30.3.I.2", "BFS-30.3.I.1")
@pytest.mark.parametrize("die", [2, 3, 4, 5])
def test_two_to_five_a_unit_of_the_enemys_choice_has_losses_and_no_free_order(die: int) -> None:
    battle = decide(robbing(die), {"do": "pick", "unit": "a.u2"})
    robbers = battle.state.robbers["0"]
    assert robbers["losses"] == {"a.u2": 1}
    assert robbers["no_free_order"] == ["a.u2"]
    assert robbers["no_squadron"] == []


@pytest.mark.rule("BFS-30.3.I.2")
@pytest.mark.parametrize("die", [6, 7])
def test_six_and_seven_both_players_pick_one(die: int) -> None:
    battle = robbing(die)
    assert asked(battle) == ("robbers", 1)
    decide(battle, {"do": "pick", "unit": "a.u3"})
    assert asked(battle) == ("robbers", 0)
    decide(battle, {"do": "pick", "unit": "a.u1"})
    robbers = battle.state.robbers["0"]
    assert robbers["losses"] == {"a.u3": 1, "a.u1": 1}
    assert robbers["no_free_order"] == []


@pytest.mark.rule("BFS-30.3.I.2")
def test_both_may_pick_the_same_unit() -> None:
    battle = decide(robbing(6), {"do": "pick", "unit": "a.u3"}, {"do": "pick", "unit": "a.u3"})
    assert battle.state.robbers["0"]["losses"] == {"a.u3": 2}


@pytest.mark.rule("BFS-30.3.I.2")
def test_only_robbers_can_be_picked() -> None:
    assert {choice["unit"] for choice in offered(robbing(3))} == {"a.u1", "a.u2", "a.u3"}


@pytest.mark.rule("BFS-30.3.I.2", "BFS-29.10.3")
@pytest.mark.parametrize("die", [8, 9])
def test_eight_and_nine_a_random_unit_has_no_free_order_and_no_squadron(die: int) -> None:
    battle = robbing(die, 5, bases=2)  # the second of three
    (away,) = events(battle, RobbersAway)
    assert (away.unit, away.within) == ("a.u2", 0)
    assert battle.state.robbers["0"]["no_squadron"] == ["a.u2"]
    forming = [choice for choice in offered(battle) if choice["do"] == "form"]
    assert all("a.u2" not in choice.values() for choice in forming)


@pytest.mark.rule("BFS-30.3.I.2")
@pytest.mark.parametrize(("kind", "within"), [("cavalry", 10), ("dragoons", 10), ("infantry", 20)])
def test_a_ten_the_enemy_picks_the_point_where_a_random_unit_stands(kind: str, within: float) -> None:
    battle = robbing(10, 1, kind=kind)
    assert asked(battle) == ("robbers point", 1)
    decide(battle, {"do": "point", "x": 30, "y": 25})
    assert battle.state.robbers["0"]["points"] == {"a.u1": {"x": 30, "y": 25, "within": within}}
    assert battle.state.robbers["0"]["no_free_order"] == ["a.u1"]
    assert battle.state.robbers["0"]["no_squadron"] == ["a.u1"]


@pytest.mark.rule("BFS-30.3.I.2")
def test_the_point_lies_in_the_owners_zone() -> None:
    refusal = refused(robbing(10, 1), {"do": "point", "x": 10, "y": 100})
    assert refusal.code == "zone"


@pytest.mark.rule("BFS-30.3.I.2")
def test_the_point_leaves_room_for_the_whole_unit() -> None:
    battle = robbing(10, 1, bases=6)  # 6 bases of 4 x 3 cm and space between them: 108 square cm
    assert refused(battle, {"do": "point", "x": 0, "y": 0}).code == "room"
    decide(battle, {"do": "point", "x": 20, "y": 20})


@pytest.mark.rule("BFS-30.3.I.2")
def test_ground_where_nobody_can_stand_is_no_room() -> None:
    def lake(state: Any) -> None:
        state.edges = {0: "south", 1: "north"}
        state.terrain = [{"id": "t1", "kind": "lake", "x": 30, "y": 25, "width": 28, "depth": 28, "angle": 0}]

    units = tuple(unit(f"u{n}", special=["Robbers"]) for n in (1, 2))
    battle = table(
        deployment.deploy, one=force(5, units=units), two=force(9, units=3), terrain="open",
        scenario="defend_the_crossing", prepare=lake, dice=(10, 1),
    )  # fmt: skip
    assert refused(battle, {"do": "point", "x": 30, "y": 25}).code == "room"
    decide(battle, {"do": "point", "x": 80, "y": 25})


@pytest.mark.rule("BFS-30.3.I.2")
def test_where_no_point_has_room_the_unit_only_leaves_its_place() -> None:
    def flooded(state: Any) -> None:
        state.edges = {0: "south", 1: "north"}
        state.terrain = [
            {"id": "t1", "kind": "lake", "x": 60, "y": 60, "width": 400, "depth": 400, "angle": 0}
        ]

    units = tuple(unit(f"u{n}", special=["Robbers"]) for n in (1, 2))
    battle = table(
        deployment.deploy, one=force(5, units=units), two=force(9, units=3), terrain="open",
        scenario="delay_the_enemy", prepare=flooded, dice=(10, 1),
    )  # fmt: skip
    decide(battle, {"do": "nowhere"})
    robbers = battle.state.robbers["0"]
    assert (robbers["no_squadron"], robbers["points"]) == (["a.u1"], {})


@pytest.mark.rule("BFS-30.3.I.2")
def test_ready_made_points_are_legal() -> None:
    battle = robbing(10, 1)
    ready = [choice for choice in offered(battle) if "at" in choice]
    assert ready
    decide(battle, ready[-1])
    assert battle.state.robbers["0"]["points"]["a.u1"]["within"] == 10


@pytest.mark.rule("BFS-30.3.I.2")
@pytest.mark.parametrize("die", [8, 9, 10])
def test_a_drawn_unit_that_is_absent_makes_it_a_six(die: int) -> None:
    battle = robbing(die, 1, aside=("a.u1",))  # the first of three is drawn, and delayed
    assert asked(battle) == ("robbers", 1)
    assert {choice["unit"] for choice in offered(battle)} == {"a.u1", "a.u2", "a.u3"}
    decide(battle, {"do": "pick", "unit": "a.u2"}, {"do": "pick", "unit": "a.u3"})
    assert battle.state.robbers["0"]["losses"] == {"a.u2": 1, "a.u3": 1}
    assert events(battle, RobbersAway) == []


@pytest.mark.rule("BFS-30.3.I.2")
def test_two_dice_act_one_after_the_other() -> None:
    battle = robbing(3, 8, 1, number=7)
    decide(battle, {"do": "pick", "unit": "a.u7"})
    assert len(events(battle, RobbersLost)) == 1
    assert events(battle, RobbersAway)[0].unit == "a.u1"


@pytest.mark.rule("BFS-30.3.I.2", "BFS-33.15")
def test_the_table_is_reminded_of_losses_and_missing_orders() -> None:
    battle = robbing(4)
    battle.play((choose, choose))
    texts = {one.rule: one for one in battle.state.reminders}
    assert "not to be Reorganized in turn 1" in texts["BFS-30.3.I.2"].text
    assert "no free order in turn 1" in texts["BFS-30.3.I.1"].text
    assert (texts["BFS-30.3.I.2"].turn, texts["BFS-30.3.I.2"].side) == (1, 0)


@pytest.mark.rule("BFS-30.3.I.2")
@pytest.mark.parametrize("die", range(1, 11))
def test_an_automatic_player_settles_every_result(die: int) -> None:
    battle = robbing(die, *((2,) if die >= 8 else ()))
    battle.play((choose, choose))
    assert battle.result is not None
