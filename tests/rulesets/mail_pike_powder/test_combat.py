"""The combat result, and what follows from it (MPP-6, MPP-C-18, C-19, C-21, C-22)."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.engine.dice import total
from rulesets.mail_pike_powder import combat
from rulesets.mail_pike_powder.events import LeaderLost, Moved, Recovered, Removed, RoundFought
from tests.kit.examples import example
from tests.rulesets.mail_pike_powder.positions import Table, area, facing, line, unit


def added(table: Table, own: str = "a1", helpers: int = 0) -> int:
    return total(combat.result_modifiers(table.state, [table.unit(own)], helpers))


@pytest.mark.rule("MPP-6.1.a")
@pytest.mark.parametrize(
    ("x", "y", "heading", "formation", "state", "counts"),
    [
        (36, 22.5, 90, "", {}, True),
        (36, 20.5, 90, "", {}, True),
        (36, 19, 90, "", {}, False),
        (42.5, 24, 90, "", {}, True),
        (30, 23.5, 90, "", {}, True),
        (43.5, 24, 90, "", {}, False),
        (36, 22.5, 0, "", {}, False),
        (36, 22.5, 90, "", {"casualties": 3}, False),
        (36, 22.5, 90, "", {"disordered": 1}, False),
        (36, 22.5, 90, "skirmish", {}, False),
        (36, 22.5, 90, "march_column", {}, False),
    ],
)
def test_who_supports(
    x: float, y: float, heading: float, formation: str, state: Any, *, counts: bool
) -> None:
    table = Table(
        unit("a1", 36, 24),
        unit("a2", x, y, formation=formation, heading=heading, **state),
        unit("b1", 36, 24),
    )
    found = combat.supports(table.state, [table.unit("a1")])["a1"]
    assert bool(found) == counts
    assert added(table, helpers=len(found)) == int(counts)


@pytest.mark.rule("MPP-6.1.a")
def test_a_hedgehog_gets_and_gives_no_support_and_a_unit_supports_once() -> None:
    table = Table(
        unit("a1", 33, 24), unit("a2", 39, 24), unit("a3", 36, 22.5), unit("b1", 36, 24, "pikes", "hedgehog"),
        unit("b2", 36, 27.5),
    )  # fmt: skip
    found = combat.supports(table.state, [table.unit("a1"), table.unit("a2")])
    assert sum(len(each) for each in found.values()) == 1
    assert combat.supports(table.state, [table.unit("b1")])["b1"] == []


@pytest.mark.rule("MPP-6.1.b", "MPP-6.1.c", "MPP-6.1.d", "MPP-C-34")
@pytest.mark.parametrize(
    ("kind", "formation", "horse", "foot"),
    [
        ("foot", "line", 2, 0),
        ("shot", "skirmish", 2, 0),
        ("pikes", "block", 0, 2),
        ("pikes", "hedgehog", 0, 3),
        ("foot", "square", 0, 3),
        ("gun", "deployed", 0, 0),
        ("horse", "line", 0, 0),
    ],
)
def test_horse_against_foot(kind: str, formation: str, horse: int, foot: int) -> None:
    table = facing("horse", kind, second={"formation": formation})
    assert (added(table), added(table, "b1")) == (horse, foot)


@pytest.mark.rule("MPP-6.1.e")
@pytest.mark.parametrize("kind", ["earthwork", "building"])
def test_who_holds_a_fortification_or_building_adds_3(kind: str) -> None:
    if kind == "earthwork":
        table = facing(terrain=[line(kind, 30, 23.8, 42, 23.8)])
    else:
        house = area(kind, 34, 24, 38, 28)
        table = facing(second={"formation": "building"}, terrain=[house])
    assert (added(table), added(table, "b1")) == (0, 3)


@pytest.mark.rule("MPP-6.1.a", "MPP-6.1.b", "MPP-6.1.c")
@pytest.mark.parametrize(
    "key",
    [
        pytest.param("MPP-EX-09", marks=pytest.mark.example("MPP-EX-09")),
        pytest.param("MPP-EX-10", marks=pytest.mark.example("MPP-EX-10")),
    ],
)
def test_the_worked_combat_results(key: str) -> None:
    row = example(key, "mail_pike_powder")
    given, expect = row["given"], row["expect"]
    table = facing("horse", "pikes" if given["infantry_has_pikes"] else "foot")
    horse = given["cavalry_inflicted"] + added(table, "a1", given.get("cavalry_supports", 0))
    foot = given["infantry_inflicted"] + added(table, "b1", given.get("infantry_supports", 0))
    assert (horse, foot) == (expect["cavalry_total"], expect["infantry_total"])
    assert expect["winner"] == ("cavalry" if horse > foot else "infantry")
    assert abs(horse - foot) == expect["difference"]


@pytest.mark.rule("MPP-6.1.a", "MPP-7.3", "MPP-C-19", "MPP-C-21")
def test_both_strike_before_anybody_falls() -> None:
    table = facing(first={"morale": 0}, second={"morale": 0}, dice=[4] * 5 + [4] * 5 + [6, 6, 6, 6])
    table.run(combat.phase(table, 0))
    assert {event.unit: (event.result, event.enemy) for event in table.events(RoundFought)} == {
        "a1": (5, 5), "b1": (5, 5)
    }  # fmt: skip
    assert [event.unit for event in table.events(Removed)] == ["a1", "b1"]


@pytest.mark.rule("MPP-C-18", "MPP-C-19")
def test_excess_is_shared_by_the_supports_and_then_removed() -> None:
    table = Table(
        unit("a1", 36, 24, "horse", morale=0), unit("b1", 36, 24, morale=0, stamina=3), unit("b2", 36, 25.5),
        dice=[4, 4, 4, 4, 4, 1, 1, 1, *[1] * 7, 1, 1],
    )  # fmt: skip
    table.run(combat.phase(table, 0), {"do": "stay"})
    shared = [(e.unit, e.casualties, e.rule) for e in table.events(Recovered)]
    assert shared == [("b1", 2, "MPP-C-19")]
    assert table.unit("b2").casualties == 2


@pytest.mark.rule("MPP-C-22")
def test_horse_that_draws_with_foot_pulls_back() -> None:
    table = facing("horse", "pikes", first={"morale": 0}, second={"morale": 0, "stamina": 9},
                   dice=[4, 4, *[1] * 6, *[1] * 7])  # fmt: skip
    table.run(combat.phase(table, 0))
    moved = table.events(Moved)[-1]
    assert (moved.unit, moved.how, moved.inches) == ("a1", "pull-back", 9.0)
    assert not table.state.contacts


@pytest.mark.rule("MPP-8.1.b", "MPP-C-22")
def test_a_winner_may_follow_who_gives_ground() -> None:
    table = facing(first={"morale": 0}, second={"morale": 0, "stamina": 9},
                   dice=[4, 4, 1, 1, 1, *[1] * 5, 3, 3])  # fmt: skip
    table.run(combat.phase(table, 0), {"do": "follow", "target": "b1"})
    assert [event.how for event in table.events(Moved)] == ["give-ground", "follow"]
    assert ("a1", "b1") in table.state.contacts
    one, two = table.unit("a1"), table.unit("b1")
    assert (one.rounds, one.won, two.rounds, two.won) == (1, True, 1, False), "it is the same combat"
    on = combat.attack(table.state, one, two, ())
    assert (on.dice, on.need) == (one.profile.sustained, 3)


@pytest.mark.rule("MPP-C-22")
def test_victorious_horse_sweeps_on_and_fights_again() -> None:
    table = Table(
        unit("a1", 36, 24, "horse", morale=0), unit("b1", 36, 24, "shot", morale=0),
        unit("b2", 36, 30, morale=0),
        dice=[4] * 4 + [1] * 4 + [1] * 2 + [3] * 8 + [1] * 5,
    )  # fmt: skip
    table.run(combat.phase(table, 0), {"do": "sweep", "target": "b2"})
    assert [event.unit for event in table.events(Removed)] == ["b1", "b2"]


@pytest.mark.rule("MPP-C-22")
def test_horse_sweeps_on_once_in_a_phase() -> None:
    table = Table(
        unit("a1", 36, 24, "horse", morale=0), unit("b1", 36, 24, "shot", morale=0),
        unit("b2", 36, 30, "shot", morale=0), unit("b3", 36, 36, morale=0),
        dice=[4] * 4 + [1] * 4 + [1] * 2 + [4] * 4 + [1] * 4 + [1] * 2,
    )  # fmt: skip
    table.run(combat.phase(table, 0), {"do": "sweep", "target": "b2"})
    assert [event.unit for event in table.events(Removed)] == ["b1", "b2"]
    assert [decision.kind for decision in table.asked] == ["sweep"]


@pytest.mark.rule("MPP-C-38")
def test_a_commander_is_at_risk_for_each_casualty() -> None:
    table = facing(first={"morale": 0}, second={"morale": 0, "stamina": 9}, joined={"b.c1.leader": "b1"},
                   dice=[4, 4, 1, 1, 1, *[1] * 6, 5, 6, 6, 6, 1, 1])  # fmt: skip
    table.run(combat.phase(table, 0))
    assert [event.leader for event in table.events(LeaderLost)] == ["b.c1.leader"]
