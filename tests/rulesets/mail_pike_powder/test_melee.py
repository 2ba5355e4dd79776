"""Hand-to-hand: the number to hit and the number of dice (MPP-8, MPP-C-16, MPP-C-21)."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.engine.dice import Modifier, total
from rulesets.mail_pike_powder import combat, dice, terrain
from tests.rulesets.mail_pike_powder.positions import Table, area, facing, unit


def made(table: Table, one: str = "a1", two: str = "b1", helpers: Any = ()) -> Any:
    return combat.attack(table.state, table.unit(one), table.unit(two), helpers)


@pytest.mark.rule(
    "MPP-8.1.a", "MPP-8.1.b", "MPP-8.1.c", "MPP-8.1.d", "MPP-8.1.e", "MPP-8.1.f"
)  # fmt: skip
@pytest.mark.parametrize(
    ("kind", "state", "where", "added"),
    [
        ("foot", {}, {}, 0),
        ("foot", {"charging": True}, {}, 1),
        ("foot", {"won": True}, {}, 1),
        ("foot", {"disordered": 1}, {}, -1),
        ("foot", {"casualties": 3}, {}, -1),
        ("foot", {"casualties": 3, "disordered": 1}, {}, -1),
        ("shot", {}, {}, -1),
        ("light", {}, {}, -1),
        ("light", {"formation": "line"}, {}, 0),
        ("foot", {}, {"flanked": True}, -1),
        ("foot", {}, {"downhill": True}, 1),
        ("shot", {"casualties": 2}, {"flanked": True}, -3),
    ],
)
def test_what_changes_the_number_to_hit(kind: str, state: Any, where: Any, added: int) -> None:
    place = {"flanked": False, "downhill": False, **where}
    changes = combat.modifiers(unit("a1", 36, 24, kind, **state), unit("b1", 36, 24), **place)
    assert total(changes) == added


@pytest.mark.rule("MPP-8.1.a", "MPP-C-16")
@pytest.mark.parametrize(("added", "need"), [(0, 4), (1, 3), (3, 2), (-1, 5), (-3, 6), (2, 2)])
def test_a_die_hits_on_4_a_1_never_and_a_6_always(added: int, need: int) -> None:
    assert dice.needed(4, (Modifier("", added, ""),)) == need


@pytest.mark.rule("MPP-8.1.a", "MPP-8.1.b")
def test_the_charge_counts_in_the_first_round_and_winning_in_the_next() -> None:
    table = facing(first={"charging": True, "morale": 0}, second={"morale": 0, "stamina": 9},
                   dice=[3, 3, 1, 1, 1, *[1] * 5, 1, 1])  # fmt: skip
    assert made(table).need == 3
    table.run(combat.phase(table, 0))
    one = table.unit("a1")
    assert (one.charging, one.won, one.rounds) == (False, True, 1)
    assert made(table).need == 3
    assert made(table).dice == 4
    assert made(table, "b1", "a1").need == 4


@pytest.mark.rule("MPP-8.1.e")
@pytest.mark.parametrize(
    ("x", "y", "heading", "exposed"), [(36, 24, 90, False), (33, 24.75, 0, True), (36, 25.5, 270, True)]
)
def test_who_is_touched_in_flank_or_rear_is_hindered(x: float, y: float, heading: float, *, exposed: bool):
    table = Table(unit("a1", x, y, heading=heading), unit("b1", 36, 24))
    assert combat.flanked(table.state, table.unit("b1")) == exposed
    assert made(table, "b1", "a1").need == (5 if exposed else 4)
    assert made(table).need == 4


@pytest.mark.rule("MPP-8.1.f")
def test_who_stands_higher_on_a_hill_attacks_downhill() -> None:
    table = facing(terrain=[area("hill", 28, 24.3, 44, 40)])
    assert terrain.higher(table.state, table.unit("b1").place, table.unit("a1").place)
    assert (made(table, "b1", "a1").need, made(table).need) == (3, 4)


@pytest.mark.rule("MPP-8.2.a", "MPP-8.2.e", "MPP-C-39")
@pytest.mark.parametrize(("formation", "each"), [("square", 1), ("building", 2)])
def test_squares_and_buildings_fight_with_each_face_in_contact(formation: str, each: int) -> None:
    side = unit("b1", 36, 24, formation=formation)
    wide, deep = side.place.width, side.place.depth
    front, flank = unit("a1", 36, 24), unit("a2", 36 + wide / 2, 24 + deep / 2, heading=180)
    assert made(Table(front, side), "b1", "a1").dice == each
    both = Table(front, flank, side)
    assert made(both, "b1", "a1").dice == 2 * each
    assert not combat.flanked(both.state, side)


@pytest.mark.rule("MPP-8.2.b", "MPP-8.2.c", "MPP-8.2.d")
@pytest.mark.parametrize(
    ("kind", "formation", "dice"),
    [("foot", "march_column", 1), ("gun", "limbered", 0), ("gun", "deployed", 1), ("foot", "line", 5)],
)
def test_march_columns_fight_with_one_die_and_limbered_guns_not_at_all(
    kind: str, formation: str, dice: int
) -> None:
    # MPP-8.2.d: wherever it stands, nothing is doubled for enfilade.
    for heading, x, y in ((90, 36, 24), (0, 33, 24.75)):
        table = Table(unit("a1", x, y, kind, formation, heading=heading), unit("b1", 36, 24))
        assert made(table).dice == dice


@pytest.mark.rule("MPP-8.2.a", "MPP-C-21", "MPP-C-38")
def test_supports_add_their_short_dice_and_a_commander_one() -> None:
    table = Table(unit("a1", 36, 24), unit("a2", 36, 22), unit("b1", 36, 24), joined={"a.c1.leader": "a1"})
    helpers = combat.supports(table.state, [table.unit("a1")])["a1"]
    assert [each.id for each in helpers] == ["a2"]
    attack = made(table, helpers=helpers)
    assert attack.dice == 5 + 2 + 1
    assert [(each.rule, each.value) for each in attack.counted] == [("MPP-C-21", 2), ("MPP-C-38", 1)]


@pytest.mark.rule("MPP-8.1.a")
def test_lancers_who_charge_are_saved_against_worse() -> None:
    foot = facing("horse", first={"charging": True, "special": ("Lancers",)})
    assert made(foot).save == 6
    horse = facing("horse", "horse", first={"charging": True, "special": ("Lancers",)})
    assert made(horse).save == 5


def test_a_ferocious_charge_throws_its_misses_again() -> None:
    fierce = {"charging": True, "special": ("Ferocious Charge",), "clash": 3, "morale": 0}
    table = facing("horse", first=fierce, second={"morale": 0}, dice=[1, 2, 5, 4, 1, *[1] * 5, 3, 1])
    table.run(combat.phase(table, 0), {"do": "stay"})
    assert table.unit("b1").casualties == 2
