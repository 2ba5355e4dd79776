"""The special rules of units, as they work in a battle (MPP-C-35); those that others test are not tested
again.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from rulesets.engine.dice import total
from rulesets.mail_pike_powder import breaktest, charges, combat, dice, leaders, moves, orders, shooting
from rulesets.mail_pike_powder.dice import Outcome
from rulesets.mail_pike_powder.events import InOrder, MoveMade, Recovered, Removed, Revealed
from tests.rulesets.mail_pike_powder.positions import Table, area, facing, unit

pytestmark = pytest.mark.rule("MPP-C-35")


def special(*names: str, **more: Any) -> dict[str, Any]:
    return {"special": names, **more}


@pytest.mark.parametrize(("die", "inches", "rallies"), [(4, 14, True), (3, 14, False), (None, 12, False)])
def test_the_brave_rally_by_themselves_far_from_the_enemy(die: int | None, inches: float, *, rallies: bool):
    table = Table(
        unit("a1", 36, 10, **special("Brave", casualties=3)), unit("b1", 36, 10 + inches),
        dice=[] if die is None else [die],
    )  # fmt: skip
    table.run(leaders.elite(table, 0))
    assert bool(table.events(Recovered)) == rallies
    assert not table.events(InOrder)


def test_a_drilled_unit_moves_though_its_order_failed() -> None:
    table = Table(unit("a1", 36, 10, **special("Superbly Drilled")), dice=[6, 5])
    table.state.leaders["a.c1.leader"].rerolled = True
    order = {"do": "order", "leader": "a.c1.leader", "unit": "a1", "intent": "move"}
    table.run(orders.phase(table, 0), order, {"do": "advance", "unit": "a1", "turn": 0.0, "inches": 6.0})
    assert len(table.events(MoveMade)) == 1


@pytest.mark.parametrize(("names", "added"), [((), -2), (("Marauder",), 0), (("Reliable",), -1)])
def test_who_is_ordered_more_easily(names: tuple[str, ...], added: int) -> None:
    table = Table(unit("a1", 36, 33, **special(*names)))
    leader = table.state.leaders["a.c1.leader"]
    assert total(orders.modifiers(table.state, leader, table.unit("a1"))) == added


def test_rabble_has_no_part_in_an_order_to_the_battalia() -> None:
    table = Table(unit("a1", 36, 10), unit("a2", 43, 10, **special("Rabble")), unit("a3", 50, 10))
    assert [each.id for each in orders.together(table.state, ["a1", "a2", "a3"])] == []
    table.unit("a3").base = unit("a3", 42, 8).base
    assert [each.id for each in orders.together(table.state, ["a1", "a2", "a3"])] == ["a1", "a3"]


def test_mercenaries_who_do_not_rally_leave() -> None:
    table = Table(unit("a1", 36, 20, **special("Mercenary", casualties=3)), dice=[6, 5])
    table.state.leaders["a.c1.leader"].rerolled = True
    table.run(leaders.phase(table, 0), {"do": "rally", "leader": "a.c1.leader", "unit": "a1"})
    assert [event.status for event in table.events(Removed)] == ["left"]


# -- shooting and saves ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("names", "inches", "need"), [((), 10, 5), (("Firelock",), 10, 4), (("Firelock",), 13, 5)]
)
def test_firelocks_are_good_farther_out(names: tuple[str, ...], inches: float, need: int) -> None:
    table = Table(unit("a1", 36, 10, **special(*names)), unit("b1", 36, 10 + inches))
    assert shooting.attack(table.state, table.unit("a1"), table.unit("b1")).need == need


@pytest.mark.parametrize(("fired", "count"), [(False, 4), (True, 3)])
def test_the_first_volley_has_a_die_more(*, fired: bool, count: int) -> None:
    table = Table(unit("a1", 36, 10, **special("First Fire", fired=fired)), unit("b1", 36, 16))
    assert shooting.attack(table.state, table.unit("a1"), table.unit("b1")).dice == count


def test_plug_bayonets_are_fixed_once_and_end_the_shooting() -> None:
    table = facing(first=special("Plug Bayonet"))
    one = table.unit("a1")
    assert combat.own_dice(one)[0] == 5
    table = Table(unit("a1", 36, 10, **special("Plug Bayonet")))
    one = table.unit("a1")
    moves.make(table, one, {"do": "bayonets", "unit": "a1"})
    assert combat.own_dice(one)[0] == 7
    assert shooting.why_never(one) is not None
    assert "bayonets" not in {each.key["do"] for each in moves.options(table.state, one)}


@pytest.mark.parametrize(("casualties", "again"), [(0, 1), (1, 0)])
def test_crack_troops_save_again_while_they_are_whole(casualties: int, again: int) -> None:
    assert dice.saves_again(unit("a1", 36, 10, **special("Crack", casualties=casualties))) == again


def test_sharp_shooters_throw_a_miss_again() -> None:
    table = Table(unit("a1", 36, 10, **special("Sharp Shooters")), unit("b1", 36, 16))
    assert shooting.attack(table.state, table.unit("a1"), table.unit("b1")).again == 1


# -- charges and combat ---------------------------------------------------------------------------


def answers(charger: dict[str, Any], target: dict[str, Any]) -> Iterator[str]:
    table = Table(unit("a1", 36, 20, "horse", **charger), unit("b1", 36, 28, **target))
    way = charges.way_to(table.state, table.unit("a1"), table.unit("b1"), 12.0)
    assert way is not None
    return (option.key["do"] for option in charges.answers(table.state, way))


@pytest.mark.parametrize(
    ("name", "kind", "may", "may_not"),
    [
        ("Galloper", "horse", {"countercharge"}, {"stand", "closing"}),
        ("Caracole", "horse", {"stand", "closing"}, {"countercharge"}),
        ("Fire and Evade", "shot", {"fire-evade", "evade"}, set()),
    ],
)
def test_how_a_charge_is_answered(name: str, kind: str, may: set[str], may_not: set[str]) -> None:
    found = set(answers({}, {"kind": kind, **special(name)}))
    assert may <= found
    assert not may_not & found


def struck(
    one: dict[str, Any], two: dict[str, Any], kinds: tuple[str, str] = ("foot", "foot"), **more: Any
) -> Any:
    table = facing(*kinds, first=one, second=two, **more)
    return combat.attack(table.state, table.unit("a1"), table.unit("b1"), ())


@pytest.mark.parametrize(
    ("one", "two", "kinds", "figures"),
    [
        ({"charging": True}, special("Pikes"), ("horse", "foot"), {"need": 4}),
        (special("Pikes"), {"charging": True}, ("foot", "horse"), {"dice": 10}),
        (special("Pikes"), {}, ("foot", "horse"), {"dice": 5}),
        ({"charging": True}, special("Pike Company"), ("horse", "foot"), {"need": 4}),
        (special("Bad War"), special("Bad War"), ("foot", "foot"), {"again": -1}),
        (special("Bad War"), {}, ("foot", "foot"), {"again": 0}),
        (special("Tough Fighters"), {}, ("foot", "foot"), {"again": 1}),
    ],
)  # fmt: skip
def test_dice_of_combat(one: Any, two: Any, kinds: tuple[str, str], figures: dict[str, int]) -> None:
    made = struck(one, two, kinds)
    assert {name: getattr(made, name) for name in figures} == figures


def test_grenades_take_cover_away() -> None:
    crops = [area("crops", 20, 23.9, 52, 40)]
    assert struck({}, {}, terrain=crops).save == 3
    assert struck(special("Grenades"), {}, terrain=crops).save == 4


@pytest.mark.parametrize(
    ("name", "state", "kinds", "added"),
    [
        ("Swordsmen", {}, ("foot", "foot"), 1),
        ("Swordsmen", {}, ("foot", "horse"), 0),
        ("Heavy Cavalry +1", {"charging": True}, ("horse", "horse"), 1),
        ("Heavy Cavalry +1", {}, ("horse", "horse"), 0),
    ],
)
def test_what_is_added_to_the_combat_result(
    name: str, state: Any, kinds: tuple[str, str], added: int
) -> None:
    table = facing(*kinds, first=special(name, **state))
    assert total(combat.result_modifiers(table.state, [table.unit("a1")], 0)) == added


def test_a_terrifying_charge_makes_its_target_test_at_contact() -> None:
    table = Table(
        unit("a1", 36, 20, "horse", **special("Terrifying Charge")), unit("b1", 36, 26, casualties=3),
        dice=[6, 5],
    )  # fmt: skip
    table.run(charges.charge(table, table.unit("a1"), table.unit("b1"), 1), {"do": "stand"})
    assert [event.unit for event in table.events(Removed)] == ["b1"]


def test_the_wavering_test_for_any_casualty() -> None:
    target = unit("b1", 36, 16, **special("Wavering", casualties=1))
    assert breaktest.due(target, Outcome(hits=1, casualties=1), 4, False) == "MPP-C-35"
    assert breaktest.due(unit("b2", 36, 16), Outcome(hits=1, casualties=1), 4, False) == ""


@pytest.mark.parametrize(
    ("name", "die", "stamina", "morale"),
    [
        ("Untested", 1, 2, 4), ("Untested", 3, 3, 4), ("Untested", 6, 4, 4),
        ("Freshly Raised", 2, 3, 5), ("Freshly Raised", 4, 3, 4), ("Freshly Raised", 5, 3, 3),
    ],
)  # fmt: skip
def test_what_raw_troops_are_worth_is_seen_once(name: str, die: int, stamina: int, morale: int) -> None:
    table = Table(unit("b1", 36, 16, **special(name, tested=False)), dice=[die])
    one = table.unit("b1")
    table.run(dice.reveal(table, one))
    table.run(dice.reveal(table, one))
    assert (one.stamina, one.morale) == (stamina, morale)
    assert len(table.events(Revealed)) == 1


@pytest.mark.rule("MPP-4.4")
def test_dragoons_dismount_to_hold_a_house() -> None:
    house = [area("building", 34, 12, 38, 16)]
    for names, enters in ((("Dragoons",), True), ((), False)):
        table = Table(unit("a1", 36, 10, "light", **special(*names)), terrain=house)
        found = {each.key["do"] for each in moves.options(table.state, table.unit("a1"))}
        assert ("enter" in found) == enters
